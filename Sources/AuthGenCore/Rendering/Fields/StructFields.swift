// The structs of responses, and what is in them.

import AuthGenIR
import AuthGenMustache

final class StructFields: TemplateFields {
  private let type: StructIR
  private let conformances: String
  private let hashable: String
  private let definition: String?
  private let isEncodable: Bool?
  private let nestedConformances: String
  private let properties: NodeList<PropertyFields>
  private let parts: NodeList<PartFields>
  private let parameters: ParameterFields

  /// - Parameters:
  ///   - definition: the text of the fragment that the struct is for, if it is to be there.
  ///   - isEncodable: whether the struct can be written, where that is not for the client to say.
  ///   - nestedConformances: of the structs inside, where they are others.
  init(
    _ type: StructIR, conformances: String, hashable: String, definition: String?,
    isEncodable: Bool? = nil, nestedConformances: String? = nil
  ) {
    self.isEncodable = isEncodable
    self.nestedConformances = nestedConformances ?? conformances
    self.type = type
    self.conformances = conformances
    self.hashable = hashable
    self.definition = definition
    properties = NodeList(type.properties.map(PropertyFields.init))
    parts = NodeList(type.parts.map(PartFields.init))
    var parameters = properties.nodes.map(\.parameter) + parts.nodes.map(\.parameter)
    if let concrete = type.concrete { parameters.append(concrete.parameter) }
    self.parameters = ParameterFields(parameters)
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .name: .identifier(type.name)
    case .documentation: .documentation(type.documentation)
    case .conformances: .code(conformances)
    case .isEncodable: isEncodable.map(Value.bool)
    case .definition: definition.map(Value.literal) ?? .null
    case .merges: .bool(type.mergesWhenEncoding)
    case .isMapped: .bool(type.isMapped)
    case .match: type.match?.value ?? .null
    case .typename: type.typenameProperty.map(Value.identifier) ?? .null
    case .properties: .list(properties)
    case .parts: .list(parts)
    case .hasDynamicMembers: .bool(parts.nodes.contains(where: \.isAlwaysThere))
    case .dynamicMembers: .list(NodeList(parts.nodes.filter(\.isAlwaysThere)))
    case .concrete: type.concrete.map { .object(ConcreteFields($0, hashable: hashable)) } ?? .null
    case .nested:
      .list(
        List(type.nested) { [nestedConformances, hashable] type, _ in
          .object(
            StructFields(
              type, conformances: nestedConformances, hashable: hashable, definition: nil))
        })
    default: parameters.field(key)
    }
  }
}

private final class PropertyFields: TemplateFields {
  private let property: PropertyIR
  private let typeText: String

  init(_ property: PropertyIR) {
    self.property = property
    typeText = property.type.text
  }

  var parameter: Parameter {
    Parameter(
      name: property.name, storage: property.storageName, type: typeText,
      default: property.type.isOptional ? "nil" : nil, isIndirect: property.type.isIndirect)
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .name: .identifier(property.name)
    case .storage: .identifier(property.storageName)
    case .type: .code(typeText)
    case .responseName: .literal(property.responseName)
    case .paths: property.readings
    case .path: property.writing
    case .isLenient: .bool(property.isLenient)
    case .fallback: property.fallback
    case .decode: .code(FieldMethod.decoding(property.type, isConditional: property.isConditional))
    case .encode:
      .code(property.isConditional ? "valueIfPresent" : FieldMethod.encoding(property.type))
    case .isComputed: .bool(property.storageName != property.name)
    case .isIndirect: .bool(property.type.isIndirect)
    case .documentation: .documentation(property.documentation)
    case .deprecation: .deprecation(property.deprecation)
    default: nil
    }
  }
}

private final class PartFields: TemplateFields {
  private let part: PartIR

  init(_ part: PartIR) {
    self.part = part
  }

  /// Whether the object is one of the part's type for certain.
  var isAlwaysThere: Bool {
    if case .always = part.presence { true } else { false }
  }

  private var type: String { isAlwaysThere ? part.type : part.type + "?" }

  var parameter: Parameter {
    Parameter(
      name: part.name, storage: part.storageName, type: type,
      default: isAlwaysThere ? nil : "nil", isIndirect: true)
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .name: .identifier(part.name)
    case .type: .code(type)
    case .documentation: .documentation(part.documentation)
    case .storage: .identifier(part.storageName)
    case .isComputed, .isIndirect: .bool(true)
    case .deprecation: .null
    case .encode: .code(isAlwaysThere ? "part" : "optionalPart")
    case .ifSelected: ifSelected
    case .possibleTypes: possibleTypes
    default: nil
    }
  }

  private var ifSelected: Value {
    guard case .ifSelected(let responseNames) = part.presence else { return .null }
    return .fields([TemplateKey.names.key: .names(responseNames.map(Value.literal))])
  }

  private var possibleTypes: Value {
    guard case .ifType(let possibleTypes) = part.presence else { return .null }
    return .code(possibleTypes)
  }
}

private final class ConcreteFields: TemplateFields {
  private let concrete: ConcreteIR
  private let hashable: String

  init(_ concrete: ConcreteIR, hashable: String) {
    self.concrete = concrete
    self.hashable = hashable
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .propertyName: .identifier(concrete.propertyName)
    case .typeName: .identifier(concrete.typeName)
    case .typename: .identifier(concrete.typenameName)
    case .conformances: .code("Sendable" + hashable)
    case .other: .identifier(concrete.otherName)
    case .cases:
      .list(
        List(concrete.cases) { item, _ in
          .fields([
            TemplateKey.name.key: .identifier(item.name),
            TemplateKey.graphQLType.key: .literal(item.graphQLType),
            TemplateKey.type.key: .code(item.type),
          ])
        })
    default: nil
    }
  }
}

extension ConcreteIR {
  fileprivate var parameter: Parameter {
    Parameter(name: propertyName, storage: propertyName, type: typeName, default: nil)
  }
}
