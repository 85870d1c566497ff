// From the JSON Schema of the configuration to a page of documentation: a section for each object,
// and in it each key, in the order of the schema.

import AuthGenLanguage
import Testing

struct ConfigurationReference {
  let schema: JSONValue
  /// A configuration to show.
  let example: String

  private var definitions: [JSONValue.Member] { schema["$defs"]?.object ?? [] }

  func markdown() throws -> String {
    var lines = [
      "# Configuration", "",
      "Every key of `authgen.json`, with its values and its default.",
      "",
      "<!-- Made from Schemas/authgen.schema.json; ConfigurationReferenceTests keeps it so. -->",
      "", "## Overview", "",
    ]
    lines += wrapped(
      """
      \(try text("description", of: schema)) An unknown or duplicate key is an error, with its line and \
      column. The file cannot contain comments.
      """)
    lines.append("")
    lines += wrapped(
      """
      Set `$schema` to `Schemas/authgen.schema.json` for completion and validation in editors. This \
      page is generated from that file. A coordinate is a schema coordinate, such as \
      `Mutation.login` for a field, or `Mutation.login(input:)` for an argument.
      """)
    lines += ["", "A configuration of one client, for the build plugin:", "", "```json"]
    lines += [example.trimmingSuffix("\n"), "```", ""]
    try append(schema, path: "", to: &lines)
    lines += ["## Kinds of text", "", "| Kind | Form |", "| --- | --- |"]
    for kind in definitions where kind.value["pattern"] != nil {
      lines.append(
        "| \(try text("title", of: kind.value)) | \(try text("description", of: kind.value)) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Sections

  /// The section of an object, and those of the objects inside it.
  ///
  /// - Parameter path: of the object, such as `clients[].options`; empty for the whole file.
  private func append(_ object: JSONValue, path: String, to lines: inout [String]) throws {
    lines += ["## \(path.isEmpty ? "The file" : "`\(path)`")", ""]
    let needed = (object["required"]?.array ?? []).compactMap { $0.string?.text }
    var inner: [(object: JSONValue, path: String)] = []
    for key in object["properties"]?.object ?? [] {
      let keyPath = path.isEmpty ? key.name : "\(path).\(key.name)"
      lines += ["### `\(keyPath)`", ""]
      lines += wrapped(try text("description", of: key.value))
      let value = try words(for: key.value, at: keyPath, &inner)
      lines += ["", "- Value: \(value)"]
      if let standard = key.value["default"], !needed.contains(key.name) {
        lines.append("- Default: `\(code(standard))`")
      } else {
        lines.append(needed.contains(key.name) ? "- Required" : "- Default: none")
      }
      lines.append("")
    }
    for next in inner { try append(next.object, path: next.path, to: &lines) }
  }

  /// What a value may be, in words.
  ///
  /// - Parameter inner: takes the objects that need sections of their own.
  private func words(
    for value: JSONValue, at path: String, _ inner: inout [(object: JSONValue, path: String)]
  ) throws -> String {
    if let name = value["$ref"]?.string?.text.split(separator: "/").last {
      let definition = try #require(definitions.first { $0.name == name })
      return try words(for: definition.value, at: path, &inner)
    }
    if let constant = value["const"] { return "`\(code(constant))`" }
    if let choices = value["enum"]?.array {
      return choices.map { "`\(code($0))`" }.joined(separator: ", ")
    }
    if let choices = value["oneOf"]?.array {
      return try choices.map { try words(for: $0, at: path, &inner) }.joined(separator: "; or ")
    }
    if value["properties"] != nil {
      inner.append((value, path))
      return "an object, see `\(path)` below"
    }
    switch value["type"]?.string?.text {
    case "array":
      let count = value["minItems"] == nil ? "a list" : "a list that is not empty"
      let element = try #require(value["items"])
      return try "\(count), each element \(words(for: element, at: path + "[]", &inner))"
    case "object":
      let element = try #require(value["additionalProperties"])
      return try "an object, each value \(words(for: element, at: path + ".*", &inner))"
    case "integer": return "a whole number from \(code(try #require(value["minimum"])))"
    case "boolean": return "`true`, `false`"
    default: return value["title"] == nil ? "a string" : try text("title", of: value)
    }
  }

  // MARK: Text

  private func text(_ name: String, of value: JSONValue) throws -> String {
    try #require(value[name]?.string?.text)
  }

  private func code(_ value: JSONValue) -> String {
    var writer = JSONWriter()
    writer.value(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Lines of at most 100 columns.
  private func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= 100 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
