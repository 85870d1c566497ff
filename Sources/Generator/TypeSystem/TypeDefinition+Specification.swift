// The specification of a custom scalar. https://spec.graphql.org/September2025/#sec--specifiedBy

import AuthGenLanguage

extension TypeDefinition {
  /// The URL in `@specifiedBy`, if the scalar has one.
  package func specification(_ sources: SourceMap) -> String? {
    directives[.specifiedBy]?[argument: .url]?.string.map { sources.text(of: $0) }
  }
}
