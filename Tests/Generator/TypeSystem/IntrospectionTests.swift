// Tests introspection responses of all editions of the specification, and the errors of invalid ones.

import AuthGenLanguage
import AuthGenSchemaDiff
import AuthGenTestSupport
import AuthGenTypeSystem
import Testing

@Suite struct IntrospectionTests {
  @Test(arguments: RecordedCase.all("TypeSystem/Introspection.txt"))
  func responseHasItsSchemaOrItsError(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { text in
      let workspace = Workspace()
      if let error = try error(text, workspace) { return error }
      let introspected = try workspace.schema(text)
      let printed = workspace.printed(introspected, sorted: false)
      let parsed = try workspace.schema(printed)
      #expect(workspace.printed(parsed, sorted: false) == printed)
      let changes = SchemaDiff.changes(
        from: introspected, to: parsed, symbols: workspace.symbols, sources: workspace.sources)
      #expect(changes.map(\.coordinate) == [])
      return printed
    }
  }

  private func error(_ text: String, _ workspace: Workspace) throws -> String? {
    let source = try workspace.add(text)
    do throws(Diagnostic) {
      _ = try Document.introspection(
        source, symbols: &workspace.symbols, sources: &workspace.sources)
      return nil
    } catch {
      return workspace.sources.text(of: [error])
    }
  }

  @Test(arguments: RecordedCase.all("TypeSystem/IntrospectionPositions.txt"))
  func positionsAreInTheJSON(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { text in
      let workspace = Workspace()
      let document = try workspace.document(text)
      return SyntaxTree(symbols: workspace.symbols, sources: workspace.sources)
        .text(of: document.definitions)
    }
  }

  @Test func listTypesNestAtMostThirtyLevels() throws {
    let start =
      #"{"__schema": {"queryType": {"name": "Query"}, "directives": [], "types": [{"kind": "OBJECT", "#
      + #""name": "A", "interfaces": [], "fields": [{"name": "a", "args": [], "type": "#
    let list = #"{"kind": "LIST", "ofType": "#
    func response(_ lists: Int) -> String {
      start + String(repeating: list, count: lists) + #"{"kind": "SCALAR", "name": "A"}"#
        + String(repeating: "}", count: lists) + "}]}]}}"
    }
    #expect(try Workspace().document(response(30)).definitions.count == 2)
    let column = start.utf8.count + 30 * list.utf8.count + 1
    #expect(
      try error(response(430), Workspace())
        == "1:\(column) introspection: list types are nested more than 30 levels deep")
  }

  @Test(arguments: RecordedCase.all("TypeSystem/Files.txt"))
  func fileIsASchemaOrHasAnError(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { text in
      let workspace = Workspace()
      let source = try workspace.add(text)
      do throws(Diagnostic) {
        let document = try Document.schema(
          source, symbols: &workspace.symbols, sources: &workspace.sources)
        return "\(source.isIntrospection ? "JSON" : "GraphQL"): \(document.definitions.count)"
      } catch {
        return workspace.sources.text(of: [error])
      }
    }
  }

  @Test func jsonIsDistinguishedFromGraphQL() throws {
    var sources = SourceMap()
    let json = ["{\"data\": 1}", "\u{FEFF} \r\n\t{\n\"a\"", "{}", "{ }"]
    let graphQL = [
      "", "{", "{ a }", "{ ...F }", "# {\"a\"\ntype A", "\"{\" type A", "type A { \"b\" c: D }",
      "[]",
    ]
    let found = try (json + graphQL).filter {
      try sources.add(path: "a", bytes: Array($0.utf8)).isIntrospection
    }
    #expect(found == json)
  }
}
