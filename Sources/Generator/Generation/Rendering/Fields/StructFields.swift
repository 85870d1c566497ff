// The structs of responses and their members.

import AuthGenMustache
import AuthGenSwiftModel

extension Context {
  /// - Parameters:
  ///   - conformances: the struct's own conformances, if they differ from those of nested structs.
  ///   - definition: the fragment's text, if the struct is for a fragment and includes its text.
  mutating func structFields(
    _ type: StructModel, _ style: StructStyle, conformances: String? = nil,
    definition: String? = nil
  ) -> Value {
    var parameters: [Parameter] = []
    parameters.reserveCapacity(type.properties.count + type.parts.count + 1)
    let properties = list(type.properties) { property, context in
      let typeText = property.type.text
      let parameter = context.parameter(
        name: property.name, storage: property.storageName, type: typeText,
        default: property.type.isOptional ? "nil" : nil, isIndirect: property.type.isIndirect)
      parameters.append(parameter)
      return context.propertyFields(property, parameter)
    }
    let parts = type.parts.map { part in
      let parameter = self.parameter(
        name: part.name, storage: part.storageName,
        type: part.isAlwaysThere ? part.type : part.type + "?",
        default: part.isAlwaysThere ? nil : "nil", isIndirect: true)
      parameters.append(parameter)
      return partFields(part, parameter)
    }
    let concrete = type.concrete.map { concrete in
      parameters.append(
        parameter(
          name: concrete.propertyName, storage: concrete.propertyName, type: concrete.typeName))
      return concreteFields(concrete, style)
    }
    let dynamicMembers = zip(type.parts, parts).filter { $0.0.isAlwaysThere }.map(\.1)
    let nested = list(type.nested) { type, context in context.structFields(type, style) }
    return fields(
      [
        (.concrete, concrete ?? .null), (.properties, properties), (.parts, list(parts)),
        (.merges, .bool(type.mergesWhenEncoding)), (.name, identifier(type.name)),
        (.documentation, documentation(type.documentation)),
        (.conformances, code(conformances ?? style.conformances)),
        (.definition, definition.map { literal($0) } ?? .null),
        (.hasDynamicMembers, .bool(!dynamicMembers.isEmpty)),
        (.dynamicMembers, list(dynamicMembers)), (.nested, nested),
        // Structs are nested, and the file's own field is outside all of them.
        (.isEncodable, .bool(style.isEncodable)), (.usesConnector, .bool(type.usesConnector)),
        (.match, type.match.map { typeMatch($0) } ?? .null),
        (.typename, type.typenameProperty.map { identifier($0) } ?? .null),
        // The fields of properties without a mapping.
        (.paths, .null), (.path, .null),
      ], extending: parameterFields(parameters))
  }

  private mutating func propertyFields(_ property: PropertyModel, _ parameter: Parameter) -> Value {
    fields(
      [
        (.storage, parameter.storage), (.responseName, literal(property.responseName)),
        (.isComputed, .bool(property.storageName != property.name)), (.name, parameter.name),
        (.type, parameter.type), (.documentation, documentation(property.documentation)),
        (.decode, code(FieldMethod.decoding(property.type, isConditional: property.isConditional))),
        (
          .encode,
          code(property.isConditional ? "valueIfPresent" : FieldMethod.encoding(property.type))
        ),
        (.isIndirect, .bool(property.type.isIndirect)),
        (.deprecation, deprecation(property.deprecation)),
      ], extending: connectorPropertyFields(property))
  }

  private mutating func partFields(_ part: PartModel, _ parameter: Parameter) -> Value {
    fields([
      (.storage, parameter.storage), (.name, parameter.name), (.type, parameter.type),
      (.encode, code(part.isAlwaysThere ? "part" : "optionalPart")),
      (.isComputed, .bool(true)), (.isIndirect, .bool(true)),
      (.documentation, documentation(part.documentation)), (.deprecation, .null),
      (.ifSelected, ifSelected(part.presence)), (.possibleTypes, possibleTypes(part.presence)),
    ])
  }

  private mutating func ifSelected(_ presence: PartModel.Presence) -> Value {
    guard case .ifSelected(let responseNames) = presence else { return .null }
    return fields([(.names, names(responseNames.map { literal($0) }))])
  }

  private mutating func possibleTypes(_ presence: PartModel.Presence) -> Value {
    guard case .ifType(let possibleTypes) = presence else { return .null }
    return code(possibleTypes)
  }

  private mutating func concreteFields(_ concrete: ConcreteModel, _ style: StructStyle) -> Value {
    let cases = list(concrete.cases) { item, context in
      context.fields([
        (.name, context.identifier(item.name)), (.graphQLType, context.literal(item.graphQLType)),
        (.type, context.code(item.type)),
      ])
    }
    return fields([
      (.propertyName, identifier(concrete.propertyName)),
      (.typeName, identifier(concrete.typeName)), (.typename, identifier(concrete.typenameName)),
      (.conformances, code("Sendable" + style.hashable)), (.other, identifier(concrete.otherName)),
      (.cases, cases),
    ])
  }
}

extension PartModel {
  /// Whether every object has the part's type.
  fileprivate var isAlwaysThere: Bool {
    if case .always = presence { true } else { false }
  }
}
