// Tests the other commands, and the command line itself.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct VerbTests {
  @Test func checkDistinguishesFreshOutputFromStale() async throws {
    let bench = try Sample.project()
    _ = try await bench.run("generate")
    let fresh = try await bench.run("check")
    #expect(fresh.exitCode == 0)
    #expect(fresh.output == "Shop: up to date in out\n")
    try bench.write("query Hello { hello }\n", to: "ops/Hello.graphql")
    try bench.remove("out/Viewer.graphql.swift")
    let before = try bench.contents("out")
    let stale = try await bench.run("check")
    #expect(stale.exitCode == 1)
    #expect(stale.errors.contains("in out are stale: "))
    #expect(stale.errors.contains("authgen generate"))
    #expect(stale.output.contains("--- Hello.graphql.swift\n@@ -"))
    #expect(stale.output.contains("\n-") && stale.output.contains("\n+"))
    #expect(stale.output.contains("--- Viewer.graphql.swift (missing)"))
    #expect(try bench.contents("out") == before)
    let quiet = try await bench.run("check", "--quiet")
    #expect(quiet.exitCode == 1)
    #expect(quiet.output.isEmpty)
  }

  @Test func printedDifferenceCannotControlTheTerminal() async throws {
    let bench = try Sample.project()
    _ = try await bench.run("generate")
    let text = try bench.text("out/Shop.Enums.swift")
    try bench.write(text + "// \u{1B}[2J\n", to: "out/Shop.Enums.swift")
    let result = try await bench.run("check")
    #expect(result.exitCode == 1)
    #expect(result.errors.contains("1 file in out is stale"))
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test func validateReportsValidityAndWritesNothing() async throws {
    let bench = try Sample.project()
    let valid = try await bench.run("validate")
    #expect(valid.exitCode == 0)
    #expect(valid.output == "Shop: valid\n")
    try bench.write("query Hello { helo }\n", to: "ops/Hello.graphql")
    let invalid = try await bench.run("validate")
    #expect(invalid.exitCode == 1)
    #expect(invalid.firstError.hasPrefix("ops/Hello.graphql:1:15: error: "))
    #expect(invalid.errors.contains("hello"))
    #expect(!bench.exists("out"))
  }

  @Test func problemsHaveMachineReadableFormats() async throws {
    let bench = try Sample.project()
    try bench.write("query Hello { helo }\n", to: "ops/Hello.graphql")
    let json = try await bench.run("validate", "--format", "json")
    #expect(json.exitCode == 1)
    #expect(json.errors.isEmpty)
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(object?["valid"] as? Bool == false)
    let first = (object?["diagnostics"] as? [[String: Any]])?.first
    #expect(first?["file"] as? String == "ops/Hello.graphql")
    #expect(first?["line"] as? Int == 1)
    #expect(first?["column"] as? Int == 15)
    #expect(first?["severity"] as? String == "error")
    let github = try await bench.run("validate", "--format=github")
    #expect(github.exitCode == 1)
    #expect(github.output.hasPrefix("::error file=ops/Hello.graphql,line=1,col=15,title="))
  }

  @Test func jsonIsOneObjectForSeveralClients() async throws {
    let bench = try Sample.project()
    try bench.write(
      Sample.configuration(
        Sample.client("First", output: "out/first"), Sample.client("Second", output: "out/second")),
      to: "authgen.json")
    for verb in ["validate", "generate", "check"] {
      let result = try await bench.run(verb, "--format", "json")
      #expect(result.exitCode == 0)
      #expect(result.output == "{\"valid\":true,\"diagnostics\":[]}\n")
    }
  }

  @Test func strictMakesAnUnusedFragmentAnError() async throws {
    let bench = try Sample.project()
    try bench.write("fragment Spare on Viewer { id }\n", to: "ops/Spare.graphql")
    let lenient = try await bench.run("validate")
    #expect(lenient.exitCode == 0)
    #expect(lenient.firstError.hasPrefix("ops/Spare.graphql:1:1: warning: "))
    let strict = try await bench.run("validate", "--strict")
    #expect(strict.exitCode == 1)
    #expect(strict.firstError.hasPrefix("ops/Spare.graphql:1:1: error: "))
  }

  @Test func printedSchemaPrintsUnchanged() async throws {
    let bench = try Sample.project()
    let once = try await bench.run("schema", "print")
    #expect(once.exitCode == 0)
    #expect(once.output.contains("points: Int @if(feature: LOYALTY)"))
    try bench.write(once.output, to: "printed.graphql")
    let twice = try await bench.run("schema", "print", "--schema", "printed.graphql")
    #expect(twice.exitCode == 0)
    #expect(twice.output == once.output)
  }

  @Test func introspectionIsPrintedAsSDL() async throws {
    let bench = try Workbench(["schema.json": Self.introspection])
    let once = try await bench.run("schema", "print", "--schema", "schema.json")
    #expect(once.exitCode == 0, "\(once.errors)")
    #expect(once.output == "type Query {\n  hello: String!\n}\n")
    try bench.write(once.output, to: "schema.graphql")
    let twice = try await bench.run("schema", "print", "--schema", "schema.graphql")
    #expect(twice.output == once.output)
  }

  @Test func manifestHasTheDocumentOfEachHash() async throws {
    let bench = try Sample.project()
    try bench.write(
      "query Orders { orders { ...Line } }\nfragment Line on Order { id }\n",
      to: "ops/Orders.graphql")
    let result = try await bench.run("manifest")
    #expect(result.exitCode == 0, "\(result.errors)")
    let manifest = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(manifest["format"] as? String == "apollo-persisted-query-manifest")
    #expect(manifest["version"] as? Int == 1)
    let operations = try #require(manifest["operations"] as? [[String: String]])
    #expect(operations.map { $0["name"] } == ["Hello", "Orders", "CurrentViewer"])
    #expect(
      operations[1]["body"] == "query Orders{orders{...Line}}fragment Line on Order{id}")
    _ = try await bench.run("generate")
    let generated = try bench.text("out/Orders.graphql.swift")
    #expect(generated.contains("\"\(operations[1]["id"] ?? "none")\""))
    try bench.write("query Hello { helo }\n", to: "ops/Hello.graphql")
    let broken = try await bench.run("manifest")
    #expect(broken.exitCode == 1 && broken.output.isEmpty)
  }

  @Test func initCreatesAProjectThatGenerates() async throws {
    let bench = try Workbench()
    let begun = try await bench.run("init")
    #expect(begun.exitCode == 0)
    #expect(begun.output.contains("authgen.json, GraphQL/schema.graphql"))
    let generated = try await bench.run("generate")
    #expect(generated.exitCode == 0, "\(generated.errors)")
    #expect(generated.errors.isEmpty)
    #expect(bench.exists("Sources/Generated/Hello.graphql.swift"))
    #expect(bench.exists("Sources/Generated/Example.Session.swift"))
    #expect(!begun.output.contains("DemoService"))
    try bench.write("mine\n", to: "GraphQL/schema.graphql")
    let again = try await bench.run("init")
    #expect(again.exitCode == 1)
    #expect(again.errors.contains("authgen.json"))
    #expect(try bench.text("GraphQL/schema.graphql") == "mine\n")
  }

  @Test func initCreatesATargetForTheBuildPlugin() async throws {
    let bench = try Workbench()
    let result = try await bench.run("init", "--target", "App")
    #expect(result.exitCode == 0)
    #expect(
      result.output.contains(#"plugins: [.plugin(name: "AuthGenBuildPlugin", package: "authgen")]"#)
    )
    #expect(result.output.contains("add to App:"))
    let generated = try await bench.run("generate")
    #expect(generated.exitCode == 0)
    #expect(
      generated.untimedOutput == "Example: left to the build plugin, because it has no \"output\"\n"
    )
    #expect(try await bench.run("validate").output == "Example: valid\n")
    #expect(
      try bench.names(".") == [".graphqlrc.yml", "GraphQL", "authgen.json", "authgen.schema.json"])
  }

  /// Without a schema, the client is that of the sample app, whose tests call the demo service.
  @Test func initWritesTheClientOfTheDemoService() async throws {
    let bench = try Workbench()
    let result = try await bench.run("init", "--target", "App")
    let folder = Checkout.root.appending(path: "Tests/Documentation/SampleApp")
    func sample(_ path: String) throws -> String {
      try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
    for path in ["schema", "operations/Hello", "operations/Query", "operations/Session"] {
      #expect(try bench.text("GraphQL/\(path).graphql") == sample("GraphQL/\(path).graphql"))
    }
    let configuration = try bench.text("authgen.json").replacing(
      "  \"$schema\": \"./authgen.schema.json\",\n", with: ""
    ).replacing(
      "      \"options\"", with: "      \"output\": \"Generated\",\n      \"options\"")
    #expect(try configuration == sample("authgen.json"))
    for product in ["AuthGenRuntime", "AuthGenSessions", "AuthGenTesting"] {
      #expect(result.output.contains(".product(name: \"\(product)\", package: \"authgen\")"))
    }
  }

  /// The first program of GettingStarted, unless the target has one.
  @Test func initPrintsAProgramWhereNoneIs() async throws {
    let article = try Checkout.text(
      "Sources/Tools/authgen/Documentation.docc/Start/GettingStarted.md")
    let program = try #require(
      article.split(separator: "```swift\n").dropFirst(2).first?.split(separator: "```").first)
    let indented = program.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
    let bench = try Workbench()
    let first = try await bench.run("init", "--target", "App")
    #expect(first.output.contains(indented) && first.output.contains("\nRun it: swift run App\n"))
    let other = try Workbench(["main.swift": ""])
    let second = try await other.run("init", "--target", "App")
    #expect(
      !second.output.contains("import AuthGenRuntime")
        && second.output.contains("\nRun it: swift run App\n"))
  }

  /// The command of the article for Xcode, whose buildable folders copy schemas into apps.
  @Test func configurationAloneMovesIntoTheFolderOfAnXcodeTarget() async throws {
    let bench = try Workbench()
    let result = try await bench.run("init", "--target", "App")
    #expect(result.output.contains("In an Xcode project, keep only authgen.json in the target's"))
    let article = try Checkout.text("Sources/Tools/authgen/Documentation.docc/Generate/Xcode.md")
    let line = try #require(article.split(separator: "\n").first { $0.hasPrefix("   sed ") })
    let command = "mkdir Shop && \(line) && rm authgen.json"
    let moved = try await runProcess("sh", ["-c", command], in: bench.url("."))
    #expect(moved.exitCode == 0, "\(moved.errors)")
    let valid = try await bench.run("validate", "--config", "Shop/authgen.json")
    #expect(valid.output == "Example: valid\n", "\(valid.text)")
    #expect(try bench.names("Shop") == ["authgen.json"])
    #expect(try !bench.text("Shop/authgen.json").contains("\"./"))
  }

  @Test func initNamesTheProductsThatTheTargetLacks() async throws {
    let files = [
      "api/schema.graphql": "type Query { a: Int } type Subscription { b: Int } scalar Upload\n"
    ]
    let arguments = ["init", "--schema", "api/schema.graphql", "--target", "App"]
    let all = try await Workbench(files).run(arguments)
    let products = ["AuthGenRuntime", "AuthGenUploads", "AuthGenStreams"].map {
      ".product(name: \"\($0)\", package: \"authgen\")"
    }
    #expect(
      all.output.contains("  dependencies: [\(products.joined(separator: ", "))],\n  plugins: ["),
      "\(all.text)")
    let one = try await Workbench(files).run(
      arguments + ["--module", "AuthGenRuntime", "--module", "AuthGenStreams"])
    #expect(one.output.contains("  dependencies: [\(products[1])],\n"), "\(one.text)")
    let none = try await Workbench(files).run(
      arguments + ["Runtime", "Uploads", "Streams"].flatMap { ["--module", "AuthGen\($0)"] })
    #expect(none.output.contains("add to App:\n\n  plugins: ["), "\(none.text)")
  }

  @Test(arguments: ["generate", "check"])
  func clientWithoutOutputCannotBeGeneratedByName(_ verb: String) async throws {
    let bench = try Workbench()
    _ = try await bench.run("init", "--target", "App")
    let result = try await bench.run(verb, "--client", "Example")
    #expect(result.exitCode == 1)
    #expect(result.errors.contains("the client \"Example\" has no output folder"))
  }

  @Test(arguments: [
    ("saleor", "login: tokenCreate, refresh: tokenRefresh, logout: tokensDeactivateAll"),
    (
      "shopify",
      "login: customerAccessTokenCreate, refresh: customerAccessTokenRenew, "
        + "logout: customerAccessTokenDelete"
    ), ("wpgraphql", "login: login, refresh: refreshJwtAuthToken"),
    ("magento", "login: generateCustomerToken, logout: revokeCustomerToken"),
  ])
  func initRecognisesALogin(_ system: String, _ operations: String) async throws {
    let bench = try Workbench()
    try bench.writeSchema(of: system)
    let result = try await bench.run("init", "--schema", "api/schema.graphql")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output.contains("Recognised by their names: \(operations).\n"))
    #expect(result.output.contains("AuthGenSessions"))
    if system == "saleor" {
      #expect(
        result.output.contains("which has Query.me and Mutation.tokensDeactivateAll:"),
        "\(result.output)")
    }
    let generated = try await bench.run("generate")
    #expect(generated.exitCode == 0)
    #expect(generated.errors.isEmpty, "\(generated.errors)")
    #expect(bench.exists("Sources/Generated/Example.Session.swift"))
    let sources = try bench.names("Sources/Generated").map {
      try bench.text("Sources/Generated/\($0)")
    }
    #expect(sources.contains { $0.contains("password: Secret") })
  }

  @Test func initWithoutARecognisedLoginWritesAQuery() async throws {
    let bench = try Workbench()
    // The token is in a header field, which the schema does not show.
    try bench.writeSchema(of: "vendure")
    let result = try await bench.run(
      "init", "--schema", "api/schema.graphql", "--target", "App")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output.contains("No login was recognised."))
    #expect(!result.output.contains("AuthGenSessions"))
    #expect(try await bench.run("validate").output == "Example: valid\n")
    #expect(try bench.names("GraphQL/operations") == ["Query.graphql"])
  }

  /// Two logins that look alike, a registration, and names that no rule expects.
  @Test func initLeavesOutWhatItDoesNotRecognise() async throws {
    let bench = try Workbench([
      "api/schema.graphql": """
      type Query { b(id: ID!): Int, a: Int }
      type Mutation {
        loginUser(email: String!, password: String!): Token
        loginAdmin(email: String!, password: String!): Token
        register(email: String!, password: String!): Token
      }
      type Token { token: String }
      """
    ])
    let result = try await bench.run("init", "--schema", "api/schema.graphql")
    #expect(result.output.contains("No login was recognised."))
    #expect(try bench.text("GraphQL/operations/Query.graphql") == "query A {\n  a\n}\n")
    #expect(try await bench.run("generate").exitCode == 0)
  }

  @Test func initDefinesWhatAppSyncLeavesOut() async throws {
    let bench = try Workbench([
      "api/schema.graphql": """
      schema { query: Query }
      scalar AWSURL
      "The scalar AWSTimestamp, directive aws_iam."
      type Query { hidden: Int me: User @aws_cognito_user_pools(cognito_groups: ["admins"]) }
      type User @aws_api_key { id: ID! created: AWSDateTime seen: AWSTimestamp site: AWSURL }

      """
    ])
    let before = try await bench.run("validate", "--schema", "api/schema.graphql")
    #expect(before.errors.contains(#"add "scalar AWSDateTime" to a schema file"#))
    let result = try await bench.run("init", "--schema", "api/schema.graphql")
    #expect(result.exitCode == 0, "\(result.errors)")
    let locations =
      "SCHEMA | SCALAR | OBJECT | FIELD_DEFINITION | ARGUMENT_DEFINITION | INTERFACE | UNION | ENUM | ENUM_VALUE | INPUT_OBJECT | INPUT_FIELD_DEFINITION"
    #expect(
      try bench.text("GraphQL/appsync.graphql") == """
        # Definitions that the schema of AWS AppSync uses and does not contain.
        scalar AWSDateTime
        scalar AWSTimestamp
        directive @aws_api_key on \(locations)
        directive @aws_cognito_user_pools(cognito_groups: [String!]) on \(locations)

        """)
    let configuration = try bench.text("authgen.json")
    #expect(
      configuration.contains(#""schema": ["api/schema.graphql", "GraphQL/appsync.graphql"]"#))
    #expect(configuration.contains(#""AWSDateTime": "DateTime""#))
    let generated = try await bench.run("generate")
    #expect(generated.exitCode == 0 && generated.errors.isEmpty, "\(generated.errors)")
  }

  /// Required arguments beside the token, an optional token of the logout, and the libraries that the schema
  /// needs.
  @Test func initTakesArgumentsAndNamesLibraries() async throws {
    let bench = try Workbench([
      "api/schema.graphql": """
      type Query { me: User }
      type User { id: ID! }
      scalar Upload
      enum Kind { MOBILE WEB }
      type Subscription { ticks: Int }
      type Mutation {
        signIn(email: String!, password: String!, device: String!): JWTPair
        refreshTokens(refreshToken: String!, kind: Kind!, everywhere: Boolean!): JWTPair
        signOut(refreshToken: String, device: String!): Boolean
        upload(file: Upload!): Boolean
      }
      type JWTPair { accessToken: String! refreshToken: String! accessTokenExpiresAt: String! }

      """
    ])
    let result = try await bench.run("init", "--schema", "api/schema.graphql")
    #expect(result.exitCode == 0, "\(result.errors)")
    for library in ["Runtime", "Sessions", "Uploads", "Streams"] {
      #expect(result.output.contains("\"AuthGen\(library)\""), "\(result.output)")
    }
    #expect(result.output.contains("check the default values in Session.graphql"))
    let configuration = try bench.text("authgen.json")
    for member in [
      #""logOut": { "operation": "SignOut", "token": "refreshToken" }"#,
      #""expires": { "fields": ["JWTPair.accessTokenExpiresAt"] }"#,
    ] {
      #expect(configuration.contains(member), "\(configuration)")
    }
    let document = try bench.text("GraphQL/operations/Session.graphql")
    for variables in [
      "SignIn($email: String!, $password: String!, $device: String!)",
      "RefreshTokens($refreshToken: String!, $kind: Kind! = MOBILE, $everywhere: Boolean! = false)",
      #"SignOut($refreshToken: String!, $device: String! = "")"#,
    ] {
      #expect(document.contains(variables), "\(document)")
    }
    let generated = try await bench.run("generate")
    #expect(generated.exitCode == 0, "\(generated.errors)")
  }

  /// Operations with arguments whose values are not obvious are left to the user.
  @Test func initProposesNoArgumentsWithoutAnObviousValue() async throws {
    let bench = try Workbench([
      "api/schema.graphql": """
      type Query { me: String }
      scalar UUID
      input Device { id: ID! }
      type Mutation {
        signIn(email: String!, password: String!): Pair
        refreshTokens(refreshToken: String!, accessToken: String!): Pair
        renewToken(refreshToken: String!, device: Device!): Pair
        signOut(deviceToken: String): Boolean
        logoutEverywhere(id: UUID!): Boolean
      }
      type Pair { token: String! refreshToken: String! }

      """
    ])
    let result = try await bench.run("init", "--schema", "api/schema.graphql")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output.contains("login: signIn, logout: signOut.\n"), "\(result.output)")
    #expect(try bench.text("authgen.json").contains(#""Mutation.signOut""#))
    #expect(
      try bench.text("GraphQL/operations/Session.graphql").contains(
        "mutation SignOut {\n  signOut\n}"))
    let generated = try await bench.run("generate")
    #expect(generated.exitCode == 0, "\(generated.errors)")
  }

  /// The configuration is shared, so it contains no absolute path.
  @Test func initWritesARelativePathOfTheSchema() async throws {
    let bench = try Workbench(["schemas/shop.graphql": "type Query { hello: String }\n"])
    let folder = bench.url("Sources/App")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let result = try await runProcess(
      builtTool,
      ["init", "--target", "App", "--schema", bench.url("schemas/shop.graphql").path],
      in: folder)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(
      try bench.text("Sources/App/authgen.json").contains(
        #""schema": "../../schemas/shop.graphql""#))
    let elsewhere = try await bench.run("generate")
    #expect(elsewhere.errors.contains("help: use --config Sources/App/authgen.json"))
    #expect(try await bench.run("validate").exitCode == 0)
    #expect(try await bench.run("validate", "--config", "Sources/App/authgen.json").exitCode == 0)
  }

  @Test func initWithAnInvalidSchemaWritesNothing() async throws {
    let bench = try Workbench(["api/schema.graphql": "type Query {"])
    let result = try await bench.run("init", "--schema", "api/schema.graphql")
    #expect(result.exitCode == 1)
    #expect(result.firstError.hasPrefix("api/schema.graphql:1:13: error: "), "\(result.errors)")
    #expect(try await bench.run("init", "--schema", "none.graphql").exitCode == 1)
    #expect(try bench.names(".").filter { !$0.hasPrefix(".") } == ["api"])
  }

  @Test func initDoesNotWriteThroughLinks() async throws {
    let bench = try Workbench()
    try FileManager.default.createSymbolicLink(
      at: bench.url("authgen.json"), withDestinationURL: bench.url("elsewhere"))
    #expect(try await bench.run("init").exitCode == 1)
    #expect(!bench.exists("elsewhere"))
  }

  @Test(arguments: [
    [], ["generat"], ["schema"], ["schema", "prnt"], ["generate", "--confg", "a"],
    ["generate", "extra"], ["generate", "--config"], ["generate", "--config="],
    ["generate", "--quiet=yes"], ["validate", "--format", "xml"], ["generate", "--output", "out"],
    ["generate", "--schema", "schema.graphql"], ["validate", "--schema", "a", "--config", "b"],
    ["validate", "--schema", "a", "--client", "lower"],
  ])
  func wrongUsageExitsWith64(_ arguments: [String]) async throws {
    let bench = try Sample.project()
    let result = try await bench.run(arguments)
    #expect(result.exitCode == 64)
    #expect(result.output.isEmpty)
    #expect(!result.errors.isEmpty)
    #expect(!bench.exists("out"))
  }

  @Test(arguments: [
    "generate", "validate", "check", "init", "build", "manifest", "schema print", "schema diff",
    "diff",
    "schema",
    "",
  ])
  func helpIsPrinted(_ verb: String) async throws {
    let bench = try Workbench()
    for flag in ["--help", "-h"] {
      let result = try await bench.run(verb.split(separator: " ").map(String.init) + [flag])
      #expect(result.exitCode == 0)
      #expect(result.output.contains("Usage: authgen "))
      #expect(result.errors.isEmpty)
    }
    #expect(try bench.names(".").isEmpty)
  }

  @Test(arguments: [
    "generate", "validate", "check", "init", "build", "manifest", "schema print", "schema diff",
    "diff",
    "schema", "", "help", "--help",
  ])
  func helpOfACommandIsTheSameAsItsOption(_ verb: String) async throws {
    let bench = try Workbench()
    let words = verb.split(separator: " ").map(String.init)
    let result = try await bench.run(["help"] + words)
    let option = try await bench.run(words.first == "help" ? ["--help"] : words + ["--help"])
    #expect(result.exitCode == 0)
    #expect(result.output == option.output)
    #expect(result.errors.isEmpty)
  }

  @Test func helpOfAnUnknownCommandSuggestsAnother() async throws {
    let bench = try Workbench()
    let unknown = try await bench.run("help", "generat")
    #expect(unknown.exitCode == 64)
    #expect(unknown.errors.contains("error: unknown command \"generat\""))
    #expect(unknown.errors.contains("help: did you mean \"generate\"?"))
    #expect(try await bench.run("help", "schema", "prnt").exitCode == 64)
    #expect(try await bench.run("help", "generate", "check").exitCode == 64)
  }

  @Test(arguments: ["--version", "-v"])
  func versionIsOneLine(_ flag: String) async throws {
    let result = try await Workbench().run(flag)
    #expect(result.exitCode == 0)
    #expect(result.output.wholeMatch(of: /authgen \d+\.\d+\.\d+\n/) != nil)
    #expect(try await Workbench().run("generate", "-v").exitCode == 64)
  }

  static let introspection = """
    {"data": {"__schema": {
      "queryType": {"name": "Query"}, "mutationType": null, "subscriptionType": null,
      "directives": [],
      "types": [
        {"kind": "OBJECT", "name": "Query", "description": null, "interfaces": [],
         "inputFields": null, "enumValues": null, "possibleTypes": null,
         "fields": [{"name": "hello", "description": null, "args": [], "isDeprecated": false,
           "deprecationReason": null, "type": {"kind": "NON_NULL", "name": null,
             "ofType": {"kind": "SCALAR", "name": "String", "ofType": null}}}]},
        {"kind": "SCALAR", "name": "String", "description": null, "fields": null,
         "interfaces": null, "inputFields": null, "enumValues": null, "possibleTypes": null}
      ]}}}
    """
}

extension Workbench {
  /// Writes the schema of a system with a login.
  fileprivate func writeSchema(of system: String) throws {
    let url = Checkout.root.appending(
      path: "Tests/EndToEnd/Server/session_server/schemas/\(system).graphql")
    try write(Data(contentsOf: url), to: "api/schema.graphql")
  }
}
