// The definitions that schemas of AWS AppSync use and do not contain.
// https://docs.aws.amazon.com/appsync/latest/devguide/scalars.html
// https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html

import AuthGenLanguage

/// The definitions that a schema of AppSync lacks.
struct AppSyncDefinitions {
  /// The path of the file in which `authgen init` writes them.
  static let path = "GraphQL/appsync.graphql"

  /// The definitions, as a document; nil if the schema lacks none.
  let text: String?

  /// - Parameter diagnostics: the diagnostics of validating the schema without the definitions.
  init(missingBy diagnostics: [Diagnostic]) {
    func isMissing(_ name: String, _ rule: Diagnostic.Rule) -> Bool {
      diagnostics.contains { $0.rule == rule && $0.message.hasSuffix("\"\(name)\"") }
    }
    let scalars = Self.scalars.filter { isMissing($0, .knownTypeNames) }.map { "scalar \($0)" }
    let directives = Self.directives.filter { isMissing("@\($0.name)", .knownDirectives) }.map {
      "directive @\($0.name)\($0.arguments) on \(Self.locations)"
    }
    text =
      scalars.isEmpty && directives.isEmpty
      ? nil
      : (["# Definitions that the schema of AWS AppSync uses and does not contain."] + scalars
        + directives)
        .joined(separator: "\n") + "\n"
  }

  private static let locations =
    "SCHEMA | SCALAR | OBJECT | FIELD_DEFINITION | ARGUMENT_DEFINITION | INTERFACE | UNION | ENUM | ENUM_VALUE | INPUT_OBJECT | INPUT_FIELD_DEFINITION"

  private static let scalars = [
    "AWSDate", "AWSDateTime", "AWSEmail", "AWSIPAddress", "AWSJSON", "AWSPhone", "AWSTime",
    "AWSTimestamp", "AWSURL",
  ]

  private static let directives = [
    ("aws_api_key", ""), ("aws_auth", "(cognito_groups: [String!])"),
    ("aws_cognito_user_pools", "(cognito_groups: [String!])"), ("aws_iam", ""), ("aws_lambda", ""),
    ("aws_oidc", ""), ("aws_publish", "(subscriptions: [String!])"),
    ("aws_subscribe", "(mutations: [String!])"), ("canonical", ""), ("hidden", ""),
    ("renamed", "(to: String)"),
  ].map { (name: $0, arguments: $1) }
}
