// Tests Prelude's document: what a login stores on the device, and who can use it.

import Auth0API
import AuthGenLoginTestSupport
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import PreludeAuth
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct PreludeSessionTests {
    // MARK: Persisted in the secure store

    @Test func tokensAreInTheSecureStoreUntilTheLogout() async throws {
      let file = try TemporaryFile()
      let app = try await PreludeApp(as: PreludeApp.address(), store: FileStore(url: file.url))
      #expect(!file.exists)
      let user = try #require(try await app.logIn().user)
      #expect(try file.permissions == 0o600)
      #expect(try file.folderPermissions & 0o077 == 0)
      #expect(try file.files == [file.url.lastPathComponent])

      let later = try app.relaunched(store: FileStore(url: file.url))
      #expect(try await later.user() == user)
      #expect(try await later.sessions.refreshedSession()?.userID == user.profile.userID)

      let logOut = app.backend.seen(await later.logOut())
      #expect(logOut.serverError == nil && logOut.storeError == nil)
      #expect(!file.exists)
      let last = try app.relaunched(store: FileStore(url: file.url))
      #expect(try await last.user() == nil)
    }

    @Test func logoutRevokesTheSession() async throws {
      let app = try await PreludeApp(as: PreludeApp.address())
      _ = try await app.logIn()
      let stored = try app.store.read()
      let key = await app.key.copy()
      let logOut = app.backend.seen(await app.client.logOut())
      #expect(logOut.serverError == nil && logOut.storeError == nil)
      #expect(try app.store.read() == nil)
      #expect(try await app.client.user() == nil)
      #expect(try await app.calls().last == "revoke")
      // A copy of the session is useless, even with the key.
      let later = try app.relaunched(store: InMemoryStore(stored), key: key)
      #expect(try await later.user() != nil)
      #expect(try await later.sessions.refreshedSession() == nil)
      #expect(try await key.publicKey.thumbprint != app.key.publicKey.thumbprint)
    }

    @Test func sessionThatAnotherLoginReplacesIsRevoked() async throws {
      let app = try await PreludeApp(as: PreludeApp.address())
      _ = try await app.logIn()
      _ = try await app.logIn()
      await app.client.sessions.settle()
      #expect(try await app.calls().count { $0 == "revoke" } == 1)
      #expect(try await app.client.sessions.refreshedSession() != nil)
    }

    // MARK: Bound to the device with DPoP

    /// A refresh requires the same key.
    @Test func refreshRequiresTheSessionsKey() async throws {
      let app = try await PreludeApp(as: PreludeApp.address())
      _ = try await app.logIn()
      let before = await app.client.sessions.state.session
      let after = app.backend.seen(try await app.client.sessions.refreshedSession())
      #expect(after != nil && after?.refreshToken != before?.refreshToken)
      #expect(
        after?.userID == before?.userID
          && after?.credential.placement == before?.credential.placement)
      let relaunched = try app.relaunched()
      #expect(try await relaunched.sessions.refreshedSession()?.userID == before?.userID)
      let thief = try app.relaunched(
        store: InMemoryStore(try app.store.read()), key: OpenSSLKey())
      #expect(try await thief.sessions.refreshedSession() == nil)
    }

    /// The server's own user info stands for any API that accepts the access tokens.
    @Test func accessTokenRequiresTheSessionsKey() async throws {
      let address = PreludeApp.address()
      let app = try await PreludeApp(as: address)
      let user = try #require(try await app.logIn().user)
      func api(
        _ app: PreludeApp, over transport: any Transport
      ) -> Auth0Client<AuthenticatedGraphQLClient> {
        Auth0Client(
          GraphQLClient(
            ClientConfiguration(endpoint: app.backend.url("")), transport: transport,
            interceptors: [Recorder(transcript: app.backend.transcript)]
          ).authenticated(by: app.client.sessions))
      }

      let key = try #require(app.client.key)
      let info = app.backend.seen(
        try await api(app, over: DPoPTransport(key: key)).userInfo().userInfo)
      #expect(info.sub == user.profile.userID && info.email == address)

      for transport in [DPoPTransport(key: OpenSSLKey()), URLSessionTransport()] as [any Transport]
      {
        // Refused with an old and with a new token, so the session ends: each has its own.
        let app = try await PreludeApp(as: address)
        _ = try await app.logIn()
        let error = await app.backend.failure { () async throws(RequestError) in
          try await api(app, over: transport).userInfo()
        }
        guard case .service(let failure) = error?.reason, failure.http.status == 401 else {
          Issue.record("\(error as Any)")
          return
        }
      }
    }
  }
}
