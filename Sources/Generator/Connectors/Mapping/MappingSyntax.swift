// The mapping language of the connect specification, as it is written.
// https://github.com/apollographql/router/blob/dev/apollo-federation/src/connectors/json_selection/README.md

import AuthGenLanguage

/// An expression: `LitExpr` of the grammar.
indirect enum MappingExpression {
  case path(MappingPath)
  case literal(MappingLiteral, Position)
  case object([NamedSelection], Position)
  case array([MappingExpression], Position)
  /// Alternatives, of which the first counts that is there.
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
  /// Passes over what is null or missing.
  case nullish = "??"
  /// Passes over what is missing.
  case missing = "?!"
}

package enum MappingLiteral: Hashable, Sendable {
  case string(String)
  case int(Int)
  /// As it is written: a number that is no `Int`.
  case number(String)
  case boolean(Bool)
  case null
}

/// A way to a value, and what is selected of it: `PathSelection` of the grammar.
struct MappingPath {
  enum Head {
    /// `$` where the name is empty, `$args` and the like otherwise.
    case variable(String)
    case key(String)
    /// `@`
    case current
    /// `$(…)`, or a literal that steps follow.
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

  /// The key of a path that is one key and nothing else: it names what it selects.
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
