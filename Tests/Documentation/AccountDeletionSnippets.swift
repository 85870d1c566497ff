// Compiles and runs the code of AccountDeletion that no generated session has.

import AuthGenCache
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import Testing

/// An app's own backend.
private actor ShopBackend {
  private(set) var deleted: [Secret] = []
  private(set) var appleCodes: [Secret] = []

  func deleteAccount(of session: UserSession, appleCode: Secret? = nil) {
    deleted.append(session.token)
    if let appleCode { appleCodes.append(appleCode) }
  }

  /// - Returns: false if the server declines.
  /// - Throws: `RequestError`.
  func deleteAccount(of session: OpenIDSession) throws -> Bool {
    deleted.append(session.accessToken)
    return true
  }
}

@Suite(.timeLimit(.minutes(5))) struct AccountDeletionSnippets {
  private let backend = ShopBackend()
  private let cache = ResponseCache(timeToLive: .seconds(60))
  private let shown = Shared<[String]>([])
  private let sessions = SessionManager<UserSession>(store: InMemoryStore())

  @Sendable private func show(_ text: String) { shown.withLock { $0.append(text) } }

  /// Only compiled: the login needs a browser.
  private func deleteAccount(_ login: OpenIDLogin, _ options: LoginOptions) async {
    do throws(AccountDeletionError) {
      var options = options
      options.maximumAge = .zero
      let fresh = options
      let answer = try await login.sessions.deleteAccount(
        erasing: login.localData + cache.localData,
        confirming: { try await login.logIn(fresh) },
        onServer: { session, _ in
          let isDeleted = try await backend.deleteAccount(of: session)
          return isDeleted ? .deleted(()) : .declined(())
        })
      tell(answer)
    } catch {
      await tell(error)
    }
  }

  private func tell(_ answer: AccountDeletion<Void>) {
    switch answer {
    case .deleted: show("Your account is deleted.")
    case .sessionEnded: show("Your account is deleted. If you can still log in, delete it again.")
    case .declined: show("Your account cannot be deleted now.")
    }
  }

  private func signInWithApple() async throws -> (identityToken: Secret, code: Secret) {
    ("identity-1", "code-1")
  }

  private func deleteAccountWithApple(_ folder: URL) async throws {
    let orders = LocalData("orders") { try FileManager.default.removeItem(at: folder) }
    let answer = try await sessions.deleteAccount(
      erasing: cache.localData + [orders],
      confirming: { try await signInWithApple().code },
      onServer: { session, code in
        await backend.deleteAccount(of: session, appleCode: code)
        return .deleted(())
      })
    tell(answer)
  }

  func tell(_ error: AccountDeletionError) async {
    if case .inProgress = error.reason { return }
    show(error.localizedDescription)
    if case .notErased(let remaining) = error.reason { await eraseAgain(remaining) }
  }

  /// Called again when the user taps a button, for example.
  private func eraseAgain(_ remaining: RemainingData) async {
    do throws(RemainingData) {
      try await remaining.data.eraseAll()
    } catch {
      show(error.localizedDescription)
    }
  }

  /// Only compiled: the login needs a browser.
  private func eraseAfterARestart(_ login: OpenIDLogin) async throws {
    try await login.sessions.signOut()
    try await (login.localData + cache.localData).eraseAll()
  }

  @Test func codeOfTheArticleWorks() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await sessions.signIn(UserSession(token: "t0ken", customerID: "1"))
    try await deleteAccountWithApple(folder)
    #expect(await backend.deleted == ["t0ken"])
    #expect(await backend.appleCodes == ["code-1"])
    #expect(shown.withLock { $0 } == ["Your account is deleted."])
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    #expect(await sessions.state.session == nil)
    let part = LocalData("orders") { throw StoreError(.unavailable) }
    try await sessions.signIn(UserSession(token: "t0ken", customerID: "1"))
    let error = await #expect(throws: AccountDeletionError.self) {
      try await sessions.deleteAccount(
        erasing: [part], confirming: {}, onServer: { _, _ in .deleted(()) })
    }
    await tell(try #require(error))
    #expect(
      shown.withLock { $0.suffix(2) } == [
        "Your account was deleted, but some of your data is still on this device.",
        "Some of your data is still on this device.",
      ])
    let shownBefore = shown.withLock { $0.count }
    try await sessions.signIn(UserSession(token: "t0ken", customerID: "1"))
    try await sessions.deleteAccount(
      confirming: {
        let second = await #expect(throws: AccountDeletionError.self) {
          try await sessions.deleteAccount(confirming: {}, onServer: { _, _ in .deleted(()) })
        }
        if let second { await tell(second) }
      }, onServer: { _, _ in .deleted(()) })
    #expect(shown.withLock { $0.count } == shownBefore)
  }
}
