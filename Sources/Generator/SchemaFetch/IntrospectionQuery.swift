// The query for a whole schema, with the features of introspection that the server has.
// https://spec.graphql.org/draft/#sec-Introspection

import AuthGenLanguage

/// The features of a server's introspection that are newer than the 2018 edition.
struct IntrospectionFeatures: Sendable {
  /// The members of the introspection types, such as "type.isOneOf" and "field.args.includeDeprecated".
  private let members: Set<String>

  /// The query for the members of the introspection types. All editions since 2015 accept it.
  static let probe = """
    query IntrospectionQuery {
      schema: __type(name: "__Schema") { ...Members }
      type: __type(name: "__Type") { ...Members }
      field: __type(name: "__Field") { ...Members }
      directive: __type(name: "__Directive") { ...Members }
      inputValue: __type(name: "__InputValue") { ...Members }
    }
    fragment Members on __Type { fields(includeDeprecated: true) { name args { name } } }
    """

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
    self.members = members
  }

  /// The query. It requests type references up to nine wrappers deep, as the reference implementation does.
  var query: String {
    """
    query IntrospectionQuery {
      __schema {
        \(known("schema", ["description"]))
        queryType { name } mutationType { name } subscriptionType { name }
        types { ...FullType }
        directives\(withDeprecated("schema.directives")) {
          name description locations
          \(known("directive", ["isRepeatable", "isDeprecated", "deprecationReason"]))
          args\(withDeprecated("directive.args")) { ...InputValue }
        }
      }
    }
    fragment FullType on __Type {
      kind name description
      \(known("type", ["isOneOf", "specifiedByURL", "specifiedByUrl"]))
      fields(includeDeprecated: true) {
        name description
        args\(withDeprecated("field.args")) { ...InputValue }
        type { ...TypeRef } isDeprecated deprecationReason
      }
      inputFields\(withDeprecated("type.inputFields")) { ...InputValue }
      interfaces { ...TypeRef }
      enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
      possibleTypes { ...TypeRef }
    }
    fragment InputValue on __InputValue {
      name description type { ...TypeRef } defaultValue
      \(known("inputValue", ["isDeprecated", "deprecationReason"]))
    }
    fragment TypeRef on __Type { \(Self.typeReference(depth: 9)) }
    """
  }

  /// Returns those of the fields that the server's introspection type has.
  private func known(_ type: String, _ fields: [String]) -> String {
    fields.filter { members.contains("\(type).\($0)") }.joined(separator: " ")
  }

  /// Returns the argument that adds the deprecated elements to a list, if the server has it.
  private func withDeprecated(_ list: String) -> String {
    members.contains("\(list).includeDeprecated") ? "(includeDeprecated: true)" : ""
  }

  private static func typeReference(depth: Int) -> String {
    depth == 0 ? "kind name" : "kind name ofType { \(typeReference(depth: depth - 1)) }"
  }
}
