// The Swift of Prelude's document, as it stands there, against what this package has.

import AuthGenTestSupport
import Foundation
import Testing

struct DocumentTests {
  /// - Parameter name: of a file in `Document`.
  private func text(_ name: String) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Document")
    return try String(contentsOf: folder.appending(path: "\(name).txt"), encoding: .utf8)
  }

  /// Type-checks a program, where there is no SwiftUI with one that shows nothing.
  private func check(_ program: String, mode: String) async throws -> ProcessResult {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-document-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #if !canImport(SwiftUI)
      try Data(try text("SwiftUIStub").utf8).write(to: folder.appending(path: "Stub.swift"))
      let stub = try await runProcess(
        "swiftc",
        ["-emit-module", "-parse-as-library", "-module-name", "SwiftUI", "Stub.swift"],
        in: folder, limit: 120)
      try #require(stub.exitCode == 0, "\(stub.errors)")
    #endif
    try Data(program.utf8).write(to: folder.appending(path: "Program.swift"))
    return try await runProcess(
      "swiftc",
      [
        "-typecheck", "-parse-as-library", "-swift-version", mode, "-I", Self.modules, "-I", ".",
        "Program.swift",
      ], in: folder, limit: 120)
  }

  private static let modules = URL(fileURLWithPath: builtTool).deletingLastPathComponent()
    .appending(path: "Modules").path

  /// The snippets are parts of programs: what they take for granted stands around them.
  private func program(_ snippet: String) -> String {
    let lines = snippet.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.filter { $0.hasPrefix("import ") }.joined(separator: "\n")
    let statements = lines.filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
    return """
      \(imports)
      import Foundation
      import PreludeAuth
      import PreludeAuthSocial
      func run(
        _ client: PreludeAuthClient, token: String, codeFromUser: String,
        challenge: OAuthEmailChallenge
      ) async throws {
      \(statements)
      }
      """
  }

  @Test(arguments: ["5", "6"])
  func theDocumentsAppCompilesAsItStands(_ mode: String) async throws {
    let app = try text("ContentView")
    #expect(app.contains("client.loginWithOAuth(") && app.contains("checkOAuthEmailOTP("))
    let result = try await check(app, mode: mode)
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  @Test(arguments: ["SignIn", "VerifyEmail", "OwnSession"])
  func theDocumentsSnippetsCompileAsTheyStand(_ name: String) async throws {
    let result = try await check(program(try text(name)), mode: "6")
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  /// Its cases have comments in them and no statements, which is no Swift: each gets a `break`.
  @Test func theDocumentsHandlingOfResultsCompilesButForItsEmptyCases() async throws {
    let snippet = try text("HandleResult").split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { $0.contains("case .") ? [$0, "break"] : [$0] }.joined(separator: "\n")
    let result = try await check(program(snippet), mode: "6")
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  @Test func whatTheDocumentDoesNotHaveDoesNotCompile() async throws {
    let app = try text("ContentView").replacingOccurrences(of: ".userID", with: ".userName")
    let result = try await check(app, mode: "6")
    #expect(result.exitCode == 1 && result.errors.contains("has no member 'userName'"))
  }
}
