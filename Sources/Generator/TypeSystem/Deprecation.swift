// Deprecation as a schema states it. https://spec.graphql.org/September2025/#sec--deprecated

import AuthGenLanguage

/// That something should no longer be used.
package struct Deprecation: Hashable, Sendable {
  /// What `@deprecated` means without a reason.
  static let defaultReason = "No longer supported"

  /// The schema's words; the specification's default where it gives none.
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
