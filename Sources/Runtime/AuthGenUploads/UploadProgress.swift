// How much of a call's request is sent.

public import AuthGenRuntime

/// The progress of one call with uploads, for one loop.
///
/// ```swift
/// let progress = UploadProgress()
/// async let profile = progress.track { options in
///   try await client.setPhoto(photo: photo, options: options)
/// }
/// for await bytes in progress { bar.fraction = bytes.fraction }
/// show(try await profile)
/// ```
///
/// The loop ends when the call returns or throws. Each step has the newest number of bytes; a slow loop does
/// not receive earlier ones. If the request is sent again, the number starts at 0.
nonisolated public final class UploadProgress: AsyncSequence, Sendable {
  /// The bytes that are sent.
  nonisolated public struct Bytes: Hashable, Sendable {
    /// The number of bytes that the transport has taken. The last ones may still be on their way.
    public let sent: Int64
    /// The number of bytes of the request: those of the files, and some more.
    public let total: Int64

    /// From 0 to 1.
    public var fraction: Double { total > 0 ? Double(sent) / Double(total) : 1 }
  }

  public typealias Element = Bytes

  private let stream: AsyncStream<Bytes>
  private let continuation: AsyncStream<Bytes>.Continuation

  public init() {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  public func makeAsyncIterator() -> AsyncStream<Bytes>.Iterator { stream.makeAsyncIterator() }

  /// Makes a call and reports its progress. For one call.
  ///
  /// - Parameters:
  ///   - options: the other options of the call.
  ///   - call: makes the call with the options that it gets.
  /// - Returns: the result of `call`.
  public func track<Value, Failure: Error>(
    _ options: CallOptions = CallOptions(), _ call: (CallOptions) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    defer { continuation.finish() }
    var options = options
    options.bodyProgress = { [continuation, other = options.bodyProgress] sent, total in
      continuation.yield(Bytes(sent: sent, total: total))
      other?(sent, total)
    }
    return try await call(options)
  }
}
