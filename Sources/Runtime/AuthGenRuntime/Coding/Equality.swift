// Comparing two values of a response type. The description of the properties that reads and writes a value also
// compares, so generated types have no code of their own for it.

import Foundation

nonisolated extension ResponseObject where Self: Equatable {
  /// Compares all properties.
  @inline(never)
  public static func == (left: Self, right: Self) -> Bool { FieldCoder.areEqual(left, right) }
}

nonisolated extension ConcreteObject where Self: Equatable {
  /// Compares the types of the objects, and all properties.
  @inline(never)
  public static func == (left: Self, right: Self) -> Bool { FieldCoder.areEqual(left, right) }
}

nonisolated extension FieldCoder {
  @inline(never)
  package static func areEqual<Object: ResponseObject>(_ left: Object, _ right: Object) -> Bool {
    var coder = FieldCoder(.comparison)
    withUnsafePointer(to: left) { left in
      withUnsafePointer(to: right) { right in
        coder.other = UnsafeRawPointer(right) - UnsafeRawPointer(left)
        coder.visit(left)
      }
    }
    return !coder.hasFailed
  }

  @inline(never)
  static func areEqual<Concrete: ConcreteObject>(_ left: Concrete, _ right: Concrete) -> Bool {
    func parts(_ object: Concrete) -> (typename: String, part: (any ResponseObject)?) {
      var coder = FieldCoder(.comparison)
      return (object.write(fields: &coder), coder.concretePart)
    }
    let (left, right) = (parts(left), parts(right))
    guard left.typename == right.typename else { return false }
    return areEqual(any: left.part, right.part)
  }

  private static func areEqual(any left: (any ResponseObject)?, _ right: (any ResponseObject)?)
    -> Bool
  {
    guard let left, let right else { return left == nil && right == nil }
    func compare<Object: ResponseObject>(_ left: Object) -> Bool {
      (right as? Object).map { areEqual(left, $0) } ?? false
    }
    return compare(left)
  }

  /// Compares two values whose types are known at run time only. A value that is not `Equatable` is compared by its JSON.
  static func areEqual<Value>(custom left: Value, _ right: Value) -> Bool {
    if let left = left as? any Equatable { return left.isEqual(to: right) }
    if let left = left as? any ResponseObject {
      return areEqual(any: left, right as? any ResponseObject)
    }
    if let left = left as? any NestedValue, let right = right as? any NestedValue {
      return areEqual(left.content, right.content)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    func json(_ value: Value) -> Data? {
      (value as? any Encodable).flatMap { try? encoder.encode($0) }
    }
    guard let left = json(left) else { return false }
    return left == json(right)
  }

  private static func areEqual(_ left: NestedContent, _ right: NestedContent) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { areEqual(custom: $0, $1) }
    case (.object(let left), .object(let right)): areEqual(custom: left, right)
    default: false
    }
  }

  static func areEqual<Value>(
    _ left: Value?, _ right: Value?, _ areEqual: (Value, Value) -> Bool
  ) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): areEqual(left, right)
    default: false
    }
  }

  // MARK: Properties

  /// Compares a property of both values.
  mutating func compare<Value>(
    _ value: UnsafeMutablePointer<Value>, _ areEqual: (Value, Value) -> Bool
  ) {
    (hasLocation, location) = (false, nil)
    guard !hasFailed else { return }
    if !areEqual(value.pointee, counterpart(of: value).pointee) { hasFailed = true }
  }

  /// Compares a nullable property of both values.
  mutating func compareOptional<Value>(
    _ value: UnsafeMutablePointer<Value?>, _ areEqual: (Value, Value) -> Bool
  ) {
    compare(value) { Self.areEqual($0, $1, areEqual) }
  }

  /// The same property of the other value.
  private func counterpart<Value>(
    of value: UnsafeMutablePointer<Value>
  ) -> UnsafePointer<Value> {
    (UnsafeRawPointer(value) + other).assumingMemoryBound(to: Value.self)
  }

  /// Compares what two properties store out of line.
  mutating func compare<Value>(
    _ value: UnsafeMutablePointer<Indirect<Value>>, _ visit: (inout Value, inout FieldCoder) -> Void
  ) {
    guard !hasFailed else { return }
    var (left, right) = (value.pointee.value, counterpart(of: value).pointee.value)
    let outer = other
    withUnsafeMutablePointer(to: &left) { left in
      withUnsafePointer(to: &right) { right in
        other = UnsafeRawPointer(right) - UnsafeRawPointer(left)
        visit(&left.pointee, &self)
      }
    }
    other = outer
  }
}

nonisolated extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
