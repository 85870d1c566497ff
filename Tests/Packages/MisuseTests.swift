// Tests code that must not compile.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct MisuseTests {
  /// Type-checks a program with the compiler's arguments.
  private func check(_ program: String, _ arguments: [String]) async throws -> ProcessResult {
    let bench = try Workbench(["Program.swift": program])
    return try await runToolchain("swiftc", arguments + ["Program.swift"], in: bench.folder)
  }

  /// Type-checks statements against the built modules.
  private func check(_ statements: String) async throws -> ProcessResult {
    let program = """
      import AuthGenRuntime
      import Foundation
      import HorizonAPI

      func use(_ client: GraphQLClient) async throws {
      \(statements)
      }
      """
    let modules = URL(fileURLWithPath: builtTool).deletingLastPathComponent()
      .appending(path: "Modules").path
    return try await check(
      program, ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", modules])
  }

  @Test func operationsOfASessionAndOthersCompile() async throws {
    let result = try await check(
      """
        let session = client.authenticated(by: Credential(scheme: "Opaque", token: "t"))
        _ = try await session.execute(SocialLinksQuery())
        _ = try await HorizonClient(session).socialLinks()
        _ = try await client.execute(GetSocialProvidersQuery())
        _ = try await HorizonClient(client).getSocialProviders()
      """)
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  @Test(arguments: [
    // An operation that needs a session, without one.
    (
      "_ = try await client.execute(SocialLinksQuery())",
      "'SocialLinksQuery' conform to 'AnonymousOperation'"
    ),
    (
      "_ = try await client.response(to: SocialLinksQuery())",
      "'SocialLinksQuery' conform to 'AnonymousOperation'"
    ),
    (
      "_ = try await HorizonClient(client).socialLinks()",
      "conform to 'AuthenticatedOperationExecutor'"
    ),
    // A permit, which only the runtime creates.
    (
      """
      let permit = CallPermit()
      _ = try await client.data(for: SocialLinksQuery(), options: .init(), permit: permit)
      """, "'CallPermit' initializer is inaccessible"
    ),
    // A secret as a string.
    (
      #"let secret: Secret = "s"; let text: String = secret; print(text)"#,
      "cannot convert value of type 'Secret'"
    ),
    // Code that was generated for another runtime.
    (
      "typealias Runtime = RuntimeInterface2; _ = Runtime.self",
      "cannot find type 'RuntimeInterface2' in scope"
    ),
  ])
  func misuseDoesNotCompile(_ statements: String, _ message: String) async throws {
    let result = try await check(statements)
    #expect(result.exitCode == 1)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func generatedCodeNamesTheRuntimesInterface() throws {
    let text = try Checkout.text("Generated/HorizonAPI/Horizon.Client.swift")
    #expect(text.contains("private typealias Runtime = RuntimeInterface1"))
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
    let result = try await check(
      program, ["-frontend", "-typecheck", "-parse-stdlib", "-target", target])
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
}
