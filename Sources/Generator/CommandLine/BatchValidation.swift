// Validates many small cases in one process, to compare results with other implementations. Each
// input line is a case; each output line is its result.

import AuthGenLanguage
import AuthGenTypeSystem
import AuthGenValidation

package enum BatchValidation {
  /// Validates each line of `input`, a JSON object with `id`, `schema` and `document`. The schema
  /// and the document are strings or null. Without a schema, the document is only parsed; without a
  /// document, only the schema is validated. The schema can also be an introspection response.
  ///
  /// Reports only the first stage that fails: the schema's syntax, its rules, the document's
  /// syntax, its rules. The `file` of a diagnostic is "schema" or "document".
  ///
  /// - Parameters:
  ///   - input: UTF-8 text. Blank lines are skipped. The result of an invalid line is an error.
  ///   - write: receives each result when it is ready, as a JSON object and a line feed.
  package static func run(_ input: [UInt8], write: (ArraySlice<UInt8>) -> Void) {
    for (index, line) in input.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    where !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
      write(answer(line, lineNumber: index + 1)[...])
    }
  }

  private static func answer(_ line: ArraySlice<UInt8>, lineNumber: Int) -> [UInt8] {
    var sources = SourceMap()
    var id: JSONValue?
    var diagnostics: [Diagnostic]
    do throws(Diagnostic) {
      let source = try sources.add(path: "input", bytes: Array(line))
      let value = try JSONValue.parse(source)
      id = value["id"]
      let texts = try BatchCase(value)
      sources = SourceMap()
      diagnostics = validate(texts, &sources)
    } catch {
      // The position is in the input line, not in the case's schema or document.
      let column = sources.location(of: error.position).map { ", column \($0.column)" } ?? ""
      diagnostics = [
        Diagnostic(
          rule: .batch, message: "line \(lineNumber)\(column): \(error.message)", help: error.help)
      ]
    }
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("id")
      if let id { writer.value(id) } else { writer.null() }
      writer.verdict(diagnostics, sources)
    }
    writer.endLine()
    return writer.bytes
  }

  private static func validate(_ texts: BatchCase, _ sources: inout SourceMap) -> [Diagnostic] {
    var symbols = SymbolTable()
    do throws(Diagnostic) {
      guard let schemaText = texts.schema else {
        if let text = texts.document { _ = try document(text, &symbols, &sources) }
        return []
      }
      let schemaDocument = try schemaDocument(schemaText, &symbols, &sources)
      let schema = try Schema([schemaDocument], symbols: &symbols, sources: &sources)
      let schemaVerdict = SchemaValidation.validate(
        documents: [schemaDocument], schema: schema, symbols: symbols, sources: sources,
        options: .batch)
      guard let validSchema = schemaVerdict.schema, let text = texts.document else {
        return schemaVerdict.diagnostics
      }
      let document = try document(text, &symbols, &sources)
      let verdict = ExecutableValidation.validate(
        ExecutableDocument([document]), schema: validSchema, symbols: symbols, sources: sources,
        options: .batch)
      return schemaVerdict.diagnostics + verdict.diagnostics
    } catch {
      return [error]
    }
  }

  private static func schemaDocument(
    _ text: JSONString, _ symbols: inout SymbolTable, _ sources: inout SourceMap
  ) throws(Diagnostic) -> Document {
    try Document.schema(
      try sources.add(path: "schema", bytes: text.utf8), symbols: &symbols, sources: &sources)
  }

  private static func document(
    _ text: JSONString, _ symbols: inout SymbolTable, _ sources: inout SourceMap
  ) throws(Diagnostic) -> Document {
    try Document.parse(try sources.add(path: "document", bytes: text.utf8), symbols: &symbols)
  }
}

/// The texts of a case. At least one is present.
private struct BatchCase {
  let schema: JSONString?
  let document: JSONString?

  /// - Throws: a diagnostic if `value` is not a valid case.
  init(_ value: JSONValue) throws(Diagnostic) {
    guard value.object != nil else {
      throw Self.error("expected an object, found \(value.kindDescription)", at: value)
    }
    guard value["id"] != nil else { throw Self.error("the member \"id\" is missing", at: value) }
    schema = try Self.text("schema", of: value)
    document = try Self.text("document", of: value)
    if schema == nil, document == nil {
      throw Self.error("there is neither a schema nor a document", at: value)
    }
  }

  private static func text(
    _ name: String, of value: JSONValue
  ) throws(Diagnostic) -> JSONString? {
    guard let member = value[name] else {
      throw error("the member \"\(name)\" is missing", at: value)
    }
    if member.isNull { return nil }
    guard let text = member.string else {
      throw error("\"\(name)\" is \(member.kindDescription)", at: member)
    }
    return text
  }

  private static func error(_ message: String, at value: JSONValue) -> Diagnostic {
    Diagnostic(
      rule: .batch, message: message, at: value.position,
      help: "a case is {\"id\": …, \"schema\": text or null, \"document\": text or null}")
  }
}
