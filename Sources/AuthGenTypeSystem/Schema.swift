// A schema: the definitions of all its documents, extensions merged in, found by name in one step.
// Whether it keeps the specification's rules is not decided here: AuthGenValidation does that, on
// this value and on the documents. https://spec.graphql.org/September2025/#sec-Schema

import AuthGenLanguage

/// A type of one schema: an index into `Schema.types`.
package struct TypeID: Hashable, Comparable, Sendable {
  package let index: Int

  package static func < (left: TypeID, right: TypeID) -> Bool {
    left.index < right.index
  }
}

package struct Schema: Sendable {
  /// All types, the built-in ones first, then in order of their definitions.
  package private(set) var types: [TypeDefinition] = []
  /// All directives, the built-in ones (unless redefined) first.
  package private(set) var directives: [DirectiveDefinition] = []
  /// The `schema` definition and its extensions.
  package private(set) var definitions: [SchemaDefinition] = []
  package private(set) var description: StringLiteral?
  /// How many of `types` are the specification's own.
  package private(set) var builtInTypeCount = 0
  /// How many of `directives` are the specification's own and not redefined.
  package private(set) var builtInDirectiveCount = 0

  private var roots: [Name?] = [nil, nil, nil]
  /// The type per symbol, -1 where the symbol names none.
  private var typeOfSymbol: [Int32] = []
  private var directiveOfSymbol: [Symbol: Int] = [:]
  /// The object types per abstract type, in ascending order.
  private var objects: [[TypeID]] = []
  private var fieldIndexes: [FieldIndex?] = []
  private var metaFields: [FieldDefinition] = []

  /// Merges the type system definitions of `documents`; executable ones are passed over. Of two
  /// definitions of one name, the first counts.
  package init(_ documents: [Document], symbols: inout SymbolTable, sources: inout SourceMap)
    throws(Diagnostic)
  {
    let builtIns = try BuiltIns(symbols: &symbols, sources: &sources)
    metaFields = builtIns.metaFields
    typeOfSymbol = [Int32](repeating: -1, count: symbols.count)
    let redefined = Set(
      documents.lazy.flatMap(\.definitions).compactMap { definition -> Symbol? in
        if case .directive(let directive) = definition { directive.name.symbol } else { nil }
      })
    for type in builtIns.types { add(type) }
    builtInTypeCount = types.count
    for directive in builtIns.directives where !redefined.contains(directive.name.symbol) {
      add(directive)
    }
    builtInDirectiveCount = directives.count
    for document in documents { addDefinitions(of: document) }
    for document in documents { addExtensions(of: document) }
    chooseRoots()
    collectObjects()
    indexFields()
  }

  // MARK: Looking up

  package func typeID(_ name: Symbol) -> TypeID? {
    guard name.index < typeOfSymbol.count else { return nil }
    let index = typeOfSymbol[name.index]
    return index < 0 ? nil : TypeID(index: Int(index))
  }

  package subscript(id: TypeID) -> TypeDefinition {
    _read { yield types[id.index] }
  }

  /// The kind of a type, without a copy of its definition.
  package func kind(of id: TypeID) -> TypeDefinition.Kind {
    types[id.index].kind
  }

  /// The name of a type, without a copy of its definition.
  package func name(of id: TypeID) -> Name {
    types[id.index].name
  }

  package func type(_ name: Symbol) -> TypeDefinition? {
    typeID(name).map { types[$0.index] }
  }

  package func directive(_ name: Symbol) -> DirectiveDefinition? {
    directiveOfSymbol[name].map { directives[$0] }
  }

  package func isBuiltIn(_ id: TypeID) -> Bool {
    id.index < builtInTypeCount
  }

  /// The name under which the schema gives the type of an operation type, at the place that says
  /// so, whether or not such a type exists.
  package func rootName(_ operation: OperationType) -> Name? {
    roots[Int(operation.rawValue)]
  }

  /// The root type of an operation type, if the schema supports it.
  package func root(_ operation: OperationType) -> TypeID? {
    rootName(operation).flatMap { typeID($0.symbol) }
  }

  /// The field that a selection on `type` names, the introspection fields included.
  package func field(_ name: Symbol, of type: TypeID) -> FieldDefinition? {
    if let index = fieldIndex(name, of: type) { return types[type.index].fields[index] }
    switch name {
    case .typename where types[type.index].isComposite: return metaFields[0]
    case .schemaField where type == root(.query): return metaFields[1]
    case .typeField where type == root(.query): return metaFields[2]
    default: return nil
    }
  }

  /// The place of a field among the type's own.
  package func fieldIndex(_ name: Symbol, of type: TypeID) -> Int? {
    if let index = fieldIndexes[type.index] { return index[name] }
    // By index, since taking each definition out of the array would copy it.
    for index in types[type.index].fields.indices
    where types[type.index].fields[index].name.symbol == name { return index }
    return nil
  }

  package func inputField(_ name: Symbol, of type: TypeID) -> InputValueDefinition? {
    if let index = fieldIndexes[type.index] {
      return index[name].map { types[type.index].inputFields[$0] }
    }
    return types[type.index].inputFields.first { $0.name.symbol == name }
  }

  package func hasValue(_ name: Symbol, of type: TypeID) -> Bool {
    if let index = fieldIndexes[type.index] { return index[name] != nil }
    return types[type.index].values.contains { $0.name.symbol == name }
  }

  // MARK: Mending

  /// The same schema, in which of two fields, arguments, input fields or enum values of one name the
  /// first is left. Whether there are any is for validation to say.
  package func withoutRepeatedMembers() -> Schema {
    var result = self
    for index in types.indices {
      result.types[index].fields = types[index].fields.firstOfEachName(\.name).map { field in
        let arguments = field.arguments.firstOfEachName(\.name)
        guard arguments.count < field.arguments.count else { return field }
        return FieldDefinition(
          description: field.description, name: field.name, arguments: arguments,
          type: field.type, directives: field.directives)
      }
      result.types[index].inputFields = types[index].inputFields.firstOfEachName(\.name)
      result.types[index].values = types[index].values.firstOfEachName(\.name)
    }
    result.directives = directives.map { directive in
      DirectiveDefinition(
        position: directive.position, description: directive.description, name: directive.name,
        arguments: directive.arguments.firstOfEachName(\.name),
        isRepeatable: directive.isRepeatable, locations: directive.locations)
    }
    result.indexFields()
    return result
  }

  // MARK: Abstract types

  /// The object types that a composite type can be: itself, those that implement the interface, or
  /// the members of the union. In ascending order.
  package func possibleTypes(_ id: TypeID) -> [TypeID] {
    types[id.index].kind == .object ? [id] : objects[id.index]
  }

  /// Whether a value of `object` satisfies the condition `type`.
  package func isPossible(_ object: TypeID, as type: TypeID) -> Bool {
    object == type || objects[type.index].containsSorted(object)
  }

  /// Whether every value of `type` is one of `other`.
  package func isSubtype(_ type: TypeID, of other: TypeID) -> Bool {
    if type == other { return true }
    switch types[other.index].kind {
    case .union:
      return objects[other.index].containsSorted(type)
    case .interface:
      let name = types[other.index].name.symbol
      return types[type.index].interfaces.contains { $0.symbol == name }
    default:
      return false
    }
  }

  /// Whether an object type exists that is both.
  package func overlaps(_ first: TypeID, _ second: TypeID) -> Bool {
    if first == second { return true }
    if types[first.index].kind == .object { return isPossible(first, as: second) }
    if types[second.index].kind == .object { return isPossible(second, as: first) }
    var left = objects[first.index][...]
    var right = objects[second.index][...]
    while let a = left.first, let b = right.first {
      if a == b { return true }
      if a < b { left.removeFirst() } else { right.removeFirst() }
    }
    return false
  }

  // MARK: Building

  private mutating func add(_ type: TypeDefinition) {
    let symbol = type.name.symbol.index
    guard typeOfSymbol[symbol] < 0 else { return }
    typeOfSymbol[symbol] = Int32(types.count)
    types.append(type)
  }

  private mutating func add(_ directive: DirectiveDefinition) {
    guard directiveOfSymbol[directive.name.symbol] == nil else { return }
    directiveOfSymbol[directive.name.symbol] = directives.count
    directives.append(directive)
  }

  private mutating func addDefinitions(of document: Document) {
    for definition in document.definitions {
      switch definition {
      case .type(let type) where !type.isExtension: add(type)
      case .directive(let directive): add(directive)
      case .schema(let schema):
        definitions.append(schema)
        description = description ?? schema.description
      default: break
      }
    }
  }

  private mutating func addExtensions(of document: Document) {
    for definition in document.definitions {
      guard case .type(let type) = definition, type.isExtension,
        let id = typeID(type.name.symbol), types[id.index].kind == type.kind
      else { continue }
      types[id.index].interfaces += type.interfaces
      types[id.index].directives += type.directives
      types[id.index].fields += type.fields
      types[id.index].members += type.members
      types[id.index].values += type.values
      types[id.index].inputFields += type.inputFields
    }
  }

  /// Without a schema definition, the types with the default names are the roots.
  private mutating func chooseRoots() {
    if !definitions.contains(where: { !$0.isExtension }) {
      for (operation, name) in zip(
        OperationType.allCases, [Symbol.queryType, .mutationType, .subscriptionType])
      {
        if let id = typeID(name) { roots[Int(operation.rawValue)] = types[id.index].name }
      }
    }
    for root in definitions.lazy.flatMap(\.rootOperations)
    where roots[Int(root.operationType.rawValue)] == nil {
      roots[Int(root.operationType.rawValue)] = root.type
    }
  }

  private mutating func collectObjects() {
    objects = [[TypeID]](repeating: [], count: types.count)
    for index in types.indices {
      if types[index].kind == .object {
        for interface in types[index].interfaces {
          guard let id = typeID(interface.symbol), types[id.index].kind == .interface,
            objects[id.index].last?.index != index
          else { continue }
          objects[id.index].append(TypeID(index: index))
        }
      } else if types[index].kind == .union {
        let members = types[index].members.compactMap { typeID($0.symbol) }
        objects[index] = Set(members.filter { types[$0.index].kind == .object }).sorted()
      }
    }
  }

  /// Only large types get an index: a short list is searched as fast.
  private mutating func indexFields() {
    fieldIndexes = types.map { type in
      let count = max(type.fields.count, type.inputFields.count, type.values.count)
      guard count > 24 else { return nil }
      return switch type.kind {
      case .inputObject: FieldIndex(type.inputFields.lazy.map(\.name.symbol))
      case .enum: FieldIndex(type.values.lazy.map(\.name.symbol))
      default: FieldIndex(type.fields.lazy.map(\.name.symbol))
      }
    }
  }
}

/// The places of a large type's fields by name, first come first served.
private struct FieldIndex: Sendable {
  /// Symbols and places, packed into one number each and sorted.
  private let entries: [UInt64]

  init(_ names: some Sequence<Symbol>) {
    entries = names.enumerated().map { UInt64($1.id) << 32 | UInt64($0) }.sorted()
  }

  subscript(name: Symbol) -> Int? {
    let key = UInt64(name.id) << 32
    let index = entries.partition { $0 >= key }
    guard index < entries.count, entries[index] >> 32 == UInt64(name.id) else { return nil }
    return Int(entries[index] & 0xFFFF_FFFF)
  }
}

extension [TypeID] {
  fileprivate func containsSorted(_ id: TypeID) -> Bool {
    let index = partition { $0 >= id }
    return index < count && self[index] == id
  }
}

extension Array {
  fileprivate func firstOfEachName(_ name: (Element) -> Name) -> [Element] {
    guard count > 1 else { return self }
    var seen: Set<Symbol> = []
    return filter { seen.insert(name($0).symbol).inserted }
  }

  /// The first index whose element satisfies `predicate`, which holds from some index on.
  fileprivate func partition(_ predicate: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
