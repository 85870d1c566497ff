// Why a response cannot be read.

/// A response that does not match its operation. It contains the path and the expected type, but
/// not the value, which may be secret.
nonisolated public struct ResponseDecodingError: Error, Hashable, Sendable {
  /// The problem with the field.
  nonisolated public enum Reason: Hashable, Sendable {
    /// A non-null field is missing.
    case missing
    /// A non-null field is null.
    case null
    /// The value has another type.
    case typeMismatch
    /// The value does not have the format of its type.
    case invalidValue
    /// The response is not valid JSON.
    case invalidJSON
  }

  public let reason: Reason
  /// Response names and list indices, outermost first.
  public let path: [String]
  /// The expected Swift type; nil if it is not known.
  public let expected: String?

  init(_ error: any Error) {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      self.init(.missing, context.codingPath + [key])
    case .valueNotFound(let type, let context):
      self.init(.null, context.codingPath, expected: "\(type)")
    case .typeMismatch(let type, let context):
      self.init(.typeMismatch, context.codingPath, expected: Self.name(type))
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      self.init(.invalidJSON, [])
    case .dataCorrupted(let context):
      self.init(.invalidValue, context.codingPath)
    default:
      self.init(.invalidJSON, [])
    }
  }

  init(_ failure: FieldReader.Failure) {
    let reason: Reason =
      switch failure.reason {
      case .missing: .missing
      case .null: .null
      case .typeMismatch: .typeMismatch
      case .invalidValue: .invalidValue
      case .syntax, .reported: .invalidJSON
      }
    self.init(
      reason, path: reason == .invalidJSON ? [] : failure.path.reversed(),
      expected: failure.expected)
  }

  /// Names containers in general terms, because their Swift types are internal.
  private static func name(_ type: any Any.Type) -> String {
    switch type {
    case is [Any].Type: "a list"
    case is [String: Any].Type: "an object"
    default: "\(type)"
    }
  }

  private init(_ reason: Reason, _ path: [any CodingKey], expected: String? = nil) {
    self.init(
      reason, path: path.map { $0.intValue.map(String.init) ?? $0.stringValue },
      expected: expected)
  }

  package init(_ reason: Reason, path: [String], expected: String? = nil) {
    self.reason = reason
    self.path = path
    self.expected = expected
  }
}

nonisolated extension ResponseDecodingError: CustomStringConvertible {
  public var description: String {
    let place = path.isEmpty ? "the response" : path.joined(separator: ".")
    return switch reason {
    case .missing: "\(place) is missing"
    case .null: "\(place) is null"
    case .typeMismatch: "\(place): expected \(expected ?? "another type")"
    case .invalidValue: "\(place): invalid value for its type"
    case .invalidJSON: "the response is not valid JSON"
    }
  }
}

nonisolated extension DecodingError {
  /// Copies an error without its texts, which may quote the value. Keeps the path.
  ///
  /// - Parameter path: the field's path. Foundation's decoder omits it for a number that does not
  ///   fit, and throws its own error there.
  init(withoutValue error: any Error, at path: [any CodingKey]) {
    switch error as? DecodingError {
    case .dataCorrupted(let context) where !(context.underlyingError is ValueFreeError):
      self = .invalidValue(at: context.codingPath.count < path.count ? path : context.codingPath)
    case let error?:
      self = error
    case nil:
      self = .invalidValue(at: path)
    }
  }

  private static func invalidValue(at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(
      Context(
        codingPath: path, debugDescription: "The value does not have the form of its type.",
        underlyingError: ValueFreeError()))
  }

  /// Marks an error whose description contains no value.
  nonisolated struct ValueFreeError: Error {}
}
