// Login with Prelude, as its documentation describes it.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import PreludeAuth

/// Logs users in with a provider, and keeps the session.
///
/// ```swift
/// let client = try PreludeAuthClient(endpoint: .custom("https://APP.session.prelude.dev"))
/// let result = try await client.loginWithOAuth(
///   OAuthLoginOptions(provider: .google, redirectURI: redirectURI))
/// ```
public actor PreludeAuthClient {
  /// Where an app's sessions are.
  public enum Endpoint: Hashable, Sendable {
    /// Such as `https://APP.session.prelude.dev`.
    case custom(String)

    var base: URL? {
      switch self {
      case .custom(let text): URL(string: text).flatMap { $0.isTrustworthyPage ? $0 : nil }
      }
    }
  }

  /// The session, for clients to be authenticated by.
  public nonisolated let tokens: RefreshingSessionManager<PreludeSession>

  private let presenter: LoginPresenter
  private let prelude: PreludeClient<GraphQLClient>
  /// What sessions are bound to. What takes their access tokens is called over a `DPoPTransport` with
  /// the same key.
  public nonisolated let key: (any DPoPKey)?
  private let random: any RandomSource
  /// What is left of logins whose code was right, and whose session did not come through.
  private var verified: [UUID: Secret] = [:]

  /// - Parameters:
  ///   - endpoint: where the app's sessions are.
  ///   - key: what sessions are bound to. Default: on Apple platforms, one in the Keychain or the Secure
  ///     Enclave; elsewhere an app brings its own, or a login is ``PreludeAuthError/invalidConfiguration``.
  ///   - browser: shows the provider's page. Default: on Apple platforms, the system's; elsewhere an app
  ///     brings its own, which waits for a redirect to a scheme of the app's.
  ///   - store: where the session is kept between runs. Default: the platform's safe place.
  ///   - deviceStore: where the device's identifier is kept, which outlives sessions. Default: likewise.
  ///   - transport: what carries requests. Default: the network.
  ///   - interceptors: called for each request.
  /// - Throws: ``PreludeAuthError/invalidConfiguration`` where the endpoint is no https URL.
  public init(
    endpoint: Endpoint, key: (any DPoPKey)? = nil,
    browser: (any WebAuthenticationSession)? = nil, store: (any SecretStore)? = nil,
    deviceStore: (any SecretStore)? = nil, transport: any Transport = URLSessionTransport(),
    interceptors: [any Interceptor] = []
  ) throws(PreludeAuthError) {
    let account = endpoint.base?.host() ?? ""
    try self.init(
      endpoint: endpoint, key: key ?? Defaults.key(account),
      browser: browser ?? Defaults.browser, store: store ?? Defaults.store(account),
      deviceStore: deviceStore ?? Defaults.store("device"), transport: transport,
      interceptors: interceptors, random: SystemRandomSource(), now: { Date() })
  }

  package init(
    endpoint: Endpoint, key: (any DPoPKey)?, browser: any WebAuthenticationSession,
    store: any SecretStore, deviceStore: any SecretStore, transport: any Transport,
    interceptors: [any Interceptor] = [], random: any RandomSource,
    now: @escaping @Sendable () -> Date
  ) throws(PreludeAuthError) {
    guard let base = endpoint.base else { throw .invalidConfiguration }
    let configuration = ClientConfiguration(
      endpoint: base.appending(path: "v1/session"), maximumResponseSize: 1_000_000)
    let prelude = PreludeClient(
      GraphQLClient(
        configuration,
        transport: key.map { DPoPTransport(transport, key: $0, random: random, now: now) }
          ?? transport,
        interceptors: [DeviceIdentifier(store: deviceStore)] + interceptors))
    self.prelude = prelude
    self.key = key
    self.random = random
    presenter = LoginPresenter(browser)
    tokens = RefreshingSessionManager(
      store: store, now: now, refresh: { await prelude.outcome(ofRefreshing: $0) },
      abandon: { session in
        // Nobody would be told of a failure.
        if let token = session.refreshToken {
          _ = try? await prelude.revokeSession(refreshToken: token)
        }
      })
  }

  // MARK: Logging in

  /// Presents the provider's page, and logs in whoever comes back from it.
  ///
  /// - Throws: ``PreludeAuthError``: ``PreludeAuthError/conflict`` where another login is being
  ///   presented.
  public func loginWithOAuth(
    _ options: OAuthLoginOptions
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    let redirectURI = try Self.redirectURI(options.redirectURI.absoluteString)
    let presentation: LoginPresenter.Presentation
    let callback: Callback
    do throws(LoginPresenter.Failure) {
      presentation = try await presenter.begin(redirectURI)
    } catch {
      throw PreludeAuthError(error)
    }
    // Until the login has ended, and not only its page, another one is a conflict.
    defer { withExtendedLifetime(presentation) {} }
    let context = try await begin(options.provider, redirectURI)
    do throws(LoginPresenter.Failure) {
      callback = try await presentation.callback(
        from: context.authorizationURL, prefersEphemeralSession: options.prefersEphemeralSession)
    } catch {
      throw PreludeAuthError(error)
    }
    return try await finalize(context, try Self.challengeToken(of: callback))
  }

  /// Begins a login whose page the app presents itself. Any number may be under way; none knows of
  /// another.
  public func initiateOAuthLogin(
    _ options: InitiateOAuthLoginOptions
  ) async throws(PreludeAuthError) -> OAuthLoginContext {
    try await begin(options.provider, try Self.redirectURI(options.redirectURI))
  }

  /// Ends a login that the app has presented itself.
  ///
  /// - Parameters:
  ///   - context: what ``initiateOAuthLogin(_:)`` gave.
  ///   - challengeToken: what was delivered to the redirect URI. It is good for one login.
  public func finalizeOAuthLogin(
    _ context: OAuthLoginContext, challengeToken: String
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    try await finalize(context, Secret(challengeToken))
  }

  /// Ends a login with the code that the user got by email.
  ///
  /// - Throws: ``PreludeAuthError/invalidOTPCode`` where the code is wrong: the challenge is still
  ///   valid then.
  public func checkOAuthEmailOTP(
    _ code: String, resuming challenge: OAuthEmailChallenge
  ) async throws(PreludeAuthError) -> PreludeUser {
    if verified[challenge.id] == nil {
      verified[challenge.id] = try await sent { () async throws(RequestError) in
        try await prelude.checkOTP(
          verificationToken: challenge.verificationToken, code: Secret(code)
        ).checkOTP.challengeToken
      }
    }
    // A code is good once: where the session does not come through, the next call goes on from here.
    guard let token = verified[challenge.id] else { throw .unexpectedResponse }
    do throws(PreludeAuthError) {
      let user = try await redeem(token, challenge.verifier)
      verified[challenge.id] = nil
      return user
    } catch {
      if error.isFinal { verified[challenge.id] = nil }
      throw error
    }
  }

  /// Has the code sent to the user again.
  public func resendOAuthEmailOTP(
    _ challenge: OAuthEmailChallenge
  ) async throws(PreludeAuthError) {
    _ = try await sent { () async throws(RequestError) in
      try await prelude.retryOTP(verificationToken: challenge.verificationToken)
    }
  }

  // MARK: Steps

  /// Prelude takes nothing but a scheme of the app's own.
  private static func redirectURI(_ text: String) throws(PreludeAuthError) -> RedirectURI {
    guard let uri = try? RedirectURI(text), uri.kind == .customScheme else {
      throw .invalidConfiguration
    }
    return uri
  }

  private func begin(
    _ provider: OAuthProvider, _ redirectURI: RedirectURI
  ) async throws(PreludeAuthError) -> OAuthLoginContext {
    // Without proofs no login could be ended: the user had better not begin one.
    guard key != nil else { throw .invalidConfiguration }
    let verifier: CodeVerifier
    do throws(RandomSourceError) {
      verifier = try CodeVerifier(random)
    } catch {
      throw .noRandomBytes
    }
    let begun = try await sent { () async throws(RequestError) in
      try await prelude.authorizeOAuth(
        provider: provider, redirectUri: redirectURI.description,
        codeChallenge: verifier.challenge
      ).authorizeOAuth
    }
    guard let page = URL(string: begun.authorizationUrl), page.isTrustworthyPage else {
      throw .unexpectedResponse
    }
    return OAuthLoginContext(authorizationURL: page, verifier: verifier)
  }

  /// What the redirect brought; an error wins over all else.
  private static func challengeToken(
    of callback: Callback
  ) throws(PreludeAuthError) -> Secret {
    switch callback["error"] {
    case nil: break
    case "email_already_in_use": throw .conflict
    default: throw .accessDenied
    }
    guard let token = callback.secret("challenge_token"), !token.isEmpty else {
      throw .callback(.missing("challenge_token"))
    }
    return token
  }

  /// Goes on as the challenge token says: it is read for that alone.
  private func finalize(
    _ context: OAuthLoginContext, _ token: Secret
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    guard let claims = JSONWebToken(token)?.claims else { throw .unexpectedResponse }
    switch claims["grant_mode"]?.string {
    case "session-start":
      return .loggedIn(try await redeem(token, context.verifier))
    case "oauth-email-link":
      guard let email = claims["metadata"]?["oauth_email"]?.string else {
        throw .unexpectedResponse
      }
      let verification = try await sent { () async throws(RequestError) in
        try await prelude.startOTP(challengeToken: token).startOTP.verificationToken
      }
      return .otpRequired(
        challenge: OAuthEmailChallenge(
          verificationToken: verification, verifier: context.verifier),
        email: email)
    default:
      throw .unexpectedResponse
    }
  }

  private func redeem(
    _ token: Secret, _ verifier: CodeVerifier
  ) async throws(PreludeAuthError) -> PreludeUser {
    let granted = try await sent { () async throws(RequestError) in
      try await prelude.finalizeLogin(challengeToken: token, codeVerifier: verifier.secret)
        .finalizeLogin
    }
    guard let session = PreludeSession(granted) else { throw .unexpectedResponse }
    do throws(StoreError) {
      try await tokens.sessions.signIn(session)
    } catch {
      throw .notStored(error)
    }
    return session.user
  }

  private func sent<Answer: Sendable>(
    _ call: () async throws(RequestError) -> Answer
  ) async throws(PreludeAuthError) -> Answer {
    do throws(RequestError) {
      return try await call()
    } catch {
      throw PreludeAuthError(error)
    }
  }

  // MARK: The session

  /// Who is logged in; nil for nobody.
  ///
  /// - Throws: ``PreludeAuthError/unavailable(_:)`` where that cannot be told now.
  public func user() async throws(PreludeAuthError) -> PreludeUser? {
    switch await tokens.sessions.state {
    case .signedIn(let session): session.user
    case .signedOut: nil
    case .unavailable(let error):
      throw .unavailable(CredentialUnavailable(error.description))
    }
  }

  /// Ends the session: on this device for certain, and at Prelude as well as that can be done.
  ///
  /// - Returns: what went wrong, if anything.
  @discardableResult
  public func logOut() async -> LogOut {
    let (before, storeError) = await tokens.sessions.removeSession()
    // Also where the task that calls this is cancelled, such as that of a screen.
    let serverError = await Task { () -> PreludeAuthError? in
      var failure: PreludeAuthError?
      do throws(RequestError) {
        if let token = before.session?.refreshToken {
          _ = try await prelude.revokeSession(refreshToken: token)
        }
      } catch {
        failure = PreludeAuthError(error)
      }
      do throws(DPoPKeyError) {
        try await removeKey()
      } catch {
        failure = failure ?? .key(error)
      }
      return failure
    }.value
    return LogOut(serverError: serverError, storeError: storeError)
  }

  /// Removes the key, unless there is another session by now, which is bound to it.
  private func removeKey() async throws(DPoPKeyError) {
    guard let key else { return }
    // What comes of a renewal that is under way is revoked, with a proof by the same key.
    await tokens.settle()
    guard await tokens.sessions.state.session == nil else { return }
    try await key.remove()
  }

  /// What went wrong with ending a session.
  public struct LogOut: Sendable {
    /// Prelude was not told, or did not do it: the refresh token may be valid for a while yet.
    public let serverError: PreludeAuthError?
    /// The session could not be removed from its store: log out again.
    public let storeError: StoreError?
  }
}

