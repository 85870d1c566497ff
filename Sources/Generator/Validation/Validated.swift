// The proof that a value is validated. Later stages take a `Validated` value and do not repeat the checks.

/// A value that satisfies every rule of the specification. For a schema, an option can limit this
/// to the part that operations use. Only this module can create one.
package struct Validated<Value: Sendable>: Sendable {
  package let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
