// The transport for apps. It works around Foundation on Linux: a cancelled call may never complete,
// an authentication challenge never ends, and limits set on a request have no effect.

package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// Sends requests with its own `URLSession`, which has no cache, no cookies, no stored credentials
/// and no redirects.
///
/// On Apple platforms, TLS is version 1.2 or later. Elsewhere, Foundation has no such option, and
/// the configuration of OpenSSL decides; in Debian and Ubuntu it requires version 1.2 too.
nonisolated public final class URLSessionTransport: Transport {
  package let trustPolicy: (any ServerTrustPolicy)?
  private let calls: Session
  /// For responses that may never end. They would use up the connections of calls.
  private let streams = Locked<Session?>(nil)

  /// Creates a transport with its own `URLSession`.
  ///
  /// - Parameters:
  ///   - maximumConnectionsPerHost: the maximum number of open connections to one server. Further calls
  ///     wait. Streams do not count. Default: 6.
  ///   - trustPolicy: the app's own check of servers, such as pinned keys. Only Apple's `URLSession` asks for
  ///     it: on other platforms, each call with a policy throws
  ///     ``TransportError/Reason/trustPolicyUnsupported``. Default: nil, for the system's verification alone.
  public init(maximumConnectionsPerHost: Int = 6, trustPolicy: (any ServerTrustPolicy)? = nil) {
    self.trustPolicy = trustPolicy
    calls = Session(maximumConnectionsPerHost, trustPolicy)
  }

  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let response = BufferedResponse(limit: request.maximumResponseSize)
    let exchange = try begin(request, in: calls, for: response)
    let result = await withTaskCancellationHandler {
      await response.result
    } onCancel: {
      exchange.cancel()
    }
    return try result.get()
  }

  /// Sends a request whose response may never end.
  ///
  /// - Parameter receiver: gets the response. The transport keeps it until the response ends.
  package func begin(
    _ request: HTTPRequest, for receiver: any ResponseReceiver
  ) throws(TransportError) -> Exchange {
    let session = streams.withLock { session in
      let existing = session ?? Session(Self.maximumStreams, trustPolicy)
      session = existing
      return existing
    }
    return try begin(request, in: session, for: receiver)
  }

  /// The maximum number of streams from one server.
  private static let maximumStreams = 1_000

  private func begin(
    _ request: HTTPRequest, in session: Session, for receiver: any ResponseReceiver
  ) throws(TransportError) -> Exchange {
    guard !Task.isCancelled else { throw TransportError(.cancelled, wasSent: false) }
    #if !canImport(Security)
      guard trustPolicy == nil else {
        throw TransportError(.trustPolicyUnsupported, wasSent: false)
      }
    #endif
    return session.begin(request, for: receiver)
  }

  /// A request under way.
  nonisolated package struct Exchange: Sendable {
    fileprivate let exchanges: Exchanges
    fileprivate let session: URLSession
    fileprivate let task: URLSessionTask

    /// Ends the exchange. The receiver gets the error `cancelled`, unless it has received its end.
    package func cancel() {
      exchanges.end(task.taskIdentifier, with: TransportError(.cancelled, wasSent: true))
      session.cancel(task)
    }
  }
}

/// Receives the response to one request, on the queue of a `URLSession`.
nonisolated package protocol ResponseReceiver: AnyObject, Sendable {
  /// Receives the status and the header, before any part of the body.
  func receive(_ head: HTTPResponse)

  /// Receives the next part of the body.
  ///
  /// - Returns: the reason to end the exchange; nil to continue.
  func receive(_ data: Data) -> TransportError?

  /// Receives the end. It is called once, and no other method after it.
  func end(_ error: TransportError?)
}

/// A response that is complete before it is used.
nonisolated private final class BufferedResponse: ResponseReceiver {
  typealias Outcome = Result<HTTPResponse, TransportError>

  private let limit: Int
  private let response = Locked(HTTPResponse(status: 0))
  /// Delivers one outcome.
  private let (outcomes, delivery) = AsyncStream<Outcome>.makeStream()

  init(limit: Int) {
    self.limit = limit
  }

  func receive(_ head: HTTPResponse) {
    response.withLock { $0 = head }
  }

  func receive(_ data: Data) -> TransportError? {
    response.withLock { response in
      guard response.body.count + data.count <= limit else {
        return TransportError(.responseTooLarge(limit: limit), wasSent: true)
      }
      response.body.append(data)
      return nil
    }
  }

  func end(_ error: TransportError?) {
    delivery.yield(error.map { .failure($0) } ?? .success(response.withLock { $0 }))
  }

  /// The outcome, or the error `cancelled` if the task is cancelled first.
  var result: Outcome {
    get async {
      for await outcome in outcomes { return outcome }
      return .failure(TransportError(.cancelled, wasSent: true))
    }
  }
}

