// Configuration files and their JSON Schema as text.

import AuthGenLanguage

/// A JSON value to print on several lines.
package enum JSONLayout {
  /// A value as JSON.
  case json(String)
  case array([JSONLayout])
  case object([(String, JSONLayout)])
  /// An object on one line.
  case line([(String, JSONLayout)])

  package static func text(_ text: String) -> JSONLayout {
    var writer = JSONWriter()
    writer.string(text)
    return .json(String(decoding: writer.bytes, as: UTF8.self))
  }

  package static func texts(_ texts: [String]) -> JSONLayout { .array(texts.map(text)) }

  /// Returns the value as text.
  ///
  /// - Parameter indent: the spaces before each line but the first.
  package func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .json(let text): return text
    case .array(let elements):
      let texts = elements.map { $0.text(indent: inner) }
      return isShort
        ? "[\(texts.joined(separator: ", "))]"
        : "[\n\(texts.map { inner + $0 }.joined(separator: ",\n"))\n\(indent)]"
    case .object(let members), .line(let members):
      let texts = members.map { "\"\($0.0)\": \($0.1.text(indent: inner))" }
      return isShort
        ? "{ \(texts.joined(separator: ", ")) }"
        : "{\n\(texts.map { inner + $0 }.joined(separator: ",\n"))\n\(indent)}"
    }
  }

  /// Whether the value is printed on one line.
  private var isShort: Bool {
    switch self {
    case .json, .line: return true
    case .array(let elements):
      return elements.allSatisfy { if case .json = $0 { true } else { false } }
    case .object(let members):
      guard members.count == 1, case .json = members[0].1 else { return false }
      return true
    }
  }
}
