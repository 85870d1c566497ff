// Builds variables, input objects and enums, including the enums of responses.

import AuthGenLanguage
import AuthGenTypeSystem

struct InputBuilder: Sendable {
  private let context: BuilderContext
  private let names: ModuleNames
  private var text: TextCache
  /// The input objects that were reached.
  private var inputs: Set<Symbol> = []
  /// The reached input objects that are not built yet.
  private var pending: [Symbol] = []
  private(set) var uses = SchemaUses()
  /// The input fields that look secret.
  private(set) var secretNames: SecretNames

  init(context: BuilderContext, names: ModuleNames) {
    self.context = context
    self.names = names
    text = TextCache(context)
    secretNames = SecretNames(context: context)
  }

  private var schema: Schema { context.schema }

  /// Adds all input objects and enums of the schema.
  mutating func reachAllTypes() {
    for type in schema.types.dropFirst(schema.builtInTypeCount) {
      if type.kind == .inputObject { reach(type.name.symbol) }
      if type.kind == .enum { uses.enums.insert(type.name.symbol) }
    }
  }

  private mutating func reach(_ input: Symbol) {
    if inputs.insert(input).inserted { pending.append(input) }
  }

  // MARK: Variables

  /// Returns the properties for an operation's variables, and the name of the property that lists
  /// the variables to send as null.
  ///
  /// - Parameters:
  ///   - secrets: the variables for secret arguments.
  ///   - hasConnector: whether the operation has the additional members for a connector.
  ///   - hasConditions: whether selections depend on variables.
  mutating func variables(
    of operation: OperationDefinition, secrets: Set<Symbol>, hasConnector: Bool,
    hasConditions: Bool
  ) -> (properties: [PropertyModel], explicitNullsName: String) {
    var reserved: Set = ["Data", "NullableField"]
    if hasConnector { reserved.insert("request") }
    if hasConditions { reserved.insert("conditions") }
    var scope = NameScope(reserved: reserved)
    // The request layer adds the session's token.
    let credential = context.sessionTokens.credentialVariable(of: operation)
    let variables = operation.variables.filter { $0.name.symbol != credential }
    let propertyNames = scope.claim(
      variables.map { variable in
        .init(
          graphQL: context.symbols[variable.name.symbol],
          preferred: text.member(variable.name.symbol))
      }, as: .member)
    let properties = zip(variables, propertyNames).map { variable, name in
      property(
        variable, type: variable.type, isSecret: secrets.contains(variable.name.symbol),
        named: name, in: &scope)
    }
    return (properties, scope.claim("explicitNulls", as: .member))
  }

  // MARK: Input objects

  /// Returns all input objects that `variables` reached, by name.
  mutating func inputObjects() -> [InputModel] {
    let cycles = InputCycles(schema: schema)
    var built: [(name: String, input: InputModel)] = []
    while let symbol = pending.popLast() {
      if let id = schema.typeID(symbol) {
        built.append((context.symbols[symbol], inputObject(id, cycles)))
      }
    }
    return built.sorted { $0.name < $1.name }.map(\.input)
  }

  /// Returns the property for a field of an input object, the field's named type, and the property that lists
  /// the fields to send as null. Returns nil if the struct has no such property, as for a oneOf input object.
  mutating func member(
    _ field: String, of input: Symbol
  ) -> (property: PropertyModel, type: Symbol, explicitNullsName: String)? {
    guard let id = schema.typeID(input), schema[id].directives[.oneOf] == nil,
      let symbol = context.symbols.find(field), let definition = schema.inputField(symbol, of: id)
    else { return nil }
    let object = inputObject(id, InputCycles(schema: schema))
    return object.properties.first { $0.graphQLName == field }.map {
      ($0, definition.type.symbol, object.explicitNullsName)
    }
  }

  /// Returns the feature that a field needs and the settings do not enable; nil if the struct has the field.
  private func missingFeature(
    of field: InputValueDefinition, in type: TypeDefinition
  ) -> String? {
    let key = MemberKey(type: type.name.symbol, member: field.name.symbol)
    guard let feature = context.semantics.feature(key, value: field.type.symbol),
      !field.isRequired, !context.settings.features.contains(feature)
    else { return nil }
    return feature
  }

