// Reads a schema's file in each of its forms, and recognises files of other kinds.

extension Document {
  /// Reads a schema as SDL or as an introspection response.
  ///
  /// - Parameter sources: receives the default values of an introspection response, as
  ///   `introspection(_:symbols:sources:)` adds them.
  /// - Throws: the first error, with its position. For a web page, the error says so.
  package static func schema(
    _ source: Source, symbols: inout SymbolTable, sources: inout SourceMap
  ) throws(Diagnostic) -> Document {
    if let page = WebPage(source) { throw page.diagnostic }
    return source.isIntrospection
      ? try introspection(source, symbols: &symbols, sources: &sources)
      : try parse(source, symbols: &symbols)
  }
}

/// A page for browsers: what a server sends for a wrong address, or before a login.
package struct WebPage: Sendable {
  private let position: Position
  private let isHTML: Bool

  /// The number of bytes that are searched for the kind of page.
  private static let searchedLength = 1_024

  /// - Returns: nil if the text does not begin with markup. No schema begins with "<".
  package init?(_ source: Source) {
    let isIgnored = { (byte: UInt8) in byte <= 0x20 || byte == 0xEF || byte == 0xBB || byte == 0xBF
    }
    let text = source.bytes.drop(while: isIgnored)
    // Git marks a merge conflict with several.
    guard text.first == UInt8(ascii: "<"), text.dropFirst().first != UInt8(ascii: "<") else {
      return nil
    }
    position = Position(offset: source.base).advanced(by: text.startIndex)
    let start = String(decoding: text.prefix(Self.searchedLength), as: UTF8.self).lowercased()
    isHTML = start.contains("<html") || start.contains("<!doctype html")
  }

  /// What was found, for messages.
  package var kind: String { isHTML ? "an HTML page" : "an XML document" }

  fileprivate var diagnostic: Diagnostic {
    Diagnostic(
      rule: .syntax, message: "expected a schema, found \(kind)", at: position,
      help: "the server may require a login: \(Diagnostic.adviceToFetch)")
  }
}

extension Diagnostic {
  /// How to get a schema that a browser or a script could not get.
  static let adviceToFetch =
    "fetch the schema with `authgen-fetch URL --output FILE --header 'NAME: VALUE'`"
}
