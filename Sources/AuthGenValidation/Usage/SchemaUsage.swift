// Which places of a client's operations each change of its schema touches.

import AuthGenLanguage
import AuthGenTypeSystem

package struct SchemaUsage: Sendable {
  /// Of a fragment, no more operations than this are listed.
  package static let maximumOperations = 100

  package let document: ExecutableDocument
  private let old: Schema
  private let new: Schema
  private let found: [UseKey: [SchemaUse]]
  /// Per fragment the operations that spread it, directly or not, at most `maximumOperations`.
  private let operations: [[Int]]

  /// - Parameters:
  ///   - document: need not be valid. What neither schema knows is passed over.
  ///   - symbols: the table that both schemas and the document were made with, as it is after that.
  package init(
    of changes: [SchemaChange], in document: ExecutableDocument, old: Schema, new: Schema,
    symbols: SymbolTable
  ) {
    self.document = document
    self.old = old
    self.new = new
    let keys = Set(changes.flatMap { $0.useKeys(old: old, new: new) })
    var traversal = UsageTraversal(document, old: old, new: new, wanted: keys)
    if !keys.isEmpty { traversal.visitDefinitions() }
    found = traversal.found
    operations = Self.operations(spreading: traversal.spreads, in: document)
  }

  /// The places that a change touches, in the order of the text.
  package func uses(of change: SchemaChange) -> [SchemaUse] {
    let uses = change.useKeys(old: old, new: new).flatMap { found[$0] ?? [] }
    // One place may be found in several ways; the first in which it was is the most telling one.
    var seen: Set<Position> = []
    return uses.filter { seen.insert($0.position).inserted }.sorted { $0.position < $1.position }
  }

  /// Whether a change touches any place.
  package func isUsed(_ change: SchemaChange) -> Bool {
    change.useKeys(old: old, new: new).contains { found[$0] != nil }
  }

  /// The operation, or fragment, that a use lies in.
  package func definition(
    of use: SchemaUse
  ) -> (operation: OperationDefinition?, fragment: FragmentDefinition?) {
    let index = use.definition - document.operations.count
    return index < 0
      ? (document.operations[use.definition].definition, nil)
      : (nil, document.fragments[index].definition)
  }

  /// The operations that spread the fragment that a use lies in, directly or not; none for a use in
  /// an operation. At most `maximumOperations`.
  package func operations(of use: SchemaUse) -> [OperationDefinition] {
    let index = use.definition - document.operations.count
    guard index >= 0 else { return [] }
    return operations[index].map { document.operations[$0].definition }
  }

  /// - Parameter spreads: per definition, the fragments that it spreads.
  private static func operations(
    spreading spreads: [[Int]], in document: ExecutableDocument
  ) -> [[Int]] {
    var operations = [[Int]](repeating: [], count: document.fragments.count)
    guard !spreads.isEmpty else { return operations }
    for operation in document.operations.indices {
      var pending = spreads[operation]
      while let fragment = pending.popLast() {
        // A full list says that those of all fragments below are full, too.
        guard operations[fragment].count < maximumOperations,
          operations[fragment].last != operation
        else { continue }
        operations[fragment].append(operation)
        pending += spreads[document.operations.count + fragment]
      }
    }
    return operations
  }
}
