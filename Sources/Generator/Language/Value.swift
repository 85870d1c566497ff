// Input values, as written. https://spec.graphql.org/September2025/#sec-Input-Values

package struct Value: Sendable {
  package enum Kind: Sendable {
    case variable(Symbol)
    /// The length of the literal in bytes; its text is in the source.
    case int(length: UInt32)
    case float(length: UInt32)
    case string(StringLiteral)
    case boolean(Bool)
    case null
    case `enum`(Symbol)
    case list([Value])
    case object([Argument])
  }

  package let position: Position
  package let kind: Kind

  package init(position: Position, kind: Kind) {
    self.position = position
    self.kind = kind
  }

  package var isNull: Bool {
    if case .null = kind { true } else { false }
  }

  package var boolean: Bool? {
    if case .boolean(let value) = kind { value } else { nil }
  }

  package var string: StringLiteral? {
    if case .string(let literal) = kind { literal } else { nil }
  }

  package var enumValue: Symbol? {
    if case .enum(let symbol) = kind { symbol } else { nil }
  }
}

extension SourceMap {
  /// Returns the digits of an Int or Float value as written, or nil for another kind.
  package func number(_ value: Value) -> String? {
    switch value.kind {
    case .int(let length), .float(let length):
      source(at: value.position).map {
        String(decoding: $0.slice(at: value.position, length: Int(length)), as: UTF8.self)
      }
    default: nil
    }
  }
}
