// Fetches the schemas of servers that run on this machine.

import AuthGenRuntime
import AuthGenTestServers
import AuthGenTestSupport
import Foundation
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct SchemaFetchTests {
    @Test func serversSchemaEqualsTheProjectsExceptForItsAdditions() async throws {
      let live = try #require(LiveServer.current)
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "authgen-fetch-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let endpoint = live.server.endpoint(site: "schema-fetch").absoluteString
      let arguments = [endpoint, "--output", "fetched.graphql"]
      let fetched = try await runProcess(
        builtProgram("authgen-fetch"), arguments, in: folder)
      #expect(fetched.output.hasPrefix("fetched.graphql: written\n"), "\(fetched.errors)")
      let again = try await runProcess(
        builtProgram("authgen-fetch"), arguments, in: folder)
      #expect(again.output == "fetched.graphql: unchanged\n")

      let schemas = Checkout.root.appending(path: "Schemas/Horizon")
      let difference = try await runProcess(
        builtTool,
        [
          "diff", schemas.appending(path: "schema.graphql").path, "fetched.graphql",
          "--operations", schemas.appending(path: "operations").path,
        ], in: folder)
      #expect(difference.exitCode == 0)
      let changes = difference.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
        .filter { !$0.hasPrefix("   ") }
      #expect(
        changes == [
          "  AuthenticationError.ACCOUNT_SUSPENDED  VALUE_ADDED_TO_ENUM",
          "  FormFieldType.STAR_SIGN  VALUE_ADDED_TO_ENUM", "  schema  DIRECTIVES_LOST",
        ])
      #expect(difference.output.contains("may affect mutation"))
    }

    // MARK: Editions of the specification, with graphql-core 3.3

    /// What the introspection of a server lacks that implements an earlier edition.
    private static let lostSince2025 = [
      "directive @live @deprecated(reason: \"use subscriptions\") on QUERY\n\n"
    ]
    private static let lostSince2021 =
      lostSince2025 + [
        " @oneOf", ", ttl: Int @deprecated", "genre: String @deprecated, ",
        "  limit: Int @deprecated(reason: \"use first\")\n",
      ]
    private static let lostSince2018 =
      lostSince2021 + [
        " @specifiedBy(url: \"https://example.com/instant\")", " repeatable",
        "\"\"\"A library.\"\"\"\nschema {\n  query: Query\n}\n\n",
      ]

    @Test(arguments: [
      ("draft", []), ("2025", lostSince2025), ("2021", lostSince2021),
      ("graphql-js 15", lostSince2021), ("2018", lostSince2018),
    ])
    func allThatAServersIntrospectionHasIsFetched(
      _ edition: String, _ lost: [String]
    ) async throws {
      let schema = Checkout.root
        .appending(path: "Tests/EndToEnd/Server/introspection_server/schema.graphql").path
      let server = try await PythonServer(
        "introspection_server", ["--schema", schema, "--edition", edition])
      let folder = FileManager.default.temporaryDirectory
      let fetched = try await runProcess(
        builtProgram("authgen-fetch"), [server.origin.appending(path: "graphql").absoluteString],
        in: folder)
      let whole = try await runProcess(
        builtTool, ["schema", "print", "--schema", schema], in: folder)
      for text in lost { #expect(whole.output.contains(text), "\(whole.text)") }
      #expect(
        fetched.output == lost.reduce(whole.output) { $0.replacing($1, with: "") },
        "\(fetched.errors)")
      let counts = try await URLSessionTransport().send(
        HTTPRequest(method: .get, url: server.origin.appending(path: "requests")))
      #expect(String(decoding: counts.body, as: UTF8.self) == #"{"received":2,"rejected":0}"#)
    }
  }
}
