// Parses texts for the tests of the parser.

import AuthGenLanguage
import AuthGenSupport
import Testing

/// The sources and symbols used for parsing.
final class Workspace {
  var sources = SourceMap()
  var symbols = SymbolTable()

  func add(_ text: String) throws -> Source {
    try sources.add(path: "", bytes: Array(text.utf8))
  }

  func parse(_ text: String) throws -> Document {
    try Document.parse(try add(text), symbols: &symbols)
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
    guard case .field(let field) = try operation("{f(a: \(text))}").selectionSet.selections.first,
      let argument = field.arguments.first
    else { throw WrongKind() }
    return argument.value
  }

  /// Parses the type of a variable.
  func reference(_ text: String) throws -> TypeReference {
    guard let variable = try operation("query($a: \(text)) { b }").variables.first else {
      throw WrongKind()
    }
    return variable.type
  }

  /// Returns the value of a string literal.
  func text(ofString literal: String) throws -> String? {
    try value(literal).string.map { sources.text(of: $0) }
  }

  func names(_ names: [Name]) -> [String] {
    names.map { symbols[$0.symbol] }
  }

  struct WrongKind: Error {}
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
