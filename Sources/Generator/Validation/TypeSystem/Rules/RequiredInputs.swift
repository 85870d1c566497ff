// Checks that required inputs are not deprecated: clients cannot stop using them.
// https://spec.graphql.org/September2025/#sec--deprecated

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkRequiredInput(_ member: Member) {
    guard member.isRequired, let deprecated = member.directives[.deprecated] else { return }
    report.error(
      .requiredInputs,
      "\(member.element.term) \(member.element.coordinate(symbols)) is required and cannot be"
        + " deprecated",
      about: member.element, at: deprecated.position,
      help: "make its type nullable, or give it a default value")
  }
}
