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
    var symbols = SymbolTable()
    var sources = SourceMap()
    var documents: [Document] = []
    for (index, text) in texts.enumerated() {
      let source = try sources.add(
        path: index == 0 ? "" : "\(index + 1).graphql", bytes: Array(text.utf8))
      documents.append(try Document.parse(source, symbols: &symbols))
    }
    let schema = try Schema(documents, symbols: &symbols, sources: &sources)
    var (document, options) = (ExecutableDocument?.none, options)
    if let operations {
      let source = try sources.add(path: "operations.graphql", bytes: Array(operations.utf8))
      document = ExecutableDocument([try Document.parse(source, symbols: &symbols)])
      options.schemaErrors = .used
    }
    (self.schema, diagnostics) = SchemaValidation.validate(
      schema, documents: documents, usedBy: document, symbols: symbols, sources: sources,
      options: options)
    self.sources = sources
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
