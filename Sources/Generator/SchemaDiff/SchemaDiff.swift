// Compares two versions of a schema:
//
//     type Book { title: String! }
//     type Book { title: String isbn: String }
//
// gives two changes: fieldAdded at Book.isbn, and fieldChangedKind at Book.title, which is breaking.
// Definitions in both versions are compared by name. Skips the specification's own types and directives. Of
// the applied directives, compares those that the specification defines, and those in `SchemaMarks`.
// https://spec.graphql.org/September2025/#sec-Type-System

package import AuthGenLanguage
package import AuthGenTypeSystem

package struct SchemaDiff {
  let old: Schema
  let new: Schema
  let symbols: SymbolTable
  let sources: SourceMap
  let client: SchemaDiffClient
  var changes: [SchemaChange] = []
  /// Whether the new schema applies a directive in `SchemaMarks`.
  var newHasMarks = false

  /// Returns all changes from `old` to `new`, sorted by coordinate, then by kind.
  ///
  /// - Parameters:
  ///   - old: the old schema. Neither schema has to be valid.
  ///   - client: the client of the schemas.
  ///   - symbols: the table of both schemas, in its latest state.
  ///   - sources: the sources of both schemas.
  package static func changes(
    from old: Schema, to new: Schema, client: SchemaDiffClient, symbols: SymbolTable,
    sources: SourceMap
  ) -> [SchemaChange] {
    var diff = SchemaDiff(
      old: old, new: new, symbols: symbols, sources: sources, client: client)
    diff.compareSchemaDefinitions()
    diff.compareTypes()
    diff.compareDirectives()
    diff.foldLostMarks()
    return diff.sorted()
  }

  private init(
    old: Schema, new: Schema, symbols: SymbolTable, sources: SourceMap, client: SchemaDiffClient
  ) {
    self.old = old
    self.new = new
    self.symbols = symbols
    self.sources = sources
    self.client = client
  }

  private func sorted() -> [SchemaChange] {
    let ranks = Dictionary(
      uniqueKeysWithValues: SchemaChangeKind.allCases.enumerated().map { ($1, $0) })
    return changes.map { ($0, Array($0.coordinate.utf8), ranks[$0.kind] ?? 0) }
      .sorted { left, right in
        if left.1 != right.1 { return left.1.lexicographicallyPrecedes(right.1) }
        if left.2 != right.2 { return left.2 < right.2 }
        // A member of a union has the coordinate of the union.
        return left.0.message < right.0.message
      }
      .map(\.0)
  }

  // MARK: Recording changes

  /// A definition in both schemas.
  struct Pair<Definition: NamedDefinition> {
    let element: SchemaElement
    let old: Definition
    let new: Definition
  }

  /// Records a change of a definition in both schemas.
  mutating func note<Definition>(
    _ kind: SchemaChangeKind, _ criticality: SchemaChange.Criticality, _ pair: Pair<Definition>,
    message: String, consequence: String
  ) {
    note(
      kind, criticality, pair.element, message: message, consequence: consequence,
      old: pair.old.name.position, new: pair.new.name.position)
  }

  /// - Parameters:
  ///   - message: the change, a clause whose subject is the element.
  ///   - consequence: the effect on clients.
  ///   - coordinate: the coordinate to report; nil for the element itself.
  mutating func note(
    _ kind: SchemaChangeKind, _ criticality: SchemaChange.Criticality, _ element: SchemaElement,
    message: String, consequence: String, old: Position? = nil, new: Position? = nil,
    parent: Position? = nil, named coordinate: SchemaElement? = nil
  ) {
    changes.append(
      SchemaChange(
        kind: kind, criticality: criticality, element: element,
        coordinate: (coordinate ?? element).coordinate(symbols), message: message,
        consequence: consequence, old: old, new: new, parent: parent))
  }

  /// Compares the descriptions, the deprecations and the marks of two definitions.
  mutating func compareTexts<Definition>(_ pair: Pair<Definition>) {
    compareDescriptions(pair)
    compareDeprecation(pair)
    compareMarks(pair)
  }

  mutating func compareDescriptions<Definition>(_ pair: Pair<Definition>) {
    compareDescriptions(
      pair.element, (pair.old.description, pair.old.name.position),
      (pair.new.description, pair.new.name.position))
  }

  private mutating func compareDescriptions(
    _ element: SchemaElement, _ old: (description: StringLiteral?, position: Position),
    _ new: (description: StringLiteral?, position: Position)
  ) {
    guard old.description != nil || new.description != nil,
      !sources.haveSameText(old.description, new.description)
    else { return }
    let had = !sources.isEmpty(old.description)
    let what = had ? (sources.isEmpty(new.description) ? "removed" : "changed") : "added"
    note(
      .descriptionChanged, .safe, element, message: "its description was \(what)",
      consequence: "only documentation differs", old: old.position, new: new.position)
  }

  private mutating func compareDeprecation<Definition>(_ pair: Pair<Definition>) {
    if pair.old.directives.isEmpty, pair.new.directives.isEmpty { return }
    switch (
      pair.old.directives.deprecationReason(sources), pair.new.directives.deprecationReason(sources)
    ) {
    case (nil, let reason?):
      note(
        .deprecationAdded, .safe, pair, message: "it was deprecated: \"\(reason)\"",
        consequence: "it still works, and may be removed later")
    case (_?, nil):
      note(
        .deprecationRemoved, .safe, pair, message: "it is no longer deprecated",
        consequence: "clients can use it")
    case (let before?, let after?) where before != after:
      note(
        .deprecationReasonChanged, .safe, pair,
        message: "the reason of its deprecation is now \"\(after)\"",
        consequence: "only documentation differs")
    default: break
    }
  }

  // MARK: The schema as a whole

  private mutating func compareSchemaDefinitions() {
    let places = (old.definitions.first?.position, new.definitions.first?.position)
    compareDescriptions(
      .schema, (old.description, places.0 ?? .unknown), (new.description, places.1 ?? .unknown))
    for operationType in OperationType.allCases {
      let keyword = operationType.keyword
      switch (old.rootName(operationType), new.rootName(operationType)) {
      case (let root?, nil):
        note(
          .rootTypeRemoved, .breaking, .root(operationType),
          message: "the schema no longer supports \(operationType.plural)",
          consequence: "every \(keyword) is refused", old: root.position, parent: places.1)
      case (nil, let root?):
        note(
          .rootTypeAdded, .safe, .root(operationType),
          message: "the schema supports \(operationType.plural) now, on \(symbols[root.symbol])",
          consequence: "no operation can have used them", new: root.position)
      case (let before?, let after?) where before.symbol != after.symbol:
        note(
          .rootTypeChanged, .breaking, .root(operationType),
          message: "the type of \(operationType.plural) was \(symbols[before.symbol]) and is now"
            + " \(symbols[after.symbol])",
          consequence: "a \(keyword) may select what the other type does not have",
          old: before.position, new: after.position)
      default: break
      }
    }
  }
}

extension OperationType {
  fileprivate var plural: String {
    switch self {
    case .query: "queries"
    case .mutation: "mutations"
    case .subscription: "subscriptions"
    }
  }
}

extension SourceMap {
  /// Whether two descriptions have the same text. An absent description equals an empty one.
  fileprivate func haveSameText(_ first: StringLiteral?, _ second: StringLiteral?) -> Bool {
    if let first, let second, first.length == second.length {
      let spellings = [first, second].map { literal in
        source(at: literal.position)?.slice(at: literal.position, length: Int(literal.length))
      }
      if spellings[0] == spellings[1] { return true }
    }
    return (first.map { text(of: $0) } ?? "") == (second.map { text(of: $0) } ?? "")
  }

  fileprivate func isEmpty(_ description: StringLiteral?) -> Bool {
    description.map { text(of: $0).isEmpty } ?? true
  }
}