extension PreludeAuthError {
  /// Whether the same challenge token cannot lead to a session any more.
  fileprivate var isFinal: Bool {
    switch self {
    case .expiredChallengeToken, .refused, .notStored, .conflict: true
    default: false
    }
  }
}

extension PreludeClient<GraphQLClient> {
  fileprivate func outcome(
    ofRefreshing session: PreludeSession
  ) async -> RefreshOutcome<PreludeSession> {
    guard let token = session.refreshToken else { return .refused }
    do throws(RequestError) {
      let tokens = try await refreshSession(refreshToken: token).refreshSession
      guard let newer = PreludeSession(tokens), newer.userID == session.userID else {
        return .failed(CredentialUnavailable("\(PreludeAuthError.unexpectedResponse)"))
      }
      return .refreshed(newer)
    } catch {
      let error = PreludeAuthError(error)
      switch error {
      // The token is unknown, expired, revoked, used before, or bound to a key that is gone.
      case .refused(.unauthorized), .refused(.tokenReused), .refused(.dpopKeyMismatch):
        return .refused
      default: return .failed(CredentialUnavailable("the session cannot be renewed now: \(error)"))
      }
    }
  }
}

extension PreludeAuthClient: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public nonisolated var description: String { "PreludeAuthClient" }
  public nonisolated var debugDescription: String { description }
  public nonisolated var customMirror: Mirror { Mirror(self, children: [], displayStyle: .class) }
}
