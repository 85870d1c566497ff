// Variables, input objects and enums: what operations send, and the enums that either side names.

import AuthGenLanguage
import AuthGenTypeSystem

struct InputBuilder {
  private let context: BuilderContext
  private let names: ModuleNames
  private var text: TextCache
  /// The input objects reached and the enums reached through inputs, in order of first use.
  private(set) var inputs = OrderedSymbols()
  private(set) var enums = OrderedSymbols()

  init(context: BuilderContext, names: ModuleNames) {
    self.context = context
    self.names = names
    text = TextCache(context)
  }

  private var schema: Schema { context.schema }

  // MARK: Variables

  /// The properties for an operation's variables, and the name of the property that lists those to
  /// be sent as null.
  ///
  /// - Parameter secrets: the variables that stand for secret arguments.
  mutating func variables(
    of operation: OperationDefinition, secrets: Set<Symbol>
  ) -> (properties: [InputPropertyIR], explicitNullsName: String) {
    var scope = NameScope(reserved: ["Data", "NullableField"])
    let propertyNames = scope.claim(
      operation.variables.map { variable in
        (context.symbols[variable.name.symbol], text.member(variable.name.symbol))
      })
    let properties = zip(operation.variables, propertyNames).map { variable, name in
      property(
        name, variable.name.symbol, variable.type, hasDefault: variable.defaultValue != nil,
        isSecret: secrets.contains(variable.name.symbol),
        documentation: text.lines(variable.description), directives: [], &scope)
    }
    return (properties, scope.claim("explicitNulls"))
  }

  // MARK: Input objects

  /// All input objects that `variables` reached, by name.
  mutating func inputObjects() -> [InputIR] {
    var built: [(name: String, input: InputIR, scope: NameScope)] = []
    var next = 0
    while next < inputs.all.count {
      let symbol = inputs.all[next]
      next += 1
      guard let id = schema.typeID(symbol) else { continue }
      let made = inputObject(schema[id])
      built.append((context.symbols[symbol], made.input, made.scope))
    }
    let cyclic = InputCycles(schema: schema, inputs: inputs.all)
    return built.sorted { $0.name < $1.name }.map { name, input, scope in
      var (input, scope) = (input, scope)
      guard let symbol = context.symbols.find(name) else { return input }
      input.isRecursive = cyclic.contains(symbol)
      for (index, property) in input.properties.enumerated()
      where cyclic.isIndirect(property.graphQLName, of: symbol, context.symbols) {
        input.properties[index].isIndirect = true
        if property.storageName == property.name {
          input.properties[index].storageName = scope.claim(property.name + "Storage")
        }
      }
      return input
    }
  }

  private mutating func inputObject(
    _ type: TypeDefinition
  ) -> (input: InputIR, scope: NameScope) {
    let isOneOf = type.directives[.oneOf] != nil
    var documentation = text.lines(type.description)
    var fields: [InputValueDefinition] = []
    for field in type.inputFields {
      let feature = context.semantics.feature(field, of: type.name.symbol)
      if let feature, !context.settings.features.contains(feature), !field.isRequired {
        let name = context.symbols[field.name.symbol]
        if !documentation.isEmpty { documentation.append("") }
        documentation.append("Without `\(name)`: it needs the feature \(feature).")
      } else {
        fields.append(field)
      }
    }
    var scope = NameScope(reserved: ["NullableField"])
    let propertyNames = scope.claim(
      fields.map { field in
        let key = MemberKey(type: type.name.symbol, member: field.name.symbol)
        let renamed = context.renames.members[key]
        return (
          renamed ?? context.symbols[field.name.symbol],
          renamed ?? text.member(field.name.symbol)
        )
      })
    let properties = zip(fields, propertyNames).map { field, name in
      property(
        name, field.name.symbol, isOneOf ? field.type.nonNull : field.type,
        hasDefault: field.defaultValue != nil,
        isSecret: context.semantics.isSecret(
          field.name.symbol, of: type.name.symbol, value: field.type.symbol),
        documentation: text.lines(field.description), directives: field.directives, &scope)
    }
    let input = InputIR(
      name: names.schemaTypes[type.name.symbol] ?? context.symbols[type.name.symbol],
      documentation: documentation, properties: properties,
      explicitNullsName: scope.claim("explicitNulls"), isOneOf: isOneOf, isRecursive: false)
    return (input, scope)
  }

  private mutating func property(
    _ name: String, _ symbol: Symbol, _ type: TypeReference, hasDefault: Bool, isSecret: Bool,
    documentation: [String], directives: [Directive], _ scope: inout NameScope
  ) -> InputPropertyIR {
    let swiftType = context.swiftType(type, base: base(type.symbol, isSecret))
    let deprecation = context.deprecation(directives)
    return InputPropertyIR(
      name: name, storageName: deprecation == nil ? name : scope.claim(name + "Storage"),
      graphQLName: context.symbols[symbol],
      type: hasDefault ? swiftType.optional : swiftType, isNullable: !type.isNonNull,
      isIndirect: false, documentation: documentation,
      deprecation: deprecation)
  }

