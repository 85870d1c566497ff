// Tests Horizon's section "Using the Authentication Token" and its table of dos and don'ts.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct AuthenticationTokenTests {
    @Test func authenticatedRequestsSendTheTokenAsOpaque() async throws {
      let site = try Site()
      let session = try #require(try await site.signIn(as: "ada").signedIn?.session)
      _ = try await site.account.socialLinks()
      let request = try #require(try await site.requests(of: "SocialLinks").first)
      #expect(request.method == "POST")
      #expect(request.headers["content-type"] == "application/json")
      #expect(request.headers["authorization"] == "Opaque \(session.token.reveal())")
      // The login itself has no token.
      let login = try #require(try await site.requests(of: "ExchangeSocialToken").first)
      #expect(login.headers["authorization"] == nil)
    }

    // MARK: Do

    @Test func doStoreInSecureStorage() async throws {
      let file = try TemporaryFile()
      let site = try Site(store: FileStore(url: file.url))
      let token = try #require(try await site.signIn(as: "ada").signedIn?.session.token)
      #expect(try file.permissions == 0o600)
      // The stored data is the session, for the next launch of the app.
      let manager = SessionManager<CustomerSession>(store: FileStore(url: file.url))
      #expect(try await manager.credential()?.token == token)
    }

    @Test func doClearOnLogout() async throws {
      let file = try TemporaryFile()
      let site = try Site(store: FileStore(url: file.url))
      let session = try #require(try await site.signIn(as: "ada").signedIn?.session)
      let logOut = site.seen(await site.account.logOut())
      #expect(logOut.serverError == nil)
      #expect(logOut.storeError == nil)
      #expect(!file.exists)
      #expect(site.seen(await site.sessions.state) == .signedOut(.loggedOut))
      // The server no longer accepts the token.
      let data = try await site.client.authenticated(by: session.credential)
        .execute(SocialLinksQuery())
      #expect(data.customer == nil)
    }

    @Test func doClearOnLogoutIfTheServerFails() async throws {
      let file = try TemporaryFile()
      let site = try Site(store: FileStore(url: file.url))
      try await site.signIn(as: "ada")
      try await site.script(["failingFields": ["Mutation.logout"]])
      let logOut = site.seen(await site.account.logOut())
      guard case .graphQL = logOut.serverError?.reason else {
        Issue.record("\(logOut)")
        return
      }
      #expect(!file.exists)
      let error = await site.failure(of: { () async throws(AccountError) in
        try await site.account.socialLinks()
      })
      guard case .notSignedIn = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test func doTransmitOnlyOverHTTPS() async throws {
      let site = try Site()
      try await site.signIn(as: "ada")
      let sent = Shared(0)
      let transport = InMemoryTransport { _ in
        sent.withLock { $0 += 1 }
        return HTTPResponse(status: 200)
      }
      let endpoint = try #require(URL(string: "http://api.example.com/shop/en/graphql"))
      let client = GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: transport)
        .authenticated(by: site.sessions)
      let error = await site.failure(of: { () async throws(RequestError) in
        try await client.execute(SocialLinksQuery())
      })
      guard case .notSent(.insecureEndpoint) = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(sent.withLock { $0 } == 0)
    }

    // MARK: Don't

    /// Without a Keychain, the token is in a single file, unencrypted, that only its owner can read.
    @Test func dontStoreWhereOtherUsersCanRead() async throws {
      let file = try TemporaryFile()
      let site = try Site(store: FileStore(url: file.url))
      try await site.signIn(as: "ada")
      #expect(try file.files == [file.url.lastPathComponent])
      #expect(try file.permissions & 0o077 == 0)
      #expect(try file.folderPermissions & 0o077 == 0)
      // A file that other users can read is rejected.
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: file.url.path)
      let state = await SessionManager<CustomerSession>(store: FileStore(url: file.url)).state
      guard case .unavailable = site.seen(state) else {
        Issue.record("\(state)")
        return
      }
    }

    @Test func dontLogTokens() async throws {
      let site = try Site()
      let state = try await site.signIn(as: "ada")
      let token = try #require(state.signedIn?.session.token)
      let printed = Transcript()
      printed.note(state, of: "state")
      printed.note(await site.sessions.state, of: "session")
      printed.note(site.sessions, of: "sessions")
      printed.note(site.login, of: "login")
      printed.note(site.client, of: "client")
      printed.note(try await site.sessions.credential(), of: "credential")
      // The transcript of all tests includes the interceptors' output, and is searched at the end.
      #expect(printed.places(of: [token.reveal()]) == [])
      #expect(site.transcript.places(of: [token.reveal()]) == [])
    }

    @Test func dontShareTokensBetweenApps() async throws {
      // Two apps of one user, each with the platform's store and the same name for its account.
      let run = UUID().uuidString
      func store(_ app: String) -> PlatformStore.Store {
        PlatformStore.make(service: "authgen-test-\(run)-\(app)", account: "customer")
      }
      defer {
        let state = ProcessInfo.processInfo.environment["XDG_STATE_HOME"]
        let folder = URL(filePath: state ?? "\(NSHomeDirectory())/.local/state")
        for app in ["one", "other"] {
          try? store(app).remove()
          try? FileManager.default.removeItem(
            at: folder.appending(path: "authgen-test-\(run)-\(app)"))
        }
      }
      let site = try Site(store: store("one"))
      try await site.signIn(as: "ada")
      let mine = try #require(await site.sessions.state.session)
      let other = SessionManager<CustomerSession>(store: store("other"))
      #expect(site.seen(await other.state) == .signedOut(.noSession))
      // The other app's login and logout change nothing here.
      try await other.signIn(CustomerSession(token: "other-token", customer: nil))
      let restarted = SessionManager<CustomerSession>(store: store("one"))
      #expect(await restarted.state == .signedIn(mine))
      try await other.signOut()
      #expect(await SessionManager<CustomerSession>(store: store("one")).state == .signedIn(mine))
      // The token is not shared with another server either: it is sent to the endpoint's origin only.
      let elsewhere = Shared<[String]>([])
      let server = try LoopbackServer { request in
        elsewhere.withLock { $0.append(request.headers["authorization"] ?? "") }
        return LoopbackServer.response("{}")
      }
      let diverting = GraphQLClient(
        ClientConfiguration(endpoint: site.endpoint), interceptors: [Diversion(to: server.url)]
      ).authenticated(by: site.sessions)
      let error = await site.failure(of: { () async throws(RequestError) in
        try await diverting.execute(SocialLinksQuery())
      })
      guard case .notSent(.foreignOrigin) = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(elsewhere.withLock { $0 } == [])
    }
  }
}

/// Sends requests to another server.
private struct Diversion: Interceptor {
  let to: URL

  func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse {
    var request = request
    request.url = to
    return try await next(request)
  }
}
