// The syntax tree of the connect specification's mapping language.
// https://github.com/apollographql/router/blob/dev/apollo-federation/src/connectors/json_selection/README.md

import AuthGenLanguage

/// An expression: `LitExpr` of the grammar.
indirect enum MappingExpression {
  case path(MappingPath)
  case literal(MappingLiteral, Position)
  case object([NamedSelection], Position)
  case array([MappingExpression], Position)
  /// Alternatives. The first one that has a value is used.
  case chain([MappingExpression], MappingOperator, Position)

  var position: Position {
    switch self {
    case .path(let path): path.position
    case .literal(_, let position), .object(_, let position), .array(_, let position),
      .chain(_, _, let position):
      position
    }
  }
}

enum MappingOperator: String {
  /// Skips null and missing values.
  case nullish = "??"
  /// Skips missing values.
  case missing = "?!"
}

package enum MappingLiteral: Hashable, Sendable {
  case string(String)
  /// A number as text.
  case number(String)
  case boolean(Bool)
  case null
}

/// A path to a value, and its selection: `PathSelection` of the grammar.
struct MappingPath {
  enum Head {
    /// `$` if the name is empty, otherwise a variable such as `$args`.
    case variable(String)
    case key(String)
    /// `@`
    case current
    /// `$(…)`, or a literal followed by steps.
    case expression(MappingExpression)
  }

  enum Step {
    case key(String, Position)
    case method(String, [MappingExpression], Position)
    /// `?`
    case optional(Position)

    var position: Position {
      switch self {
      case .key(_, let position), .method(_, _, let position), .optional(let position): position
      }
    }
  }

  let head: Head
  var steps: [Step] = []
  var selection: [NamedSelection]?
  let position: Position

  /// The key of a path that consists of one key. The key also names the result.
  var singleKey: String? {
    guard case .key(let key) = head, steps.isEmpty else { return nil }
    return key
  }
}

/// One element of a selection.
struct NamedSelection {
  enum Name {
    case alias(String, Position)
    /// `...`
    case spread
    case none
  }

  let name: Name
  let value: MappingExpression
  let position: Position
}
