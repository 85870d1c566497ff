// Reads the `errors` of `@source` and `@connect`: the mapping of an error's body.

import AuthGenLanguage
import AuthGenTypeSystem

extension ConnectorReader {
  mutating func readError(_ errors: Value) -> ObjectMapping? {
    guard let errorType else {
      diagnostics.report(
        "errors are mapped, but have no type", at: errors.position,
        help: "name a type of the schema as \"errorType\" among the client's options")
      return nil
    }
    var builder = ResponseMappingBuilder(schema: schema, symbols: symbols)
    let mapping = builder.error(
      message: parse(errors.field("message", symbols), MappingParser.value),
      extensions: parse(errors.field("extensions", symbols), MappingParser.mapping),
      type: errorType, at: errors.position)
    diagnostics += builder.diagnostics
    return mapping
  }

  /// Reads a connector's own mapping of errors. All connectors share the struct of the error type,
  /// which follows the source's mapping, so this mapping cannot contain nested objects.
  mutating func ownError(_ errors: Value) -> ObjectMapping? {
    guard let mapping = readError(errors), let errorType else { return nil }
    let fields = mapping.fields.sorted { $0.key < $1.key }
    for (name, field) in fields where field.object != nil {
      diagnostics.reportUnsupported(
        "\"\(name)\", an object in the errors of one connector", at: field.position,
        instead: "map it in the errors of the source")
    }
    for field in schema[errorType].fields
    where field.type.isNonNull && mapping.fields[symbols[field.name.symbol]] == nil {
      diagnostics.report(
        "no mapping for \"\(symbols[field.name.symbol])\", which is non-null",
        at: errors.position, notes: [.init(field.name.position, "the field is here")],
        help: "map it, or make it nullable")
    }
    return mapping
  }

  mutating func reportNoErrors(of type: TypeID, at position: Position) {
    diagnostics.report(
      "no mapping of errors to \"\(symbols[schema.name(of: type).symbol])\"", at: position,
      help: "add errors: { message: \"…\", extensions: \"…\" } to the source")
  }
}
