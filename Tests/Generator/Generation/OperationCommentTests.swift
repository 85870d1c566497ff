// Tests what the comments of operations and fragments say: the document for a reader, and the facts of the
// schema and the configuration.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenTestSupport
import AuthGenValidation
import Testing

@Suite struct OperationCommentTests {
  @Test func operationIsFormattedAboveItsDocument() throws {
    let text = try generate(
      """
      query Books($first: Int = 10) { books(first: $first) { ...on Book @include(if: true) { title } ...Part } }
      fragment Part on Book { title }
      """)
    #expect(
      text.contains(
        """
        struct BooksQuery: AnonymousOperation, Encodable {
          // query Books($first: Int = 10) {
          //   books(first: $first) {
          //     ... on Book @include(if: true) {
          //       title
          //     }
          //     ...Part
          //   }
          // }
          @_alwaysEmitIntoClient public static var definition: OperationDefinition {
        """), "\(text)")
    #expect(
      text.contains(
        """
        struct PartFragment: ResponseObject, Codable {
          // fragment Part on Book {
          //   title
          // }
          @_alwaysEmitIntoClient public static var definition: String {
        """), "\(text)")
  }

  @Test func operationIsShownIfOnlyItsHashIsSent() throws {
    let text = try generate("query Books { books { title } }") { $0.documents = .hash }
    #expect(text.contains("\n  // query Books {\n") && !text.contains("document:"))
  }

  /// Each line of the document is a comment line, whatever its strings contain.
  @Test func hostileStringsStayInTheComment() throws {
    let texts =
      HostileTexts.texts + [
        "*/ let x = 1", "\u{202E}", "a\u{2028}let x = 1\u{2029}\u{85}let y = 2",
      ]
    var random = SeededGenerator(seed: 1)
    let fields = texts.enumerated().map { "f\($0): find(text: \(random.literal($1))) { title }" }
    let text = try generate("query Hostile { \(fields.joined(separator: " ")) }")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.contains("struct HostileQuery") }) + 1
    let end = try #require(lines.firstIndex { $0.contains("static var definition") })
    #expect(lines[start..<end].allSatisfy { $0.hasPrefix("  // ") })
    // Three lines for each field, and two for the operation.
    #expect(end - start == 3 * texts.count + 2)
    for scalar in lines[start..<end].joined().unicodeScalars {
      let category = scalar.properties.generalCategory
      #expect(category != .control && category != .lineSeparator && category != .paragraphSeparator)
      #expect(
        !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
    }
  }

  @Test func factsAreSentences() throws {
    let text = try generate("query Account { account { token old } }") {
      $0.authenticated = [.init("Query.account")]
      $0.secrets = [.init("Account.token")]
      $0.weights = [.init("Query.account", 50)]
      $0.rateLimits = [.init("Query.account", "AUTHENTICATION")]
    }
    #expect(
      text.contains(
        """
        /// Needs a session. Weight 50. Rate limit bucket `AUTHENTICATION`. Returns secrets. Selects
        /// deprecated fields: `Account.old`.
        public struct AccountQuery: AuthenticatedOperation
        """), "\(text)")
    #expect(text.contains("  /// Needs a session.\n  @_alwaysEmitIntoClient public func account("))
  }

  @Test func descriptionComesBeforeTheFacts() throws {
    let text = try generate("# Reads the account.\nquery Account { account { old } }")
    #expect(
      text.contains(
        """
        /// Reads the account.
        ///
        /// Selects deprecated fields: `Account.old`.
        public struct AccountQuery
        """), "\(text)")
  }

  private func generate(
    _ document: String, _ change: (inout ClientSettings) -> Void = { _ in }
  ) throws -> String {
    let schema = """
      type Query { books(first: Int): [Book!]! find(text: String): Book account: Account }
      type Book { title: String }
      type Account { token: String old: String @deprecated }
      """
    var settings = ClientSettings(name: "Comments")
    settings.authenticated = []
    change(&settings)
    var pipeline = Pipeline()
    let input = ClientInput(
      schema: [InputFile(path: "schema.graphql", content: Array(schema.utf8))],
      operations: [InputFile(path: "All.graphql", content: Array(document.utf8))],
      outputNames: ["All.graphql.swift"])
    let generated = pipeline.generate(input, settings: settings, options: ValidationOptions())
    #expect(pipeline.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let file = try #require(generated?.files.first { $0.name == "All.graphql.swift" })
    return String(decoding: file.content, as: UTF8.self)
  }
}
