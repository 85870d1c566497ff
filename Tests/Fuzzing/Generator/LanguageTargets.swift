// Fuzzes GraphQL texts, and schemas as JSON.

import AuthGenCommandLine
import AuthGenGeneration
import AuthGenLanguage
import AuthGenTypeSystem
import AuthGenValidation

extension Target {
  /// Documents of all kinds, and values. The printed form of a document must parse to an equal document.
  static func parse(_ input: [UInt8]) {
    var sources = SourceMap()
    var symbols = SymbolTable()
    do throws(Diagnostic) {
      let source = try sources.add(path: "input.graphql", bytes: input)
      _ = try? AuthGenLanguage.Value.parse(source, symbols: &symbols)
      let document = try Document.parse(source, symbols: &symbols)
      let printed = printed(document, symbols, sources)
      guard !printed.isEmpty else { return }
      let again = try sources.add(path: "printed.graphql", bytes: printed)
      let reread = try Document.parse(again, symbols: &symbols)
      require(
        Self.printed(reread, symbols, sources) == printed, "a printed document reads differently")
    } catch {
      require(
        error.position < Position(offset: UInt32(input.count) + 3), "what is printed is wrong")
      render([error], sources)
    }
  }

  private static func printed(
    _ document: Document, _ symbols: SymbolTable, _ sources: SourceMap
  ) -> [UInt8] {
    var printer = DocumentPrinter(symbols: symbols, sources: sources)
    let executable = ExecutableDocument([document])
    for operation in executable.operations { printer.append(operation.definition) }
    for fragment in executable.fragments { printer.append(fragment.definition) }
    return printer.bytes
  }

  /// Schemas. The printed form of a valid schema must be valid and print unchanged.
  static func buildSchema(_ input: [UInt8]) {
    var pipeline = Pipeline()
    let file = InputFile(path: "schema.graphql", content: input)
    if let schema = pipeline.validateSchema([file], options: .strict) {
      checkPrinting(of: schema.value, pipeline)
    }
    render(pipeline.diagnostics, pipeline.sources)
  }

  private static func checkPrinting(of schema: Schema, _ pipeline: Pipeline) {
    let text = SchemaPrinter.print(schema, symbols: pipeline.symbols, sources: pipeline.sources)
    var second = Pipeline()
    let file = InputFile(path: "printed.graphql", content: text)
    guard let again = second.validateSchema([file], options: .strict) else {
      require(
        text.isEmpty, "a printed schema is wrong: \(second.diagnostics.first?.message ?? "")")
      return
    }
    require(
      SchemaPrinter.print(again.value, symbols: second.symbols, sources: second.sources) == text,
      "the printed schema differs from the schema")
  }

  /// Introspection responses, and other JSON. The result must equal that of the schema target.
  static func readIntrospection(_ input: [UInt8]) {
    var sources = SourceMap()
    var symbols = SymbolTable()
    do throws(Diagnostic) {
      let source = try sources.add(path: "schema.json", bytes: input)
      let document = try Document.introspection(source, symbols: &symbols, sources: &sources)
      let schema = try Schema([document], symbols: &symbols, sources: &sources)
      let result = SchemaValidation.validate(
        schema, documents: [document], symbols: symbols, sources: sources, options: .strict)
      render(result.diagnostics, sources)
      guard result.schema != nil else { return }
      _ = SchemaPrinter.print(schema, symbols: symbols, sources: sources)
    } catch {
      render([error], sources)
    }
  }

  /// Diagnostics are rendered with their source text, so invalid positions show too.
  static func render(_ diagnostics: [Diagnostic], _ sources: SourceMap) {
    for format in DiagnosticFormat.allCases {
      _ = DiagnosticRenderer(format: format, sources: sources).render(diagnostics)
    }
  }
}
