// Tests `authgen generate`, from the command line to the files.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct GenerateTests {
  @Test func configurationIsFoundInBothPlaces() async throws {
    let bench = try Workbench([
      "Schemas/authgen.json": Sample.configuration(Sample.client(output: "../out")),
      "Schemas/schema.graphql": Sample.schema,
      "Schemas/ops/Hello.graphql": "query Hello { hello }\n",
    ])
    let below = try await bench.run("generate")
    #expect(
      below.untimedOutput == """
        Shop: 1 operation, none need a session, no secret values
          5 files written in out

        """, "\(below.errors)")
    #expect(bench.exists("out/Hello.graphql.swift"))
    try bench.write(Sample.configuration(Sample.client()), to: "authgen.json")
    let atRoot = try await bench.run("generate")
    #expect(atRoot.errors.contains("cannot read schema.graphql"))
  }

  @Test func firstRunWritesAndSecondRunChangesNothing() async throws {
    let bench = try Sample.project()
    let first = try await bench.run("generate")
    #expect(first.exitCode == 0, "\(first.errors)")
    #expect(first.untimedOutput == Sample.summary("6 files written in out"))
    #expect(
      try bench.names("out") == [
        "Hello.graphql.swift", "Shop.Client.swift", "Shop.Enums.swift", "Shop.InputObjects.swift",
        "Shop.PossibleTypes.swift", "Viewer.graphql.swift",
      ])
    let dates = try bench.modificationDates("out")
    let second = try await bench.run("generate")
    #expect(second.exitCode == 0)
    #expect(second.untimedOutput == Sample.summary("6 files unchanged in out"))
    #expect(try bench.modificationDates("out") == dates)
  }

  @Test func symbolsThatComeAndGoAreNamed() async throws {
    let bench = try Sample.project()
    _ = try await bench.run("generate")
    try bench.write(
      "query CurrentViewer { viewer { id } orders { id } }\n", to: "ops/Viewer.graphql")
    try bench.write("query Moved($name: String) { hello(name: $name) }\n", to: "ops/Moved.graphql")
    try bench.remove("ops/Hello.graphql")
    let result = try await bench.run("generate")
    #expect(
      result.untimedOutput
        == Sample.summary(
          """
          2 files written, 1 removed, 4 unchanged in out; Swift symbols: 9 added \
          (CurrentViewerQuery.Data.Order, CurrentViewerQuery.Data.Order.id, CurrentViewerQuery.Data.orders, …), \
          7 removed (CurrentViewerQuery.Data.Viewer.name, HelloQuery, HelloQuery.Data, …)
          """))
    // A definition that moves to another file is neither added nor removed.
    try bench.write(
      "query CurrentViewer { viewer { id } orders { id } }\nquery Moved($name: String) { hello(name: $name) }\n",
      to: "ops/Viewer.graphql")
    try bench.remove("ops/Moved.graphql")
    let moved = try await bench.run("generate")
    #expect(
      moved.untimedOutput == Sample.summary("1 file written, 1 removed, 4 unchanged in out"))
  }

  @Test(arguments: [
    ("validate", ["read", "parse", "build schema", "validate", "model"]),
    ("generate", ["read", "parse", "build schema", "validate", "model", "render", "write"]),
    ("check", ["read", "parse", "build schema", "validate", "model", "render", "compare"]),
  ])
  func verboseRunShowsTheTimeOfEachStage(_ verb: String, _ stages: [String]) async throws {
    let bench = try Sample.project()
    _ = try await bench.run("generate", "--no-cache")
    let result = try await bench.run([verb, "--verbose"])
    #expect(result.exitCode == 0)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.first == "Shop: time of each stage")
    let rows = try lines.dropFirst().map { line in
      try #require(line.wholeMatch(of: #/  ([a-z ]+?) +([0-9]+\.[0-9]) ms/#), "\(line)")
    }
    #expect(rows.map { String($0.1) } == stages + ["total"])
    #expect(Set(lines.dropFirst().map(\.count)).count == 1)
    let times = rows.compactMap { Double($0.2) }
    // Each row is rounded.
    #expect(abs(times.dropLast().reduce(0, +) - (times.last ?? 0)) <= 0.5)
    let quick = try await bench.run([verb])
    #expect(quick.errors.isEmpty)
  }

  @Test func failedRunShowsTheStagesThatRan() async throws {
    let bench = try Sample.project()
    try bench.write("query Hello {", to: "ops/Hello.graphql")
    let result = try await bench.run("generate", "--verbose", "--format", "json")
    #expect(result.exitCode == 1)
    #expect(result.output.hasPrefix("{\"valid\":false"))
    #expect(result.errors.hasPrefix("Shop: time of each stage\n  read"))
    #expect(!result.errors.contains("model"))
  }

  @Test func outputDoesNotDependOnTheWorkingDirectory() async throws {
    let bench = try Sample.project()
    _ = try await bench.run("generate")
    let contents = try bench.contents("out")
    let elsewhere = try Workbench()
    let result = try await elsewhere.run("check", "--config", bench.url("authgen.json").path)
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
    #expect(try bench.contents("out") == contents)
  }

  @Test func onlyTheFileOfARemovedDocumentIsRemoved() async throws {
    let bench = try Sample.project()
    _ = try await bench.run("generate")
    let stranger = try bench.text("out/Viewer.graphql.swift")
      .replacingOccurrences(of: "Shop", with: "Other")
    try bench.write(stranger, to: "out/Other.swift")
    try bench.write("struct Mine {}\n", to: "out/Mine.swift")
    try bench.write("notes\n", to: "out/README.md")
    try bench.remove("ops/Viewer.graphql")
    let result = try await bench.run("generate", "--verbose")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output.contains("removed Viewer.graphql.swift"))
    #expect(!bench.exists("out/Viewer.graphql.swift"))
    #expect(try bench.text("out/Mine.swift") == "struct Mine {}\n")
    #expect(try bench.text("out/Other.swift") == stranger)
    #expect(bench.exists("out/README.md"))
  }

  @Test func syntaxErrorKeepsTheOldOutput() async throws {
    let bench = try Sample.project()
    _ = try await bench.run("generate")
    let before = try bench.contents("out")
    try bench.write("query Hello {\n  hello(\n}\n", to: "ops/Hello.graphql")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    #expect(result.firstError.hasPrefix("ops/Hello.graphql:3:1: error: "), "\(result.errors)")
    #expect(result.errorLines.dropFirst().prefix(2) == ["}", "^"])
    #expect(result.output.isEmpty)
    #expect(!result.errors.contains("\u{1B}"))
    #expect(try bench.contents("out") == before)
  }

  @Test func quietPrintsNothingOnSuccess() async throws {
    let bench = try Sample.project()
    let result = try await bench.run("generate", "--quiet")
    #expect(result.exitCode == 0)
    #expect(result.output.isEmpty)
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: ["ops", "./ops/", "ops/../ops", "ops/deep"])
  func documentFolderIsNotAnOutputFolder(_ output: String) async throws {
    let bench = try Sample.project()
    try bench.write("query Deep { hello }\n", to: "ops/deep/Deep.graphql")
    let result = try await bench.run(
      "generate", "--schema", "schema.graphql", "--operations", "ops", "--output", output)
    #expect(result.exitCode == 1)
    #expect(result.errors.contains("both the output folder and a source folder"))
    #expect(try bench.names("ops") == ["Hello.graphql", "Viewer.graphql", "deep"])
  }

  @Test(arguments: ["file", "file/below", "/proc/authgen"])
  func unusableOutputFolderIsAnError(_ output: String) async throws {
    let bench = try Sample.project()
    try bench.write("taken\n", to: "file")
    let result = try await bench.run(
      "generate", "--schema", "schema.graphql", "--operations", "ops", "--output", output)
    #expect(result.exitCode == 1)
    #expect(result.errors.contains("error: cannot "))
    #expect(result.errors.contains(output))
    #expect(try bench.text("file") == "taken\n")
  }

  @Test func filesOfAKilledRunAreRemoved() async throws {
    let bench = try Sample.project()
    _ = try await bench.run("generate")
    // No process has such a high identifier.
    try bench.write("half", to: "out/.authgen-2147483000/new/Hello.graphql.swift")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0)
    #expect(!bench.exists("out/.authgen-2147483000"))
  }

  @Test func onlyStagingFoldersAreRemovedAndNoLinkIsFollowed() async throws {
    let bench = try Sample.project()
    try bench.write("keep", to: "precious/file")
    try bench.write("keep", to: "out/.authgen-notes/file")
    try FileManager.default.createSymbolicLink(
      at: bench.url("out/.authgen-2147483000"), withDestinationURL: bench.url("precious"))
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(bench.exists("precious/file"))
    #expect(bench.exists("out/.authgen-notes/file"))
  }

  @Test func problemsOfASharedSchemaAreReportedOnce() async throws {
    let bench = try Sample.project()
    try bench.write(
      Sample.configuration(
        Sample.client("First", output: "out/first"), Sample.client("Second", output: "out/second")),
      to: "authgen.json")
    try bench.write("type Query { hello: Missing }\n", to: "schema.graphql")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    #expect(result.errors.components(separatedBy: "error:").count == 2, "\(result.errors)")
    let json = try await bench.run("validate", "--format", "json")
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(object?["valid"] as? Bool == false)
    #expect((object?["diagnostics"] as? [Any])?.count == 1)
  }

  @Test func documentListedTwiceIsReadOnce() async throws {
    let bench = try Sample.project()
    let result = try await bench.run(
      "generate", "--schema", "schema.graphql", "--operations", "ops", "--operations",
      "ops/Hello.graphql", "--output", "out", "--client", "Shop")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.untimedOutput == Sample.summary("6 files written in out"))
  }

  @Test func fileNameCannotControlTheTerminal() async throws {
    let bench = try Sample.project()
    try bench.write("query Odd { hello }\n", to: "ops/a\u{1B}[31mb.graphql")
    let result = try await bench.run("generate", "--verbose")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(!result.output.contains("\u{1B}"))
    #expect(!(try await bench.run("check", "--verbose").output.contains("\u{1B}")))
  }

  @Test func onlyTheRequestedClientIsWritten() async throws {
    let bench = try Sample.project()
    try bench.write(
      Sample.configuration(
        Sample.client("First", output: "out/first"), Sample.client("Second", output: "out/second")),
      to: "authgen.json")
    let unknown = try await bench.run("generate", "--client", "Frist")
    #expect(unknown.exitCode == 1)
    #expect(unknown.errors.contains("unknown client \"Frist\""))
    #expect(unknown.errors.contains("First"))
    #expect(try await bench.run("generate", "--client=Second").exitCode == 0)
    #expect(try bench.names("out") == ["second"])
  }
}
