// The positions in a client's operations that each schema change affects.

package import AuthGenLanguage
package import AuthGenTypeSystem
package import AuthGenValidation

package struct SchemaUsage: Sendable {
  /// The maximum number of operations listed per fragment.
  package static let maximumOperations = 100
  /// The maximum number of variable types per input type.
  private static let maximumVariableTypes = 1_000

  package let document: ExecutableDocument
  private let old: Schema
  private let new: Schema
  private let traversal: UsageTraversal
  /// For each input type, the types of variables that can contain its values, including itself; at
  /// most `maximumVariableTypes`.
  private let inputs: [Symbol: [Symbol]]
  /// For each abstract type, the conditions on other types inside it, and the conditions on it
  /// inside other types.
  private let conditions: [Symbol: [(other: Symbol, uses: [SchemaUse])]]
  /// For each fragment, the operations that spread it, directly or indirectly; at most `maximumOperations`.
  private let operations: [Int: [Int]]

  /// - Parameters:
  ///   - document: a document with the symbols of both schemas. It need not be valid: names that
  ///     neither schema defines are skipped.
  package init(
    of changes: [SchemaChange], in document: ExecutableDocument, old: Schema, new: Schema
  ) {
    self.document = document
    self.old = old
    self.new = new
    let keys = Set(changes.flatMap { $0.useKeys(old: old, new: new) })
    var traversal = UsageTraversal(document, old: old, new: new, wanted: keys)
    if !keys.isEmpty { traversal.visitDefinitions() }
    self.traversal = traversal
    conditions = traversal.conditions.mapValues { uses in
      uses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
    inputs = startingPoints(
      traversal.variableTypes.map { ($0, [$0]) }, maximumCount: Self.maximumVariableTypes
    ) { type in (old.type(type) ?? new.type(type))?.inputFields.map(\.type.symbol) ?? [] }
    let (spreads, count) = (traversal.spreads, document.operations.count)
    operations = startingPoints(
      Array(zip(document.operations.indices, spreads)), maximumCount: Self.maximumOperations
    ) { spreads[count + $0] }
  }

  /// Returns the uses that a change affects, in source order.
  ///
  /// - Parameter limit: the maximum number of uses. Default: all.
  package func uses(of change: SchemaChange, limit: Int = .max) -> [SchemaUse] {
    var uses: [SchemaUse] = []
    for key in change.useKeys(old: old, new: new) { uses += self.uses(of: key, limit: limit) }
    // A position can be found by several keys; the first one is the most specific.
    var seen: Set<Position> = []
    uses.removeAll { !seen.insert($0.position).inserted }
    return Array(uses.sorted { $0.position < $1.position }.prefix(limit))
  }

  private func uses(of key: UseKey, limit: Int) -> [SchemaUse] {
    if let owner = key.owner, let name = key.name {
      return omissions(of: name, in: owner, limit: limit)
    }
    switch (key.element, key.aspect) {
    case (.type(let type), .variable):
      var uses: [SchemaUse] = []
      for type in inputs[type] ?? [] {
        if uses.count >= limit { break }
        uses += traversal.variables[type] ?? []
      }
      return uses
    case (.member(let member, let type), _):
      return conditions(on: member, of: type, limit: limit)
    default:
      return Array((traversal.found[key] ?? []).prefix(limit))
    }
  }

  /// Returns the places where an argument or input field is, or can be, omitted.
  private func omissions(of name: Symbol, in owner: SchemaElement, limit: Int) -> [SchemaUse] {
    var uses: [SchemaUse] = []
    for application in traversal.applications[owner] ?? [] {
      if uses.count >= limit { break }
      if let given = application.given[name] {
        if let use = given { uses.append(use) }
      } else {
        uses.append(application.use)
      }
    }
    return uses
  }

  /// Returns the places that depend on whether objects of type `member` belong to the abstract type.
  private func conditions(on member: Symbol, of type: Symbol, limit: Int) -> [SchemaUse] {
    let id = old.typeID(member)
    var uses: [SchemaUse] = []
    for (other, more) in conditions[type] ?? [] {
      if uses.count >= limit { break }
      if other == member {
        uses += more
      } else if let id, let otherID = old.typeID(other), old[otherID].isAbstract,
        old.overlaps(id, otherID)
      {
        uses += more
      }
    }
    return uses
  }

  /// Returns the operation or fragment that contains a use.
  package func definition(
    of use: SchemaUse
  ) -> (operation: OperationDefinition?, fragment: FragmentDefinition?) {
    let index = use.definition - document.operations.count
    return index < 0
      ? (document.operations[use.definition].definition, nil)
      : (nil, document.fragments[index].definition)
  }

  /// Returns the operations that spread the fragment that contains a use, directly or indirectly;
  /// at most `maximumOperations`. Empty for a use in an operation.
  package func operations(of use: SchemaUse) -> [OperationDefinition] {
    let index = use.definition - document.operations.count
    guard index >= 0 else { return [] }
    return (operations[index] ?? []).map { document.operations[$0].definition }
  }
}
