// Validates many small cases in one process, to compare results with other implementations. Each
// input line is a case; each output line is its result.

import AuthGenGeneration
import AuthGenLanguage
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
      write(result(of: line, lineNumber: index + 1)[...])
    }
  }

  private static func result(of line: ArraySlice<UInt8>, lineNumber: Int) -> [UInt8] {
    var sources = SourceMap()
    var id: JSONValue?
    var diagnostics: [Diagnostic]
    do throws(Diagnostic) {
      let source = try sources.add(path: "input", bytes: Array(line))
      let value = try JSONValue.parse(source)
      id = value["id"]
      let texts = try BatchCase(value)
      let pipeline = validate(texts)
      (diagnostics, sources) = (pipeline.diagnostics, pipeline.sources)
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
      writer.verdict(diagnostics.map { ($0, sources) })
    }
    writer.endLine()
    return writer.bytes
  }

  private static func validate(_ texts: BatchCase) -> Pipeline {
    var pipeline = Pipeline()
    let document = texts.document.map {
      InputFile(path: "document", content: Array($0.text.utf8))
    }
    guard let schema = texts.schema else {
      _ = document.flatMap { pipeline.parseDocument($0) }
      return pipeline
    }
    let valid = pipeline.validateSchema(
      [InputFile(path: "schema", content: Array(schema.text.utf8))], options: .batch)
    if let valid, let operations = document.flatMap({ pipeline.parseDocument($0) }) {
      _ = pipeline.validateOperations(operations, against: valid, options: .batch)
    }
    return pipeline
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
    guard text.loneSurrogate == nil else {
      throw error("\"\(name)\" contains half of a surrogate pair", at: member)
    }
    return text
  }

  private static func error(_ message: String, at value: JSONValue) -> Diagnostic {
    Diagnostic(
      rule: .batch, message: message, at: value.position,
      help: "a case is {\"id\": …, \"schema\": text or null, \"document\": text or null}")
  }
}
