// The version of the interface between generated code and this library.

/// The version of this library's interface that generated code uses. Generated code names this
/// type, so code from another major version of authgen does not compile. Generate it again with the
/// version of this library.
nonisolated public enum RuntimeInterface1 {}
