// Tests that the Swift code in Prelude's document compiles with this package.

import AuthGenTestSupport
import Foundation
import Testing

struct DocumentTests {
  /// - Parameter name: the name of a file in `Document`.
  private func text(_ name: String) throws -> String {
    try Checkout.text("Tests/Login/PreludeAuthSocial/Document/\(name).txt")
  }

  /// Type-checks a program. Where SwiftUI is missing, an empty stub replaces it.
  ///
  /// - Parameter files: the program's files, in the compiler's order.
  private func check(_ files: [String], mode: String) async throws -> ProcessResult {
    try await withTemporaryFolder { folder in
      #if !canImport(SwiftUI)
        if files.contains(where: { $0.contains("import SwiftUI") }) {
          try Data(try text("SwiftUIStub").utf8).write(to: folder.appending(path: "Stub.swift"))
          let stub = try await runToolchain(
            "swiftc",
            ["-emit-module", "-parse-as-library", "-module-name", "SwiftUI", "Stub.swift"],
            in: folder)
          try #require(stub.exitCode == 0, "\(stub.errors)")
        }
      #endif
      let names = files.indices.map { "File\($0).swift" }
      for (name, file) in zip(names, files) {
        try Data(file.utf8).write(to: folder.appending(path: name))
      }
      return try await runToolchain(
        "swiftc",
        [
          "-typecheck", "-parse-as-library", "-swift-version", mode, "-I", Self.modules, "-I", ".",
        ] + names, in: folder)
    }
  }

  private static let modules = URL(fileURLWithPath: builtTool).deletingLastPathComponent()
    .appending(path: "Modules").path

  /// The snippets are parts of programs. A file of its own declares what they use, so that they have only the
  /// document's imports.
  private static let surroundings = """
    import PreludeAuth
    func given<Value>() -> Value { fatalError() }
    let client: PreludeAuthClient = given()
    let token: String = given()
    let codeFromUser: String = given()
    let challenge: OAuthEmailChallenge = given()
    """

  /// - Parameter importsFoundation: whether a snippet that uses `URL` gets the import that its app has.
  private func check(
    snippet: String, mode: String, importsFoundation: Bool = true
  ) async throws -> ProcessResult {
    let lines = snippet.split(separator: "\n", omittingEmptySubsequences: false)
    var imports = lines.filter { $0.hasPrefix("import ") }
    let statements = lines.filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
    // This snippet continues the one about results.
    if snippet.hasPrefix("// From the .otpRequired case above:\n") {
      imports = try text("HandleResult").split(separator: "\n").filter { $0.hasPrefix("import ") }
    }
    if importsFoundation, statements.contains("URL(") { imports.append("import Foundation") }
    let program = """
      \(imports.joined(separator: "\n"))
      func run() async throws {
      \(statements)
      }
      """
    return try await check([program, Self.surroundings], mode: mode)
  }

  @Test(arguments: ["5", "6"])
  func documentsAppCompilesUnchanged(_ mode: String) async throws {
    let app = try text("ContentView")
    let result = try await check([app], mode: mode)
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  @Test(arguments: ["SignIn", "VerifyEmail", "OwnSession"], ["5", "6"])
  func documentsSnippetsCompileInAFileThatImportsFoundation(
    _ name: String, _ mode: String
  ) async throws {
    let result = try await check(snippet: try text(name), mode: mode)
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  /// The modules export nothing of Foundation. Only the snippet with a `URL` needs it.
  @Test func onlyTheSnippetWithAURLNeedsFoundation() async throws {
    let alone = try await check(snippet: try text("SignIn"), mode: "6", importsFoundation: false)
    #expect(alone.exitCode == 1 && alone.errors.contains("cannot find 'URL' in scope"))
    for name in ["VerifyEmail", "OwnSession"] {
      let result = try await check(snippet: try text(name), mode: "6", importsFoundation: false)
      #expect(result.exitCode == 0, "\(result.errors)")
    }
  }

  /// The document's cases have only comments, which is invalid Swift: each gets a `break`.
  @Test(arguments: ["5", "6"])
  func documentsResultHandlingCompilesWithBreaks(_ mode: String) async throws {
    let snippet = try text("HandleResult").split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { $0.contains("case .") ? [$0, "break"] : [$0] }.joined(separator: "\n")
    let result = try await check(snippet: snippet, mode: mode)
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  @Test func membersOutsideTheDocumentDoNotCompile() async throws {
    let app = try text("ContentView").replacingOccurrences(of: ".userID", with: ".userName")
    let result = try await check([app], mode: "6")
    #expect(result.exitCode == 1 && result.errors.contains("has no member 'userName'"))
  }

  /// `PreludeAuth` has only the lower-level functions. Presenting a login requires the other module.
  @Test func presentingNeedsTheOptInModule() async throws {
    let snippet = try text("SignIn").replacingOccurrences(
      of: "import PreludeAuthSocial", with: "import PreludeAuth")
    let result = try await check(snippet: snippet, mode: "6")
    #expect(result.exitCode == 1 && result.errors.contains("has no member 'loginWithOAuth'"))
  }
}
