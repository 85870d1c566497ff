// Tests that deprecated enum values and input fields warn where an app chooses them, and nowhere else.

import AuthGenGeneration
import Testing

extension CompilerTests {
  @Suite struct DeprecatedValueTests {
    /// A server returns deprecated values, so code that handles them must not warn, nor need a `default`.
    @Test func deprecatedEnumValueIsHandledWithoutWarnings() async throws {
      let complaints = try await complaints(
        """
        func text(_ kind: Kind) -> String {
          switch kind {
          case .book: "book"
          case .tape: "tape"
          case .unknown(let name): name
          }
        }
        func isTape(_ kind: Kind?) -> Bool { kind == .tape }
        let titles: [Kind: String] = [.book: "Book", .tape: "Tape"]
        let read = Kind(graphQLName: "TAPE").graphQLName + Kind(rawValue: "TAPE").rawValue
        """)
      #expect(complaints.isEmpty, "\(complaints)")
    }

    /// An app chooses the field of a `@oneOf` input, so it is warned.
    @Test func deprecatedFieldOfAOneOfInputWarnsWhereItIsChosen() async throws {
      let handled = try await complaints(
        """
        func text(_ key: Key) -> String {
          switch key {
          case .id(let id): id
          case .oldKey(let key): key
          }
        }
        """)
      #expect(handled.isEmpty, "\(handled)")
      let chosen = try await complaints("let key = Key.oldKey(\"k\")")
      #expect(chosen.contains("'oldKey' is deprecated: Use `id`."), "\(chosen)")
    }

    @Test func reasonIsInTheDocComment() throws {
      let text = try generate().map { String(decoding: $0.content, as: UTF8.self) }.joined()
      #expect(
        text.contains(
          """
            /// On a reel.
            ///
            /// Deprecated: No shop has "tapes".
            case tape
          """), "\(text)")
    }

    /// Returns the compiler's warnings about an app's file.
    private func complaints(_ app: String) async throws -> String {
      let program = try GeneratedProgram(try generate())
      try program.add("App.swift", app)
      return try await program.typecheck(["-parse-as-library", "App.swift"])
    }

    private func generate() throws -> [GeneratedFile] {
      let schema = """
        type Query { kind: Kind find(by: Key!): Kind }
        enum Kind {
          BOOK
          "On a reel."
          TAPE @deprecated(reason: "No shop has \\"tapes\\".")
        }
        input Key @oneOf { id: String oldKey: String @deprecated(reason: "Use `id`.") }
        """
      return try InlineClient.files(
        schema: schema, document: "query Find($by: Key!) { find(by: $by) }")
    }
  }
}
