// Makes schemas from texts for the tests of schemas.

import AuthGenLanguage
import AuthGenTypeSystem

/// The sources and symbols of the schemas.
final class SchemaWorkspace {
  var sources = SourceMap()
  var symbols = SymbolTable()

  /// Parses schema definition language or introspection JSON.
  func document(_ text: String) throws -> Document {
    try Document.schema(
      try sources.add(path: "", bytes: Array(text.utf8)), symbols: &symbols, sources: &sources
    )
  }

  func schema(_ texts: String...) throws -> Schema {
    try Schema(try texts.map { try document($0) }, symbols: &symbols, sources: &sources)
  }

  func printed(_ schema: Schema, sorted: Bool = true) -> String {
    String(
      decoding: SchemaPrinter.print(schema, symbols: symbols, sources: sources, sorted: sorted),
      as: UTF8.self)
  }

  /// Prints the schema of this text.
  func printed(_ text: String, sorted: Bool = true) throws -> String {
    printed(try schema(text), sorted: sorted)
  }

  /// Returns the type with this name.
  func id(_ name: String, in schema: Schema) throws -> TypeID {
    guard let id = symbols.find(name).flatMap(schema.typeID) else { throw UnknownName(name: name) }
    return id
  }

  func symbol(_ name: String) throws -> Symbol {
    guard let symbol = symbols.find(name) else { throw UnknownName(name: name) }
    return symbol
  }

  func names(_ ids: [TypeID], in schema: Schema) -> [String] {
    ids.map { symbols[schema[$0].name.symbol] }
  }

  func names(_ names: [Name]) -> [String] {
    names.map { symbols[$0.symbol] }
  }

  /// Line and column.
  func place(_ position: Position) -> String? {
    sources.location(of: position).map { "\($0.line):\($0.column)" }
  }

  /// The line, and the `count` characters after the position.
  func excerpt(_ position: Position, _ count: Int) -> String? {
    sources.location(of: position).map { location in
      let rest = String(decoding: location.after, as: UTF8.self)
      return "\(location.line): \(rest.prefix(count))"
    }
  }

  struct UnknownName: Error {
    let name: String
  }
}
