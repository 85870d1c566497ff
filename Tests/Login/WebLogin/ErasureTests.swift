// Tests that the deletion of an account leaves nothing on the device: each login fills its stores, and all
// files are searched afterwards.

import AuthGenCryptography
import AuthGenHorizon
import AuthGenOpenID
import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTesting
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import PreludeAuth
import Testing

/// The stores of an app: one file each.
private struct Device {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "authgen-erasure-\(UUID().uuidString)")

  func store(_ name: String) -> FileStore {
    FileStore(url: folder.appending(path: name).appending(path: "content"))
  }

  /// The content of each file that is not empty, by its path. Lock files are empty.
  var files: [String: String] {
    get throws {
      let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
      var files: [String: String] = [:]
      for path in paths {
        let url = folder.appending(path: path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
          !isFolder.boolValue
        else { continue }
        let content = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        if !content.isEmpty { files[path] = content }
      }
      return files
    }
  }

  /// The files that contain a text.
  func files(with text: String) throws -> [String] {
    try files.filter { $0.value.contains(text) }.keys.sorted()
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// A key whose bytes have a mark. It signs nothing that a server verifies.
private struct MarkedKey: RestorableKey {
  let restorationBytes: Data

  static func make() -> MarkedKey {
    MarkedKey(restorationBytes: Data("m4rk-key-\(UUID().uuidString)".utf8))
  }

  static func restored(from bytes: Data) -> MarkedKey { MarkedKey(restorationBytes: bytes) }

  var publicCoordinates: Data { Data(sha256(Array(restorationBytes))) + Data(count: 32) }

  func signatureBytes(for message: Data) -> Data { Data(count: 64) }
}

@Suite(.timeLimit(.minutes(5))) struct ErasureTests {
  private let device = Device()

  /// Deletes the account of a signed-in user, whose stores have these files, and expects an empty device.
  private func expectErased<Session: StoredSession>(
    _ sessions: SessionManager<Session>, _ localData: [LocalData], files: [String]
  ) async throws {
    #expect(try device.files.keys.sorted() == files.map { "\($0)/content" }.sorted())
    let declined = try await sessions.deleteAccount(
      erasing: localData, confirming: {}, onServer: { _, _ in .declined(()) })
    guard case .declined = declined else {
      Issue.record("\(declined)")
      return
    }
    #expect(try device.files.count == files.count, "A declined deletion must erase nothing.")
    try await sessions.deleteAccount(
      erasing: localData, confirming: {}, onServer: { _, _ in .deleted(()) })
    #expect(try device.files == [:])
    #expect(await sessions.state.session == nil)
  }

  @Test func openIDLoginLeavesNothing() async throws {
    defer { device.remove() }
    let key = StoredKey<MarkedKey>(device.store("key"))
    let pretend = try await PretendLogin(
      store: device.store("session"), pendingStore: device.store("pending"), key: key)
    #expect(
      try await pretend.reason(tokens: [
        "token_type": "DPoP", "access_token": "m4rk-access", "refresh_token": "m4rk-refresh",
      ]) == nil)
    // A second login, in a redirect of which the app was ended.
    let attempt = try await pretend.login.begin(try pretend.options())
    #expect(try device.files(with: "m4rk-access") == ["session/content"])
    #expect(try device.files(with: "m4rk-refresh") == ["session/content"])
    #expect(try device.files(with: "m4rk-key") == ["key/content"])
    try await expectErased(
      pretend.login.sessions, pretend.login.localData, files: ["session", "pending", "key"])
    // Nothing of the pending login is left in memory either.
    await expectFailure("noSuchAttempt") {
      try await pretend.login.resume(with: try attempt.redirect())
    }
  }

  /// The store of pending logins may have those of another server, whose account stays.
  @Test func pendingLoginsOfAnotherServerStay() async throws {
    defer { device.remove() }
    let pending = device.store("pending")
    let pretend = try await PretendLogin(store: device.store("session"), pendingStore: pending)
    #expect(try await pretend.reason() == nil)
    _ = try await pretend.login.begin(try pretend.options())
    let ory = try OryApp(pendingStore: pending)
    let attempt = try await ory.begin()
    try await pretend.login.sessions.deleteAccount(
      erasing: pretend.login.localData, confirming: {}, onServer: { _, _ in .deleted(()) })
    #expect(try device.files.keys.sorted() == ["pending/content"])
    let again = try OryApp(ory: ory.ory, pendingStore: pending)
    _ = try await again.login.resume(with: try ory.callback(of: attempt))
  }

  /// Another login begins while the server deletes the account.
  @Test func dataOfAnotherLoginStays() async throws {
    defer { device.remove() }
    let pretend = try await PretendLogin(
      store: device.store("session"), pendingStore: device.store("pending"))
    #expect(try await pretend.reason() == nil)
    _ = try await pretend.login.begin(try pretend.options())
    let sessions = pretend.login.sessions
    let session = try #require(await sessions.state.session)
    let error = await #expect(throws: AccountDeletionError.self) {
      try await sessions.deleteAccount(
        erasing: pretend.login.localData, confirming: {},
        onServer: { _, _ in
          try await sessions.logIn { session }
          return .deleted(())
        })
    }
    guard case .notErased(let remaining) = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(try device.files.keys.sorted() == ["session/content"])
    try await sessions.signOut()
    try await remaining.data.eraseAll()
    #expect(try device.files == [:])
  }

  @Test func oryLoginLeavesNothing() async throws {
    defer { device.remove() }
    let app = try OryApp(store: device.store("session"), pendingStore: device.store("pending"))
    try await app.logIn()
    _ = try await app.begin()
    #expect(try device.files(with: "token-s3cret") == ["session/content"])
    try await expectErased(app.login.sessions, app.login.localData, files: ["session", "pending"])
  }

  @Test func preludeClientLeavesNothing() async throws {
    defer { device.remove() }
    let key = StoredKey<MarkedKey>(device.store("key"))
    let app = try PreludeApp(
      key: key, store: device.store("session"), pendingStore: device.store("pending"),
      deviceStore: device.store("device"))
    #expect(try await app.logIn().user != nil)
    _ = try await app.begin()
    let identifier = try #require(app.server.requests.last?.http.headers["X-Device-Id"])
    #expect(try device.files(with: identifier) == ["device/content"])
    #expect(try device.files(with: "m4rk-key") == ["key/content"])
    #expect(try device.files(with: "refresh-s3cret") == ["session/content"])
    try await expectErased(
      app.client.sessions, app.client.localData, files: ["session", "pending", "key", "device"])
    // Prelude cannot connect a new account with the deleted one.
    _ = try await app.begin()
    #expect(app.server.requests.last?.http.headers["X-Device-Id"] != identifier)
  }

  @Test func horizonLoginLeavesNothing() async throws {
    defer { device.remove() }
    // `{"alg":"RS256"}`, `{"sub": "ada"}`.
    let token: Secret = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiAiYWRhIn0.eA"
    let transport = MockTransport.flow(
      [
        "GetSocialProviders": #"""
        {"socialLoginProviders": [
          {"code": "apple", "name": "A", "colour": "#000", "iconUrl": "/"}]}
        """#,
        "ExchangeSocialToken": #"""
        {"appSocialLogin": {"authenticationResponse": {"error": "SOCIAL_LINK_PENDING"},
          "socialLinkId": "link-1", "socialLoginToken": "l1nk"}}
        """#,
      ].mapValues { Data(#"{"data": \#($0)}"#.utf8) })
    let client = GraphQLClient(
      ClientConfiguration(endpoint: MockTransport.endpoint), transport: transport)
    let sessions = SessionManager<CustomerSession>(store: device.store("session"))
    let login = SocialLogin(
      client: client, sessions: sessions, identityStore: device.store("identities"),
      pendingStore: device.store("pending"))
    // The login waits for an email, so Apple's data is kept.
    try await login.signIn(with: .apple(identityToken: token, fullName: "M4rk Name"))
    try await sessions.logIn {
      CustomerSession(token: "m4rk-token", customer: .init(id: "1", email: "m4rk@example.com"))
    }
    #expect(try device.files(with: "M4rk Name") == ["identities/content"])
    #expect(try device.files(with: "m4rk") == ["session/content"])
    try await expectErased(sessions, login.localData, files: ["session", "identities", "pending"])
    #expect(await login.state.isChoosing)
  }
}
