// A session with a refresh token, and a server that accepts each refresh token once.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation

struct RotatingSession: StoredSession {
  var token: Secret
  var refreshToken: Secret?
  var expiresAt: Date?

  init(_ number: Int, expiresAt: Date? = nil) {
    token = Secret("access-\(number)")
    refreshToken = Secret("refresh-\(number)")
    self.expiresAt = expiresAt
  }

  var credential: Credential { Credential(scheme: "Bearer", token: token) }
}

/// A server with one user.
actor RotatingServer {
  /// The number of the tokens that are valid now; nil after a revocation.
  private(set) var valid: Int?
  private(set) var refreshes = 0
  private(set) var calls = 0
  private(set) var revoked: [Secret] = []
  private var failure: (any Error)?

  init(valid: Int = 1) {
    self.valid = valid
  }

  func fail(with error: (any Error)?) { failure = error }

  /// Makes the access token invalid. The refresh token stays valid.
  func revokeAccessToken() { accessIsRevoked = true }
  private var accessIsRevoked = false

  /// From now on, used refresh tokens are accepted again, as after a lost response.
  func acceptUsedTokens() { acceptsUsedTokens = true }
  private var acceptsUsedTokens = false

  /// Makes the refresh token invalid.
  func endSession() { valid = nil }

  func refresh(_ session: RotatingSession) throws -> RotatingSession? {
    refreshes += 1
    if let failure { throw failure }
    guard let valid,
      acceptsUsedTokens || session.refreshToken == RotatingSession(valid).refreshToken
    else { return nil }
    accessIsRevoked = false
    self.valid = valid + 1
    return RotatingSession(valid + 1)
  }

  func revoke(_ session: RotatingSession) {
    if let token = session.refreshToken { revoked.append(token) }
  }

  func response(to request: HTTPRequest) -> HTTPResponse {
    calls += 1
    let isValid =
      !accessIsRevoked && request.headers["Authorization"] == valid.map { "Bearer access-\($0)" }
    return .json(#"{"data": {"socialLoginProviders": []}}"#, status: isValid ? 200 : 401)
  }

  nonisolated func manager(
    _ store: any SecretStore, limit: Duration = .seconds(30),
    before: @escaping @Sendable () async -> Void = {}
  ) -> SessionManager<RotatingSession> {
    SessionManager(
      store: store, refreshLimit: limit,
      refresh: { session in
        await before()
        try Task.checkCancellation()
        return try await self.refresh(session)
      }, revoke: { await self.revoke($0) })
  }
}
