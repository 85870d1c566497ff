// All tests that work in the consumer package: one after the other, since they change it.

import Testing

@Suite(.serialized) enum ConsumerTests {}
