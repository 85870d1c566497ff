// Texts about ended streams for the user of an app.

import AuthGenRuntime
import Foundation

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
