// The parts that the schema of a subgraph leaves out, because its server adds them: the directives of linked
// specifications, and the definitions of types that it extends.
// https://specs.apollo.dev/link/v1.0/
// https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/subgraph-spec

package import AuthGenLanguage

/// The specifications that a schema links. Those for connectors have definitions: see `ConnectSpecification`.
package struct LinkedSpecifications: Sendable {
  /// The names in the specifications, by the names that the schema imports.
  private var names: [Symbol: String] = [:]
  /// The beginnings of the names that are not imported, such as `federation__`.
  private var prefixes: [String] = []
  /// Whether the schema links the connect specification, which defines the types of `@link`.
  private var linksConnect = false
  /// Whether the schema is that of a subgraph.
  private var isSubgraph = false
  /// The names of the root operation types.
  private var roots: Set<String> = []

  /// - Parameter sources: the sources of the documents.
  package init(_ documents: [Document], symbols: SymbolTable, sources: SourceMap) {
    var hasLinks = false
    for case .schema(let schema) in documents.lazy.flatMap(\.definitions) {
      roots.formUnion(schema.rootOperations.map { symbols[$0.type.symbol] })
      for link in schema.directives where ["link", "core"].contains(symbols[link.name.symbol]) {
        names[link.name.symbol] = symbols[link.name.symbol]
        guard let url = (link.argument("url", symbols) ?? link.argument("feature", symbols))?.string
        else { continue }
        hasLinks = true
        add(link, url: sources.text(of: url), symbols, sources)
      }
    }
    if roots.isEmpty { roots = ["Query", "Mutation", "Subscription"] }
    // The first edition of Federation has no links. One of two directives is at each entity.
    let marks = ["key", "extends"].compactMap { symbols.find($0) }
    let usesFirst =
      !hasLinks && !marks.isEmpty
      && documents.lazy.flatMap(\.definitions).contains { definition in
        guard case .type(let type) = definition else { return false }
        return type.directives.contains { marks.contains($0.name.symbol) }
      }
    guard usesFirst else { return }
    isSubgraph = true
    for name in Self.firstEdition { if let symbol = symbols.find(name) { names[symbol] = name } }
  }

  private mutating func add(
    _ link: Directive, url: String, _ symbols: SymbolTable, _ sources: SourceMap
  ) {
    guard !url.hasPrefix(ConnectSpecification.anyVersion) else {
      linksConnect = true
      return
    }
    if url.contains("/federation/") { isSubgraph = true }
    // The name is the last but one component of the URL.
    let name =
      link.argument("as", symbols)?.string.map(sources.text(of:))
      ?? url.split(separator: "/").dropLast().last.map(String.init)
    if let name {
      prefixes.append(name + "__")
      if let symbol = symbols.find(name) { names[symbol] = name }
    }
    guard case .list(let imports) = link.argument("import", symbols)?.kind else { return }
    for element in imports {
      guard let linked = LinkImport(element, symbols),
        let symbol = symbols.find(Self.withoutMark(sources.text(of: linked.alias)))
      else { continue }
      names[symbol] = Self.withoutMark(sources.text(of: linked.name))
    }
  }

  /// The directives of the first edition.
  private static let firstEdition = [
    "key", "extends", "external", "requires", "provides", "tag", "inaccessible",
  ]

  private static func withoutMark(_ name: String) -> String {
    name.hasPrefix("@") ? String(name.dropFirst()) : name
  }

  /// The name of a directive or type in its specification; nil if it belongs to none.
  package func name(_ symbol: Symbol, _ symbols: SymbolTable) -> String? {
    if let name = names[symbol] { return name }
    let text = symbols[symbol]
    return prefixes.first { text.hasPrefix($0) }.map { String(text.dropFirst($0.count)) }
  }

  /// The names under which the schema has a directive of a linked specification.
  package func localNames(of name: String, _ symbols: SymbolTable) -> [Symbol] {
    names.filter { $0.value == name }.map(\.key) + prefixes.compactMap { symbols.find($0 + name) }
  }

  /// Whether a type may be extended without a definition: a type of a subgraph, and a root operation type,
  /// which may be in another part of the schema.
  fileprivate func mayBeExtended(_ type: TypeDefinition, _ symbols: SymbolTable) -> Bool {
    let name = symbols[type.name.symbol]
    guard !Symbol.builtInScalars.contains(type.name.symbol), !name.hasPrefix("__") else {
      return false
    }
    return isSubgraph || roots.contains(name)
  }

  /// The types of the specifications that schemas name without a definition.
  fileprivate static let types = [
    "FieldSet", "federation__FieldSet", "federation__Policy", "federation__Scope",
    "link__Import", "link__Purpose", "_Any", "_FieldSet",
  ]
}

/// An element of `import` of `@link`: a string, or an object with `name` and `as`.
struct LinkImport {
  let name: StringLiteral
  let alias: StringLiteral

  init?(_ value: Value, _ symbols: SymbolTable) {
    guard let name = value.string ?? value.field("name", symbols)?.string else { return nil }
    self.name = name
    alias = value.field("as", symbols)?.string ?? name
  }
}

extension [Document] {
  /// Returns the documents with a definition of each type that a subgraph extends: the first extension is
  /// one. The types of linked specifications that are missing are scalars.
  package func completed(symbols: SymbolTable, sources: SourceMap) -> [Document] {
    var defined: Set<Symbol> = []
    var hasExtensions = false
    for case .type(let type) in lazy.flatMap(\.definitions) {
      if type.isExtension { hasExtensions = true } else { defined.insert(type.name.symbol) }
    }
    let missing = LinkedSpecifications.types.compactMap { symbols.find($0) }
      .filter { !defined.contains($0) }
    guard hasExtensions || !missing.isEmpty else { return self }
    let specifications = LinkedSpecifications(self, symbols: symbols, sources: sources)
    var result = self
    for document in indices {
      for (index, definition) in self[document].definitions.enumerated() {
        guard case .type(let type) = definition, type.isExtension,
          specifications.mayBeExtended(type, symbols),
          defined.insert(type.name.symbol).inserted
        else { continue }
        result[document].definitions[index] = .type(
          TypeDefinition(
            kind: type.kind, position: type.position, name: type.name, parts: type.parts))
      }
    }
    for name in missing where specifications.lacks(symbols[name]) && !defined.contains(name) {
      result[0].definitions.append(
        .type(TypeDefinition(kind: .scalar, position: .unknown, name: Name(name))))
    }
    return result
  }
}

extension LinkedSpecifications {
  /// Whether a specification of the schema has a type, and nothing defines it.
  fileprivate func lacks(_ type: String) -> Bool {
    (isSubgraph || !names.isEmpty) && !(linksConnect && type.hasPrefix("link__"))
  }
}
