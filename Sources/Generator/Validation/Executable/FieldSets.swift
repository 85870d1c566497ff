// The fields that selection sets select, in a form in which merging them is a loop over numbers.

import AuthGenLanguage
import AuthGenTypeSystem

/// The selection sets of a document. Inline fragments are dissolved in the set they stand in, since
/// each field knows its parent type; spreads are kept, since a fragment is shared.
struct FieldSets: Sendable {
  /// A selection set of a field, an operation or a fragment.
  typealias SetID = Int32

  /// No selection set.
  static let none: SetID = -1

  /// One field as it is selected.
  struct Node: Sendable {
    let responseName: Symbol
    let name: Symbol
    let position: Position
    /// The type that the selection set is on, nil where that is unknown.
    let parent: TypeID?
    /// Whether `parent` is an object type, so that no other object type can have this field too.
    let isParentObject: Bool
    /// The field's type, nil where the field is unknown.
    let type: TypeReference?
    /// The named type at the core of a leaf's type; empty for composite types.
    let leafType: Symbol
    /// Index into `argumentLists`, or -1 for none.
    let arguments: Int32
    let selectionSet: SetID
  }

  /// A field or the spread of a fragment.
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
    /// Index into `fields` or, for a spread, of the fragment.
    var index: Int { Int(bits & ~Self.spreadBit) }
  }

  private(set) var fields: [Node] = []
  private(set) var argumentLists: [[Argument]] = []
  private(set) var items: [Item] = []
  private(set) var sets: [Range<Int32>] = []
  /// The selection set of each fragment.
  var fragmentSets: [SetID] = []
  /// The items of the sets that are still being built, the innermost last.
  private var pending: [Item] = []

  mutating func addArguments(_ arguments: [Argument]) -> Int32 {
    if arguments.isEmpty { return -1 }
    argumentLists.append(arguments)
    return Int32(argumentLists.count - 1)
  }

  // MARK: Building

  /// Begins a set inside of the one that is being built.
  ///
  /// - Returns: what `end` takes.
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
