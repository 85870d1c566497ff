// What a log may show of bodies.

import AuthGenRuntime
import Foundation

/// Removes from bodies what is secret, or may be.
nonisolated struct Redaction {
  /// The strings and numbers in the body of a request with secrets. Nil if they are unknown, or if the URL or
  /// a header contains a secret.
  private let secrets: Set<ExactString>?
  private let returnsSecrets: Bool

  init(_ request: HTTPRequest, _ call: CallContext) {
    returnsSecrets = call.returnsSecrets
    guard call.sendsSecrets else {
      secrets = []
      return
    }
    let sent = call.sendsSecretsOutsideBody ? nil : request.body.flatMap { JSON($0) }
    secrets = sent.map { Set(($0["variables"] ?? $0).strings.map { ExactString($0) }) }
  }

  /// The largest part of a body that is shown, in characters.
  private static var maximumLength: Int { 4_000 }
  /// The largest part of a body that is searched for secrets, in bytes. A search takes long in a debug build.
  private static var maximumSize: Int { 32_000 }

  /// JSON with the types in place of strings and numbers; nil for another body.
  func json(_ body: Data?) -> String? {
    guard let body, let json = JSON(body) else { return nil }
    return cut(json.types { $0 }.text)
  }

  /// A response's body, redacted; nil if it is not shown.
  ///
  /// - Parameter ofFailuresAlone: whether only a status from 400 and GraphQL errors are shown.
  func response(_ response: HTTPResponse, ofFailuresAlone: Bool) -> String? {
    let isFailure = response.status >= 400
    guard let json = JSON(response.body) else {
      guard isFailure, !returnsSecrets, let secrets else { return nil }
      return cut(
        Scrubber(secrets).scrubbed(
          Array(response.body.prefix(Self.maximumSize)),
          isCut: response.body.count > Self.maximumSize), of: response.body.count)
    }
    guard response.body.count <= Self.maximumSize else { return nil }
    let errors = json["errors"]
    if ofFailuresAlone, !isFailure, errors?.array?.isEmpty ?? true { return nil }
    // Services describe an error in the body itself.
    let shown = isFailure && json["data"] == nil ? json : errors.map { .object(["errors": $0]) }
    guard let secrets else {
      return shown == nil ? cut(json.types(naming: { _ in "<name>" }).text) : nil
    }
    let scrubber = Scrubber(secrets)
    let types = json.types(naming: scrubber.scrubbed)
    guard let shown else { return cut(types.text) }
    let redacted = shown.redacted(by: scrubber)
    guard case .object = redacted else { return cut(redacted.text) }
    var members = types.members
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
/// Its regular expressions are compiled at their first use: create one for a body, not for each string.
nonisolated private struct Scrubber {
  /// The secrets, also as a server reads them as numbers: `012345` is 12345.
  private let numbers: Set<ExactString>
  private let search: SecretSearch

  /// A name for a secret, and the rest of its line.
  private let named =
    /((?i:authorization|cookie|token|passw(?:or)?d|pwd|passcode|passphrase|secret|session|credential|assertion|(?:api|access|private).?key|otp|verifier|jwt|recovery)[\w\-]{0,40}["'\\]{0,3}\s{0,2}[:=>%&"'\[])[^\r\n]{1,300}/

  /// A scheme of authentication, and a token.
  private let scheme = /(?i:\b(bearer|basic|dpop|jwt|opaque|token)) {1,4}[\w.~+\/=\-]{3,}/

  /// A text without spaces, such as a token.
  private let random = /[\w+\/=.~\-]{12,}/

  init(_ secrets: Set<ExactString>) {
    numbers = secrets.union(secrets.map { ExactString(String($0.text.drop { $0 == "0" })) })
    search = SecretSearch(secrets)
  }

  /// Whether a number of the response is one of the request.
  func isSecret(_ number: String) -> Bool { numbers.contains(ExactString(number)) }

  /// Returns the name of a member without secrets.
  func scrubbed(_ name: ExactString) -> ExactString {
    ExactString(search.redacted(Array(name.text.utf8)))
  }

  /// Returns a text without secrets.
  ///
  /// - Parameter isCut: whether the text goes on after its last byte.
  func scrubbed(_ bytes: [UInt8], isCut: Bool = false) -> String {
    var text = search.redacted(bytes, isCut: isCut)
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
  ///
  /// - Parameter name: returns what is shown of a member's name.
  fileprivate func types(naming name: (ExactString) -> ExactString) -> JSON {
    switch self {
    case .null, .boolean: self
    case .integer, .number: .string("<number>")
    case .string: .string("<text>")
    case .array(let elements): .array(elements.map { $0.types(naming: name) })
    case .object(let members):
      .object(
        Dictionary(
          members.map { (name($0.key), $0.value.types(naming: name)) },
          uniquingKeysWith: { first, _ in first }))
    }
  }

  fileprivate var members: Object {
    if case .object(let members) = self { members } else { [:] }
  }

  /// Removes secrets. Members whose names are those of secrets are `<secret>`.
  fileprivate func redacted(by scrubber: Scrubber) -> JSON {
    switch self {
    case .null, .boolean: self
    case .integer(let number): scrubber.isSecret("\(number)") ? .string("<secret>") : self
    case .number(let number): scrubber.isSecret(number.text) ? .string("<secret>") : self
    case .string(let text): .string(scrubber.scrubbed(Array(text.utf8)))
    case .array(let elements): .array(elements.map { $0.redacted(by: scrubber) })
    case .object(let members):
      .object(
        Dictionary(
          members.map { name, value in
            let isOfSecret = name.text.isOfSecret
            return (
              scrubber.scrubbed(name),
              isOfSecret ? .string("<secret>") : value.redacted(by: scrubber)
            )
          }, uniquingKeysWith: { first, _ in first }))
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
}
