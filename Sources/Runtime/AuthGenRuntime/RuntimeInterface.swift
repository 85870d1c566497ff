// The versions of the interface between generated code and this library.

/// An interface between generated code and this library. Generated code names the interface that it requires.
/// If this library does not have it, the code does not compile: update this library, or generate the code
/// again.
///
/// The number grows when generated code needs something that an earlier version of this library does not
/// have. This library declares each interface that it supports. An interface that it no longer supports is
/// unavailable, and its message says to generate the code again.
nonisolated public enum RuntimeInterface1 {}
