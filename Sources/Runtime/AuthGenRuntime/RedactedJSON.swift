// JSON that a server sends in addition to data, such as the extensions of an error.

import Foundation

/// JSON that descriptions, interpolations and mirrors show as `<redacted>`, because it may contain secrets.
///
/// ```swift
/// if error.extensions["exception", "code"]?.string == "ExpiredSignatureError" { signInAgain() }
/// ```
nonisolated public struct RedactedJSON: Hashable, Sendable {
  /// The JSON itself; ``JSON/null`` if the server sent none.
  public let json: JSON

  public init(_ json: JSON = .null) {
    self.json = json
  }

  /// The value at a path of member names; nil if there is none.
  public subscript(path: String...) -> JSON? {
    value(at: path)
  }

  /// Decodes the value at a path as a custom type.
  ///
  /// - Parameters:
  ///   - type: the type to read.
  ///   - path: member names, outermost first. Default: all of the JSON.
  /// - Returns: nil if there is no value, or if it cannot be decoded as `type`.
  public func decoded<Value: Decodable>(as type: Value.Type, at path: String...) -> Value? {
    guard let value = value(at: path) else { return nil }
    return try? JSONDecoder().decode(type, from: value.data)
  }

  package func value(at path: [String]) -> JSON? {
    path.reduce(json) { $0?[$1] }
  }
}

nonisolated extension RedactedJSON: Codable {
  public init(from decoder: any Decoder) throws {
    json = try JSON(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}

nonisolated extension RedactedJSON: RedactedDescription {
  public var description: String { json == .null ? "none" : "<redacted>" }
}
