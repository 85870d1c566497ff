// Parses texts, and makes schemas of them.

import AuthGenLanguage
import AuthGenSupport
import AuthGenTypeSystem
import Testing

/// The sources and symbols of texts.
final class Workspace {
  var sources = SourceMap()
  var symbols = SymbolTable()

  func add(_ text: String, path: String = "") throws -> Source {
    try sources.add(path: path, bytes: Array(text.utf8))
  }

  // MARK: Parts of documents

  func parse(_ text: String, path: String = "") throws -> Document {
    try Document.parse(try add(text, path: path), symbols: &symbols)
  }

  /// Parses a text that has one operation.
  func operation(_ text: String) throws -> OperationDefinition {
    guard case .operation(let operation) = try parse(text).definitions.first else {
      throw WrongKind()
    }
    return operation
  }

  /// Parses a text that has one type definition or extension.
  func type(_ text: String) throws -> TypeDefinition {
    guard case .type(let type) = try parse(text).definitions.first else { throw WrongKind() }
    return type
  }

  /// Parses the argument's value in a query `{f(a: …)}`.
  func value(_ text: String) throws -> Value {
    guard case .field(let field) = try operation("{f(a: \(text))}").selectionSet.selections.first
    else { throw WrongKind() }
    return try #require(field.arguments.first).value
  }

  /// Parses the type of a variable.
  func reference(_ text: String) throws -> TypeReference {
    try #require(try operation("query($a: \(text)) { b }").variables.first).type
  }

  struct WrongKind: Error {}

  // MARK: Schemas

  /// Parses schema definition language or introspection JSON.
  func document(_ text: String) throws -> Document {
    try Document.schema(try add(text), symbols: &symbols, sources: &sources)
  }

  func schema(_ texts: String...) throws -> Schema { try schema(try texts.map(document)) }

  func schema(_ documents: [Document]) throws -> Schema {
    try Schema(documents, symbols: &symbols, sources: &sources)
  }

  func printed(_ schema: Schema, sorted: Bool = true) -> String {
    String(
      decoding: SchemaPrinter.print(schema, symbols: symbols, sources: sources, sorted: sorted),
      as: UTF8.self)
  }

  /// Returns the type with this name.
  func id(_ name: String, in schema: Schema) throws -> TypeID {
    try #require(symbols.find(name).flatMap(schema.typeID))
  }

  func symbol(_ name: String) throws -> Symbol { try #require(symbols.find(name)) }
}

/// Expects that parsing fails at an offset of the first line with this message.
func expectSyntaxError(
  _ bytes: [UInt8], at offset: Int, _ message: String, help: String? = nil,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  do {
    let workspace = Workspace()
    let source = try workspace.sources.add(path: "", bytes: bytes)
    let error = try #require(syntaxError(in: source), sourceLocation: sourceLocation)
    #expect(
      workspace.sources.text(of: [error])
        == "1:\(offset + 1) syntax: \(message)" + (help.map { "\nhelp: \($0)" } ?? ""),
      sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}

/// Parses as the tool does: on a thread with enough stack for the nesting limit.
func syntaxError(in source: Source) -> Diagnostic? {
  Threads.run {
    var symbols = SymbolTable()
    do throws(Diagnostic) {
      _ = try Document.parse(source, symbols: &symbols)
      return nil
    } catch {
      return error
    }
  }
}
