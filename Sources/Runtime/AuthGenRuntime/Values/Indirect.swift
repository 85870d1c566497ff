// Values stored out of line.

/// Stores a value out of line. Used for input objects that contain their own type and for
/// large objects in responses.
///
/// A struct that stores its objects inline is as large as all of them together. The functions that
/// copy, assign and destroy it go through all of their properties, so every level of nesting
/// repeats the code of the levels below. Out of line, a value is one reference.
///
/// Nothing here can be specialised for values of another module, because that would bring the code back.
///
/// It is no property wrapper: Swift 6.3 refuses a mutable property with one in a nonisolated struct, also if
/// a protocol makes the struct nonisolated. Without `nonisolated`, a target that isolates its code to the
/// main actor by default could not compile the copied runtime.
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
