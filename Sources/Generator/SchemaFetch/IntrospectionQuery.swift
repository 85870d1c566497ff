// The query for a whole schema, with all features that the server supports.
// https://spec.graphql.org/September2025/#sec-Introspection

import AuthGenLanguage

/// The features of an introspection query that are newer than the 2018 edition.
struct IntrospectionFeatures: Sendable {
  /// All features of the edition of September 2025.
  static let all = IntrospectionFeatures(members: nil)

  /// The members of the introspection types, such as "field.args" and
  /// "field.args.includeDeprecated"; nil for all.
  private let members: Set<String>?

  /// The query. It requests type references up to nine wrappers deep, as the reference implementation does.
  var query: String {
    """
    query IntrospectionQuery {
      __schema {
        \(has("schema.description") ? "description " : "")queryType { name } mutationType { name }
        subscriptionType { name }
        types { ...FullType }
        directives {
          name description \(has("directive.isRepeatable") ? "isRepeatable " : "")locations
          args\(arguments("directive.args")) { ...InputValue }
        }
      }
    }
    fragment FullType on __Type {
      kind name description\(has("type.specifiedByURL") ? " specifiedByURL" : "")\(has("type.isOneOf") ? " isOneOf" : "")
      fields(includeDeprecated: true) {
        name description
        args\(arguments("field.args")) { ...InputValue }
        type { ...TypeRef } isDeprecated deprecationReason
      }
      inputFields\(arguments("type.inputFields")) { ...InputValue }
      interfaces { ...TypeRef }
      enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
      possibleTypes { ...TypeRef }
    }
    fragment InputValue on __InputValue {
      name description type { ...TypeRef } defaultValue
      \(Self.lists.contains { !arguments($0).isEmpty } ? "isDeprecated deprecationReason" : "")
    }
    fragment TypeRef on __Type { \(Self.typeReference(depth: 9)) }
    """
  }

  private func has(_ member: String) -> Bool { members?.contains(member) ?? true }

  /// The lists whose elements can be deprecated.
  private static let lists = ["field.args", "directive.args", "type.inputFields"]

  private func arguments(_ list: String) -> String {
    ["inputValue.isDeprecated", "inputValue.deprecationReason", list + ".includeDeprecated"]
      .allSatisfy(has) ? "(includeDeprecated: true)" : ""
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

extension IntrospectionFeatures {
  /// - Parameter data: the data of the response to `probe`. Features that are missing in it are unsupported.
  init(probed data: JSONValue?) {
    var members: Set<String> = []
    for type in data?.object ?? [] {
      for field in type.value["fields"]?.array ?? [] {
        let name = "\(type.name).\(field["name"]?.string?.text ?? "")"
        members.insert(name)
        for argument in field["args"]?.array ?? [] {
          members.insert("\(name).\(argument["name"]?.string?.text ?? "")")
        }
      }
    }
    self.init(members: members)
  }
}
