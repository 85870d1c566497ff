// Validates schema texts for tests.

import AuthGenLanguage
import AuthGenTypeSystem

@testable import AuthGenValidation

/// The result of validating documents.
struct SchemaCheck {
  let schema: Validated<Schema>?
  let diagnostics: [Diagnostic]
  let sources: SourceMap

  /// The rules of the specification, with the options of a client.
  static let rules = {
    var options = ValidationOptions()
    options.isStrict = true
    return options
  }()

  /// - Parameter operations: given to reject only errors in elements that these operations use.
  /// - Throws: a syntax error.
  init(
    _ texts: String..., operations: String? = nil, options: ValidationOptions = Self.rules
  ) throws {
    try self.init(texts, operations: operations, options: options)
  }

  init(_ texts: [String], operations: String?, options: ValidationOptions) throws {
    let workspace = Workspace()
    let documents = try texts.enumerated().map { index, text in
      try workspace.parse(text, path: index == 0 ? "" : "\(index + 1).graphql")
    }
    let schema = try workspace.schema(documents)
    var (document, options) = (ExecutableDocument?.none, options)
    if let operations {
      document = ExecutableDocument([try workspace.parse(operations, path: "operations.graphql")])
      options.schemaErrors = .used
    }
    sources = workspace.sources
    (self.schema, diagnostics) = SchemaValidation.validate(
      schema, documents: documents, usedBy: document, symbols: workspace.symbols, sources: sources,
      options: options)
  }

  /// The diagnostics in the form of the fixtures' marks.
  var problems: [Fixture.Problem] {
    diagnostics.map { diagnostic in
      let location = sources.location(of: diagnostic.position)
      let severity = diagnostic.severity == .warning ? "warning " : ""
      return Fixture.Problem(
        line: location?.line ?? 0, column: location?.column ?? 0,
        rule: severity + diagnostic.rule.rawValue)
    }
  }

  /// All problems.
  var text: String { sources.text(of: diagnostics) }
}
