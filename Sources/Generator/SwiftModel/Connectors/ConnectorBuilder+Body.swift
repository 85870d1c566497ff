// Builds the body of an operation's request.

import AuthGenConnectors
import AuthGenLanguage

extension ConnectorBuilder {
  mutating func body(_ value: RequestValue) -> BodyModel? {
    switch value {
    case .object(let members):
      return .members(self.members(members))
    case .argument(let argument):
      switch resolve(argument) {
      case .composite(let value):
        guard case .object(let members, _) = composite(value, argument) else { break }
        return .members(members)
      case .variable(let path, _):
        guard case .object = path.type else { break }
        return .input(path)
      default:
        break
      }
      report(
        "a body must be an object that is always present", argument,
        help: "make the argument a non-null input object, or write { name: $args.value }")
      return nil
    case .literal, .parts, .array:
      return nil
    }
  }

  private mutating func members(_ members: [RequestMember]) -> [BodyMemberModel] {
    members.compactMap { member in
      value(member.value).map { BodyMemberModel(name: member.name, value: $0) }
    }
  }

  private mutating func value(_ value: RequestValue) -> BodyMemberModel.Value? {
    switch value {
    case .literal(let literal):
      return .literal(literal)
    case .object(let members):
      return .object(self.members(members), presence: nil)
    case .parts(let argument, let members):
      return parts(members, of: argument)
    case .array(let elements, let position):
      let literals = elements.map { element -> MappingLiteral? in
        if case .literal(let literal) = element { literal } else { nil }
      }
      return list(literals, at: position, help: "make the whole list an argument")
    case .argument(let argument):
      switch resolve(argument) {
      case .literal(let literal):
        if literal == .null, argument.skipsNull { return nil }
        return .literal(literal)
      case .composite(let value):
        return composite(value, argument)
      case .variable(let path, let nulls):
        return .variable(path, nulls: argument.skipsNull ? nil : noted(nulls))
      case .missing, nil:
        return nil
      }
    }
  }

  /// Records that a variable can be sent as null.
  private mutating func noted(_ nulls: NullsModel?) -> NullsModel? {
    if let nulls, nulls.owner.isEmpty { sentAsNull.insert(nulls.graphQLName) }
    return nulls
  }

  /// Returns an object made of parts of an argument.
  private mutating func parts(
    _ members: [RequestMember], of argument: ArgumentPath
  ) -> BodyMemberModel.Value? {
    switch resolve(argument) {
    case .variable(let path, let nulls) where path.isOptional:
      let nulls = argument.skipsNull ? nil : noted(nulls)
      return .object(self.members(members), presence: PresenceModel(path: path, nulls: nulls))
    case .variable, .composite:
      return .object(self.members(members), presence: nil)
    case .literal(.null) where !argument.skipsNull:
      return .literal(.null)
    case .literal, .missing, nil:
      return nil
    }
  }

  /// Returns a list or object as written in the operation.
  private mutating func composite(_ value: Value, _ argument: ArgumentPath) -> BodyMemberModel
    .Value?
  {
    switch value.kind {
    case .object(let fields):
      return .object(
        fields.compactMap { field in
          let name = context.symbols[field.name.symbol]
          return composite(field.value, argument).map {
            BodyMemberModel(name: name, value: $0)
          }
        }, presence: nil)
    case .list(let elements):
      return list(
        elements.map(literal), at: value.position, help: "make the whole list a variable")
    case .variable(let symbol):
      guard let variable = variables[context.symbols[symbol]] else { return nil }
      let (path, nulls) = self.variable(variable.property)
      return .variable(path, nulls: noted(nulls))
    default:
      return literal(value).map(BodyMemberModel.Value.literal)
    }
  }

  /// - Parameter elements: the elements; nil for an element that is not a literal.
  private mutating func list(
    _ elements: [MappingLiteral?], at position: Position, help: String
  ) -> BodyMemberModel.Value? {
    let literals = elements.compactMap(\.self)
    guard literals.count == elements.count, literals.areAlike else {
      diagnostics.report(
        .connectors, "a list in a request can contain only literals of one kind",
        at: position, help: help)
      return nil
    }
    return .list(literals)
  }
}

extension [MappingLiteral] {
  /// Whether Swift infers one element type for them.
  fileprivate var areAlike: Bool {
    let kinds = Set(
      map { literal in
        switch literal {
        case .string: 0
        case .number: 1
        case .boolean: 2
        case .null: 3
        }
      })
    return kinds.count <= 1 && !kinds.contains(3)
  }
}
