// Tests that run the compiler on generated code, one after the other: several at once would leave too
// little of the processor to tests with time limits.

import Testing

@Suite(.serialized) enum CompilerTests {}
