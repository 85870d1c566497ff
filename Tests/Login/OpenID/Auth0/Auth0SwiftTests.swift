// Tests the Swift code in Auth0's document, as it is printed and with its evident meaning.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

@Suite struct Auth0SwiftTests {
  /// The code of "Create a Code Verifier", "Create a Code Challenge" and "Request Tokens"; and the functions
  /// of Apple's systems that it calls. The Base64 of their random bytes has both characters that the code
  /// replaces. Their hash function prints what it gets.
  private static func code(_ name: String) throws -> String {
    try Checkout.text("Tests/Login/Fixtures/Auth0/\(name).txt")
  }

  /// A program that prints the verifier, what is hashed, and the challenge.
  private static func program(_ underscore: String) throws -> String {
    func text(_ name: String) throws -> String {
      try code(name).replacing(#"\_"#, with: underscore)
    }
    return try code("System") + """
      func makeVerifier() -> String {
      \(text("Verifier"))
      return verifier
      }
      func makeChallenge(_ verifier: String) -> String? {
      \(text("Challenge"))
      return challenge
      }
      let verifier = makeVerifier()
      print("VERIFIER", verifier)
      print("CHALLENGE", makeChallenge(verifier) ?? "")

      """
  }

  private func compile(_ program: String, in folder: URL) async throws -> ProcessResult {
    try Data(program.utf8).write(to: folder.appending(path: "main.swift"))
    return try await runToolchain(
      "swiftc", ["-swift-version", "5", "-o", "program", "main.swift"], in: folder)
  }

  @Test func printedSwiftDoesNotCompile() async throws {
    try await withTemporaryFolder { folder in
      let printed = try await compile(try Self.program(#"\_"#), in: folder)
      #expect(
        printed.exitCode == 1 && printed.errors.contains("invalid escape sequence in literal"))
      let request = try await compile("import Foundation\n" + Self.code("Request"), in: folder)
      #expect(
        request.exitCode == 1
          && request.errors.contains("cannot find 'NSJSONSerialization' in scope"),
        "\(request.errors)")
    }
  }

  @Test func printedSwiftWithItsEvidentMeaningMakesTheSameVerifierAndChallenge() async throws {
    try await withTemporaryFolder { folder in
      let compiled = try await compile(try Self.program("_"), in: folder)
      try #require(compiled.exitCode == 0, "\(compiled.errors)")
      let run = try await runProcess(folder.appending(path: "program").path, [], in: folder)
      let lines = run.output.split(separator: "\n").map { $0.split(separator: " ") }
      try #require(lines.map { $0[0] } == ["VERIFIER", "HASH", "CHALLENGE"], "\(run.text)")
      let bytes = (0..<32).map { UInt8(255 - $0 * 4) }
      let verifier = try CodeVerifier(FixedRandomSource(bytes: bytes))
      #expect(String(lines[0][1]) == verifier.secret.reveal())
      #expect(lines[0][1].contains("-") && lines[0][1].contains("_"))
      // The challenge is the encoded SHA-256 of the verifier's characters.
      let hashed = lines[1][1].split(separator: ",").compactMap { UInt8($0) }
      #expect(hashed == Array(verifier.secret.reveal().utf8))
      let digest = (0..<32).map { UInt8(255 - $0 * 2) }
      #expect(String(lines[2][1]) == Base64URL.encode(digest))
    }
  }
}
