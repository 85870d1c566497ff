// Tests authgen-fetch as users run it: the built executable with a server on this machine.

import AuthGenTestSupport
import Foundation
import Testing

extension Workbench {
  /// Runs authgen-fetch in this folder.
  func fetch(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> ProcessResult {
    try await run(arguments, of: builtProgram("authgen-fetch"), environment: environment)
  }
}

@Suite struct FetchTests {
  static let secret = "s3cr3t-of-the-environment"

  private static func text(_ name: String) -> String {
    (try? Checkout.text("Tests/Tools/Fixtures/\(name)")) ?? ""
  }

  static let schema = text("schema.json")
  static let sdl = text("schema.graphql")
  /// The response to the query for the features of introspection: those of the specification's draft.
  static let features = text("features.json")

  private func fetch(
    _ server: LoopbackServer, _ arguments: [String] = [], in bench: Workbench? = nil,
    environment: [String: String] = [:]
  ) async throws -> ProcessResult {
    try await (try bench ?? Workbench())
      .fetch([server.url.absoluteString] + arguments, environment: environment)
  }

  @Test func schemaIsPrintedAsSDL() async throws {
    let requests = Shared<[LoopbackServer.Request]>([])
    let server = try LoopbackServer { request in
      requests.withLock { $0.append(request) }
      return LoopbackServer.response(
        request.text.contains("__schema") ? Self.schema : Self.features)
    }
    let result = try await fetch(server, ["--header", "X-Version: 1"])
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output == Self.sdl)
    #expect(result.errors.isEmpty)
    let received = requests.withLock { $0 }
    #expect(received.count == 2)
    for request in received {
      #expect(request.method == "POST")
      #expect(request.headers["x-version"] == "1")
      #expect(request.headers["content-type"] == "application/json")
    }
    let query = try #require(received.last).text
    for feature in [
      "isOneOf", "specifiedByURL", "isRepeatable", " inputFields(includeDeprecated",
      " directives(includeDeprecated",
    ] {
      #expect(query.contains(feature))
    }
    #expect(query.components(separatedBy: " args(includeDeprecated").count == 3)
    #expect(query.components(separatedBy: "isDeprecated deprecationReason").count == 5)
  }

