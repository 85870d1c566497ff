// The JSON Schema of the configuration, from the declarations of its keys.
// https://json-schema.org/draft/2020-12

import AuthGenLanguage

package enum ConfigurationSchema {
  /// The description of the file.
  package static let summary =
    "This file lists the clients that authgen generates, their inputs and their options. Paths are"
    + " relative to the folder of this file."

  /// The JSON Schema of ``Configuration``.
  package static var text: String { text(of: Configuration.form) }

  private static func text(of file: ValueForm) -> String {
    var members: [(String, JSONLayout)] = [
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text("authgen configuration")),
      ("description", .text(summary)),
    ]
    members += self.members(of: file)
    members.append(
      ("$defs", .object(TextKind.all.map { ($0.name, .object(Self.members(of: $0))) })))
    return JSONLayout.object(members).text(indent: "") + "\n"
  }

  private static func members(of form: ValueForm) -> [(String, JSONLayout)] {
    switch form {
    case .text: [("type", .text("string"))]
    case .kind(let kind): [("$ref", .text("#/$defs/\(kind.name)"))]
    case .boolean: [("type", .text("boolean"))]
    case .wholeNumber(let range):
      [("type", .text("integer")), ("minimum", .json("\(range.lowerBound)"))]
        + (range.upperBound == .max ? [] : [("maximum", .json("\(range.upperBound)"))])
    case .constant(let number): [("const", .json("\(number)"))]
    case .choice(let names): [("enum", .array(names.map(JSONLayout.text)))]
    case .list(let element, let mayBeEmpty):
      [("type", .text("array"))] + (mayBeEmpty ? [] : [("minItems", .json("1"))])
        + [("items", .object(members(of: element)))]
    case .map(let element):
      [("type", .text("object")), ("additionalProperties", .object(members(of: element)))]
    case .either(let forms): [("oneOf", .array(forms.map { .object(members(of: $0)) }))]
    case .object(let keys): members(of: keys)
    }
  }

  private static func members(of keys: [KeyForm]) -> [(String, JSONLayout)] {
    let required = keys.filter(\.isRequired).map { JSONLayout.text($0.name) }
    let properties = keys.map { key in
      let standard = key.standard.map { [("default", JSONLayout.json($0))] } ?? []
      return (
        key.name,
        JSONLayout.object([("description", .text(key.summary))] + members(of: key.value) + standard)
      )
    }
    return [("type", .text("object")), ("additionalProperties", .json("false"))]
      + (required.isEmpty ? [] : [("required", .array(required))])
      + [("properties", .object(properties))]
  }

  private static func members(of kind: TextKind) -> [(String, JSONLayout)] {
    [
      ("title", .text(kind.title)), ("description", .text(kind.summary)),
      ("type", .text("string")), ("pattern", .text(kind.pattern)),
    ]
  }
}
