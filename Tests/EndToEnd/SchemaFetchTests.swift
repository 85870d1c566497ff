// Fetches the live server's schema and compares it with the project's.

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
      #expect(fetched.output == "fetched.graphql: written\n", "\(fetched.errors)")
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
  }
}