  private mutating func base(_ symbol: Symbol, _ isSecret: Bool) -> String {
    guard !isSecret, let type = schema.typeID(symbol) else { return isSecret ? "Secret" : "String" }
    switch schema[type].kind {
    case .enum:
      enums.insert(symbol)
      return names.schemaTypes[symbol] ?? "String"
    case .inputObject:
      inputs.insert(symbol)
      return names.schemaTypes[symbol] ?? "String"
    default:
      return context.scalar(symbol)
    }
  }

  // MARK: Enums

  /// The enums named by either side, by name.
  mutating func enums(_ symbols: Set<Symbol>) -> [EnumIR] {
    symbols.map { (name: context.symbols[$0], symbol: $0) }
      .sorted { $0.name < $1.name }
      .compactMap { schema.typeID($0.symbol).map { enumeration(schema[$0]) } }
  }

  private mutating func enumeration(_ type: TypeDefinition) -> EnumIR {
    var scope = NameScope(reserved: [
      "unknown", "rawValue", "RawValue", "allCases", "AllCases", "graphQLName", "graphQLNames",
    ])
    let caseNames = scope.claim(
      type.values.map { value in
        let key = MemberKey(type: type.name.symbol, member: value.name.symbol)
        let renamed = context.renames.members[key]
        return (
          renamed ?? context.symbols[value.name.symbol],
          renamed ?? text.member(value.name.symbol)
        )
      })
    return EnumIR(
      name: names.schemaTypes[type.name.symbol] ?? context.symbols[type.name.symbol],
      documentation: text.lines(type.description),
      values: zip(type.values, caseNames).map { value, name in
        EnumIR.Value(
          name: name, graphQLName: context.symbols[value.name.symbol],
          documentation: text.lines(value.description),
          deprecation: context.deprecation(value.directives))
      },
      unknownName: "unknown")
  }
}

/// Which input objects can hold a value of their own type without a list in between, and through
/// which fields: a Swift struct can't, so those fields are stored out of line.
private struct InputCycles {
  private let schema: Schema
  /// The number of the strongly connected component of each input object.
  private var component: [Symbol: Int] = [:]
  private var cyclic: Set<Symbol> = []

  /// Tarjan's algorithm with an explicit stack, since chains of types may be long.
  init(schema: Schema, inputs: [Symbol]) {
    self.schema = schema
    var index: [Symbol: Int] = [:]
    var low: [Symbol: Int] = [:]
    var open: [Symbol] = []
    var isOpen: Set<Symbol> = []
    var frames: [(node: Symbol, targets: [Symbol], next: Int)] = []
    for root in inputs where index[root] == nil {
      frames.append((root, targets(of: root), 0))
      while let frame = frames.last {
        let node = frame.node
        if frame.next == 0 {
          index[node] = index.count
          low[node] = index[node]
          open.append(node)
          isOpen.insert(node)
        }
        if frame.next < frame.targets.count {
          frames[frames.count - 1].next += 1
          let target = frame.targets[frame.next]
          if index[target] == nil {
            frames.append((target, targets(of: target), 0))
          } else if isOpen.contains(target), let found = index[target], let own = low[node] {
            low[node] = min(own, found)
          }
          continue
        }
        frames.removeLast()
        if let parent = frames.last?.node, let own = low[node], let above = low[parent] {
          low[parent] = min(above, own)
        }
        guard low[node] == index[node] else { continue }
        close(node, &open, &isOpen)
      }
    }
  }

  func contains(_ input: Symbol) -> Bool {
    cyclic.contains(input)
  }

  func isIndirect(_ field: String, of input: Symbol, _ symbols: SymbolTable) -> Bool {
    guard cyclic.contains(input), let type = schema.typeID(input),
      let name = symbols.find(field), let definition = schema.inputField(name, of: type),
      !definition.type.isList
    else { return false }
    return component[definition.type.symbol] == component[input]
  }

  private mutating func close(_ node: Symbol, _ open: inout [Symbol], _ isOpen: inout Set<Symbol>) {
    var members: [Symbol] = []
    while let member = open.popLast() {
      isOpen.remove(member)
      members.append(member)
      if member == node { break }
    }
    let number = component.count
    for member in members { component[member] = number }
    if members.count > 1 || targets(of: node).contains(node) { cyclic.formUnion(members) }
  }

  private func targets(of input: Symbol) -> [Symbol] {
    guard let type = schema.typeID(input) else { return [] }
    return schema[type].inputFields.compactMap { field in
      guard !field.type.isList, let target = schema.typeID(field.type.symbol),
        schema[target].kind == .inputObject
      else { return nil }
      return field.type.symbol
    }
  }
}
