// The forms of values in a configuration file: what its JSON Schema and its reference page say.

import AuthGenLanguage
import AuthGenSupport
import AuthGenSwiftModel

package indirect enum ValueForm: Sendable {
  case text
  case kind(TextKind)
  case boolean
  /// An integer. The upper bound can be the largest `Int`.
  case wholeNumber(ClosedRange<Int>)
  case constant(Int)
  /// One of these strings.
  case choice([String])
  case list(of: ValueForm, mayBeEmpty: Bool)
  /// An object whose keys the user chooses.
  case map(of: ValueForm)
  case object([KeyForm])
  case either([ValueForm])
}

extension ValueForm {
  /// Names the object that has a key, for a key at the wrong level.
  func help(forKey name: String) -> String? {
    owners(of: name, inside: "the file").first.map { "it belongs in \($0);" }
  }

  private func owners(of name: String, inside owner: String) -> [String] {
    switch self {
    case .object(let keys):
      (keys.contains { $0.name == name } ? [owner] : [])
        + keys.flatMap { $0.value.owners(of: name, inside: "\"\($0.name)\"") }
    case .list(let element, _), .map(let element): element.owners(of: name, inside: owner)
    case .either(let forms): forms.flatMap { $0.owners(of: name, inside: owner) }
    default: []
    }
  }

  /// Returns a default as JSON. Lists, maps and objects are empty by default.
  func json<Value>(_ standard: Value) -> String {
    switch self {
    case .text, .kind, .choice: "\"\(standard)\""
    case .boolean, .wholeNumber, .constant: "\(standard)"
    case .list: "[]"
    case .map, .object: "{}"
    case .either(let forms): forms.last?.json(standard) ?? "null"
    }
  }
}

/// The form of one key of an object.
package struct KeyForm: Sendable {
  package let name: String
  /// What the value means, as sentences.
  package let summary: String
  package let value: ValueForm
  package let isRequired: Bool
  /// The default, as JSON; nil if the key has no default.
  package let standard: String?
}

/// A kind of text.
package struct TextKind: Sendable {
  /// The name in the JSON Schema.
  package let name: String
  /// The name in sentences, with its article.
  package let title: String
  /// The allowed form, as sentences.
  package let summary: String
  /// A regular expression (ECMA-262) that matches all valid texts. `isValid` can be stricter.
  package let pattern: String
  /// The fix for an invalid text.
  let help: String?
  package let isValid: @Sendable (String) -> Bool
}

extension TextKind {
  /// All kinds, in the order of the reference page.
  package static let all: [TextKind] = [
    path, line, word, headerName, typeName, identifier, module, swiftType, graphQLName,
    directiveName,
  ]

  private static let characters = #"[^\u0000-\u001F\u007F-\u009F\u2028\u2029]"#

  static let path = TextKind(
    name: "path", title: "a path",
    summary: "Relative to the folder of the configuration, or absolute. At least one character,"
      + " without control characters.",
    pattern: "^\(characters)+$", help: "write \".\" for the folder of the configuration"
  ) { !$0.isEmpty && SwiftText.isLine($0) }

  static let line = TextKind(
    name: "line", title: "a line of text",
    summary: "No line breaks or other control characters. Can be empty.",
    pattern: "^\(characters)*$",
    help: "write each line as a string of its own, without control characters",
    isValid: SwiftText.isLine)

  static let word = TextKind(
    name: "word", title: "a line of text that is not empty",
    summary: "At least one character. No line breaks or other control characters.",
    pattern: "^\(characters)+$", help: nil
  ) { !$0.isEmpty && SwiftText.isLine($0) }

  static let headerName = TextKind(
    name: "headerName", title: "a name as in an HTTP header",
    summary: "Letters, digits and !#$%&'*+-.^_`|~. No spaces and no colon.",
    pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
    help: "write the name alone, without spaces and a colon"
  ) { $0.isHTTPToken }

  static let typeName = TextKind(
    name: "typeName", title: "a Swift identifier that begins with an upper-case letter",
    summary: "ASCII letters, digits and underscores. The first character is an upper-case letter.",
    pattern: "^(?!(Any|Protocol|Self|Type)$)[A-Z][A-Za-z0-9_]*$",
    help: "use letters, digits and underscores, such as \"Shop\"", isValid: SwiftText.isTypeName)

  static let identifier = TextKind(
    name: "identifier", title: "a Swift identifier",
    summary: "ASCII letters, digits and underscores. The first character is not a digit.",
    pattern: "^(?!_$)[A-Za-z_][A-Za-z0-9_]*$",
    help: "use letters, digits and underscores, no digit first", isValid: SwiftName.isIdentifier)

  static let module = TextKind(
    name: "module", title: "the name of a Swift module",
    summary: "Only the name, such as Foundation. A submodule has dots.",
    pattern: #"^(?!_(\.|$))[A-Za-z_][A-Za-z0-9_]*(\.(?!_(\.|$))[A-Za-z_][A-Za-z0-9_]*)*$"#,
    help: "write the name alone, such as \"Foundation\"", isValid: SwiftText.isModule)

  static let swiftType = TextKind(
    name: "swiftType", title: "a Swift type",
    summary: "A type as in Swift code, such as Decimal or [String: JSON]: a named type with"
      + " optional generic arguments, an array, a dictionary, or an optional of these.",
    pattern: #"^ *[A-Za-z_\[][A-Za-z0-9_.<>,:?\[\] ]*$"#,
    help: "write it as in code, such as \"Decimal\" or \"[String: JSON]\"",
    isValid: SwiftText.isType)

  static let graphQLName = TextKind(
    name: "graphQLName", title: "a GraphQL name",
    summary: "Letters, digits and underscores, no digit first: the name as in the schema or the"
      + " document.",
    pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
    help: "write the name alone, as in the schema or the document"
  ) { Name.isValid($0.utf8) }

  static let directiveName = TextKind(
    name: "directiveName", title: "the name of a directive",
    summary: "Only the name, without @ and arguments.", pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
    help: "write the name alone, without @ and arguments"
  ) { Name.isValid($0.utf8) }
}
