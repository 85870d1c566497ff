// Tests pending logins: their store, their expiry, and the redirects that belong to them.

import AuthGenRuntime
@testable import AuthGenSessions
import AuthGenWebLogin
import Foundation
import Testing

private enum TestError: BrowserLoginError, Equatable {
  case cancelled, insecurePage, over, request
  case browser(WebAuthenticationError)
  case callback(CallbackError)

  init(request error: RequestError) { self = .request }
}

private struct TestLogin: PendingBrowserLogin, Equatable {
  typealias Failure = TestError

  let id: UUID
  let redirectURI: RedirectURI
  let state: Secret?
  let expiresAt: Date
  let start: LoginStart

  init(
    _ state: String?, redirectURI: String = "shop:/callback", expiresAt: Date = .now + 3600,
    login: UUID? = nil
  ) throws {
    id = UUID()
    start = LoginStart(machine: id, changes: 0, login: login, isKnown: true)
    self.redirectURI = try RedirectURI(redirectURI)
    self.state = state.map { Secret($0) }
    // The stored form has whole milliseconds or fewer.
    self.expiresAt = Date(timeIntervalSince1970: expiresAt.timeIntervalSince1970.rounded())
  }
}

/// A store that another process changes before each write, or that cannot be written.
private struct RacedStore: SecretStore {
  let store: InMemoryStore
  /// Runs before each write, and fails it by an error.
  let before: @Sendable () throws(StoreError) -> Void

  func read() throws(StoreError) -> Data? { store.read() }
  func write(_ data: Data) throws(StoreError) { throw StoreError(.unavailable) }
  func remove() throws(StoreError) { throw StoreError(.unavailable) }

  func replace(_ expected: Data?, with data: Data?) throws(StoreError) -> Bool {
    try before()
    return store.replace(expected, with: data)
  }
}

@Suite struct PendingLoginsTests {
  private typealias Logins = PendingLogins<TestLogin>
  private let now = Date.now
  private let store = InMemoryStore()

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func logins(_ server: String = "a") -> Logins { Logins(store, server: server) }

  @Test func storedLoginOutlivesTheProcess() throws {
    let login = try TestLogin("state-1")
    logins().add(login, at: now)
    let restarted = logins()
    #expect(restarted.all(at: now) == [login])
    #expect(restarted.end(login.id, at: now) == login)
    #expect(store.read() == nil)
  }

  @Test func loginIsTakenOnce() throws {
    let login = try TestLogin("state-1")
    let first = logins()
    first.add(login, at: now)
    let second = logins()
    #expect(second.end(login.id, at: now) == login)
    #expect(second.end(login.id, at: now) == nil && logins().end(login.id, at: now) == nil)
    // The process that began it may be completing it at the same time: the server accepts its code once.
    #expect(first.end(login.id, at: now) == login && first.end(login.id, at: now) == nil)
  }

  @Test func loginOfOneRunIsNotStored() throws {
    let login = try TestLogin("state-1")
    let logins = logins()
    logins.add(login, at: now, isStored: false)
    #expect(store.read() == nil && logins.all(at: now) == [login])
    #expect(logins.end(login.id, at: now) == login)
  }

  /// The account of the user before is being deleted while the next user begins a login.
  @Test func loginSinceTheLastLogoutIsNotRemoved() throws {
    let (old, new) = (try TestLogin("state-1"), try TestLogin("state-2"))
    let logins = logins()
    logins.add(old, at: now)
    logins.loginHasChanged(isOfNoUser: false, at: now)
    // The server may have ended the session before the deletion.
    logins.add(try TestLogin("state-3", login: UUID()), at: now)
    logins.add(new, at: now)
    try logins.removeAll(at: now, sparesNew: true)
    #expect(logins.all(at: now) == [new] && self.logins().all(at: now) == [new])
  }

