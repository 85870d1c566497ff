// One app for each system whose session is generated.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import Foundation
import SessionsFixture
import Testing

/// A system, and what its app does. The closures call generated code.
struct SessionSystem: Sendable, CustomTestStringConvertible {
  /// One app with its session.
  struct App: Sendable {
    /// Logs in with a password, and returns whether the user is signed in.
    let logIn: @Sendable (Secret) async throws(RequestError) -> Bool
    /// Reads the user's data, and returns whether it arrived.
    let call: @Sendable () async throws(RequestError) -> Bool
    let logOut: @Sendable () async -> Void
    let state: @Sendable () async -> SessionState<String>
  }

  let name: String
  /// The server, with the seconds that access and refresh tokens are valid.
  var service: @Sendable (String, Int, Int) -> Service = Service.session
  /// The names of the operations that refresh and end the session.
  var refresh: String?
  var logOut: String?
  /// Whether the refresh works after the access token is revoked.
  var survivesRevocation = false
  let open: @Sendable (GraphQLClient, InMemoryStore) -> App

  var testDescription: String { name }

  static let password: Secret = "battery staple"
  static let email = "ada@example.com"

  static let all = [saleor, shopify, wordPress, magento, vendure] + libraries
  /// Servers of other makers' libraries, which need a new Python. In CI, a missing one is a failure.
  static let libraries =
    PythonEnvironment.isNew || ProcessInfo.processInfo.environment["CI"] != nil
    ? [djangoJWT, gqlauth] : []

  static let djangoJWT = SessionSystem(
    name: "django_jwt_server", service: Service.tokens, refresh: "DjangoRefresh",
    logOut: "DjangoRevoke", survivesRevocation: true
  ) { client, store in
    let notes = DjangoJWTSession(client, store: store)
    return App(
      logIn: { password throws(RequestError) in
        try await notes.logIn(.djangoLogIn(username: "alice", password: libraryPassword(password)))
          .isSignedIn
      },
      call: { () throws(RequestError) in try await notes.client.djangoMe().me != nil },
      logOut: { await notes.logOut() },
      state: { await notes.sessions.state.mapped { $0.userID ?? "" } })
  }

  static let gqlauth = SessionSystem(
    name: "gqlauth_server", service: Service.tokens, refresh: "GqlauthRefresh",
    logOut: "GqlauthRevoke", survivesRevocation: true
  ) { client, store in
    let notes = GqlauthSession(client, store: store)
    return App(
      logIn: { password throws(RequestError) in
        try await notes.logIn(.gqlauthLogIn(username: "alice", password: libraryPassword(password)))
          .isSignedIn
      },
      call: { () throws(RequestError) in try await notes.client.gqlauthMe().me.username == "alice"
      },
      logOut: { await notes.logOut() },
      state: { await notes.sessions.state.mapped { $0.userID ?? "" } })
  }

  /// The users of these servers have another password.
  private static func libraryPassword(_ password: Secret) -> Secret {
    password == Self.password ? "correct horse" : password
  }

  static let saleor = SessionSystem(
    name: "saleor", refresh: "TokenRefresh", logOut: "TokensDeactivateAll",
    survivesRevocation: true
  ) { client, store in
    let shop = SaleorSession(client, store: store)
    return App(
      logIn: { password throws(RequestError) in
        try await shop.logIn(.tokenCreate(email: email, password: password)).isSignedIn
      },
      call: { () throws(RequestError) in try await shop.client.me().me != nil },
      logOut: { await shop.logOut() },
      state: { await shop.sessions.state.mapped { $0.userID ?? "" } })
  }

  static let shopify = SessionSystem(
    name: "shopify", refresh: "CustomerAccessTokenRenew", logOut: "CustomerAccessTokenDelete"
  ) { client, store in
    let shop = ShopifySession(client, store: store)
    return App(
      logIn: { password throws(RequestError) in
        let input = CustomerAccessTokenCreateInput(email: email, password: password)
        return try await shop.logIn(.customerAccessTokenCreate(input: input)).isSignedIn
      },
      call: { () throws(RequestError) in
        try await shop.client.storefrontCustomer().customer != nil
      },
      logOut: { await shop.logOut() },
      state: { await shop.sessions.state.mapped { _ in "" } })
  }

  static let wordPress = SessionSystem(
    name: "wpgraphql", refresh: "RefreshJwtAuthToken", survivesRevocation: true
  ) { client, store in
    let site = WordPressSession(client, store: store)
    return App(
      logIn: { password throws(RequestError) in
        try await site.logIn(.wordPressLogin(username: email, password: password)).isSignedIn
      },
      call: { () throws(RequestError) in try await site.client.viewer().viewer != nil },
      logOut: { await site.logOut() },
      state: { await site.sessions.state.mapped { "\($0.userID ?? 0)" } })
  }

  static let magento = SessionSystem(
    name: "magento", logOut: "RevokeCustomerToken"
  ) { client, store in
    let shop = MagentoSession(client, store: store)
    return App(
      logIn: { password throws(RequestError) in
        try await shop.logIn(.generateCustomerToken(email: email, password: password)).isSignedIn
      },
      call: { () throws(RequestError) in
        try await shop.client.magentoCustomer().customer != nil
      },
      logOut: { await shop.logOut() },
      state: { await shop.sessions.state.mapped { _ in "" } })
  }

  static let vendure = SessionSystem(name: "vendure", logOut: "LogOut") { client, store in
    let shop = VendureSession(client, store: store)
    return App(
      logIn: { password throws(RequestError) in
        try await shop.logIn(.logIn(username: email, password: password)).isSignedIn
      },
      call: { () throws(RequestError) in
        try await shop.client.activeCustomer().activeCustomer != nil
      },
      logOut: { await shop.logOut() },
      state: { await shop.sessions.state.mapped { $0.userID ?? "" } })
  }
}

extension SessionSystem {
  /// The server, and a client that sends each request once.
  func backend(
    accessSeconds: Int = 300, refreshSeconds: Int = 3_600
  ) async throws -> Backend {
    try await Backend(service(name, accessSeconds, refreshSeconds)) { $0.retry = .never }
  }

  func signedIn(_ backend: Backend, _ store: InMemoryStore) async throws -> App {
    let app = open(backend.client, store)
    #expect(try await app.logIn(Self.password))
    return app
  }
}

extension Backend {
  /// The names of the operations that the server has received since `start`.
  func operations(from start: Int = 0) async throws -> [String] {
    try await requests("/graphql").dropFirst(start).compactMap { $0.members["operationName"] }
  }
}

extension LogInResult {
  var isSignedIn: Bool {
    if case .signedIn(_, storeError: nil) = self { true } else { false }
  }

  /// The new session.
  var session: Session? {
    if case .signedIn(let session, storeError: _) = self { session } else { nil }
  }
}

extension SessionState {
  /// The state with a value of the session.
  func mapped(_ value: (Session) -> String) -> SessionState<String> {
    switch self {
    case .signedIn(let session): .signedIn(value(session))
    case .needsLogin(let session, let refusal): .needsLogin(value(session), refusal)
    case .signedOut(let reason): .signedOut(reason)
    case .unavailable(let error): .unavailable(error)
    }
  }
}
