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
      #expect(caseName(of: logOut.serverError?.reason) == "graphQL" && !file.exists)
      let error = await site.failure { try await site.account.socialLinks() }
      #expect(caseName(of: error) == "notSignedIn")
    }

    // MARK: Don't

    /// Without a Keychain, the token is in a single file, unencrypted, that only its owner can read.
    @Test func dontStoreWhereOtherUsersCanRead() async throws {
      let file = try TemporaryFile()
      let site = try Site(store: FileStore(url: file.url))
      let token = try #require(try await site.signIn(as: "ada").signedIn?.session.token)
      #expect(try file.files == [file.url.lastPathComponent])
      #expect(try file.permissions == 0o600 && file.folderPermissions & 0o077 == 0)
      // The stored data is the session, for the next launch of the app.
      let manager = SessionManager<CustomerSession>(store: FileStore(url: file.url))
      #expect(try await manager.credential()?.token == token)
      // A file that other users can read is rejected.
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: file.url.path)
      let state = await SessionManager<CustomerSession>(store: FileStore(url: file.url)).state
      if case .unavailable = site.seen(state) { return }
      Issue.record("\(state)")
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
      try await other.logIn { CustomerSession(token: "other-token", customer: nil) }
      let restarted = SessionManager<CustomerSession>(store: store("one"))
      #expect(await restarted.state == .signedIn(mine))
      try await other.signOut()
      #expect(await SessionManager<CustomerSession>(store: store("one")).state == .signedIn(mine))
    }
  }
}
