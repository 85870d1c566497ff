// The meaning of directives that the specification defines.

extension [Directive] {
  /// The default reason of `@deprecated`.
  static let defaultDeprecationReason = "No longer supported"

  /// Returns the reason of a deprecation: the schema's reason, or the specification's default; nil
  /// if the element is not deprecated.
  /// https://spec.graphql.org/September2025/#sec--deprecated
  package func deprecationReason(_ sources: SourceMap) -> String? {
    guard let directive = self[.deprecated] else { return nil }
    guard let reason = directive[argument: .reason]?.string else {
      return Self.defaultDeprecationReason
    }
    return sources.text(of: reason)
  }

  /// Returns the URL of a custom scalar's specification, or nil if its definition names no URL.
  /// https://spec.graphql.org/September2025/#sec--specifiedBy
  package func specification(_ sources: SourceMap) -> String? {
    guard let url = self[.specifiedBy]?[argument: .url]?.string else { return nil }
    return sources.text(of: url)
  }
}
