// Fuzzes what stores contain.

import AuthGenHorizon
import AuthGenOpenID
import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import PreludeAuth

extension Target {
  /// A letter for the system, and the content of a session's store.
  static func restoreSession(_ input: [UInt8]) {
    guard let letter = input.first else { return }
    let content = Data(input.dropFirst())
    complete {
      switch letter {
      case UInt8(ascii: "c"): await restore(CustomerSession.self, content)
      case UInt8(ascii: "i"):
        await restore(OpenIDSession.self, content) { _ = $0.claims }
      case UInt8(ascii: "o"): await restore(OrySession.self, content)
      case UInt8(ascii: "p"): await restore(PreludeSession.self, content) { _ = $0.user }
      default: await identifyDevice(content)
      }
    }
  }

  /// Content that cannot be read is kept. A session that is read does not change when it is stored and read
  /// again, and can be refreshed and removed.
  private static func restore<Session: StoredSession>(
    _: Session.Type, _ content: Data, use: (Session) -> Void = { _ in }
  ) async {
    let store = InMemoryStore(content)
    let manager = SessionManager<Session>(store: store) { $0 }
    let state = await manager.state
    requireRedacted(manager)
    guard case .signedIn(let session) = state else {
      requireRedacted(state)
      require(store.read() == content, "unreadable content is lost")
      return
    }
    use(session)
    requireRedacted(session.credential)
    let other = SessionManager<Session>(store: store)
    await attempt { try await manager.logIn { session } }
    require(await other.state.session == session, "a session changes when it is stored")
    // Another process's turn to refresh takes real time.
    if !String(decoding: content, as: UTF8.self).contains("turn") {
      await attempt { try await manager.refreshedSession() }
    }
    _ = await attempt { try await manager.signOut() }
    require(store.read() == nil, "a session is left in its store")
  }

  /// The identifier of a device.
  private static func identifyDevice(_ content: Data) async {
    let store = InMemoryStore(content)
    let client = try? PreludeAuthClient(
      endpoint: .custom("https://prelude.example"), key: FixedKey(), store: InMemoryStore(),
      pendingStore: InMemoryStore(), deviceStore: store,
      environment: LoginEnvironment(transport: ScriptedResponses([Array("{}".utf8)])))
    await attempt {
      try await client?.initiateOAuthLogin(
        .init(provider: .google, redirectURI: "shop:/callback"))
    }
    let identifier = store.read().map { String(decoding: $0, as: UTF8.self) }
    require(
      identifier.flatMap { UUID(uuidString: $0) } != nil, "the device has no identifier")
  }
}
