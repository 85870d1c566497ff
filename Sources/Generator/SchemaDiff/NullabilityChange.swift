// Where a type becomes nullable or non-null: `[Int]` to `[Int!]` refuses lists whose elements can be null,
// and nothing else.

import AuthGenLanguage

/// Two types that differ only in nullability.
struct NullabilityChange {
  /// The types, then those of their elements, and so on.
  private var levels: [(old: TypeReference, new: TypeReference)]

  /// - Returns: nil if the types have other lists or another name.
  init?(_ old: TypeReference, _ new: TypeReference) {
    levels = [(old, new)]
    while let last = levels.last, let old = last.old.element, let new = last.new.element {
      levels.append((old, new))
    }
    guard let last = levels.last, last.old.element == nil, last.new.element == nil,
      last.old.symbol == last.new.symbol
    else { return nil }
  }

  /// The effect on requests of an argument or input field.
  ///
  /// - Parameter hasDefault: whether the input has a default value.
  func effectOnRequests(hasDefault: Bool) -> String {
    let refused = places { !$0.isNonNull && $1.isNonNull }.map { depth in
      switch depth {
      case 0 where hasDefault: "requests that give null"
      case 0: "requests that omit it, or give null or a nullable variable,"
      default: "\(lists(depth)) whose elements can be null"
      }
    }
    return refused.joined(separator: " and ") + " are refused"
  }

  /// The effect on responses of a field.
  var effectOnResponses: String {
    places { $0.isNonNull && !$1.isNonNull }.map { depth in
      depth == 0
        ? "responses can be null where clients expect a value"
        : "\(lists(depth)) can have null elements"
    }.joined(separator: ", and ")
  }

  private func places(_ isIncluded: (TypeReference, TypeReference) -> Bool) -> [Int] {
    levels.indices.filter { isIncluded(levels[$0].old, levels[$0].new) }
  }

  private func lists(_ depth: Int) -> String {
    depth == 1 ? "lists" : depth == 2 ? "inner lists" : "lists at depth \(depth)"
  }
}
