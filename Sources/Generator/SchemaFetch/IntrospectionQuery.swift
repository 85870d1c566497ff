// The query for a whole schema, with all features that the server supports.
// https://spec.graphql.org/September2025/#sec-Introspection

/// The features of an introspection query that are newer than the 2018 edition.
struct IntrospectionFeatures: Hashable, Sendable {
  var schemaDescription = false
  var specifiedByURL = false
  var repeatableDirectives = false
  var oneOf = false
  /// Whether arguments and input fields can be deprecated, for each kind of definition.
  var deprecatedFieldArguments = false
  var deprecatedDirectiveArguments = false
  var deprecatedInputFields = false

  /// All features of the edition of September 2025.
  static let all = IntrospectionFeatures(
    schemaDescription: true, specifiedByURL: true, repeatableDirectives: true, oneOf: true,
    deprecatedFieldArguments: true, deprecatedDirectiveArguments: true, deprecatedInputFields: true)

  var asksForInputDeprecation: Bool {
    deprecatedFieldArguments || deprecatedDirectiveArguments || deprecatedInputFields
  }

  /// The query. It requests type references up to nine wrappers deep, as the reference
  /// implementation does.
  var query: String {
    """
    query IntrospectionQuery {
      __schema {
        \(schemaDescription ? "description " : "")queryType { name } mutationType { name }
        subscriptionType { name }
        types { ...FullType }
        directives {
          name description \(repeatableDirectives ? "isRepeatable " : "")locations
          args\(arguments(deprecatedDirectiveArguments)) { ...InputValue }
        }
      }
    }
    fragment FullType on __Type {
      kind name description\(specifiedByURL ? " specifiedByURL" : "")\(oneOf ? " isOneOf" : "")
      fields(includeDeprecated: true) {
        name description
        args\(arguments(deprecatedFieldArguments)) { ...InputValue }
        type { ...TypeRef } isDeprecated deprecationReason
      }
      inputFields\(arguments(deprecatedInputFields)) { ...InputValue }
      interfaces { ...TypeRef }
      enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
      possibleTypes { ...TypeRef }
    }
    fragment InputValue on __InputValue {
      name description type { ...TypeRef } defaultValue
      \(asksForInputDeprecation ? "isDeprecated deprecationReason" : "")
    }
    fragment TypeRef on __Type { \(Self.typeReference(depth: 9)) }
    """
  }

  private func arguments(_ includesDeprecated: Bool) -> String {
    includesDeprecated ? "(includeDeprecated: true)" : ""
  }

  private static func typeReference(depth: Int) -> String {
    depth == 0 ? "kind name" : "kind name ofType { \(typeReference(depth: depth - 1)) }"
  }

  /// The query for the supported introspection features.
  static let probe = """
    query IntrospectionFeatures {
      schema: __type(name: "__Schema") { ...Members }
      type: __type(name: "__Type") { ...Members }
      field: __type(name: "__Field") { ...Members }
      directive: __type(name: "__Directive") { ...Members }
      inputValue: __type(name: "__InputValue") { ...Members }
    }
    fragment Members on __Type { fields { name args { name } } }
    """
}
