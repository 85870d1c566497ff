// Tests unusable input: each run exits with 1 and names the file.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct BadInputTests {
  @Test func missingFileIsReportedAtItsLineOfTheConfiguration() async throws {
    let bench = try Sample.project()
    try bench.remove("schema.graphql")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    #expect(
      result.errors == """
        authgen.json:2:29: error: cannot read schema.graphql: No such file or directory [files]
          "name": "Shop", "schema": "schema.graphql", "operations": "ops",
                                    ^
          help: correct the path, or create the file; paths are relative to the configuration's folder

        """)
    let verdict = try await bench.run("schema", "print", "--schema", "schema.graphql")
    #expect(
      verdict.errors == """
        error: cannot read schema.graphql: No such file or directory [files]
          help: correct the path, or create the file

        """)
  }

  /// The client of the configuration, with one path replaced.
  static let unusablePaths = [
    (#""schema": ["schema.graphql", "schma.graphql"]"#, "schma", "did you mean \"schema"),
    (#""schema": "ops""#, "ops", "name its files one by one"),
    (#""schema": "empty""#, "empty", "write its content, or remove it"),
    (#""operations": ["ops", "opps/Hello.graphql"]"#, "opps", "correct the path"),
    (#""operations": "opss""#, "opss", "did you mean \"ops\"?"),
    (#""operations": "none""#, "none", "put the operations there"),
    (#""options": {"templates": "template"}"#, "template\"", "did you mean \"templates\""),
    (#""output": "empty""#, "empty", "name a folder"),
    (#""output": "ops""#, "ops", "give generated files a folder of their own"),
  ]

  @Test(arguments: unusablePaths)
  func unusablePathIsReportedAtItsPosition(
    _ member: String, _ path: String, _ help: String
  ) async throws {
    let bench = try Sample.project()
    for file in ["empty", "templates/x", "none/x"] { try bench.write("", to: file) }
    var members = [
      "schema": #""schema": "schema.graphql""#, "operations": #""operations": "ops""#,
      "output": #""output": "out""#,
    ]
    members[String(member.split(separator: "\"")[0])] = member
    let client = [#""name": "Shop""#] + members.sorted { $0.key < $1.key }.map(\.value)
    let text = Sample.configuration("{\n" + client.joined(separator: ",\n") + "\n}")
    try bench.write(text, to: "authgen.json")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    let line = try #require(client.firstIndex(of: member)) + 2
    let start = try #require(member.range(of: "\"" + path, options: .backwards)).lowerBound
    let column = member.distance(from: member.startIndex, to: start) + 1
    #expect(result.errors.hasPrefix("authgen.json:\(line):\(column): error: "), "\(result.errors)")
    #expect(result.errors.contains("\n  help: \(help)"), "\(result.errors)")
    #expect(!bench.exists("out"))
  }

  @Test func fileOfAFolderIsReportedAtTheFolder() async throws {
    let bench = try Sample.project()
    try bench.writeLargeFile(to: "ops/Large.graphql")
    try await expectFailure(
      bench,
      "authgen.json:2:61: error: cannot read ops/Large.graphql: it is larger than 1 GiB",
      "help: make it readable, or name another path")
  }

  @Test func pathsOfSchemaDiffHaveTheirPositions() async throws {
    let bench = try Sample.project()
    try bench.remove("ops/Hello.graphql")
    try bench.remove("ops/Viewer.graphql")
    let result = try await bench.run("schema", "diff", "schema.graphql", "schema.graphql")
    #expect(result.exitCode == 1)
    #expect(result.firstError.hasPrefix("authgen.json:2:61: error: ops contains no"))
  }

  @Test func missingConfigurationErrorHasTheFix() async throws {
    try await expectFailure(
      try Workbench(), "there is neither authgen.json nor Schemas/authgen.json here",
      "`authgen init` writes one; use --config for another file, or --schema for none")
    let named = try await Workbench().run("generate", "--config", "other.json")
    #expect(named.exitCode == 1 && named.errors.contains("there is no other.json"))
  }

  @Test func folderInsteadOfAFileIsNamed() async throws {
    let bench = try Sample.project()
    try bench.remove("schema.graphql")
    try bench.write("", to: "schema.graphql/file")
    try await expectFailure(bench, "cannot read schema.graphql: it is a folder, not a file")
  }

  @Test(arguments: ["schema.graphql", "ops/Hello.graphql"])
  func invalidUTF8IsReportedAtItsPosition(_ path: String) async throws {
    let bench = try Sample.project()
    try bench.write(Data([0x23, 0x20, 0xFF, 0x0A]) + Data(bench.text(path).utf8), to: path)
    try await expectFailure(bench, "\(path):1:3: error: ", "UTF-8")
  }

  @Test(arguments: ["schema.graphql", "authgen.json"])
  func emptyFileIsNamed(_ path: String) async throws {
    let bench = try Sample.project()
    try bench.write("", to: path)
    try await expectFailure(bench, path)
  }

  /// The size of sent documents and generated code grows with the product of both numbers.
  @Test func manyOperationsWithManyFragmentsAreRejected() async throws {
    let bench = try Sample.project()
    let operations = (0..<1_001).map { "query Q\($0) { ...F0 }\n" }
    let fragments = (0..<1_000).map { "fragment F\($0) on Query { hello ...F\($0 + 1) }\n" }
    let all = operations + fragments + ["fragment F1000 on Query { hello }\n"]
    try bench.write(all.joined(), to: "ops/Hello.graphql")
    try await expectFailure(
      bench, "ops/Hello.graphql:1000:7: error: ", "need more than 1000000 fragments",
      "merge some of them")
  }

  @Test func definitionsWithOneSwiftNameAreReportedAtBothPlaces() async throws {
    let bench = try Sample.project()
    try bench.write("query greeting { ...F }\nfragment F on Query { hello }\n", to: "ops/A.graphql")
    try bench.write(
      "query Greeting { ...FFragment }\nfragment FFragment on Query { hello }\n",
      to: "ops/B.graphql")
    try await expectFailure(
      bench,
      "ops/B.graphql:1:7: error: the query \"Greeting\" and the query \"greeting\" both become the Swift"
        + " type GreetingQuery [UniqueSwiftNames]",
      "ops/A.graphql:1:7: note: the query is defined here",
      "add \"query Greeting\": \"Greeting2Query\" to \"renames\"",
      "ops/B.graphql:2:10: error: the fragment \"FFragment\" and the fragment \"F\" both become",
      "ops/A.graphql:2:10: note: ")
  }

  @Test func methodsWithOneNameAreReportedAtBothPlaces() async throws {
    let bench = try Sample.project()
    try bench.write(
      "query greeting { hello }\nmutation Greeting { tick }\n", to: "ops/A.graphql")
    try bench.write(
      bench.text("schema.graphql") + "\ntype Mutation { tick: Int }\n", to: "schema.graphql")
    try await expectFailure(
      bench, "ops/A.graphql:2:10: error: ", "both become the Swift method greeting",
      "add \"mutation Greeting\": \"Greeting2Mutation\" to \"renames\"")
  }

  /// A query, a fragment and an enum can have one name, and each can be renamed.
  @Test func renamesNameTheirKindOfDefinition() async throws {
    func run(_ renames: String) async throws -> (Workbench, ProcessResult) {
      let bench = try Sample.project(options: "{\"renames\": {\(renames)}}")
      try bench.write(
        bench.text("schema.graphql") + "\nextend type Query { feature: Feature }\n",
        to: "schema.graphql")
      try bench.write(
        "query Hello { ...Hello }\nfragment Hello on Query { hello }\n"
          + "query Feature { ...Feature }\nfragment Feature on Query { feature }\n",
        to: "ops/Hello.graphql")
      return (bench, try await bench.run("generate"))
    }
    let (bench, result) = try await run(
      #""fragment Hello": "Greeting", "query Hello": "WelcomeQuery", "Feature": "Ability", "#
        + #""fragment Feature": "FeaturePart""#)
    #expect(result.exitCode == 0, "\(result.errors)")
    let text = try bench.text("out/Hello.graphql.swift")
    for name in [
      "struct Greeting:", "struct WelcomeQuery:", "func welcome(", "struct FeaturePart:",
    ] {
      #expect(text.contains(name), "\(name)")
    }
    #expect(try bench.text("out/Shop.Enums.swift").contains("enum Ability:"))
    let ambiguous = try await run(#""Hello": "Greeting""#).1
    #expect(ambiguous.exitCode == 1)
    #expect(ambiguous.errors.contains("\"Hello\" is both a fragment and a query"))
    #expect(ambiguous.errors.contains("write \"fragment Hello\" or \"query Hello\""))
    for name in ["String", "Data", "ShopClient", "Type", "StaticString"] {
      let reserved = try await run("\"fragment Hello\": \"\(name)\"").1
      #expect(reserved.exitCode == 1 && reserved.errors.contains("\"\(name)\" is a "), "\(name)")
    }
  }

  @Test(arguments: [
    ("Item.a", "b", "b", "ops/Items.graphql:1:20"), ("Item.a", "c", "c", "ops/Items.graphql:1:22"),
    ("Level.LOW", "high", "HIGH", "schema.graphql:"), ("Range.from", "to", "to", "schema.graphql:"),
    ("Range", "Level", "Level", "schema.graphql:"),
  ])
  func renameToTheNameOfAnotherElementIsReportedAtBothPlaces(
    _ key: String, _ name: String, _ other: String, _ place: String
  ) async throws {
    let bench = try Sample.project(options: "{\"renames\": {\"\(key)\": \"\(name)\"}}")
    try bench.write(
      bench.text("schema.graphql")
        + """

        extend type Query { item(range: Range): Item }
        type Item { a: Int b: Int d: Int level: Level unused: Int }
        enum Level { LOW HIGH }
        input Range { from: Int to: Int }
        """, to: "schema.graphql")
    try bench.write(
      "query I { item { a b c: d } }", to: "ops/Items.graphql")
    try await expectFailure(
      bench, "authgen.json:",
      "error: \"\(key)\" and \"\(other)\" both become the Swift name \(name) [UniqueSwiftNames]",
      "\(place)", "note: \"\(other)\" is here",
      "choose another name, or give \"\(other)\" another one")
  }

  /// A field can take the name of another one that no struct has beside it.
  @Test func renameToTheNameOfAnUnusedFieldIsPossible() async throws {
    let bench = try Sample.project(options: #"{"renames": {"Item.newName": "name"}}"#)
    try bench.write(
      bench.text("schema.graphql")
        + "\nextend type Query { item: Item } type Item { name: Int newName: Int }\n",
      to: "schema.graphql")
    try bench.write("query I { item { newName } }", to: "ops/Items.graphql")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(try bench.text("out/Items.graphql.swift").contains("var name: Optional<Int>"))
  }

  @Test func renameToACaseOfOptionalIsReported() async throws {
    let bench = try Sample.project(options: #"{"renames": {"Level.LOW": "none"}}"#)
    try bench.write(
      bench.text("schema.graphql") + "\nenum Level { LOW }\n", to: "schema.graphql")
    try await expectFailure(bench, "error: \"none\" is a case of Optional", "choose another name")
  }

  @Test func folderWithoutDocumentsIsNamed() async throws {
    let bench = try Sample.project()
    try bench.remove("ops/Hello.graphql")
    try bench.remove("ops/Viewer.graphql")
    try await expectFailure(bench, "ops contains no .graphql documents")
  }

  @Test func loginPageAsASchemaIsRecognised() async throws {
    let bench = try Sample.project()
    try bench.write("<!DOCTYPE html>\n<title>Log in</title>\n", to: "schema.graphql")
    try await expectFailure(
      bench, "schema.graphql:1:1: error: expected a schema, found an HTML page",
      "help: the server may require a login: fetch the schema with `authgen-fetch URL")
  }

  @Test(arguments: ["<<<<<<< HEAD\n", "type Query { hello: String }\n>>>>>>> other\n"])
  func mergeConflictIsRecognised(_ text: String) async throws {
    let bench = try Sample.project()
    try bench.write(text, to: "schema.graphql")
    try await expectFailure(
      bench, "error: unexpected character", "help: resolve the merge conflict")
  }

  @Test func patternsAndAddressesAreNotFiles() async throws {
    let bench = try Sample.project()
    try bench.write(
      Sample.configuration(Sample.client(operations: "ops/**/*.graphql")), to: "authgen.json")
    try await expectFailure(bench, "help: patterns are unsupported: name files, or folders")
    try bench.write(
      Sample.configuration(
        Sample.client().replacingOccurrences(
          of: "schema.graphql", with: "https://example.com/graphql")), to: "authgen.json")
    try await expectFailure(bench, "help: fetch the schema with `authgen-fetch URL --output FILE`")
  }

  /// Without the option, a response in parts would be read as if all of it were there.
  @Test(arguments: ["defer", "stream"])
  func incrementalDeliveryNeedsItsOption(_ name: String) async throws {
    let bench = try Sample.project()
    let use = name == "defer" ? "... @defer { hello }" : "... { list @stream }"
    try bench.write("query Parts { \(use) }\n", to: "ops/Parts.graphql")
    try bench.write(
      bench.text("schema.graphql") + "\nextend type Query { list: [Int] }\n", to: "schema.graphql")
    try await expectFailure(
      bench, "unknown directive @\(name)", "a schema file of your own: directive @\(name)(")
    let definition =
      name == "defer"
      ? "directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT"
      : "directive @stream(if: Boolean! = true, label: String, initialCount: Int! = 0) on FIELD"
    try bench.write(bench.text("schema.graphql") + definition + "\n", to: "schema.graphql")
    try await expectFailure(
      bench,
      "ops/Parts.graphql:1:\(name == "defer" ? 19 : 26): error: @\(name) needs the option \"incrementalDelivery\"",
      "help: add \"incrementalDelivery\": true to \"options\" in the configuration")
    func write(_ options: String) throws {
      try bench.write(
        Sample.configuration(Sample.client(options: "{\(options)}")), to: "authgen.json")
    }
    try write("\"incrementalDelivery\": true, \"runtime\": \"sources\"")
    try await expectFailure(bench, "@\(name) needs the product AuthGenStreams")
    try write("\"incrementalDelivery\": true")
    let result = try await bench.run("validate")
    #expect(result.exitCode == 0)
  }

  @Test func variableWithTwoTypesNeedsASecondOne() async throws {
    let bench = try Sample.project()
    try bench.write(
      "type Query { a(id: ID!): Int  b(name: String!): Int }\n", to: "schema.graphql")
    try bench.remove("ops/Hello.graphql")
    try bench.remove("ops/Viewer.graphql")
    try bench.write("query Both($v: ID!) { a(id: $v) b(name: $v) }\n", to: "ops/Both.graphql")
    try await expectFailure(
      bench, "help: another use needs the type ID!: define a second variable for this one")
    try bench.write("query One($v: ID!) { a(id: v) }\n", to: "ops/Both.graphql")
    try await expectFailure(
      bench, "help: for the variable, write $v; for text, put it in quotes")
  }

  @Test func schemaRequiresAQueryType() async throws {
    let bench = try Sample.project()
    try bench.write("type Viewer { id: ID! }\n", to: "schema.graphql")
    try await expectFailure(bench, "schema.graphql:", "query")
  }

  @Test func deeplyNestedSelectionsAreRejected() async throws {
    let bench = try Sample.project()
    let depth = 100_000
    try bench.write(
      "query Deep " + String(repeating: "{ a ", count: depth)
        + String(repeating: "}", count: depth), to: "ops/Deep.graphql")
    try await expectFailure(bench, "ops/Deep.graphql:1:")
  }

  @Test func deeplyNestedListsAreRejected() async throws {
    let bench = try Sample.project()
    let depth = 100_000
    try bench.write(
      "type Query { a: " + String(repeating: "[", count: depth) + "Int"
        + String(repeating: "]", count: depth) + " }", to: "schema.graphql")
    try await expectFailure(bench, "schema.graphql:1:")
  }

  @Test func unknownKeyErrorHasItsPositionAndASuggestion() async throws {
    let bench = try Sample.project()
    try bench.write(
      """
      {
        "version": 1,
        "clients": [
          { "name": "Shop", "schema": "s", "operatoins": "ops", "output": "out" }
        ]
      }
      """, to: "authgen.json")
    try await expectFailure(bench, "authgen.json:4:38: error: ", "\"operatoins\"", "did you mean")
  }

  @Test func keyAtAnotherLevelIsFound() async throws {
    let bench = try Sample.project()
    try bench.write(
      """
      {
        "version": 1,
        "clients": [
          { "name": "Shop", "schema": "schema.graphql", "operations": "ops", "output": "out",
            "scalars": {}, "options": { "secrets": [] } }
        ]
      }
      """, to: "authgen.json")
    try await expectFailure(
      bench, "unknown key \"scalars\"", "it belongs in \"options\"; the keys here are name",
      "unknown key \"secrets\"", "it belongs in \"authentication\"; the keys here are")
  }

  @Test func openBraceOfTheConfigurationIsNamed() async throws {
    let bench = try Sample.project()
    try bench.write(
      "{\n  \"version\": 1,\n  \"clients\": [\n    { \"name\": \"Shop\"\n  ]\n}\n",
      to: "authgen.json")
    try await expectFailure(
      bench, "authgen.json:5:3: error: expected \",\" or \"}\", found \"]\"",
      "authgen.json:4:5: note: \"{\" is not closed", "help: add the missing \"}\"")
  }

  @Test func documentsWithEqualOutputNamesAreBothNamed() async throws {
    let bench = try Sample.project()
    try bench.write("query Nested { hello }\n", to: "ops/a/b.graphql")
    try bench.write("query Dotted { hello }\n", to: "ops/a.b.graphql")
    try await expectFailure(bench, "ops/a/b.graphql", "ops/a.b.graphql", "a.b.graphql.swift")
  }

  @Test func documentWithAFixedFilesNameIsAnError() async throws {
    let bench = try Sample.project()
    try bench.write("query Hello { hello }\n", to: "Shop.Client")
    try bench.write(
      Sample.configuration(Sample.client(operations: "Shop.Client")), to: "authgen.json")
    try await expectFailure(bench, "two generated files have the name Shop.Client.swift", "rename")
  }

  @Test func tooLargeFileIsNamed() async throws {
    let bench = try Sample.project()
    try bench.writeLargeFile(to: "schema.graphql")
    try await expectFailure(bench, "cannot read schema.graphql: it is larger than 1 GiB")
  }

  private func expectFailure(
    _ bench: Workbench, _ parts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1, sourceLocation: sourceLocation)
    for part in parts {
      #expect(
        result.errors.contains(part), "\(result.errors.prefix(2_000))",
        sourceLocation: sourceLocation)
    }
    #expect(!bench.exists("out"), sourceLocation: sourceLocation)
  }
}

extension Workbench {
  /// Writes a file of 2 GiB. It is sparse: it uses no disk space.
  fileprivate func writeLargeFile(to path: String) throws {
    try write("", to: path)
    let file = try FileHandle(forWritingTo: url(path))
    try file.truncate(atOffset: 1 << 31)
    try file.close()
  }
}
