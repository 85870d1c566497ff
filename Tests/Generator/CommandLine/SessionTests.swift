// Tests what is generated for the configuration of a session. `Security.md` names these tests.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct SessionTests {
  /// Generates the client of a transcript.
  ///
  /// - Parameter edits: a file, a text of it, and the text that replaces it.
  private func generated(
    _ transcript: String = "Sessions.txt", _ edits: [(path: String, old: String, new: String)] = []
  ) async throws -> Workbench {
    let bench = try await Transcript.setUp(of: transcript)
    for edit in edits { try bench.replace(edit.old, with: edit.new, in: edit.path) }
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
    return bench
  }

  /// The operations of the session are sent once.
  @Test func sessionIsGenerated() async throws {
    let text = try await generated().text("out/Shop.Session.swift")
    #expect(
      text.contains(
        "response(to: RefreshMutation(input: RefreshInput(token: token)), "
          + "options: CallOptions(retry: .never))"), "\(text)")
  }

  @Test(arguments: [("User.id", "self.userID"), ("User.number", #"self.userID.map { "\($0)" }"#)])
  func userAndCloseCodesAreGenerated(field: String, expression: String) async throws {
    let bench = try await generated(
      "Sessions.txt",
      [
        ("authgen.json", #""User.id" }"#, #""\#(field)" }, "user": "userID""#),
        ("authgen.json", #"{ "status": 401 }"#, #"{ "closeCode": 4403 }"#),
        ("ops/shop.graphql", "user { id }", "user { id number }"),
        ("ops/shop.graphql", "expiresIn } }\n", "expiresIn user { id number } } }\n"),
      ])
    let text = try bench.text("out/Shop.Session.swift")
    #expect(text.contains("    public var userIdentity: String? { \(expression) }"), "\(text)")
    #expect(text.contains("        .closeCode(4403),"), "\(text)")
  }

  /// Each property has its own field, even if only the refresh selects it.
  @Test func propertyMayBeInTheRefreshAlone() async throws {
    let bench = try await generated(
      "Sessions.txt",
      [
        (
          "authgen.json", #"{ "userID": "User.id" }"#,
          #"{ "number": "User.number", "userID": "User.id" }, "user": "userID""#
        ),
        ("ops/shop.graphql", "expiresIn } }\n", "expiresIn user { number id } } }\n"),
      ])
    let text = try bench.text("out/Shop.Session.swift")
    #expect(text.contains("let userID: String? = data.refresh?.user?.id"), "\(text)")
    #expect(text.contains("let number: Int? = data.refresh?.user?.number"), "\(text)")
    #expect(text.contains("number: former?.number"), "\(text)")
  }

  /// Without an entry in "secrets".
  @Test func tokensAreSecret() async throws {
    let bench = try await generated()
    let document = try bench.text("out/shop.graphql.swift")
    #expect(document.contains("var access: Optional<Secret>"))
    #expect(document.contains("var refresh: Optional<Secret>"))
    #expect(try bench.text("out/Shop.InputObjects.swift").contains("var token: Secret"))
  }

  @Test func secondStepIsGenerated() async throws {
    let bench = try await generated("SecondStepErrors.txt")
    let text = try bench.text("out/Shop.Session.swift")
    for line in [
      "extension LogInMutation: TwoStepLogInOperation {",
      "nonisolated extension TwoStepLogInOperation where Self == LogInMutation {",
      "  public static func stepToken(of data: Data) -> Secret? {",
      "    if case .secondFactor(let object1)? = data.logIn?.concrete {",
      "      token = object1.challenge",
      #"  public static var stepExtension: [String] { ["mfa", "token"] }"#,
      "extension VerifyMutation: SecondStepOperation {",
      "      .status(410),\n      .extensions(\"code\", in: [\"OVER\"]),",
      "nonisolated extension SecondStep where Session == ShopSession.Stored {",
      "  public func verify(code: String) async throws(SecondStepError)",
      "    try await self.finish { challenge in VerifyMutation(challenge: challenge, code: code) }",
      "    try await self.finish(credential: { Session(accessToken: $0).credential }) { _ in",
      "  public func logIn<Operation: TwoStepLogInOperation>(",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    // The token is a secret, and the operations bypass no session.
    let document = try bench.text("out/shop.graphql.swift")
    #expect(document.contains("var challenge: Secret"), "\(document)")
    for name in ["logIn", "verify", "useKey"] { #expect(!document.contains("func \(name)(")) }
    #expect(document.contains("func verifyInput("))
  }

  /// Each fragment spreads the next one twice: 2^40 ways to the token.
  @Test func searchForATokenIsNotExponential() async throws {
    let fragments = (0..<40).map { number in
      let next = "{ id ...F\(number + 1) }"
      return "fragment F\(number) on T { a \(next) b \(next) }"
    }
    let bench = try Workbench([
      "authgen.json": Sample.configuration(
        Sample.client(
          authentication: #"""
            {"authenticated": [], "session": {"logIn": ["LogIn"], "accessToken": ["T.token"]}}
            """#)),
      "schema.graphql": """
      type Query { a: Int }
      type Mutation { logIn: T }
      type T { a: T, b: T, token: String, id: ID }
      """,
      "ops/LogIn.graphql":
        (["mutation LogIn { logIn { ...F0 } }"] + fragments + [
          "fragment F40 on T { token }"
        ]).joined(separator: "\n"),
    ])
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
  }
}
