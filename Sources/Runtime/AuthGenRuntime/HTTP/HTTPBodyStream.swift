// Bodies of requests that are read while they are sent.

public import Foundation

/// A request's body that is read while it is sent, such as one with a large file. AuthGenUploads has the type
/// for apps, `RequestBody`.
nonisolated public protocol HTTPBodyStream: Sendable {
  /// Returns the next part of a body; nil at the end. One caller uses it.
  typealias Reader = () throws -> Data?

  /// The number of bytes.
  var length: Int64 { get }

  /// Starts to read the body. Transports call it, and so may interceptors and signers that need the content.
  ///
  /// The reader throws an error if the body has more or fewer than ``length`` bytes: a server would read the
  /// rest as another request.
  func reader() throws -> Reader

  /// Returns a new stream, which `URLSession` reads once. If it returns nil, the request fails.
  ///
  /// - Parameters:
  ///   - isNeeded: whether `URLSession` may still read the stream. It does not always close a stream that it
  ///     leaves.
  ///   - failed: receives the error if a part of the body cannot be read, on any thread.
  func inputStream(
    isNeeded: @escaping @Sendable () -> Bool, failed: @escaping @Sendable (HTTPBodyFailure) -> Void
  ) -> InputStream?

  /// Returns a body that reports how many bytes the transport has taken, after each part.
  ///
  /// - Parameter observer: receives the number of bytes so far, and of all bytes.
  func observed(
    by observer: @escaping @Sendable (_ sent: Int64, _ total: Int64) -> Void
  ) -> any HTTPBodyStream
}

/// Why a request's body cannot be read.
nonisolated public struct HTTPBodyFailure: Hashable, Sendable {
  /// The error of the body's type, such as `RequestBodyError` of AuthGenUploads.
  public let error: any Error & Hashable

  /// - Parameter error: the error of the body's type. Its description is part of the call's error, so it
  ///   contains no secret.
  public init(_ error: any Error & Hashable) {
    self.error = error
  }

  public static func == (left: HTTPBodyFailure, right: HTTPBodyFailure) -> Bool {
    AnyHashable(left.error) == AnyHashable(right.error)
  }

  public func hash(into hasher: inout Hasher) { error.hash(into: &hasher) }
}
