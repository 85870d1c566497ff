// WebSockets of `URLSession`.

public import AuthGenRuntime
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

nonisolated extension URLSessionTransport: WebSocketTransport {
  /// Opens a WebSocket with a `URLSession` of its own, and the transport's check of servers.
  ///
  /// On Linux, `ws` URLs need no `URLSession`. They are allowed only to this machine. For `wss` URLs,
  /// `URLSession` needs a libcurl with WebSockets, which most systems do not have. Without it, this method
  /// throws ``WebSocketFailure/unsupported``: subscribe over HTTP, connect to a proxy on this machine that
  /// adds TLS, or pass another transport.
  public func open(
    _ request: HTTPRequest, subprotocol: String
  ) async throws(WebSocketFailure) -> any WebSocket {
    #if !canImport(Security)
      guard trustPolicy == nil else {
        throw .transport(TransportError(.trustPolicyUnsupported, wasSent: false))
      }
    #endif
    #if canImport(Glibc) || canImport(Musl)
      if request.url.scheme == "ws" {
        return try await PlainWebSocket.open(request, subprotocol: subprotocol)
      }
    #endif
    var handshake = URLRequest(url: request.url)
    // Otherwise, a WebSocket ends after a minute without messages.
    handshake.timeoutInterval = URLRequest.longestSilence
    for name in request.headers.names {
      handshake.setValue(request.headers[name], forHTTPHeaderField: name)
    }
    handshake.setValue(subprotocol, forHTTPHeaderField: "Sec-WebSocket-Protocol")
    let socket = URLSessionSocket(
      handshake, to: request.url, maximumMessageSize: request.maximumResponseSize, trustPolicy)
    try await socket.open(subprotocol)
    return socket
  }
}

/// A WebSocket with a `URLSession` of its own.
nonisolated private final class URLSessionSocket: WebSocket {
  private let session: URLSession
  private let task: URLSessionWebSocketTask
  private let url: URL
  private let events: SocketEvents

  init(
    _ handshake: URLRequest, to url: URL, maximumMessageSize: Int,
    _ trustPolicy: (any ServerTrustPolicy)?
  ) {
    self.url = url
    events = SocketEvents(trustPolicy)
    session = URLSession(
      configuration: .stateless(maximumConnectionsPerHost: 1), delegate: events, delegateQueue: nil)
    task = session.webSocketTask(with: handshake)
    task.maximumMessageSize = maximumMessageSize
  }

  deinit {
    session.invalidateAndCancel()
  }

  /// Waits for the server's response to the handshake.
  func open(_ subprotocol: String) async throws(WebSocketFailure) {
    task.resume()
    let opening = await withTaskCancellationHandler {
      await events.opening.next()
    } onCancel: {
      task.cancel()
    }
    switch opening {
    case .opened(let chosen):
      let responder = task.currentRequest?.url
      guard
        let failure = WebSocketFailure(
          chosen: chosen, from: responder, expecting: subprotocol, from: url)
      else { return }
      task.cancel(with: .protocolError, reason: nil)
      throw failure
    case .failed(let failure): throw failure
    case nil: throw .transport(TransportError(.cancelled, wasSent: true))
    }
  }

  func send(_ text: String) async throws(WebSocketFailure) {
    do {
      try await task.send(.string(text))
    } catch {
      throw failure(error)
    }
  }

  func receive() async throws(WebSocketFailure) -> WebSocketMessage {
    do {
      switch try await task.receive() {
      case .string(let text): return .text(Data(text.utf8))
      case .data(let data): return .binary(data)
      @unknown default: return .binary(Data())
      }
    } catch {
      throw failure(error)
    }
  }

  func close(code: Int) async {
    task.cancel(
      with: URLSessionWebSocketTask.CloseCode(rawValue: code) ?? .normalClosure, reason: nil)
  }

  private func failure(_ error: any Error) -> WebSocketFailure {
    let code = task.closeCode.rawValue
    return code == URLSessionWebSocketTask.CloseCode.invalid.rawValue
      ? WebSocketFailure(afterOpening: error) : .closed(code: code)
  }
}

/// The events of one socket.
nonisolated private final class SocketEvents: NSObject, URLSessionWebSocketDelegate {
  nonisolated enum Opening {
    case opened(String?)
    case failed(WebSocketFailure)
  }

  let opening = Mailbox<Opening>(limit: 0) { _ in 0 }
  private let trustPolicy: (any ServerTrustPolicy)?

  init(_ trustPolicy: (any ServerTrustPolicy)?) {
    self.trustPolicy = trustPolicy
  }

  func urlSession(
    _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
    didOpenWithProtocol subprotocol: String?
  ) {
    opening.add(.opened(subprotocol))
  }

  func urlSession(
    _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
    didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
  ) {
    opening.add(.failed(.closed(code: closeCode.rawValue)))
  }

  /// Ends the handshake: a redirect may lead to a server that must not get the credential.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    opening.add(
      .failed(.transport(TransportError(.redirected(status: response.statusCode), wasSent: true))))
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let response = task.response as? HTTPURLResponse, response.statusCode != 101 {
      opening.add(.failed(.refused(status: response.statusCode)))
    } else if let error {
      opening.add(.failed(WebSocketFailure(error)))
    } else {
      opening.add(.failed(.closed(code: nil)))
    }
  }

  #if canImport(Security)
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard let trustPolicy, challenge.isRefused(by: trustPolicy) else {
        return completionHandler(.performDefaultHandling, nil)
      }
      opening.add(.failed(.transport(TransportError(.serverNotTrusted, wasSent: false))))
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  #endif
}

nonisolated extension WebSocketFailure {
  /// Why a WebSocket must not be used after its handshake; nil if it may.
  ///
  /// - Parameters:
  ///   - chosen: the protocol that the server has chosen.
  ///   - url: the URL that has responded, after redirects.
  init?(chosen: String?, from url: URL?, expecting subprotocol: String, from requested: URL) {
    guard let origin = requested.origin, url?.origin == origin else {
      // `URLSession` does not say with which status.
      self = .transport(TransportError(.redirected(status: 302), wasSent: true))
      return
    }
    guard chosen != subprotocol else { return nil }
    self = .closed(code: 4406)
  }

  /// The error of an open WebSocket. Apple's `URLSession` reports a lost connection with the system's code,
  /// such as 57.
  init(afterOpening error: any Error) {
    if error is URLError {
      self.init(error)
    } else {
      self = .transport(TransportError(.connectionLost, wasSent: true))
    }
  }

  fileprivate init(_ error: any Error) {
    if let error = error as? URLError, error.code == .unsupportedURL {
      self = .unsupported
    } else {
      self = .transport(TransportError(error, hasBegun: false))
    }
  }
}