/// A `URLSession` and its exchanges under way.
nonisolated private final class Session: Sendable {
  private let session: URLSession
  private let exchanges: Exchanges

  init(_ maximumConnectionsPerHost: Int, _ trustPolicy: (any ServerTrustPolicy)?) {
    exchanges = Exchanges(trustPolicy)
    session = URLSession(
      configuration: .stateless(maximumConnectionsPerHost: maximumConnectionsPerHost),
      delegate: exchanges, delegateQueue: nil)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  func begin(
    _ request: HTTPRequest, for receiver: any ResponseReceiver
  ) -> URLSessionTransport.Exchange {
    let task =
      request.bodyStream == nil
      ? session.dataTask(with: URLRequest(request))
      : session.uploadTask(withStreamedRequest: URLRequest(request))
    exchanges.begin(task.taskIdentifier, receiver, request.bodyStream)
    task.resume()
    return URLSessionTransport.Exchange(exchanges: exchanges, session: session, task: task)
  }
}

/// The exchanges under way, by the identifiers of their tasks. The first end counts; later
/// `URLSession` events are ignored.
nonisolated private final class Exchanges: NSObject, URLSessionDataDelegate {
  nonisolated private struct State {
    let receiver: any ResponseReceiver
    let body: (any HTTPBodyStream)?
    /// How often `URLSession` has asked for the body.
    var bodyCount = 0
    var hasHead = false
    /// Whether the server asks for HTTP authentication.
    var isChallenged = false
  }

  private let trustPolicy: (any ServerTrustPolicy)?
  private let states = Locked<[Int: State]>([:])

  init(_ trustPolicy: (any ServerTrustPolicy)?) {
    self.trustPolicy = trustPolicy
  }

  func begin(_ identifier: Int, _ receiver: any ResponseReceiver, _ body: (any HTTPBodyStream)?) {
    states.withLock { $0[identifier] = State(receiver: receiver, body: body) }
  }

  func end(_ identifier: Int, with error: TransportError?) {
    states.withLock { $0.removeValue(forKey: identifier) }?.receiver.end(error)
  }

  private func end(_ task: URLSessionTask, with error: TransportError) {
    end(task.taskIdentifier, with: error)
    task.cancel()
  }

  private func receive(_ response: HTTPURLResponse, of task: URLSessionTask) {
    let receiver = states.withLock { states in
      states[task.taskIdentifier]?.hasHead = true
      return states[task.taskIdentifier]?.receiver
    }
    if (300..<400).contains(response.statusCode), response.statusCode != 304 {
      end(task, with: TransportError(.redirected(status: response.statusCode), wasSent: true))
    } else {
      receiver?.receive(HTTPResponse(response))
    }
  }

  // MARK: URLSession

  /// Provides the body, also if `URLSession` has to send it again over another connection.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    let identifier = task.taskIdentifier
    let state = states.withLock { states in
      states[identifier]?.bodyCount += 1
      return states[identifier]
    }
    let stream = state?.body?.inputStream(
      isNeeded: { [states] in
        states.withLock { $0[identifier]?.bodyCount == state?.bodyCount }
      },
      failed: { [self] failure in
        end(identifier, with: TransportError(.unreadableBody(failure), wasSent: true))
        session.cancel(task)
      })
    completionHandler(stream)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse { receive(response, of: dataTask) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let receiver = states.withLock { $0[dataTask.taskIdentifier]?.receiver }
    if let error = receiver?.receive(data) { end(dataTask, with: error) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let state = states.withLock({ $0[task.taskIdentifier] }) else { return }
    // A challenged call ends with an error, but also has a response, without the body.
    if let error, !state.isChallenged {
      end(
        task.taskIdentifier, with: TransportError(error, hasBegun: task.response != nil))
      return
    }
    guard let response = task.response as? HTTPURLResponse else {
      end(task.taskIdentifier, with: TransportError(.connectionLost, wasSent: true))
      return
    }
    if !state.hasHead { receive(response, of: task) }
    end(task.taskIdentifier, with: nil)
  }

  /// Ends the call with the status of the 3xx response. Redirects are not followed.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
    end(task, with: TransportError(.redirected(status: response.statusCode), wasSent: true))
  }

  /// Asks the policy about the server. Without this, a challenged call never ends on Linux.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(Security)
      guard let trustPolicy, challenge.isRefused(by: trustPolicy) else {
        return completionHandler(.performDefaultHandling, nil)
      }
      end(task.taskIdentifier, with: TransportError(.serverNotTrusted, wasSent: false))
    #else
      states.withLock { $0[task.taskIdentifier]?.isChallenged = true }
    #endif
    completionHandler(.cancelAuthenticationChallenge, nil)
  }
}

