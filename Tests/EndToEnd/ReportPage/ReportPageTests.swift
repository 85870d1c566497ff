// Opens pages of `authgen report` in a real browser.

import AuthGenTestServers
import AuthGenTestSupport
import Foundation
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized, .needsChromium) struct ReportPageTests {
    private static let fixture = Checkout.root.appending(path: "Tests/EndToEnd/ReportPage/Fixture")

    /// Sizes, colours, axe's rules, the keyboard, print, and the page without its script.
    @Test func pageIsUsableAtThreeSizesByKeyboardAndWithoutScripts() async throws {
      let bench = try Workbench()
      let page = bench.url("report.html")
      try await writePage(page, ["schema.graphql", "schema-next.graphql"], in: Self.fixture)
      try await check(page, [], expecting: ["390 light", "1440 dark", "sorting:", "details:"])
    }

    @Test func textsOfAHostileSchemaRunNothing() async throws {
      let bench = try Workbench()
      let names = ["hostile.json", "hostile-schema.graphql", "hostile-schema-next.graphql"]
      for name in names {
        try FileManager.default.copyItem(
          at: Self.fixture.appending(path: name), to: bench.url(name))
      }
      // A checkout on other systems cannot have this name.
      try bench.write(
        Data(contentsOf: Self.fixture.appending(path: "hostile-operations.graphql")),
        to: "hostile/\"><img src=x onerror=attacked=1>.graphql")
      let page = bench.url("report.html")
      try await writePage(page, ["--config"] + names, in: bench.folder)
      try await check(page, ["--hostile"], expecting: ["1440 dark", "hostile texts:"])
    }

    @Test(arguments: [[], ["schema.graphql", "schema-next.graphql"]])
    func jsonFollowsItsSchema(_ schemas: [String]) async throws {
      let report = try await runProcess(
        builtTool, ["report", "--format", "json"] + schemas, in: Self.fixture)
      let python = try await PythonEnvironment.prepare().interpreter.path
      let schema = Checkout.root.appending(path: "Schemas/report.schema.json").path
      let result = try await runProcess(
        python, ["-B", "-m", "support.json_schema", schema], in: PythonEnvironment.server,
        input: report.output)
      #expect(result.exitCode == 0, "\(result.text)")
    }

    private func writePage(_ page: URL, _ arguments: [String], in folder: URL) async throws {
      let report = try await runProcess(
        builtTool, ["report"] + arguments + ["--output", page.path], in: folder)
      #expect(report.exitCode == 0, "\(report.errors)")
    }

    /// Runs the checks of `support/page.py`.
    private func check(
      _ page: URL, _ arguments: [String], expecting beginnings: [String]
    ) async throws {
      let python = try await PythonEnvironment.prepare().interpreter.path
      let run = try await runProcess(
        python, ["-B", "-m", "support.page", page.path] + arguments, in: PythonEnvironment.server)
      #expect(run.exitCode == 0, "\(run.errors)")
      let lines = run.output.split(separator: "\n")
      for beginning in beginnings {
        #expect(lines.contains { $0.hasPrefix(beginning) }, "no check of \(beginning)")
      }
    }
  }
}
