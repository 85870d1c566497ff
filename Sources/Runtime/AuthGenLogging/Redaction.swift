// What a log may show of bodies.

import AuthGenRuntime
import Foundation

/// Removes from bodies what is secret, or may be.
nonisolated struct Redaction {
  /// The strings of a request with secrets, and the forms in which a server may repeat them.
  private let secrets: [String]

  init(_ request: HTTPRequest, sendsSecrets: Bool) {
    let sent = sendsSecrets ? request.body.flatMap { JSON($0) } : nil
    let variables = sent?["variables"] ?? sent
    secrets = Set((variables?.strings ?? []).filter { !$0.isEmpty }.flatMap(\.repeatedForms))
      .sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }

  /// The largest part of a text, in characters.
  static var maximumLength: Int { 4_000 }

  /// JSON with the types in place of strings and numbers; nil for another body.
  func json(_ body: Data?) -> String? {
    guard let body, let json = JSON(body) else { return nil }
    return cut(json.types.text)
  }

  /// A response's body, and whether it has GraphQL errors.
  func response(_ response: HTTPResponse) -> (text: String, hasErrors: Bool) {
    guard let json = JSON(response.body) else {
      return (cut(scrubbed(String(decoding: response.body, as: UTF8.self))), false)
    }
    let hasErrors = json["errors"]?.array?.isEmpty == false
    // Services describe an error in the body itself.
    if response.status >= 400, json["data"] == nil { return (cut(scrubbed(json.text)), hasErrors) }
    guard case .object(let members) = json else { return (cut(json.types.text), false) }
    var shown = members.mapValues(\.types)
    shown["errors"] = members["errors"]
    return (cut(scrubbed(JSON.object(shown).text)), hasErrors)
  }

  /// A text without the request's secrets, credentials and long random texts.
  func scrubbed(_ text: String) -> String {
    var text = text
    for secret in secrets { text = text.replacingOccurrences(of: secret, with: "<secret>") }
    text.replace(Self.named) { match in "\(match.1)<secret>" }
    text.replace(Self.scheme) { match in "\(match.1) <secret>" }
    text.replace(Self.random) { match in match.0.contains(where: \.isNumber) ? "<secret>" : match.0
    }
    return text
  }

  /// A name for a secret, and its value.
  private static var named: Regex<(Substring, Substring)> {
    /((?i:authorization|cookie|token|passw(?:or)?d|passcode|secret|session|credential|api.?key|otp|verifier|jwt)[\w-]*(?:&quot;|&#x?\w+;|\\*["'])?\s*[:=>]+\s*(?:&quot;|&#x?\w+;|\\*["'])?)[^"'<>&\r\n\\]+/
  }

  /// A scheme of authentication, and a token.
  private static var scheme: Regex<(Substring, Substring)> {
    /(?i:\b(bearer|basic|dpop|jwt|opaque|token)) +[\w.~+\/=-]{4,}/
  }

  /// A text without spaces, such as a token.
  private static var random: Regex<Substring> { /[\w+\/=.~-]{20,}/ }

  private func cut(_ text: String) -> String {
    guard text.count > Self.maximumLength else { return text }
    return "\(text.prefix(Self.maximumLength))… (\(text.count) characters)"
  }
}

nonisolated extension JSON {
  /// The JSON as text, with sorted names.
  fileprivate var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The types in place of strings and numbers.
  fileprivate var types: JSON {
    switch self {
    case .null, .boolean: self
    case .integer, .number: .string("<number>")
    case .string: .string("<text>")
    case .array(let elements): .array(elements.map(\.types))
    case .object(let members): .object(members.mapValues(\.types))
    }
  }

  fileprivate var strings: [String] {
    switch self {
    case .null, .boolean: []
    case .integer(let number): ["\(number)"]
    case .number(let number): [number.text]
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.strings)
    case .object(let members): members.values.flatMap(\.strings)
    }
  }
}

nonisolated extension String {
  /// The text as it is, and as JSON, HTML and URLs contain it.
  fileprivate var repeatedForms: [String] {
    let html = replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(
      of: "<", with: "&lt;"
    )
    .replacingOccurrences(of: ">", with: "&gt;")
    let quoted = html.replacingOccurrences(of: "\"", with: "&quot;")
      .replacingOccurrences(of: "'", with: "&#x27;")
    let json = String(JSON.string(self).text.dropFirst().dropLast())
    // A server may quote the request's JSON in its own.
    let nested = String(JSON.string(json).text.dropFirst().dropLast())
    return [self, html, quoted, json, nested, percentEncoded]
  }
}
