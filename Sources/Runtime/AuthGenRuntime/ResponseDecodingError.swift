// Why a response could not be read.

/// A response that does not have the form of its operation. It tells the place and what was expected
/// there; what was found is left out, since it may be a secret.
nonisolated public struct ResponseDecodingError: Error, Hashable, Sendable {
  /// What is wrong with the field.
  nonisolated public enum Reason: Hashable, Sendable {
    /// A field that is never null is not there.
    case missing
    /// A field that is never null is null.
    case null
    /// Something of another type is there.
    case typeMismatch
    /// The value does not have the form of its type.
    case invalidValue
    /// The response is no JSON.
    case invalidJSON
  }

  public let reason: Reason
  /// Response names and list indexes, outermost first.
  public let path: [String]
  /// The Swift type expected, where it is known.
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

  /// Containers are of types that mean nothing to who reads the error.
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

  init(_ reason: Reason, path: [String], expected: String? = nil) {
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
    case .typeMismatch: "\(place) is of another type than \(expected ?? "expected")"
    case .invalidValue: "\(place) does not have the form of its type"
    case .invalidJSON: "the response is not valid JSON"
    }
  }
}

nonisolated extension DecodingError {
  /// The same error with its place, but without texts that may quote what was found.
  ///
  /// - Parameter path: of the field. Foundation's decoder leaves it out where a number does not fit,
  ///   and throws an error of its own there.
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

  /// Marks an error whose description is known to quote nothing.
  nonisolated struct ValueFreeError: Error {}
}
