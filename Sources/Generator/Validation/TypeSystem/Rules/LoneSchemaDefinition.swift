// Checks that there is at most one `schema` definition.
// https://spec.graphql.org/September2025/#sec-Root-Operation-Types

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkLoneSchemaDefinition() {
    var first: SchemaDefinition?
    for schema in schemas where !schema.isExtension {
      guard let first else {
        first = schema
        continue
      }
      report.error(
        .loneSchemaDefinition, "a schema has only one schema definition", about: .schema,
        at: schema.start,
        notes: [.init(first.position, "it is defined here first")],
        help: "make this one an \"extend schema\", or remove it")
    }
  }
}