nonisolated extension URLSessionConfiguration {
  /// A configuration without cache, cookies and stored credentials.
  package static func stateless(maximumConnectionsPerHost: Int) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    #if !canImport(FoundationNetworking)
      configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
    #endif
    configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost
    return configuration
  }
}

nonisolated extension URLSession {
  /// Cancels a task soon, on the queue of the delegate. On Linux, `cancel()` waits for the thread that reads
  /// a body, so it deadlocks on that thread. If the task ends at the same time on the delegate's queue, the
  /// process crashes.
  fileprivate func cancel(_ task: URLSessionTask) {
    delegateQueue.addOperation { task.cancel() }
  }
}

nonisolated extension HTTPResponse {
  /// The status and the header of a response.
  fileprivate init(_ response: HTTPURLResponse) {
    self.init(status: response.statusCode)
    for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
  }
}

nonisolated extension URLRequest {
  /// How long `URLSession` waits for data, in seconds. The callers have their own deadlines, which must end
  /// first.
  package static let longestSilence: TimeInterval = 24 * 60 * 60

  fileprivate init(_ request: HTTPRequest) {
    self.init(url: request.url)
    httpMethod = request.method.rawValue
    httpBody = request.body
    if let length = request.bodyStream?.length {
      setValue("\(length)", forHTTPHeaderField: "Content-Length")
      #if canImport(FoundationNetworking)
        // libcurl sends a stream in chunks, unless this field is set. With the second one, it waits a second
        // for a response before the body. It leaves out fields without a value.
        setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
        setValue(" ", forHTTPHeaderField: "Expect")
      #endif
    }
    httpShouldHandleCookies = false
    timeoutInterval = Self.longestSilence
    for name in request.headers.names {
      setValue(request.headers[name], forHTTPHeaderField: name)
    }
  }
}

nonisolated extension TransportError {
  /// Converts an error. Leaves out Foundation's messages, because they may quote the URL.
  ///
  /// - Parameter hasBegun: whether a response had begun. If so, an unknown error means that the
  ///   connection was lost: Linux has no error code for that.
  package init(_ error: any Error, hasBegun: Bool) {
    guard let error = error as? URLError else {
      self.init(.other(code: (error as NSError).code), wasSent: true)
      return
    }
    switch error.code {
    case .notConnectedToInternet, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed,
      .internationalRoamingOff, .dataNotAllowed, .callIsActive:
      self.init(.cannotConnect, wasSent: false)
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      self.init(.secureConnectionFailed, wasSent: false)
    case .networkConnectionLost, .badServerResponse, .cannotParseResponse:
      self.init(.connectionLost, wasSent: true)
    case .timedOut: self.init(.timedOut, wasSent: true)
    case .cancelled: self.init(.cancelled, wasSent: true)
    case .unknown where error.concernsTLS: self.init(.secureConnectionFailed, wasSent: false)
    case .unknown where hasBegun: self.init(.connectionLost, wasSent: true)
    // App Transport Security allows no http, and the other URLs lead to no server.
    case .appTransportSecurityRequiresSecureConnection, .badURL, .unsupportedURL:
      self.init(.other(code: error.errorCode), wasSent: false)
    default: self.init(.other(code: error.errorCode), wasSent: true)
    }
  }
}

nonisolated extension URLError {
  /// Whether TLS failed. On Linux, such an error has no code, only libcurl's text.
  fileprivate var concernsTLS: Bool {
    let text = userInfo[NSLocalizedDescriptionKey] as? String ?? ""
    return ["SSL", "TLS", "certificate"].contains { text.contains($0) }
  }
}
