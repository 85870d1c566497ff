// Starts one server for all tests that need it. Afterwards, searches everything that a test printed, logged
// or threw.

import AuthGenTestServers
import AuthGenTestSupport
import Foundation
import Testing

/// The tests with a live server. Their suites are extensions of this one, which starts the server and
/// searches for leaked secrets at the end.
@Suite(.needsPython, .liveServer)
enum EndToEnd {
  /// Users log in at Glewlwyd, one after the other: Glewlwyd on SQLite sometimes fails one of several
  /// concurrent queries.
  @Suite(.serialized, .needsGlewlwyd) enum Glewlwyd {}

  /// All other tests. The tests of one suite run one after the other, because they share its servers.
  @Suite enum Servers {
    /// The tests of generated sessions run one after the other, because some revoke all tokens.
    @Suite(.serialized) enum Sessions {}
  }
}

struct LiveServer: Sendable {
  @TaskLocal static var current: LiveServer?

  let server: HorizonTestServer
  let services: Services
  let transcript: Transcript
}

extension Trait where Self == LiveServerTrait {
  static var liveServer: LiveServerTrait { LiveServerTrait() }
}

struct LiveServerTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    // With a high priority, these tests wait for their servers, not for all other tests too.
    try await withoutActuallyEscaping(body) { body in
      try await Task(priority: .high) { try await runTests(body) }.value
    }
  }

  private func runTests(_ body: @Sendable () async throws -> Void) async throws {
    let server = try await HorizonTestServer(keepsLedger: true)
    let transcript = Transcript()
    let services = Services()
    let capture = OutputCapture()
    let result: Result<Void, any Error>
    do {
      try await LiveServer.$current.withValue(
        LiveServer(server: server, services: services, transcript: transcript)
      ) {
        try await body()
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    let output = Transcript()
    output.note(text: capture.stop(), of: "standard output or error")
    output.note(
      text: try String(contentsOf: server.process.log, encoding: .utf8), of: "the server's log")
    var secrets = try server.process.secrets()
    for service in await services.running {
      output.note(
        text: try String(contentsOf: service.log, encoding: .utf8), of: "a server's log")
      secrets.formUnion(try service.secrets())
    }
    // Together: each takes a moment to end.
    for service in await services.running { service.terminate() }
    expectNoSecret(among: secrets, in: transcript)
    // The output of all tests, and the times in logs, have the digits of a code by chance.
    let isCode = { (secret: String) in secret.count < 10 && secret.allSatisfy(\.isNumber) }
    expectNoSecret(among: secrets.filter { !isCode($0) }, in: output)
    try result.get()
  }

  /// Without secrets or without a transcript, a search would find nothing either.
  private func expectNoSecret(among secrets: Set<String>, in transcript: Transcript) {
    #expect(secrets.count > 100, "The server saw too few secrets for a search of them.")
    let leaks = transcript.places(of: secrets)
    #expect(leaks.isEmpty, "Secrets were printed, logged or thrown.")
    let planted = "planted-\(UUID().uuidString)"
    transcript.note(text: "a line with \(planted) in it", of: "a plant")
    #expect(transcript.places(of: [planted]) == ["a plant"])
  }
}

/// A user of servers whose values are searched for secrets at the end.
protocol Witness {
  var transcript: Transcript { get }
}

extension Witness {
  /// Records a value that a test received.
  @discardableResult
  func seen<Value>(_ value: Value) -> Value { transcript.note(value, of: "\(Value.self)") }
}

/// Everything that the tests received, as text.
final class Transcript: Sendable {
  private let notes = Shared<[(origin: String, text: String)]>([])

  /// Records a value in all its printed forms.
  @discardableResult
  func note<Value>(_ value: Value, of origin: String) -> Value {
    var text = "\(value)\n\(String(reflecting: value))\n"
    dump(value, to: &text)
    note(text: text, of: origin)
    return value
  }

  func note(text: String, of origin: String) {
    notes.withLock { $0.append((origin, text)) }
  }

  /// Where any of the secrets occurs.
  func places(of secrets: Set<String>) -> [String] {
    let search = SecretSearch(secrets)
    return notes.withLock { notes in
      notes.filter { search.finds(in: $0.text) }.map(\.origin)
    }
  }
}
