// Values stored out of line.

/// Stores a value out of line. Used for input objects that contain their own type and for
/// large objects in responses.
///
/// A struct that stores its objects inline is as large as all of them together. The functions that
/// copy, assign and destroy it go through all of their properties, so every level of nesting
/// repeats the code of the levels below. Out of line, a value is one reference.
///
/// Nothing here can be specialised for values of another module, because that would bring the code
/// back.
nonisolated public struct Indirect<Value> {
  /// A value on the heap. It is immutable, so several holders share it.
  nonisolated fileprivate final class Box {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private var box: Box

  @inline(never)
  public init(_ value: Value) {
    box = Box(value)
  }

  public var value: Value {
    @inline(never) get { box.value }
    @inline(never) set { box = Box(newValue) }
  }
}

nonisolated extension Indirect: Sendable where Value: Sendable {}
nonisolated extension Indirect.Box: Sendable where Value: Sendable {}

nonisolated extension Indirect: Equatable where Value: Equatable {
  public static func == (left: Indirect, right: Indirect) -> Bool {
    left.box === right.box || left.box.value == right.box.value
  }
}

nonisolated extension Indirect: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(box.value)
  }
}

/// Descriptions and mirrors are those of the value.
nonisolated extension Indirect: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public var description: String { String(describing: value) }
  public var debugDescription: String { String(reflecting: value) }
  public var customMirror: Mirror { Mirror(reflecting: value) }
}

nonisolated extension FieldCoder {
  public mutating func object<Object: ResponseObject>(
    _ name: StaticString, _ value: inout Indirect<Object>
  ) {
    outOfLine(&value) { $1.object(name, &$0) }
  }

  public mutating func optionalObject<Object: ResponseObject>(
    _ name: StaticString, _ value: inout Indirect<Object?>
  ) {
    outOfLine(&value) { $1.optionalObject(name, &$0) }
  }

  public mutating func optionalObject<Object: ResponseObject>(
    _ name: StaticString, _ value: inout Indirect<Object?>, if condition: StaticString,
    nonNull: Bool = false
  ) {
    outOfLine(&value) { $1.optionalObject(name, &$0, if: condition, nonNull: nonNull) }
  }

  public mutating func part<Part: ResponseObject>(_ value: inout Indirect<Part>) {
    outOfLine(&value) { $1.part(&$0) }
  }

  public mutating func part<Part: ResponseObject>(
    _ value: inout Indirect<Part?>, if condition: StaticString, orAnyOf names: [StaticString] = []
  ) {
    outOfLine(&value) { $1.part(&$0, if: condition, orAnyOf: names) }
  }

  public mutating func part<Part: ResponseObject>(
    _ value: inout Indirect<Part?>, ifAnyOf names: [StaticString]
  ) {
    outOfLine(&value) { $1.part(&$0, ifAnyOf: names) }
  }

  public mutating func part<Part: ResponseObject>(
    _ value: inout Indirect<Part?>, ifTypeIn types: Set<String>, of known: Set<String>
  ) {
    outOfLine(&value) { $1.part(&$0, ifTypeIn: types, of: known) }
  }

  @inline(never)
  private mutating func outOfLine<Value>(
    _ value: inout Indirect<Value>, _ visit: (inout Value, inout FieldCoder) -> Void
  ) {
    switch mode {
    case .json, .container:
      guard !hasFailed, let new = try? whole(visit) else { return }
      initialize(&value, to: Indirect(new))
    case .comparison: compare(&value, visit)
    case .encoder, .reflection:
      var inner = value.value
      visit(&inner, &self)
    case .removal: remove(&value)
    }
  }
}
