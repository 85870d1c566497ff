// The directives of a schema that decide how clients call its fields and what they read, by the names that
// the schema gives them.

package import AuthGenLanguage

package struct SchemaMarks: Sendable {
  /// The directives of fields that need a session: the configured one, and Federation's `@authenticated`,
  /// `@requiresScopes` and `@policy`.
  package let authentication: Set<Symbol>
  package let feature: Symbol?
  package let weight: Symbol?
  package let rateLimit: Symbol?
  /// `@semanticNonNull`, for a field.
  package let nonNull: Set<Symbol>
  /// `@semanticNonNullField`, for a field of the type that it is applied to.
  package let nonNullField: Set<Symbol>
  /// `@connect` and `@source`.
  package let connectors: Set<Symbol>
  /// All of these.
  package let all: Set<Symbol>

  /// - Parameters:
  ///   - authenticated: the configured name of a directive, as are the next three.
  ///   - schema: the schema, which can link specifications.
  package init(
    authenticated: String, feature: String, weight: String, rateLimit: String, in schema: Schema,
    symbols: SymbolTable, sources: SourceMap
  ) {
    let specifications = LinkedSpecifications(
      [Document(definitions: schema.definitions.map { .schema($0) })], symbols: symbols,
      sources: sources)
    /// The names of a directive: its own one, and those under which the schema links it.
    func names(of directive: String) -> Set<Symbol> {
      Set(
        [symbols.find(directive)].compactMap { $0 }
          + specifications.localNames(of: directive, symbols))
    }
    authentication = names(of: authenticated).union(
      ["requiresScopes", "policy"].flatMap { specifications.localNames(of: $0, symbols) })
    self.feature = symbols.find(feature)
    self.weight = symbols.find(weight)
    self.rateLimit = symbols.find(rateLimit)
    nonNull = names(of: "semanticNonNull")
    nonNullField = names(of: "semanticNonNullField")
    connectors = Set([schema.connect?.connect, schema.connect?.source].compactMap { $0 })
    all = authentication.union(nonNull).union(nonNullField).union(connectors).union(
      [self.feature, self.weight, self.rateLimit].compactMap { $0 })
  }
}
