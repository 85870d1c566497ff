// What operations send: variables, input objects and enums.

import AuthGenIR
import AuthGenMustache

/// The properties of an input object or of an operation's variables.
struct InputFields: Sendable {
  private let properties: NodeList<InputPropertyFields>
  private let explicitNullsName: String
  private let parameters: ParameterFields

  init(_ properties: [InputPropertyIR], _ explicitNullsName: String) {
    self.explicitNullsName = explicitNullsName
    self.properties = NodeList(properties.map(InputPropertyFields.init))
    parameters = ParameterFields(
      properties.parameters(explicitNullsName, nullableField: "NullableField"))
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .explicitNulls: .identifier(explicitNullsName)
    case .hasNullable: .bool(properties.nodes.contains(where: \.isNullable))
    case .nullable: .names(properties.nodes.filter(\.isNullable).map { .identifier($0.name) })
    case .properties: .list(properties)
    default: parameters.field(key)
    }
  }
}

extension [InputPropertyIR] {
  /// The parameters that set the properties, and which of them are sent as null.
  func parameters(_ explicitNullsName: String, nullableField: String) -> [Parameter] {
    var parameters = map {
      Parameter(
        name: $0.name, storage: $0.storageName, type: $0.type.text,
        default: $0.type.isOptional ? "nil" : nil, isIndirect: $0.isIndirect)
    }
    if contains(where: \.isNullable) {
      parameters.append(
        Parameter(
          name: explicitNullsName, storage: explicitNullsName, type: "Set<\(nullableField)>",
          default: "[]"))
    }
    return parameters
  }
}

private final class InputPropertyFields: TemplateFields {
  private let property: InputPropertyIR

  init(_ property: InputPropertyIR) {
    self.property = property
  }

  var name: String { property.name }
  var isNullable: Bool { property.isNullable }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .name: .identifier(property.name)
    case .storage: .identifier(property.storageName)
    case .type: .code(property.type.text)
    case .graphQLName: .literal(property.graphQLName)
    case .isNullable: .bool(property.isNullable)
    case .encode:
      .code(property.type.isOptional ? "valueIfPresent" : FieldMethod.encoding(property.type))
    case .isComputed: .bool(property.storageName != property.name)
    case .isIndirect: .bool(property.isIndirect)
    case .documentation: .documentation(property.documentation)
    case .deprecation: .deprecation(property.deprecation)
    default: nil
    }
  }
}

final class InputObjectFields: TemplateFields {
  private let input: InputIR
  private let hashable: String
  private let inputs: InputFields

  init(_ input: InputIR, hashable: String) {
    self.input = input
    self.hashable = hashable
    inputs = InputFields(input.properties, input.explicitNullsName)
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .documentation: .documentation(input.documentation)
    case .name: .identifier(input.name)
    case .conformances: .code("InputObject" + hashable)
    case .isOneOf: .bool(input.isOneOf)
    case .indirect: .code(input.isRecursive ? "indirect " : "")
    case .hasDeprecated: .bool(input.properties.contains { $0.deprecation != nil })
    default: inputs.field(key)
    }
  }
}

final class EnumFields: TemplateFields {
  private let type: EnumIR

  init(_ type: EnumIR) {
    self.type = type
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .documentation: .documentation(type.documentation)
    case .name: .identifier(type.name)
    case .unknown: .identifier(type.unknownName)
    case .hasDeprecated: .bool(type.values.contains { $0.deprecation != nil })
    case .values:
      .list(
        List(type.values) { [count = type.values.count] value, index in
          .object(EnumValueFields(value, isLast: index == count - 1))
        })
    default: nil
    }
  }
}

private final class EnumValueFields: TemplateFields {
  private let enumValue: EnumIR.Value
  private let isLast: Bool

  init(_ enumValue: EnumIR.Value, isLast: Bool) {
    self.enumValue = enumValue
    self.isLast = isLast
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .name: .identifier(enumValue.name)
    case .graphQLName: .literal(enumValue.graphQLName)
    case .comma: .code(isLast ? "" : ", ")
    case .documentation: .documentation(enumValue.documentation)
    case .deprecation: .deprecation(enumValue.deprecation)
    default: nil
    }
  }
}
