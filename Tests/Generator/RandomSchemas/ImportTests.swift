// Tests that generated files compile in targets with any settings for imports.

import AuthGenGeneration
import AuthGenSwiftModel
import Testing

extension CompilerTests {
  @Suite struct ImportTests {
    static let features = [
      [], ["-enable-upcoming-feature", "InternalImportsByDefault"],
      [
        "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature",
        "MemberImportVisibility", "-enable-upcoming-feature", "ExistentialAny",
        "-strict-memory-safety", "-default-isolation", "MainActor",
      ],
    ]

    @Test(arguments: ClientSettings.AccessLevel.allCases)
    func everyAccessLevelCompiles(level: ClientSettings.AccessLevel) async throws {
      let program = try GeneratedProgram(
        generate(
          """
          "accessLevel": "\(level)", "scalars": {
            "Website": {"type": "URL", "module": "Foundation"}, "Same": "Date",
            "Moment": {"type": "Date", "module": "Foundation"},
            "Bytes": {"type": "Data", "module": "Foundation"}
          }
          """))
      // An app's own file that imports the modules without a modifier.
      let imports = "import AuthGenRuntime\nimport Foundation\n\nlet website: URL? = nil\n"
      try program.add("App.swift", imports)
      for flags in Self.features {
        let complaints = try await program.typecheck(flags + ["App.swift"])
        #expect(complaints.isEmpty, "\(flags): \(complaints)")
      }
    }

    /// A module that a file does not use is not imported: the compiler warns about unused public imports.
    @Test func filesImportTheModulesTheyUse() throws {
      let files = try generate(
        """
        "imports": ["Extra"], "scalars": {"Moment": {"type": "Date", "module": "Foundation"}}
        """)
      let imports = files.map { file in
        let lines = String(decoding: file.content, as: UTF8.self).split(separator: "\n")
        return (file.name, lines.filter { $0.contains("import ") }.map(String.init))
      }
      let late = [
        "@_spi(Generated) public import AuthGenRuntime",
        "@_spi(Generated) public import AuthGenStreams", "import Extra", "public import Foundation",
      ]
      let expected = [
        "Forwarded.graphql.swift": late, "Forwarding.graphql.swift": late,
        "Imports.Client.swift": ["@_spi(Generated) public import AuthGenRuntime", "import Extra"],
        "Imports.Enums.swift": ["@_spi(Generated) public import AuthGenRuntime", "import Extra"],
        "Imports.InputObjects.swift": [
          "@_spi(Generated) public import AuthGenRuntime", "import Extra",
          "public import Foundation",
        ],
        "Imports.PossibleTypes.swift": ["import Extra"],
        "Late.graphql.swift": late,
        "Plain.graphql.swift": ["@_spi(Generated) public import AuthGenRuntime", "import Extra"],
        "Scalars.graphql.swift": [
          "@_spi(Generated) public import AuthGenRuntime", "import Extra",
          "public import Foundation",
        ],
      ]
      #expect(Dictionary(uniqueKeysWithValues: imports) == expected)
    }

    /// `package import` needs a declaration with the module's types; the body of a function is not enough.
    @Test(
      arguments: [
        ("never", .public, nil), ("never", .package, nil), ("stream", .public, "public "),
        ("stream", .package, ""), ("spread", .package, ""), ("part", .package, "package "),
        ("part", .internal, ""),
      ] as [(String, ClientSettings.AccessLevel, String?)])
    func streamsAreImportedForDeclarations(
      document: String, level: ClientSettings.AccessLevel, modifier: String?
    ) throws {
      let files = try generate(
        "\"accessLevel\": \"\(level)\"",
        schema: """
          directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
          directive @stream(if: Boolean! = true, label: String, initialCount: Int! = 0) on FIELD
          type Query { item: Item }
          type Item { name: String tags: [String] }
          """,
        documents: [
          "never":
            "query Never { item { ... @defer(if: false) { name } tags @stream(if: false) } }",
          "stream": "query Stream { item { tags @stream } }",
          "spread": "query Spread { item { ...Part } }",
          "part": "fragment Part on Item { tags ... @defer { name } }",
        ])
      let file = try #require(files.first { $0.name == "\(document).graphql.swift" })
      let imports = String(decoding: file.content, as: UTF8.self).split(separator: "\n")
        .filter { $0.hasSuffix("import AuthGenStreams") }
      let expected = modifier.map { ["@_spi(Generated) \($0)import AuthGenStreams"] } ?? []
      #expect(imports.first.map { [String($0)] } ?? [] == expected)
    }

    private func generate(_ options: String) throws -> [GeneratedFile] {
      try generate(
        options,
        schema: """
          type Query { name(filter: Filter): String website: Website moments: [Moment!] kind: Kind bytes: Bytes }
          input Filter { from: Moment }
          scalar Website
          scalar Moment
          scalar Bytes
          scalar Same
          enum Kind { BOOK }
          directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
          """,
        documents: [
          "Plain": "query Plain { name }",
          "Scalars":
            "query Scalars($filter: Filter) { name(filter: $filter) website moments kind bytes }",
          "Late": #"fragment Late on Query { moments ... @defer(label: "rest") { kind } }"#,
          "Forwarding": "fragment Forwarding on Query { name ...Late }",
          "Forwarded": "query Forwarded { name ...Forwarding }",
        ])
    }

    private func generate(
      _ options: String, schema: String, documents: KeyValuePairs<String, String>
    ) throws -> [GeneratedFile] {
      let client = try InlineClient(
        "Imports", schema: schema, documents: documents,
        members: "\"options\": {\"incrementalDelivery\": true, \(options)}")
      #expect(
        client.problems.split(separator: "\n").allSatisfy {
          $0.contains("UnmappedScalar") || $0.hasPrefix("help: ")
        })
      return client.files
    }
  }
}
