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
      in: folder)
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
    let whole = try await check("  _ = try await client.response(to: SocialLinksQuery())")
    #expect(whole.exitCode == 1)
    #expect(whole.errors.contains("'SocialLinksQuery' conform to 'AnonymousOperation'"))
    let facade = try await check("  _ = try await HorizonClient(client).socialLinks()")
    #expect(facade.exitCode == 1)
    #expect(facade.errors.contains("conform to 'AuthenticatedOperationExecutor'"))
  }

  @Test func onlyTheRuntimeCreatesACallPermit() async throws {
    let call = try await check(
      """
        let permit = CallPermit()
        _ = try await client.data(for: SocialLinksQuery(), options: .init(), permit: permit)
      """)
    #expect(call.exitCode == 1)
    #expect(call.errors.contains("'CallPermit' initializer is inaccessible"))
  }

  @Test func secretIsNotAString() async throws {
    let read = try await check(
      #"  let secret: Secret = "s"; let text: String = secret; print(text)"#)
    #expect(read.exitCode == 1)
    #expect(read.errors.contains("cannot convert value of type 'Secret'"))
  }

  /// The two functions for Google, with their attributes, without the standard library, which this machine
  /// does not have for other platforms.
  private func errors(on target: String) async throws -> [Substring] {
    let source = Checkout.root.appending(
      path: "Sources/Login/Horizon/SocialLogin/ProviderCredential.swift")
    let declarations = try String(contentsOf: source, encoding: .utf8).split(separator: "\n").filter
    { line in
      ["@available(", "public static func google(", "#if os(", "#endif"].contains {
        line.drop { $0 == " " }.hasPrefix($0)
      }
    }
    try #require(declarations.count == 9)
    let program = """
      public struct Secret {}
      public struct ProviderCredential {
      \(declarations.map { $0.hasSuffix("{") ? $0 + " ProviderCredential() }" : $0 }.joined(separator: "\n"))
      }
      func use(_ credential: ProviderCredential) {}
      func use(_ secret: Secret) {
        use(ProviderCredential.google(accessToken: secret))
        use(ProviderCredential.google(serverAuthCode: secret))
      }
      """
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-platform-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(program.utf8).write(to: folder.appending(path: "Program.swift"))
    let result = try await runToolchain(
      "swiftc", ["-frontend", "-typecheck", "-parse-stdlib", "-target", target, "Program.swift"],
      in: folder)
    return result.errors.split(separator: "\n").filter {
      $0.hasPrefix("Program.swift:") && $0.contains(": error: ")
    }
  }

  @Test(arguments: [
    (
      "arm64-apple-ios16.0",
      "'google(serverAuthCode:)' is unavailable in iOS: On iOS, send Google's access token."
    ),
    (
      "aarch64-unknown-linux-android28",
      "'google(accessToken:)' is unavailable: On Android, send Google's server auth code."
    ), ("arm64-apple-macosx13.0", ""), ("x86_64-unknown-linux-gnu", ""),
  ])
  func googlesTokenOfTheOtherPlatformDoesNotCompile(
    _ target: String, _ message: String
  ) async throws {
    let errors = try await errors(on: target)
    #expect(errors.count == (message.isEmpty ? 0 : 1), "\(errors)")
    #expect(errors.allSatisfy { $0.hasSuffix(": error: \(message)") }, "\(errors)")
  }

  @Test func codeForAnotherInterfaceDoesNotCompile() async throws {
    let newer = try await check("  typealias Runtime = RuntimeInterface2; _ = Runtime.self")
    #expect(newer.exitCode == 1)
    #expect(newer.errors.contains("cannot find type 'RuntimeInterface2' in scope"))
    let text = try Checkout.text("Generated/HorizonAPI/Horizon.Client.swift")
    #expect(text.contains("private typealias Runtime = RuntimeInterface1"))
  }
}
