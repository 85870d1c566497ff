// Reads introspection JSON, from the schema to the members of types.
// https://spec.graphql.org/September2025/#sec-Schema-Introspection.Schema-Introspection-Schema

struct IntrospectionReader {
  var symbols = SymbolTable()
  var sources = SourceMap()

  mutating func document(_ schema: IntrospectionObject) throws(Diagnostic) -> Document {
    var document = Document(position: schema.position)
    document.definitions.append(.schema(try schemaDefinition(schema)))
    for value in try schema.array("types") {
      if let type = try type(try IntrospectionObject(value)) {
        document.definitions.append(.type(type))
      }
    }
    for value in try schema.optionalArray("directives") {
      if let directive = try directive(try IntrospectionObject(value)) {
        document.definitions.append(.directive(directive))
      }
    }
    return document
  }

  private mutating func schemaDefinition(
    _ schema: IntrospectionObject
  ) throws(Diagnostic) -> SchemaDefinition {
    var roots: [SchemaDefinition.RootOperation] = []
    for operationType in OperationType.allCases {
      let key = operationType.keyword + "Type"
      // A schema can have no query type, but the response has its key.
      if operationType == .query, schema.value[key] == nil { _ = try schema.required(key) }
      guard let value = schema.optional(key) else { continue }
      let type = try name(of: try IntrospectionObject(value))
      roots.append(.init(position: value.position, operationType: operationType, type: type))
    }
    return SchemaDefinition(
      position: schema.position, isExtension: false, description: try description(of: schema),
      directives: [], rootOperations: roots)
  }

  // MARK: Types

  /// Returns the type; nil for a built-in type.
  private mutating func type(
    _ object: IntrospectionObject
  ) throws(Diagnostic) -> TypeDefinition? {
    let kindValue = try object.required("kind")
    let name = try self.name(of: object)
    if symbols.isReserved(name.symbol) || Symbol.builtInScalars.contains(name.symbol) { return nil }
    let kind: TypeDefinition.Kind
    switch kindValue.string?.text {
    case "SCALAR": kind = .scalar
    case "OBJECT": kind = .object
    case "INTERFACE": kind = .interface
    case "UNION": kind = .union
    case "ENUM": kind = .enum
    case "INPUT_OBJECT": kind = .inputObject
    case let other: throw unknownKind(other, kindValue)
    }
    let description = try description(of: object)
    var parts = TypeDefinition.Parts()
    switch kind {
    case .scalar:
      parts.directives = try specifiedBy(object)
    case .object, .interface:
      // Before 2021, interfaces could not implement interfaces.
      let interfaces =
        kind == .object ? try object.array("interfaces") : try object.optionalArray("interfaces")
      parts.interfaces = try typeNames(interfaces)
      for field in try object.array("fields") {
        parts.fields.append(try self.field(try IntrospectionObject(field)))
      }
    case .union:
      parts.members = try typeNames(try object.array("possibleTypes"))
    case .enum:
      parts.values = try object.array("enumValues").convert { value throws(Diagnostic) in
        EnumValueDefinition(
          description: try self.description(of: value), name: try self.name(of: value),
          directives: try deprecation(of: value))
      }
    case .inputObject:
      parts.inputFields = try inputValues(try object.array("inputFields"))
      if try object.boolean("isOneOf"), let value = object.optional("isOneOf") {
        parts.directives = [directive(.oneOf, at: value.position)]
      }
    }
    return TypeDefinition(
      kind: kind, position: object.position, description: description, name: name, parts: parts)
  }

  private func unknownKind(_ name: String?, _ value: JSONValue) -> Diagnostic {
    guard let name else { return .expected("the kind of a type", value) }
    return Diagnostic(
      rule: .introspection, message: "unexpected kind of type \"\(name)\"",
      at: value.position,
      help: "the kinds are SCALAR, OBJECT, INTERFACE, UNION, ENUM and INPUT_OBJECT, and in "
        + "references to types LIST and NON_NULL")
  }

