// Apollo's `connect` specification, which describes REST services in a schema. A schema that links
// it can use its directives without defining them.
// https://www.apollographql.com/docs/graphos/connectors/directives
// https://specs.apollo.dev/link/v1.0/

package import AuthGenLanguage

/// The `connect` specification as linked by a schema, with the names of its directives.
package struct ConnectSpecification: Sendable {
  /// The supported version.
  package static let version = "v0.4"
  package static let url = "https://specs.apollo.dev/connect/" + version

  static let anyVersion = "https://specs.apollo.dev/connect/"

  package let connect: Symbol
  package let source: Symbol
  /// The position of the link.
  package let position: Position
  /// The definitions that are added to the schema.
  let definitions: String

  /// - Returns: nil if no document links the specification.
  /// - Throws: a diagnostic if a document links another version, or uses invalid names.
  init?(
    _ documents: [Document], symbols: inout SymbolTable, sources: SourceMap
  ) throws(Diagnostic) {
    guard let linkName = symbols.find("link"),
      let (link, version) = Self.link(linkName, in: documents, sources)
    else { return nil }
    guard version == Self.version else {
      throw Diagnostic(
        rule: .connectors,
        message: "the schema links version \"\(version)\" of the connect specification",
        at: link[argument: .url]?.position ?? link.position,
        help: "authgen reads \(Self.version): write \"\(Self.url)\", and check the changes")
    }
    let names = try LinkedNames(link, symbols: symbols, sources: sources)
    connect = symbols.intern(names.connect)
    source = symbols.intern(names.source)
    position = link.position
    definitions = Self.definitions(names)
  }

  private static func link(
    _ name: Symbol, in documents: [Document], _ sources: SourceMap
  ) -> (Directive, version: String)? {
    for case .schema(let schema) in documents.lazy.flatMap(\.definitions) {
      for directive in schema.directives where directive.name.symbol == name {
        guard let url = directive[argument: .url]?.string.map(sources.text(of:)),
          url.hasPrefix(anyVersion)
        else { continue }
        return (directive, String(url.dropFirst(anyVersion.utf8.count)))
      }
    }
    return nil
  }

  private static func definitions(_ names: LinkedNames) -> String {
    """
    directive @link(
      url: String!, as: String, for: link__Purpose, import: [link__Import]
    ) repeatable on SCHEMA
    enum link__Purpose { SECURITY EXECUTION }
    scalar link__Import

    directive @\(names.source)(
      name: String!, http: connect__SourceHTTP, errors: connect__ConnectorErrors,
      isSuccess: connect__JSONSelection
    ) repeatable on SCHEMA
    directive @\(names.connect)(
      source: String, id: String, http: connect__ConnectHTTP, batch: connect__ConnectBatch,
      errors: connect__ConnectorErrors, isSuccess: connect__JSONSelection,
      selection: connect__JSONSelection!, entity: Boolean = false
    ) repeatable on FIELD_DEFINITION | OBJECT

    scalar connect__JSONSelection
    scalar connect__URLTemplate
    input connect__SourceHTTP {
      baseURL: connect__URLTemplate!
      headers: [connect__HTTPHeaderMapping!]
      path: connect__JSONSelection
      queryParams: connect__JSONSelection
    }
    input connect__ConnectHTTP {
      GET: connect__URLTemplate
      POST: connect__URLTemplate
      PUT: connect__URLTemplate
      PATCH: connect__URLTemplate
      DELETE: connect__URLTemplate
      headers: [connect__HTTPHeaderMapping!]
      body: connect__JSONSelection
      path: connect__JSONSelection
      queryParams: connect__JSONSelection
    }
    input connect__HTTPHeaderMapping { name: String! from: String value: String }
    input connect__ConnectBatch { maxSize: Int }
    input connect__ConnectorErrors {
      message: connect__JSONSelection
      extensions: connect__JSONSelection
    }
    """
  }
}

/// The linked names of the two directives: the imported names, or otherwise the original names with
/// the specification's name as a prefix.
private struct LinkedNames {
  var connect = "connect"
  var source = "connect__source"

  init(_ link: Directive, symbols: SymbolTable, sources: SourceMap) throws(Diagnostic) {
    if let namespace = link.argument("as", symbols)?.string {
      connect = try Self.name(sources.text(of: namespace), at: namespace.position)
      source = connect + "__source"
    }
    guard case .list(let imports) = link.argument("import", symbols)?.kind else { return }
    for element in imports {
      let (imported, local) = try Self.directive(element, symbols, sources)
      switch imported {
      case "@connect": connect = local
      case "@source": source = local
      default:
        throw Diagnostic(
          rule: .connectors,
          message: "\"\(imported)\" is not part of the connect specification",
          at: element.position, help: "import \"@source\" and \"@connect\"")
      }
    }
  }

  private static func directive(
    _ value: Value, _ symbols: SymbolTable, _ sources: SourceMap
  ) throws(Diagnostic) -> (imported: String, local: String) {
    guard let linked = LinkImport(value, symbols)
    else {
      throw Diagnostic(
        rule: .connectors, message: "an import is a string, or an object with a \"name\"",
        at: value.position, help: "write \"@connect\" or {name: \"@connect\", as: \"@rest\"}")
    }
    let local = try directiveName(sources.text(of: linked.alias), at: linked.alias.position)
    return (sources.text(of: linked.name), local)
  }

  private static func directiveName(
    _ text: String, at position: Position
  ) throws(Diagnostic) -> String {
    guard text.hasPrefix("@") else {
      throw Diagnostic(
        rule: .connectors, message: "a directive's name begins with @", at: position,
        help: "write \"@\(text)\"")
    }
    return try name(String(text.dropFirst()), at: position)
  }

  /// Returns a name after checking that it is a GraphQL name, because it becomes part of a definition.
  private static func name(_ text: String, at position: Position) throws(Diagnostic) -> String {
    guard Name.isValid(text.utf8) else {
      throw Diagnostic(
        rule: .connectors, message: "invalid directive name", at: position,
        help: "use letters, digits and underscores, no digit first")
    }
    return text
  }
}

extension Directive {
  /// Returns an argument by name.
  package func argument(_ name: String, _ symbols: SymbolTable) -> Value? {
    symbols.find(name).flatMap { self[argument: $0] }
  }
}

extension Value {
  /// Returns a field of an object value, by name.
  package func field(_ name: String, _ symbols: SymbolTable) -> Value? {
    guard case .object(let fields) = kind, let symbol = symbols.find(name) else { return nil }
    return fields.first { $0.name.symbol == symbol }?.value
  }
}
