// The built-in definitions of every schema, in SDL.
// https://spec.graphql.org/September2025/#sec-Schema-Introspection.Schema-Introspection-Schema
// The deprecation of directives is from the draft that follows that edition. Current introspection
// queries request it.

import AuthGenLanguage

struct BuiltIns {
  private(set) var types: [TypeDefinition] = []
  private(set) var directives: [DirectiveDefinition] = []
  /// `__typename`, `__schema` and `__type`, in this order.
  private(set) var metaFields: [FieldDefinition] = []

  /// - Parameter connect: the specification that the schema links. Its definitions then count as built in.
  init(
    connect: ConnectSpecification?, symbols: inout SymbolTable, sources: inout SourceMap
  ) throws(Diagnostic) {
    let locations = DirectiveLocation.allCases.map { symbols[$0.symbol] }.joined(separator: " ")
    let text =
      Self.text + "\nenum __DirectiveLocation { \(locations) }"
      + (connect.map { "\n" + $0.definitions } ?? "")
    let source = try sources.add(path: "(built in)", bytes: Array(text.utf8))
    for definition in try Document.parse(source, symbols: &symbols).definitions {
      switch definition {
      case .type(let type) where type.isExtension: metaFields = type.fields
      case .type(let type): types.append(type)
      case .directive(let directive): directives.append(directive)
      default: break
      }
    }
  }

  /// The extension defines the fields that selections can use on every type without a definition.
  private static let text = #"""
    "A signed 32-bit integer."
    scalar Int
    "A signed double-precision number as IEEE 754 specifies it."
    scalar Float
    "Text as a sequence of Unicode scalar values."
    scalar String
    "True or false."
    scalar Boolean
    "A unique identifier, serialised as a String; not meant to be read by people."
    scalar ID

    type __Schema {
      description: String
      types: [__Type!]!
      queryType: __Type!
      mutationType: __Type
      subscriptionType: __Type
      directives(includeDeprecated: Boolean! = false): [__Directive!]!
    }

    type __Type {
      kind: __TypeKind!
      name: String
      description: String
      specifiedByURL: String
      fields(includeDeprecated: Boolean! = false): [__Field!]
      interfaces: [__Type!]
      possibleTypes: [__Type!]
      enumValues(includeDeprecated: Boolean! = false): [__EnumValue!]
      inputFields(includeDeprecated: Boolean! = false): [__InputValue!]
      ofType: __Type
      isOneOf: Boolean
    }

    enum __TypeKind {
      SCALAR
      OBJECT
      INTERFACE
      UNION
      ENUM
      INPUT_OBJECT
      LIST
      NON_NULL
    }

    type __Field {
      name: String!
      description: String
      args(includeDeprecated: Boolean! = false): [__InputValue!]!
      type: __Type!
      isDeprecated: Boolean!
      deprecationReason: String
    }

    type __InputValue {
      name: String!
      description: String
      type: __Type!
      defaultValue: String
      isDeprecated: Boolean!
      deprecationReason: String
    }

    type __EnumValue {
      name: String!
      description: String
      isDeprecated: Boolean!
      deprecationReason: String
    }

    type __Directive {
      name: String!
      description: String
      isRepeatable: Boolean!
      locations: [__DirectiveLocation!]!
      args(includeDeprecated: Boolean! = false): [__InputValue!]!
      isDeprecated: Boolean!
      deprecationReason: String
    }

    directive @skip(if: Boolean!) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @include(if: Boolean!) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @deprecated(reason: String! = "No longer supported")
      on FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE
      | DIRECTIVE_DEFINITION
    directive @specifiedBy(url: String!) on SCALAR
    directive @oneOf on INPUT_OBJECT

    extend type Query {
      __typename: String!
      __schema: __Schema!
      __type(name: String!): __Type
    }
    """#
}
