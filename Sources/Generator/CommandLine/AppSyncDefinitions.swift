// What the schemas of AWS AppSync use without a definition.
// https://docs.aws.amazon.com/appsync/latest/devguide/scalars.html
// https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html

import AuthGenGeneration
import AuthGenLanguage
import AuthGenTypeSystem

/// The definitions that a schema of AppSync lacks.
struct AppSyncDefinitions {
  /// The path of the file in which `authgen init` writes them.
  static let path = "GraphQL/appsync.graphql"

  /// The definitions, as a document; nil if the schema lacks none.
  let text: String?

  /// - Parameter schema: the schema's files. Files that are not SDL count as complete.
  init(missingIn schema: [InputFile]) {
    var names = MissingNames()
    for file in schema { names.add(file) }
    let scalars = Self.scalars.filter(names.types.contains).map { "scalar \($0)" }
    let directives = Self.directives.filter { names.directives.contains($0.name) }.map {
      "directive @\($0.name)\($0.arguments) on \(Self.locations)"
    }
    text =
      scalars.isEmpty && directives.isEmpty
      ? nil
      : (["# What the schema of AWS AppSync uses without a definition."] + scalars + directives)
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

/// The names of types and directives that a schema uses without a definition.
private struct MissingNames {
  private var used: (types: Set<String>, directives: Set<String>) = ([], [])
  private var defined: (types: Set<String>, directives: Set<String>) = ([], [])

  var types: Set<String> { used.types.subtracting(defined.types) }
  var directives: Set<String> { used.directives.subtracting(defined.directives) }

  mutating func add(_ file: InputFile) {
    var symbols = SymbolTable()
    var sources = SourceMap()
    guard let source = try? sources.add(path: file.path, text: file.text), !source.isIntrospection,
      let document = try? Document.parse(source, symbols: &symbols)
    else { return }
    for definition in document.definitions {
      switch definition {
      case .type(let type): add(type, symbols)
      case .directive(let directive):
        defined.directives.insert(symbols[directive.name.symbol])
        add(directive.arguments, symbols)
      case .schema(let schema): add(schema.directives, symbols)
      case .directiveExtension, .operation, .fragment: break
      }
    }
  }

  private mutating func add(_ type: TypeDefinition, _ symbols: SymbolTable) {
    if !type.isExtension { defined.types.insert(symbols[type.name.symbol]) }
    add(type.directives, symbols)
    for field in type.fields {
      used.types.insert(symbols[field.type.symbol])
      add(field.directives, symbols)
      add(field.arguments, symbols)
    }
    add(type.inputFields, symbols)
    for value in type.values { add(value.directives, symbols) }
  }

  private mutating func add(_ values: [InputValueDefinition], _ symbols: SymbolTable) {
    for value in values {
      used.types.insert(symbols[value.type.symbol])
      add(value.directives, symbols)
    }
  }

  private mutating func add(_ directives: [Directive], _ symbols: SymbolTable) {
    used.directives.formUnion(directives.map { symbols[$0.name.symbol] })
  }
}
