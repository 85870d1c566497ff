// Builds the reference page of the configuration from the declarations of its keys: a section for each object
// with its keys, in the order of the declarations.

import AuthGenGeneration

struct ConfigurationReference {
  let file: ValueForm
  /// The example configuration on the page.
  let example: String

  func markdown() -> String {
    var lines = [
      "# Configuration", "",
      "Every key of `authgen.json`, with its values and its default.",
      "",
      "<!-- Made from Configuration+Keys.swift; ConfigurationReferenceTests keeps it so. -->",
      "", "## Overview", "",
    ]
    lines += wrapped(
      """
      \(ConfigurationSchema.summary) An unknown or duplicate key is an error, with its line and column. The file \
      cannot contain comments.
      """)
    lines.append("")
    lines += wrapped(
      """
      For completion and validation in editors, `$schema` is the path of a JSON Schema. \
      `authgen init` writes the schema beside the configuration, and `authgen init --editors` \
      writes it for an existing one. A coordinate is a schema coordinate, \
      such as `Mutation.login` for a field, or `Mutation.login(input:)` for an argument.
      """)
    lines += ["", "A configuration of one client, for the build plugin:", "", "```json"]
    lines += [example.trimmingSuffix("\n"), "```", ""]
    append(file, path: "", to: &lines)
    lines += ["## Kinds of text", "", "| Kind | Form |", "| --- | --- |"]
    lines += TextKind.all.map { "| \($0.title) | \($0.summary) |" }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Sections

  /// Appends the section of an object, and those of the objects inside it.
  ///
  /// - Parameters:
  ///   - path: the object's path, such as `clients[].options`; empty for the whole file.
  ///   - title: the path, and what distinguishes the object from another one there. Default: the path.
  private func append(
    _ object: ValueForm, path: String, title: String? = nil, to lines: inout [String]
  ) {
    guard case .object(let keys) = object else { return }
    lines += ["## \(path.isEmpty ? "The file" : title ?? "`\(path)`")", ""]
    var inner: [Inner] = []
    for key in keys {
      let keyPath = path.isEmpty ? key.name : "\(path).\(key.name)"
      lines += ["### `\(keyPath)`", ""]
      lines += wrapped(key.summary)
      lines += ["", "- Value: \(words(for: key.value, at: keyPath, &inner))"]
      let standard = key.standard.map { "`\($0)`" } ?? "none"
      lines += [key.isRequired ? "- Required" : "- Default: \(standard)", ""]
    }
    // What distinguishes an object also distinguishes those inside it.
    let mark = title?.dropFirst("`\(path)`".count) ?? ""
    for next in inner {
      append(next.object, path: next.path, title: next.title + mark, to: &lines)
    }
  }

  /// An object that needs its own section.
  private struct Inner {
    let object: ValueForm
    let path: String
    let title: String
  }

  /// Describes the allowed values.
  ///
  /// - Parameter inner: collects the objects that need their own sections.
  private func words(
    for form: ValueForm, at path: String, _ inner: inout [Inner]
  ) -> String {
    switch form {
    case .text: return "a string"
    case .kind(let kind): return kind.title
    case .boolean: return "`true`, `false`"
    case .wholeNumber(let range): return range.title
    case .constant(let number): return "`\(number)`"
    case .choice(let names): return names.map { "`\"\($0)\"`" }.joined(separator: ", ")
    case .list(let element, let mayBeEmpty):
      let list = mayBeEmpty ? "a list" : "a list that is not empty"
      return "\(list), each element \(words(for: element, at: path + "[]", &inner))"
    case .map(let element):
      return "an object, each value \(words(for: element, at: path + ".*", &inner))"
    case .either(let forms):
      return forms.map { words(for: $0, at: path, &inner) }.joined(separator: "; or ")
    case .object(let keys):
      var title = "`\(path)`"
      if inner.contains(where: { $0.path == path }), let key = keys.first(where: \.isRequired) {
        title += " with `\(key.name)`"
      }
      inner.append(Inner(object: form, path: path, title: title))
      return "an object, see \(title) below"
    }
  }

  // MARK: Text

  /// Breaks a text into lines of at most 100 columns.
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
