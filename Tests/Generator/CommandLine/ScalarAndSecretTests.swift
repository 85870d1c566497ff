// Tests what authgen says about scalars without a Swift type, and about values that are or look secret.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ScalarAndSecretTests {
  private static let schema = """
    scalar DateTime
    scalar Moment @specifiedBy(url: "https://datatracker.ietf.org/doc/html/rfc3339")
    scalar Weight
    scalar Unused

    type Query {
      user(token: String, page: String): User
      pin: Int!
      unused: Unused
    }

    type User {
      created: DateTime!
      seen: [Moment]
      weight: Weight
      accessToken: String
      tokenType: String
      isTokenValid: Boolean
      otp_code: String
      kind: Kind
      friend: User
    }

    enum Kind { GUEST }

    input Registration { name: String! password: String! passwordHint: String birth: Weight }

    type Mutation { register(input: Registration!): Boolean }

    """

  private static let documents = """
    query User($token: String) {
      user(token: $token, page: "1") {
        created seen weight accessToken tokenType isTokenValid otp_code kind
      }
    }

    mutation Register($input: Registration!) { register(input: $input) }

    """

  private func project(
    scalars: String = "{}", secrets: String = "[]", more: String = "", option: String? = nil
  ) throws -> Workbench {
    let option = option.map { #", "\#($0)": true"# } ?? ""
    return try Workbench([
      "authgen.json": Sample.configuration(
        Sample.client(
          authentication: """
            {
              "authenticated": [],
              "secrets": \(secrets)\(more)
            }
            """, options: #"{ "scalars": \#(scalars)\#(option) }"#)),
      "schema.graphql": Self.schema, "ops/Operations.graphql": Self.documents,
    ])
  }

  // MARK: Scalars

  @Test func eachUnmappedScalarThatIsUsedIsAWarningWithTheLineToAdd() async throws {
    let result = try await project().run("generate")
    #expect(result.exitCode == 0)
    for (line, message, help) in [
      (
        1, #"scalar DateTime has no Swift type in "scalars": using String"#,
        #"add "DateTime": "DateTime" to "scalars""#
      ),
      (
        2, #"scalar Moment has no Swift type in "scalars": using String"#,
        #"add "Moment": "DateTime" to "scalars""#
      ),
      (
        3, #"scalar Weight has no Swift type in "scalars": using String"#,
        #"add "Weight": "String" to "scalars", or the name of a type that is Codable and Sendable"#
      ),
    ] {
      #expect(
        result.errors.contains("schema.graphql:\(line):8: warning: \(message) [UnmappedScalar]"),
        "\(result.errors)")
      #expect(result.errors.contains("  help: \(help)\n"), "\(result.errors)")
    }
    #expect(!result.errors.contains("Unused"))
    #expect(result.errors.components(separatedBy: "UnmappedScalar").count == 4)
  }

  /// The type of the argument for a file, with these options.
  private func typeOfUpload(_ options: String) async throws -> (type: String, warns: Bool) {
    let bench = try Workbench([
      "authgen.json": Sample.configuration(
        Sample.client(authentication: #"{ "authenticated": [] }"#, options: options)),
      "schema.graphql": """
      scalar Upload
      type Query { name: String }
      type Mutation { send(file: Upload!): String }

      """,
      "ops/Name.graphql": "query Name { name }",
      "ops/Send.graphql": "mutation Send($file: Upload!) { send(file: $file) }",
    ])
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
    let text = try bench.text("out/Send.graphql.swift")
    let type = try #require(text.split(separator: "public var file: ").last)
    #expect(!(try bench.text("out/Name.graphql.swift")).contains("AuthGenUploads"))
    let imported = text.contains("public import AuthGenUploads\n") ? "AuthGenUploads." : ""
    return (imported + type.prefix { $0.isLetter }, result.errors.contains("UnmappedScalar"))
  }

  @Test func uploadIsATypeOfItsOwnUnlessItIsMapped() async throws {
    #expect(try await typeOfUpload("{}") == ("AuthGenUploads.Upload", false))
    #expect(try await typeOfUpload(#"{ "scalars": { "Upload": "String" } }"#) == ("String", false))
    // The sources of the runtime do not contain the type.
    #expect(try await typeOfUpload(#"{ "runtime": "sources" }"#) == ("String", true))
  }

  @Test func mappedScalarsCauseNoWarning() async throws {
    let bench = try project(
      scalars: #"{ "DateTime": "DateTime", "Moment": "Date", "Weight": "Decimal" }"#)
    let result = try await bench.run("generate")
    #expect(!result.errors.contains("UnmappedScalar"), "\(result.errors)")
    let text = try bench.text("out/Operations.graphql.swift")
    #expect(text.contains("public import Foundation"))
    #expect(text.contains("var seen: Optional<[Date?]>"))
    // Types that are known to be right need no check.
    #expect(!(try bench.text("out/Shop.Client.swift")).contains("ConfiguredScalar"))
  }

  @Test func unknownTypeOfTheRuntimeIsAnError() async throws {
    let bench = try project(
      scalars: #"{ "DateTime": { "type": "DataTime", "module": "AuthGenRuntime" } }"#)
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    #expect(result.firstError.contains("error: AuthGenRuntime has no scalar type DataTime"))
    #expect(result.errors.contains(#"did you mean "DateTime"?"#))
  }

  @Test(arguments: [
    (nil, "ConfiguredScalar<Mass>", "does not conform to protocol"),
    ("equatable", "EquatableScalar<Mass>", "does not conform to protocol"),
    ("hashable", "HashableScalar<Mass>", "does not conform to protocol"),
  ])
  func compilersErrorNamesTheScalarAndTheKey(
    _ option: String?, _ assertion: String, _ message: String
  ) async throws {
    let bench = try project(
      scalars: #"{ "DateTime": "DateTime", "Moment": "DateTime", "Weight": "Mass" }"#,
      option: option)
    #expect(try await bench.run("generate").exitCode == 0)
    let line = "private typealias Scalar_Weight = \(assertion)  // \"scalars\": { \"Weight\": … }"
    #expect(try bench.text("out/Shop.Client.swift").contains(line))
    try bench.write("public struct Mass { public var grams: Int }", to: "out/Mass.swift")
    let modules = URL(fileURLWithPath: builtTool).deletingLastPathComponent()
      .appending(path: "Modules").path
    let names = try bench.names("out").filter { $0.hasSuffix(".swift") }
    let result = try await runToolchain(
      "swiftc", ["-typecheck", "-wmo", "-swift-version", "6", "-I", modules] + names,
      in: bench.url("out"))
    #expect(result.exitCode != 0)
    let lines = result.errors.split(separator: "\n")
    #expect(
      lines.contains {
        $0.hasPrefix("Shop.Client.swift:") && $0.contains(message) || $0.contains(line)
      },
      "\(result.errors)")
    #expect(result.errors.contains(line), "\(result.errors)")
  }

  // MARK: Secrets

  @Test func valuesThatLookSecretAreOneWarningWithTheLineToPaste() async throws {
    let result = try await project().run("generate")
    #expect(result.errors.components(separatedBy: "SecretNames").count == 2)
    #expect(
      result.errors.contains(
        "warning: 4 strings have secret-like names, but are not Secret [SecretNames]"))
    #expect(
      result.errors.contains(
        #"""
          help: add to "secrets", or to "notSecret": "Query.user(token:)", "Registration.password", \#
        "User.accessToken", "User.otp_code"
        """#), "\(result.errors)")
  }

  @Test func listedValuesCauseNoWarning() async throws {
    let bench = try project(
      secrets: #"["Registration.password", "User.accessToken"]"#,
      more: #", "notSecret": ["User.otp_code", "Query.user(token:)"]"#)
    let result = try await bench.run("generate")
    #expect(!result.errors.contains("SecretNames"), "\(result.errors)")
    let text = try bench.text("out/Operations.graphql.swift")
    #expect(
      text.contains("var accessToken: Optional<Secret>")
        && text.contains("var otpCode: Optional<String>"))
  }

  @Test(arguments: [
    ("Query.pin", "{}", "expected String, found Int"),
    ("User.isTokenValid", "{}", "expected String, found Boolean"),
    ("Query.user", "{}", "type User has fields: list its secret fields"),
    (
      "Mutation.register(input:)", "{}",
      "type Registration has fields: list its secret fields"
    ),
    (
      "User.weight", #"{ "Weight": "Decimal" }"#,
      #"expected String, found Weight, which "scalars" maps to Decimal"#
    ),
  ])
  func secretThatIsNoStringIsAnErrorAtItsLine(
    _ coordinate: String, _ scalars: String, _ reason: String
  ) async throws {
    let bench = try project(scalars: scalars, secrets: "[\"\(coordinate)\"]")
    let lines = try bench.text("authgen.json").components(separatedBy: "\n")
    let row = try #require(lines.firstIndex { $0.contains("\"\(coordinate)\"") })
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    #expect(
      result.errors.contains("authgen.json:\(row + 1):")
        && result.errors.contains("error: \"\(coordinate)\" cannot be secret: \(reason)"),
      "\(result.errors)")
  }

  @Test func unknownNameIsNotSecretEither() async throws {
    let bench = try project(more: #", "notSecret": ["User.acessToken"]"#)
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    #expect(result.errors.contains(#"did you mean "accessToken"?"#), "\(result.errors)")
  }

  // MARK: Tags

  @Test func problemHasTheNameOfItsRuleInTheConfiguration() async throws {
    let bench = try Sample.project()
    try bench.write(
      Sample.schema
        + """
        interface Named { name: String }
        type Tag implements Named { name: String @deprecated }

        """, to: "schema.graphql")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0)
    #expect(result.errors.contains("[DeprecatedImplementation]"), "\(result.errors)")
    #expect(result.errors.contains(#"if the schema is not yours, set the rule to "off""#))
  }
}
