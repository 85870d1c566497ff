// The options of validation. The other rules of the specification always apply to everything that
// operations depend on.

package struct ValidationOptions: Sendable {
  /// The severity of a problem.
  package enum Level: String, Sendable, CaseIterable {
    case off
    case warning
    case error
  }

  /// The severity of fragments that no operation uses. The specification forbids them, but shared
  /// fragment files are common. Default: a warning.
  /// https://spec.graphql.org/September2025/#sec-Fragments-Must-Be-Used
  package var unusedFragments: Level
  /// The severity of a deprecated field that implements an interface field that is not deprecated.
  /// The specification forbids it, but published schemas contain it. Default: a warning.
  /// https://spec.graphql.org/September2025/#sec--deprecated
  package var deprecatedImplementations: Level

  /// Whether schema problems without an effect on clients are errors: default values that do not match their
  /// types, a schema with mutations or subscriptions alone, and what the schema of a subgraph leaves out.
  /// Default: false.
  package var isStrict = false

  /// Which problems of a schema are errors.
  package enum SchemaErrors: String, Sendable, CaseIterable {
    case all
    /// Problems in the part that operations use; all others are warnings.
    case used
    /// Like `used`, without the warnings.
    case usedSilently
  }

  /// Which problems of a schema are errors. Users of a published schema cannot fix its problems.
  /// Default: all are errors.
  package var schemaErrors: SchemaErrors
  /// Whether to report all consequences of an error, as the reference implementation does: a
  /// missing type or directive at each position that names it, and for a type that is defined twice,
  /// each member that both definitions have. Default: once, at the position to fix.
  var reportsConsequences = false

  package init(
    unusedFragments: Level = .warning, deprecatedImplementations: Level = .warning,
    schemaErrors: SchemaErrors = .all
  ) {
    self.unusedFragments = unusedFragments
    self.deprecatedImplementations = deprecatedImplementations
    self.schemaErrors = schemaErrors
  }

  /// Every violation of the specification is an error.
  package static let strict = {
    var options = ValidationOptions(unusedFragments: .error, deprecatedImplementations: .error)
    options.isStrict = true
    return options
  }()

  /// The options of the reference implementation, for comparing results with it.
  package static let batch = {
    var options = ValidationOptions(unusedFragments: .error, deprecatedImplementations: .off)
    options.isStrict = true
    options.reportsConsequences = true
    return options
  }()
}
