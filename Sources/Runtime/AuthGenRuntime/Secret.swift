// A value that must not be seen by accident: tokens, codes, passwords.

/// A string that nothing prints, dumps or logs: descriptions, interpolations and mirrors of it show
/// `<secret>`. It is read with ``reveal()``, so that every use can be found by its name.
///
/// A `Secret` encodes as the string itself, since it has to be sent: what is encoded must not be
/// logged.
///
/// ```swift
/// let input = LoginInput(username: "ada@example.com", password: "correct horse")
/// print(input.password)  // <secret>
/// request.setValue("Opaque \(token.reveal())", forHTTPHeaderField: "Authorization")
/// ```
nonisolated public struct Secret: Hashable, Sendable {
  private let value: String

  public init(_ value: String) {
    self.value = value
  }

  /// The string itself. Do not print, log or store it in the clear.
  public func reveal() -> String {
    value
  }

  /// Whether there is nothing to hide.
  public var isEmpty: Bool { value.isEmpty }
}

nonisolated extension Secret: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

nonisolated extension Secret: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public var description: String { "<secret>" }
  public var debugDescription: String { "<secret>" }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

nonisolated extension Secret: Codable {
  public init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    SecretWatch.of(encoder)?.note()
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// Notices secrets among what is encoded, by way of the encoder's user information.
nonisolated final class SecretWatch: Sendable {
  // The name is made of letters, so that it is a key.
  static let key = CodingUserInfoKey(rawValue: "secretWatch")

  static func of(_ encoder: any Encoder) -> SecretWatch? {
    key.flatMap { encoder.userInfo[$0] as? SecretWatch }
  }

  private let found = Locked(false)

  var hasSeenSecret: Bool { found.withLock { $0 } }

  fileprivate func note() {
    found.withLock { $0 = true }
  }
}
