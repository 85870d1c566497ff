// The names at module level. They are assigned before any type is built, so that references can be
// created in any order.
//
// **Decision.** A name depends on its definition and the schema alone, so a new document renames
// nothing that another document generates. Operations and fragments end in their kind, so
// `ProductQuery`, `ProductFragment` and a nested struct `Product` do not clash. Two definitions with
// one name are an error at both places.

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
  /// The types that nested structs must not hide, without the fragments of their definition.
  private var visible: VisibleTypes
  private(set) var diagnostics: [Diagnostic] = []
  /// What the names of types and methods stand for. Those of methods have parentheses.
  private var owners: [String: Owner] = [:]
  /// The names that diagnostics propose.
  private var proposals: Set<String> = []

  init(
    schema: Schema, operations: [OperationDefinition], fragments: [FragmentDefinition],
    settings: ClientSettings, renames: Renames, symbols: SymbolTable
  ) {
    facade = settings.name + "Client"
    possibleTypes = settings.name + "PossibleTypes"
    session = settings.session == nil ? nil : settings.name + "Session"
    visible = VisibleTypes(
      words: Self.referredToByResponses.union(Self.scalars(settings)), types: [possibleTypes])
    possibleTypesMembers = Self.possibleTypesMembers(schema, symbols)
    nameTypes(of: schema, settings, renames, symbols)
    for fragment in fragments {
      let symbol = fragment.name.symbol
      let owner = Owner(
        kind: "fragment", graphQL: symbols[symbol], position: fragment.name.position)
      let name = renames.fragments[symbol] ?? owner.typeName
      self.fragments[symbol] = name
      claim(name, for: owner)
    }
    for operation in operations {
      guard let symbol = operation.name?.symbol else { continue }
      let owner = Owner(
        kind: operation.operationType.keyword, graphQL: symbols[symbol],
        position: operation.name?.position ?? operation.position)
      let renamed = renames.operations[symbol]
      let name = renamed ?? owner.typeName
      self.operations[symbol] = name
      var scope = NameScope(reserved: ["executor"])
      let method = scope.claim(
        SwiftName.member(renamed.map(owner.withoutKind) ?? owner.graphQL, .camelCase), as: .member)
      methods[symbol] = method
      if claim(name, for: owner) { claim(method, for: owner, isMethod: true) }
    }
  }

  /// Returns the expression for the object types that satisfy a condition on an abstract type.
  func possibleTypes(of type: String) -> String {
    possibleTypes + "." + possibleTypesMember(type)
  }

  func possibleTypesMember(_ type: String) -> String {
    possibleTypesMembers[type] ?? type
  }

  /// Returns the types that the nested structs of a definition must not hide.
  ///
  /// - Parameter spreads: the fragments that the definition spreads.
  func visible(spreading spreads: [Symbol]) -> VisibleTypes {
    var visible = visible
    visible.fragments = Set(spreads.compactMap { fragments[$0] })
    return visible
  }

  private static func possibleTypesMembers(
    _ schema: Schema, _ symbols: SymbolTable
  ) -> [String: String] {
    var scope = NameScope()
    let names = schema.types.filter { $0.kind == .interface || $0.kind == .union }
      .map { symbols[$0.name.symbol] }
    let members = scope.claim(
      names.map {
        .init(graphQL: $0, preferred: SwiftName.member(SwiftName.type($0), .camelCase))
      }, as: .member)
    return Dictionary(zip(names, members), uniquingKeysWith: { first, _ in first })
  }

  // MARK: Duplicates

  /// What a Swift name stands for.
  fileprivate struct Owner {
    /// The kind in lower case, such as `fragment`.
    let kind: String
    let graphQL: String
    let position: Position

    /// The kind as the end of a Swift name, such as `Fragment`.
    private var suffix: String { SwiftName.type(kind) }

    /// The name of the definition's type: `Login` becomes `LoginMutation`, and `LoginMutation` stays.
    var typeName: String {
      let name = SwiftName.type(graphQL)
      return name.hasSuffix(suffix) && name != suffix ? name : name + suffix
    }

    /// Returns a type's name without its kind.
    func withoutKind(_ name: String) -> String {
      name.hasSuffix(suffix) && name != suffix ? String(name.dropLast(suffix.utf8.count)) : name
    }

    /// Returns another name for the definition's type.
    func proposal(_ number: Int) -> String { "\(withoutKind(typeName))\(number)\(suffix)" }
  }

  /// Reports a name that another definition or type of the schema has.
  ///
  /// - Returns: whether the name is free.
  @discardableResult
  private mutating func claim(
    _ name: String, for owner: Owner, isMethod: Bool = false
  ) -> Bool {
    let key = isMethod ? name + "()" : name
    guard let other = owners[key] else {
      owners[key] = owner
      return true
    }
    let proposal = (2...).lazy.map(owner.proposal).first { proposals.insert($0).inserted }
    diagnostics.report(
      .uniqueSwiftNames,
      """
      the \(owner.kind) "\(owner.graphQL)" and the \(other.kind) "\(other.graphQL)" both become the Swift \
      \(isMethod ? "method" : "type") \(name)
      """,
      at: owner.position,
      notes: other.position == .unknown
        ? [] : [.init(other.position, "the \(other.kind) is defined here")],
      help: """
        give one of them another name, or add "\(owner.kind) \(owner.graphQL)": "\(proposal ?? name)" \
        to "renames"
        """)
    return false
  }
}

