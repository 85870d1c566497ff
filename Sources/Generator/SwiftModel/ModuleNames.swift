// The names at module level. They are assigned before any type is built, so that references can be
// created in any order and names do not depend on the order of use.

import AuthGenLanguage
import AuthGenTypeSystem

struct ModuleNames: Sendable {
  /// The names of enums and input objects.
  private(set) var schemaTypes: [Symbol: String] = [:]
  private(set) var fragments: [Symbol: String] = [:]
  private(set) var operations: [Symbol: String] = [:]
  /// The names of the facade's methods, by operation.
  private(set) var methods: [Symbol: String] = [:]
  /// The members that list the object types of each interface and union, by the type's name.
  private let possibleTypesMembers: [String: String]
  let facade: String
  /// The name of the type for connectors' errors.
  private(set) var error: String?
  let possibleTypes: String
  /// The name of the session's type, if there is one.
  let session: String?
  /// Names that a nested type must not have, because it would hide a type that generated code
  /// refers to.
  private(set) var reserved: Set<String>

  init(
    schema: Schema, operations: [OperationDefinition], fragments: [FragmentDefinition],
    settings: ClientSettings, renames: Renames, symbols: SymbolTable
  ) {
    var scope = NameScope(reserved: settings.session == nil ? [] : Self.referredToBySessions)
    facade = scope.claim(settings.name + "Client")
    possibleTypes = scope.claim(settings.name + "PossibleTypes")
    session = settings.session == nil ? nil : scope.claim(settings.name + "Session")
    let ownTypes = schema.builtInTypeCount..<schema.types.count
    for index in Array(ownTypes) + Array(0..<schema.builtInTypeCount) {
      let kind = schema.types[index].kind
      guard kind == .enum || kind == .inputObject else { continue }
      let symbol = schema.types[index].name.symbol
      schemaTypes[symbol] = scope.claim(
        renames.types[symbol]
          ?? Self.name(symbols[symbol], kind == .enum ? "Enum" : "Input"))
    }
    error = settings.errorType.map { scope.claim(Self.name($0.value, "Type")) }
    for fragment in fragments {
      let symbol = fragment.name.symbol
      self.fragments[symbol] = scope.claim(
        renames.documents[symbol] ?? Self.name(symbols[symbol], "Fragment"))
    }
    var methodScope = NameScope(reserved: ["executor"])
    for operation in operations {
      guard let symbol = operation.name?.symbol else { continue }
      methods[symbol] = methodScope.claim(SwiftName.member(symbols[symbol], .camelCase))
      self.operations[symbol] = scope.claim(
        renames.documents[symbol] ?? Self.operationName(symbols[symbol], operation.operationType))
    }
    var memberScope = NameScope()
    var members: [String: String] = [:]
    for type in schema.types where type.kind == .interface || type.kind == .union {
      let name = symbols[type.name.symbol]
      members[name] = memberScope.claim(SwiftName.member(SwiftName.type(name), .camelCase))
    }
    possibleTypesMembers = members
    reserved = scope.all.union(Self.referredTo)
    for scalar in settings.scalars {
      reserved.formUnion(scalar.value.swiftType.split(separator: ".").map(String.init))
    }
  }

  /// Returns the expression for the object types that satisfy a condition on an abstract type.
  func possibleTypes(of type: String) -> String {
    possibleTypes + "." + possibleTypesMember(type)
  }

  func possibleTypesMember(_ type: String) -> String {
    possibleTypesMembers[type] ?? type
  }

  /// Returns the type name of an operation: `Login` becomes `LoginMutation`, and `LoginMutation`
  /// stays.
  private static func operationName(_ name: String, _ type: OperationType) -> String {
    let name = SwiftName.type(name)
    let suffix = SwiftName.type(type.keyword)
    return name.hasSuffix(suffix) ? name : name + suffix
  }

  /// Returns a type name. Appends the kind to well-known names of the standard library and
  /// Foundation: a type called `Error` would hide the protocol in the app's whole module.
  private static func name(_ name: String, _ kind: String) -> String {
    let name = SwiftName.type(name)
    return wellKnown.contains(name) || referredTo.contains(name) ? name + kind : name
  }

  private static let wellKnown: Set<String> = [
    "Actor", "AnyObject", "Array", "Bundle", "Calendar", "Character", "Collection", "Data", "Date",
    "Decimal", "Dictionary", "Duration", "Equatable", "Error", "Float", "Identifiable", "Locale",
    "Notification", "ObjectIdentifier", "Operation", "Process", "Result", "Sequence", "Task",
    "Thread", "Timer", "URL", "UUID", "UnitPoint", "View", "Void",
  ]

  /// The names that the template of a session refers to.
  private static let referredToBySessions: Set<String> = [
    "AsyncStream", "AuthenticatedGraphQLClient", "Credential", "GraphQLClient", "LogInOperation",
    "LogInResult", "LogOut", "RefusalRule", "SecretStore", "Session", "SessionManager",
    "SessionOperation",
    "SessionState", "StoredSession", "TokenResponse",
  ]

  /// The names that the templates refer to.
  private static let referredTo: Set<String> = [
    "Any", "Bool", "CaseIterable", "ClosedRange", "Codable", "Decodable", "Decoder", "Double",
    "Encodable", "Encoder", "Executor", "Hashable", "Int", "Int64", "KeyPath", "Never", "Optional",
    "Sendable", "Set", "String", "Swift",
    "AnonymousOperation", "AnonymousSubscription", "AuthGenRuntime", "AuthenticatedOperation",
    "AuthenticatedOperationExecutor", "AuthenticatedSubscription", "CalendarDate", "Colour",
    "ConnectorOperation", "DateTime", "DocumentOperation", "FieldEncodable", "FieldEncoder",
    "FieldReadable", "FieldWritable", "GraphQLError", "GraphQLOperation", "GraphQLResponse",
    "HashedOperation", "Indirect", "InputObject", "JSON", "MatchedValue", "Money", "NullableField",
    "OpenEnum", "OperationExecutor", "OperationKind", "RequestError", "RequestText",
    "ResponseDecodable", "ResponseDecodingError", "ResponseFields", "ResponseObject", "Secret",
    "ServiceError", "ServiceRequest", "Timestamp", "URIReference", "VoidValue",
  ]
}
