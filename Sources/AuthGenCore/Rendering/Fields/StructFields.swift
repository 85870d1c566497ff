// The structs of responses, and what is in them.

import AuthGenIR
import AuthGenMustache

final class StructFields: TemplateFields {
  private let type: StructIR
  private let conformances: String
  private let hashable: String
  private let definition: String?
  private let properties: NodeList<PropertyFields>
  private let parts: NodeList<PartFields>
  private let parameters: ParameterFields

  /// - Parameter definition: the text of the fragment that the struct is for, if it is to be there.
  init(_ type: StructIR, conformances: String, hashable: String, definition: String?) {
    self.type = type
    self.conformances = conformances
    self.hashable = hashable
    self.definition = definition
    let count = Self.count(type)
    properties = NodeList(
      type.properties.enumerated().map { PropertyFields($1, isLast: $0 == count - 1) })
    parts = NodeList(
      type.parts.enumerated().map {
        PartFields($1, isLast: type.properties.count + $0 == count - 1)
      })
    var parameters = properties.nodes.map(\.parameter) + parts.nodes.map(\.parameter)
    if let concrete = type.concrete { parameters.append(concrete.parameter) }
    self.parameters = ParameterFields(parameters)
  }

  /// How many values the initialiser takes.
  private static func count(_ type: StructIR) -> Int {
    type.properties.count + type.parts.count + (type.concrete == nil ? 0 : 1)
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .name: .identifier(type.name)
    case .documentation: .documentation(type.documentation)
    case .conformances: .code(conformances)
    case .definition: definition.map(Value.literal) ?? .null
    case .merges: .bool(type.mergesWhenEncoding)
    case .isSingle: .bool(Self.count(type) == 1)
    case .properties: .list(properties)
    case .parts: .list(parts)
    case .hasDynamicMembers: .bool(parts.nodes.contains(where: \.isAlwaysThere))
    case .dynamicMembers: .list(NodeList(parts.nodes.filter(\.isAlwaysThere)))
    case .concrete: type.concrete.map { .object(ConcreteFields($0, hashable: hashable)) } ?? .null
    case .nested:
      .list(
        List(type.nested) { [conformances, hashable] type, _ in
          .object(
            StructFields(type, conformances: conformances, hashable: hashable, definition: nil))
        })
    default: parameters.field(key)
    }
  }
}

private final class PropertyFields: TemplateFields {
  private let property: PropertyIR
  private let typeText: String
  private let isLast: Bool

  init(_ property: PropertyIR, isLast: Bool) {
    self.property = property
    self.isLast = isLast
    typeText = property.type.text
  }

  var parameter: Parameter {
    Parameter(
      name: property.name, storage: property.storageName, type: typeText,
      default: property.type.isOptional ? "nil" : nil)
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .label: .label(property.name)
    case .name: .identifier(property.name)
    case .storage: .identifier(property.storageName)
    case .type: .code(typeText)
    case .responseName: .literal(property.responseName)
    case .decode: .code(FieldMethod.decoding(property.type))
    case .encode:
      .code(property.isConditional ? "valueIfPresent" : FieldMethod.encoding(property.type))
    case .comma: .code(isLast ? ")" : ",")
    case .documentation: .documentation(property.documentation)
    case .deprecation: .deprecation(property.deprecation)
    default: nil
    }
  }
}

private final class PartFields: TemplateFields {
  private let part: PartIR
  private let isLast: Bool

  init(_ part: PartIR, isLast: Bool) {
    self.part = part
    self.isLast = isLast
  }

  /// Whether the object is one of the part's type for certain.
  var isAlwaysThere: Bool {
    if case .always = part.presence { true } else { false }
  }

  private var type: String { isAlwaysThere ? part.type : part.type + "?" }

  var parameter: Parameter {
    Parameter(
      name: part.name, storage: part.name, type: type, default: isAlwaysThere ? nil : "nil")
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .label: .label(part.name)
    case .name: .identifier(part.name)
    case .type: .code(type)
    case .documentation: .documentation(part.documentation)
    case .comma: .code(isLast ? ")" : ",")
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
    case .label: .label(concrete.propertyName)
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
