// The parts of a schema while its documents are merged.

import AuthGenLanguage

struct SchemaParts {
  private(set) var types: [TypeDefinition] = []
  private(set) var directives: [DirectiveDefinition] = []
  private(set) var definitions: [SchemaDefinition] = []
  private(set) var builtInTypeCount = 0
  private(set) var builtInDirectiveCount = 0
  private(set) var roots: [OperationType: Name] = [:]
  /// The type of each symbol; -1 if the symbol names no type.
  private(set) var typeOfSymbol: [Int32]
  private(set) var directiveOfSymbol: [Symbol: Int] = [:]
  /// The object types of each abstract type, in ascending order.
  private(set) var objects: [[TypeID]] = []
  let metaFields: [FieldDefinition]

  init(_ documents: [Document], _ builtIns: BuiltIns, symbolCount: Int) {
    typeOfSymbol = [Int32](repeating: -1, count: symbolCount)
    metaFields = builtIns.metaFields
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
    addExtensions(documents)
    chooseRoots()
    collectObjects()
  }

  private func typeID(_ name: Symbol) -> TypeID? {
    let index = typeOfSymbol[name.index]
    return index < 0 ? nil : TypeID(index: Int(index))
  }

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
      default: break
      }
    }
  }

  private mutating func addExtensions(_ documents: [Document]) {
    // A type or directive can have very many extensions: their parts are merged before the new
    // definition is created.
    var extended: [Int: TypeDefinition.Parts] = [:]
    var extendedDirectives: [Int: [Directive]] = [:]
    for definition in documents.lazy.flatMap(\.definitions) {
      switch definition {
      case .type(let type) where type.isExtension:
        guard let id = typeID(type.name.symbol), types[id.index].kind == type.kind else { continue }
        extended[id.index, default: types[id.index].parts] += type.parts
      case .directiveExtension(let directive):
        guard let index = directiveOfSymbol[directive.name.symbol], index >= builtInDirectiveCount
        else { continue }
        extendedDirectives[index, default: directives[index].directives] += directive.directives
      default: break
      }
    }
    for (index, parts) in extended { types[index] = types[index].with(parts) }
    for (index, applied) in extendedDirectives { directives[index].directives = applied }
  }

  /// Sets the root types. Without a schema definition, these are the types with the default names.
  private mutating func chooseRoots() {
    if !definitions.contains(where: { !$0.isExtension }) {
      for (operation, name) in zip(
        OperationType.allCases, [Symbol.queryType, .mutationType, .subscriptionType])
      {
        if let id = typeID(name) { roots[operation] = types[id.index].name }
      }
    }
    for root in definitions.lazy.flatMap(\.rootOperations) where roots[root.operationType] == nil {
      roots[root.operationType] = root.type
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
}

extension TypeDefinition.Parts {
  /// Adds the parts of an extension.
  fileprivate static func += (parts: inout Self, more: Self) {
    parts.interfaces += more.interfaces
    parts.directives += more.directives
    parts.fields += more.fields
    parts.members += more.members
    parts.values += more.values
    parts.inputFields += more.inputFields
  }
}

// MARK: - Removing repetitions

extension SchemaParts {
  mutating func dropRepeatedMembers() {
    for index in types.indices {
      var parts = types[index].parts
      parts.fields = parts.fields.firstOfEachName
      for field in parts.fields.indices where parts.fields[field].arguments.count > 1 {
        parts.fields[field].arguments = parts.fields[field].arguments.firstOfEachName
      }
      parts.inputFields = parts.inputFields.firstOfEachName
      parts.values = parts.values.firstOfEachName
      types[index] = types[index].with(parts)
    }
    for index in directives.indices {
      directives[index].arguments = directives[index].arguments.firstOfEachName
    }
  }
}

extension Array where Element: Named {
  fileprivate var firstOfEachName: [Element] {
    guard count > 1 else { return self }
    var seen: Set<Symbol> = []
    return filter { seen.insert($0.name.symbol).inserted }
  }
}
