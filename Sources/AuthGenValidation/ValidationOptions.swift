// What users may decide about validation. The specification's other rules are not negotiable.

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

  package init(unusedFragments: Level = .warning, deprecatedImplementations: Level = .warning) {
    self.unusedFragments = unusedFragments
    self.deprecatedImplementations = deprecatedImplementations
  }

  /// Every rule of the specification is an error.
  package static let strict = ValidationOptions(
    unusedFragments: .error, deprecatedImplementations: .error)

  /// What the reference implementation decides, for comparing verdicts with it.
  package static let batch = ValidationOptions(
    unusedFragments: .error, deprecatedImplementations: .off)
}
