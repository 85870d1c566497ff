// Values out of line.

/// Storage out of line: of input objects that hold another of their own type, and of objects in
/// responses.
///
/// A struct that has its objects in place is as large as all of them together, and each of the
/// functions that copy, assign and destroy it goes through all of their properties: every level of
/// nesting has the code of those below it once more. Out of line, a value is one reference to whoever
/// holds it.
///
/// Nothing here can be specialised for the values of another module, which would bring the code back.
nonisolated public struct Indirect<Value> {
  /// A value on the heap, which several holders share since it does not change.
  nonisolated final class Box {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  let box: Box

  init(box: Box) {
    self.box = box
  }

  @inline(never)
  public init(_ value: Value) {
    box = Box(value)
  }

  public var value: Value {
    @inline(never) get { box.value }
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

/// It looks as the value does.
nonisolated extension Indirect: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public var description: String { String(describing: value) }
  public var debugDescription: String { String(reflecting: value) }
  public var customMirror: Mirror { Mirror(reflecting: value) }
}
