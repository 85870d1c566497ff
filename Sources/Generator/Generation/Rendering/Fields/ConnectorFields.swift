// The connectors of operations.

import AuthGenConnectors
import AuthGenMustache
import AuthGenSwiftModel

extension Context {
  mutating func connectorFields(_ connector: ConnectorModel) -> Value {
    fields([
      (.kind, code(connector.method)), (.isWholeURL, .bool(connector.isWholeURL)),
      (.target, fields([(.pieces, pieces(connector.target))])),
      (.hasQuery, .bool(!connector.query.isEmpty)), (.query, texts(connector.query)),
      (.hasHeaders, .bool(!connector.headers.isEmpty)), (.headers, texts(connector.headers)),
      (.hasBody, .bool(connector.body != nil)), (.input, input(connector.body)),
      (.members, members(connector.body)),
      (.successes, connector.successes.map { successes($0) } ?? .null),
      (.readsBody, .bool(connector.readsBody)),
      (.errorType, connector.errorType.map { identifier($0) } ?? .null),
      (.ownError, connector.errorProperties.map { ownError($0) } ?? .null),
    ])
  }

  private mutating func ownError(_ properties: [PropertyModel]) -> Value {
    let properties = list(properties.indices) { index, context in
      let property = properties[index]
      return context.fields(
        [
          (.responseName, context.literal(property.graphQLName)), (.condition, .null),
          (.isIndirect, .bool(false)),
          (
            .method,
            context.code(
              FieldMethod.nameInConnector(
                property.type, areIDs: property.paths?.areIDs ?? false))
          ),
          (.target, context.code("let value\(index): " + property.type.text)),
          (.name, context.identifier(property.name)), (.value, context.code("value\(index)")),
          (.comma, context.code(index == properties.count - 1 ? "" : ", ")),
          (.locations, property.paths.map { context.locations($0, of: property) } ?? .null),
          (.typeMatch, .null),
        ])
    }
    return fields([(.properties, properties)])
  }

  private mutating func successes(_ ranges: [ClosedRange<Int>]) -> Value {
    let ranges = list(ranges.indices) { index, context in
      context.fields([
        (.lower, context.code(String(ranges[index].lowerBound))),
        (.upper, context.code(String(ranges[index].upperBound))),
        (.comma, context.code(index == ranges.count - 1 ? "" : ", ")),
      ])
    }
    return fields([(.ranges, ranges)])
  }

  // MARK: Texts

  private mutating func texts(_ texts: [RequestTextModel]) -> Value {
    list(texts.indices) { index, context in
      context.fields([
        (.name, context.literal(texts[index].name)), (.pieces, context.pieces(texts[index].pieces)),
        (.comma, context.code(index == texts.count - 1 ? "" : ", ")),
      ])
    }
  }

  private mutating func pieces(_ pieces: [TextPieceModel]) -> Value {
    list(pieces) { piece, context in
      switch piece {
      case .text(let text):
        context.fields([(.text, context.literalPart(text)), (.variable, .null)])
      case .value(let path):
        context.fields([(.text, .null), (.variable, context.variable(path))])
      }
    }
  }

  private mutating func variable(_ path: VariablePathModel) -> Value { variable(path.steps) }

  private mutating func variable(_ steps: [VariablePathModel.Step]) -> Value {
    let steps = list(steps) { step, context in
      context.fields([
        (.name, context.identifier(step.name)), (.isOptional, .bool(step.isOptional)),
      ])
    }
    return fields([(.steps, steps)])
  }

  // MARK: Body

  private mutating func input(_ body: BodyModel?) -> Value {
    if case .input(let path) = body { variable(path) } else { .null }
  }

  private mutating func members(_ body: BodyModel?) -> Value {
    if case .members(let members) = body { self.members(members) } else { .null }
  }

  /// Returns the members. Each has all fields, because a missing field would resolve to that of the
  /// enclosing object.
  private mutating func members(_ members: [BodyMemberModel]) -> Value {
    list(members) { member, context in
      var object = Value.null
      var literal = Value.null
      var literals = Value.null
      var variable = Value.null
      var nulls = Value.null
      var (omitsNil, isNull) = (false, false)
      switch member.value {
      case .object(let inner, let presence):
        object = context.fields([
          (.members, context.members(inner)),
          (.variable, presence.map { context.variable($0.path) } ?? .null),
          (.nulls, presence?.nulls.map { context.nulls($0) } ?? .null),
        ])
      case .literal(.null): isNull = true
      case .literal(let value):
        literal = context.literal(value)
      case .list(let values) where values.isEmpty:
        literal = context.code("[String]()")
      case .list(let values):
        literals = context.fields([(.values, context.names(values.map { context.literal($0) }))])
      case .variable(let path, let ownNulls):
        variable = context.variable(path)
        omitsNil = path.type.isOptional
        if path.type.isOptional, let ownNulls { nulls = context.nulls(ownNulls) }
      }
      return context.fields([
        (.key, context.literal(member.name)), (.encode, context.code(member.method)),
        (.object, object), (.members, .null), (.literal, literal), (.list, literals),
        (.variable, variable), (.nulls, nulls), (.omitsNil, .bool(omitsNil)),
        (.isNull, .bool(isNull)),
      ])
    }
  }

  private mutating func nulls(_ nulls: NullsModel) -> Value {
    fields([
      (.variable, variable(nulls.owner)), (.storage, identifier(nulls.setName)),
      (.name, literal(nulls.graphQLName)), (.isOptional, .bool(nulls.isOptional)),
    ])
  }

  /// Returns the literal in Swift syntax.
  mutating func literal(_ literal: MappingLiteral) -> Value {
    switch literal {
    case .string(let text): self.literal(text)
    case .number(let text): code(text)
    case .boolean(let boolean): code(boolean ? "true" : "false")
    case .null: code("nil")
    }
  }
}

extension BodyMemberModel {
  /// The encoder's method for the value.
  fileprivate var method: String {
    switch value {
    case .literal(.string): "string"
    case .literal(.boolean): "bool"
    case .literal(.number): "value"
    case .literal(.null): "null"
    case .list, .object: "value"
    case .variable(let path, _): FieldMethod.name(path.type.wrapped)
    }
  }
}
