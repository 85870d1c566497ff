// Tests the cache of results: it is used only if nothing has changed since the last run.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct RunMemoryTests {
  private static let records = ".cache/authgen"

  @Test func cachedRunPrintsTheSameAndWritesNothing() async throws {
    let bench = try Self.projectWithWarning()
    _ = try await bench.run("generate")
    let whole = try await bench.run("generate", "--no-cache", "--verbose")
    #expect(whole.errors.contains("warning: "))
    _ = try await bench.run("generate", "--verbose")
    let dates = try bench.modificationDates(Self.records)
    #expect(dates.count == 1)
    let remembered = try await bench.run("generate", "--verbose")
    #expect(remembered.exitCode == 0)
    #expect(remembered.untimedOutput == whole.untimedOutput)
    let problems = { (text: String) in text.components(separatedBy: "Shop: time of each stage") }
    #expect(problems(remembered.errors).first == problems(whole.errors).first)
    #expect(problems(remembered.errors).last?.contains("parse") == false)
    #expect(try bench.modificationDates(Self.records) == dates)
  }

  /// The record contains a made-up problem, so that its use shows.
  @Test func recordIsUsedOnlyIfNothingHasChanged() async throws {
    let bench = try Self.projectWithWarning()
    _ = try await bench.run("generate")
    try bench.plant("remembered")
    #expect(try await bench.run("generate").errors == "remembered\n")
    let changes: [(String, () throws -> Void)] = [
      ("an operation", { try bench.write("query A { viewer { id } }\n", to: "ops/Hello.graphql") }),
      ("a new operation", { try bench.write("query B { hello }\n", to: "ops/New.graphql") }),
      ("an operation gone", { try bench.remove("ops/New.graphql") }),
      (
        "the schema",
        { try bench.write(Sample.schema + "type New { a: Int }\n", to: "schema.graphql") }
      ),
      (
        "the configuration",
        {
          try bench.write(
            try bench.text("authgen.json").replacingOccurrences(of: "\n", with: "\n "),
            to: "authgen.json")
        }
      ),
      ("an output", { try bench.write("", to: "out/Shop.Client.swift") }),
      ("an output gone", { try bench.remove("out/Shop.Client.swift") }),
      ("a strange file", { try bench.write("struct Mine {}\n", to: "out/Mine.swift") }),
    ]
    for (name, change) in changes {
      try change()
      let run = try await bench.run("generate")
      #expect(!run.errors.contains("remembered"), "\(name)")
      #expect(run.exitCode == 0, "\(name): \(run.errors)")
      #expect(try await bench.run("check").exitCode == 0, "\(name)")
      try bench.plant("remembered")
    }
  }

  @Test(arguments: [["--no-cache"], ["--strict"], ["--format", "github"], ["--format", "json"]])
  func otherOptionsAreNotCached(_ options: [String]) async throws {
    let bench = try Self.projectWithWarning()
    _ = try await bench.run("generate")
    try bench.plant("remembered")
    #expect(!(try await bench.run(["generate"] + options)).text.contains("remembered"))
  }

  @Test func runWithErrorsIsNotCached() async throws {
    let bench = try Sample.project()
    try bench.write("query Hello { unknown }\n", to: "ops/Hello.graphql")
    #expect(try await bench.run("generate").exitCode == 1)
    #expect(!bench.exists(Self.records))
  }

  @Test(arguments: ["", "{", "[]", #"{"inputs": 1}"#, "\u{0}"])
  func invalidRecordIsIgnored(_ text: String) async throws {
    let bench = try Sample.project()
    _ = try await bench.run("generate")
    for name in try bench.names(Self.records) {
      try bench.write(text, to: "\(Self.records)/\(name)")
    }
    let run = try await bench.run("generate")
    #expect(run.exitCode == 0)
    #expect(run.untimedOutput == Sample.summary("6 files unchanged in out"))
    #expect(run.errors.isEmpty)
  }

  @Test func unusableCacheFolderIsNotAnError() async throws {
    let bench = try Sample.project()
    try bench.write("a file\n", to: ".cache")
    let run = try await bench.run("generate")
    #expect(run.exitCode == 0)
    #expect(run.errors.isEmpty)
    #expect(try bench.text(".cache") == "a file\n")
  }

  private static func projectWithWarning() throws -> Workbench {
    let bench = try Sample.project()
    try bench.write("fragment Unused on Viewer { id }\n", to: "ops/Unused.graphql")
    return bench
  }
}

extension Workbench {
  /// Replaces the problem in the only record with `problem`.
  fileprivate func plant(_ problem: String) throws {
    let path = ".cache/authgen/" + (try names(".cache/authgen").first ?? "")
    let text = try text(path)
    let start = try #require(text.range(of: #""problems":["#))
    try write(String(text[..<start.upperBound]) + "\"\(problem)\\n\"]}", to: path)
  }
}