extension ModuleNames {
  /// Names the schema's enums and input objects, and the type of errors.
  private mutating func nameTypes(
    of schema: Schema, _ settings: ClientSettings, _ renames: Renames, _ symbols: SymbolTable
  ) {
    let fixed = [facade, possibleTypes, session].compactMap(\.self)
    var scope = NameScope()
    for name in fixed {
      owners[scope.claim(name, as: .type)] = .init(
        kind: "client", graphQL: settings.name, position: .unknown)
    }
    let reserved = Self.reserved(settings)
    let ownTypes = schema.builtInTypeCount..<schema.types.count
    let types = (Array(ownTypes) + Array(0..<schema.builtInTypeCount)).map { schema.types[$0] }
      .filter { $0.kind == .enum || $0.kind == .inputObject }
    var elements = types.map { type in
      let graphQL = symbols[type.name.symbol]
      let rename = renames.types[type.name.symbol]
      let (name, kind) = (SwiftName.type(graphQL), type.kind == .enum ? "Enum" : "Input")
      // A type called `Error` would hide the protocol in the app's whole module.
      let isReserved = reserved.contains(name) || fixed.contains(name)
      return NameScope.Candidate(
        graphQL: graphQL, preferred: rename?.value ?? (isReserved ? name + kind : name),
        fallback: name + kind, position: type.name.position, rename: rename)
    }
    let claimed = scope.claim(elements, as: .type)
    for (type, name) in zip(types, claimed) {
      schemaTypes[type.name.symbol] = name
      if type.kind == .enum { visible.types.insert(name) }
      owners[name] = .init(
        kind: type.kind == .enum ? "enum" : "input object", graphQL: symbols[type.name.symbol],
        position: type.name.position)
    }
    if let setting = settings.errorType {
      let name = SwiftName.type(setting.value)
      let preferred = reserved.contains(name) ? name + "Type" : name
      elements.append(
        .init(graphQL: setting.value, preferred: preferred, position: setting.position))
      let error = scope.claim(preferred, as: .type)
      owners[error] = .init(kind: "type", graphQL: setting.value, position: setting.position)
      self.error = error
    }
    diagnostics = Renames.collisions(among: elements)
  }
}

// MARK: Reserved names

/// ReservedNameTests compares the lists with the templates and with generated code.
extension ModuleNames {
  /// The names that types of a client must not have.
  static func reserved(_ settings: ClientSettings) -> Set<String> {
    let reserved = referredTo.union(referredToByResponses).union(ScalarMappings.runtime)
      .union(scalars(settings))
    guard let session = settings.session else { return reserved }
    return reserved.union(referredToBySessions)
      .union(session.secondStep == nil ? [] : referredToBySecondSteps)
  }

  /// The names that the template of a session refers to.
  private static let referredToBySessions: Set<String> = [
    "AccountDeletion", "AccountDeletionError", "AsyncStream", "AuthenticatedGraphQLClient",
    "Credential", "GraphQLClient", "LocalData", "LogInOperation", "LogInResult", "LogOut",
    "RefusalRule", "Session", "SessionManager",
    "SessionOperation", "SessionState", "SessionStore", "Stored", "StoredSession",
    "TokenReplacingOperation", "TokenResponse",
  ]

  /// The further names for a session with a second step.
  private static let referredToBySecondSteps: Set<String> = [
    "SecondStep", "SecondStepError", "SecondStepOperation", "TwoStepLogInOperation",
    "TwoStepLogInResult",
  ]

  /// The configured types of scalars, and the types that contain them.
  private static func scalars(_ settings: ClientSettings) -> Set<String> {
    Set(settings.scalars.flatMap { $0.value.swiftType.split(separator: ".").map(String.init) })
  }

  /// The names that the templates of structs in responses refer to.
  static let referredToByResponses: Set<String> = [
    "Bool", "Checked", "Codable", "ConcreteObject", "CustomReflectable", "Decodable", "Deferred",
    "Double", "Encodable", "FieldReader", "FieldWriter", "GraphQLError", "Hashable",
    "Identifiable", "Indirect", "Int", "Narrowed", "NullFields", "Optional", "ResponseObject",
    "Secret", "Sendable", "Set", "StaticString", "String", "Swift", "TypeNames",
  ]

  /// The names that the other templates refer to, and well-known types of Swift and Foundation.
  private static let referredTo: Set<String> = [
    "Actor", "AnonymousOperation", "AnonymousSubscription", "Any", "AnyObject", "Array",
    "AuthGenCatching", "AuthGenRuntime", "AuthGenStreams", "AuthGenUploads",
    "AuthenticatedOperation", "AuthenticatedOperationExecutor", "AuthenticatedSubscription",
    "AuthenticatedSubscriptionExecutor", "Bundle", "Calendar", "CallOptions", "CaseIterable",
    "Character", "ClosedRange", "Collection", "ConditionVariables", "ConditionalOperation",
    "ConfiguredScalar", "ConnectorOperation", "CredentialRefusingOperation", "Data", "Date",
    "Decimal", "Decoder", "Dictionary", "Duration", "Encoder", "Equatable", "EquatableScalar",
    "Error", "Executor", "ExplicitNulls", "FieldEncodable", "FieldWritable", "Float",
    "GraphQLOperation", "GraphQLResponse", "HashableScalar", "InputObject", "Int64", "JSONNumber",
    "KeyPath", "Locale", "MatchedValue", "Never", "Notification", "NullableField",
    "ObjectIdentifier", "OpenEnum", "Operation", "OperationDefinition", "OperationExecutor",
    "OperationFacade", "OperationKind", "PageTurn", "PaginatedOperation", "Process", "RequestError",
    "RequestText", "ResponseDecodingError", "ResponseStream", "Result", "RuntimeInterface1",
    "Sequence", "ServiceError", "ServiceRequest", "SubscriptionExecutor", "Task", "Thread", "Timer",
    "URL", "UUID", "UnitPoint", "View", "Void",
  ]
}
