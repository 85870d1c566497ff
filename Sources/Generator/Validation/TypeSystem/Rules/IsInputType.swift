// Checks that arguments and input fields have input types.
// https://spec.graphql.org/September2025/#IsInputType()

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkIsInputType(_ member: Member) {
    guard member.isInput, let type = member.type, let kind = kind(type.symbol), !kind.isInputType
    else {
      return
    }
    let notes = typeNote(type)
    report.error(
      .isInputType,
      "\(member.element.term) \(member.element.coordinate(symbols)) cannot take"
        + " \(symbols[type.symbol]), which is \(kind.termWithArticle) type",
      about: member.element, at: sources.start(of: type), notes: notes,
      help: "take a scalar, an enum or an input object")
  }

  /// Returns a note at the definition of a reference's type, unless the type is built in.
  func typeNote(_ type: TypeReference) -> [Diagnostic.Note] {
    guard let id = schema.typeID(type.symbol), !schema.isBuiltIn(id) else { return [] }
    return [.init(schema.types[id.index].name.position, "defined here")]
  }
}
