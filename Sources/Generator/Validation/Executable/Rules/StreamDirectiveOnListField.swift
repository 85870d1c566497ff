// Checks that `@stream` is applied to fields of list types.
// https://github.com/graphql/graphql-spec/pull/1110

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  mutating func checkStreamDirectiveOnListField(
    _ field: Field, _ definition: FieldDefinition, of parent: TypeID
  ) {
    guard !definition.type.isList, incrementalDirectives.contains(.stream) else { return }
    for directive in field.directives where directive.name.symbol == .stream {
      let type = symbols[schema.name(of: parent).symbol]
      report.error(
        .streamDirectiveOnListField,
        "@stream requires a list, and field \"\(type).\(symbols[field.name.symbol])\" is of type"
          + " \(definition.type.text(symbols))",
        at: directive.position, help: "remove it")
    }
  }
}
