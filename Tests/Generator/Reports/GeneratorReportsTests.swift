// Runs the inputs of Tests/Fixtures/Reports that concern the generator. The README there has the outcomes.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct GeneratorReportsTests {
  private static let folder = Checkout.root.appending(path: "Tests/Fixtures/Reports")

  private static let outcomes: [String: @Sendable (URL) async throws -> Void] = [
    "public/14-introspection-default-values": checkDefaults,
    "public/16-schema-in-operations-folder": {
      try await checkGenerated($0, "out/A.graphql.swift", "struct AQuery:")
    },
    "public/18-two-schemas-one-target": { folder in
      let clash = "both declare LoginQuery, S"
      try await checkRefused(folder.appending(path: "by-hand"), ["generate", "--no-cache"], clash)
      try await checkRefused(folder.appending(path: "build-plugin"), build, clash)
    },
    "public/20-federation-subgraph": { try await checkSchema($0) },
    "generator/14-no-query": { try await checkSchema($0, warning: "the schema has no query type") },
    "generator/30-federation-2": { try await checkSchema($0) },
    "generator/31-federation-entities": { try await checkSchema($0) },
    "generator/32-federation-1-extends": { try await checkSchema($0) },
    "generator/34-relay-arguments": {
      for name in ["arguments", "argumentDefinitions"] {
        try await checkRefused($0, generate, "@\(name) is a directive of Relay, which")
      }
    },
    "generator/40-client-directive-defined": { folder in
      for (name, client) in [("client", "Apollo Client"), ("arguments", "Relay")] {
        try await checkRefused(folder, generate, "@\(name) is a directive of \(client), which")
      }
    },
    "generator/41-connect-and-federation": { try await checkSchema($0) },
    "generator/64-case-insensitive": {
      try await checkRefused($0, generate, "would both generate a.x.graphql.swift")
    },
    "generator/65-build-two-clients": { try await checkRefused($0, build, "both declare E") },
    "backends/01-init-django": checkInit,
    "backends/07-platform-store-shared": { folder in
      for client in ["Shop", "Gql"] {
        try await checkGenerated(
          folder, "out/\(client)/\(client).Session.swift",
          #"store: store.store(of: "\#(client)", by: client)"#)
      }
    },
    "backends/09-ended-value-not-in-enum": {
      try await checkRefused(
        $0, ["validate"],
        "the enum AuthProblemCode of AuthProblem.code has no value \"EXPIRED\"", line: 65)
    },
    "backends/10-invalid-send-header": {
      try await checkRefused(
        $0, ["validate"], "expected a name as in an HTTP header, found \"Authorization:\"", line: 70
      )
    },
    "backends/11-messages-beforeExecution": {
      try await checkGenerated(
        $0, "out/Shop.Session.swift",
        #".message(in: ["Signature has expired"], beforeExecution: true)"#)
    },
    "backends/06-two-clients-one-target": {
      try await checkRefused($0, build, "both declare MeQuery, RefreshTokenMutation")
    },
  ]

  private static let build = ["build", "--output", "out", "--output-file", "AuthGen.Other.swift"]

  private static let generate = [
    "generate", "--schema", "schema.graphql", "--operations", "ops", "--output", "out",
  ]

  /// The folders that SessionReportsTests and ResponseReportsTests run.
  private static let ofOthers = [
    "backends/02-logout-expired-access", "backends/04-mutation-nonnull-root-not-resent",
    "backends/08-signed-out-text-while-signed-in", "backends/13-logout-success-false",
    "public/01-expires-in-string", "public/03-userinfo-email-verified-string",
    "public/09-bom-in-rest-json", "public/10-error-without-message",
    "public/12-top-level-error-members", "public/19-media-type",
  ]

  @Test func everyFolderHasAnOutcome() throws {
    let found = try ["public", "generator", "backends"].flatMap { kind in
      try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: kind).path)
        .map { "\(kind)/\($0)" }
    }.filter {
      // The others are cases for OddProviderTests.
      !FileManager.default.fileExists(
        atPath: Self.folder.appending(path: "\($0)/cases.json").path)
    }
    #expect(Set(found) == Set(Self.outcomes.keys).union(Self.ofOthers))
  }

  @Test(arguments: outcomes.keys.sorted()) func reportHasItsOutcome(_ name: String) async throws {
    try await Self.outcomes[name]?(Self.folder.appending(path: name))
  }

  @Sendable private static func checkDefaults(_ folder: URL) async throws {
    let all = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let schemas = all.filter { !$0.hasSuffix(".graphql") }
    #expect(schemas.count == 10)
    for schema in schemas {
      // The number in place of its text is right.
      let warning = schema == "numberdefault" ? "" : "a default value cannot be read"
      for document in ["q.graphql"] + (schema.hasSuffix("-used") ? ["qc.graphql"] : []) {
        try await generate(
          folder.appending(path: "\(schema)/schema.json"), folder.appending(path: document), warning
        )
      }
    }
  }

  private static func checkSchema(_ folder: URL, warning: String = "") async throws {
    try await generate(
      folder.appending(path: "schema.graphql"), folder.appending(path: "operations.graphql"),
      warning)
  }

  /// `authgen init` writes the files of the folder.
  @Sendable private static func checkInit(_ input: URL) async throws {
    let folder = try copy(input)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.removeItem(at: folder.appending(path: "authgen.json"))
    let result = try await runProcess(
      builtTool, ["init", "--schema", "schema.graphql"], in: folder)
    #expect(result.exitCode == 0, "\(result.text)")
    for (name, path) in [
      ("authgen.json", "authgen.json"), ("Session.graphql", "GraphQL/operations/Session.graphql"),
    ] {
      let expected = try String(contentsOf: input.appending(path: name), encoding: .utf8)
      let found = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      #expect(found == expected)
    }
    let generated = try await runProcess(builtTool, ["generate"], in: folder)
    #expect(generated.exitCode == 0, "\(generated.text)")
  }

  /// The tool generates a file with a text.
  private static func checkGenerated(_ input: URL, _ path: String, _ text: String) async throws {
    let folder = try copy(input)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try await runProcess(builtTool, ["generate", "--no-cache"], in: folder)
    #expect(result.exitCode == 0, "\(result.text)")
    let generated = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    #expect(generated.contains(text), "\(generated)")
  }

  /// A copy of a folder.
  private static func copy(_ input: URL) throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-report-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: input, to: folder)
    return folder
  }

  /// The tool refuses a copy of the input, and writes nothing.
  ///
  /// - Parameter line: the line of the configuration in the error; nil for any place.
  private static func checkRefused(
    _ input: URL, _ arguments: [String], _ message: String, line: Int? = nil
  ) async throws {
    let folder = try copy(input)
    defer { try? FileManager.default.removeItem(at: folder) }
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    let result = try await runProcess(builtTool, arguments, in: folder)
    #expect(result.exitCode == 1 && result.text.contains(message), "\(result.text)")
    if let line { #expect(result.text.contains("authgen.json:\(line):"), "\(result.text)") }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
  }

  private static func generate(_ schema: URL, _ operations: URL, _ warning: String) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-report-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try await runProcess(
      builtTool,
      [
        "generate", "--schema", schema.path, "--operations", operations.path, "--output", "out",
        "--no-cache",
      ], in: folder)
    #expect(result.exitCode == 0, "\(schema.path): \(result.text)")
    #expect(warning.isEmpty || result.text.contains(warning), "\(schema.path): \(result.text)")
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "out").path)
    #expect(files.contains { $0.hasSuffix(".graphql.swift") || $0.contains("Operations") })
  }
}
