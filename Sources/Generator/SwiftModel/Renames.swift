// The user's names, by the element that they rename.

import AuthGenLanguage
import AuthGenTypeSystem

struct Renames {
  /// The names of enums and input objects.
  private(set) var types: [Symbol: String] = [:]
  /// The names of operations and fragments.
  private(set) var documents: [Symbol: String] = [:]
  /// The names of fields, input fields and enum values.
  private(set) var members: [MemberKey: String] = [:]
  /// The errors in the settings.
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameter definitions: the names of all operations and fragments.
  init(_ settings: ClientSettings, definitions: Set<Symbol>, schema: Schema, symbols: SymbolTable) {
    var resolver = CoordinateResolver(schema: schema, symbols: symbols)
    for rename in settings.renames {
      let (coordinate, name) = (rename.key, rename.value)
      guard SwiftName.isIdentifier(name) else {
        diagnostics.report(
          .configuration, "\"\(name)\" is not a Swift identifier",
          at: rename.position,
          help: "use letters, digits and underscores, a letter or underscore first")
        continue
      }
      var position = NameScope.Position.type
      if let symbol = symbols.find(coordinate), definitions.contains(symbol) {
        documents[symbol] = name
      } else {
        switch resolver.renamed(coordinate, at: rename.position) {
        case .type(let symbol): types[symbol] = name
        case .member(let key):
          members[key] = name
          position = .member
        case nil: break
        }
      }
      if NameScope.isRefused(name, as: position) {
        diagnostics.report(
          .configuration, "\"\(name)\" is a reserved word of Swift", at: rename.position,
          help: "choose another name")
      }
    }
    diagnostics += resolver.diagnostics
  }
}
