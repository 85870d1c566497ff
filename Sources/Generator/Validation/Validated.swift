// The proof that something has been validated: later stages take a `Validated` value and need not
// check, or be ready for, what validation rules out.

/// A value that keeps every rule of the specification; a schema, if so asked for, in all that
/// operations use. Only this module can make one.
package struct Validated<Value: Sendable>: Sendable {
  package let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