  /// The next step of a login replaces it, in the store too.
  @Test func loginIsReplacedByItsNextStep() throws {
    let login = try TestLogin("state-1")
    let logins = logins()
    for _ in 0..<3 { logins.add(login, at: now) }
    #expect(logins.all(at: now) == [login] && self.logins().all(at: now) == [login])
    logins.end(login.id, at: now)
    #expect(store.read() == nil)
  }

  @Test func loginThatIsOverGetsNoNextStep() throws {
    let login = try TestLogin("state-1")
    let logins = logins()
    logins.add(login, at: now)
    logins.end(login.id, at: now)
    logins.add(login, at: now)
    #expect(logins.all(at: now).isEmpty && store.read() == nil)
  }

  @Test func expiredLoginIsRemoved() throws {
    let old = try TestLogin("state-1", expiresAt: now + 10)
    let new = try TestLogin("state-2")
    let logins = logins()
    logins.add(old, at: now)
    #expect(logins.all(at: now + 9) == [old] && logins.all(at: now + 11).isEmpty)
    #expect(logins.end(old.id, at: now + 11) == nil)
    logins.add(old, at: now)
    logins.add(new, at: now + 11)
    #expect(self.logins().all(at: now + 1) == [new])
  }

  @Test func loginOfAnotherServerIsIgnored() throws {
    let login = try TestLogin("state-1")
    logins("a").add(login, at: now)
    let redirect = try url("shop:/callback?state=state-1&code=c")
    #expect(logins("b").all(at: now).isEmpty && logins("b").end(login.id, at: now) == nil)
    #expect(throws: TestError.over) { try logins("b").match(redirect, at: now) }
    #expect(try logins("a").match(redirect, at: now).login == login)
  }

  @Test func sixteenLoginsAreStored() throws {
    let logins = logins()
    let all = try (0..<20).map { try TestLogin("state-\($0)") }
    for login in all { logins.add(login, at: now) }
    #expect(self.logins().all(at: now) == Array(all.suffix(16)))
    #expect(logins.all(at: now).count == 20)
  }

  /// Another process takes the login between reading and writing.
  @Test func loginIsTakenOnceEvenIfAnotherProcessIsFaster() throws {
    let login = try TestLogin("state-1")
    logins().add(login, at: now)
    let store = store
    let raced = RacedStore(store: store) { _ = Logins(store, server: "a").end(login.id, at: .now) }
    #expect(Logins(raced, server: "a").end(login.id, at: now) == nil)
  }

  /// The store keeps the login, but it is over.
  @Test func endedLoginStaysEndedIfTheStoreFails() throws {
    let login = try TestLogin("state-1")
    let failing = RacedStore(store: store) { () throws(StoreError) in throw StoreError(.unavailable)
    }
    let logins = Logins(failing, server: "a")
    self.logins().add(login, at: now)
    logins.end(login.id, at: now)
    #expect(store.read() != nil && logins.all(at: now).isEmpty)
    #expect(logins.end(login.id, at: now) == nil)
  }

  @Test func loginIsTakenOnceEvenIfTheStoreFailsMeanwhile() throws {
    let fails = Locked(false)
    let store = store
    let recovering = RacedStore(store: store) { () throws(StoreError) in
      if fails.withLock({ $0 }) { throw StoreError(.unavailable) }
    }
    let login = try TestLogin("state-1")
    let logins = Logins(recovering, server: "a")
    logins.add(login, at: now)
    fails.withLock { $0 = true }
    #expect(logins.end(login.id, at: now) == login && store.read() != nil)
    fails.withLock { $0 = false }
    #expect(logins.end(login.id, at: now) == nil)
  }

  @Test func loginsOfOtherTypesAreKept() throws {
    struct Other: PendingBrowserLogin {
      typealias Failure = TestError

      let id = UUID()
      let redirectURI: RedirectURI
      var state: Secret? { nil }
      let expiresAt: Date
      let start: LoginStart
      let isOther = true

      private enum CodingKeys: CodingKey { case redirectURI, expiresAt, start, isOther, id }
    }
    let login = try TestLogin("state-1")
    let other = Other(
      redirectURI: login.redirectURI, expiresAt: now + 600, start: login.start)
    PendingLogins<Other>(store, server: "b").add(other, at: now)
    let logins = logins()
    logins.add(login, at: now)
    #expect(logins.end(login.id, at: now) == login)
    #expect(PendingLogins<Other>(store, server: "b").all(at: now).count == 1)
  }

