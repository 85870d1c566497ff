// Comparing two values of a response type. The description of the properties that writes a value also compares it,
// so generated types have no code of their own for it.

import Foundation

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

/// Keeps the scalars of one value, and compares those of another one with them. The types of both values are the same,
/// so the order of the scalars says which ones belong together.
nonisolated final class Comparison: FieldWriter {
  nonisolated private enum Scalar {
    case string(String)
    case int(Int)
    case double(Double)
    case bool(Bool)
    case null
    /// The beginning of an object or another view.
    case object
    case list(count: Int)
    case value(any Encodable)
    case failure(GraphQLError)
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
    areEqual = index < scalars.count && Self.areEqual(scalars[index], scalar)
  }

  private static func areEqual(_ left: Scalar, _ right: Scalar) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.null, .null), (.object, .object): true
    case (.list(let left), .list(let right)): left == right
    case (.value(let left), .value(let right)): areEqual(left, right)
    case (.failure(let left), .failure(let right)): left == right
    default: false
    }
  }

  /// Compares two values whose types are known at run time only. A value that is not `Equatable` is compared by its JSON.
  private static func areEqual(_ left: any Encodable, _ right: any Encodable) -> Bool {
    if let left = left as? any Equatable { return left.isEqual(to: right) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let left = try? encoder.encode(left) else { return false }
    return left == (try? encoder.encode(right))
  }

  // MARK: Fields

  override func write(_ name: StaticString, _ value: String) { add(.string(value)) }
  override func write(_ name: StaticString, _ value: Int) { add(.int(value)) }
  override func write(_ name: StaticString, _ value: Double) { add(.double(value)) }
  override func write(_ name: StaticString, _ value: Bool) { add(.bool(value)) }
  override func write(_ name: StaticString, any value: any Encodable) { add(.value(value)) }

  override func write(
    _ name: StaticString, object: @autoclosure () -> Any?, _ fields: (FieldWriter) -> Void
  ) {
    write(fields)
  }

  override func write(
    _ name: StaticString, list: @autoclosure () -> Any?, _ elements: (ListWriter) -> Void
  ) {
    let list = Elements(self)
    elements(list)
    add(.list(count: list.count))
  }

  override func write(_ name: StaticString, failure: GraphQLError) { add(.failure(failure)) }
  override func writeNil(_ name: StaticString, orNull isNull: Bool) { add(.null) }

  override func write(_ part: (FieldWriter) -> Void) {
    add(.object)
    if areEqual { part(self) }
  }

  override func writeNoPart() { add(.null) }

  package override func write(member name: String, _ value: JSON) {
    add(.string(name))
    add(.value(value))
  }

  // MARK: Lists

  nonisolated private final class Elements: ListWriter {
    private let comparison: Comparison
    private(set) var count = 0

    init(_ comparison: Comparison) {
      self.comparison = comparison
    }

    override func object(_ fields: (FieldWriter) -> Void) {
      comparison.write(fields)
      count += 1
    }

    override func list(_ body: (ListWriter) -> Void) {
      let inner = Elements(comparison)
      body(inner)
      comparison.add(.list(count: inner.count))
      count += 1
    }

    override func null() {
      comparison.add(.null)
      count += 1
    }
  }
}

nonisolated extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
