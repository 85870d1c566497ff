// Tests the content of a file after its writer was killed.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct CrashTests {
  /// The session that `AppProcess` stores.
  private struct Numbered: StoredSession {
    let number: Int
    let token: Secret
    var credential: Credential { Credential(scheme: "Opaque", token: token) }
    var isWhole: Bool { token.reveal().count == (number.isMultiple(of: 2) ? 100 : 20_000) }
  }

  @Test func killedProcessLeavesTheOldSessionOrTheNewOne() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "app/session")
      let temporary = folder.appending(path: "app/.session.new").path
      let first = Numbered(number: 0, token: Secret(String(repeating: "t", count: 100)))
      try await SessionManager<Numbered>(store: FileStore(url: file)).logIn { first }

      var last = 0
      var killedInside = 0
      var runs = 0
      // At least 40 runs; more if no kill came at the right moment.
      while runs < 40 || (killedInside == 0 && runs < 400) {
        let output = try await killProcess(
          builtProgram("AppProcess"), ["endless", file.path, "\(last + 1)"], in: folder,
          after: Double(runs % 20) * 0.43)
        runs += 1
        let begun = try #require(output.split(separator: "\n").last.flatMap { Int($0) })
        if FileManager.default.fileExists(atPath: temporary) { killedInside += 1 }

        let found = await SessionManager<Numbered>(store: FileStore(url: file)).state.session
        let session = try #require(found, "run \(runs)")
        #expect([begun - 1, begun].contains(session.number), "run \(runs)")
        #expect(session.isWhole)
        #expect(try mode(of: file) == 0o600)
        last = session.number
      }
      #expect(killedInside > 0, "in \(runs) runs")

      // Signing out removes both the session and the partial file of a killed writer.
      try Data("half a session".utf8).write(to: URL(fileURLWithPath: temporary))
      try await SessionManager<Numbered>(store: FileStore(url: file)).signOut()
      #expect(try names(in: folder.appending(path: "app")) == [])
    }
  }

  @Test func processesWriteInTurn() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "session")
      try await withThrowingTaskGroup(of: ProcessResult.self) { group in
        for _ in 0..<2 {
          group.addTask {
            try await runProcess(
              builtProgram("AppProcess"), ["some", file.path, "60"], in: folder)
          }
        }
        for try await result in group { #expect(result.exitCode == 0, "\(result.errors)") }
      }
      let state = await SessionManager<Numbered>(store: FileStore(url: file)).state
      #expect(state.session?.number == 59)
      #expect(try names(in: folder) == ["session"])
    }
  }
}