  @Test func upToDateFileIsNotRewritten() async throws {
    let server = try LoopbackServer { _ in LoopbackServer.response(Self.schema) }
    let bench = try Workbench()
    let first = try await fetch(server, ["--output", "new/schema.graphql"], in: bench)
    #expect(first.exitCode == 0, "\(first.errors)")
    #expect(
      first.output == """
        new/schema.graphql: written
        Next: `authgen init --schema new/schema.graphql` writes a configuration for it. In Package.swift, the target \
        of the client needs .product(name: "AuthGenRuntime", package: "authgen").

        """)
    #expect(try bench.text("new/schema.graphql") == Self.sdl)
    let path = bench.url("new/schema.graphql").path
    func date() throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    let before = try date()
    let second = try await fetch(server, ["--output", "new/schema.graphql"], in: bench)
    #expect(second.output == "new/schema.graphql: unchanged\n")
    #expect(try date() == before)
    #expect(try bench.names("new") == ["schema.graphql"])
  }

  @Test func linkStaysALink() async throws {
    let server = try LoopbackServer { _ in LoopbackServer.response(Self.schema) }
    let bench = try Workbench()
    try bench.write("old", to: "real.graphql")
    try FileManager.default.createSymbolicLink(
      at: bench.url("link.graphql"), withDestinationURL: bench.url("real.graphql"))
    #expect(try await fetch(server, ["--output", "link.graphql"], in: bench).exitCode == 0)
    #expect(try bench.text("real.graphql") == Self.sdl)
    #expect(try bench.names(".") == ["link.graphql", "real.graphql"])
  }

  @Test func writeFailureIsReportedAndLeavesNoFile() async throws {
    let server = try LoopbackServer { _ in LoopbackServer.response(Self.schema) }
    let bench = try Workbench()
    try bench.write("x", to: "folder/file")
    let result = try await fetch(server, ["--output", "folder"], in: bench)
    #expect(result.exitCode == 1)
    #expect(result.errors.contains("folder"))
    #expect(try bench.names(".") == ["folder"])
  }

  @Test func checkComparesAndWritesNothing() async throws {
    let server = try LoopbackServer { _ in LoopbackServer.response(Self.schema) }
    let bench = try Workbench()
    let arguments = ["--output", "schema.graphql", "--check"]
    #expect(try await fetch(server, arguments, in: bench).exitCode == 1)
    #expect(try bench.names(".") == [])
    try bench.write(Self.sdl, to: "schema.graphql")
    let same = try await fetch(server, arguments, in: bench)
    #expect(same.exitCode == 0)
    #expect(same.output == "schema.graphql: up to date\n")
    try bench.write("type Query { a: Int }", to: "schema.graphql")
    let other = try await fetch(server, arguments, in: bench)
    #expect(other.exitCode == 1)
    #expect(other.errors.contains("authgen diff"))
    #expect(try bench.text("schema.graphql") == "type Query { a: Int }")
  }

  // MARK: Older servers

  @Test func deprecatedArgumentsAreMarked() async throws {
    let server = try LoopbackServer { request in
      LoopbackServer.response(
        request.text.contains("__schema")
          ? Self.schema.replacing(
            #""String"}}],"#,
            with: #""String"}, "isDeprecated": true, "deprecationReason": "old"}],"#)
          : Self.features)
    }
    let result = try await fetch(server)
    #expect(result.output.contains("to: String @deprecated(reason: \"old\")"), "\(result.errors)")
  }

  /// A server of 2018 that does not describe its own introspection either.
  @Test(arguments: [
    "{\"data\": {\"type\": null}}", "{\"data\": {\"type\": {\"fields\": 1}}}",
    "{\"errors\": [{\"message\": \"Cannot query field __type\"}]}", "{\"data\": null}",
  ])
  func serverThatHidesItsFeaturesGetsTheQueryOf2018(_ features: String) async throws {
    let asked = Shared<[String]>([])
    let server = try LoopbackServer { request in
      asked.withLock { $0.append(request.text) }
      guard request.text.contains("__schema") else {
        return LoopbackServer.response(features, status: 400)
      }
      let words = ["isOneOf", "specifiedBy", "isRepeatable", "args(include"]
      guard let word = words.first(where: { request.text.contains($0) }) else {
        return LoopbackServer.response(Self.schema)
      }
      return LoopbackServer.response(
        "{\"errors\": [{\"message\": \"Cannot query field \(word)\"}]}", status: 400)
    }
    let result = try await fetch(server)
    #expect(result.output == Self.sdl, "\(result.errors)")
    #expect(asked.withLock { $0.count } == 2)
  }

  /// For any later request, the server would have to be right.
  @Test(arguments: ["[]", "no JSON", "<html>"])
  func nothingIsAskedAfterAnInvalidResponse(_ body: String) async throws {
    let count = Shared(0)
    let server = try LoopbackServer { _ in
      count.withLock { $0 += 1 }
      return LoopbackServer.response(body)
    }
    #expect(try await fetch(server).exitCode == 1)
    #expect(count.withLock { $0 } == 1)
  }

  // MARK: Errors

  @Test(
    arguments: TextCase.all(in: "Tools/Fixtures/invalid-responses.txt") + [
      TextCase(lines: ["200 application/json", String(repeating: "[", count: 100_000), "not JSON"])
    ])
  func invalidResponseIsExplained(_ response: TextCase) async throws {
    let head = response.lines[0].split(separator: " ")
    let status = try #require(Int(head[0]))
    let body = response.lines[1] == "(empty)" ? "" : response.lines[1]
    let server = try LoopbackServer { _ in
      LoopbackServer.response(body, status: status, type: String(head[1]))
    }
    let bench = try Workbench()
    try bench.write("old", to: "schema.graphql")
    let result = try await fetch(server, ["--output", "schema.graphql"], in: bench)
    #expect(result.exitCode == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("error: "))
    #expect(!result.errors.contains("\u{1B}"))
    for text in response.lines.dropFirst(2) {
      #expect(result.errors.contains(text), "\(result.errors)")
    }
    #expect(try bench.text("schema.graphql") == "old")
  }

  @Test func redirectIsNotFollowed() async throws {
    let isFollowed = Shared(false)
    let other = try LoopbackServer { _ in
      isFollowed.withLock { $0 = true }
      return LoopbackServer.response(Self.schema)
    }
    let location = "Location: \(other.url.absoluteString)"
    let server = try LoopbackServer { _ in
      LoopbackServer.response("", status: 307, headers: [location])
    }
    let result = try await fetch(server)
    #expect(result.exitCode == 1)
    #expect(result.errors.contains("redirects (status 307)"))
    #expect(!isFollowed.withLock { $0 })
  }

  @Test func endlessResponseIsCutOff() async throws {
    let server = try LoopbackServer { _ in
      [
        .send(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)),
        .flood([UInt8](repeating: 0x20, count: 1 << 20), times: 1_000),
      ]
    }
    let result = try await fetch(server)
    #expect(result.exitCode == 1)
    #expect(result.errors.contains("larger than 64 MB"))
  }

  @Test func compressedResponseIsLimitedByItsDecompressedSize() async throws {
    let bench = try Workbench()
    let command = "head -c 70000000 /dev/zero | gzip > zeros"
    #expect(try await bench.run(["-c", command], of: "/bin/sh").exitCode == 0)
    let body = Array(try Data(contentsOf: bench.url("zeros")))
    #expect(body.count < 1_000_000)
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"
    let server = try LoopbackServer { _ in [.send(Array(head.utf8) + body)] }
    let result = try await fetch(server)
    #expect(result.exitCode == 1)
    #expect(result.errors.contains("larger than 64 MB"), "\(result.errors)")
  }

  /// Waiting for the server would exceed the run's time limit.
  @Test(arguments: [false, true])
  func slowServerTimesOut(_ sends: Bool) async throws {
    let server = try LoopbackServer { _ in
      guard sends else { return [.wait(seconds: 90)] }
      let head = LoopbackServer.Step.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
      return [head] + (0..<300).flatMap { _ in [.send([0x20]), .wait(seconds: 0.3)] }
    }
    let result = try await fetch(server, ["--timeout", "1"])
    #expect(result.exitCode == 1)
    #expect(result.errors.contains("took too long"))
  }

  @Test func missingServerIsReported() async throws {
    var server: LoopbackServer? = try LoopbackServer { _ in [] }
    let address = try #require(server?.url.absoluteString)
    server = nil
    let result = try await Workbench().fetch([address])
    #expect(result.exitCode == 1)
    #expect(result.errors.contains("cannot be reached"))
  }

  // MARK: Secrets

  @Test(arguments: [
    ["--header", "Authorization: Bearer ${TOKEN}"], ["--header=Authorization:Bearer ${TOKEN}"],
  ])
  func secretComesFromTheEnvironment(_ arguments: [String]) async throws {
    let seen = Shared<String?>(nil)
    let server = try LoopbackServer { request in
      seen.withLock { $0 = request.headers["authorization"] }
      return LoopbackServer.response(Self.schema)
    }
    let result = try await fetch(server, arguments, environment: ["TOKEN": Self.secret])
    #expect(result.exitCode == 0)
    #expect(seen.withLock { $0 } == "Bearer \(Self.secret)")
    #expect(!result.text.contains(Self.secret))
  }

  @Test func wholeHeaderComesFromTheEnvironment() async throws {
    let seen = Shared<String?>(nil)
    let server = try LoopbackServer { request in
      seen.withLock { $0 = request.headers["x-api-key"] }
      return LoopbackServer.response(Self.schema)
    }
    let result = try await fetch(
      server, ["--header-from-environment", "X-API-Key=KEY"], environment: ["KEY": Self.secret])
    #expect(result.exitCode == 0)
    #expect(seen.withLock { $0 } == Self.secret)
  }

  /// Servers that repeat what they receive, in every printed part of a response.
  @Test(arguments: TextCase.all(in: "Tools/Fixtures/returned-secrets.txt").flatMap(\.lines))
  func returnedSecretIsNotShown(_ body: String) async throws {
    let server = try LoopbackServer { _ in
      LoopbackServer.response(body.replacingOccurrences(of: "TOKEN", with: Self.secret))
    }
    let bench = try Workbench()
    for more in [[], ["--output", "schema.graphql"]] {
      let result = try await fetch(
        server, ["--header", "Authorization: ${TOKEN}"] + more, in: bench,
        environment: ["TOKEN": Self.secret])
      #expect(result.exitCode == 1)
      #expect(!result.text.contains(Self.secret), "\(result.errors)")
      #expect(try bench.names(".") == [])
    }
  }

  @Test(arguments: TextCase.all(in: "Tools/Fixtures/wrong-usage.txt").flatMap(\.lines))
  func wrongUsageExitsWith64AndQuotesNoValue(_ row: String) async throws {
    let arguments = row == "(none)" ? [] : row.components(separatedBy: " | ")
    let result = try await Workbench().fetch(
      arguments, environment: ["LINES_OF_IT": "s3cr3t\nHost: evil"])
    #expect(result.exitCode == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("authgen-fetch: error: "))
    #expect(!result.errors.contains("s3cr3t"))
  }

  @Test func helpAndVersionAreShown() async throws {
    let help = try await Workbench().fetch(["--help"])
    #expect(help.exitCode == 0)
    #expect(help.output.contains("Usage: authgen-fetch URL"))
    for flag in ["--version", "-v"] {
      let version = try await Workbench().fetch([flag])
      #expect(version.output.hasPrefix("authgen-fetch 0."))
    }
  }
}
