// Values that may be nil after a problem.

/// Stores a non-null value of a type without a placeholder, such as a type of an app for a scalar.
nonisolated public struct Checked<Value> {
  /// Nil only after a problem, so only in objects that are discarded.
  private var checked: Value?

  public init(_ value: Value) {
    checked = value
  }

  init(_ value: Value?) {
    checked = value
  }

  public var value: Value {
    get {
      guard let checked else { preconditionFailure("the value could not be read") }
      return checked
    }
    set { checked = newValue }
  }
}

nonisolated extension Checked: Sendable where Value: Sendable {}
nonisolated extension Checked: Equatable where Value: Equatable {}
nonisolated extension Checked: Hashable where Value: Hashable {}
