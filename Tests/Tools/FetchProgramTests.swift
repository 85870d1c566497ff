// Tests authgen fetch: it runs authgen-fetch, or prints the command that does.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct FetchProgramTests {
  @Test func argumentsAndStreamsAreTheProgramsOwn() async throws {
    let seen = Shared<[String?]>([])
    let server = try LoopbackServer { request in
      seen.withLock { $0 = [request.headers["x-name"], request.headers["authorization"]] }
      return LoopbackServer.response(FetchTests.schema)
    }
    let bench = try Workbench()
    let arguments = [
      server.url.absoluteString, "--header", "X-Name: it's \"two\" words", "--header",
      "Authorization: ${TOKEN}",
    ]
    let result = try await bench.run(
      ["fetch"] + arguments, environment: ["TOKEN": FetchTests.secret])
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output == FetchTests.sdl)
    #expect(result.errors.isEmpty)
    #expect(seen.withLock { $0 } == ["it's \"two\" words", FetchTests.secret])
  }

  @Test(arguments: [[], ["ftp://example.com"], ["https://example.com", "--client", "A"]])
  func wrongUsageIsTheProgramsOwn(_ arguments: [String]) async throws {
    let bench = try Workbench()
    let direct = try await bench.fetch(arguments)
    let result = try await bench.run(["fetch"] + arguments)
    #expect(result.exitCode == 64)
    #expect(result.text == direct.text)
  }

  @Test func failureIsTheProgramsOwn() async throws {
    let server = try LoopbackServer { _ in LoopbackServer.response("", status: 404) }
    let result = try await Workbench().run(
      ["fetch", server.url.absoluteString])
    #expect(result.exitCode == 1)
    #expect(result.errors.contains("no GraphQL endpoint"))
  }

  @Test func programIsBesideTheFileThatALinkLeadsTo() async throws {
    let bench = try Workbench()
    try FileManager.default.createSymbolicLink(
      at: bench.url("authgen"), withDestinationURL: URL(fileURLWithPath: builtTool))
    let result = try await bench.run(["fetch", "--version"], of: bench.url("authgen").path)
    #expect(result.output.hasPrefix("authgen-fetch 0."), "\(result.errors)")
  }

  @Test func helpIsTheProgramsOwn() async throws {
    let bench = try Workbench()
    let help = try await bench.fetch(["--help"])
    for arguments in [["fetch", "--help"], ["help", "fetch"]] {
      #expect(try await bench.run(arguments).output == help.output)
    }
    #expect(try await bench.run(["help"]).output.contains("\n  fetch "))
    let misspelled = try await bench.run(["fetsh"])
    #expect(misspelled.exitCode == 64)
    #expect(misspelled.errors.contains("did you mean \"fetch\"?"))
  }

  // MARK: Without the program

  /// Runs authgen from a folder that has no other program.
  private func runAlone(_ arguments: [String]) async throws -> (ProcessResult, Workbench) {
    let bench = try Workbench()
    // By a process of its own: while this one has a program open to write it, no test can run the program.
    let copy = try await bench.run([builtTool, bench.url("authgen").path], of: "/bin/cp")
    #expect(copy.exitCode == 0, "\(copy.errors)")
    return (try await bench.run(["fetch"] + arguments, of: bench.url("authgen").path), bench)
  }

  @Test func missingProgramIsNamedWithTheCommandThatBuildsIt() async throws {
    let (result, _) = try await runAlone([
      "https://example.com/graphql", "--output", "schema.graphql", "--header",
      "Authorization: Bearer ${TOKEN}",
    ])
    #expect(result.exitCode == 1)
    #expect(result.output.isEmpty)
    #expect(
      result.errors.contains(
        """
        /authgen-fetch: No such file or directory
          help: run `swift run authgen-fetch https://example.com/graphql --output schema.graphql \
        --header 'Authorization: Bearer ${TOKEN}'`

        """))
  }

  /// A shell divides the printed command into the same arguments.
  @Test func printedCommandHasTheArgumentsAsGiven() async throws {
    let arguments = [
      "https://example.com/a?b=1&c=*", "", "it's", "'", "two  words", "$HOME \"${X}\" `x` \\", "~",
      "#", "-é", "a;b|c>d", "!x", "line\nend", "[a]{b,c}", "--header=X: ${Y}",
    ]
    let (result, bench) = try await runAlone(arguments)
    let start = try #require(result.errors.firstRange(of: "swift run authgen-fetch "))
    let end = try #require(result.errors.lastIndex(of: "`"))
    let words = result.errors[start.upperBound..<end]
    let printed = try await bench.run(["-c", "printf '%s\\0' \(words)"], of: "/bin/sh")
    #expect(
      printed.output.split(separator: "\0", omittingEmptySubsequences: false)
        .dropLast().map(String.init) == arguments)
  }

  @Test(arguments: [["--header", "Authorization: Bearer s3cr3t"], ["--header=X-Api-Key: s3cr3t"]])
  func credentialOfTheCommandLineIsNotPrinted(_ header: [String]) async throws {
    let (result, _) = try await runAlone(["https://example.com"] + header)
    #expect(result.exitCode == 1)
    #expect(result.errors.contains("swift run authgen-fetch https://example.com "))
    #expect(!result.text.contains("s3cr3t"))
  }
}
