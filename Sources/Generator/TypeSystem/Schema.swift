// A schema: the definitions of all its documents, with extensions merged in, and fast lookup by name:
//
//     type Query { book(id: ID!): Book }
//     extend type Book { isbn: String }
//     type Book { title: String! }
//
// gives the built-in types, Query and Book. Book has the fields title and isbn, and Query is the root of
// queries. AuthGenValidation checks the specification's rules, on this value and on the documents.
// https://spec.graphql.org/September2025/#sec-Schema

package import AuthGenLanguage

/// A type of one schema: an index into `Schema.types`.
package struct TypeID: Hashable, Comparable, Sendable {
  package let index: Int

  package init(index: Int) {
    self.index = index
  }

  package static func < (left: TypeID, right: TypeID) -> Bool {
    left.index < right.index
  }
}

/// A class, because a schema has many parts and is passed everywhere: a copy is one reference.
package final class Schema: Sendable {
  /// All types, the built-in ones first, then in order of their definitions.
  package let types: [TypeDefinition]
  /// All directives, the built-in ones (unless redefined) first.
  package let directives: [DirectiveDefinition]
  /// The `schema` definition and its extensions.
  package let definitions: [SchemaDefinition]
  package let description: StringLiteral?
  /// The number of `types` that the specification defines.
  package let builtInTypeCount: Int
  /// The number of `directives` that the specification defines and the schema does not redefine.
  package let builtInDirectiveCount: Int
  /// The connect specification that the schema links, if any.
  package let connect: ConnectSpecification?

  private let memberIndexes: [[Symbol: Int]?]

  /// The parts that the schema was made of.
  private let parts: SchemaParts

  /// Merges the type system definitions of `documents`, and skips executable ones. If a name is
  /// defined twice, the first definition is used.
  package convenience init(
    _ documents: [Document], symbols: inout SymbolTable, sources: inout SourceMap
  ) throws(Diagnostic) {
    let connect = try ConnectSpecification(documents, symbols: &symbols, sources: sources)
    let builtIns = try BuiltIns(connect: connect, symbols: &symbols, sources: &sources)
    self.init(SchemaParts(documents, builtIns, symbolCount: symbols.count), connect: connect)
  }

  private init(_ parts: SchemaParts, connect: ConnectSpecification?) {
    self.parts = parts
    self.connect = connect
    types = parts.types
    directives = parts.directives
    definitions = parts.definitions
    description = parts.definitions.lazy.compactMap(\.description).first
    builtInTypeCount = parts.builtInTypeCount
    builtInDirectiveCount = parts.builtInDirectiveCount
    memberIndexes = parts.types.map(\.memberIndex)
  }

  /// Returns the schema without repeated fields, arguments, input fields and enum values; the first
  /// one of each name stays. Validation reports the repetitions.
  package func withoutRepeatedMembers() -> Schema {
    var deduplicated = parts
    deduplicated.dropRepeatedMembers()
    return Schema(deduplicated, connect: connect)
  }

  // MARK: Looking up

  package func typeID(_ name: Symbol) -> TypeID? {
    guard name.index < parts.typeOfSymbol.count else { return nil }
    let index = parts.typeOfSymbol[name.index]
    return index < 0 ? nil : TypeID(index: Int(index))
  }

  package subscript(id: TypeID) -> TypeDefinition { types[id.index] }

  /// Returns the kind of a type.
  package func kind(of id: TypeID) -> TypeDefinition.Kind {
    types[id.index].kind
  }

  /// Returns the name of a type.
  package func name(of id: TypeID) -> Name {
    types[id.index].name
  }

  package func type(_ name: Symbol) -> TypeDefinition? {
    typeID(name).map { types[$0.index] }
  }

  package func directive(_ name: Symbol) -> DirectiveDefinition? {
    parts.directiveOfSymbol[name].map { directives[$0] }
  }

  /// Returns the index of a directive in `directives`.
  package func directiveIndex(_ name: Symbol) -> Int? {
    parts.directiveOfSymbol[name]
  }

  package func isBuiltIn(_ id: TypeID) -> Bool {
    id.index < builtInTypeCount
  }

  /// Whether a type is one of the specification's five scalars.
  package func isSpecifiedScalar(_ id: TypeID) -> Bool {
    Symbol.builtInScalars.contains(types[id.index].name.symbol)
  }

  /// Returns the name of an operation type's root type as the schema writes it, whether or not the
  /// type exists.
  package func rootName(_ operation: OperationType) -> Name? {
    parts.roots[operation]
  }

  /// Returns the root type of an operation type, or nil if the schema does not support the operation type.
  package func root(_ operation: OperationType) -> TypeID? {
    rootName(operation).flatMap { typeID($0.symbol) }
  }

  /// Returns the field that a selection on `type` names, including the introspection fields.
  package func field(_ name: Symbol, of type: TypeID) -> FieldDefinition? {
    if let index = fieldIndex(name, of: type) { return types[type.index].fields[index] }
    switch name {
    case .typename where types[type.index].isComposite: return parts.metaFields[0]
    case .schemaField where type == root(.query): return parts.metaFields[1]
    case .typeField where type == root(.query): return parts.metaFields[2]
    default: return nil
    }
  }

  /// Returns the index of a field in the type's own fields.
  package func fieldIndex(_ name: Symbol, of type: TypeID) -> Int? {
    if let index = memberIndexes[type.index] { return index[name] }
    return types[type.index].fields.firstIndex { $0.name.symbol == name }
  }

  package func inputField(_ name: Symbol, of type: TypeID) -> InputValueDefinition? {
    if let index = memberIndexes[type.index] {
      return index[name].map { types[type.index].inputFields[$0] }
    }
    return types[type.index].inputFields.named(name)
  }

  package func hasValue(_ name: Symbol, of type: TypeID) -> Bool {
    if let index = memberIndexes[type.index] { return index[name] != nil }
    return types[type.index].values.contains { $0.name.symbol == name }
  }

  // MARK: Abstract types

  /// Returns the possible object types of a composite type, in ascending order: the type itself,
  /// the implementations of the interface, or the members of the union.
  package func possibleTypes(_ id: TypeID) -> [TypeID] {
    types[id.index].kind == .object ? [id] : parts.objects[id.index]
  }

  /// Whether a value of `object` satisfies the condition `type`.
  package func isPossible(_ object: TypeID, as type: TypeID) -> Bool {
    object == type || parts.objects[type.index].containsSorted(object)
  }

  /// Whether every value of `type` is also a value of `other`.
  package func isSubtype(_ type: TypeID, of other: TypeID) -> Bool {
    if type == other { return true }
    switch types[other.index].kind {
    case .union:
      return parts.objects[other.index].containsSorted(type)
    case .interface:
      let name = types[other.index].name.symbol
      return types[type.index].interfaces.contains { $0.symbol == name }
    default:
      return false
    }
  }

  /// Whether an object type belongs to both.
  package func overlaps(_ first: TypeID, _ second: TypeID) -> Bool {
    if first == second { return true }
    if types[first.index].kind == .object { return isPossible(first, as: second) }
    if types[second.index].kind == .object { return isPossible(second, as: first) }
    var left = parts.objects[first.index][...]
    var right = parts.objects[second.index][...]
    while let a = left.first, let b = right.first {
      if a == b { return true }
      if a < b { left.removeFirst() } else { right.removeFirst() }
    }
    return false
  }
}

extension TypeDefinition {
  /// The indexes of the fields, input fields or enum values by name: the first one of each name. Nil
  /// for a small type: searching a short list is just as fast.
  fileprivate var memberIndex: [Symbol: Int]? {
    guard max(fields.count, inputFields.count, values.count) > 24 else { return nil }
    let names =
      switch kind {
      case .inputObject: inputFields.map(\.name.symbol)
      case .enum: values.map(\.name.symbol)
      default: fields.map(\.name.symbol)
      }
    return Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
  }
}

extension [TypeID] {
  fileprivate func containsSorted(_ id: TypeID) -> Bool {
    let index = partition { $0 >= id }
    return index < count && self[index] == id
  }
}
