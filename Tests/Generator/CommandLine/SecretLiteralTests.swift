// Tests that no secret of a document ends in generated code.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct SecretLiteralTests {
  private static let schema = """
    scalar Token
    directive @proof(token: Token) on FIELD | QUERY | MUTATION | FRAGMENT_DEFINITION | VARIABLE_DEFINITION
    type Query { me: String }
    type Mutation {
      login(name: String, password: String, input: Login, inputs: [Login!], level: Level): String
      renew(token: Token, passcodes: [String], key: ID, open: Boolean): String
      pay(otp: String): String
    }
    input Login { name: String password: String nested: Login token: Token }
    enum Level { LOW }

    """

  /// The schema with one document.
  private func project(_ document: String, notSecret: String = "") throws -> Workbench {
    try Workbench([
      "authgen.json": Sample.configuration(
        Sample.client(
          authentication: """
            {
              "authenticated": [], "notSecret": [\(notSecret)],
              "secrets": [
                "Mutation.login(password:)", "Login.password", "Mutation.renew(passcodes:)",
                "Mutation.renew(key:)"
              ]
            }
            """, options: #"{ "scalars": { "Token": "Secret" } }"#)),
      "schema.graphql": Self.schema, "ops/Login.graphql": document + "\n",
    ])
  }

  private static let secret = "7531908642"

  /// Documents with a literal `S` for a secret, and what the error names.
  private static let documents = [
    ("mutation M { login(password: S) }", "the secret Mutation.login(password:)"),
    ("mutation M { login(input: {password: S}) }", "the secret Login.password"),
    ("mutation M { login(inputs: [{nested: {password: S}}]) }", "the secret Login.password"),
    ("mutation M { renew(token: S) }", "the secret Mutation.renew(token:)"),
    ("mutation M { renew(token: {part: [S]}) }", "the secret Mutation.renew(token:)"),
    ("mutation M { renew(passcodes: [null, S]) }", "the secret Mutation.renew(passcodes:)"),
    ("mutation M($p: String = S) { login(password: $p) }", "the secret $p"),
    (
      "mutation M($p: String = S) { ...F } fragment F on Mutation { login(password: $p) }",
      "the secret $p"
    ),
    ("mutation M($t: Token = S) { renew(token: $t) }", "the secret $t"),
    ("mutation M($i: Login = {nested: {token: S}}) { login(input: $i) }", "the secret Login.token"),
    (
      "mutation M { ...F } fragment F on Mutation { renew(token: S) }",
      "the secret Mutation.renew(token:)"
    ),
    ("mutation M @proof(token: S) { login }", "the secret @proof(token:)"),
    ("mutation M($n: String @proof(token: S)) { login(name: $n) }", "the secret @proof(token:)"),
    ("mutation M { login @proof(token: S) }", "the secret @proof(token:)"),
    (
      "mutation M { ...F } fragment F on Mutation @proof(token: S) { login }",
      "the secret @proof(token:)"
    ),
    ("mutation M { pay(otp: S) }", "Mutation.pay(otp:) looks secret, and"),
    ("mutation M($o: String = S) { pay(otp: $o) }", "$o looks secret, and"),
  ]

  @Test(arguments: documents)
  func literalIsAnErrorAtItsPosition(_ document: String, _ subject: String) async throws {
    let literal = "\"\(Self.secret)\""
    let bench = try project(
      document.replacingOccurrences(of: "S)", with: "\(literal))")
        .replacingOccurrences(of: "S}", with: "\(literal)}")
        .replacingOccurrences(of: "S]", with: "\(literal)]"))
    let result = try await bench.run("validate")
    let text = try bench.text("ops/Login.graphql")
    let column =
      text.distance(
        from: text.startIndex, to: try #require(text.range(of: literal)).lowerBound) + 1
    #expect(result.exitCode == 1)
    #expect(
      result.errors.hasPrefix(
        "ops/Login.graphql:1:\(column): error: \(subject) has a literal value, which generated code would"
          + " contain [SecretLiterals]\n  help: "), "\(result.errors)")
    #expect(!result.text.contains(Self.secret))
  }

  @Test func eachCommandRefusesALiteralAndPrintsNoneOfIt() async throws {
    let bench = try project(
      #"mutation M { login(password: """7531908642""") renew(key: 7531908642) }"#)
    let commands = [
      "generate", "validate", "check", "manifest", "validate --format json",
      "validate --format github", "build --output out --output-file A.swift",
    ]
    for command in commands {
      let result = try await bench.run(command.split(separator: " ").map(String.init))
      #expect(result.exitCode == 1, "\(command)")
      #expect(
        result.text.components(separatedBy: "SecretLiterals").count == 3,
        "\(command): \(result.text)")
      #expect(!result.text.contains(Self.secret), "\(command)")
    }
    #expect(!bench.exists("out"))
  }

  @Test func helpSaysHowToPassTheValue() async throws {
    func help(_ document: String) async throws -> String {
      let errors = try await project(document).run("validate").errors
      return String(errors.split(separator: "\n").first { $0.hasPrefix("  help: ") } ?? "")
    }
    #expect(
      try await help(#"mutation M { renew(passcodes: ["7531"]) }"#)
        == "  help: declare the variable $passcodes: [String], and write passcodes: $passcodes")
    #expect(
      try await help(#"mutation M { pay(otp: "7531") }"#)
        == "  help: declare the variable $otp: String, and write otp: $otp; if it is not secret, add"
        + " \"Mutation.pay(otp:)\" to \"notSecret\"")
    #expect(
      try await help(#"mutation M($p: String = "7531") { login(password: $p) }"#)
        == "  help: remove the default value, and pass the value in each call")
  }

  @Test(arguments: [
    #"mutation M { login(name: "Ada", password: null, level: LOW) renew(open: true) }"#,
    #"mutation M { login(password: "", input: {name: "Ada", password: """"""}) }"#,
    "mutation M($p: String = null, $n: String = \"Ada\") { login(name: $n, password: $p) }",
  ])
  func valuesWithoutASecretAreNoErrors(_ document: String) async throws {
    let result = try await project(document).run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  @Test func literalOfAnElementThatIsDeclaredPublicIsNoError() async throws {
    let document = #"mutation M($o: String = "1") { pay(otp: "1") again: pay(otp: $o) }"#
    let result = try await project(document, notSecret: #""Mutation.pay(otp:)""#).run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
  }
}
