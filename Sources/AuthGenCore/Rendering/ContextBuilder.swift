// A client's model as the values that templates print. Nothing is decided here.

import AuthGenIR
import AuthGenMustache

struct ContextBuilder {
  private let client: ClientIR
  private let settings: ClientSettings
  private let access: Value
  private let conformances: (response: String, input: String, variants: String, hashable: String)

  init(client: ClientIR, settings: ClientSettings) {
    self.client = client
    self.settings = settings
    access = .code(settings.accessLevel == .internal ? "" : settings.accessLevel.rawValue + " ")
    let hashable = settings.isHashable ? ", Hashable" : ""
    conformances = (
      (settings.isEncodable ? "ResponseObject" : "ResponseDecodable") + hashable,
      "InputObject" + hashable, "Sendable" + hashable, hashable
    )
  }

  // MARK: Files

  func document(_ document: DocumentIR) -> Value {
    var file = file(usesScalars: true)
    file.set(.operations, .list(document.operations.map(operation)))
    file.set(
      .fragments,
      .list(
        document.fragments.map { fragment in
          .object(
            structure(
              fragment.type, definition: settings.documents == .text ? fragment.text : nil))
        }))
    return .object(file)
  }

  func enums() -> Value {
    var file = file(usesScalars: false)
    file.set(.enums, .list(client.enums.map(enumeration)))
    return .object(file)
  }

  func inputObjects() -> Value {
    var file = file(usesScalars: true)
    file.set(.inputs, .list(client.inputs.map(inputObject)))
    return .object(file)
  }

  func possibleTypes() -> Value {
    var file = file(usesScalars: false)
    file.set(.name, .identifier(client.possibleTypesName))
    file.set(
      .types,
      .list(
        client.possibleTypes.map { type in
          .object([
            TemplateKey.name.key: .identifier(type.name),
            TemplateKey.names.key: names(type.graphQLTypes.map(Value.literal)),
          ])
        }))
    return .object(file)
  }

  func facade() -> Value {
    var file = file(usesScalars: false)
    file.set(.name, .identifier(client.facadeName))
    file.set(.documentation, .documentation(client.documentation))
    return .object(file)
  }

  /// What all files begin with, and what their parts find further out.
  private func file(usesScalars: Bool) -> Object {
    var modules = Set(settings.imports)
    if let runtime = settings.runtimeModule { modules.insert(runtime) }
    if usesScalars { modules.formUnion(client.scalarModules) }
    var object = Object()
    object.set(.access, access)
    object.set(.client, .code(client.name))
    object.set(.header, .documentation(settings.header))
    object.set(.imports, .list(modules.sorted().map(Value.code)))
    object.set(.facade, .identifier(client.facadeName))
    object.set(.isEncodable, settings.isEncodable)
    object.set(.indirect, .code(""))
    return object
  }

  // MARK: Operations

  private func operation(_ operation: OperationIR) -> Value {
    var object = Object()
    object.set(.documentation, .documentation(documentation(of: operation)))
    object.set(.name, .identifier(operation.typeName))
    object.set(.conformances, .code(protocols(of: operation) + conformances.hashable))
    object.set(.operationName, .literal(operation.operationName))
    object.set(.kind, .code(operation.kind.rawValue))
    object.set(.hasDocument, settings.documents == .text)
    object.set(.hasFragments, !operation.fragmentNames.isEmpty)
    object.set(.text, .literal(operation.text))
    object.set(.fragmentNames, .list(operation.fragmentNames.map(Value.identifier)))
    object.set(.hash, .literal(operation.hash))
    object.set(.weight, operation.weight == 0 ? .null : .code(String(operation.weight)))
    object.set(.hasRateLimitBuckets, !operation.rateLimitBuckets.isEmpty)
    object.set(.rateLimitBuckets, names(operation.rateLimitBuckets.map(Value.literal)))
    object.set(.hasVariables, !operation.variables.isEmpty)
    setInputs(operation.variables, operation.explicitNullsName, in: &object)
    object.set(.data, .object(structure(operation.data, definition: nil)))
    object.set(.isAuthenticated, operation.isAuthenticated)
    object.set(.method, operation.kind == .subscription ? .null : method(of: operation))
    return .object(object)
  }

  /// The facade's method for an operation.
  private func method(of operation: OperationIR) -> Value {
    var object = Object()
    object.set(.name, .identifier(operation.methodName))
    object.set(.typeName, .identifier(operation.typeName))
    setParameters(
      inputParameters(
        operation.variables, operation.explicitNullsName,
        nullableField: operation.typeName + ".NullableField"),
      in: &object)
    var arguments = operation.variables.map(\.name)
    if operation.variables.contains(where: \.isNullable) {
      arguments.append(operation.explicitNullsName)
    }
    object.set(
      .arguments,
      .list(
        arguments.enumerated().map { index, name in
          .object([
            TemplateKey.label.key: .label(name), TemplateKey.name.key: .identifier(name),
            TemplateKey.comma.key: .code(index == arguments.count - 1 ? "" : ", "),
          ])
        }))
    return .object(object)
  }

