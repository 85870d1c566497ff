// Checks that types have unique names, and that built-in types are redefined only with the same
// kind. Schemas printed by other tools repeat built-in types, which is harmless.
// https://spec.graphql.org/September2025/#sec-Schema
// https://spec.graphql.org/September2025/#sec-Scalars.Built-in-Scalars

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkUniqueTypeNames() {
    names.removeAll()
    for index in types.indices where !types[index].isExtension {
      let name = types[index].name
      guard let first = names.mark(name) else { continue }
      let kind = types[index].kind
      report.error(
        .uniqueTypeNames, "type \(symbols[name.symbol]) is defined more than once",
        about: .type(name.symbol), at: name.position, outcome: "the first definition is used",
        notes: [.init(first, "defined here first")],
        help: "rename one, or make this one an \"extend \(kind.keyword) \(symbols[name.symbol])\"")
    }
  }

  /// Checks UniqueTypeNames and SpecifiedBy for definitions of built-in types.
  mutating func checkBuiltInTypes() {
    for type in types {
      guard let id = schema.typeID(type.name.symbol), schema.isBuiltIn(id) else { continue }
      let kind = schema.types[id.index].kind
      if kind == type.kind {
        checkSpecifiedBy(type)
      } else {
        report.error(
          .uniqueTypeNames,
          "\(symbols[type.name.symbol]) is built in as \(kind.termWithArticle) type",
          about: .type(type.name.symbol), at: type.name.position, help: "choose another name")
      }
    }
  }
}
