// Runs a schema with connectors and its operations through the whole pipeline.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenTestSupport
import AuthGenValidation

/// The generated files or the diagnostics.
struct ConnectorClient {
  let files: [String: String]
  let diagnostics: [Diagnostic]
  private let sources: SourceMap

  /// - Parameters:
  ///   - fields: the fields of Query; they may use the types of `types`.
  ///   - head: the schema definition with its directives.
  init(
    fields: String, types: String = "", head: String = Self.head, operations: String = "{ a }",
    _ configure: (inout ClientSettings) -> Void = { _ in }
  ) {
    let schema = "\(head)\ntype Query {\n\(fields)\n}\n\(types)"
    var settings = ClientSettings(name: "Shop")
    settings.authenticated = []
    configure(&settings)
    var pipeline = Pipeline()
    let input = ClientInput(
      schema: [InputFile(path: "schema.graphql", content: Array(schema.utf8))],
      operations: [InputFile(path: "shop.graphql", content: Array(operations.utf8))],
      outputNames: ["Shop.graphql.swift"])
    let generated = pipeline.generate(input, settings: settings, options: ValidationOptions())
    files = Dictionary(
      uniqueKeysWithValues: (generated?.files ?? []).map {
        ($0.name, String(decoding: $0.content, as: UTF8.self))
      })
    diagnostics = pipeline.diagnostics
    sources = pipeline.sources
  }

  static let head = """
    schema
      @link(url: "https://specs.apollo.dev/connect/v0.4", import: ["@source", "@connect"])
      @source(name: "api", http: { baseURL: "https://api.example.com/v1" })
    { query: Query }
    """

  /// The content of the operations' file.
  var operations: String { files["Shop.graphql.swift"] ?? "" }

  /// Each diagnostic: the text from its position to the end of the line, and the message.
  var problems: [String] {
    diagnostics.map { diagnostic in
      let rest = sources.location(of: diagnostic.position).map {
        String(decoding: $0.after, as: UTF8.self)
      }
      return "\(rest ?? "nowhere") | \(diagnostic.message)"
    }
  }
}
