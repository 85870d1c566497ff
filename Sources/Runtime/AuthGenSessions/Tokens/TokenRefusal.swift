// What follows from a failed request for new tokens.

package import AuthGenRuntime

/// An error of a request for new tokens that may contain the server's refusal.
nonisolated package protocol TokenRequestError: Error {
  /// Nil if the server has not answered with an error.
  var tokenRefusal: TokenRefusal? { get }

  /// Why the server's tokens are not trusted; nil if the request failed for another reason. Default: nil.
  var trustFailure: TrustFailure? { get }
}

nonisolated extension TokenRequestError {
  package var trustFailure: TrustFailure? { nil }
}

/// A server's answer to a request for new tokens that contains none (RFC 6749, section 5.2).
nonisolated package struct TokenRefusal: Sendable {
  nonisolated package enum Consequence: Hashable, Sendable {
    /// The server has ended the session.
    case ended
    /// The session is kept, and gets no new tokens until the user logs in again.
    case needsLogin
    /// The same request may succeed later.
    case temporary
  }

  private let status: Int
  private let code: String?
  private let serverText: String?
  private let mfaToken: Secret?
  let retryAfter: Duration?

  /// - Parameters:
  ///   - code: the error code; nil for an answer without one, such as a gateway's.
  ///   - body: the answer, with `error_description` and `mfa_token`.
  package init(_ http: HTTPFailure, code: String?, body: RedactedJSON) {
    status = http.status
    retryAfter = http.retryAfter
    self.code = code
    serverText = body["error_description"]?.string
    mfaToken = body["mfa_token"]?.string.map { Secret($0) }
  }

  /// What follows from the answer.
  ///
  /// | status, code | consequence |
  /// |---|---|
  /// | 408, 425, 429, 5xx, or no error code | temporary |
  /// | `temporarily_unavailable`, `server_error`, `slow_down`, `authorization_pending`, `use_dpop_nonce`, `invalid_dpop_proof` | temporary |
  /// | the same words in GraphQL's spelling, such as `INTERNAL_SERVER_ERROR` and `RATE_LIMITED` | temporary |
  /// | `invalid_grant`, `invalid_token`, `expired_token`, `token_inactive`, `session_inactive` | ended |
  /// | any other, such as `interaction_required`, `mfa_required`, `unauthorized_client`, `invalid_request` | needs a login |
  package var consequence: Consequence {
    guard let code, (400..<500).contains(status), ![408, 425, 429].contains(status) else {
      return .temporary
    }
    return switch code {
    case "temporarily_unavailable", "server_error", "slow_down", "authorization_pending",
      "use_dpop_nonce", "invalid_dpop_proof", "INTERNAL_SERVER_ERROR", "INTERNAL_ERROR",
      "SERVICE_UNAVAILABLE", "TIMEOUT", "RATE_LIMITED", "TOO_MANY_REQUESTS", "THROTTLED":
      .temporary
    case "invalid_grant", "invalid_token", "expired_token", "token_inactive", "session_inactive":
      .ended
    default: .needsLogin
    }
  }

  /// The refusal for the app; nil for a failure that is temporary.
  var refusal: ServerRefusal? {
    guard consequence == .needsLogin, let code else { return nil }
    return ServerRefusal(code: code, serverText: serverText, mfaToken: mfaToken)
  }
}

nonisolated extension RequestError: TokenRequestError {
  package var tokenRefusal: TokenRefusal? {
    switch reason {
    case .service(let failure):
      // RFC 6749, section 5.2, and two other common forms.
      TokenRefusal(
        failure.http,
        code: failure.body["error"]?.string ?? failure.body["error", "id"]?.string
          ?? failure.body["code"]?.string, body: failure.body)
    case .httpStatus(let failure): TokenRefusal(failure, code: nil, body: RedactedJSON())
    case .graphQL(let errors):
      // GraphQL refuses with status 200, too.
      TokenRefusal(
        HTTPFailure(
          status: httpStatus.map { $0 < 400 ? 400 : $0 } ?? 400, mediaType: nil, bodySize: 0,
          retryAfter: retryAfter),
        code: errors.lazy.compactMap(\.code).first, body: RedactedJSON())
    default: nil
    }
  }
}