  private mutating func inputObject(_ id: TypeID, _ cycles: InputCycles) -> InputModel {
    let type = schema[id]
    let isOneOf = type.directives[.oneOf] != nil
    var documentation = context.documentation(type.description)
    var fields: [InputValueDefinition] = []
    // A oneOf input object without fields would have no value.
    let keepsAll =
      isOneOf && type.inputFields.allSatisfy { missingFeature(of: $0, in: type) != nil }
    for field in type.inputFields {
      if !keepsAll, let feature = missingFeature(of: field, in: type) {
        let name = context.symbols[field.name.symbol]
        if !documentation.isEmpty { documentation.append("") }
        documentation.append("Without `\(name)`: it needs the feature \(feature).")
      } else {
        fields.append(field)
      }
    }
    var scope = NameScope(reserved: ["NullableField"])
    let propertyNames = scope.claim(
      fields.map { candidate($0.name.symbol, of: type.name.symbol) },
      as: isOneOf ? .enumCase : .member)
    let properties = zip(fields, propertyNames).map { field, name in
      let key = MemberKey(type: type.name.symbol, member: field.name.symbol)
      let isSecret = context.semantics.isSecret(key, value: field.type.symbol)
      if !isSecret { secretNames.note(.member(key), value: field.type.symbol) }
      return property(
        field, type: isOneOf ? field.type.nonNull : field.type, isSecret: isSecret,
        isIndirect: cycles.isIndirect(field, of: id), named: name, in: &scope)
    }
    return InputModel(
      name: names.schemaTypes[type.name.symbol] ?? context.symbols[type.name.symbol],
      graphQLName: context.symbols[type.name.symbol],
      documentation: documentation, properties: properties,
      explicitNullsName: scope.claim("explicitNulls", as: .member), isOneOf: isOneOf,
      isRecursive: cycles.contains(id))
  }

  private mutating func property(
    _ definition: InputValueDefinition, type: TypeReference, isSecret: Bool,
    isIndirect: Bool = false, named name: String, in scope: inout NameScope
  ) -> PropertyModel {
    let swiftType = context.swiftType(type, base: base(type.symbol, isSecret: isSecret))
    let deprecation = context.deprecation(definition.directives)
    return PropertyModel(
      name: name,
      storageName: deprecation != nil || isIndirect ? scope.claim("_" + name, as: .member) : name,
      wrapper: isIndirect ? .indirect : nil,
      graphQLName: context.symbols[definition.name.symbol],
      type: definition.hasDefault ? swiftType.optional : swiftType, isNullable: !type.isNonNull,
      documentation: context.documentation(definition.description),
      deprecation: deprecation)
  }

  private mutating func base(_ symbol: Symbol, isSecret: Bool) -> SwiftType {
    if !isSecret, let type = schema.typeID(symbol), schema.kind(of: type) == .inputObject,
      let name = names.schemaTypes[symbol]
    {
      reach(symbol)
      return .object(name)
    }
    return uses.leaf(symbol, isSecret: isSecret, context, names)
  }

  // MARK: Enums

  /// Returns the enums of inputs and responses, by name.
  mutating func enums(_ symbols: Set<Symbol>) -> [EnumModel] {
    symbols.map { (name: context.symbols[$0], symbol: $0) }
      .sorted { $0.name < $1.name }
      .compactMap { schema.typeID($0.symbol).map { enumeration(schema[$0]) } }
  }

  private mutating func enumeration(_ type: TypeDefinition) -> EnumModel {
    var scope = NameScope(reserved: [
      "unknown", "rawValue", "RawValue", "allCases", "AllCases", "graphQLName", "graphQLNames",
    ])
    let caseNames = scope.claim(
      type.values.map { candidate($0.name.symbol, of: type.name.symbol) }, as: .enumCase)
    return EnumModel(
      name: names.schemaTypes[type.name.symbol] ?? context.symbols[type.name.symbol],
      graphQLName: context.symbols[type.name.symbol],
      documentation: context.documentation(type.description),
      values: zip(type.values, caseNames).map { value, name in
        EnumModel.Value(
          name: name, graphQLName: context.symbols[value.name.symbol],
          documentation: documentation(of: value))
      })
  }

  /// Returns the description with the reason of a deprecation. A case has no attribute for it: an app does
  /// not choose which values a server returns, and would get a warning wherever it handles a deprecated one.
  private func documentation(of value: EnumValueDefinition) -> [String] {
    let description = context.documentation(value.description)
    guard context.settings.documentation != .none, !value.directives.isEmpty,
      let reason = value.directives.deprecationReason(context.sources)
    else { return description }
    return description + (description.isEmpty ? [] : [""]) + ["Deprecated: \(reason)"]
  }

  // MARK: Names

  /// Returns the name of an input field or enum value, which the user can choose.
  private mutating func candidate(_ member: Symbol, of type: Symbol) -> NameScope.Candidate {
    let rename = context.renames.members[MemberKey(type: type, member: member)]
    return .init(
      graphQL: context.symbols[member], preferred: rename?.value ?? text.member(member),
      rename: rename)
  }
}
