// Tests clients whose documents are in several targets.

import AuthGenTestSupport
import Foundation
import Testing

struct ModulesTests {
  private static let schema = """
    directive @authenticated on FIELD_DEFINITION
    type Query { me: User node(filter: Filter): Node }
    type Mutation { rename(input: Rename!): User }
    interface Node { id: ID! }
    type User implements Node { id: ID! name: String role: Role team: Team }
    interface Sized { size: Size }
    type Team implements Node & Sized { id: ID! size: Size }
    enum Role { ADMIN OTHER }
    enum Size { BIG SMALL }
    enum Unused { A }
    input Filter { size: Size }
    input Rename { name: String }
    input UnusedInput { a: Unused }
    """

  private static func configuration(_ client: String) -> String {
    #"{ "version": 1, "clients": [{ \#(client) }] }"#
  }

  private static let base = """
    "name": "Shop", "schema": "schema.graphql", "operations": "Shared", "output": "Generated",
    "module": "ShopAPI", "authentication": { "authenticated": [] }
    """
  private static let feature = """
    "extends": "../ShopAPI/authgen.json", "client": "Shop", "operations": "GraphQL", "output": "Generated"
    """

  /// A base and two features.
  private func workbench(
    base: String = #", "usedBy": ["../Cart/GraphQL", "../Team/GraphQL"]"#,
    cart: String = "query Cart { me { ...UserName role } }",
    team: String = "query Team($f: Filter) { node(filter: $f) { ... on Sized { ...TeamSize } } }"
      + " fragment TeamSize on Sized { size }"
  ) throws -> Workbench {
    try Workbench([
      "ShopAPI/schema.graphql": Self.schema,
      "ShopAPI/authgen.json": Self.configuration(Self.base + base),
      "ShopAPI/Shared/Shared.graphql": "fragment UserName on User { name } query Me { me { id } }",
      "Cart/authgen.json": Self.configuration(Self.feature),
      "Cart/GraphQL/Cart.graphql": cart,
      "Team/authgen.json": Self.configuration(Self.feature),
      "Team/GraphQL/Team.graphql": team,
    ])
  }

  private func generate(_ bench: Workbench, _ target: String) async throws -> ProcessResult {
    try await bench.run("generate", "--no-cache", "--config", "\(target)/authgen.json")
  }

