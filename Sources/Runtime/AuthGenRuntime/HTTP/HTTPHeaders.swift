// Header fields. Their descriptions hide most values, which may be secret.

package import Foundation

/// The header fields of a request or response. Names are case-insensitive (RFC 9110, section 5.1).
///
/// Descriptions show the values of a few harmless fields and `<redacted>` for all others.
nonisolated public struct HTTPHeaders: Hashable, Sendable {
  private var values: [ExactString: String] = [:]

  public init() {}

  public subscript(name: String) -> String? {
    get { values[name.lowercased()] }
    set { values[name.lowercased()] = newValue }
  }

  /// The value of a field whose values are ASCII; nil if the field is missing or has other characters
  /// (RFC 9110, section 5.5).
  package subscript(ascii name: String) -> String? {
    self[name].flatMap { $0.utf8.allSatisfy { $0 < 0x80 } ? $0 : nil }
  }

  /// The names in lower case, sorted.
  public var names: [String] { values.keys.sorted().map(\.text) }

  /// Whether every name is a token and no value contains control characters, which could end the
  /// field and start another (RFC 9110, section 5.5).
  package var areValid: Bool {
    values.allSatisfy { name, value in
      name.text.isHTTPToken
        && value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }
    }
  }

  /// Returns these fields and `others`, which replace fields with the same names.
  package func replaced(by others: HTTPHeaders) -> HTTPHeaders {
    var headers = self
    headers.values.merge(others.values) { $1 }
    return headers
  }

  /// The time by the server's clock (RFC 9110, section 6.6.1).
  package var serverTime: Date? { self[ascii: "Date"].flatMap { Date(httpDate: $0) } }

  private static let harmless: Set<String> = [
    "accept", "content-length", "content-type", "retry-after",
  ]
}

nonisolated extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }
}

nonisolated extension HTTPHeaders: RedactedDescription {
  public var description: String {
    names.map { name in
      "\(name): \(Self.harmless.contains(name) ? self[name] ?? "" : "<redacted>")"
    }.joined(separator: "\n")
  }
}