  private mutating func typeNames(_ values: [JSONValue]) throws(Diagnostic) -> [Name] {
    try values.convert { value throws(Diagnostic) in try name(of: value) }
  }

  private mutating func field(
    _ object: IntrospectionObject
  ) throws(Diagnostic) -> FieldDefinition {
    FieldDefinition(
      description: try description(of: object), name: try name(of: object),
      arguments: try inputValues(try object.array("args")),
      type: try typeReference(try object.required("type")),
      directives: try deprecation(of: object))
  }

  private mutating func inputValues(
    _ values: [JSONValue]
  ) throws(Diagnostic) -> [InputValueDefinition] {
    try values.convert { object throws(Diagnostic) in
      InputValueDefinition(
        description: try description(of: object), name: try name(of: object),
        type: try typeReference(try object.required("type")),
        defaultValue: try defaultValue(of: object), directives: try deprecation(of: object))
    }
  }

  /// - Parameter depth: the number of enclosing lists.
  private mutating func typeReference(
    _ value: JSONValue, depth: Int = 0
  ) throws(Diagnostic) -> TypeReference {
    let object = try IntrospectionObject(value)
    let kind = try object.required("kind")
    guard let text = kind.string?.text else { throw .expected("the kind of a type", kind) }
    guard text == "LIST" || text == "NON_NULL" else { return TypeReference(try name(of: object)) }
    let help = "the introspection query must ask for \"ofType\" more levels deep"
    let inner = try object.required("ofType", help: help)
    if text == "LIST" {
      guard depth < TypeReference.maximumListDepth else {
        throw Diagnostic(
          rule: .introspection,
          message: "list types are nested more than \(TypeReference.maximumListDepth) levels deep",
          at: value.position)
      }
      return try typeReference(inner, depth: depth + 1).list
    }
    let type = try typeReference(inner, depth: depth)
    guard !type.isNonNull else {
      throw Diagnostic(
        rule: .introspection, message: "a NON_NULL type cannot wrap another one",
        at: inner.position)
    }
    return type.nonNull
  }

  // MARK: Directives

  /// Returns the directive; nil for a built-in one, and for one without locations.
  private mutating func directive(
    _ object: IntrospectionObject
  ) throws(Diagnostic) -> DirectiveDefinition? {
    let name = try self.name(of: object)
    if Symbol.builtInDirectives.contains(name.symbol) { return nil }
    let locations = try locations(of: object)
    let arguments = try inputValues(try object.array("args"))
    if locations.isEmpty { return nil }
    return DirectiveDefinition(
      position: object.position, description: try description(of: object), name: name,
      arguments: arguments, directives: try deprecation(of: object),
      isRepeatable: try object.boolean("isRepeatable"), locations: locations)
  }

  private mutating func locations(
    of object: IntrospectionObject
  ) throws(Diagnostic) -> [DirectiveLocation] {
    guard object.optional("locations") == nil else {
      var locations: [DirectiveLocation] = []
      for value in try object.array("locations") {
        guard let name = value.string else { throw .expected("a string", value) }
        guard let location = symbols.find(name.text).flatMap(DirectiveLocation.init) else {
          throw Diagnostic(
            rule: .introspection, message: "unknown directive location \"\(name.text)\"",
            at: value.position)
        }
        locations.append(location)
      }
      return locations
    }
    // The form that servers used before 2016.
    let keys = ["onOperation", "onFragment", "onField"]
    var isLegacy = false
    for key in keys where object.optional(key) != nil { isLegacy = true }
    guard isLegacy else {
      _ = try object.required("locations")
      return []
    }
    var locations: [DirectiveLocation] = []
    if try object.boolean(keys[0]) { locations += [.query, .mutation, .subscription] }
    if try object.boolean(keys[1]) {
      locations += [.fragmentDefinition, .fragmentSpread, .inlineFragment]
    }
    if try object.boolean(keys[2]) { locations.append(.field) }
    return locations
  }
}
