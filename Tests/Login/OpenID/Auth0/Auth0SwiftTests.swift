// Tests the Swift code in Auth0's document, as it is printed and with its evident meaning.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

@Suite struct Auth0SwiftTests {
  /// "Create a Code Verifier".
  private static let verifier = #"""
    var buffer = [UInt8](repeating: 0, count: 32)
    _ = SecRandomCopyBytes(kSecRandomDefault, buffer.count, &buffer)
    let verifier = Data(bytes: buffer).base64EncodedString()
        .replacingOccurrences(of: "+", with: "-")
        .replacingOccurrences(of: "/", with: "\_")
        .replacingOccurrences(of: "=", with: "")
        .trimmingCharacters(in: .whitespaces)
    """#

  /// "Create a Code Challenge".
  private static let challenge = #"""
    guard let data = verifier.data(using: .utf8) else { return nil }
    var buffer = [UInt8](repeating: 0,  count: Int(CC_SHA256_DIGEST_LENGTH))
    data.withUnsafeBytes {
        _ = CC_SHA256($0, CC_LONG(data.count), &buffer)
    }
    let hash = Data(bytes: buffer)
    let challenge = hash.base64EncodedString()
        .replacingOccurrences(of: "+", with: "-")
        .replacingOccurrences(of: "/", with: "\_")
        .replacingOccurrences(of: "=", with: "")
        .trimmingCharacters(in: .whitespaces)
    """#

  /// "Request Tokens".
  private static let request = #"""
    let headers = ["content-type": "application/json"]
    let parameters = [
      "grant_type": "authorization_code",
      "code_verifier": "YOUR_GENERATED_CODE_VERIFIER",
      "code": "YOUR_AUTHORIZATION_CODE",
      "client_id": "YOUR_CLIENT_ID",
      "redirect_uri": "YOUR_CALLBACK_URL"
    ]

    let postData = NSJSONSerialization.dataWithJSONObject(parameters, options: nil, error: nil)

    var request = NSMutableURLRequest(URL: NSURL(string: "https://YOUR_AUTH0_DOMAIN/oauth/token")!,
                                            cachePolicy: .UseProtocolCachePolicy,
                                        timeoutInterval: 10.0)
    """#

  /// The functions of Apple's systems that the code calls. The Base64 of the random bytes has both characters
  /// that the code replaces. The hash function prints what it gets.
  private static let system = #"""
    import Foundation
    let kSecRandomDefault = 0
    let CC_SHA256_DIGEST_LENGTH: Int32 = 32
    typealias CC_LONG = UInt32
    func SecRandomCopyBytes(_ source: Int, _ count: Int, _ bytes: UnsafeMutablePointer<UInt8>) -> Int32 {
      for index in 0..<count { bytes[index] = UInt8(255 - index * 4) }
      return 0
    }
    func CC_SHA256(_ data: UnsafeRawBufferPointer, _ count: CC_LONG, _ hash: UnsafeMutablePointer<UInt8>) {
      print("HASH", data.prefix(Int(count)).map { String($0) }.joined(separator: ","))
      for index in 0..<32 { hash[index] = UInt8(255 - index * 2) }
    }

    """#

  /// A program that prints the verifier, what is hashed, and the challenge.
  private static func program(_ underscore: String) -> String {
    func text(_ code: String) -> String { code.replacingOccurrences(of: #"\_"#, with: underscore) }
    return system + """
      func makeVerifier() -> String {
      \(text(verifier))
      return verifier
      }
      func makeChallenge(_ verifier: String) -> String? {
      \(text(challenge))
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

  private func withFolder<Result>(
    _ body: (URL) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-auth0-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }

  @Test func printedSwiftDoesNotCompile() async throws {
    try await withFolder { folder in
      let printed = try await compile(Self.program(#"\_"#), in: folder)
      #expect(
        printed.exitCode == 1 && printed.errors.contains("invalid escape sequence in literal"))
      let request = try await compile("import Foundation\n" + Self.request, in: folder)
      #expect(
        request.exitCode == 1
          && request.errors.contains("cannot find 'NSJSONSerialization' in scope"),
        "\(request.errors)")
    }
  }

  @Test func printedSwiftWithItsEvidentMeaningMakesTheSameVerifierAndChallenge() async throws {
    try await withFolder { folder in
      let compiled = try await compile(Self.program("_"), in: folder)
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
