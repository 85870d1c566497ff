// Tests the page of `authgen report`.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ReportCommandTests {
  private func bench() async throws -> Workbench {
    try await Transcript.setUp(of: "Report.txt")
  }

  /// The tags of a page with the names of their attributes, without the texts between them.
  private func tags(_ page: String) -> [String] {
    let page = page.replacing(/<(style|script)>[\s\S]*?<\/\1>/, with: "")
    return page.matches(of: /<[^>]*>/).map { String($0.output).replacing(/"[^"]*"/, with: "") }
  }

  /// Texts of a schema cannot add tags or attributes, nor end the script.
  @Test(arguments: [
    "<script>alert(1)</script>", "</style><b>", "\\\"><img src=x onerror=alert(1)>", "'onload='x",
    "{{name}}{{{name}}}", "&lt;b&gt;", "<!--", "]]>", "\\u202Eevil", "</script>",
  ])
  func textsOfASchemaAreNoMarkup(_ text: String) async throws {
    func page(_ text: String) async throws -> String {
      let bench = try await bench()
      for (old, path) in [
        ("use <name>", "schema.graphql"), ("LOGIN", "schema.graphql"),
        ("Signs the user in.", "ops/Session.graphql"),
      ] {
        try bench.replace(old, with: text, in: path)
      }
      let result = try await bench.run("report")
      #expect(result.exitCode == 0, "\(result.errors)")
      return result.output
    }
    let hostile = try await page(text)
    #expect(tags(hostile) == tags(try await page("plain")))
    #expect(!hostile.contains("\u{202E}"))
  }

  @Test func pageRunsOnlyItsOwnScript() async throws {
    let page = try await bench().run("report").output
    let policy = try #require(
      page.firstMatch(of: /http-equiv="Content-Security-Policy" content="([^"]*)"/))
    let script = try #require(page.firstMatch(of: /<script>([\s\S]*?)<\/script>/)?.output.1)
    let style = try #require(page.firstMatch(of: /<style>([\s\S]*?)<\/style>/)?.output.1)
    func hash(_ text: Substring) async throws -> String {
      try await runProcess(
        "/bin/sh", ["-c", "openssl dgst -sha256 -binary | openssl base64 -A"],
        in: Checkout.root, input: String(text)
      ).output
    }
    #expect(
      policy.output.1 == """
        default-src 'none'; style-src 'sha256-\(try await hash(style))'; script-src \
        'sha256-\(try await hash(script))'; base-uri 'none'; form-action 'none'
        """)
  }

  /// A name of the template that the JSON form lacks would print nothing.
  @Test func templateUsesOnlyNamesOfTheJSONForm() async throws {
    let bench = try await bench()
    try bench.write(bench.text("schema.graphql"), to: "new.graphql")
    try bench.replace("size: Int!", with: "size: Float!", in: "new.graphql")
    let json = try await bench.run("report", "--format", "json", "schema.graphql", "new.graphql")
    let members = json.output.matches(of: /"(\w+)":/).map { String($0.output.1) }
    // Those of the drawings, of the page, and of a list of uses that is cut off.
    var known = Set(members).union([
      "style", "script", "styleHash", "scriptHash", "fragmentDrawing", "sessionDrawing", "width",
      "height", "boxes", "x", "y", "boxWidth", "boxHeight", "textX", "textY", "text", "arrows",
      "more", "anchor", "title", "shownText", "path", "labelX", "labelY", "label", "omitted",
    ])
    known.formUnion(
      known.flatMap {
        ["has\($0.prefix(1).uppercased())\($0.dropFirst())", "\($0)Count", "\($0)Text"]
      })
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Checkout.root.appending(path: "Templates/report").path)
    for name in names where name.hasSuffix(".mustache") {
      let template = try Checkout.text("Templates/report/\(name)")
      for match in template.matches(of: /{{{?[#^\/&]?\s*([\w.]+)\s*}}/) {
        for part in match.output.1.split(separator: ".") {
          #expect(known.contains(String(part)), "\(name) names \(match.output.1)")
        }
      }
    }
  }

  private func drawings(in page: String) -> [Substring] {
    page.split(separator: "<svg").dropFirst().compactMap { $0.split(separator: "</svg>").first }
  }

  @Test func drawingHasTheMostUsedFragmentsAndCountsTheOthers() async throws {
    let count = 70
    let chain = (1...count).map { number in
      "fragment F\(number) on User { \(number < count ? "...F\(number + 1)" : "id") }"
    }
    let bench = try await bench()
    try bench.write(
      "query Chain { me { ...F1 } }\n" + chain.joined(separator: "\n"), to: "ops/Chain.graphql")
    let page = try await bench.run("report").output
    let drawing = try #require(drawings(in: page).first)
    #expect(drawing.split(separator: "<rect ").count == 61)
    // Person and Named are used twice, and the chain once.
    #expect(drawing.contains(">Person</text>") && drawing.contains(">Named</text>"))
    #expect(page.contains("and so are 12 more"))
  }

  @Test func statesOfASessionNameItsOperations() async throws {
    let page = try await bench().run("report").output
    let drawing = try #require(drawings(in: page).last)
    let texts = ["signed out", "signed in", "refreshing", "needs login"]
    for text in texts + ["LogIn", "Refresh", "LogOut"] {
      #expect(drawing.contains(text), "no \(text)")
    }
  }

  /// `UPDATE_SNAPSHOTS=1 swift test` writes the files again, and fails once.
  @Test(arguments: ["json", "html"]) func fixturesReportIsTheRecordedOne(
    _ format: String
  ) async throws {
    let folder = "Tests/EndToEnd/ReportPage/Fixture"
    let result = try await runProcess(
      builtTool,
      [
        "report", "--config", "\(folder)/authgen.json", "--format", format,
        "\(folder)/schema.graphql", "\(folder)/schema-next.graphql",
      ], in: Checkout.root)
    #expect(result.exitCode == 0, "\(result.errors)")
    let path = "Tests/Generator/CommandLine/Recorded/report.\(format)"
    #expect(
      Golden.text(of: path, expecting: result.output) == result.output,
      "\(path) is stale: run UPDATE_SNAPSHOTS=1 swift test")
  }
}
