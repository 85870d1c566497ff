// What users may decide about validation. The specification's other rules are not negotiable where
// operations depend on them.

package struct ValidationOptions: Sendable {
  /// How a finding counts.
  package enum Level: String, Sendable {
    case off
    case warning
    case error
  }

  /// For fragments that no operation uses. The specification forbids them, but shared fragment files
  /// are common. Default: a warning.
  /// https://spec.graphql.org/September2025/#sec-Fragments-Must-Be-Used
  package var unusedFragments: Level
  /// For a deprecated field that implements an interface's field which is not deprecated. The
  /// specification forbids it, published schemas do it. Default: a warning.
  /// https://spec.graphql.org/September2025/#sec--deprecated
  package var deprecatedImplementations: Level

  /// Which defects of a schema are errors.
  package enum SchemaErrors: String, Sendable, CaseIterable {
    case all
    /// Those of what operations use; the others are warnings.
    case used
  }

  /// Published schemas have defects that nobody who uses them can mend. Default: all are errors.
  package var schemaErrors: SchemaErrors
  /// Whether a defect is reported in all of its consequences, as the reference implementation does: a
  /// type or directive that the schema lacks at each place that names it, and of a type that is defined
  /// twice each member that both have. Default: once, where it is to be mended.
  var reportsConsequences = false

  package init(
    unusedFragments: Level = .warning, deprecatedImplementations: Level = .warning,
    schemaErrors: SchemaErrors = .all
  ) {
    self.unusedFragments = unusedFragments
    self.deprecatedImplementations = deprecatedImplementations
    self.schemaErrors = schemaErrors
  }

  /// Every rule of the specification is an error.
  package static let strict = ValidationOptions(
    unusedFragments: .error, deprecatedImplementations: .error)

  /// What the reference implementation decides, for comparing verdicts with it.
  package static let batch = {
    var options = ValidationOptions(unusedFragments: .error, deprecatedImplementations: .off)
    options.reportsConsequences = true
    return options
  }()
}
