// Comparing two values of a response type. The function that writes a value also compares it, so generated
// types have no code of their own for it.

nonisolated extension ResponseObject where Self: Equatable {
  /// Compares all properties.
  @inline(never)
  public static func == (left: Self, right: Self) -> Bool {
    Comparison.areEqual { ($0 ? left : right).encode(into: $1) }
  }
}

nonisolated extension ConcreteObject where Self: Equatable {
  /// Compares the types of the objects, and all properties.
  @inline(never)
  public static func == (left: Self, right: Self) -> Bool {
    Comparison.areEqual { $1.concrete($0 ? left : right) }
  }
}

/// Keeps the scalars of one value, and compares those of another one with them. The types of both values are
/// the same, so the order of the scalars says which ones belong together.
nonisolated final class Comparison: FieldWriter {
  nonisolated private enum Scalar: Equatable {
    case string(String)
    case int(Int)
    case double(Double)
    case bool(Bool)
    case null
    /// The beginning of an object or another view.
    case object
    case list
    /// The end of a list.
    case end
    case value(AnyEquatable)
  }

  private var scalars: [Scalar] = []
  /// The index of the next scalar to compare with; nil while the first value is kept.
  private var index: Int?
  private var areEqual = true

  /// - Parameter write: writes the first value if its argument is true, otherwise the second one.
  static func areEqual(_ write: (Bool, Comparison) -> Void) -> Bool {
    let comparison = Comparison()
    write(true, comparison)
    comparison.index = 0
    write(false, comparison)
    return comparison.areEqual && comparison.index == comparison.scalars.count
  }

  private func add(_ scalar: Scalar) {
    guard let index else { return scalars.append(scalar) }
    guard areEqual else { return }
    self.index = index + 1
    areEqual = index < scalars.count && scalars[index] == scalar
  }

  override func write(_ name: StaticString, _ value: String) { add(.string(value)) }
  override func write(_ name: StaticString, _ value: Int) { add(.int(value)) }
  override func write(_ name: StaticString, _ value: Double) { add(.double(value)) }
  override func write(_ name: StaticString, _ value: Bool) { add(.bool(value)) }
  override func write(_ name: StaticString, any value: any Encodable) {
    add(.value(AnyEquatable(value: value)))
  }

  override func write(
    _ name: StaticString, object: @autoclosure () -> Any?, _ fields: (FieldWriter) -> Void
  ) {
    write(fields)
  }

  override func write(
    _ name: StaticString, list: @autoclosure () -> Any?, _ elements: (ListWriter) -> Void
  ) {
    Elements(self).list(elements)
  }

  override func write(_ name: StaticString, failure: GraphQLError) {
    add(.value(AnyEquatable(value: failure)))
  }

  override func writeNil(_ name: StaticString, orNull isNull: Bool) { add(.null) }

  override func write(_ part: (FieldWriter) -> Void) {
    add(.object)
    if areEqual { part(self) }
  }

  override func writeNoPart() { add(.null) }

  package override func write(member name: String, _ value: JSON) {
    add(.string(name))
    add(.value(AnyEquatable(value: value)))
  }

  nonisolated private final class Elements: ListWriter {
    private let comparison: Comparison

    init(_ comparison: Comparison) {
      self.comparison = comparison
    }

    override func object(_ fields: (FieldWriter) -> Void) { comparison.write(fields) }

    override func list(_ body: (ListWriter) -> Void) {
      comparison.add(.list)
      body(self)
      comparison.add(.end)
    }

    override func null() { comparison.add(.null) }
  }
}

/// A value whose type is known at run time only. It is equal to no other value if the type is not
/// `Equatable`.
nonisolated private struct AnyEquatable: Equatable {
  let value: Any

  static func == (left: AnyEquatable, right: AnyEquatable) -> Bool {
    (left.value as? any Equatable)?.isEqual(to: right.value) ?? false
  }
}

nonisolated extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
