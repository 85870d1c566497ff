// Tests that this version reads the sessions that released versions have stored.

import AuthGenHorizon
import AuthGenOpenID
import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import PreludeAuth
import Testing

@Suite struct ReleasedSessionTests {
  private static let folder = "Tests/Login/Wire/Released"

  /// Each file is `sessions.txt` of one release.
  @Test func sessionsOfEachReleaseAreReadable() async throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Checkout.root.appending(path: Self.folder).path)
    #expect(names.contains("sessions-0.1.0.txt"))
    for name in names {
      let lines = try Checkout.text("\(Self.folder)/\(name)").split(separator: "\n")
      #expect(lines.count >= 8)
      for line in lines {
        let parts = line.split(separator: " ").map(String.init)
        let form = parts[1].replacing(#""login":"""#, with: "\"login\":\"\(UUID().uuidString)\"")
        let credential = try #require(await credential(of: parts[0], storedAs: form), "\(line)")
        let text = "\(credential.placement) \(credential.token.reveal())"
        #expect(parts[2...].joined(separator: " ") == text, "\(name)")
      }
    }
  }

  private func credential(of type: String, storedAs form: String) async -> Credential? {
    switch type {
    case "CustomerSession": await read(form, as: CustomerSession.self)
    case "OpenIDSession": await read(form, as: OpenIDSession.self)
    case "OrySession": await read(form, as: OrySession.self)
    case "PreludeSession": await read(form, as: PreludeSession.self)
    default: nil
    }
  }

  private func read<Session: StoredSession>(
    _ form: String, as type: Session.Type
  ) async -> Credential? {
    let manager = SessionManager<Session>(store: InMemoryStore(Data(form.utf8)))
    return await manager.state.session?.credential
  }

  /// A member that a later version adds is ignored, so users can go back to this version.
  @Test func additionsOfALaterVersionAreIgnored() async {
    let form = """
      {"generation":1,"login":"\(UUID().uuidString)","added":1,"version":1,\
      "session":{"token":"opaque-1","added":{"a":[1]}}}
      """
    #expect(await read(form, as: CustomerSession.self)?.token == "opaque-1")
  }
}