  private func documentation(of operation: OperationIR) -> [String] {
    guard operation.isAuthenticated else { return operation.documentation }
    return operation.documentation + (operation.documentation.isEmpty ? [] : [""])
      + ["Needs a session."]
  }

  private func protocols(of operation: OperationIR) -> String {
    let session = operation.isAuthenticated ? "Authenticated" : "Anonymous"
    let kind = operation.kind == .subscription ? "Subscription" : "Operation"
    return session + kind + (settings.documents == .text ? ", DocumentOperation" : "")
  }

  // MARK: Structs

  private func structure(_ type: StructIR, definition: String?) -> Object {
    var object = Object()
    object.set(.name, .identifier(type.name))
    object.set(.documentation, .documentation(type.documentation))
    object.set(.conformances, .code(conformances.response))
    object.set(.definition, definition.map(Value.literal) ?? .null)
    object.set(.merges, type.mergesWhenEncoding)
    let count = type.properties.count + type.parts.count + (type.concrete == nil ? 0 : 1)
    object.set(.isSingle, count == 1)
    object.set(
      .properties,
      .list(type.properties.enumerated().map { property($1, isLast: $0 == count - 1) }))
    object.set(
      .parts,
      .list(
        type.parts.enumerated().map {
          part($1, isLast: type.properties.count + $0 == count - 1)
        }))
    let dynamic = type.parts.filter { if case .always = $0.presence { true } else { false } }
    object.set(.hasDynamicMembers, !dynamic.isEmpty)
    object.set(
      .dynamicMembers,
      .list(
        dynamic.map {
          .object([
            TemplateKey.name.key: .identifier($0.name), TemplateKey.type.key: .code($0.type),
          ])
        }))
    object.set(.concrete, type.concrete.map(concrete) ?? .null)
    setParameters(parameters(of: type), in: &object)
    object.set(.nested, .list(type.nested.map { .object(structure($0, definition: nil)) }))
    return object
  }

  private func property(_ property: PropertyIR, isLast: Bool) -> Value {
    var object = Object()
    object.set(.label, .label(property.name))
    object.set(.name, .identifier(property.name))
    object.set(.storage, .identifier(property.storageName))
    object.set(.type, .code(property.type.text))
    object.set(.responseName, .literal(property.responseName))
    object.set(.decode, .code(FieldMethod.decoding(property.type)))
    object.set(
      .encode,
      .code(property.isConditional ? "valueIfPresent" : FieldMethod.encoding(property.type)))
    object.set(.comma, .code(isLast ? ")" : ","))
    object.set(.documentation, .documentation(property.documentation))
    object.set(.deprecation, property.deprecation.map(deprecation) ?? .null)
    return .object(object)
  }

  private func part(_ part: PartIR, isLast: Bool) -> Value {
    var object = Object()
    object.set(.label, .label(part.name))
    object.set(.name, .identifier(part.name))
    object.set(.type, .code(type(of: part)))
    object.set(.documentation, .documentation(part.documentation))
    object.set(.comma, .code(isLast ? ")" : ","))
    object.set(.encode, .code(type(of: part).hasSuffix("?") ? "optionalPart" : "part"))
    switch part.presence {
    case .always:
      object.set(.ifSelected, .null)
      object.set(.possibleTypes, .null)
    case .ifSelected(let responseNames):
      object.set(
        .ifSelected, .object([TemplateKey.names.key: names(responseNames.map(Value.literal))]))
      object.set(.possibleTypes, .null)
    case .ifType(let possibleTypes):
      object.set(.ifSelected, .null)
      object.set(.possibleTypes, .code(possibleTypes))
    }
    return .object(object)
  }

  private func type(of part: PartIR) -> String {
    if case .always = part.presence { part.type } else { part.type + "?" }
  }

  private func concrete(_ concrete: ConcreteIR) -> Value {
    var object = Object()
    object.set(.label, .label(concrete.propertyName))
    object.set(.propertyName, .identifier(concrete.propertyName))
    object.set(.typeName, .identifier(concrete.typeName))
    object.set(.typename, .identifier(concrete.typenameName))
    object.set(.conformances, .code(conformances.variants))
    object.set(.other, .identifier(concrete.otherName))
    object.set(
      .cases,
      .list(
        concrete.cases.map {
          .object([
            TemplateKey.name.key: .identifier($0.name),
            TemplateKey.graphQLType.key: .literal($0.graphQLType),
            TemplateKey.type.key: .code($0.type),
          ])
        }))
    return .object(object)
  }

  private func parameters(of type: StructIR) -> [Parameter] {
    var parameters = type.properties.map {
      Parameter(
        name: $0.name, storage: $0.storageName, type: $0.type.text,
        default: $0.type.isOptional ? "nil" : nil)
    }
    parameters += type.parts.map {
      let type = self.type(of: $0)
      return Parameter(
        name: $0.name, storage: $0.name, type: type, default: type.hasSuffix("?") ? "nil" : nil)
    }
    if let concrete = type.concrete {
      parameters.append(
        Parameter(
          name: concrete.propertyName, storage: concrete.propertyName, type: concrete.typeName,
          default: nil))
    }
    return parameters
  }

