// Tests which files of a folder are documents, and how an operation without a name gets its file's.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct OperationFileTests {
  private func project(_ documents: [String: String]) throws -> Workbench {
    let bench = try Sample.project(authentication: #"{ "authenticated": [] }"#)
    try bench.remove("ops/Hello.graphql")
    for (path, text) in documents { try bench.write(text + "\n", to: path) }
    return bench
  }

  private func expectFailure(_ documents: [String: String], _ errors: String) async throws {
    let bench = try project(documents)
    let result = try await bench.run("validate")
    #expect(result.exitCode == 1)
    #expect(result.errors.hasPrefix(errors), "\(result.errors)")
  }

  // MARK: Operations without a name

  @Test(arguments: [
    ("FetchHello", "FetchHello", "FetchHelloQuery", "fetchHello"),
    ("fetch-hello", "fetchHello", "FetchHelloQuery", "fetchHello"),
    ("Hello.query", "HelloQuery", "HelloQuery", "helloQuery"),
    ("nested/my hello_2", "myHello_2", "MyHello2Query", "myHello2"),
  ])
  func onlyOperationOfAFileHasItsName(
    _ file: String, _ name: String, _ type: String, _ method: String
  ) async throws {
    let text = "# Greets.\n{ ...Greeting }\nfragment Greeting on Query { hello }"
    let bench = try project(["ops/\(file).graphql": text])
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
    let path = "out/\(file.replacingOccurrences(of: "/", with: ".")).graphql.swift"
    let generated = try bench.text(path)
    for part in [
      "/// Greets.\npublic struct \(type):", "  // query \(name) {\n", ".init(.query, \"\(name)\",",
      "document: \"query \(name){...Greeting}\"", "func \(method)(",
    ] {
      #expect(generated.contains(part), "\(part) in \(generated)")
    }
    let manifest = try await bench.run("manifest").output
    #expect(manifest.contains("\"name\":\"\(name)\""), "\(manifest)")
    #expect(manifest.contains("\"body\":\"query \(name){"), "\(manifest)")
  }

  @Test func twoOperationsWithoutNamesInAFileAreErrors() async throws {
    try await expectFailure(
      ["ops/Two.graphql": "{ hello }\nquery { points }"],
      """
      ops/Two.graphql:1:1: error: this query has no name, but it is not the only operation [LoneAnonymousOperation]
      { hello }
      ^
        help: name it: query SomeName { ... }; only the single operation of a file has the file's name
      ops/Two.graphql:2:1: error: this query has no name, but it is not the only operation [LoneAnonymousOperation]

      """)
  }

  @Test func nameOfAFileThatAnotherOperationHasIsAnError() async throws {
    try await expectFailure(
      ["ops/CurrentViewer.graphql": "query { hello }"],
      """
      ops/Viewer.graphql:1:7: error: there is more than one operation named "CurrentViewer" [UniqueOperationNames]
      query CurrentViewer { viewer { id name } }
            ^
      ops/CurrentViewer.graphql:1:1: note: the first is here
      query { hello }
      ^
        help: rename one of them; names are shared over all files, and an operation without one has its file's

      """)
  }

  @Test func twoFilesWithOneNameAreAnError() async throws {
    try await expectFailure(
      ["ops/a/Hello.graphql": "query { hello }", "ops/b/Hello.graphql": "query { hello }"],
      "ops/b/Hello.graphql:1:1: error: there is more than one operation named \"Hello\"")
  }

  @Test(arguments: ["1", "größe", "--"])
  func fileNameThatGivesNoNameIsAnError(_ name: String) async throws {
    try await expectFailure(
      ["ops/\(name).graphql": "\nquery { hello }"],
      """
      ops/\(name).graphql:2:1: error: this query has no name, and "\(name).graphql" does not give it one \
      [LoneAnonymousOperation]
      query { hello }
      ^
        help: name it: query SomeName { ... }, or begin the file's name with an ASCII letter

      """)
  }

  // MARK: Horizon's document

  private static let printed = Checkout.root.appending(path: "Tests/Fixtures/HorizonDocument")

  /// A client for operations as the document prints them.
  ///
  /// - Parameter token: the Swift type of the token that continues a login.
  private func horizon(_ folder: String, token: String = "Secret") throws -> Workbench {
    let bench = try Workbench([
      "authgen.json": Sample.configuration(
        Sample.client(
          authentication: """
            {
              "secrets": [
                "AppBasedSocialLoginInput.accessToken", "AppBasedSocialLoginInput.authCode",
                "AuthenticationResponse.token"
              ]
            }
            """,
          options: """
            {
              "scalars": {
                "Colour": "String", "DisplayString": "String", "SocialAuthenticationToken": "\(token)",
                "SocialLinkID": "String", "Timestamp": "Timestamp", "URL": "URL"
              }
            }
            """))
    ])
    try FileManager.default.copyItem(
      at: Checkout.root.appending(path: "Schemas/Horizon/schema.graphql"),
      to: bench.url("schema.graphql"))
    try FileManager.default.copyItem(
      at: Self.printed.appending(path: folder), to: bench.url("ops"))
    return bench
  }

  @Test func printedOperationsOfHorizonAreGenerated() async throws {
    let bench = try horizon("operations")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
    let manifest = try await bench.run("manifest").output
    for body in [
      "query SocialLinks{customer{socialLinks(status:LINKED){socialLinkId socialLoginProvider{code name}"
        + "username status}}}",
      #"mutation RemoveSocialLink{removeSocialLink(input:{socialLinkId:\"link-id-123\"})}"#,
    ] {
      #expect(manifest.contains("\"body\":\"\(body)\""), "\(manifest)")
    }
  }

  /// The document prints a token where an app has a variable.
  @Test func printedSecretOfHorizonIsRefused() async throws {
    let result = try await horizon("refused").run("generate")
    #expect(result.exitCode == 1)
    #expect(
      result.errors.hasPrefix(
        "ops/RequestVerification.graphql:1:103: error: the secret RequestSocialLinkVerificationEmailInput"
          + ".socialAuthenticationToken has a literal value"), "\(result.errors)")
    #expect(!result.text.contains("the-social-token"))
  }

  @Test func printedMutationOfHorizonIsGeneratedWithoutSecrets() async throws {
    let bench = try horizon("refused", token: "String")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
    let body =
      #"mutation RequestVerification{requestSocialLinkVerificationEmail(input:{socialAuthenticationToken:"#
      + #"\"the-social-token...\"}){error socialAuthenticationToken}}"#
    let manifest = try await bench.run("manifest").output
    #expect(manifest.contains("\"body\":\"\(body)\""), "\(manifest)")
  }

  // MARK: Files without operations

  @Test(arguments: ["", "# query Draft { hello }", "\u{FEFF}\n ,, # nothing"])
  func emptyDocumentIsSkippedWithAWarning(_ text: String) async throws {
    let bench = try project([:])
    try bench.write(text, to: "ops/Draft.graphql")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0)
    #expect(
      result.errors.hasPrefix(
        """
        ops/Draft.graphql:1:1: warning: ops/Draft.graphql contains no operations or fragments, and is skipped \
        [files]

        """), "\(result.errors)")
    #expect(result.errors.contains("\n  help: write an operation, or remove the file\n"))
    #expect(bench.exists("out/Viewer.graphql.swift") && !bench.exists("out/Draft.graphql.swift"))
    #expect(try await bench.run("check").exitCode == 0)
  }

  @Test func schemaInTheFolderOfTheOperationsIsNoDocument() async throws {
    let bench = try project([:])
    try bench.write(bench.text("schema.graphql"), to: "ops/deep/schema.graphql")
    try bench.remove("schema.graphql")
    try FileManager.default.createSymbolicLink(
      at: bench.url("schema.graphql"), withDestinationURL: bench.url("ops/deep/schema.graphql"))
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(
      try bench.names("out").filter { $0.hasSuffix(".graphql.swift") } == ["Viewer.graphql.swift"])
  }

  @Test func schemaInTheFolderOfTheOperationsIsNoDocumentOfADiff() async throws {
    let bench = try project(["ops/Unnamed.graphql": "query { hello }"])
    let schema = try bench.text("schema.graphql")
    try bench.write(schema, to: "ops/schema.graphql")
    try bench.write(
      schema.replacingOccurrences(of: "  hello(name: String): String!\n", with: ""),
      to: "new.graphql")
    func check(_ options: String...) async throws {
      let result = try await bench.run(
        ["schema", "diff", "ops/schema.graphql", "new.graphql"] + options)
      #expect(result.exitCode == 1 && result.errors.isEmpty, "\(result.errors)")
      #expect(
        result.output.contains("breaks query Unnamed: ops/Unnamed.graphql:1:9"), "\(result.output)")
    }
    try await check("--operations", "ops")
    try bench.write(
      Sample.configuration(
        Sample.client().replacingOccurrences(of: "schema.graphql", with: "ops/schema.graphql")),
      to: "authgen.json")
    try await check()
  }

  @Test func schemaOfAnotherClientIsAnErrorWithTheFix() async throws {
    try await expectFailure(
      ["ops/schema.graphql": "type Query { a: Int }\ntype Other { a: Int }"],
      """
      ops/schema.graphql:1:1: error: expected operations or fragments, found only definitions of a schema \
      [ExecutableDefinitions]
      type Query { a: Int }
      ^
        help: name the file in "schema", or move it out of the folder with the operations

      """)
  }

  // MARK: Folders of dependencies

  private static let foreign = [
    "Carthage/Checkouts", ".build/checkouts", "DerivedData/A", "Pods/A", "SourcePackages/checkouts",
    "node_modules/a", "A/node_modules/a", ".hidden",
  ]

  @Test func documentsOfDependenciesAreSkipped() async throws {
    let bench = try project(
      Dictionary(
        uniqueKeysWithValues: Self.foreign.map { ("ops/\($0)/A.graphql", "query A { a }") }))
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(
      try bench.names("out").filter { $0.hasSuffix(".graphql.swift") } == ["Viewer.graphql.swift"])
  }

  @Test func folderThatIsNamedIsRead() async throws {
    for folder in ["Pods", "Pods/A", ".hidden", "node_modules"] {
      let bench = try project(["\(folder)/Named.graphql": "query Named { hello }"])
      try bench.write(
        Sample.configuration(Sample.client(operations: folder)), to: "authgen.json")
      #expect(try await bench.run("generate").exitCode == 0)
      #expect(bench.exists("out/Named.graphql.swift"), "\(folder)")
    }
  }

  /// A shop can have a folder of this name.
  @Test func skippedCheckoutsAreAWarning() async throws {
    let bench = try project(["ops/checkouts/Pay.graphql": "query Pay { hello }"])
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0 && !bench.exists("out/checkouts.Pay.graphql.swift"))
    #expect(
      result.errors.contains(
        "warning: ops/checkouts is skipped, because folders of dependencies have that name [files]")
    )
    #expect(
      result.errors.contains(
        #"help: for operations of your own, name it in "operations", or rename it"#))
    try bench.write(
      Sample.configuration(
        Sample.client(authentication: #"{ "authenticated": [] }"#).replacingOccurrences(
          of: #""operations": "ops""#, with: #""operations": ["ops", "./ops/checkouts/"]"#)),
      to: "authgen.json")
    let named = try await bench.run("generate")
    #expect(named.exitCode == 0 && named.errors.isEmpty, "\(named.errors)")
    #expect(bench.exists("out/Pay.graphql.swift"))
  }
}
