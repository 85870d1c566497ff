// Tests the script for schema updates in the article ChangingTheSchema, as a scheduled job runs it.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct SchemaUpdateTests {
  /// The introspection of `type Query { hello: String }`, with further fields.
  private static func introspection(_ more: String...) -> String {
    let fields = (["hello"] + more).map {
      #"{"name": "\#($0)", "args": [], "type": {"kind": "SCALAR", "name": "String"}}"#
    }
    return """
      {"data": {"__schema": {
        "queryType": {"name": "Query"}, "mutationType": null, "subscriptionType": null, "directives": [],
        "types": [
          {"kind": "OBJECT", "name": "Query", "interfaces": [], "fields": [\(fields.joined(separator: ", "))]},
          {"kind": "SCALAR", "name": "String"}
        ]}}}
      """
  }

  /// A repository with a client, its remote, and a `gh` that notes its arguments and the text of the request.
  private struct Repository {
    private let bench: Workbench

    init() async throws {
      bench = try Workbench()
      try bench.write("type Query {\n  hello: String\n}\n", to: "app/Schemas/schema.graphql")
      try bench.write("query Hello { hello }\n", to: "app/Operations/Hello.graphql")
      try bench.write(
        """
        {"version": 1, "clients": [{"name": "API", "schema": "Schemas/schema.graphql",
          "operations": "Operations", "output": "Generated", "authentication": {"authenticated": []}}]}
        """, to: "app/authgen.json")
      let article = try Checkout.text(
        "Sources/Tools/authgen/Documentation.docc/Generate/ChangingTheSchema.md")
      let script = try #require(article.firstMatch(of: /```sh\n(#!\/bin\/sh\n(?s:.*?))```\n/)).1
      try bench.write(String(script), to: "update.sh")
      // Refuses a second request for one branch, as GitHub does.
      try bench.write(
        """
        #!/bin/sh
        echo "$@" >> "\(bench.folder.path)/calls"
        for last; do :; done
        cp "$last" "\(bench.folder.path)/body"
        if [ "$2" = create ] && [ -e "\(bench.folder.path)/open" ]; then exit 1; fi
        touch "\(bench.folder.path)/open"
        """, to: "gh")
      try await run("chmod 755 gh && git init -q --bare remote && cd app && git init -q -b main")
      try await run("cd app && git config user.name Ada && git config user.email ada@example.com")
      try await run("cd app && '\(builtTool)' generate && git add -A && git commit -q -m Begin")
      try await run("cd app && git remote add origin ../remote && git push -q origin main")
    }

    func text(_ file: String) throws -> String { try bench.text(file) }
    func names() throws -> [String] { try bench.names(".") }

    /// Runs a command of the shell.
    @discardableResult
    func run(_ command: String, _ environment: [String: String] = [:]) async throws -> String {
      let path = bench.folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
      let result = try await bench.run(
        ["-c", command], of: "/bin/sh", environment: ["PATH": path].merging(environment) { $1 })
      #expect(result.exitCode == 0, "\(command): \(result.errors)")
      return result.output
    }

    /// Runs the script on the main branch.
    func update(from schema: String) async throws {
      let server = try LoopbackServer { _ in LoopbackServer.response(schema) }
      try await run(
        "cd app && git switch -q main && sh ../update.sh",
        [
          "ENDPOINT": server.url.absoluteString, "AUTHGEN": builtTool,
          "AUTHGEN_FETCH": builtProgram("authgen-fetch"),
        ])
    }
  }

  @Test func unchangedSchemaOpensNoPullRequest() async throws {
    let repository = try await Repository()
    try await repository.update(from: Self.introspection())
    #expect(
      try await repository.run("git -C remote branch --format '%(refname:short)'") == "main\n")
    #expect(try !repository.names().contains("calls"))
  }

  @Test func changedSchemaIsProposedWithItsReport() async throws {
    let repository = try await Repository()
    try await repository.update(from: Self.introspection("more"))
    #expect(
      try await repository.run("git -C remote show --format=%s --name-only update-schema")
        == "Update the schema\n\nSchemas/schema.graphql\n")
    #expect(
      try repository.text("body").contains(
        "| safe | `Query.more` the field was added, of type String; no operation can have selected it | "
      ))
    // The request of the last night is still open.
    try await repository.update(from: Self.introspection("more", "andMore"))
    #expect(try repository.text("calls").contains("pr edit update-schema"))
    #expect(try repository.text("body").contains("Query.andMore"))
  }

  @Test func pullRequestHasTheErrorsOfOperationsThatBreak() async throws {
    let repository = try await Repository()
    try await repository.update(from: Self.introspection("more").replacing("hello", with: "hi"))
    let body = try repository.text("body")
    #expect(body.contains("| **breaking** | `Query.hello` the field was removed"))
    #expect(body.contains("`authgen generate` failed. Change the operations first:"))
    #expect(body.contains("Operations/Hello.graphql:1:15: error: "))
  }
}
