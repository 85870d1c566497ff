// Tests code that must not compile.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct MisuseTests {
  /// Type-checks a program against the built modules.
  private func check(_ statements: String) async throws -> ProcessResult {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-misuse-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = """
      import AuthGenRuntime
      import Foundation
      import HorizonAPI

      func use(_ client: GraphQLClient) async throws {
      \(statements)
      }
      """
    try Data(program.utf8).write(to: folder.appending(path: "Program.swift"))
    let modules = URL(fileURLWithPath: builtTool).deletingLastPathComponent()
      .appending(path: "Modules").path
    return try await runToolchain(
      "swiftc",
      ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", modules, "Program.swift"],
      in: folder, limit: 120)
  }

  @Test func authenticatedOperationRequiresASession() async throws {
    let withSession = try await check(
      """
        let session = client.authenticated(by: Credential(scheme: "Opaque", token: "t"))
        _ = try await session.execute(SocialLinksQuery())
        _ = try await HorizonClient(session).socialLinks()
        _ = try await client.execute(GetSocialProvidersQuery())
        _ = try await HorizonClient(client).getSocialProviders()
      """)
    #expect(withSession.exitCode == 0, "\(withSession.errors)")
    let without = try await check("  _ = try await client.execute(SocialLinksQuery())")
    #expect(without.exitCode == 1)
    #expect(without.errors.contains("'SocialLinksQuery' conform to 'AnonymousOperation'"))
    let facade = try await check("  _ = try await HorizonClient(client).socialLinks()")
    #expect(facade.exitCode == 1)
    #expect(facade.errors.contains("conform to 'AuthenticatedOperationExecutor'"))
  }

  @Test func secretIsNotAString() async throws {
    let read = try await check(
      #"  let secret: Secret = "s"; let text: String = secret; print(text)"#)
    #expect(read.exitCode == 1)
    #expect(read.errors.contains("cannot convert value of type 'Secret'"))
  }

  @Test func codeOfAnotherMajorVersionDoesNotCompile() async throws {
    let old = try await check("  typealias Runtime = RuntimeInterface0; _ = Runtime.self")
    #expect(old.exitCode == 1)
    #expect(old.errors.contains("cannot find type 'RuntimeInterface0' in scope"))
    let text = try String(
      contentsOf: Checkout.root.appending(
        path: "Generated/HorizonAPI/Horizon.Client.swift"), encoding: .utf8)
    #expect(text.contains("private typealias Runtime = RuntimeInterface1"))
  }
}
