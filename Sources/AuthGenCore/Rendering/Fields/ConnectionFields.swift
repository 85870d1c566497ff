// The requests of connected operations.

import AuthGenIR
import AuthGenMustache

final class ConnectionFields: TemplateFields {
  private let connection: ConnectionIR

  init(_ connection: ConnectionIR) {
    self.connection = connection
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .kind: .code(connection.method)
    case .isWholeURL: .bool(connection.isWholeURL)
    case .target: .fields([TemplateKey.pieces.key: pieces(connection.target)])
    case .hasQuery: .bool(!connection.query.isEmpty)
    case .query: texts(connection.query)
    case .hasHeaders: .bool(!connection.headers.isEmpty)
    case .headers: texts(connection.headers)
    case .hasBody: .bool(connection.body != nil)
    case .successes: successes
    case .errorType: connection.errorType.map(Value.identifier) ?? .null
    case .input:
      if case .input(let path) = connection.body { variable(path) } else { .null }
    case .members:
      if case .members(let members) = connection.body {
        .list(NodeList(members.map(BodyMemberFields.init)))
      } else {
        .null
      }
    default: nil
    }
  }

  private func texts(_ texts: [RequestTextIR]) -> Value {
    .list(
      List(texts) { [count = texts.count] text, index in
        .fields([
          TemplateKey.name.key: .literal(text.name), TemplateKey.pieces.key: pieces(text.pieces),
          TemplateKey.comma.key: .code(index == count - 1 ? "" : ", "),
        ])
      })
  }

  private var successes: Value {
    guard let successes = connection.successes else { return .null }
    let ranges = List(successes) { [count = successes.count] range, index in
      .fields([
        TemplateKey.lower.key: .code(String(range.lowerBound)),
        TemplateKey.upper.key: .code(String(range.upperBound)),
        TemplateKey.comma.key: .code(index == count - 1 ? "" : ", "),
      ])
    }
    return .fields([TemplateKey.ranges.key: .list(ranges)])
  }
}

private func pieces(_ pieces: [TextPieceIR]) -> Value {
  .list(
    List(pieces) { piece, _ in
      switch piece {
      case .text(let text):
        .fields([TemplateKey.text.key: .literalPart(text), TemplateKey.variable.key: .null])
      case .value(let path):
        .fields([TemplateKey.text.key: .null, TemplateKey.variable.key: variable(path)])
      }
    })
}

private func variable(_ path: VariablePathIR) -> Value {
  .fields([
    TemplateKey.steps.key: .list(
      List(path.steps) { step, _ in
        .fields([
          TemplateKey.name.key: .identifier(step.name),
          TemplateKey.isOptional.key: .bool(step.isOptional),
        ])
      })
  ])
}

/// A member of a body. Inner members never look like those around them: each answers all keys.
private final class BodyMemberFields: TemplateFields {
  private let member: BodyMemberIR

  init(_ member: BodyMemberIR) {
    self.member = member
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .key: .literal(member.name)
    case .encode: .code(method)
    case .object: object
    case .members: .null
    case .literal: literal
    case .list: list
    case .variable: variable
    case .nulls: nulls
    default: nil
    }
  }

  private var method: String {
    switch member.value {
    case .literal(.string): "string"
    case .literal(.boolean): "bool"
    case .literal(.number): "value"
    case .literal(.null): "optionalString"
    case .list, .object: "value"
    case .variable(let path, .some) where path.type.isOptional: "input"
    case .variable(let path, _):
      path.type.isOptional ? "valueIfPresent" : FieldMethod.encoding(path.type)
    }
  }

  private var object: Value {
    guard case .object(let members) = member.value else { return .null }
    return .fields([TemplateKey.members.key: .list(NodeList(members.map(BodyMemberFields.init)))])
  }

  private var literal: Value {
    guard case .literal(let literal) = member.value else { return .null }
    return literal.value
  }

  private var list: Value {
    guard case .list(let literals) = member.value else { return .null }
    return .fields([TemplateKey.values.key: .names(literals.map(\.value))])
  }

  private var variable: Value {
    guard case .variable(let path, _) = member.value else { return .null }
    return AuthGenCore.variable(path)
  }

  private var nulls: Value {
    guard case .variable(let path, let nulls?) = member.value, path.type.isOptional,
      let name = path.steps.first?.name
    else { return .null }
    return .fields([
      TemplateKey.storage.key: .identifier(nulls), TemplateKey.name.key: .identifier(name),
    ])
  }
}

extension LiteralIR {
  /// As Swift writes it.
  var value: Value {
    switch self {
    case .string(let text): .literal(text)
    case .number(let text): .code(text)
    case .boolean(let boolean): .code(boolean ? "true" : "false")
    case .null: .code("nil")
    }
  }
}