  @Test func featureHasItsDocumentsAndTheBaseHasTheSchemasTypes() async throws {
    let bench = try workbench()
    for target in ["ShopAPI", "Cart", "Team"] {
      let result = try await generate(bench, target)
      #expect(result.exitCode == 0 && result.errors == "", "\(target): \(result.errors)")
    }
    #expect(
      try bench.names("Cart/Generated") == ["Cart.graphql.swift", "Shop.PossibleTypes.swift"])
    let enums = try bench.text("ShopAPI/Generated/Shop.Enums.swift")
    #expect(enums.contains("enum Role:") && enums.contains("enum Size:"))
    #expect(!enums.contains("Unused"))
    let inputs = try bench.text("ShopAPI/Generated/Shop.InputObjects.swift")
    #expect(inputs.contains("struct Filter:") && !inputs.contains("UnusedInput"))
    let cart = try bench.text("Cart/Generated/Cart.graphql.swift")
    #expect(cart.contains("@_spi(Generated) public import ShopAPI\n"))
    #expect(cart.contains("extension ShopClient {") && cart.contains("UserNameFragment"))
    #expect(!cart.contains("struct UserNameFragment"))
    let team = try bench.text("Team/Generated/Shop.PossibleTypes.swift")
    #expect(team.contains("TypeNames(\"Team\")"))
    #expect(try !bench.text("ShopAPI/Generated/Shop.PossibleTypes.swift").contains("TypeNames"))
  }

  /// Only what is reached changes the base.
  @Test func editInAFeatureKeepsTheBase() async throws {
    let bench = try workbench()
    _ = try await generate(bench, "ShopAPI")
    let before = try bench.contents("ShopAPI/Generated")
    try bench.write("query Cart { me { ...UserName role id } }", to: "Cart/GraphQL/Cart.graphql")
    _ = try await generate(bench, "ShopAPI")
    #expect(try bench.contents("ShopAPI/Generated") == before)
    try bench.write(
      "mutation Rename($i: Rename!) { rename(input: $i) { id } }", to: "Cart/GraphQL/Rename.graphql"
    )
    _ = try await generate(bench, "ShopAPI")
    #expect(
      try bench.text("ShopAPI/Generated/Shop.InputObjects.swift").contains("struct Rename:"))
  }

  @Test func baseForUnknownUsersHasAllTypes() async throws {
    let bench = try workbench(base: #", "options": { "schemaTypes": "all" }"#)
    for target in ["ShopAPI", "Cart"] {
      let result = try await generate(bench, target)
      #expect(result.exitCode == 0 && result.errors == "", "\(target): \(result.errors)")
    }
    let enums = try bench.text("ShopAPI/Generated/Shop.Enums.swift")
    #expect(enums.contains("enum Unused:") && !enums.contains("__TypeKind"))
    let inputs = try bench.text("ShopAPI/Generated/Shop.InputObjects.swift")
    #expect(inputs.contains("struct UnusedInput:"))
  }

  /// The compiler says so for each target alone: with the features that change what an import means.
  @Test(arguments: ["public", "package", "internal"])
  func targetsCompile(_ level: String) async throws {
    let bench = try workbench()
    let access = #""options": { "accessLevel": "\#(level)" }"#
    for target in ["Cart", "Team"] {
      try bench.write(
        Self.configuration(Self.feature + ", " + access), to: "\(target)/authgen.json")
    }
    if level == "package" {
      try bench.write(
        Self.configuration(
          Self.base + #", "usedBy": ["../Cart/GraphQL", "../Team/GraphQL"], "#
            + access), to: "ShopAPI/authgen.json")
    }
    for target in ["ShopAPI", "Cart", "Team"] {
      _ = try await generate(bench, target)
      let files = try bench.names("\(target)/Generated").map { "\(target)/Generated/\($0)" }
      var arguments = [
        "-emit-module", "-swift-version", "6", "-warnings-as-errors", "-package-name", "shop",
        "-module-name", target, "-emit-module-path", "\(target).swiftmodule", "-I", ".",
        "-I", builtTool.deletingLastComponent + "/Modules",
      ]
      for feature in ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"] {
        arguments += ["-enable-upcoming-feature", feature]
      }
      let result = try await runToolchain("swiftc", arguments + files, in: bench.folder)
      #expect(result.exitCode == 0, "\(target): \(result.text)")
    }
  }

  @Test(
    arguments: [
      ("query Cart { me { ...TeamSize } }", "unknown fragment \"TeamSize\"", "move it to ShopAPI"),
      ("query Cart { me { ...Nothing } }", "unknown fragment \"Nothing\"", "define it"),
      ("query Me { me { name } }", "more than one operation named \"Me\"", ""),
      (
        "fragment UserName on User { id } query Cart { me { ...UserName } }",
        "more than one fragment",
        ""
      ),
    ])
  func documentMustFitTheOthers(_ cart: String, _ message: String, _ help: String) async throws {
    let bench = try workbench(cart: cart)
    let result = try await generate(bench, "Cart")
    #expect(result.exitCode == 1)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(help.isEmpty || result.errors.contains(help), "\(result.errors)")
    #expect(!bench.exists("Cart/Generated"))
  }

  /// Two features do not know each other, but the base knows both.
  @Test func namesOfTwoFeaturesAreComparedInTheBase() async throws {
    let bench = try workbench(cart: "query Team { me { id } }")
    #expect(try await generate(bench, "Cart").exitCode == 0)
    let result = try await generate(bench, "ShopAPI")
    #expect(result.exitCode == 1 && result.errors.contains("Cart/GraphQL/Cart.graphql"))
    #expect(result.errors.contains("Team/GraphQL/Team.graphql"), "\(result.errors)")
  }

  @Test func warningsOfOtherTargetsAreTheirs() async throws {
    let bench = try workbench(
      cart: "query Cart { me { id } } fragment Lonely on User { id }")
    let cart = try await generate(bench, "Cart")
    #expect(cart.exitCode == 0 && cart.errors.contains("\"Lonely\""))
    // The fragment of the base has no use here.
    #expect(!cart.errors.contains("UserName"))
    #expect(try await !generate(bench, "ShopAPI").errors.contains("Lonely"))
  }

  @Test(
    arguments: [
      (base, feature.replacing("Shop\"", with: "Shopp\""), "has no client \"Shopp\""),
      (base.replacing("\"module\": \"ShopAPI\", ", with: ""), feature, "has no module"),
      (base, feature, "may lack the enums and input objects"),
      (base + ", \"usedBy\": [\"../Team/GraphQL\"]", feature, "may lack the enums"),
      (base, feature.replacing("ShopAPI", with: "Nowhere"), "cannot read"),
      (base, feature.replacing("ShopAPI", with: "Team"), "has no client \"Shop\""),
      (
        base + ", \"options\": { \"accessLevel\": \"internal\", \"schemaTypes\": \"all\" }",
        feature,
        "are internal"
      ),
      (base, feature + ", \"schema\": \"a.graphql\"", "unknown key \"schema\""),
      (base, feature + ", \"options\": { \"scalars\": {} }", "unknown key \"scalars\""),
      (base, feature.replacing("\"client\": \"Shop\", ", with: ""), "\"client\" is missing"),
    ])
  func configurationMustFitTheBase(
    _ base: String, _ feature: String, _ message: String
  ) async throws {
    let bench = try workbench()
    try bench.write(Self.configuration(base), to: "ShopAPI/authgen.json")
    try bench.write(Self.configuration(feature), to: "Cart/authgen.json")
    let result = try await generate(bench, "Cart")
    #expect(result.exitCode == 1 && result.errors.contains(message), "\(result.errors)")
    #expect(!bench.exists("Cart/Generated"))
  }

  @Test(
    arguments: [
      (
        "query Me { me { ...TeamName } }", #""options": {}"#,
        "the fragment \"TeamName\" is one of another target"
      ),
      (
        "query Me { me { id } }",
        #""options": { "runtime": "sources" }"#,
        "cannot extend a client with \"runtime\": \"sources\""
      ),
    ])
  func baseDependsOnNoFeature(_ query: String, _ options: String, _ message: String) async throws {
    let bench = try workbench(
      base: #", "usedBy": ["../Cart/GraphQL", "../Team/GraphQL"], "# + options,
      team: "query Team { me { ...TeamName } } fragment TeamName on User { name }")
    try bench.write(
      query + " fragment UserName on User { name }", to: "ShopAPI/Shared/Shared.graphql")
    let result = try await generate(bench, "ShopAPI")
    #expect(result.exitCode == 1 && result.errors.contains(message), "\(result.errors)")
    #expect(!bench.exists("ShopAPI/Generated"))
  }

  /// A session is made from the operations of its own target.
  @Test func operationsOfTheSessionAreInTheBase() async throws {
    let session = #"""
      , "usedBy": ["../Cart/GraphQL"],
      "authentication": {
        "authenticated": [],
        "session": { "logIn": ["LogIn"], "logOut": "LogOut", "accessToken": ["Token.token"] }
      }
      """#
    let bench = try workbench(
      base: session, cart: "mutation LogOut { rename(input: {}) { id } }")
    let base = Self.base.replacing(#", "authentication": { "authenticated": [] }"#, with: "")
    try bench.write(Self.configuration(base + session), to: "ShopAPI/authgen.json")
    try bench.write(
      Self.schema + " extend type Mutation { logIn: Token } type Token { token: String! }",
      to: "ShopAPI/schema.graphql")
    try bench.write(
      "mutation LogIn { logIn { token } } fragment UserName on User { name }",
      to: "ShopAPI/Shared/Shared.graphql")
    let result = try await generate(bench, "ShopAPI")
    #expect(
      result.exitCode == 1 && result.errors.contains("no document has an operation \"LogOut\""),
      "\(result.errors)")
  }

  /// A connector says where the fields of a fragment are, and an operation that spreads it.
  @Test func fragmentOfABaseWithConnectorsHasAUse() async throws {
    let schema = #"""
      extend schema @link(url: "https://specs.apollo.dev/connect/v0.4", import: ["@source", "@connect"])
        @source(name: "a", http: { baseURL: "https://a.example" })
      type Query {
        me: User! @connect(source: "a", http: { GET: "/me" }, selection: "id cityName: city_name")
      }
      type User { id: ID! cityName: String }
      """#
    let bench = try workbench(base: #", "options": { "schemaTypes": "all" }"#)
    try bench.write(schema, to: "ShopAPI/schema.graphql")
    let fragment = "fragment City on User { cityName }"
    try bench.write(
      "query Me { me { id } } " + fragment, to: "ShopAPI/Shared/Shared.graphql")
    let result = try await generate(bench, "ShopAPI")
    #expect(
      result.exitCode == 1
        && result.errors.contains("no operation says where the fields of \"City\" are"),
      "\(result.errors)")
    try bench.write(
      "query Me { me { ...City } } " + fragment, to: "ShopAPI/Shared/Shared.graphql")
    #expect(try await generate(bench, "ShopAPI").exitCode == 0)
    #expect(
      try bench.text("ShopAPI/Generated/Shared.graphql.swift").contains("[\"city_name\"]"))
  }

  @Test func usedByRequiresAModule() async throws {
    let bench = try workbench()
    try bench.write(
      Self.configuration(
        Self.base.replacing("\"module\": \"ShopAPI\", ", with: "")
          + ", \"usedBy\": [\"../Cart/GraphQL\"]"), to: "ShopAPI/authgen.json")
    let result = try await generate(bench, "ShopAPI")
    #expect(result.exitCode == 1 && result.errors.contains("\"usedBy\" requires \"module\""))
  }

  // MARK: The whole package

  /// The targets of ``workbench(base:cart:team:)``, as a package.
  private func package(cart: String = "query Cart { me { ...UserName } }") throws -> Workbench {
    let schemas = #", "options": { "schemaTypes": "all" }"#
    let team = "query Team { me { id } } fragment Lonely on User { id }"
    return try Workbench([
      "Sources/ShopAPI/schema.graphql": Self.schema,
      "Sources/ShopAPI/authgen.json": Self.configuration(Self.base + schemas),
      "Sources/ShopAPI/Shared/Shared.graphql":
        "fragment UserName on User { name } query Me { me { id } }",
      "Sources/Cart/authgen.json": Self.configuration(Self.feature),
      "Sources/Cart/GraphQL/Cart.graphql": cart,
      "Sources/Team/authgen.json": Self.configuration(Self.feature),
      "Sources/Team/GraphQL/Team.graphql": team,
    ])
  }

  @Test func packageIsValidatedAsAWhole() async throws {
    let bench = try package()
    let result = try await bench.run("validate")
    #expect(result.exitCode == 0 && result.output == "Shop: valid\n", "\(result.text)")
    // A fragment of the base that one feature uses is used.
    #expect(result.errors.contains("\"Lonely\"") && !result.errors.contains("\"UserName\""))

    let twice = try package(cart: "query Team { me { ...UserName } }")
    let clash = try await twice.run("validate")
    #expect(clash.exitCode == 1 && clash.errors.contains("more than one operation named \"Team\""))
    #expect(clash.errors.contains("Sources/Cart/GraphQL/Cart.graphql:1:7"), "\(clash.errors)")
  }

  @Test func manifestHasTheOperationsOfAllTargets() async throws {
    let bench = try package()
    let result = try await bench.run("manifest")
    #expect(result.exitCode == 0)
    for name in ["Me", "Cart", "Team"] { #expect(result.output.contains("\"name\":\"\(name)\"")) }
    let cart = try await bench.run("manifest", "--config", "Sources/Cart/authgen.json")
    #expect(cart.output.contains("\"name\":\"Cart\"") && !cart.output.contains("\"name\":\"Me\""))
  }

  // MARK: One target, one folder

  private static func client(_ name: String, _ output: String = "") -> String {
    """
    { "name": "\(name)", "schema": "s.graphql", "operations": "\(name)", \
    "authentication": { "authenticated": [] }\(output) }
    """
  }

  private func clients(_ clients: [String]) throws -> Workbench {
    try Workbench([
      "authgen.json": "{ \"version\": 1, \"clients\": [\(clients.joined(separator: ", "))] }",
      "s.graphql": "type Query { a: S } enum S { X }", "One/Login.graphql": "query Login { a }",
      "Two/Login.graphql": "query Login { a }",
    ])
  }

  @Test func typesOfTwoClientsInOneTargetMustDiffer() async throws {
    let build = try clients([Self.client("One"), Self.client("Two")])
    let result = try await build.run("build", "--output", "out", "--output-file", "A.swift")
    let message = "of one target both declare LoginQuery, S"
    #expect(result.exitCode == 1 && result.errors.contains(message), "\(result.errors)")
    #expect(!build.exists("out"))

    let outputs = ["One", "Two"].map { Self.client($0, ", \"output\": \"Sources/M/\($0)\"") }
    let written = try clients(outputs)
    let generated = try await written.run("generate", "--no-cache")
    #expect(generated.exitCode == 1 && generated.errors.contains(message))
    #expect(generated.errors.contains("both have the file login.graphql.swift"))
    #expect(!written.exists("Sources"))

    let targets = ["One", "Two"].map { Self.client($0, ", \"output\": \"Sources/\($0)\"") }
    #expect(try await clients(targets).run("generate", "--no-cache").exitCode == 0)

    // The manifest has targets in other places.
    let nested = try clients(outputs)
    try nested.write(#"// .target(name: "One", path: "Sources/M/One")"#, to: "Package.swift")
    #expect(try await nested.run("generate", "--no-cache").exitCode == 0)
  }

  @Test func outputFoldersMustNotBeOneFolderThroughALink() async throws {
    let bench = try clients(
      ["One", "Two"].map { Self.client($0, ", \"output\": \"Out\($0)\"") })
    try FileManager.default.createDirectory(
      at: bench.url("OutOne"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: bench.url("OutTwo"), withDestinationURL: bench.url("OutOne"))
    let result = try await bench.run("generate", "--no-cache")
    #expect(result.exitCode == 1 && result.errors.contains("are one folder"))
    #expect(try bench.names("OutOne").isEmpty)
  }

  @Test func handwrittenFileIsNotReplaced() async throws {
    let bench = try clients([Self.client("One", ", \"output\": \"Out\"")])
    try bench.write("// Mine.\n", to: "Out/Login.graphql.swift")
    let result = try await bench.run("generate", "--no-cache")
    #expect(result.exitCode == 1 && result.errors.contains("authgen has not written it"))
    #expect(try bench.text("Out/Login.graphql.swift") == "// Mine.\n")
    #expect(try bench.names("Out") == ["Login.graphql.swift"])
  }

  @Test func namesThatDifferInCaseAloneAreAnError() async throws {
    let bench = try Workbench([
      "s.graphql": "type Query { a: Int }", "ops/A.x.graphql": "query A1 { a }",
      "ops/a/x.graphql": "query A2 { a }",
    ])
    let result = try await bench.run(
      "generate", "--schema", "s.graphql", "--operations", "ops", "--output", "out")
    #expect(result.exitCode == 1 && result.errors.contains("would both generate"))
    #expect(!bench.exists("out"))
  }
}

extension String {
  fileprivate var deletingLastComponent: String {
    URL(fileURLWithPath: self).deletingLastPathComponent().path
  }
}
