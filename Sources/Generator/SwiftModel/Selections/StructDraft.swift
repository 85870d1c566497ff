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
  /// The problems with names.
  var diagnostics: [Diagnostic] = []

  /// - Parameter visible: the types that nested types must not hide.
  init(name: String, documentation: [String], mapping: ObjectMapping?, visible: VisibleTypes) {
    model = StructModel(
      name: name, documentation: documentation, properties: [], parts: [], concrete: nil,
      nested: [], match: mapping?.match)
    self.mapping = mapping
    scope = NameScope(visible: visible)
  }

  mutating func addTypename(_ preferredName: String) {
    let name = scope.claim(preferredName, as: .member)
    model.properties.append(
      PropertyModel(
        name: name, storageName: name, graphQLName: "__typename", type: .scalar("String"),
        documentation: ["The name of the object's type."], deprecation: nil))
    shape.words += StoredSize.string
  }

  mutating func addPart(
    _ type: String, words: Int, _ presence: PartModel.Presence, _ deferral: DeferralModel? = nil,
    documentation: [String]
  ) {
    let member = SwiftName.member(type, .camelCase)
    let name = scope.claim(member, member + "Fragment", as: .member)
    // A deferred part is a reference.
    let isIndirect = store(.object(type), words: deferral == nil ? words : 1)
    model.parts.append(
      PartModel(
        name: name, storageName: isIndirect ? scope.claim("_" + name, as: .member) : name,
        type: type, isIndirect: isIndirect, presence: presence, deferral: deferral,
        documentation: documentation))
  }

  /// Adds a stored property to the size of the struct.
  ///
  /// - Parameters:
  ///   - words: the size of an object.
  ///   - isCaught: whether the value catches errors. Then it is stored inline.
  /// - Returns: whether the value is stored out of line.
  mutating func store(_ type: SwiftType, words: Int, isCaught: Bool = false) -> Bool {
    guard case .object = type.wrapped, !isCaught else {
      shape.words += StoredSize.words(of: type) + (isCaught ? words : 0)
      return false
    }
    let isIndirect = words > StoredSize.inlineLimit
    shape.words += isIndirect ? 1 : words
    return isIndirect
  }
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
  ///
  /// Machine code of objects with eight strings and two such objects, five levels deep: without a limit three
  /// times as much, with limits of 16 to 48 words 0.94 to 1.06 times. For Apollo's sample AnimalKingdom,
  /// these limits add 4 %.
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
