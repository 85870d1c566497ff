// Validates texts for tests.

import AuthGenLanguage
import AuthGenTypeSystem

@testable import AuthGenValidation

struct ExecutableCheck {
  let document: Validated<ExecutableDocument>?
  let diagnostics: [Diagnostic]
  let sources: SourceMap

  /// - Parameter files: the operations' texts, in order.
  init(_ files: [String], schema: String = "pets", options: ValidationOptions = .strict) throws {
    let input = try ExecutableInput(files, schemaText: Fixture.schema(schema))
    sources = input.sources
    (document, diagnostics) = ExecutableValidation.validate(
      input.document, schema: Validated(input.schema), symbols: input.symbols, sources: sources,
      options: options)
  }

  init(_ text: String, schema: String = "pets", options: ValidationOptions = .strict) throws {
    try self.init([text], schema: schema, options: options)
  }

  /// The problems with their positions, in the order reported.
  var problems: [Fixture.Problem] {
    diagnostics.compactMap { diagnostic in
      sources.location(of: diagnostic.position).map {
        Fixture.Problem(line: $0.line, column: $0.column, rule: diagnostic.rule.rawValue)
      }
    }
  }
}

/// Parsed operations and their schema.
struct ExecutableInput {
  let document: ExecutableDocument
  let schema: Schema
  let symbols: SymbolTable
  let sources: SourceMap

  init(_ files: [String], schemaText: String) throws {
    let workspace = Workspace()
    schema = try workspace.schema([try workspace.parse(schemaText, path: "schema")])
    document = ExecutableDocument(
      try files.enumerated().map { try workspace.parse($1, path: "file\($0 + 1)") })
    symbols = workspace.symbols
    sources = workspace.sources
  }
}
