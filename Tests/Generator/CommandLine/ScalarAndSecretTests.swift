// Tests scalars that the compiler checks, and variables that are secret as parts of an input object.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ScalarAndSecretTests {
  @Test(arguments: [
    (nil, "ConfiguredScalar<Mass>"), ("equatable", "EquatableScalar<Mass>"),
    ("hashable", "HashableScalar<Mass>"),
  ])
  func compilersErrorNamesTheScalarAndTheKey(
    _ option: String?, _ assertion: String
  ) async throws {
    let option = option.map { #", "\#($0)": true"# } ?? ""
    let bench = try await Transcript.setUp(of: "ScalarsAndSecrets.txt")
    try bench.replace(
      #""scalars": {}"#,
      with: #""scalars": {"DateTime": "DateTime", "Moment": "Date", "Weight": "Mass"}\#(option)"#,
      in: "authgen.json")
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
        $0.hasPrefix("Shop.Client.swift:") && $0.contains("does not conform to protocol")
          || $0.contains(line)
      },
      "\(result.errors)")
    #expect(result.errors.contains(line), "\(result.errors)")
  }

  /// The variable is the value of an input field, alone or in a list.
  @Test func variableInsideAnObjectLiteralIsSecret() async throws {
    let bench = try Workbench([
      "authgen.json": Sample.configuration(
        Sample.client(authentication: #"{"secrets": ["LogInput.password"]}"#)),
      "schema.graphql": """
      type Query { hello: String }
      type Mutation { logIn(input: LogInput!): Int, logInAny(all: [Outer!]!): Int }
      input Outer { inner: LogInput }
      input LogInput { name: String!, password: String! }
      """,
      "ops/LogIn.graphql": """
      mutation LogIn($name: String!, $password: String!, $other: String!) {
        logIn(input: { name: $name, password: $password })
        logInAny(all: [{ inner: { name: "a", password: $other } }])
      }
      """,
    ])
    #expect(try await bench.run("generate").exitCode == 0)
    let text = try bench.text("out/LogIn.graphql.swift")
    for line in ["var name: String", "var password: Secret", "var other: Secret"] {
      #expect(text.contains(line))
    }
  }
}
