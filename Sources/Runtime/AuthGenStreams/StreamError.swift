// Why a response stream ended.

public import AuthGenRuntime
public import Foundation

/// The reason why a response stream ended before the server completed it. Its descriptions contain no token,
/// no variable and no text of a response.
nonisolated public struct StreamError: Error, Sendable {
  nonisolated public enum Reason: Sendable {
    /// The stream failed as a call does: for example, the server is not reachable, or it refuses the
    /// operation.
    case request(RequestError.Reason)
    /// The session of the stream has ended.
    case sessionEnded(SessionEnd)
    /// The server closed the WebSocket. The code refuses the credential, or means that another connection
    /// would fail, too.
    case closed(code: Int)
    /// The server sent a message that its protocol does not have.
    case invalidMessage
    /// The loop has not read the events as fast as they arrived.
    case tooManyUnread(limit: Int)
    /// The client's transport cannot open this WebSocket: it is no ``WebSocketTransport``, or the system's
    /// `URLSession` has no WebSockets with TLS.
    case webSocketsUnsupported
  }

  public let operationName: String
  public let reason: Reason

  public init(_ reason: Reason, operationName: String) {
    self.reason = reason
    self.operationName = operationName
  }
}

nonisolated extension StreamError: RedactedDescription {
  public var description: String {
    switch reason {
    case .request(let reason):
      RequestError(reason, progress: .sent, operationName: operationName).description
    case .sessionEnded(let end): "\(operationName): the session has ended: \(end.text)"
    case .closed(let code): "\(operationName): the server closed the WebSocket with code \(code)"
    case .invalidMessage: "\(operationName): the server sent an invalid message"
    case .tooManyUnread(let limit):
      "\(operationName): more than \(limit) bytes of events are unread: read them faster, or raise "
        + "maximumUnreadSize"
    case .webSocketsUnsupported:
      "\(operationName): the client's transport cannot open this WebSocket: subscribe over HTTP, "
        + "or pass a WebSocketTransport to SubscriptionSocket; on Linux, a proxy on this machine "
        + "can add TLS"
    }
  }
}

nonisolated extension SessionEnd {
  fileprivate var text: String {
    switch self {
    case .loggedOut: "the app signed the user out"
    case .endedByServer: "the server ended it"
    case .otherLogin: "another login replaced it"
    case .noSession: "there is no session"
    }
  }
}

/// Why one connection of a stream ended or could not be opened.
nonisolated enum StreamFailure: Error {
  /// The server refuses the credential.
  case refused(StreamError.Reason, maySendAgain: Bool = true)
  /// Another connection may succeed.
  case temporary(StreamError.Reason, retryAfter: Duration? = nil)
  case permanent(StreamError.Reason)

  /// Reads a failed request.
  ///
  /// - Parameter rules: the signs of a refused credential.
  init(_ error: RequestError, by rules: [RefusalRule]) {
    if error.refusesCredential(by: rules) {
      self = .refused(.request(error.reason))
    } else if error.mayPass {
      self = .temporary(.request(error.reason), retryAfter: error.retryAfter)
    } else {
      self = .permanent(.request(error.reason))
    }
  }

  /// Reads an error of a transport.
  init(_ error: TransportError) {
    self.init(RequestError(.transport(error), progress: .sent, operationName: ""), by: [])
  }

  /// Whether the server was silent for too long.
  var isTimeout: Bool {
    if case .temporary(.request(.transport(let error)), _) = self {
      error.reason == .timedOut
    } else {
      false
    }
  }

  static let connectionLost = StreamFailure(TransportError(.connectionLost, wasSent: true))
  static let timedOut = StreamFailure(TransportError(.timedOut, wasSent: true))

  static func tooLarge(limit: Int) -> StreamFailure {
    StreamFailure(TransportError(.responseTooLarge(limit: limit), wasSent: true))
  }
}

nonisolated extension StreamError: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch reason {
    case .request(let reason):
      RequestError(reason, progress: .sent, operationName: operationName).userText
    case .sessionEnded: RequestError.NotSent.noSession.userText
    case .closed, .invalidMessage: .unexpectedResponse
    case .tooManyUnread: TransportError(.connectionLost, wasSent: true).userText
    case .webSocketsUnsupported: RequestError.NotSent.insecureEndpoint.userText
    }
  }
}

nonisolated extension WebSocketFailure: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    let reason: StreamError.Reason =
      switch StreamFailure(self, by: []) {
      case .refused(let reason, _), .permanent(let reason), .temporary(let reason, _): reason
      }
    return StreamError(reason, operationName: "").userText
  }
}
