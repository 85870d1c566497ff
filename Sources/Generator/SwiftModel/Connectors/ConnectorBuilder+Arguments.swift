// Finds the operation's value for an argument of the connector's field.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenTypeSystem

extension ConnectorBuilder {
  enum Resolved {
    case literal(MappingLiteral)
    case variable(VariablePathModel, nulls: NullsModel?)
    /// A list or object that contains variables.
    case composite(Value)
    case missing
  }

  /// Returns the operation's value for an argument or a part of one.
  mutating func resolve(_ path: ArgumentPath) -> Resolved? {
    guard let name = path.names.first,
      let definition = root.definition.arguments.first(where: {
        context.symbols[$0.name.symbol] == name
      })
    else { return nil }
    let given = root.field.arguments.first { $0.name.symbol == definition.name.symbol }?.value
    guard var value = given ?? definition.defaultValue else { return .missing }
    var names = path.names.dropFirst()
    while let next = names.first, case .object(let fields) = value.kind {
      guard let field = fields.first(where: { context.symbols[$0.name.symbol] == next }) else {
        return .missing
      }
      value = field.value
      names = names.dropFirst()
    }
    switch value.kind {
    case .variable(let symbol):
      guard let variable = variables[context.symbols[symbol]] else { return nil }
      if definition.defaultValue != nil, variable.property.type.isOptional {
        report(
          "an argument's default value is not supported without a GraphQL server", path,
          help: "make the variable non-null, or write the value in its place")
      }
      return part(names, of: variable, path)
    case .list, .object:
      return .composite(value)
    case .null:
      return .literal(.null)
    default:
      guard names.isEmpty else { return .missing }
      return literal(value).map(Resolved.literal)
    }
  }

  private mutating func part(
    _ names: ArraySlice<String>, of variable: (property: PropertyModel, type: Symbol),
    _ path: ArgumentPath
  ) -> Resolved? {
    guard !names.isEmpty else {
      let (path, nulls) = self.variable(variable.property)
      return .variable(path, nulls: nulls)
    }
    var result = VariablePathModel(
      steps: [.init(name: variable.property.name, isOptional: variable.property.type.isOptional)],
      type: variable.property.type)
    var type = variable.type
    var nulls: NullsModel?
    for name in names {
      guard let member = inputs.member(name, of: type) else {
        report(
          "\"\(name)\" cannot be read from \"\(context.symbols[type])\"", path,
          help: "send the whole of it, or make it an argument of its own")
        return nil
      }
      nulls = NullsModel(
        owner: result.steps, isOptional: result.steps.contains(where: \.isOptional),
        setName: member.explicitNullsName, graphQLName: member.property.graphQLName)
      if !member.property.isNullable { nulls = nil }
      result.steps.append(
        .init(name: member.property.name, isOptional: member.property.type.isOptional))
      result.type = member.property.type
      type = member.type
    }
    if result.steps.dropLast().contains(where: \.isOptional) { result.type = result.type.optional }
    result.steps[result.steps.count - 1].isOptional = false
    return .variable(result, nulls: nulls)
  }

  /// Returns a whole variable, and the property that decides whether null is sent.
  func variable(_ property: PropertyModel) -> (VariablePathModel, nulls: NullsModel?) {
    let nulls = NullsModel(
      owner: [], isOptional: false, setName: explicitNullsName, graphQLName: property.graphQLName)
    return (
      VariablePathModel(
        steps: [.init(name: property.name, isOptional: false)], type: property.type),
      property.isNullable ? nulls : nil
    )
  }

  func literal(_ value: Value) -> MappingLiteral? {
    switch value.kind {
    case .string(let literal): .string(context.sources.text(of: literal))
    case .enum(let symbol): .string(context.symbols[symbol])
    case .int, .float: context.sources.number(value).map(MappingLiteral.number)
    case .boolean(let boolean): .boolean(boolean)
    case .null: .null
    case .variable, .list, .object: nil
    }
  }
}

extension VariablePathModel {
  var isOptional: Bool { type.isOptional }
}
