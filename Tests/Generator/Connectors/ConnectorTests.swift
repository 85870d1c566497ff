// Tests the code that is generated for operations with connectors, and the diagnostics for invalid ones. Each
// of those points into the mapping's text.

import AuthGenTestSupport
import Testing

struct ConnectorTests {
  /// The first part of an input has the fields of `Query`. Others are the `head` with the schema definition,
  /// `types` in place of those of all cases, the `operations`, and `members` of the client's configuration.
  /// Without operations, there is one for another field.
  @Test(
    arguments: RecordedCase.all("Connectors/Rules.txt") + RecordedCase.all("Connectors/Code.txt"))
  func connectorsHaveTheirCodeOrTheirProblems(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { input in
      let parts = RecordedFiles(input)
      let other = #"b: Int @connect(source: "api", http: { GET: "/b" }, selection: "$.b")"#
      let fields = parts.files[0].text + (parts["operations"] == nil ? "\n\(other)" : "")
      let types = parts["types"] ?? recorded.setUp
      let client = try InlineClient(
        schema: "\(parts["head"] ?? Self.head)\ntype Query {\n\(fields)\n}\n\(types)",
        documents: ["All": parts["operations"] ?? "query B { b }"],
        members: parts["members"] ?? "\"options\": {}")
      return client.output(and: "Shop.Errors.swift") { line in
        let start = line.drop { $0 == " " }
        return parts["operations"] != nil && !start.hasPrefix("//") && !start.contains("import ")
      }
    }
  }

  private static let head = """
    schema
      @link(url: "https://specs.apollo.dev/connect/v0.4", import: ["@source", "@connect"])
      @source(name: "api", http: { baseURL: "https://api.example.com/v1" })
    { query: Query }
    """
}
