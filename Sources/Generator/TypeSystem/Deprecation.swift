// Deprecation in a schema. https://spec.graphql.org/September2025/#sec--deprecated

import AuthGenLanguage

/// The deprecation of an element.
package struct Deprecation: Hashable, Sendable {
  /// The default reason of `@deprecated`.
  static let defaultReason = "No longer supported"

  /// The schema's reason, or the specification's default.
  package let reason: String

  package init?(_ directives: [Directive], sources: SourceMap) {
    guard let directive = directives[.deprecated] else { return nil }
    if let literal = directive[argument: .reason]?.string {
      reason = sources.text(of: literal)
    } else {
      reason = Self.defaultReason
    }
  }
}
