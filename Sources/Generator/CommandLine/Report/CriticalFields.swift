// Finds the fields whose error leaves a response without data. An error in a non-null field makes the field
// around it null, up to the first nullable one. So for
//
//     type Query { me: User! }        query Me { me { name email } }
//     type User { name: String! email: String }
//
// it finds Query.me and User.name. https://spec.graphql.org/September2025/#sec-Handling-Execution-Errors

import AuthGenLanguage
import AuthGenTypeSystem
import AuthGenValidation

struct CriticalFields {
  private let document: ExecutableDocument
  private let schema: Schema
  private let symbols: SymbolTable
  // The state of one operation.
  private var coordinates: [String] = []
  private var known: Set<SchemaElement> = []
  private var visited: Set<Symbol> = []

  init(_ document: ExecutableDocument, _ schema: Schema, _ symbols: SymbolTable) {
    self.document = document
    self.schema = schema
    self.symbols = symbols
  }

  /// Returns the coordinates, in the order of the document.
  mutating func fields(of operation: OperationDefinition) -> [String] {
    (coordinates, known, visited) = ([], [], [])
    if let root = schema.root(operation.operationType) { visit(operation.selectionSet, on: root) }
    return coordinates
  }

  /// - Parameter set: selections on an object whose loss is that of all data.
  private mutating func visit(_ set: SelectionSet, on type: TypeID) {
    for selection in set.selections {
      switch selection {
      case .field(let field): visit(field, on: type)
      case .inlineFragment(let fragment):
        let condition = fragment.typeCondition.flatMap { schema.typeID($0.symbol) }
        visit(fragment.selectionSet, on: condition ?? type)
      case .fragmentSpread(let spread):
        guard visited.insert(spread.name.symbol).inserted,
          let fragment = document.fragment(spread.name.symbol)?.definition,
          let condition = schema.typeID(fragment.typeCondition.symbol)
        else { continue }
        visit(fragment.selectionSet, on: condition)
      }
    }
  }

  private mutating func visit(_ field: Field, on type: TypeID) {
    guard let definition = schema.field(field.name.symbol, of: type),
      definition.name.symbol != .typename, definition.type.isNonNull
    else { return }
    let element = SchemaElement.field(field.name.symbol, of: schema.name(of: type).symbol)
    if known.insert(element).inserted { coordinates.append(element.coordinate(symbols)) }
    if let set = field.selectionSet, definition.type.isNonNullAtEachLevel,
      let inner = schema.typeID(definition.type.symbol)
    {
      visit(set, on: inner)
    }
  }
}

extension TypeReference {
  /// Whether neither a list in the type nor its elements can be null.
  fileprivate var isNonNullAtEachLevel: Bool {
    isNonNull && element?.isNonNullAtEachLevel ?? true
  }
}
