// The transport for apps. It works around Foundation on Linux: a cancelled call may never complete,
// an authentication challenge never ends, and limits set on a request have no effect.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests with its own `URLSession`, which has no cache, no cookies, no stored credentials
/// and no redirects.
///
/// On Apple platforms, TLS is version 1.2 or later. Elsewhere, Foundation has no such option, and
/// the configuration of OpenSSL decides; in Debian and Ubuntu it requires version 1.2 too.
nonisolated public final class URLSessionTransport: Transport {
  private let session: URLSession
  private let exchanges: Exchanges

  /// Creates a transport with its own `URLSession`.
  ///
  /// - Parameters:
  ///   - maximumConnectionsPerHost: the maximum number of open connections to one server. Further calls
  ///     wait. Default: 6.
  ///   - trustPolicy: the app's own check of servers, such as pinned keys. Only Apple's `URLSession` asks for
  ///     it: on other platforms, each call with a policy throws
  ///     ``TransportError/Reason/trustPolicyUnsupported``. Default: nil, for the system's verification alone.
  public init(maximumConnectionsPerHost: Int = 6, trustPolicy: (any ServerTrustPolicy)? = nil) {
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
    exchanges = Exchanges(trustPolicy)
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    guard !Task.isCancelled else { throw TransportError(.cancelled, wasSent: false) }
    #if !canImport(Security)
      guard exchanges.trustPolicy == nil else {
        throw TransportError(.trustPolicyUnsupported, wasSent: false)
      }
    #endif
    let task = session.dataTask(with: URLRequest(request))
    let identifier = task.taskIdentifier
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: Exchange.Continuation) in
        let exchange = Exchange(
          limit: request.maximumResponseSize, continuation: continuation)
        if exchanges.begin(exchange, identifier) {
          task.resume()
        } else {
          task.cancel()
        }
      }
    } onCancel: {
      exchanges.end(identifier, .failure(TransportError(.cancelled, wasSent: true)))
      task.cancel()
    }
    exchanges.forget(identifier)
    return try result.get()
  }
}

/// One call under way.
nonisolated private struct Exchange {
  typealias Continuation = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>

  let limit: Int
  let continuation: Continuation
  var body = Data()
  /// Whether the server asks for HTTP authentication.
  var isChallenged = false
}

/// The calls under way, by the identifiers of their tasks. The first result completes a call; later
/// `URLSession` events are ignored.
nonisolated private final class Exchanges: NSObject, URLSessionDataDelegate {
  nonisolated private enum State {
    case running(Exchange)
    /// Cancelled before it began.
    case cancelled
  }

  let trustPolicy: (any ServerTrustPolicy)?
  private let states = Locked<[Int: State]>([:])

  init(_ trustPolicy: (any ServerTrustPolicy)?) {
    self.trustPolicy = trustPolicy
  }

  /// Registers a call.
  ///
  /// - Returns: whether to start the task: false if it is already cancelled.
  func begin(_ exchange: Exchange, _ identifier: Int) -> Bool {
    let begins = states.withLock { states in
      if case .cancelled = states.removeValue(forKey: identifier) { return false }
      states[identifier] = .running(exchange)
      return true
    }
    if !begins {
      exchange.continuation.resume(
        returning: .failure(TransportError(.cancelled, wasSent: false)))
    }
    return begins
  }

  func end(_ identifier: Int, _ result: Result<HTTPResponse, TransportError>) {
    let state = states.withLock { states in
      guard let state = states.removeValue(forKey: identifier) else {
        // Only a cancellation can arrive before the call begins.
        if case .failure(let error) = result, error.reason == .cancelled {
          states[identifier] = .cancelled
        }
        return State?.none
      }
      return state
    }
    if case .running(let exchange) = state { exchange.continuation.resume(returning: result) }
  }

  /// Removes the mark of a cancellation that arrives just after the call ends.
  func forget(_ identifier: Int) {
    states.withLock { states in states[identifier] = nil }
  }

  /// Changes a call that is still under way.
  ///
  /// - Returns: the result of `body`, or nil if the call has already ended.
  @discardableResult
  private func update<Value>(_ identifier: Int, _ body: (inout Exchange) -> Value) -> Value? {
    states.withLock { states in
      guard case .running(var exchange) = states[identifier] else { return nil }
      // Removed first, so that the body's bytes are not copied.
      states[identifier] = nil
      let value = body(&exchange)
      states[identifier] = .running(exchange)
      return value
    }
  }

  // MARK: URLSession

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let limit = update(dataTask.taskIdentifier) { exchange -> Int? in
      guard exchange.body.count + data.count <= exchange.limit else { return exchange.limit }
      exchange.body.append(data)
      return nil
    }
    if case .some(.some(let limit)) = limit {
      end(
        dataTask.taskIdentifier,
        .failure(TransportError(.responseTooLarge(limit: limit), wasSent: true)))
      dataTask.cancel()
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let exchange = update(task.taskIdentifier) { $0 }
    guard let exchange else { return }
    end(task.taskIdentifier, result(of: exchange, task.response, error))
  }

  /// Ends the call with the status of the 3xx response. Redirects are not followed.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
    end(
      task.taskIdentifier,
      .failure(TransportError(.redirected(status: response.statusCode), wasSent: true)))
    task.cancel()
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
      end(
        task.taskIdentifier, .failure(TransportError(.serverNotTrusted, wasSent: false)))
    #else
      update(task.taskIdentifier) { $0.isChallenged = true }
    #endif
    completionHandler(.cancelAuthenticationChallenge, nil)
  }

  private func result(
    of exchange: Exchange, _ response: URLResponse?, _ error: (any Error)?
  ) -> Result<HTTPResponse, TransportError> {
    // A challenged call ends with an error, but also has a response, without the body.
    if let error, !exchange.isChallenged {
      return .failure(TransportError(error, hasBegun: response != nil))
    }
    guard let response = response as? HTTPURLResponse else {
      return .failure(TransportError(.connectionLost, wasSent: true))
    }
    if (300..<400).contains(response.statusCode), response.statusCode != 304 {
      return .failure(TransportError(.redirected(status: response.statusCode), wasSent: true))
    }
    var headers = HTTPHeaders()
    for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
    return .success(
      HTTPResponse(status: response.statusCode, headers: headers, body: exchange.body))
  }
}

nonisolated extension URLRequest {
  fileprivate init(_ request: HTTPRequest) {
    self.init(url: request.url)
    httpMethod = request.method.rawValue
    httpBody = request.body
    httpShouldHandleCookies = false
    // The request layer has its own deadline, which must end first.
    timeoutInterval = 24 * 60 * 60
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
  fileprivate init(_ error: any Error, hasBegun: Bool) {
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
    case .unknown where hasBegun: self.init(.connectionLost, wasSent: true)
    default: self.init(.other(code: error.errorCode), wasSent: true)
    }
  }
}