  // MARK: Inputs and enums

  private func inputObject(_ input: InputIR) -> Value {
    var object = Object()
    object.set(.documentation, .documentation(input.documentation))
    object.set(.name, .identifier(input.name))
    object.set(.conformances, .code(conformances.input))
    object.set(.isOneOf, input.isOneOf)
    object.set(.indirect, .code(input.isRecursive ? "indirect " : ""))
    object.set(.hasDeprecated, input.properties.contains { $0.deprecation != nil })
    setInputs(input.properties, input.explicitNullsName, in: &object)
    return .object(object)
  }

  /// The properties of an input object or of an operation's variables.
  private func setInputs(
    _ properties: [InputPropertyIR], _ explicitNullsName: String, in object: inout Object
  ) {
    let nullable = properties.filter(\.isNullable)
    object.set(.explicitNulls, .identifier(explicitNullsName))
    object.set(.hasNullable, !nullable.isEmpty)
    object.set(.nullable, names(nullable.map { .identifier($0.name) }))
    object.set(.properties, .list(properties.map(inputProperty)))
    setParameters(
      inputParameters(properties, explicitNullsName, nullableField: "NullableField"), in: &object)
  }

  private func inputParameters(
    _ properties: [InputPropertyIR], _ explicitNullsName: String, nullableField: String
  ) -> [Parameter] {
    var parameters = properties.map {
      Parameter(
        name: $0.name, storage: $0.storageName, type: $0.type.text,
        default: $0.type.isOptional ? "nil" : nil, isIndirect: $0.isIndirect)
    }
    if properties.contains(where: \.isNullable) {
      parameters.append(
        Parameter(
          name: explicitNullsName, storage: explicitNullsName, type: "Set<\(nullableField)>",
          default: "[]"))
    }
    return parameters
  }

  private func inputProperty(_ property: InputPropertyIR) -> Value {
    var object = Object()
    object.set(.name, .identifier(property.name))
    object.set(.storage, .identifier(property.storageName))
    object.set(.type, .code(property.type.text))
    object.set(.graphQLName, .literal(property.graphQLName))
    object.set(.isNullable, property.isNullable)
    object.set(
      .encode,
      .code(property.type.isOptional ? "valueIfPresent" : FieldMethod.encoding(property.type)))
    object.set(.isComputed, property.storageName != property.name)
    object.set(.isIndirect, property.isIndirect)
    object.set(.documentation, .documentation(property.documentation))
    object.set(.deprecation, property.deprecation.map(deprecation) ?? .null)
    return .object(object)
  }

  private func enumeration(_ enumeration: EnumIR) -> Value {
    var object = Object()
    object.set(.documentation, .documentation(enumeration.documentation))
    object.set(.name, .identifier(enumeration.name))
    object.set(.unknown, .identifier(enumeration.unknownName))
    object.set(.hasDeprecated, enumeration.values.contains { $0.deprecation != nil })
    object.set(
      .values,
      .list(
        enumeration.values.enumerated().map { index, value in
          .object([
            TemplateKey.name.key: .identifier(value.name),
            TemplateKey.graphQLName.key: .literal(value.graphQLName),
            TemplateKey.comma.key: .code(index == enumeration.values.count - 1 ? "" : ", "),
            TemplateKey.documentation.key: .documentation(value.documentation),
            TemplateKey.deprecation.key: value.deprecation.map(deprecation) ?? .null,
          ])
        }))
    return .object(object)
  }

  // MARK: Parts

  private func deprecation(_ reason: String) -> Value {
    .literal(reason.isEmpty ? "No longer supported" : reason)
  }

  /// Objects with a name each and a comma behind all but the last.
  private func names(_ values: [Value]) -> Value {
    .list(
      values.enumerated().map { index, value in
        .object([
          TemplateKey.name.key: value,
          TemplateKey.comma.key: .code(index == values.count - 1 ? "" : ", "),
        ])
      })
  }

  private func setParameters(_ parameters: [Parameter], in object: inout Object) {
    let lines = Parameter.lines(parameters)
    object.set(.isWrapped, lines.count > 1)
    object.set(
      .parameterLines,
      .list(
        lines.map { line in
          .object([
            TemplateKey.parameters.key: .list(
              line.map { index in
                parameter(
                  parameters[index], isLast: index == parameters.count - 1,
                  endsLine: index == line.upperBound - 1)
              })
          ])
        }))
    object.set(
      .assignments,
      .list(
        parameters.map {
          .object([
            TemplateKey.storage.key: .identifier($0.storage),
            TemplateKey.name.key: .identifier($0.name),
            TemplateKey.isIndirect.key: .bool($0.isIndirect),
          ])
        }))
  }

  private func parameter(_ parameter: Parameter, isLast: Bool, endsLine: Bool) -> Value {
    .object([
      TemplateKey.name.key: .identifier(parameter.name),
      TemplateKey.type.key: .code(parameter.type),
      TemplateKey.default.key: .code(parameter.default.map { " = " + $0 } ?? ""),
      TemplateKey.comma.key: .code(isLast ? "" : endsLine ? "," : ", "),
    ])
  }
}
