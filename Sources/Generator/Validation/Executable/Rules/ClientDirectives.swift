// Reports directives of other clients without which the request is another one. A schema can define them, so
// that editors accept the documents of these clients.

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  mutating func checkClientDirective(_ directive: Directive) {
    guard let known = clientDirectives[directive.name.symbol] else { return }
    if let obstacle = known.obstacle {
      report.error(
        .clientDirectives,
        "@\(known.name) is a directive of \(known.client), \(obstacle.reason); authgen does not do this",
        at: directive.position, help: obstacle.help)
    } else if schema.directive(directive.name.symbol) != nil,
      let (position, variable) = directive.arguments.lazy.compactMap(\.value.firstVariable).first
    {
      report.error(
        .clientDirectives,
        "@\(known.name) is a directive of \(known.client) and is not sent, so that it cannot use"
          + " \"$\(symbols[variable])\"",
        at: position, help: "remove the directive, and the variable if nothing else uses it")
    }
  }
}

extension Value {
  fileprivate var firstVariable: (Position, Symbol)? {
    switch kind {
    case .variable(let symbol): (position, symbol)
    case .list(let values): values.lazy.compactMap(\.firstVariable).first
    case .object(let fields): fields.lazy.compactMap(\.value.firstVariable).first
    default: nil
    }
  }
}
