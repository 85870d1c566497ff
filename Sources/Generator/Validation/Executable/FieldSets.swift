// The fields of selection sets, in a form that is merged by a loop over numbers.

import AuthGenLanguage
import AuthGenTypeSystem

/// The selection sets of a document. Inline fragments are merged into their enclosing set, because
/// each field stores its parent type. Spreads are kept, because fragments are shared.
struct FieldSets: Sendable {
  /// A selection set of a field, an operation or a fragment.
  typealias SetID = Int32

  /// No selection set.
  static let none: SetID = -1

  /// A selected field.
  struct Node: Sendable {
    let responseName: Symbol
    let name: Symbol
    let position: Position
    /// The type of the selection set; nil if it is unknown.
    let parent: TypeID?
    /// Whether `parent` is an object type, so that the field belongs to no other object type.
    let isParentObject: Bool
    /// The field's type; nil if the field is unknown.
    let type: TypeReference?
    /// The innermost named type of a leaf; empty for composite types.
    let leafType: Symbol
    /// The index in `argumentLists`, or -1 for none.
    let arguments: Int32
    /// Whether the field has `@stream`.
    let isStreamed: Bool
    let selectionSet: SetID
  }

  /// A field or a fragment spread.
  struct Item: Sendable {
    private let bits: UInt32
    private static let spreadBit: UInt32 = 1 << 31

    init(field: Int) {
      bits = UInt32(truncatingIfNeeded: field)
    }

    init(spread fragment: Int) {
      bits = UInt32(truncatingIfNeeded: fragment) | Self.spreadBit
    }

    var isSpread: Bool { bits & Self.spreadBit != 0 }
    /// The index in `fields` or, for a spread, of the fragment.
    var index: Int { Int(bits & ~Self.spreadBit) }
  }

  private(set) var fields: [Node] = []
  private(set) var argumentLists: [[Argument]] = []
  private(set) var items: [Item] = []
  private(set) var sets: [Range<Int32>] = []
  /// The selection set of each fragment.
  var fragmentSets: [SetID] = []
  /// The items of unfinished sets, the innermost last.
  private var pending: [Item] = []

  mutating func addArguments(_ arguments: [Argument]) -> Int32 {
    if arguments.isEmpty { return -1 }
    argumentLists.append(arguments)
    return Int32(argumentLists.count - 1)
  }

  // MARK: Building

  /// Begins a set nested in the current one.
  ///
  /// - Returns: the argument for `end`.
  func begin() -> Int {
    pending.count
  }

  mutating func add(_ field: Node) {
    pending.append(Item(field: fields.count))
    fields.append(field)
  }

  mutating func addSpread(of fragment: Int) {
    pending.append(Item(spread: fragment))
  }

  mutating func end(_ start: Int) -> SetID {
    let first = Int32(items.count)
    items.append(contentsOf: pending[start...])
    pending.removeSubrange(start...)
    sets.append(first..<Int32(items.count))
    return SetID(sets.count - 1)
  }
}
