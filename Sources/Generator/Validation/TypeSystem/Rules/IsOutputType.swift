// Checks that fields return output types.
// https://spec.graphql.org/September2025/#IsOutputType()

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkIsOutputType(_ member: Member) {
    guard !member.isInput, let type = member.type, kind(type.symbol) == .inputObject else {
      return
    }
    let notes = typeNote(type)
    report.error(
      .isOutputType,
      "field \(member.element.coordinate(symbols)) cannot return the input object"
        + " \(symbols[type.symbol])",
      about: member.element, at: sources.start(of: type), notes: notes,
      help: "input objects are for arguments; return an object type with these fields")
  }
}
