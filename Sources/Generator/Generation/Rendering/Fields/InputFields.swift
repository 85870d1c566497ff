// The input of operations: variables, input objects and enums.

import AuthGenMustache
import AuthGenSwiftModel

extension Context {
  /// The properties of an input object or of an operation's variables.
  mutating func inputFields(
    _ properties: [PropertyModel], explicitNullsName: String
  ) -> Value {
    let parameters = inputParameters(
      properties, explicitNullsName: explicitNullsName, owner: "Self")
    let nullableProperties = properties.filter(\.isNullable)
    let nullable = list(nullableProperties) { property, context in
      context.fields([
        (.name, context.identifier(property.name)),
        (.graphQLName, context.literal(property.graphQLName)),
        (.deprecation, context.deprecation(property.deprecation)),
      ])
    }
    let values = list(properties.indices) { index, context in
      context.inputPropertyFields(
        properties[index], parameters[index], startsSwitch: Self.startsSwitch(at: index))
    }
    return fields(
      [
        (.properties, values),
        (.explicitNulls, identifier(explicitNullsName)),
        (.omitsNil, .bool(properties.contains { $0.type.isOptional })),
        (.hasNullable, .bool(!nullableProperties.isEmpty)), (.nullable, nullable),
        (.hasOneNullable, .bool(nullableProperties.count == 1)),
        (.hasOneField, .bool(properties.map(\.type.isOptional) == [false])),
      ], extending: parameterFields(parameters))
  }

  /// Returns the parameters that set the properties, and the properties that are sent as null.
  mutating func inputParameters(
    _ properties: [PropertyModel], explicitNullsName: String, owner: String
  ) -> [Parameter] {
    var parameters = properties.map { parameter(for: $0) }
    if properties.contains(where: \.isNullable) {
      parameters.append(
        parameter(name: explicitNullsName, type: "ExplicitNulls<\(owner)>", default: "[]"))
    }
    return parameters
  }

  private mutating func inputPropertyFields(
    _ property: PropertyModel, _ parameter: Parameter, startsSwitch: Value
  ) -> Value {
    fields([
      (.name, parameter.name), (.storage, parameter.storage),
      (.wrapper, parameter.wrapper),
      (.graphQLName, literal(property.graphQLName)), (.type, parameter.type),
      (.storedType, parameter.storedType), (.method, code(FieldMethod.name(property.type))),
      (.place, place(property.storageName, property.wrapper)),
      (.isComputed, .bool(property.storageName != property.name)),
      (.documentation, documentation(property.documentation, indentation: 2)),
      (.deprecation, deprecation(property.deprecation)), (.startsSwitch, startsSwitch),
    ])
  }

  mutating func inputObjectFields(_ input: InputModel, hashable: String) -> Value {
    fields(
      [
        (.documentation, documentation(input.documentation, indentation: 0)),
        (.name, identifier(input.name)),
        (.conformances, code("InputObject" + hashable)), (.isOneOf, .bool(input.isOneOf)),
        (.indirect, code(input.isRecursive ? "indirect " : "")),
        (.isDivided, .bool(Self.isDivided(input.properties.count))),
      ],
      extending: inputFields(input.properties, explicitNullsName: input.explicitNullsName))
  }

  mutating func enumFields(_ type: EnumModel) -> Value {
    let isDivided = Self.isDivided(type.values.count)
    let values = list(type.values.indices) { index, context in
      context.enumValueFields(type.values[index], index: index, isDivided: isDivided)
    }
    return fields(
      switchFields(type.values.count) + [
        (.documentation, documentation(type.documentation, indentation: 0)),
        (.name, identifier(type.name)),
        (.unknown, code("unknown")),
        // A switch over integers is compiled in linear time, one over strings in quadratic time.
        (
          .subject,
          code(
            isDivided
              ? "Self.graphQLNames.firstIndex(of: graphQLName.nameOrEmpty) ?? -1"
              : "graphQLName.nameOrEmpty")
        ),
        (.values, values),
      ], extending: wrapped(type.values.map { SwiftEscaper.literal($0.graphQLName) }))
  }

  private mutating func enumValueFields(
    _ value: EnumModel.Value, index: Int, isDivided: Bool
  ) -> Value {
    let name = literal(value.graphQLName)
    return fields([
      (.name, identifier(value.name)), (.graphQLName, name),
      (.pattern, isDivided ? code(String(index)) : name),
      (.documentation, documentation(value.documentation, indentation: 2)),
      (.startsSwitch, Self.startsSwitch(at: index)),
    ])
  }
}
