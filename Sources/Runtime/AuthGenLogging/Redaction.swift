// What a log may show of bodies.

import AuthGenRuntime
import Foundation

/// Removes from bodies what is secret, or may be.
nonisolated struct Redaction {
  /// The strings of a request with secrets, and the forms in which a server may repeat them. Nil if they are
  /// unknown.
  private let secrets: [String]?
  private let returnsSecrets: Bool

  init(_ request: HTTPRequest, _ call: CallContext) {
    returnsSecrets = call.returnsSecrets
    guard call.sendsSecrets else {
      secrets = []
      return
    }
    let sent = request.body.flatMap { JSON($0) }
    secrets = sent.map { sent in
      let strings = (sent["variables"] ?? sent).strings
      return Set(strings.filter { !$0.isEmpty }.flatMap(\.repeatedForms))
        .sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    }
  }

  /// The largest part of a body that is shown, in characters.
  static var maximumLength: Int { 4_000 }

  /// JSON with the types in place of strings and numbers; nil for another body.
  func json(_ body: Data?) -> String? {
    guard let body, let json = JSON(body) else { return nil }
    return cut(json.types.text)
  }

  /// A response's body, redacted; nil if it is not shown.
  ///
  /// - Parameter ofFailuresAlone: whether only a status from 400 and GraphQL errors are shown.
  func response(_ response: HTTPResponse, ofFailuresAlone: Bool) -> String? {
    let isFailure = response.status >= 400
    guard let json = JSON(response.body) else {
      guard isFailure, !returnsSecrets, let secrets else { return nil }
      let text = String(decoding: response.body.prefix(4 * Self.maximumLength), as: UTF8.self)
      return cut(Scrubber(secrets).scrubbed(text), of: response.body.count)
    }
    // Reading each text of a huge body would take long.
    guard response.body.count <= 32_000 else { return nil }
    let errors = json["errors"]
    if ofFailuresAlone, !isFailure, errors?.array?.isEmpty ?? true { return nil }
    // Services describe an error in the body itself.
    let shown = isFailure && json["data"] == nil ? json : errors.map { .object(["errors": $0]) }
    guard let shown else { return cut(json.types.text) }
    guard let secrets else { return nil }
    let redacted = shown.redacted(Scrubber(secrets).scrubbed)
    guard case .object = redacted else { return cut(redacted.text) }
    var members = json.types.members
    for (name, value) in redacted.members { members[name] = value }
    return cut(JSON.object(members).text)
  }

  private func cut(_ text: String, of count: Int? = nil) -> String {
    guard text.count > Self.maximumLength else { return text }
    return "\(text.prefix(Self.maximumLength))… (\(count ?? text.count) characters)"
  }
}

/// Removes the secrets of a request, credentials and random texts from the texts of one body.
///
/// Its regular expressions are compiled at their first use: create one for a body, not for each text.
nonisolated private struct Scrubber {
  private let secrets: [String]

  /// A name for a secret, and the rest of its line.
  private let named =
    /((?i:authorization|cookie|token|passw(?:or)?d|pwd|passcode|passphrase|secret|session|credential|assertion|(?:api|access|private).?key|otp|verifier|jwt|recovery)[\w\-]{0,40}["'\\]{0,3}\s{0,2}[:=>%&"'\[])[^\r\n]{1,300}/

  /// A scheme of authentication, and a token.
  private let scheme = /(?i:\b(bearer|basic|dpop|jwt|opaque|token)) {1,4}[\w.~+\/=\-]{3,}/

  /// A text without spaces, such as a token.
  private let random = /[\w+\/=.~\-]{12,}/

  init(_ secrets: [String]) {
    self.secrets = secrets
  }

  /// Returns the beginning of a text without secrets.
  func scrubbed(_ long: String) -> String {
    var text = String(long.prefix(2 * Redaction.maximumLength))
    for secret in secrets { text = text.replacingOccurrences(of: secret, with: "<secret>") }
    text.replace(named) { match in "\(match.1)<secret>" }
    text.replace(scheme) { match in "\(match.1) <secret>" }
    text.replace(random) { match in
      match.0.contains(where: \.isNumber) && match.0.contains(where: \.isLetter)
        ? "<secret>" : match.0
    }
    return text
  }
}

nonisolated extension JSON {
  /// The JSON as text, with sorted names.
  fileprivate var text: String { String(decoding: data, as: UTF8.self) }

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

  fileprivate var members: [String: JSON] {
    if case .object(let members) = self { members } else { [:] }
  }

  /// Changes the strings. Members whose names are those of secrets are `<secret>`.
  fileprivate func redacted(_ change: (String) -> String) -> JSON {
    switch self {
    case .null, .boolean, .integer, .number: self
    case .string(let text): .string(change(text))
    case .array(let elements): .array(elements.map { $0.redacted(change) })
    case .object(let members):
      .object(
        Dictionary(
          uniqueKeysWithValues: members.map { name, value in
            (name, name.isOfSecret ? .string("<secret>") : value.redacted(change))
          }))
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
  /// Whether a member of this name is a secret.
  fileprivate var isOfSecret: Bool {
    let name = lowercased()
    return [
      "authorization", "cookie", "token", "passw", "pwd", "passcode", "passphrase", "secret",
      "session",
      "credential", "assertion", "apikey", "api_key", "accesskey", "access_key", "privatekey",
      "private_key", "otp", "verifier", "jwt", "recovery", "pin",
    ].contains { $0 == "pin" ? name == $0 : name.contains($0) }
  }

  /// The text as it is, and as JSON, HTML and URLs contain it.
  fileprivate var repeatedForms: [String] {
    let html = replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;").replacingOccurrences(of: ">", with: "&gt;")
    let quoted = html.replacingOccurrences(of: "\"", with: "&quot;")
      .replacingOccurrences(of: "'", with: "&#x27;")
    let json = String(JSON.string(self).text.dropFirst().dropLast())
    // A server may quote the request's JSON in its own.
    let nested = String(JSON.string(json).text.dropFirst().dropLast())
    return [self, html, quoted, json, nested, percentEncoded]
  }
}
