// Tests what follows from a server's refusal of new tokens.

import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

@testable import AuthGenSessions

@Suite struct TokenRefusalTests {
  @Test(arguments: [401, 429, 500, 503])
  func onlyARefusalInARefreshEndsTheSession(status: Int) async throws {
    let tokens = HorizonClient(
      try scriptedClient([.json(#"{"errors": [{"message": "no"}]}"#, status: status)]) {
        $0.retry = .never
      })
    let manager = SessionManager<RotatingSession>(
      store: InMemoryStore(),
      refresh: { session in
        _ = try await tokens.getSocialProviders()
        return session
      })
    try await manager.logIn { RotatingSession(1) }
    if status == 401 {
      #expect(try await manager.refreshedSession() == nil)
      #expect(await manager.state == .signedOut(.ended))
    } else {
      await #expect(throws: CredentialUnavailable.self) { try await manager.refreshedSession() }
      #expect(await manager.state == .signedIn(RotatingSession(1)))
    }
  }

  typealias Consequence = TokenRefusal.Consequence

  private static func failure(_ status: Int, retryAfter: Duration? = nil) -> HTTPFailure {
    HTTPFailure(
      status: status, mediaType: "application/json", bodySize: 0, retryAfter: retryAfter)
  }

  @Test(
    arguments: [
      (400, "invalid_grant", .ended), (401, "invalid_token", .ended),
      (400, "expired_token", .ended),
      (401, "token_inactive", .ended), (401, "session_inactive", .ended),
      (400, "interaction_required", .needsLogin), (400, "login_required", .needsLogin),
      (400, "consent_required", .needsLogin), (400, "account_selection_required", .needsLogin),
      (403, "mfa_required", .needsLogin), (400, "unauthorized_client", .appRefused),
      (401, "invalid_client", .appRefused), (400, "invalid_request", .needsLogin),
      (400, "invalid_scope", .needsLogin), (403, "access_denied", .needsLogin),
      (400, "a_code_of_tomorrow", .needsLogin),
      (400, "temporarily_unavailable", .temporary), (400, "server_error", .temporary),
      (400, "slow_down", .temporary), (401, "use_dpop_nonce", .temporary),
      (400, "invalid_dpop_proof", .temporary), (401, "missing_dpop_proof", .temporary),
      (429, "invalid_grant", .temporary),
      (503, "interaction_required", .temporary), (400, nil, .temporary), (403, nil, .temporary),
    ] as [(Int, String?, Consequence)])
  func codeAndStatusDecide(_ status: Int, _ code: String?, _ consequence: Consequence) {
    let refusal = TokenRefusal(Self.failure(status), code: code, body: RedactedJSON())
    #expect(refusal.consequence == consequence)
    #expect((refusal.reason != nil) == [.needsLogin, .appRefused].contains(consequence))
  }

  @Test func refusalHasTheServersTextAndTokenAndHidesThem() throws {
    let body = RedactedJSON(
      .object(["error_description": .string("call Ada"), "mfa_token": .string("s3cret")]))
    let refusal = try #require(
      TokenRefusal(Self.failure(403), code: "mfa_required", body: body).reason.map {
        CredentialUnavailable("", reason: $0).refusal
      } ?? nil)
    #expect(refusal.serverText == "call Ada" && refusal.mfaToken == Secret("s3cret"))
    #expect("\(refusal)" == "mfa_required")
    #expect("\(ServerRefusal(code: "Call Ada!"))" == "an unknown code")
  }

  /// A refresh that is a GraphQL operation.
  @Test(
    arguments: [
      (200, "INVALID_REFRESH_TOKEN", .needsLogin), (401, "UNAUTHENTICATED", .needsLogin),
      (200, "INTERNAL_SERVER_ERROR", .temporary), (200, "SUBREQUEST_HTTP_ERROR", .temporary),
      (500, "UNAUTHENTICATED", .temporary),
      (429, "RATE_LIMITED", .temporary), (200, nil, .temporary),
    ] as [(Int, String?, Consequence)])
  func codesOfGraphQLErrorsDecide(_ status: Int, _ code: String?, _ consequence: Consequence) {
    let extensions = RedactedJSON(code.map { .object(["code": .string($0)]) } ?? .null)
    let error = RequestError(
      .graphQL([GraphQLError(message: "no", extensions: extensions)]), progress: .responded,
      operationName: "Refresh", httpStatus: status)
    #expect(error.tokenRefusal?.consequence == consequence)
  }

  private struct Refused: TokenRequestError {
    let tokenRefusal: TokenRefusal?
  }

  /// The session is kept, and its credential is used until it expires.
  @Test func userWhoHasToLogInAgainIsNotSignedOut() async throws {
    let refusal = TokenRefusal(
      Self.failure(400), code: "interaction_required", body: RedactedJSON())
    let requests = Shared(0)
    let manager = SessionManager<RotatingSession>(
      store: InMemoryStore(),
      refresh: { _ in
        requests.withLock { $0 += 1 }
        throw Refused(tokenRefusal: refusal)
      })
    try await manager.logIn { RotatingSession(1, expiresAt: .distantPast) }
    for _ in 0..<3 {
      let error = await #expect(throws: CredentialUnavailable.self) {
        try await manager.credential()
      }
      #expect(error?.refusal == ServerRefusal(code: "interaction_required"))
    }
    #expect(requests.withLock { $0 } == 1)
    #expect(
      await manager.state
        == .needsLogin(
          RotatingSession(1, expiresAt: .distantPast), ServerRefusal(code: "interaction_required")))
    try await manager.logIn { RotatingSession(2) }
    #expect(await manager.state == .signedIn(RotatingSession(2)))
  }
}
