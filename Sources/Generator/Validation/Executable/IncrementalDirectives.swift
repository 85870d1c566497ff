// The directives of incremental delivery, which the schema defines if the server supports them.
// https://github.com/graphql/graphql-spec/pull/1110

import AuthGenLanguage
import AuthGenTypeSystem

extension Schema {
  /// Those of `@defer` and `@stream` that the schema defines with the meaning of the draft. A server
  /// can use the names for directives of its own.
  var incrementalDirectives: Set<Symbol> {
    let locations: [Symbol: Set<DirectiveLocation>] = [
      .defer: [.fragmentSpread, .inlineFragment], .stream: [.field],
    ]
    return Set(
      locations.keys.filter { name in
        guard let definition = directive(name),
          let condition = definition.arguments.first(where: { $0.name.symbol == .if })
        else { return false }
        return condition.type.symbol == .boolean && !condition.type.isList
          && Set(definition.locations) == locations[name]
      })
  }
}

extension [ArraySlice<Selection>] {
  /// Removes the next selection of nested selection sets, the innermost of which is the last. This
  /// visits selections without recursion, because a chain of fragments can be long.
  mutating func popNext() -> Selection? {
    while let last = indices.last {
      if let selection = self[last].popFirst() { return selection }
      removeLast()
    }
    return nil
  }
}
