// A struct while it is built: the model so far, and what its other parts depend on.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenTypeSystem

struct StructDraft: Sendable {
  var model: StructModel
  let mapping: ObjectMapping?
  /// The members and nested types.
  var scope: NameScope
  var shape = SelectionShape()

  /// - Parameter visible: the types that nested types must not hide.
  init(name: String, documentation: [String], mapping: ObjectMapping?, visible: VisibleTypes) {
    model = StructModel(
      name: name, documentation: documentation, properties: [], parts: [], concrete: nil,
      nested: [], match: mapping?.match)
    self.mapping = mapping
    scope = NameScope(visible: visible)
  }

  /// The value while no struct is built.
  static let none = StructDraft(name: "", documentation: [], mapping: nil, visible: VisibleTypes())
}

/// The properties of a nested struct that the containing struct depends on.
struct SelectionShape: Sendable {
  /// The response names that are always present, including those of parts; non-null ones first.
  var certain: [Symbol] = []
  /// The approximate size of the struct.
  var words = 0
}

/// The approximate sizes of stored properties, in machine words.
enum StoredSize {
  /// The largest object that is stored inline. The functions that copy, assign and destroy a struct
  /// go through all of its inline properties, so each level of nesting repeats the code of the levels
  /// below. Out of line, a value is one reference.
  static let inlineLimit = 12

  static let string = 2
  /// An error of the server.
  private static let error = 6

  static func words(of type: SwiftType) -> Int {
    switch type.wrapped {
    case .array, .object: 1
    case .scalar("Int"), .scalar("Double"), .scalar("Bool"): type.isOptional ? 2 : 1
    case .scalar, .openEnum, .optional: string
    case .result(let inner): words(of: inner) + error
    }
  }
}

/// The Swift type of a selection set.
struct SelectionType {
  var name: String
  let type: TypeID
  let selections: [AppliedSelections]
  let collected: CollectedSelections
  /// Whether the type is a nested struct, and not a fragment.
  let isNested: Bool
}
