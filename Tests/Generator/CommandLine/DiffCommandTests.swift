// Tests `authgen diff`: its output and exit codes.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct DiffCommandTests {
  static let old = """
    type Query {
      hello(name: String): String!
      gone: Int
      unused: Int
    }

    """
  static let new = """
    type Query {
      "Says hello."
      hello(name: String!): String!
      more: Int
    }

    """

  private func bench(_ more: [String: String] = [:]) throws -> Workbench {
    try Workbench(
      [
        "old.graphql": Self.old, "new.graphql": Self.new,
        "ops/Hello.graphql": "query Hello { hello ...Rest }\nfragment Rest on Query { gone }\n",
      ].merging(more) { $1 })
  }

  @Test func changesAreGroupedWithTheAffectedOperations() async throws {
    let result = try await bench()
      .run("diff", "old.graphql", "new.graphql", "--operations", "ops")
    #expect(result.exitCode == 1)
    #expect(result.errors.isEmpty)
    #expect(
      result.output == """
        Breaking
          Query.gone  FIELD_REMOVED
            the field was removed; operations that select it are refused
            breaks fragment Rest: ops/Hello.graphql:2:26 (selection), in Hello
            Swift: RestFragment.gone
            to do: remove it from the operations before the server changes, then run `authgen generate`
            was at old.graphql:3:3
          Query.hello(name:)  ARG_CHANGED_KIND
            its type was String and is now String!; requests that omit it, or give null or a nullable variable, are refused
            breaks query Hello: ops/Hello.graphql:1:15 (selection)
            Swift: HelloQuery
            to do: give a value, or define the variable, with the new type; then run `authgen generate`
            was at old.graphql:2:9, now at new.graphql:3:9
          Query.unused  FIELD_REMOVED
            the field was removed; operations that select it are refused
            breaks no operations here
            was at old.graphql:4:3

        Safe
          Query.hello  DESCRIPTION_CHANGED
            its description was added; only documentation differs
            concerns query Hello: ops/Hello.graphql:1:15 (selection)
            Swift: HelloQuery.Data.hello
            was at old.graphql:2:3, now at new.graphql:3:3
          Query.more  FIELD_ADDED
            the field was added, of type Int; no operation can have selected it
            now at new.graphql:4:3

        5 changes: 3 breaking (2 touch operations), 2 safe
        2 of the operations and fragments are invalid for the new schema: with it in place, `authgen validate` lists the errors.

        """)
  }

  @Test func equalSchemasHaveNoChanges() async throws {
    let bench = try bench()
    let result = try await bench.run("diff", "old.graphql", "old.graphql")
    #expect(result.exitCode == 0)
    #expect(result.output == "no changes\n")
    let json = try await bench.run("diff", "old.graphql", "old.graphql", "--format=json")
    #expect(
      json.output == """
        {"fails":false,"failOn":"breaking","operations":false,\
        "comparesDirectives":true,"summary":"no changes","notes":[],\
        "counts":{"breaking":0,"dangerous":0,"safe":0},"changes":[]}

        """)
    let github = try await bench.run(
      "diff", "old.graphql", "old.graphql", "--format=github")
    #expect(github.output == "no changes\n")
  }

  @Test func projectsOperationsAreUsed() async throws {
    let bench = try bench([
      "authgen.json": Sample.configuration(Sample.client()), "schema.graphql": Self.old,
    ])
    let result = try await bench.run("diff", "old.graphql", "new.graphql")
    #expect(result.output.contains("breaks query Hello: ops/Hello.graphql:1:15"))
    let elsewhere = try await bench.run(
      "diff", "old.graphql", "new.graphql", "--config", "missing.json")
    #expect(elsewhere.exitCode == 1)
    #expect(elsewhere.errors.contains("missing.json"))
  }

  @Test func clientOfTheComparedSchemaIsUsed() async throws {
    let bench = try bench([
      "others/Other.graphql": "query Other { unused }\n",
      "authgen.json": """
      {"version": 1, "clients": [
        {"name": "First", "schema": "old.graphql", "operations": "ops"},
        {"name": "Second", "schema": "second.graphql", "operations": "others"}
      ]}
      """,
    ])
    let first = try await bench.run("diff", "./old.graphql", "new.graphql")
    #expect(first.output.contains("3 breaking (2 touch operations)"))
    let second = try await bench.run(
      "diff", "old.graphql", "new.graphql", "--client", "Second")
    #expect(second.output.contains("breaks query Other: others/Other.graphql:1:15"))
    #expect(second.output.contains("3 breaking (1 touches operations)"))
    try bench.write(Self.old, to: "copy.graphql")
    let neither = try await bench.run("diff", "copy.graphql", "new.graphql")
    #expect(neither.exitCode == 64)
    #expect(neither.errors.contains("--client"))
  }

  @Test func outputReportsThatNoOperationsAreGiven() async throws {
    let result = try await bench().run("diff", "old.graphql", "new.graphql")
    #expect(result.exitCode == 1)
    #expect(!result.output.contains("no operations here"))
    #expect(result.output.contains("5 changes: 3 breaking, 2 safe\nNo operations were checked"))
  }

  @Test(arguments: [
    // The exit codes for safe, breaking, used breaking, dangerous and used dangerous changes.
    ("breaking", [0, 1, 1, 0, 0]), ("dangerous", [0, 1, 1, 1, 1]),
    ("used-breaking", [0, 0, 1, 0, 0]),
    ("used-dangerous", [0, 0, 1, 0, 1]), ("none", [0, 0, 0, 0, 0]),
  ])
  func optionDecidesWhichChangesFail(_ option: String, _ codes: [Int32]) async throws {
    let bench = try Workbench([
      "old.graphql": "type Query { used: E unused: F a: Int }  enum E { A } enum F { A }",
      "safe.graphql": "type Query { used: E unused: F a: Int b: Int }  enum E { A } enum F { A }",
      "breaking.graphql": "type Query { used: E unused: F }  enum E { A } enum F { A }",
      "usedBreaking.graphql": "type Query { unused: F a: Int }  enum E { A } enum F { A }",
      "dangerous.graphql": "type Query { used: E unused: F a: Int }  enum E { A } enum F { A B }",
      "usedDangerous.graphql":
        "type Query { used: E unused: F a: Int }  enum E { A B } enum F { A }",
      "A.graphql": "{ used }",
    ])
    let names = ["safe", "breaking", "usedBreaking", "dangerous", "usedDangerous"]
    for (name, code) in zip(names, codes) {
      let result = try await bench.run(
        "diff", "old.graphql", "\(name).graphql", "--operations", "A.graphql",
        "--fail-on", option)
      #expect(result.exitCode == code, "\(name)")
      let quiet = try await bench.run(
        "diff", "old.graphql", "\(name).graphql", "--operations", "A.graphql",
        "--fail-on=\(option)", "--quiet")
      #expect(quiet.exitCode == code)
      #expect(quiet.output.contains("\n") && quiet.output.contains("  Query") == false || code == 1)
    }
  }

  @Test func jsonHasEveryChangeWithItsPositions() async throws {
    let result = try await bench().run(
      "diff", "old.graphql", "new.graphql", "--operations", "ops", "--format", "json")
    #expect(result.exitCode == 1)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["fails"] as? Bool == true)
    #expect(object["counts"] as? [String: Int] == ["breaking": 3, "dangerous": 0, "safe": 2])
    let changes = try #require(object["changes"] as? [[String: Any]])
    let first = try #require(changes.first)
    #expect(first["kind"] as? String == "FIELD_REMOVED")
    #expect(first["criticality"] as? String == "breaking")
    #expect(first["coordinate"] as? String == "Query.gone")
    #expect((first["old"] as? [String: Any])?["line"] as? Int == 3)
    #expect(first["new"] == nil)
    #expect(first["used"] as? Bool == true)
    let use = try #require((first["uses"] as? [[String: Any]])?.first)
    #expect(use["definition"] as? String == "fragment")
    #expect(use["name"] as? String == "Rest")
    #expect(use["file"] as? String == "ops/Hello.graphql")
    #expect(use["line"] as? Int == 2)
    #expect(use["column"] as? Int == 26)
    #expect(use["operations"] as? [String] == ["Hello"])
    #expect(changes.map { $0["used"] as? Bool } == [true, true, false, true, false])
  }

  @Test func githubAnnotationsAreAtOperationsAndInTheNewSchema() async throws {
    let result = try await bench().run(
      "diff", "old.graphql", "new.graphql", "--operations", "ops", "--format", "github",
      "--fail-on", "used-breaking")
    #expect(result.exitCode == 1)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(
      lines[0].hasPrefix("::error file=ops/Hello.graphql,line=2,col=26,title=FIELD_REMOVED::"))
    #expect(lines[1].hasPrefix("::error file=new.graphql,line=1,col=6,title=FIELD_REMOVED::"))
    #expect(lines[1].hasSuffix("(used by fragment Rest)"))
    #expect(lines[2].hasPrefix("::error file=ops/Hello.graphql,line=1,col=15,"))
    #expect(lines[4].hasPrefix("::warning file=new.graphql,line=1,col=6,title=FIELD_REMOVED::"))
    #expect(lines[4].hasSuffix("(no operation here uses it)"))
    #expect(lines[5].hasPrefix("5 changes: "))
  }

  @Test func fileIsComparedWithStandardInput() async throws {
    let bench = try bench()
    let result = try await bench.run(
      ["diff", "-", "new.graphql"], input: Self.old)
    #expect(result.exitCode == 1)
    #expect(result.output.contains("was at (standard input):3:3"))
  }

  @Test func introspectionIsComparedWithSDL() async throws {
    let bench = try Workbench([
      "schema.json": VerbTests.introspection, "schema.graphql": "type Query { hello: String! }",
    ])
    let result = try await bench.run("diff", "schema.json", "schema.graphql")
    #expect(
      result.output == """
        no changes
        Authentication, features, weights and rate limits were not compared: the result of an introspection has no \
        applied directives.

        """)
  }

  @Test(arguments: [
    ["--operations", "o"], ["-"], ["a.graphql", "b.graphql", "c.graphql"],
    ["a", "b", "--fail-on", "all"],
    ["a", "b", "--fail-on"], ["a", "b", "--fail-on", "used-breaking"], ["-", "-"],
    ["a", "b", "--operations", "o", "--config", "c"], ["a", "b", "--schema", "c"],
    ["a", "b", "--format", "xml"],
  ])
  func wrongUsageExitsWith64(_ arguments: [String]) async throws {
    let result = try await Workbench().run(["diff"] + arguments)
    #expect(result.exitCode == 64)
    #expect(result.output.isEmpty)
    #expect(!result.errors.isEmpty)
  }

  @Test(arguments: [
    "", "type Query { a: Gone }", "type Query {", "\u{0}", "{\"data\": {}}", "query { a }",
  ])
  func invalidSchemaIsReportedAtItsPosition(_ text: String) async throws {
    let bench = try bench(["broken.graphql": text])
    for paths in [["old.graphql", "broken.graphql"], ["broken.graphql", "old.graphql"]] {
      let result = try await bench.run(["diff"] + paths)
      #expect(result.exitCode == 1)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("error: "))
    }
    let missing = try await bench.run("diff", "old.graphql", "missing.graphql")
    #expect(missing.exitCode == 1)
    #expect(missing.errors.contains("missing.graphql"))
  }

  @Test func unreadableOperationsAreReported() async throws {
    let bench = try bench(["broken/A.graphql": "query {"])
    for operations in ["broken", "missing"] {
      let result = try await bench.run(
        "diff", "old.graphql", "new.graphql", "--operations", operations)
      #expect(result.exitCode == 1)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains(operations))
    }
  }

  @Test func formerNameIsTheSameCommand() async throws {
    let bench = try bench()
    let result = try await bench.run("diff", "old.graphql", "new.graphql")
    let other = try await bench.run("schema", "diff", "old.graphql", "new.graphql")
    #expect(other.output == result.output)
    #expect(other.exitCode == result.exitCode)
  }

  // MARK: Swift

  private static func marked(_ query: String) -> String {
    """
    directive @authenticated on FIELD_DEFINITION
    directive @weight(value: Int!) on FIELD_DEFINITION
    type Query { \(query) list(ids: [Int]): [Int] }
    enum Role { ADMIN }

    """
  }

  @Test func swiftCodeAndItsChangesAreNamed() async throws {
    let bench = try Workbench([
      "old.graphql": Self.marked("me: Role other: Role"),
      "new.graphql":
        Self.marked("me: Role! @authenticated other: Role @weight(value: 9)")
        .replacing("ADMIN", with: "ADMIN GUEST").replacing("[Int])", with: "[Int!])"),
      "ops/Me.graphql":
        "query Me { me } query Other { other } query L($i: [Int]) { list(ids: $i) }",
    ])
    let result = try await bench.run("diff", "old.graphql", "new.graphql", "--operations", "ops")
    let lines = result.output.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(
      lines.filter { $0.hasPrefix("Swift: ") || $0.contains("  ") } == [
        "Query.list(ids:)  ARG_CHANGED_KIND", "Swift: LQuery",
        "Query.me  AUTHENTICATION_ADDED",
        "Swift: MeQuery: AnonymousOperation → AuthenticatedOperation",
        "Query.other  WEIGHT_CHANGED", "Swift: OtherQuery",
        "Role.GUEST  VALUE_ADDED_TO_ENUM", "Swift: Role.guest is added",
        "Query.me  FIELD_CHANGED_KIND_SAFE", "Swift: MeQuery.Data.me: Role? → Role",
      ])
    #expect(result.output.contains("call the operations with a session"))
  }

  @Test func schemasOfRESTServicesAreCompared() async throws {
    let schema = { (path: String) in
      """
      extend schema @link(url: "https://specs.apollo.dev/connect/v0.4", import: ["@connect"])
      type Query { a: String @connect(http: { GET: "https://example.com/\(path)" }, selection: "$") }

      """
    }
    let bench = try Workbench(["old.graphql": schema("a"), "new.graphql": schema("b")])
    let result = try await bench.run("diff", "old.graphql", "new.graphql")
    #expect(result.errors.isEmpty)
    #expect(result.output.contains("  Query.a  CONNECTOR_CHANGED\n"))
  }

  @Test func tableForACommentCannotBeBroken() async throws {
    let bench = try Workbench([
      "old.graphql": "type Query { a: Int }",
      "new.graphql": "type Query { a: Int @deprecated(reason: \"<b>|`x`\\n| @y\") }",
      "A.graphql": "query A { a }",
    ])
    let result = try await bench.run(
      "diff", "old.graphql", "new.graphql", "--operations", "A.graphql", "--format", "markdown")
    #expect(
      result.output
        == #"""
        ### Schema: 1 change: 1 safe

        | | Change | Touches | To do |
        | --- | --- | --- | --- |
        | safe | `Query.a` it was deprecated: "\<b\>\|`x`␊\| @<!-- -->y"; it still works, and may be removed later | `query A` \
        (`A.graphql:1`)<br>`AQuery.Data.a` | use its replacement before it is removed |

        All operations are valid for the new schema.

        """#.replacing("\\\n", with: ""))
  }

  // MARK: Git

  private func git(_ bench: Workbench, _ arguments: String...) async throws {
    let result = try await runProcess(
      "/usr/bin/env",
      ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.com"] + arguments,
      in: bench.folder)
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  @Test func schemaOfTheLastCommitIsTheOldOne() async throws {
    let bench = try bench([
      "authgen.json": Sample.configuration(Sample.client()), "schema.graphql": Self.old,
      "it's/schema.graphql": Self.old,
    ])
    try await git(bench, "init", "-q")
    try await git(bench, "add", "-A")
    try await git(bench, "commit", "-q", "-m", "Add the schema")
    #expect(try await bench.run("diff").output == "no changes\n")
    for path in ["schema.graphql", "it's/schema.graphql"] { try bench.write(Self.new, to: path) }
    let result = try await bench.run("diff")
    #expect(result.exitCode == 1)
    #expect(result.output.contains("was at HEAD:schema.graphql:3:3"))
    #expect(result.output.contains("breaks fragment Rest"))
    for operands in [
      ["it's/schema.graphql"], ["HEAD:it's/schema.graphql", "schema.graphql"],
      ["HEAD:schema.graphql", "new.graphql"],
    ] {
      let same = try await bench.run(["diff"] + operands)
      #expect(same.output.contains("5 changes: 3 breaking (2 touch operations), 2 safe"))
    }
  }

  @Test func newFileOfASchemaIsComparedWithNothing() async throws {
    let bench = try bench([
      "authgen.json": Sample.configuration(Sample.client()).replacing(
        #""schema.graphql""#, with: #"["schema.graphql", "more.graphql"]"#),
      "schema.graphql": Self.old,
    ])
    try await git(bench, "init", "-q")
    try await git(bench, "add", "-A")
    try await git(bench, "commit", "-q", "-m", "Add the schema")
    try bench.write("extend type Query { added: Int }", to: "more.graphql")
    let result = try await bench.run("diff")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output.contains("  Query.added  FIELD_ADDED\n"))
  }

  @Test func missingRevisionIsAnErrorWithTheFix() async throws {
    let bench = try bench()
    let outside = try await bench.run("diff", "old.graphql")
    #expect(outside.exitCode == 1)
    #expect(outside.errors.contains("cannot read HEAD:old.graphql: fatal: not a git repository"))
    try await git(bench, "init", "-q")
    let unknown = try await bench.run("diff", "nope:old.graphql", "new.graphql")
    #expect(unknown.exitCode == 1)
    #expect(unknown.errors.contains("cannot read nope:old.graphql: fatal: "))
    #expect(unknown.errors.contains("help: name a file, or a revision and the path"))
  }

  @Test func schemaTextsCannotControlTheTerminalOrAnAnnotation() async throws {
    let bench = try Workbench([
      "old.graphql": "type Query { a: Int }",
      "new.graphql":
        "type Query { a: Int @deprecated(reason: \"\\u001B[2J\\n::error::%0A, x\") }",
      "A.graphql": "{ a }",
    ])
    for format in ["text", "github", "json"] {
      let result = try await bench.run(
        "diff", "old.graphql", "new.graphql", "--operations", "A.graphql", "--format",
        format)
      #expect(result.exitCode == 0)
      #expect(!result.output.contains("\u{1B}"))
      #expect(!result.output.contains("\n::error"))
      #expect(!result.output.isEmpty)
    }
  }

  @Test func changesAreSortedByName() async throws {
    let fields = (0..<50).map { "f\($0): Int" }
    let bench = try Workbench([
      "old.graphql": "type Query { a: Int \(fields.joined(separator: " ")) }",
      "new.graphql": "type Query { a: Int }",
    ])
    var outputs: Set<String> = []
    for _ in 0..<3 {
      outputs.insert(try await bench.run("diff", "old.graphql", "new.graphql").output)
    }
    #expect(outputs.count == 1)
    let names =
      outputs.first?.split(separator: "\n")
      .filter { $0.hasSuffix("FIELD_REMOVED") }.map { $0.split(separator: " ")[0] } ?? []
    #expect(names.count == 50)
    #expect(names == names.sorted())
  }
}
