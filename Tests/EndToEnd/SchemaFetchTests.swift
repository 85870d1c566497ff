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
      let bench = try Workbench()
      let endpoint = live.server.endpoint(site: "schema-fetch").absoluteString
      let arguments = [endpoint, "--output", "fetched.graphql"]
      let fetched = try await bench.run(arguments, of: builtProgram("authgen-fetch"))
      #expect(fetched.output.hasPrefix("fetched.graphql: written\n"), "\(fetched.errors)")
      let again = try await bench.run(arguments, of: builtProgram("authgen-fetch"))
      #expect(again.output == "fetched.graphql: unchanged\n")

      let schemas = Checkout.root.appending(path: "Schemas/Horizon")
      let difference = try await bench.run([
        "diff", schemas.appending(path: "schema.graphql").path, "fetched.graphql",
        "--operations", schemas.appending(path: "operations").path,
      ])
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
      let bench = try Workbench()
      let fetched = try await bench.run(
        [server.origin.appending(path: "graphql").absoluteString],
        of: builtProgram("authgen-fetch"))
      let whole = try await bench.run(["schema", "print", "--schema", schema])
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
