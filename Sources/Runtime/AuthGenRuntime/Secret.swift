// A value that must stay out of logs, such as a token, a code or a password.

/// A string that descriptions, interpolations and mirrors show as `<secret>`. Read it with
/// ``reveal()``; search for that name to find every use.
///
/// A `Secret` encodes as the string itself, because it has to be sent. Do not log the encoded data.
///
/// ```swift
/// let input = LoginInput(username: "ada@example.com", password: "correct horse")
/// print(input.password)  // <secret>
/// request.setValue("Opaque \(token.reveal())", forHTTPHeaderField: "Authorization")
/// ```
nonisolated public struct Secret: Sendable {
  private let value: String

  public init(_ value: String) {
    self.value = value
  }

  /// Returns the string itself. Do not print or log it, and do not store it unencrypted.
  public func reveal() -> String {
    value
  }

  /// Whether the string is empty.
  public var isEmpty: Bool { value.isEmpty }
}

nonisolated extension Secret: Hashable {
  /// Compares the bytes in UTF-8, as servers do.
  public static func == (left: Secret, right: Secret) -> Bool {
    left.value.hasSameBytes(as: right.value)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(ExactString(value)) }
}

nonisolated extension Secret: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

nonisolated extension Secret: RedactedDescription {
  public var description: String { "<secret>" }
}

nonisolated extension Secret: Codable {
  public init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    (encoder.userInfo[.secretWatch] as? Locked<Bool>)?.withLock { $0 = true }
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
