// Compiles and runs the code of AskBeforeTokensAreRead. `.ci/apple-platforms` type-checks the part for Apple
// platforms in AppleSnippets.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct StoreGateSnippets {
  private let shown = Shared<[String]>([])
  private let pin = Shared("wrong")

  @Sendable private func show(_ text: String) { shown.withLock { $0.append(text) } }

  @Sendable private func askForPIN() async -> String? { pin.withLock { $0 } }
  @Sendable private func isRight(_ pin: String) -> Bool { pin == "2718" }

  private func makeStore(_ file: URL) -> GatedStore {
    let gate = StoreGate {
      guard let pin = await askForPIN() else { throw GateRefusal.cancelled }
      guard isRight(pin) else { throw GateRefusal.failed }
    }
    let store = GatedStore(FileStore(url: file), gate: gate)
    return store
  }

  private func call(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let error as CredentialUnavailable where error.reason == .gateIsClosed {
      show("Your accounts are locked.")
    }
  }

  private func unlock(_ gate: StoreGate) async {
    do throws(StoreError) {
      try await gate.open()
    } catch {
      show(error.localizedDescription)
    }
  }

  private func update(_ state: SessionState<UserSession>) {
    switch state {
    case .unavailable(let error):
      if case .gateIsClosed = error.reason { show("Unlock") } else { show("Try again later.") }
    case .signedIn, .needsLogin: show("Welcome")
    case .signedOut: show("Log in")
    }
  }

  @Test func codeOfTheArticleWorks() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = makeStore(folder.appending(path: "session"))
    let gate = try #require(store.gate)
    let first = SessionManager<UserSession>(store: store)
    try await first.signIn(UserSession(token: "t0ken", customerID: "1"))
    update(await first.state)

    gate.close()
    let sessions = SessionManager<UserSession>(store: store)
    update(await sessions.state)
    try await call { _ = try await sessions.currentSession() }
    await unlock(gate)
    pin.withLock { $0 = "2718" }
    await unlock(gate)
    update(await sessions.state)
    #expect(try await sessions.currentSession()?.customerID == "1")
    gate.close()
    if await sessions.isBehindClosedGate { show("Unlock") }
    #expect(
      shown.withLock { $0 } == [
        "Welcome", "Unlock", "Your accounts are locked.",
        "Your saved sign-in cannot be read right now.", "Welcome", "Unlock",
      ])
  }
}
