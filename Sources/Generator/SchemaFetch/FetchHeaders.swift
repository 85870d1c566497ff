// The request's headers, and the secret values that output must not contain.

import AuthGenCommandLine
import AuthGenLanguage
import AuthGenRuntime
import Foundation

struct FetchHeaders: Sendable {
  private(set) var headers: HTTPHeaders = [:]
  /// The values from the environment, by header name.
  private var secrets: [(name: String, value: Secret)] = []

  /// The minimum length of a secret to redact. Shorter values would match text by chance.
  private static let minimumSecretLength = 4

  /// Adds a header from `NAME: VALUE`, with `${VARIABLE}` in the value.
  mutating func add(_ text: String, environment: [String: String]) throws(UsageError) {
    guard let colon = text.firstIndex(of: ":") else {
      throw UsageError("--header takes 'NAME: VALUE'")
    }
    let name = try Self.name(text[..<colon])
    let template = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    var value = ""
    var rest = template[...]
    var isExpanded = false
    while let start = rest.firstRange(of: "${") {
      guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
        throw UsageError("the header \(name) has an unclosed ${")
      }
      value += rest[..<start.lowerBound]
      value += try secret(String(rest[start.upperBound..<end]), for: name, environment)
      rest = rest[rest.index(after: end)...]
      isExpanded = true
    }
    value += rest
    guard isExpanded || !FetchProgram.isForCredentials(name) else {
      throw UsageError(
        "the value of the header \(name) must come from the environment",
        help: "in single quotes, such as --header '\(name): Bearer ${VARIABLE}'; a secret on the"
          + " command line can be read by every user of the machine")
    }
    try set(name, value)
  }

  /// Adds a header from `NAME=VARIABLE`.
  mutating func add(
    fromEnvironment text: String, environment: [String: String]
  ) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw UsageError("--header-from-environment takes NAME=VARIABLE")
    }
    let name = try Self.name(parts[0])
    try set(name, try secret(String(parts[1]), for: name, environment))
  }

  private mutating func secret(
    _ variable: String, for name: String, _ environment: [String: String]
  ) throws(UsageError) -> String {
    guard Name.isValid(variable.utf8) else {
      throw UsageError("the header \(name) has an invalid variable name")
    }
    guard let value = environment[variable], !value.isEmpty else {
      throw UsageError("the variable \(variable) for the header \(name) is not set, or empty")
    }
    secrets.append((name, Secret(value)))
    return value
  }

  /// Sets a header. Throws if the value would start another header or end the request.
  private mutating func set(_ name: String, _ value: String) throws(UsageError) {
    guard value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" })
    else {
      throw UsageError(
        "the value of the header \(name) contains a line end or another control character")
    }
    guard headers[name] == nil else { throw UsageError("the header \(name) is given twice") }
    headers[name] = value
  }

  /// Returns the header name of a text (RFC 9110, section 5.6.2).
  private static func name(_ text: Substring) throws(UsageError) -> String {
    guard text.isHTTPToken else {
      throw UsageError("invalid header name", help: "it has no spaces and no colon")
    }
    return String(text)
  }

  // MARK: Redaction

  /// Returns the text without the secrets. A server can repeat what it receives.
  func redacted(_ text: String) -> String {
    secrets.filter { $0.value.reveal().count >= Self.minimumSecretLength }
      .reduce(text) { $0.replacingOccurrences(of: $1.value.reveal(), with: "\($1.value)") }
  }

  /// Returns the name of the header whose secret is in the text.
  func secretName(in text: String) -> String? {
    secrets.first {
      $0.value.reveal().count >= 2 * Self.minimumSecretLength && text.contains($0.value.reveal())
    }?.name
  }
}