  @Test func expiredSecretsAreRemovedFromTheStore() throws {
    logins().add(try TestLogin("state-1", expiresAt: now + 10), at: now)
    #expect(logins().all(at: now + 11).isEmpty && store.read() == nil)
  }

  /// For example a session, if an app passes one store twice.
  @Test func endOfALoginKeepsOtherContent() throws {
    store.write(Data("a session".utf8))
    let logins = logins()
    let login = try TestLogin("state-1")
    #expect(logins.all(at: now).isEmpty)
    logins.add(login, at: now, isStored: false)
    logins.end(login.id, at: now)
    #expect(store.read() == Data("a session".utf8))
    // Content that cannot be read is replaced by a stored login.
    let next = try TestLogin("state-2")
    logins.add(next, at: now)
    #expect(self.logins().all(at: now) == [next])
  }

  @Test func loginContinuesWithoutItsStore() throws {
    let broken = FaultyStore([.read: .unavailable, .write: .unavailable, .remove: .unavailable])
    let logins = Logins(broken, server: "a")
    let login = try TestLogin("state-1")
    logins.add(login, at: now)
    #expect(logins.all(at: now) == [login] && logins.end(login.id, at: now) == login)
  }

  @Test func stateDecidesToWhichLoginARedirectBelongs() throws {
    let first = try TestLogin("state-1")
    let second = try TestLogin("state-2")
    let logins = logins()
    let link = try url("shop:/callback?state=state-1&code=c")
    #expect(throws: TestError.over) { try logins.match(link, at: now) }
    logins.add(first, at: now)
    logins.add(second, at: now)
    #expect(try logins.match(link, at: now).login == first)
    #expect(logins.match(of: link, at: now) == .state)
    for (text, error) in [
      ("shop:/callback?state=state-3&code=c", CallbackError.wrongState),
      ("shop:/callback?code=c", .missing("state")), ("shop:/other?state=state-1", .wrongAddress),
    ] {
      let forged = try #require(URL(string: text))
      #expect(throws: TestError.callback(error)) { try logins.match(forged, at: now) }
    }
    #expect(logins.all(at: now) == [first, second])
  }

  /// Any part of the content may be lost, for example with a full disk.
  @Test func truncatedContentHasNoLogins() throws {
    let login = try TestLogin("state-1")
    logins().add(login, at: now)
    let content = try #require(store.read())
    let redirect = try url("shop:/callback?state=state-1&code=c")
    for length in stride(from: 0, to: content.count, by: 7) {
      let logins = Logins(InMemoryStore(content.prefix(length)), server: "a")
      #expect(logins.all(at: now).isEmpty && logins.match(of: redirect, at: now) == .none)
      logins.add(login, at: now)
      #expect(logins.all(at: now) == [login])
    }
  }

  /// A server that sends no `state` redirects to the latest login.
  @Test func redirectWithoutStateBelongsToTheLatestLogin() throws {
    let logins = logins()
    let other = try TestLogin(nil, redirectURI: "shop:/other")
    let logged = [try TestLogin(nil), try TestLogin(nil), other]
    for login in logged { logins.add(login, at: now) }
    let link = try url("shop:/callback?challenge_token=t")
    #expect(try logins.match(link, at: now).login == logged[1])
    #expect(logins.match(of: link, at: now) == .address)
  }

  @Test func secretsAreNotPrinted() throws {
    let logins = logins()
    logins.add(try TestLogin("s3cret"), at: now)
    #expect(shapes(of: logins).allSatisfy { !$0.contains("s3cret") })
  }
}
