// An interceptor that logs calls without their secrets.

public import AuthGenRuntime
import Foundation

#if canImport(os)
  public import os
#endif

/// Logs each request and its response: the operation, the attempt, the status, the size, the time, and on
/// request the bodies, redacted. The header of the credential, other header values and the path and query of
/// the URL are never logged.
///
/// ```swift
/// let logging = LoggingInterceptor(bodies: .ofFailures) { entry in
///   print(entry.level, entry.message, entry.metadata)
/// }
/// let client = GraphQLClient(configuration, interceptors: [logging])
/// ```
///
/// Put it last, so that it sees what the other interceptors have changed.
nonisolated public struct LoggingInterceptor: Interceptor {
  /// The importance of an entry. The names are those of swift-log, and most of OSLog's.
  nonisolated public enum Level: String, Hashable, Sendable {
    /// A request is sent, or a call has succeeded.
    case debug
    /// A response has a status from 400 to 499, or has fields that cannot be read.
    case warning
    /// A response has a status from 500, or there is no response.
    case error
  }

  /// Which bodies are logged. In JSON, strings and numbers are replaced by their types. The `errors` of a
  /// response, and the whole body of a response with a status from 400, are shown as texts for developers,
  /// such as the page of a status 500. The interceptor removes the secrets that it recognises in these texts.
  /// If the URL or a header of the request contains a secret other than the credential, it leaves the texts
  /// out. They may contain other data of the user: turn bodies on for developers only.
  nonisolated public enum Bodies: Hashable, Sendable {
    case none
    /// Those of responses with a status from 400, and of responses with GraphQL errors.
    case ofFailures
    case all
  }

  /// One line of a log.
  nonisolated public struct Entry: Hashable, Sendable {
    public let level: Level
    public let message: String
    /// Further values by name: `operation`, `attempt`, `status`, `bytes`, `seconds`, `request`, `response`.
    public let metadata: [String: String]
  }

  private let bodies: Bodies
  private let sink: @Sendable (Entry) -> Void
  private let clock: any Clock<Duration>

  /// Creates an interceptor for any kind of log.
  ///
  /// - Parameters:
  ///   - bodies: the bodies to log. Default: none.
  ///   - sink: receives each entry, on any thread. It must not block.
  public init(bodies: Bodies = .none, to sink: @escaping @Sendable (Entry) -> Void) {
    self.init(bodies: bodies, clock: ContinuousClock(), to: sink)
  }

  init(bodies: Bodies, clock: any Clock<Duration>, to sink: @escaping @Sendable (Entry) -> Void) {
    self.bodies = bodies
    self.clock = clock
    self.sink = sink
  }

  public func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse {
    var metadata = ["operation": call.operationName, "attempt": "\(call.attempt)"]
    let redaction = bodies == .none ? nil : Redaction(request, call)
    if bodies == .all { metadata["request"] = redaction?.json(request.body) }
    // A path may contain a key.
    let place = request.url.origin?.description ?? ""
    log(.debug, "\(call.operationName): \(request.method.rawValue) \(place)", metadata)
    metadata["request"] = nil
    let watch = Stopwatch(clock)
    do {
      let response = try await next(request)
      metadata["status"] = "\(response.status)"
      metadata["bytes"] = "\(response.body.count)"
      metadata["seconds"] = watch.elapsed.inSeconds
      if let redaction {
        metadata["response"] = redaction.response(response, ofFailuresAlone: bodies == .ofFailures)
      }
      let level: Level =
        response.status >= 500 ? .error : response.status >= 400 ? .warning : .debug
      log(level, "\(call.operationName): \(response)", metadata)
      return response
    } catch {
      metadata["seconds"] = watch.elapsed.inSeconds
      // The text of an app's own error may contain anything.
      let reason = (error as? any RedactedDescription)?.description ?? "\(type(of: error))"
      log(.error, "\(call.operationName): no response: \(reason)", metadata)
      throw error
    }
  }

  public func unreadableFields(_ fields: [ResponseDecodingError], of operationName: String) {
    log(
      .warning, "\(operationName): \(fields.count) fields of the response cannot be read",
      ["operation": operationName, "fields": fields.map { "\($0)" }.joined(separator: "; ")])
  }

  private func log(_ level: Level, _ message: String, _ metadata: [String: String]) {
    // A server's text must not begin another line of the log, or control a terminal.
    sink(
      Entry(
        level: level, message: message.withVisibleControls,
        metadata: metadata.mapValues(\.withVisibleControls)))
  }
}

#if canImport(os)
  nonisolated extension LoggingInterceptor {
    /// Creates an interceptor that logs to the system's log. The entries are redacted, so the system shows
    /// them as they are.
    ///
    /// - Parameters:
    ///   - logger: the system's log.
    ///   - bodies: the bodies to log. Default: none.
    public init(_ logger: os.Logger, bodies: Bodies = .none) {
      self.init(bodies: bodies) { entry in
        logger.log(level: OSLogType(entry.level), "\(entry.line, privacy: .public)")
      }
    }
  }

  extension OSLogType {
    fileprivate init(_ level: LoggingInterceptor.Level) {
      switch level {
      case .debug: self = .debug
      case .warning: self = .default
      case .error: self = .error
      }
    }
  }
#endif

nonisolated extension LoggingInterceptor.Entry {
  /// The entry as one text: the message, and the metadata in the order of their names.
  public var line: String {
    let values = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
    return message + values.joined()
  }
}

nonisolated extension Duration {
  /// In seconds, with three digits after the point.
  fileprivate var inSeconds: String {
    let milliseconds = Int64(self / .milliseconds(1))
    let rest = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}
