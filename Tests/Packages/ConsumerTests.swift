// All tests that use the consumer package. They run one after the other, because they change it.

import Testing

@Suite(.serialized) enum ConsumerTests {}
