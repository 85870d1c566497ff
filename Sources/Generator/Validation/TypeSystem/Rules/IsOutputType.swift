// Checks that fields return output types.
// https://spec.graphql.org/September2025/#IsOutputType()

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  /// - Parameter element: returns the field of that type.
  mutating func checkIsOutputType(_ type: TypeReference, of element: () -> SchemaElement) {
    guard kind(type.symbol) == .inputObject else { return }
    let element = element()
    let notes = typeNote(type)
    report.error(
      .isOutputType,
      "field \(element.coordinate(symbols)) cannot return the input object"
        + " \(symbols[type.symbol])",
      about: element, at: sources.start(of: type), notes: notes,
      help: "input objects are for arguments; return an object type with these fields")
  }
}
