// The effect of a failed request for new tokens on the session.

package import AuthGenRuntime

/// An error of a request for new tokens that may contain the server's refusal.
nonisolated package protocol TokenRequestError: Error {
  /// Nil if the error is not a server's response.
  var tokenRefusal: TokenRefusal? { get }

  /// Why the server's tokens are not trusted; nil if the request failed for another reason. Default: nil.
  var trustFailure: TrustFailure? { get }

  /// Whether the failure is temporary, so that the same request may succeed later. Default: false.
  var mayPass: Bool { get }
}

nonisolated extension TokenRequestError {
  package var trustFailure: TrustFailure? { nil }
  package var mayPass: Bool { false }
}

/// A server's response to a request for new tokens that contains none (RFC 6749, section 5.2).
nonisolated package struct TokenRefusal: Sendable {
  nonisolated package enum Consequence: Hashable, Sendable {
    /// The server has ended the session.
    case ended
    /// The session is kept, and gets no new tokens until the user logs in again.
    case needsLogin
    /// The session is kept. The app's client or its registration is wrong, so a login cannot help.
    case appRefused
    /// The same request may succeed later.
    case temporary
  }

  private let status: Int
  private let code: String?
  /// Whether a service has sent the code, and not a GraphQL server.
  let isOfService: Bool
  private let serverText: String?
  private let mfaToken: Secret?
  let retryAfter: Duration?

  /// - Parameters:
  ///   - code: the error code; nil for a response without one, such as a gateway's.
  ///   - body: the response, with `error_description` and `mfa_token`.
  package init(_ http: HTTPFailure, code: String?, body: RedactedJSON) {
    isOfService = code != nil
    status = http.status
    retryAfter = http.retryAfter
    self.code = code
    serverText = body["error_description"]?.string
    mfaToken = body["mfa_token"]?.string.map { Secret($0) }
  }

  /// A refusal by a GraphQL server. Of its codes, those that certainly concern the user or the token count:
  /// all others may be failures of the server.
  init(_ http: HTTPFailure, graphQL code: String?) {
    status = http.status < 400 ? 400 : http.status
    retryAfter = http.retryAfter
    self.code = code.flatMap { Self.graphQLCodes.contains(ExactString($0)) ? $0 : nil }
    isOfService = false
    serverText = nil
    mfaToken = nil
  }

  private static let graphQLCodes: Set<ExactString> = [
    "UNAUTHENTICATED", "UNAUTHORIZED", "FORBIDDEN", "ACCESS_DENIED", "LOGIN_REQUIRED",
    "INVALID_TOKEN",
    "INVALID_REFRESH_TOKEN", "REFRESH_TOKEN_INVALID", "REFRESH_TOKEN_EXPIRED", "EXPIRED_TOKEN",
    "TOKEN_EXPIRED", "JWT_INVALID_TOKEN", "JWT_SIGNATURE_EXPIRED", "JWT_EXPIRED", "SESSION_EXPIRED",
  ]

  /// The response's effect on the session.
  ///
  /// | status, code | consequence |
  /// |---|---|
  /// | 408, 425, 429, 5xx, or no error code | temporary |
  /// | `temporarily_unavailable`, `server_error`, `slow_down`, `authorization_pending`, `use_dpop_nonce`, `invalid_dpop_proof`, `missing_dpop_proof` | temporary |
  /// | `invalid_grant`, `invalid_token`, `expired_token`, `token_inactive`, `session_inactive` | ended |
  /// | `invalid_client`, `unauthorized_client`, `unsupported_grant_type` | the app is refused |
  /// | any other, such as `interaction_required`, `mfa_required`, `invalid_request` | needs a login |
  /// | a GraphQL error with `UNAUTHENTICATED`, `INVALID_REFRESH_TOKEN` and their like; see ``init(_:graphQL:)`` | needs a login |
  /// | any other GraphQL error | temporary |
  package var consequence: Consequence {
    guard let code, (400..<500).contains(status), ![408, 425, 429].contains(status) else {
      return .temporary
    }
    return switch ExactString(code) {
    case "temporarily_unavailable", "server_error", "slow_down", "authorization_pending",
      "use_dpop_nonce", "invalid_dpop_proof", "missing_dpop_proof":
      .temporary
    case "invalid_grant", "invalid_token", "expired_token", "token_inactive", "session_inactive":
      .ended
    case "invalid_client", "unauthorized_client", "unsupported_grant_type": .appRefused
    default: .needsLogin
    }
  }

  /// Why the session gets no new tokens; nil if it has ended, or if the failure is temporary.
  var reason: CredentialUnavailable.Reason? {
    guard let code else { return nil }
    let refusal = ServerRefusal(code: code, serverText: serverText, mfaToken: mfaToken)
    return switch consequence {
    case .needsLogin: .needsLogin(refusal)
    case .appRefused: .appRefused(refusal)
    case .ended, .temporary: nil
    }
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
      TokenRefusal(
        HTTPFailure(
          status: httpStatus ?? 200, mediaType: nil, bodySize: 0, retryAfter: retryAfter),
        graphQL: errors.lazy.compactMap(\.code).first)
    default: nil
    }
  }
}
