// Shortens the warnings about a schema. The team may not own it, and a large schema has many alike.

import AuthGenLanguage

extension [Diagnostic] {
  /// The number of warnings of one rule that are shown.
  private static let shownCount = 3

  /// Replaces the warnings of one rule about a schema by the first three and a warning with the number of the
  /// others.
  ///
  /// - Parameter isAboutSchema: whether a position is in a file of the schema.
  func folded(_ isAboutSchema: (Position) -> Bool) -> [Diagnostic] {
    let isFoldable = map { $0.severity == .warning && isAboutSchema($0.position) }
    var totals: [Diagnostic.Rule: Int] = [:]
    for case (let diagnostic, true) in zip(self, isFoldable) {
      totals[diagnostic.rule, default: 0] += 1
    }
    guard totals.values.contains(where: { $0 > Self.shownCount }) else { return self }
    var counts: [Diagnostic.Rule: Int] = [:]
    return zip(self, isFoldable).flatMap { diagnostic, isFoldable in
      guard isFoldable else { return [diagnostic] }
      let rule = diagnostic.rule
      counts[rule, default: 0] += 1
      switch counts[rule, default: 0] {
      case ...Self.shownCount: return [diagnostic]
      case Self.shownCount + 1:
        return [rule.summary(ofFurther: totals[rule, default: 0] - Self.shownCount)]
      default: return []
      }
    }
  }
}

extension Diagnostic.Rule {
  fileprivate func summary(ofFurther count: Int) -> Diagnostic {
    Diagnostic(
      .warning, rule: self,
      message: "\(count) more \(count == 1 ? "warning" : "warnings") like these about the schema",
      help: "`authgen validate --verbose` shows all\(silence)")
  }

  /// How to get rid of the rule's warnings about a schema.
  private var silence: String {
    switch self {
    case .unmappedScalar: "; add the scalars to \"scalars\""
    case .deprecatedImplementation:
      "; to silence them, write \"rules\": { \"DeprecatedImplementation\": \"off\" } among the client's options"
    // Their help is the fix, in the team's own files.
    case .connectors, .typeSystemDefinitions: ""
    // No operation depends on the problem.
    default:
      "; to silence them, write \"schemaErrors\": \"usedSilently\" among the client's options"
    }
  }
}
