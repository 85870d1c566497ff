// What generated code and this library have agreed on.

/// The form of this library that generated code is written against. Generated code names it, so that
/// code from an authgen of another major version does not compile: generate it again with the
/// version of this library.
nonisolated public enum RuntimeInterface1 {}
