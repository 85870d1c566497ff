// Converts an introspection response to a document, as if the schema had been written in SDL.
// Positions refer to the JSON.
// https://spec.graphql.org/September2025/#sec-Introspection

extension Source {
  /// Whether the text is JSON and not GraphQL: it begins with `{` and a quoted name. No GraphQL
  /// document begins like this.
  package var isIntrospection: Bool {
    var rest = bytes
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
    rest = rest.drop(while: isSpace)
    guard rest.popFirst() == UInt8(ascii: "{") else { return false }
    let next = rest.drop(while: isSpace).first
    return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
  }
}

extension Document {
  /// Reads an introspection response of any edition since 2015: a response with `data`, or the data
  /// alone. Skips built-in types and directives. Converts deprecations, `specifiedByURL` and
  /// `isOneOf` to directives.
  ///
  /// - Parameter sources: receives the default values, which are GraphQL inside JSON, as separate
  ///   sources. Their positions are shown in the JSON.
  /// - Throws: the first error, with its position: invalid JSON, a member that is missing or has the wrong
  ///   type, an invalid name or default value, or the server's own message if it rejected the query.
  package static func introspection(
    _ source: Source, symbols: inout SymbolTable, sources: inout SourceMap
  ) throws(Diagnostic) -> Document {
    let schema = try IntrospectionObject.schema(in: try JSONValue.parse(source))
    var reader = IntrospectionReader()
    swap(&reader.symbols, &symbols)
    swap(&reader.sources, &sources)
    defer {
      swap(&reader.symbols, &symbols)
      swap(&reader.sources, &sources)
    }
    return try reader.document(schema)
  }
}

extension IntrospectionObject {
  /// Returns the `__schema` object of a response.
  fileprivate static func schema(in value: JSONValue) throws(Diagnostic) -> IntrospectionObject {
    let response = try IntrospectionObject(value)
    if let schema = response.optional("__schema") { return try IntrospectionObject(schema) }
    let data = response.optional("data")
    if let data, let schema = try IntrospectionObject(data).optional("__schema") {
      return try IntrospectionObject(schema)
    }
    if let refusal = response.refusal { throw refusal }
    throw Diagnostic(
      rule: .introspection, message: "expected an introspection response here",
      at: data?.position ?? value.position,
      help: "it has a member \"__schema\", in an object or in the \"data\" of a response; "
        + Diagnostic.adviceToFetch)
  }

  /// The diagnostic for the first of the response's errors.
  private var refusal: Diagnostic? {
    guard let errors = value["errors"]?.array, let first = errors.first else { return nil }
    let message = first["message"]?.string?.text ?? "an error without a message"
    return Diagnostic(
      rule: .introspection, message: "the server returned an error: \(message)",
      at: first["message"]?.position ?? first.position,
      help: "if the server requires a login, \(Diagnostic.adviceToFetch); many servers refuse "
        + "introspection in production: ask for the schema file instead")
  }
}
