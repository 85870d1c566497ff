// Made from Templates/text and Sources/Runtime; EmbeddedFilesTests keeps it so.
// swift-format-ignore-file

/// The files that the tool carries in its binary.
package enum EmbeddedFiles {
  /// The templates by name.
  package static let templates: [(name: String, text: String)] = [
("assignment", #"""
{{storage}} = {{#wrapper}}{{.}}({{name}}){{/wrapper}}{{^wrapper}}{{name}}{{/wrapper}}
"""#),
("bodyMembers", #"""
{{#members}}
{{#object}}
{{#variable}}
if {{>variable}} != nil {
  fields.object({{key}}) { fields in
    {{>bodyMembers}}
  }
}{{#nulls}} else if {{>nulls}} { fields.null({{key}}) }{{/nulls}}
{{/variable}}
{{^variable}}
fields.object({{key}}) { fields in
  {{>bodyMembers}}
}
{{/variable}}
{{/object}}
{{^object}}
{{#omitsNil}}if let value = {{#variable}}{{>variable}}{{/variable}} { fields.{{encode}}({{key}}, value) }{{#nulls}} else if {{>nulls}} { fields.null({{key}}) }{{/nulls}}{{/omitsNil}}{{^omitsNil}}fields.{{encode}}({{key}}{{^isNull}}, {{/isNull}}{{#variable}}{{>variable}}{{/variable}}{{literal}}{{#list}}[{{#values}}{{name}}{{comma}}{{/values}}]{{/list}}){{/omitsNil}}
{{/object}}
{{/members}}

"""#),
("client", #"""
{{>header}}

{{#documentation}}
///{{.}}
{{/documentation}}
{{^documentation}}
/// Calls the operations of {{client}}: each query and mutation is a method.
{{/documentation}}
///
/// Create one with a `GraphQLClient`, or with `GraphQLClient.authenticated(by:)` for a signed-in
/// user. The methods are declared beside their operations.
nonisolated {{access}}struct {{name}}<Executor: OperationExecutor>: OperationFacade {
  /// Calls the operations. Operations that need a session require an executor with one.
  {{access}}let executor: Executor
  /// Does not compile if the major versions of authgen and of the runtime library differ.
  private typealias Runtime = RuntimeInterface1

  /// - Parameter executor: sends the operations, such as a `GraphQLClient`.
  {{access}}init(_ executor: Executor) { self.executor = executor }
}
{{#hasScalars}}

// The types of "scalars" in the configuration must be Codable and Sendable{{#conformance}}, and {{.}} because of the options{{/conformance}}.
{{/hasScalars}}
{{#scalars}}
private typealias Scalar_{{name}} = {{constraint}}<{{type}}>  // "scalars": { "{{name}}": … }
{{/scalars}}

"""#),
("coding", #"""
{{#hasOneField}}
{{spi}}{{witness}}{{access}}init(fields: inout FieldReader) { {{#properties}}self.{{storage}} = {{#isIndirect}}Indirect({{/isIndirect}}fields.{{>readCall}}{{#isIndirect}}){{/isIndirect}}{{/properties}}{{#concrete}}self.{{propertyName}} = fields.{{>concreteCall}}{{/concrete}} }

{{spi}}{{witness}}{{access}}func encode(into fields: FieldWriter) { {{#properties}}{{#typeMatch}}fields.typename({{place}}, {{>typeMatch}}){{/typeMatch}}{{^typeMatch}}{{>fieldWriteCall}}{{/typeMatch}}{{/properties}}{{#concrete}}fields.{{>concreteWriteCall}}{{/concrete}} }
{{/hasOneField}}
{{^hasOneField}}
{{spi}}{{witness}}{{access}}init(fields: inout FieldReader) {
  {{#properties}}
  {{>propertyReading}}
  {{/properties}}
  {{#parts}}
  self.{{storage}} = {{#isIndirect}}Indirect({{/isIndirect}}fields.{{>partCall}}{{#isIndirect}}){{/isIndirect}}
  {{/parts}}
  {{#concrete}}
  self.{{propertyName}} = fields.{{>concreteCall}}
  {{/concrete}}
}

{{spi}}{{witness}}{{access}}func encode(into fields: FieldWriter) {
  {{#properties}}
  {{>writeCall}}
  {{/properties}}
  {{#parts}}
  fields.{{#deferral}}deferred({{label}}, {{place}}){{/deferral}}{{^deferral}}part({{place}}){{/deferral}}
  {{/parts}}
  {{#concrete}}
  fields.{{>concreteWriteCall}}
  {{/concrete}}
}
{{/hasOneField}}

"""#),
("concrete", #"""
/// The name of the object's type.
{{emission}}{{access}}var {{typename}}: String { {{propertyName}}.typename }

nonisolated {{access}}indirect enum {{typeName}}: {{conformances}} {
  {{#cases}}
  case {{name}}({{type}})
  {{/cases}}
  /// A type that the selection does not name, or that was added after this code was generated.
  case {{other}}(typename: String)

  {{spi}}{{witness}}{{access}}static var typenames: StaticString { {{types}} }

  {{spi}}{{witness}}{{access}}init(typename: String, fields: inout FieldReader) {
    switch typename {
    {{#cases}}
    case {{graphQLType}}: self = .{{name}}(fields.part())
    {{/cases}}
    default: self = .{{other}}(typename: typename)
    }
  }

  {{spi}}{{witness}}{{access}}func write(fields: FieldWriter) -> String {
    switch self {
    {{#cases}}
    case .{{name}}(let part): fields.write({{graphQLType}}, part)
    {{/cases}}
    case .{{other}}(let typename): typename
    }
  }
}

"""#),
("concreteCall", #"""
concrete({{#match}}{{>typeMatch}}{{#otherwise}}, otherwise: {{.}}{{/otherwise}}{{/match}})
"""#),
("concreteWriteCall", #"""
concrete({{propertyName}}{{#match}}, {{>typeMatch}}{{/match}})
"""#),
("connector", #"""
{{access}}var request: ServiceRequest {
  ServiceRequest(.{{kind}}, {{#isWholeURL}}url: {{/isWholeURL}}{{#target}}{{>requestText}}{{/target}}{{#hasQuery}}, query: [{{#query}}({{name}}, {{>requestText}}){{comma}}{{/query}}]{{/hasQuery}}{{#hasHeaders}}, headers: [{{#headers}}({{name}}, {{>requestText}}){{comma}}{{/headers}}]{{/hasHeaders}}{{#hasBody}}, hasBody: true{{/hasBody}})
}
{{#hasBody}}

{{spi}}{{access}}func encode(into fields: FieldWriter) {
  {{#input}}
  fields.part({{>variable}})
  {{/input}}
  {{>bodyMembers}}
}
{{/hasBody}}

"""#),
("connectorConstants", #"""
{{#successes}}
{{access}}static var successStatuses: [ClosedRange<Int>] { [{{#ranges}}{{lower}}...{{upper}}{{comma}}{{/ranges}}] }
{{/successes}}
{{#readsBody}}
{{access}}static var readsBody: Bool { true }
{{/readsBody}}
{{#errorType}}
{{spi}}{{access}}static func serviceError(_ fields: inout FieldReader) -> (any ServiceError)? {
  {{#ownError}}
  {{#properties}}
  {{>propertyReading}}
  {{/properties}}
  return {{errorType}}({{#properties}}{{name}}: {{value}}{{comma}}{{/properties}})
  {{/ownError}}
  {{^ownError}}
  {{.}}(fields: &fields)
  {{/ownError}}
}
{{/errorType}}

"""#),
("definitions", #"""
{{>header}}
{{#enums}}

{{>enum}}
{{/enums}}
{{#inputs}}

{{>inputObject}}
{{/inputs}}
{{#operations}}

{{>operation}}
{{/operations}}
{{#hasMethods}}

nonisolated extension {{facade}} {
  {{#methods}}
  {{#isLater}}

  {{/isLater}}
  {{>method}}
  {{/methods}}
}
{{/hasMethods}}
{{#fragments}}

{{>struct}}
{{/fragments}}
{{#extensions}}

nonisolated extension {{path}} {
  {{#nested}}
  {{>struct}}

  {{/nested}}
}
{{/extensions}}

"""#),
("documentation", #"""
{{#documentation}}
///{{.}}
{{/documentation}}

"""#),
("enum", #"""
{{>documentation}}
nonisolated {{access}}enum {{name}}: OpenEnum {
  {{#values}}
  {{>documentation}}
  {{#deprecation}}
  @available(*, deprecated, message: {{.}})
  {{/deprecation}}
  case {{name}}
  {{/values}}
  /// A value that was added after this code was generated.
  case {{unknown}}(String)

  {{#hasDeprecated}}
  @available(*, deprecated, message: "Use init(rawValue:).")
  {{/hasDeprecated}}
  {{access}}init(graphQLName: String) {
    switch graphQLName {
    {{#values}}
    case {{graphQLName}}: self = .{{name}}
    {{/values}}
    default: self = .{{unknown}}(graphQLName)
    }
  }

  {{#hasDeprecated}}
  @available(*, deprecated, message: "Use rawValue.")
  {{/hasDeprecated}}
  {{access}}var graphQLName: String {
    switch self {
    {{#values}}
    case .{{name}}: {{graphQLName}}
    {{/values}}
    case .{{unknown}}(let name): name
    }
  }

  {{#isWrapped}}
  {{access}}static var graphQLNames: [String] {
    [
      {{#lines}}
      {{.}}
      {{/lines}}
    ]
  }
  {{/isWrapped}}
  {{^isWrapped}}
  {{access}}static var graphQLNames: [String] { [{{#lines}}{{.}}{{/lines}}] }
  {{/isWrapped}}
}

"""#),
("errors", #"""
{{>header}}
{{#data}}

{{>struct}}
{{/data}}

nonisolated extension RequestError {
  {{#data}}
  /// The error that the service returned. Nil if the service returned none, or if the call failed for
  /// another reason.
  {{access}}var {{accessor}}: {{name}}? {
    if case .service(let failure) = self.reason { failure.error as? {{name}} } else { nil }
  }
  {{/data}}
}

"""#),
("fieldWriteCall", #"""
{{#omitsNil}}if let value = {{place}} { fields.{{writeMethod}}({{responseName}}, value) } else { fields.omitted({{responseName}}) }{{/omitsNil}}{{^omitsNil}}fields{{#locations}}.at({{#paths}}{{#isFirst}}{{#path}}[{{#names}}{{name}}{{comma}}{{/names}}]{{/path}}{{/isFirst}}{{/paths}}){{/locations}}.{{writeMethod}}({{responseName}}, {{place}}){{/omitsNil}}
"""#),
("header", #"""
// Generated by authgen for {{client}}. Do not edit.
// swift-format-ignore-file
{{#header}}
//{{.}}
{{/header}}
{{#source}}
// Source:{{.}}
{{/source}}
{{#imports}}
{{.}}
{{/imports}}

"""#),
("initializer", #"""
{{#hasOneParameter}}
{{access}}init({{#parameterLines}}{{#parameters}}{{name}}: {{type}}{{default}}{{comma}}{{/parameters}}{{/parameterLines}}) { {{#assignments}}self.{{>assignment}}{{/assignments}} }
{{/hasOneParameter}}
{{^hasOneParameter}}
{{#isWrapped}}
{{access}}init(
  {{#parameterLines}}
  {{#parameters}}{{name}}: {{type}}{{default}}{{comma}}{{/parameters}}
  {{/parameterLines}}
) {
{{/isWrapped}}
{{^isWrapped}}
{{access}}init({{#parameterLines}}{{#parameters}}{{name}}: {{type}}{{default}}{{comma}}{{/parameters}}{{/parameterLines}}) {
{{/isWrapped}}
  {{#assignments}}
  self.{{>assignment}}
  {{/assignments}}
}
{{/hasOneParameter}}

"""#),
("inputCall", #"""
{{method}}({{graphQLName}}, {{place}})
"""#),
("inputEncoding", #"""
{{#hasOneField}}
{{spi}}{{witness}}{{access}}func encode(into fields: FieldWriter) { {{#properties}}fields.{{>inputCall}}{{/properties}} }
{{/hasOneField}}
{{^hasOneField}}
{{spi}}{{witness}}{{access}}func encode(into fields: FieldWriter) {
  {{#omitsNil}}
  fields.omitNil({{#hasNullable}}except: {{explicitNulls}}.names{{/hasNullable}})
  {{/omitsNil}}
  {{#properties}}
  fields.{{>inputCall}}
  {{/properties}}
}
{{/hasOneField}}

"""#),
("inputObject", #"""
{{>documentation}}
{{#isOneOf}}
nonisolated {{access}}{{indirect}}enum {{name}}: {{conformances}} {
  {{#properties}}
  {{>documentation}}
  {{#deprecation}}
  @available(*, deprecated, message: {{.}})
  {{/deprecation}}
  case {{name}}({{type}})
  {{/properties}}

  {{#hasDeprecated}}
  @available(*, deprecated)
  {{/hasDeprecated}}
  {{spi}}{{access}}func encode(into fields: FieldWriter) {
    switch self {
    {{#properties}}
    case .{{name}}(let value): fields.value({{graphQLName}}, value)
    {{/properties}}
    }
  }
}
{{/isOneOf}}
{{^isOneOf}}
nonisolated {{access}}struct {{name}}: {{conformances}} {
  {{>inputProperties}}

  {{>inputEncoding}}
}
{{>nullableFields}}
{{/isOneOf}}

"""#),
("inputProperties", #"""
{{#properties}}
{{>property}}
{{/properties}}
{{#hasNullable}}
/// The fields to send as null if they have no value. By default, nil omits a field.
{{access}}var {{explicitNulls}}: ExplicitNulls<Self>
{{/hasNullable}}

{{>initializer}}

"""#),
("method", #"""
{{>documentation}}
{{#isWrapped}}
{{emission}}{{access}}func {{name}}(
  {{#parameterLines}}
  {{#parameters}}{{name}}: {{type}}{{default}}{{comma}}{{/parameters}}
  {{/parameterLines}}
  {{options}}: CallOptions = .init()
) {{result}} {
{{/isWrapped}}
{{^isWrapped}}
{{emission}}{{access}}func {{name}}({{#parameterLines}}{{#parameters}}{{name}}: {{type}}{{default}}{{comma}}{{/parameters}}{{/parameterLines}}{{options}}: CallOptions = .init()) {{result}} {
{{/isWrapped}}
  {{#call}}
  {{.}}
  {{/call}}
}

"""#),
("nullableFields", #"""
{{#hasNullable}}

{{#hasOneNullable}}
nonisolated extension NullableField<{{name}}> { {{#nullable}}{{access}}static var {{name}}: Self { Self({{graphQLName}}) }{{/nullable}} }
{{/hasOneNullable}}
{{^hasOneNullable}}
nonisolated extension NullableField<{{name}}> {
  {{#nullable}}
  {{access}}static var {{name}}: Self { Self({{graphQLName}}) }
  {{/nullable}}
}
{{/hasOneNullable}}
{{/hasNullable}}

"""#),
("nulls", #"""
{{#variable}}{{>variable}}{{/variable}}.{{storage}}.contains({{name}}){{#isOptional}} == true{{/isOptional}}
"""#),
("operation", #"""
{{>documentation}}
nonisolated {{access}}struct {{name}}: {{conformances}} {
  {{witness}}{{access}}static var definition: OperationDefinition { .init({{definition}}) }
  {{#connector}}
  {{>connectorConstants}}
  {{/connector}}

  {{#hasVariables}}
  {{>inputProperties}}

  {{^connector}}
  {{>inputEncoding}}

  {{/connector}}
  {{/hasVariables}}
  {{^hasVariables}}
  {{access}}init() {}

  {{/hasVariables}}
  {{#connector}}
  {{>connector}}

  {{/connector}}
  {{#conditions}}
  {{spi}}{{witness}}{{access}}var conditions: ConditionVariables { [{{#values}}{{name}}{{comma}}{{/values}}] }

  {{/conditions}}
  {{#pagination}}
  {{witness}}{{access}}mutating func turnPage(after data: Data) -> PageTurn {
    let page: Data? = data
    let cursor = page?.{{cursor}}
    if let cursor { self.{{name}} = cursor }
    return PageTurn(hasNext: page?.{{hasNext}}, cursor: cursor)
  }

  {{/pagination}}
  {{#data}}
  {{>struct}}
  {{/data}}
}
{{>nullableFields}}

"""#),
("partCall", #"""
{{#deferral}}deferred({{label}}{{#ifAnyOf}}, [{{#names}}{{name}}{{comma}}{{/names}}]{{/ifAnyOf}}{{#ifSelected}}, if: {{text}}{{#ifAnyOf}}, orAnyOf: [{{#names}}{{name}}{{comma}}{{/names}}]{{/ifAnyOf}}{{/ifSelected}}){{/deferral}}{{^deferral}}part({{#ifSelected}}if: {{text}}{{#ifAnyOf}}, orAnyOf: [{{#names}}{{name}}{{comma}}{{/names}}]{{/ifAnyOf}}{{/ifSelected}}{{#possibleTypes}}ifTypeIn: {{types}}, of: {{known}}{{/possibleTypes}}){{/deferral}}
"""#),
("possibleTypes", #"""
{{>header}}
{{#hasTypes}}

/// The object types that satisfy a condition on an interface or union.
{{spi}}nonisolated {{access}}enum {{name}} {
  {{#types}}
  {{#isWrapped}}
  {{access}}static let {{name}} = TypeNames(
    """
    {{#lines}}
    {{.}}
    {{/lines}}
    """)
  {{/isWrapped}}
  {{^isWrapped}}
  {{access}}static let {{name}} = TypeNames("{{#lines}}{{.}}{{/lines}}")
  {{/isWrapped}}
  {{/types}}
}
{{/hasTypes}}

"""#),
("property", #"""
{{>documentation}}
{{#isComputed}}
{{#deprecation}}
@available(*, deprecated, message: {{.}})
{{/deprecation}}
{{access}}var {{name}}: {{type}} {
  get { {{storage}}{{#wrapper}}.value{{/wrapper}} }
  set { {{storage}}{{#wrapper}}.value{{/wrapper}} = newValue }
}
{{hidden}}var {{storage}}: {{#wrapper}}{{.}}<{{type}}>{{/wrapper}}{{^wrapper}}{{storedType}}{{/wrapper}}
{{/isComputed}}
{{^isComputed}}
{{access}}var {{name}}: {{storedType}}
{{/isComputed}}

"""#),
("propertyReading", #"""
{{#locations}}
{{^isPart}}
fields.at({{#paths}}{{#path}}[{{#names}}{{name}}{{comma}}{{/names}}]{{/path}}{{comma}}{{/paths}}{{#isLenient}}, isLenient: true{{/isLenient}})
{{/isPart}}
{{/locations}}
{{#condition}}
fields.only(if: {{text}}{{#nonNull}}, nonNull: true{{/nonNull}})
{{/condition}}
{{target}}{{^target}}self.{{storage}}{{/target}} = {{#isIndirect}}Indirect({{/isIndirect}}fields.{{#locations}}{{#isPart}}part({{#ifAnyOf}}ifAnyOf: [{{#names}}{{name}}{{comma}}{{/names}}]{{/ifAnyOf}}){{/isPart}}{{^isPart}}{{method}}({{responseName}}){{/isPart}}{{/locations}}{{^locations}}{{>readCall}}{{/locations}}{{#isIndirect}}){{/isIndirect}}

"""#),
("readCall", #"""
{{#typeMatch}}typename({{>typeMatch}}{{#otherwise}}, otherwise: {{.}}{{/otherwise}}){{/typeMatch}}{{^typeMatch}}{{method}}({{responseName}}){{/typeMatch}}
"""#),
("requestText", #"""
"{{#pieces}}{{text}}{{#variable}}\({{>variable}}){{/variable}}{{/pieces}}"
"""#),
("session", #"""
{{>header}}

/// The session of one user: logs the user in and out, keeps the tokens, and calls operations with them.
/// Create one for the app.
nonisolated {{access}}struct {{name}}: Sendable {
  /// The tokens of one login, as they are stored.
  nonisolated {{access}}struct Stored: StoredSession {
    {{#stored}}
    {{#properties}}
    {{access}}let {{name}}: {{type}}
    {{/properties}}

    {{>initializer}}
    {{/stored}}

    {{#sendsAccessToken}}
    {{access}}var refreshToken: Secret? { self.accessToken }
    {{/sendsAccessToken}}
    {{#user}}
    {{access}}var userIdentity: String? { {{.}} }
    {{/user}}
    {{access}}var credential: Credential { Credential({{placement}}, token: self.accessToken) }
    {{#hasRefusals}}
    {{access}}static var refusals: [RefusalRule] {
      [
        {{#refusals}}
        {{.}},
        {{/refusals}}
      ]
    }
    {{/hasRefusals}}
    {{^hasRefusals}}
    {{access}}static var refusals: [RefusalRule] { [] }
    {{/hasRefusals}}
  }

  /// Keeps the tokens{{#refresh}}, and refreshes them{{/refresh}}.
  {{access}}let sessions: SessionManager<Stored>
  /// Calls operations with the user's token.
  {{access}}let client: {{facade}}<AuthenticatedGraphQLClient>
  private let transport: GraphQLClient

  /// Does not read the store. The first use does.
  ///
  /// - Parameters:
  ///   - client: sends all requests.
  ///   - store: keeps the tokens between runs. `.platform` is a store for this client and its server alone.
  {{access}}init(_ client: GraphQLClient, store: some SessionStore) {
    self.transport = client
    self.sessions = SessionManager(
      store: store.store(of: {{owner}}, by: client){{#refresh}}, leeway: {{leeway}},
      refresh: { try await Self.refreshed($0, by: client) }{{/refresh}}{{#logOut}},
      revoke: { _ = try? await Self.end({{#refreshesBefore}}Self.renewed($0, by: client){{/refreshesBefore}}{{^refreshesBefore}}$0{{/refreshesBefore}}, by: client) }{{/logOut}})
    self.client = {{facade}}(client.authenticated(by: self.sessions))
  }

  /// The current state and each later one; see `SessionManager`.
  {{access}}var states: AsyncStream<SessionState<Stored>> { self.sessions.states }

  /// Calls a login operation, and keeps the session that it creates.
  ///
  /// - Returns: the session, or the result of a login that the server declines.
  /// - Throws: `RequestError` if there is no result.
  {{access}}func logIn<Operation: LogInOperation>(
    _ operation: Operation
  ) async throws(RequestError) -> LogInResult<Stored, Operation.Data> where Operation.Session == Stored {
    try await self.sessions.logIn(operation, with: self.transport)
  }

  {{#replacesTokens}}
  /// Calls an operation that replaces the tokens of the signed-in user, and keeps the new ones.
  ///
  /// - Returns: the session, or the result of an operation that the server declines.
  /// - Throws: `RequestError` if there is no result.
  {{access}}func replaceTokens<Operation: TokenReplacingOperation>(
    _ operation: Operation
  ) async throws(RequestError) -> LogInResult<Stored, Operation.Data> where Operation.Session == Stored {
    try await self.sessions.replaceTokens(operation, with: self.transport)
  }

  {{/replacesTokens}}
  {{#logOut}}
  /// Removes the session from this device, and ends it on the server (best effort).
  ///
  /// - Returns: the server's result, and the errors, if any.
  @discardableResult
  {{access}}func logOut() async -> LogOut<{{typeName}}.Data, RequestError> {
    let client = self.transport
    {{#refreshesBefore}}
    return await self.sessions.logOut(preparing: { await Self.renewed($0, by: client) }) { session throws(RequestError) in
      try await Self.end(session, by: client)
    }
    {{/refreshesBefore}}
    {{^refreshesBefore}}
    return await self.sessions.logOut { session throws(RequestError) in
      try await Self.end(session, by: client)
    }
    {{/refreshesBefore}}
  }

  private static func end(
    _ session: Stored, by client: GraphQLClient
  ) async throws(RequestError) -> {{typeName}}.Data? {
    {{#token}}
    {{.}}
    {{/token}}
    return try await {{>sessionClient}}.execute({{call}}, options: CallOptions(retry: .never))
  }
  {{#refreshesBefore}}

  /// The session with an unexpired access token, which the server needs for the logout.
  private static func renewed(_ session: Stored, by client: GraphQLClient) async -> Stored {
    guard let expiresAt = session.expiresAt, expiresAt <= Date() else { return session }
    return (try? await Self.refreshed(session, by: client)) ?? session
  }
  {{/refreshesBefore}}
  {{/logOut}}
  {{^logOut}}
  /// Removes the session from this device.
  ///
  /// - Returns: the errors, if any.
  @discardableResult
  {{access}}func logOut() async -> LogOut<Void, Never> {
    await self.sessions.logOut { _ throws(Never) in () }
  }
  {{/logOut}}
  {{#refresh}}

  private static func refreshed(
    _ session: Stored, by client: GraphQLClient
  ) async throws(RequestError) -> Stored? {
    {{#token}}
    {{.}}
    {{/token}}
    let response = try await {{>sessionClient}}.response(to: {{call}}, options: CallOptions(retry: .never))
    return try response.session(of: {{typeName}}.self, after: session)
  }
  {{/refresh}}
}
{{#logIns}}

nonisolated extension {{typeName}}: {{conformance}} {
  {{>sessionResult}}
}

nonisolated extension {{conformance}} where Self == {{typeName}} {
  {{>documentation}}
  {{#isWrapped}}
  {{access}}static func {{methodName}}(
    {{#parameterLines}}
    {{#parameters}}{{name}}: {{type}}{{default}}{{comma}}{{/parameters}}
    {{/parameterLines}}
  ) -> {{typeName}} {
  {{/isWrapped}}
  {{^isWrapped}}
  {{access}}static func {{methodName}}({{#parameterLines}}{{#parameters}}{{name}}: {{type}}{{default}}{{comma}}{{/parameters}}{{/parameterLines}}) -> {{typeName}} {
  {{/isWrapped}}
    {{typeName}}({{#arguments}}{{label}}: {{name}}{{comma}}{{/arguments}})
  }
}
{{/logIns}}
{{#refresh}}

nonisolated extension {{typeName}}: SessionOperation {
  {{>sessionResult}}
}
{{/refresh}}
{{#checks}}

nonisolated extension {{typeName}}: CredentialRefusingOperation {
  {{access}}static func refusesCredential(_ data: Data) -> Bool {
    {{#statements}}
    {{.}}
    {{/statements}}
    return false
  }
}
{{/checks}}

"""#),
("sessionClient", #"""
client{{#hasCredential}}.authenticated(by: session.credential){{/hasCredential}}
"""#),
("sessionResult", #"""
{{access}}static func session(
  of data: Data, _ response: TokenResponse, after former: {{name}}.Stored?
) -> {{name}}.Stored? {
  {{#statements}}
  {{.}}
  {{/statements}}
  {{#condition}}
  guard {{.}} else { return nil }
  {{/condition}}
  guard let accessToken = {{accessToken}}, !accessToken.isEmpty else { return nil }
  return {{name}}.Stored(
    {{#members}}
    {{label}}: {{value}}{{comma}}
    {{/members}}
  )
}

"""#),
("struct", #"""
{{>documentation}}
{{#hasDynamicMembers}}
@dynamicMemberLookup
{{/hasDynamicMembers}}
nonisolated {{access}}struct {{name}}: {{conformances}} {
  {{#definition}}
  {{access}}static var definition: String { {{.}} }

  {{/definition}}
  {{#properties}}
  {{>property}}
  {{/properties}}
  {{#parts}}
  {{>property}}
  {{/parts}}
  {{#concrete}}
  /// The object, as one of the types in the selection.
  {{access}}var {{propertyName}}: {{typeName}}
  {{/concrete}}

  {{>initializer}}

  {{>coding}}
  {{#hasShared}}

  // Members of several fragments, from the first of them.
  {{#shared}}
  {{#deprecation}}
  @available(*, deprecated, message: {{.}})
  {{/deprecation}}
  {{emission}}{{access}}var {{name}}: {{type}} { {{#path}}{{.}}.{{/path}}{{name}} }
  {{/shared}}
  {{/hasShared}}
  {{#dynamicMembers}}

  /// The members of `{{name}}`.
  {{emission}}{{access}}subscript<Member>(dynamicMember path: KeyPath<{{type}}, Member>) -> Member { {{name}}[keyPath: path] }
  {{/dynamicMembers}}
  {{#concrete}}

  {{>concrete}}
  {{/concrete}}
  {{#nested}}

  {{>struct}}
  {{/nested}}
}

"""#),
("typeMatch", #"""
matching: [{{#path}}{{#names}}{{name}}{{comma}}{{/names}}{{/path}}], [{{#cases}}({{candidate}}, {{graphQLType}}){{comma}}{{/cases}}]
"""#),
("variable", #"""
self{{#steps}}.{{name}}{{#isOptional}}?{{/isOptional}}{{/steps}}
"""#),
("writeCall", #"""
{{#locations}}{{#isPart}}fields.part({{place}}){{/isPart}}{{^isPart}}{{>fieldWriteCall}}{{/isPart}}{{/locations}}{{^locations}}{{#typeMatch}}fields.typename({{place}}, {{>typeMatch}}){{/typeMatch}}{{^typeMatch}}{{>fieldWriteCall}}{{/typeMatch}}{{/locations}}

"""#),
  ]

  /// The sources of AuthGenRuntime by file name.
  package static let runtime: [(name: String, text: String)] = [
("ASCII.swift", #"""
// Classes of ASCII characters in protocols and formats.

nonisolated extension UInt8 {
  package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  package var isASCIIAlphanumeric: Bool {
    isASCIIDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }
}

nonisolated extension StringProtocol {
  /// Whether the text consists of one or more ASCII digits.
  package var isASCIIDigits: Bool { !isEmpty && utf8.allSatisfy(\.isASCIIDigit) }

  /// Whether the text is a token, such as the name of a header field (RFC 9110, section 5.6.2).
  package var isHTTPToken: Bool {
    !isEmpty
      && utf8.allSatisfy { $0.isASCIIAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }
}

"""#),
("BigInteger.swift", #"""
// Whole numbers of any size.

/// A whole number of any size, such as `"18446744073709551616"`. It reads a string of digits or a JSON number
/// without losing a digit, and encodes as a string.
///
/// To compute with it, pass ``description`` to a library for large numbers.
nonisolated public struct BigInteger: Hashable, Sendable {
  /// The digits, with a minus sign before a negative number, and without leading zeros.
  public let description: String

  public init(_ value: some BinaryInteger) {
    description = String(value)
  }

  /// The number as a fixed-width integer; nil if it is out of range.
  public func value<Value: FixedWidthInteger>(as type: Value.Type = Int.self) -> Value? {
    Value(description)
  }
}

nonisolated extension BigInteger: LosslessStringConvertible {
  /// - Parameter description: ASCII digits, with an optional sign.
  public init?(_ description: String) {
    let isNegative = description.utf8.first == UInt8(ascii: "-")
    let hasSign = isNegative || description.utf8.first == UInt8(ascii: "+")
    let digits = description.dropFirst(hasSign ? 1 : 0)
    guard digits.isASCIIDigits else { return nil }
    let significant = digits.drop { $0 == "0" }
    if significant.isEmpty {
      self.description = "0"
    } else {
      self.description = (isNegative ? "-" : "") + significant
    }
  }
}

nonisolated extension BigInteger: Comparable {
  public static func < (left: BigInteger, right: BigInteger) -> Bool {
    let (first, second) = (left.description, right.description)
    switch (first.hasPrefix("-"), second.hasPrefix("-")) {
    case (true, false): return true
    case (false, true): return false
    case (let areNegative, _):
      let isSmaller =
        first.utf8.count == second.utf8.count
        ? first.utf8.lexicographicallyPrecedes(second.utf8) : first.utf8.count < second.utf8.count
      return areNegative ? first != second && !isSmaller : isSmaller
    }
  }
}

nonisolated extension BigInteger: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}

nonisolated extension BigInteger: Codable {
  public init(from decoder: any Decoder) throws { self = try ServerForm(from: decoder).value }

  public func encode(to encoder: any Encoder) throws { try ServerForm(self).encode(to: encoder) }
}

nonisolated extension BigInteger: ServerScalar {
  init?(_ json: JSON) {
    switch json {
    case .string(let text): self.init(text)
    case .integer(let value): self.init(value)
    case .number(let number): self.init(number.text)
    default: return nil
    }
  }

  func json() -> JSON { .string(description) }
}

"""#),
("CalendarDate.swift", #"""
// A date without a time or time zone.

/// A day of the Gregorian calendar, `YYYY-MM-DD` on the wire (RFC 3339, `full-date`).
///
/// It has no time zone: a birthday is the same day everywhere.
nonisolated public struct CalendarDate: Hashable, Sendable {
  /// From 0 to 9999.
  public let year: Int
  /// From 1 to 12.
  public let month: Int
  /// From 1 to the length of the month.
  public let day: Int

  /// Creates a date from its year, month and day.
  ///
  /// - Returns: nil if the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month),
      (1...Self.length(ofMonth: month, year: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  private init(firstMonthOf year: Int) {
    (self.year, month, day) = (year, 1, 1)
  }

  /// 0000-01-01.
  static let firstDay = CalendarDate(firstMonthOf: 0)

  private static func length(ofMonth month: Int, year: Int) -> Int {
    let isLeap = (year.isMultiple(of: 4) && !year.isMultiple(of: 100)) || year.isMultiple(of: 400)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

nonisolated extension CalendarDate: LosslessStringConvertible {
  /// Parses a date.
  ///
  /// - Parameter description: `YYYY-MM-DD`.
  public init?(_ description: String) {
    guard description.utf8.count == 10 else { return nil }
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy(\.isASCIIDigits), let year = Int(parts[0]), let month = Int(parts[1]),
      let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  public var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

nonisolated extension CalendarDate: Comparable {
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

nonisolated extension CalendarDate {
  /// Days by the rules of the Gregorian calendar. Years begin in March here, so a leap day is the
  /// last day of its year.
  package var daysSince1970: Int {
    let years = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    let era = (years >= 0 ? years : years - 399) / 400
    let yearOfEra = years - era * 400
    let dayOfYear = (153 * months + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

nonisolated extension CalendarDate {
  /// - Parameter days: from 0000-01-01 to 9999-12-31.
  init?(daysSince1970 days: Int) {
    guard (-719_528...2_932_896).contains(days) else { return nil }
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let months = (5 * dayOfYear + 2) / 153
    let month = months < 10 ? months + 3 : months - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * months + 2) / 5 + 1)
  }
}

nonisolated extension CalendarDate: TextScalar {
  public static let expectation = "a date, YYYY-MM-DD"
}

"""#),
("CallIdentity.swift", #"""
// What makes two calls equal.

import Foundation

/// Identifies a call by its operation and variables. A call with secrets or with values beside its JSON has no
/// identity.
nonisolated package struct CallIdentity: Hashable, Sendable {
  /// The operation's type.
  package let operation: ObjectIdentifier
  private let variables: String

  /// - Returns: nil if a variable or the result is secret, or if a variable cannot be written.
  package init?<Operation: GraphQLOperation>(_ operation: Operation) {
    guard !Operation.definition.returnsSecrets else { return nil }
    self.operation = ObjectIdentifier(Operation.self)
    if let connector = operation as? any ConnectorOperation {
      guard let request = connector.exampleRequest, !request.hasSecrets else { return nil }
      // A connector may send arguments in headers. No header contains a line break.
      let headers = request.http.headers
      let lines = headers.names.map { "\($0): \(headers[$0] ?? "")" }
      variables =
        (["\(request.http.method) \(request.http.url)"] + lines).joined(separator: "\n") + "\n\n"
        + String(decoding: request.http.body ?? Data(), as: UTF8.self)
    } else {
      guard let (json, isBodyOnly) = try? operation.encodedVariables(), !isBodyOnly else {
        return nil
      }
      variables = json
    }
  }
}

nonisolated extension ConnectorOperation {
  /// The request, sent to any server.
  fileprivate var exampleRequest: BuiltRequest? {
    guard let endpoint = URL(string: "https://example.com") else { return nil }
    return try? httpRequest(ClientConfiguration(endpoint: endpoint))
  }
}

"""#),
("Checked.swift", #"""
// Values that may be nil after a problem.

/// Stores a non-null value of a type without a placeholder, such as a type of an app for a scalar.
nonisolated public struct Checked<Value> {
  /// Nil only after a problem, so only in objects that are discarded.
  private var checked: Value?

  public init(_ value: Value) {
    checked = value
  }

  init(_ value: Value?) {
    checked = value
  }

  public var value: Value {
    get {
      guard let checked else { preconditionFailure("the value could not be read") }
      return checked
    }
    set { checked = newValue }
  }
}

nonisolated extension Checked: Sendable where Value: Sendable {}
nonisolated extension Checked: Equatable where Value: Equatable {}
nonisolated extension Checked: Hashable where Value: Hashable {}

"""#),
("ClientConfiguration.swift", #"""
// The configuration of a client and of its calls.

public import Foundation

/// How a client calls one GraphQL endpoint, or one service that a schema's connectors describe.
///
/// ```swift
/// let endpoint = URL(string: "https://api.example.com/graphql")
/// ```
nonisolated public struct ClientConfiguration: Sendable {
  /// Which form of an operation is sent: its document, or the hash that identifies it on the
  /// server.
  nonisolated public enum PersistedOperations: Sendable {
    /// Sends documents. An operation that was generated without its document is sent as its hash.
    case off
    /// Sends queries without secret variables as the hash alone, and repeats them with the document
    /// if the server does not know the hash. Sends all other operations as documents.
    case automatic
    /// Sends the hash alone, for servers that know all documents.
    case only
  }

  /// The server's URL. Must use https, unless the host is this machine.
  public var endpoint: URL
  /// Headers of every request, such as the app's name. Default: none.
  public var headers: HTTPHeaders
  /// The time limit of one attempt of a call: waiting for the session's refresh, for the response,
  /// and for a second response if the server refused the first credential. Each retry has the same
  /// limit again. While a request's ``HTTPRequest/bodyStream`` is sent, the limit starts again with each
  /// part: such a call fails after one to two limits without progress. Default: 30 seconds.
  public var timeout: Duration
  /// The time limit of a call with all of its attempts and the waits between them. Default: nil, for none:
  /// with the defaults of ``timeout`` and ``retry``, a query takes up to about two minutes.
  public var deadline: Duration?
  /// The maximum size of a response after decompression, in bytes. A larger response is always an
  /// error. On Linux, more bytes may be in memory before `URLSession` stops. Default: 16 million.
  public var maximumResponseSize: Int
  public var retry: RetryPolicy
  public var persistedOperations: PersistedOperations
  /// Whether queries without secret variables are sent with GET, so that HTTP caches may answer
  /// them. Default: false.
  public var usesGETForQueries: Bool
  /// The encoding of the bodies of operations with a connector, in place of the schema's. Some OAuth
  /// servers require forms, others JSON. Default: nil, which uses the schema's encoding.
  public var bodyEncoding: BodyEncoding?

  public init(
    endpoint: URL, headers: HTTPHeaders = [:], timeout: Duration = .seconds(30),
    deadline: Duration? = nil,
    maximumResponseSize: Int = 16_000_000, retry: RetryPolicy = RetryPolicy(),
    persistedOperations: PersistedOperations = .off, usesGETForQueries: Bool = false,
    bodyEncoding: BodyEncoding? = nil
  ) {
    self.endpoint = endpoint
    self.headers = headers
    self.timeout = timeout
    self.deadline = deadline
    self.maximumResponseSize = maximumResponseSize
    self.retry = retry
    self.persistedOperations = persistedOperations
    self.usesGETForQueries = usesGETForQueries
    self.bodyEncoding = bodyEncoding
  }
}

/// Options for one call.
nonisolated public struct CallOptions: Sendable {
  /// Headers of this call. They replace the configuration's headers with the same names. Default:
  /// none.
  public var headers: HTTPHeaders
  /// The time limit of an attempt of this call. Default: nil, which uses the configuration's limit.
  public var timeout: Duration?
  /// The time limit of this call with all of its attempts. Default: nil, which uses the configuration's.
  public var deadline: Duration?
  /// How often the call is retried if it is a query that sends no secret. Default: nil, which uses the
  /// configuration's policy; for `updates(of:)` of AuthGenStreams, `StreamPolicy.retry`.
  public var retry: RetryPolicy?
  /// Receives the number of bytes that the transport has taken of a request's ``HTTPRequest/bodyStream``,
  /// and their total, after each part. It starts again if the request is sent again. It must return soon,
  /// because the transport waits for it. Default: nil.
  public var bodyProgress: (@Sendable (_ sent: Int64, _ total: Int64) -> Void)?
  /// The login of calls that belong together. Default: nil, for the current login of each call.
  package var login: CommonLogin?

  public init(
    headers: HTTPHeaders = [:], timeout: Duration? = nil, deadline: Duration? = nil,
    retry: RetryPolicy? = nil,
    bodyProgress: (@Sendable (_ sent: Int64, _ total: Int64) -> Void)? = nil
  ) {
    self.headers = headers
    self.timeout = timeout
    self.deadline = deadline
    self.retry = retry
    self.bodyProgress = bodyProgress
  }
}

"""#),
("CommonLogin.swift", #"""
// The login of calls that belong together.

package import Foundation

/// The login that several calls share, such as those for the pages of a query. The first call sets it. After another
/// login, later calls fail with ``RequestError/NotSent/noSession``.
nonisolated package final class CommonLogin: Sendable {
  nonisolated private struct State {
    var credential: Credential?
    var login: UUID?
  }

  private let state = Locked(State())

  package init() {}

  /// The credential of the last call; nil before the first one.
  var credential: Credential? {
    get { state.withLock { $0.credential } }
    set { state.withLock { $0.credential = newValue } }
  }

  /// Whether a call may use the cached data of a login. The first call sets the common login.
  package func admits(_ login: UUID) -> Bool {
    state.withLock { state in
      state.login = state.login ?? login
      return state.login == login
    }
  }
}

"""#),
("ConnectorFields.swift", #"""
// Values that connectors read in their own way.

nonisolated extension FieldReader {
  /// An identifier: a string, or a whole number converted to text.
  ///
  /// https://spec.graphql.org/September2025/#sec-ID
  public mutating func identifier(_ name: StaticString) -> String {
    required(name, IdentifierCoding.self) { _ in "" }
  }

  public mutating func optionalIdentifier(_ name: StaticString) -> String? {
    optional(name, IdentifierCoding.self)
  }

  public mutating func identifiers(_ name: StaticString) -> [String] {
    required(name, IdentifiersCoding.self) { _ in [] }
  }

  public mutating func optionalIdentifiers(_ name: StaticString) -> [String]? {
    optional(name, IdentifiersCoding.self)
  }

  /// The name of the object's type, which the response encodes in another value.
  ///
  /// - Parameters:
  ///   - path: the keys that lead to the value.
  ///   - cases: the type for each value.
  ///   - otherwise: the type for all other values. Nil uses the value itself as the type's name.
  @inline(never)
  public mutating func typename(
    matching path: [String], _ cases: [(MatchedValue, String)], otherwise: String? = nil
  ) -> String {
    if let name = chosenName(
      among: cases.map(\.1) + (otherwise.map { [$0] } ?? []), "__typename")
    {
      return name
    }
    json.beginView()
    next = NextField(paths: [path])
    let matched: MatchedValue = optionalValue("") ?? .null
    return cases.first { $0.0 == matched }?.1 ?? otherwise ?? matched.text
  }
}

nonisolated extension FieldWriter {
  /// Writes the value that determines the object's type.
  @inline(never)
  public final func typename(
    _ typename: String, matching path: [String], _ cases: [(MatchedValue, String)]
  ) {
    if collect("__typename", typename) { return }
    at(path).value("", cases.first { $0.1 == typename }?.0 ?? .string(typename))
  }

  /// Writes the value that determines the object's type, and the part for the type.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func concrete<Concrete: ConcreteObject>(
    _ value: Concrete, matching path: [String], _ cases: [(MatchedValue, String)]
  ) {
    if collect(part: value, Concrete.self) { return }
    typename(value.typename, matching: path, cases)
    _ = value.write(fields: self)
  }
}

/// A value that determines an object's type.
nonisolated public enum MatchedValue: Hashable, Sendable {
  case string(String)
  case int(Int)
  case boolean(Bool)
  case null

  var text: String {
    switch self {
    case .string(let value): value
    case .int(let value): String(value)
    case .boolean(let value): String(value)
    case .null: "null"
    }
  }
}

nonisolated extension MatchedValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(nilLiteral: ()) { self = .null }
}

nonisolated extension MatchedValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .boolean(let value): try container.encode(value)
    case .null: try container.encodeNil()
    }
  }
}

nonisolated private enum IdentifierCoding: FieldCoding {
  static var expected: String? { String.expected }

  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> String {
    try reader.json.scanner.identifier()
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> String {
    try (fields.value(name) as Identifier).text
  }
}

nonisolated private enum IdentifiersCoding: FieldCoding {
  static var expected: String? { "a list" }

  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> [String] {
    try reader.json.scanner.list { scanner throws(JSONFailure) in try scanner.identifier() }
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> [String] {
    try (fields.value(name) as [Identifier]).map(\.text)
  }
}

nonisolated extension JSONScanner {
  fileprivate mutating func identifier() throws(JSONFailure) -> String {
    skipSpace()
    return next == UInt8(ascii: "\"") ? try string() : String(try integer())
  }
}

nonisolated private struct Identifier: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      text = String(number)
    } else {
      text = try container.decode(String.self)
    }
  }
}

"""#),
("ConnectorOperation.swift", #"""
// Operations that call a REST service, as a connector in the schema describes them.

/// A query or mutation without a document: one HTTP exchange with a service. It encodes as the
/// request's body.
///
/// The same clients and interceptors run it as any other operation.
nonisolated public protocol ConnectorOperation: GraphQLOperation {
  /// The statuses that count as success, in ascending order. Default: 200 to 299.
  static var successStatuses: [ClosedRange<Int>] { get }
  /// Whether a value of the response is its whole body. Default: false.
  static var readsBody: Bool { get }
  /// Reads the service's error from its body.
  ///
  /// - Returns: nil if the schema does not describe errors. Default: nil.
  @_spi(Generated) static func serviceError(_ fields: inout FieldReader) -> (any ServiceError)?

  /// The parts of the request other than the body.
  var request: ServiceRequest { get }
}

nonisolated extension ConnectorOperation {
  public static var successStatuses: [ClosedRange<Int>] { [200...299] }
  public static var readsBody: Bool { false }
  @_spi(Generated) public static func serviceError(_ fields: inout FieldReader) -> (
    any ServiceError
  )? { nil }
}

/// The error that a service reports when it refuses a call. Generated types read it from the
/// response's body.
nonisolated public protocol ServiceError: Error, ResponseObject {}

/// A refused call with the service's error.
nonisolated public struct ServiceFailure: Sendable {
  public let http: HTTPFailure
  /// The error, in the type that the client's schema defines for it.
  public let error: any ServiceError
  /// The whole body, for members that the schema leaves out.
  public let body: RedactedJSON
}

"""#),
("Credential.swift", #"""
// Credentials, which authenticate a request.

import Foundation

/// A token, and its place in requests.
nonisolated public struct Credential: Hashable, Sendable {
  nonisolated public enum Placement: Hashable, Sendable {
    /// A header field. In its value, `{token}` stands for the token, as in `Token token="{token}"`.
    case header(String, template: String)
    /// The variable that a generated operation names as its
    /// ``GraphQLOperation/credentialVariable``. Operations without such a variable are sent without
    /// the token.
    case variable

    /// A header field, such as `X-Session-Token`. With a scheme, the token follows it.
    public static func header(_ name: String, scheme: String? = nil) -> Placement {
      .header(name, template: (scheme.map { "\($0) " } ?? "") + "{token}")
    }

    /// A cookie (RFC 6265, section 4.2). The client keeps no other cookies.
    public static func cookie(_ name: String) -> Placement {
      .header("Cookie", template: "\(name)={token}")
    }

    /// The `Authorization` header field, after a scheme (RFC 9110, section 11.4), for example `Bearer`
    /// for OAuth 2.0.
    public static func authorization(scheme: String) -> Placement {
      .header("Authorization", scheme: scheme)
    }
  }

  public let placement: Placement
  public let token: Secret

  public init(_ placement: Placement, token: Secret) {
    self.placement = placement
    self.token = token
  }

  /// A credential in the `Authorization` header.
  ///
  /// - Parameters:
  ///   - scheme: the word before the token, such as `Bearer`.
  ///   - token: the token itself.
  public init(scheme: String, token: Secret) {
    self.init(.authorization(scheme: scheme), token: token)
  }

  /// The header field with the token; nil for a credential in a variable.
  package var header: (name: String, value: String)? {
    guard case .header(let name, let template) = placement else { return nil }
    let parts = template.components(separatedBy: "{token}")
    return (name, parts.joined(separator: token.reveal()))
  }

  /// Adds the credential to a request.
  ///
  /// - Parameter variable: the operation's variable for a credential; nil if it has none.
  /// - Throws: ``RequestError/NotSent/invalidVariables`` if an interceptor has replaced the body by one
  ///   without variables; ``RequestError/NotSent/streamedBody`` if the body is a stream.
  package func add(
    to request: inout HTTPRequest, variable: String?
  ) throws(RequestError.NotSent) {
    if let header {
      // The app may send cookies of its own.
      let own = header.name.lowercased() == "cookie" ? request.headers[header.name] : nil
      request.headers[header.name] = own.map { "\($0); \(header.value)" } ?? header.value
      return
    }
    guard let variable else { return }
    guard request.bodyStream == nil else { throw .streamedBody }
    guard let body = request.body, case .object(var members)? = JSON(body),
      case .object(var variables)? = members["variables"]
    else { throw .invalidVariables }
    variables[variable] = .string(token.reveal())
    members["variables"] = .object(variables)
    let json = JSONWriter()
    guard (try? json.write(JSON.object(members))) != nil else { throw .invalidVariables }
    request.body = json.data
  }
}

/// Provides the credential of each request. A ``Credential`` is its own source.
///
/// If a response refuses the credential, the client asks the source for another one, and sends the
/// call once more if it is safe: see ``RefusalRule``.
nonisolated public protocol CredentialSource: Sendable {
  /// The credential to use now, or nil if there is no session.
  ///
  /// - Throws: ``CredentialUnavailable`` if the source cannot determine whether there is a session,
  ///   for example because the session's store is locked. The client does not send the request, and
  ///   the session continues.
  func credential() async throws(CredentialUnavailable) -> Credential?

  /// Returns the credential for another attempt of a call, after a temporary failure. Default: that of
  /// ``credential()``.
  ///
  /// - Parameter earlier: the credential of the attempt before.
  /// - Returns: nil if there is no session, or if another login has replaced it: a call is not repeated for
  ///   another user.
  /// - Throws: ``CredentialUnavailable``, as ``credential()`` does.
  func credential(after earlier: Credential) async throws(CredentialUnavailable) -> Credential?

  /// The responses that refuse a credential. Default: those with status 401 (RFC 9110, section
  /// 15.5.2).
  var refusals: [RefusalRule] { get }

  /// Returns another credential after a response has refused one. Default: calls
  /// ``sessionHasEnded(_:)`` and returns nil.
  ///
  /// - Returns: nil if the session is over.
  /// - Throws: ``CredentialUnavailable`` if the source cannot get one now. The session continues.
  func credential(
    insteadOf refused: Credential
  ) async throws(CredentialUnavailable) -> Credential?

  /// Handles the end of a session: a response has refused a credential that had just replaced
  /// another one, or the source cannot replace credentials.
  func sessionHasEnded(_ credential: Credential) async

  /// Reports the changes of a credential's login. Connections that outlive a call use it, such as those of
  /// subscriptions. Default: reports nothing, and returns nil.
  ///
  /// - Parameters:
  ///   - credential: a credential that the source has returned.
  ///   - report: receives each change. The end of the login is the last one. The source calls it before the logout
  ///     or other call that ends the login returns, so that nothing is delivered after it. If the login has already
  ///     ended, the source calls it before `observe` returns. `report` must not block.
  /// - Returns: the observation, which ends when it is released; nil if no more changes follow.
  func observe(
    _ credential: Credential, _ report: @escaping @Sendable (CredentialChange) -> Void
  ) async -> CredentialObservation?
}

/// The reports of changes of one credential; see ``CredentialSource/observe(_:_:)``. They end when it is released.
nonisolated public final class CredentialObservation: Sendable {
  private let end: @Sendable () -> Void

  /// - Parameter end: called when the observation is released.
  public init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}

/// A change of a credential's login.
nonisolated public enum CredentialChange: Hashable, Sendable {
  /// The session has a new credential, for example after a refresh.
  case replaced
  case ended(SessionEnd)
}

/// Why a session has ended.
nonisolated public enum SessionEnd: Hashable, Sendable {
  /// The app signed the user out.
  case loggedOut
  /// The server ended the session.
  case endedByServer
  /// Another login replaced the session.
  case otherLogin
  /// There is no session, for example because another process signed the user out.
  case noSession
}

nonisolated extension CredentialSource {
  public func credential(
    after earlier: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    try await credential()
  }

  public var refusals: [RefusalRule] { [.status(401)] }

  public func observe(
    _ credential: Credential, _ report: @escaping @Sendable (CredentialChange) -> Void
  ) async -> CredentialObservation? { nil }

  public func credential(
    insteadOf refused: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    await sessionHasEnded(refused)
    return nil
  }
}

nonisolated extension Credential: CredentialSource {
  public func credential() async -> Credential? { self }
  /// Returns the same credential: there is no other one, and no session that ends.
  public func credential(insteadOf refused: Credential) async -> Credential? { self }
  public func sessionHasEnded(_ credential: Credential) async {}
}

/// A credential that is not available now. The session may still exist.
nonisolated public struct CredentialUnavailable: Error, Hashable, Sendable {
  nonisolated public enum Reason: Hashable, Sendable {
    /// The same call may succeed later: the server, the network or the session's store has failed.
    case temporary
    /// The calling task was cancelled.
    case cancelled
    /// The server refuses new tokens until the user logs in again.
    case needsLogin(ServerRefusal)
  }

  public let reason: Reason
  /// The reason and the fix, for people. Errors include it unchanged, so it must not contain any
  /// part of a credential.
  public let explanation: String
  /// The wait that the server asks for; nil if it asks for none.
  public let retryAfter: Duration?
  /// The text about the session's store, if it has failed; nil for another cause.
  let cause: ErrorText?

  public init(_ explanation: String, reason: Reason = .temporary, retryAfter: Duration? = nil) {
    self.init(explanation, reason: reason, retryAfter: retryAfter, cause: nil)
  }

  package init(
    _ explanation: String, reason: Reason = .temporary, retryAfter: Duration? = nil,
    cause: ErrorText?
  ) {
    self.explanation = explanation
    self.reason = reason
    self.retryAfter = retryAfter
    self.cause = cause
  }

  /// Why the server refuses new tokens; nil for another reason.
  public var refusal: ServerRefusal? {
    if case .needsLogin(let refusal) = reason { refusal } else { nil }
  }
}

/// A server's refusal of new tokens for a session that may continue after a new login.
nonisolated public struct ServerRefusal: Hashable, Sendable {
  /// The error code (RFC 6749, section 5.2), such as `interaction_required` or `mfa_required`.
  public let code: String
  /// The server's text for developers, `error_description`, in any language. Do not show it to users.
  public let serverText: String?
  /// The token with which the user can complete a second factor, for servers that send one as `mfa_token`.
  public let mfaToken: Secret?

  public init(code: String, serverText: String? = nil, mfaToken: Secret? = nil) {
    self.code = code
    self.serverText = serverText
    self.mfaToken = mfaToken
  }
}

nonisolated extension CredentialUnavailable: CustomStringConvertible {
  public var description: String { explanation }
}

nonisolated extension ServerRefusal: RedactedDescription {
  /// The code if it has the form of one: any other text is the server's.
  public var description: String {
    let isCode =
      code.utf8.count <= 40
      && code.utf8.allSatisfy { byte in
        (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "_")
      }
    return isCode ? code : "an unknown code"
  }
}

"""#),
("DateTime.swift", #"""
// A point in time as text.
// https://scalars.graphql.org/andimarek/date-time.html

public import Foundation

/// A point in time, such as `2026-01-31T12:00:00Z` on the wire (RFC 3339, `date-time`). It reads every form
/// of ISO 8601 that has a time and an offset from UTC. It encodes as the text from which it was decoded.
nonisolated public struct DateTime: Sendable {
  public let date: Date
  public let description: String

  /// Creates a point in time in UTC, to the millisecond.
  ///
  /// - Returns: nil if the year is not from 0 to 9999.
  public init?(_ date: Date) {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    self.init(date.formatted(style))
  }

  private init(_ date: Date, description: String) {
    (self.date, self.description) = (date, description)
  }

  /// 1970-01-01T00:00:00Z.
  static let epoch = DateTime(
    Date(timeIntervalSince1970: 0), description: "1970-01-01T00:00:00Z")
}

nonisolated extension DateTime: LosslessStringConvertible {
  /// Parses a date and time.
  ///
  /// - Parameter description: a `date-time` of RFC 3339, or another form of ISO 8601 with a time and an
  ///   offset. A leap second reads as the second after it. At most 64 bytes.
  public init?(_ description: String) {
    guard let date = ISO8601(description)?.date else { return nil }
    self.date = date
    self.description = description
  }
}

nonisolated extension DateTime: Hashable, Comparable {
  public static func == (left: DateTime, right: DateTime) -> Bool { left.date == right.date }
  public static func < (left: DateTime, right: DateTime) -> Bool { left.date < right.date }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(date)
  }
}

nonisolated extension DateTime: TextScalar {
  public static let expectation = "a date and time with an offset from UTC, YYYY-MM-DDThh:mm:ssZ"
}

"""#),
("DecodedFields.swift", #"""
// Reading objects from the containers of another decoder. Objects and lists are read through nested
// containers, which cost less than passing each value to the decoder again.

/// The fields of one object in another decoder. Errors contain the field's path and the expected
/// type, never the value.
nonisolated package struct DecodedFields {
  let container: KeyedDecodingContainer<FieldName>

  init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: FieldName.self)
  }

  init(_ container: KeyedDecodingContainer<FieldName>) {
    self.container = container
  }

  // MARK: Values

  func string(_ name: String) throws -> String {
    try container.decode(String.self, forKey: FieldName(name))
  }

  func int(_ name: String) throws -> Int {
    do {
      return try container.decode(Int.self, forKey: FieldName(name))
    } catch {
      throw invalid(name, error)
    }
  }

  func double(_ name: String) throws -> Double {
    do {
      return try container.decode(Double.self, forKey: FieldName(name))
    } catch {
      throw invalid(name, error)
    }
  }

  func bool(_ name: String) throws -> Bool {
    do {
      return try container.decode(Bool.self, forKey: FieldName(name))
    } catch DecodingError.typeMismatch(let type, let context) {
      // Foundation's decoder reports a null as another type.
      if try container.decodeNil(forKey: FieldName(name)) { throw nullFound(name, Bool.self) }
      throw DecodingError.typeMismatch(type, context)
    }
  }

  func strings(_ name: String) throws -> [String] {
    try list(name) { try $0.decode(String.self) }
  }

  func value<Value: Decodable>(_ name: String) throws -> Value {
    do {
      if let type = Value.self as? any ServerFormCodable.Type,
        let value = try serverForm(name, as: type) as? Value
      {
        return value
      }
      return try container.decode(Value.self, forKey: FieldName(name))
    } catch {
      throw invalid(name, error)
    }
  }

  /// Whether the field is null, or nil if it is absent. Fields are nearly always present, so this makes
  /// one lookup.
  package func isNull(_ name: String) throws -> Bool? {
    do {
      return try container.decodeNil(forKey: FieldName(name))
    } catch DecodingError.keyNotFound {
      return nil
    }
  }

  /// Whether the field is present and not null.
  func isPresent(_ name: String) throws -> Bool { try isNull(name) == false }

  /// The error for a value that is absent.
  func notFound(_ key: String) -> DecodingError {
    DecodingError.keyNotFound(
      FieldName(key),
      DecodingError.Context(codingPath: container.codingPath, debugDescription: "No value."))
  }

  /// The error for a null.
  func nullFound(_ name: String, _ type: any Any.Type) -> DecodingError {
    DecodingError.valueNotFound(
      type,
      DecodingError.Context(
        codingPath: container.codingPath + [FieldName(name)], debugDescription: "Found null."))
  }

  /// Removes values from errors: Foundation's decoder quotes numbers that do not fit.
  private func invalid(_ name: String, _ error: any Error) -> DecodingError {
    DecodingError(withoutValue: error, at: container.codingPath + [FieldName(name)])
  }

  // MARK: Objects and lists

  /// The fields of a nested object.
  func inside(_ name: String) throws -> DecodedFields {
    DecodedFields(try container.nestedContainer(keyedBy: FieldName.self, forKey: FieldName(name)))
  }

  /// The object and the key of the first value at several paths, or of a value in this object.
  ///
  /// - Returns: nil if no path leads to an object.
  func place(
    _ paths: [[String]], orOf name: StaticString
  ) throws -> (fields: DecodedFields, key: String)? {
    if paths.isEmpty { return (self, name.description) }
    var place: (fields: DecodedFields, key: String)?
    for path in paths {
      let inner = try path.dropLast().reduce(self as DecodedFields?) { object, key in
        guard let object, try object.isPresent(key) else { return nil }
        return try object.inside(key)
      }
      guard let inner, let key = path.last else { continue }
      place = (inner, key)
      if try inner.isPresent(key) { break }
    }
    return place
  }

  func list<Element>(
    _ name: String, _ next: (inout any UnkeyedDecodingContainer) throws -> Element
  ) throws -> [Element] {
    var elements = try container.nestedUnkeyedContainer(forKey: FieldName(name))
    var result: [Element] = []
    // The server chooses the count, and the first element may already be an error.
    if let count = elements.count { result.reserveCapacity(min(count, 1_024)) }
    while !elements.isAtEnd { result.append(try next(&elements)) }
    return result
  }
}

"""#),
("DecoderInformation.swift", #"""
// What decoders say in their user information.

/// Chooses one of several names at a coding path: the value of an enum, or the type of an object.
package typealias NameChoice = (
  _ names: [String], _ codingPath: [any CodingKey]
) -> String

nonisolated extension CodingUserInfoKey {
  /// The Boolean variables of the operation, as `[String: Bool]`, for decoding its response with any
  /// decoder.
  public static let conditionVariables = CodingUserInfoKey("authgen.conditionVariables")

  /// The ``NameChoice`` of a decoder that invents values for tests.
  package static let nameChoice = CodingUserInfoKey("authgen.nameChoice")

  private init(_ name: String) {
    guard let key = CodingUserInfoKey(rawValue: name) else { preconditionFailure(name) }
    self = key
  }
}

"""#),
("Equality.swift", #"""
// Comparing two values of a response type. The function that writes a value also compares it, so generated types have
// no code of their own for it.

nonisolated extension ResponseObject where Self: Equatable {
  /// Compares all properties.
  @inline(never)
  public static func == (left: Self, right: Self) -> Bool {
    Comparison.areEqual { ($0 ? left : right).encode(into: $1) }
  }
}

nonisolated extension ConcreteObject where Self: Equatable {
  /// Compares the types of the objects, and all properties.
  @inline(never)
  public static func == (left: Self, right: Self) -> Bool {
    Comparison.areEqual { $1.concrete($0 ? left : right) }
  }
}

/// Keeps the scalars of one value, and compares those of another one with them. The types of both values are the same,
/// so the order of the scalars says which ones belong together.
nonisolated final class Comparison: FieldWriter {
  nonisolated private enum Scalar: Equatable {
    case string(String)
    case int(Int)
    case double(Double)
    case bool(Bool)
    case null
    /// The beginning of an object or another view.
    case object
    case list
    /// The end of a list.
    case end
    case value(AnyEquatable)
  }

  private var scalars: [Scalar] = []
  /// The index of the next scalar to compare with; nil while the first value is kept.
  private var index: Int?
  private var areEqual = true

  /// - Parameter write: writes the first value if its argument is true, otherwise the second one.
  static func areEqual(_ write: (Bool, Comparison) -> Void) -> Bool {
    let comparison = Comparison()
    write(true, comparison)
    comparison.index = 0
    write(false, comparison)
    return comparison.areEqual && comparison.index == comparison.scalars.count
  }

  private func add(_ scalar: Scalar) {
    guard let index else { return scalars.append(scalar) }
    guard areEqual else { return }
    self.index = index + 1
    areEqual = index < scalars.count && scalars[index] == scalar
  }

  override func write(_ name: StaticString, _ value: String) { add(.string(value)) }
  override func write(_ name: StaticString, _ value: Int) { add(.int(value)) }
  override func write(_ name: StaticString, _ value: Double) { add(.double(value)) }
  override func write(_ name: StaticString, _ value: Bool) { add(.bool(value)) }
  override func write(_ name: StaticString, any value: any Encodable) {
    add(.value(AnyEquatable(value: value)))
  }

  override func write(
    _ name: StaticString, object: @autoclosure () -> Any?, _ fields: (FieldWriter) -> Void
  ) {
    write(fields)
  }

  override func write(
    _ name: StaticString, list: @autoclosure () -> Any?, _ elements: (ListWriter) -> Void
  ) {
    Elements(self).list(elements)
  }

  override func write(_ name: StaticString, failure: GraphQLError) {
    add(.value(AnyEquatable(value: failure)))
  }

  override func writeNil(_ name: StaticString, orNull isNull: Bool) { add(.null) }

  override func write(_ part: (FieldWriter) -> Void) {
    add(.object)
    if areEqual { part(self) }
  }

  override func writeNoPart() { add(.null) }

  package override func write(member name: String, _ value: JSON) {
    add(.string(name))
    add(.value(AnyEquatable(value: value)))
  }

  nonisolated private final class Elements: ListWriter {
    private let comparison: Comparison

    init(_ comparison: Comparison) {
      self.comparison = comparison
    }

    override func object(_ fields: (FieldWriter) -> Void) { comparison.write(fields) }

    override func list(_ body: (ListWriter) -> Void) {
      comparison.add(.list)
      body(self)
      comparison.add(.end)
    }

    override func null() { comparison.add(.null) }
  }
}

/// A value whose type is known at run time only. It is equal to no other value if the type is not `Equatable`.
nonisolated private struct AnyEquatable: Equatable {
  let value: Any

  static func == (left: AnyEquatable, right: AnyEquatable) -> Bool {
    (left.value as? any Equatable)?.isEqual(to: right.value) ?? false
  }
}

nonisolated extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}

"""#),
("ErrorSentence.swift", #"""
// Sentences about errors for the user of an app, and their translations.

package import Foundation

/// A sentence for the user of an app.
///
/// Each module has an enum of its sentences. The raw value is the sentence's key in the table `AuthGen` of an app's
/// strings, so it stays the same if the English text changes. `AuthGen.strings`, beside the article ErrorMessages,
/// lists all sentences.
nonisolated package protocol ErrorSentence: CaseIterable, RawRepresentable, Sendable
where RawValue == String {
  /// The sentence in English. A name in braces, such as `{seconds}`, is replaced by a value.
  var english: String { get }
}

nonisolated extension ErrorSentence {
  /// Returns the translation in a bundle, or the English sentence if the bundle has none.
  ///
  /// Values replace their names in braces, without a format string: a translation with a wrong placeholder is shown
  /// as it is written.
  ///
  /// - Parameters:
  ///   - values: the values by their names.
  ///   - bundle: the bundle with the table `AuthGen`.
  package func text(_ values: [String: Int], in bundle: Bundle) -> String {
    let translation = bundle.localizedString(forKey: rawValue, value: english, table: "AuthGen")
    let text = translation.isEmpty ? english : translation
    return values.reduce(text) { text, value in
      text.replacingOccurrences(of: "{\(value.key)}", with: "\(value.value)")
    }
  }
}

"""#),
("ErrorText+Common.swift", #"""
// Texts that errors of several modules share.

nonisolated extension ErrorText {
  package static var signedOut: ErrorText {
    ErrorText(.signedOut, reason: .noSession, suggestion: .signIn)
  }

  package static var cancelled: ErrorText {
    ErrorText(.cancelled, reason: .stopped, suggestion: .tryAgain)
  }

  /// The app's developer has to fix the cause.
  package static var appSetUp: ErrorText {
    ErrorText(.notSent, reason: .appSetUp, suggestion: .updateApp)
  }

  /// The server refused the request, for a reason that only its response contains.
  package static var refused: ErrorText {
    ErrorText(.notCompleted, reason: .refused, suggestion: .checkInput)
  }

  /// A response that this version of the app does not support.
  package static var unexpectedResponse: ErrorText {
    ErrorText(.unexpectedResponse, reason: .otherVersion, suggestion: .updateApp)
  }

  package static var unknown: ErrorText {
    ErrorText(.unknown, reason: .unexpected, suggestion: .tryLater)
  }

  /// - Parameter wait: the wait that the server asks for; nil if it is not known.
  package static func tooManyAttempts(_ wait: Duration? = nil) -> ErrorText {
    ErrorText(.tooManyAttempts, reason: .limitReached, wait: wait)
  }

  /// - Parameter wait: the wait that the server asks for; nil if it is not known.
  package static func serviceUnavailable(_ wait: Duration? = nil) -> ErrorText {
    ErrorText(.serviceUnavailable, reason: .serverProblem, wait: wait)
  }

  /// The text about a response that is a refusal or a failure by its status.
  ///
  /// - Parameter retryAfter: the wait that the server asks for; nil if it is not known.
  /// - Returns: nil for other statuses.
  init?(status: Int, retryAfter: Duration?) {
    switch status {
    case 401: self = .signedOut
    case 403: self.init(.accessDenied, reason: .noPermission, suggestion: .askForAccess)
    case 408, 504: self.init(.timedOut, reason: .slowOrBusy, suggestion: .tryAgain)
    case 429: self = .tooManyAttempts(retryAfter)
    case 400..<500: self = .refused
    case 500..<600: self = .serviceUnavailable(retryAfter)
    default: return nil
    }
  }

  /// A response that may not be the server's own. A public Wi-Fi network answers with its own page until its user
  /// has signed in.
  static var otherSender: ErrorText {
    ErrorText(.unexpectedResponse, reason: .otherSender, suggestion: .checkConnection)
  }

  /// Creates a text that suggests to wait. Times are rounded up; a wait of more than a day is shown as "later".
  private init(_ description: RuntimeSentence, reason: RuntimeSentence, wait: Duration?) {
    guard let wait, wait >= .zero, wait <= .seconds(24 * 60 * 60) else {
      self.init(description, reason: reason, suggestion: .tryLater)
      return
    }
    let (whole, rest) = wait.components
    let seconds = Int(whole) + (rest > 0 ? 1 : 0)
    switch seconds {
    case 0: self.init(description, reason: reason, suggestion: .tryAgain)
    case 1...120:
      self.init(
        description, reason: reason, suggestion: RuntimeSentence.waitSeconds,
        values: ["seconds": seconds])
    default:
      self.init(
        description, reason: reason, suggestion: RuntimeSentence.waitMinutes,
        values: ["minutes": (seconds + 59) / 60])
    }
  }
}

"""#),
("ErrorText.swift", #"""
// What the user of an app reads about an error.

package import Foundation

/// Three sentences about an error for the user of an app: what happened, why, and what to do. They contain nothing
/// of the error's values except times to wait.
nonisolated package struct ErrorText: Hashable, Sendable {
  package let description: any ErrorSentence
  package let reason: any ErrorSentence
  package let suggestion: any ErrorSentence
  private let values: [String: Int]

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - description: what happened.
  ///   - reason: why it happened.
  ///   - suggestion: what the user can do.
  ///   - values: the values that replace names in braces.
  package init(
    _ description: any ErrorSentence, reason: any ErrorSentence, suggestion: any ErrorSentence,
    values: [String: Int] = [:]
  ) {
    self.description = description
    self.reason = reason
    self.suggestion = suggestion
    self.values = values
  }

  /// What two equal texts have in common.
  private var keys: [String] { [description.rawValue, reason.rawValue, suggestion.rawValue] }

  package static func == (first: ErrorText, second: ErrorText) -> Bool {
    first.keys == second.keys && first.values == second.values
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(keys) }

  package func description(in bundle: Bundle) -> String { description.text(values, in: bundle) }
  package func reason(in bundle: Bundle) -> String { reason.text(values, in: bundle) }
  package func suggestion(in bundle: Bundle) -> String { suggestion.text(values, in: bundle) }
}

/// An error with sentences for the user of an app. The app's main bundle can translate them.
///
/// `LocalizedError` has its module's name everywhere: a schema may have a type of that name, in the module into which
/// authgen writes these sources.
nonisolated package protocol UserFacingError: Foundation.LocalizedError {
  var userText: ErrorText { get }
}

nonisolated extension UserFacingError {
  /// What happened, in a sentence for the user.
  public var errorDescription: String? { userText.description(in: .main) }
  /// Why it happened, in a sentence for the user.
  public var failureReason: String? { userText.reason(in: .main) }
  /// What the user can do, in a sentence.
  public var recoverySuggestion: String? { userText.suggestion(in: .main) }
}

"""#),
("FieldCoding.swift", #"""
// How values of one type are read.

/// Reads the values of one type.
nonisolated package protocol FieldCoding {
  associatedtype Value

  /// The type's name in errors; nil if it is not known.
  static var expected: String? { get }
  /// Whether null is a value.
  static var readsNull: Bool { get }

  /// Reads the next value of the reader's JSON text.
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Value
  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Value
}

nonisolated extension FieldCoding {
  package static var readsNull: Bool { false }
}

/// A type that reads its own JSON.
nonisolated protocol FieldValue: Codable {
  static var expected: String? { get }

  init(_ scanner: inout JSONScanner) throws(JSONFailure)
  init(_ fields: DecodedFields, _ name: String) throws
}

nonisolated extension FieldValue {
  static var expected: String? { "\(Self.self)" }

  init(_ fields: DecodedFields, _ name: String) throws {
    self = try fields.value(name)
  }
}

nonisolated enum ValueCoding<Value: FieldValue>: FieldCoding {
  static var expected: String? { Value.expected }

  @inline(__always)
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Value {
    try Value(&reader.json.scanner)
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Value {
    try Value(fields, name)
  }
}

nonisolated enum EnumCoding<Value: OpenEnum>: FieldCoding {
  static var expected: String? { String.expected }

  @inline(__always)
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Value {
    Value(graphQLName: try reader.json.scanner.string())
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Value {
    Value(
      graphQLName: try reader.chosenName(among: Value.graphQLNames, name) ?? fields.string(name))
  }
}

nonisolated enum TextCoding<Value: TextScalar>: FieldCoding {
  static var expected: String? { String.expected }

  @inline(__always)
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Value {
    guard let value = Value(try reader.json.scanner.string()) else { throw .invalidValue }
    return value
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Value {
    try fields.value(name)
  }
}

/// Reads a value of any other type: with the type's own reader if the runtime knows one, otherwise
/// with Foundation's decoder.
nonisolated package enum CodableCoding<Value: Decodable>: FieldCoding {
  package static var expected: String? { "\(Value.self)" }

  @inline(__always)
  package static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Value {
    try reader.json.scanner.value(Value.self)
  }

  package static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Value {
    try fields.value(name)
  }
}

// MARK: Types

nonisolated extension String: FieldValue {
  @inline(__always)
  init(_ scanner: inout JSONScanner) throws(JSONFailure) { self = try scanner.string() }
  init(_ fields: DecodedFields, _ name: String) throws { self = try fields.string(name) }
}

nonisolated extension Int: FieldValue {
  @inline(__always)
  init(_ scanner: inout JSONScanner) throws(JSONFailure) { self = try scanner.integer() }
  init(_ fields: DecodedFields, _ name: String) throws { self = try fields.int(name) }
}

nonisolated extension Double: FieldValue {
  @inline(__always)
  init(_ scanner: inout JSONScanner) throws(JSONFailure) { self = try scanner.double() }
  init(_ fields: DecodedFields, _ name: String) throws { self = try fields.double(name) }
}

nonisolated extension Bool: FieldValue {
  @inline(__always)
  init(_ scanner: inout JSONScanner) throws(JSONFailure) { self = try scanner.boolean() }
  init(_ fields: DecodedFields, _ name: String) throws { self = try fields.bool(name) }
}

nonisolated extension Secret: FieldValue {
  static var expected: String? { String.expected }

  init(_ scanner: inout JSONScanner) throws(JSONFailure) { self.init(try scanner.string()) }
}

nonisolated extension JSON: FieldValue {
  init(_ scanner: inout JSONScanner) throws(JSONFailure) {
    if try scanner.skipNull() { throw .null }
    self = try scanner.json()
  }

  init(_ fields: DecodedFields, _ name: String) throws {
    self = try fields.value(name)
    if case .null = self { throw fields.nullFound(name, Self.self) }
  }
}

nonisolated extension [String]: FieldValue {
  static var expected: String? { "a list" }

  @inline(__always)
  init(_ scanner: inout JSONScanner) throws(JSONFailure) {
    self = try scanner.list { scanner throws(JSONFailure) in try scanner.string() }
  }

  init(_ fields: DecodedFields, _ name: String) throws { self = try fields.strings(name) }
}

"""#),
("FieldName.swift", #"""
// The one coding key of all generated types.

/// A response name, input field or variable as a coding key. One type for all of them compiles
/// faster and adds less code to the app than one enum for each.
nonisolated struct FieldName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

"""#),
("FieldReader+Earlier.swift", #"""
// Properties of an earlier value, of which a part is read again from JSON text. AuthGenStreams does it, for the parts of a
// response with @defer and @stream.

package import Foundation

/// The properties of an earlier value, in order of declaration.
nonisolated package protocol EarlierProperties: AnyObject {
  /// Returns the next property, with the part that is read again; nil if it is nil, and after a problem.
  ///
  /// - Parameter name: the response name; nil for another view of the object.
  func next(_ name: StaticString?, _ fields: inout FieldReader) -> Any?

  /// Whether the next property is nil. If so, moves past it.
  func skipNil() -> Bool
}

nonisolated extension FieldReader {
  /// The earlier value whose properties the next calls return; nil to read JSON text.
  package var earlier: (any EarlierProperties)? {
    get { if case .value(let earlier) = origin { earlier } else { nil } }
    set { origin = newValue.map { .value($0) } ?? .json }
  }

  /// Returns the next property of the earlier value, which is another view of the object; nil without an earlier value, and
  /// after a problem.
  package mutating func earlierView<View>(_ type: View.Type = View.self) -> View? {
    guard !hasFailed, let earlier else { return nil }
    return self.earlier(earlier.next(nil, &self), path: [])
  }

  mutating func earlier<Value>(_ property: Any?, path: [String]) -> Value? {
    guard let property, !hasFailed else { return nil }
    if let value = property as? Value { return value }
    fail(.typeMismatch, path: path)
    return nil
  }

  /// Reads the whole JSON text as a value: an object, a scalar, or a list of such values.
  ///
  /// - Returns: nil after a problem.
  package mutating func whole<Value>(_ type: Value.Type) -> Value? {
    let outer = origin
    origin = .json
    defer { origin = outer }
    json = json.restarted
    do throws(JSONFailure) {
      let value = try nested(type)
      try json.scanner.expectEnd()
      return value
    } catch {
      fail(error, path: [])
      return nil
    }
  }

  /// Records that a part of a value cannot be read again.
  ///
  /// - Parameter step: the response name or the list index.
  package mutating func failToPatch(_ step: String) {
    fail(hasFailed ? .reported : .typeMismatch, path: [step])
  }

  /// The first problem.
  package var problem: ResponseDecodingError? { failure.map { ResponseDecodingError($0) } }
}

nonisolated extension Data {
  /// Reads JSON text that is a part of a response.
  ///
  /// - Parameters:
  ///   - path: the path of the part in the response.
  ///   - errors: the errors of the response. Fields under `@catch` contain them.
  ///   - variables: the operation's Boolean variables; nil if they are not known.
  ///   - mayBeDeferred: whether fragments with `@defer` may follow although their objects have no markers.
  package func readPart<Value>(
    at path: [GraphQLError.PathSegment], _ errors: [GraphQLError], _ variables: [String: Bool]?,
    mayBeDeferred: Bool, _ read: (inout FieldReader) -> Value
  ) -> Value {
    readJSON { json in
      var reader = FieldReader(json)
      reader.variables = variables
      reader.mayBeDeferred = mayBeDeferred
      reader.errors = .part(errors, path: path)
      return read(&reader)
    }
  }
}

"""#),
("FieldReader+Elsewhere.swift", #"""
// Values that are no members of the current JSON object, and fields with @include and @skip.
// https://spec.graphql.org/September2025/#sec--skip

/// What the next call of a reader does in another way than the others.
nonisolated struct NextField {
  /// Paths of keys. The value is at the first one that has a value. Empty if the value is at its name.
  var paths: [[String]] = []
  /// Whether the value is also read in other forms, and counts as absent if it cannot be read.
  var isLenient = false
  /// The names of Boolean variables in disjunctive normal form, `a && !b || c`, on which the field depends. Nil if
  /// it is always selected.
  var condition: StaticString?
  /// Whether the schema requires a value if the field is selected.
  var isNonNull = false

  /// The keys that lead to the value, for errors.
  func path(_ name: StaticString) -> [String] { paths.last ?? [name.description] }
}

nonisolated extension FieldReader {
  /// Sets where the next value is: the first of several paths with a value.
  ///
  /// - Parameters:
  ///   - paths: keys, outermost first. The first path with a value counts.
  ///   - isLenient: whether the value is also read in other forms, such as a number as text. A nullable field whose value
  ///     cannot be read is nil. Other decoders read no other forms. Default: false.
  public mutating func at(_ paths: [String]..., isLenient: Bool = false) {
    next = NextField(paths: paths, isLenient: isLenient)
  }

  /// Sets the condition under which the next field is selected. If it is false, the field is nil, even if another
  /// selection added it to the response.
  ///
  /// - Parameters:
  ///   - condition: names of Boolean variables, in disjunctive normal form: `a && !b || c`.
  ///   - nonNull: whether the schema requires a value if the field is selected. Default: false.
  public mutating func only(if condition: StaticString, nonNull: Bool = false) {
    var field = next ?? NextField()
    (field.condition, field.isNonNull) = (condition, nonNull)
    next = field
  }

  /// Returns what is set for the next field, which then applies no more.
  mutating func takeNext() -> NextField {
    guard let next else { return NextField() }
    self.next = nil
    return next
  }

  // MARK: Fields

  /// Reads a value that is no member of the current JSON object, or under a condition.
  ///
  /// - Returns: nil after a problem, and if the field is absent or null.
  @inline(never)
  package mutating func elsewhere<Coding: FieldCoding>(
    _ name: StaticString, isRequired: Bool = false, _ coding: Coding.Type
  ) -> Coding.Value? {
    let next = takeNext()
    guard !hasFailed else { return nil }
    if case .value(let earlier) = origin {
      return self.earlier(earlier.next(name, &self), path: [name.description])
    }
    let isSelected = next.condition.map { isTrue($0) } ?? true
    if isSelected == false { return nil }
    let state = json.state
    let value = read(name, next, isRequired: isRequired, coding)
    if hasFailed {
      // Another selection brought the field, or the server left something out.
      if isSelected == nil { _ = recover(ifMissing: state) }
    } else if value == nil {
      let mustBePresent = isSelected == true && (isComplete || next.isNonNull)
      if isRequired || (wasAbsent ? mustBePresent : next.isNonNull) {
        fail(
          wasAbsent ? .missing : .null, path: next.path(name),
          expected: next.paths.isEmpty ? Coding.expected : nil)
      }
    }
    return value
  }

  private mutating func read<Coding: FieldCoding>(
    _ name: StaticString, _ next: NextField, isRequired: Bool, _ coding: Coding.Type
  ) -> Coding.Value? {
    if case .decoder(let fields) = origin {
      do {
        let value = try decode(name, fields, next, isRequired: isRequired, coding)
        if !hasFailed { return value }
      } catch {
        if next.isLenient, !isRequired { recover() } else { fail(error) }
      }
      return nil
    }
    let state = json.state
    do throws(JSONFailure) {
      if next.paths.isEmpty {
        let place = try json.find(name)
        wasAbsent = place.isNowhere
        let isAbsent = isRequired || Coding.readsNull ? wasAbsent : try isNull(place)
        let value =
          isAbsent
          ? nil
          : try self.value(
            coding, isLenient: next.isLenient, at: next.path(name))
        if let cursor = place.cursor { json.scanner.offset = cursor }
        return value
      }
      let value =
        try moveToValue(at: next.paths)
        ? try self.value(
          coding, isLenient: next.isLenient, at: next.path(name)) : nil
      json.restore(state)
      return value
    } catch {
      fail(error, path: next.path(name), expected: next.paths.isEmpty ? Coding.expected : nil)
      if next.isLenient, !isRequired { skipUnreadable(from: state) }
      return nil
    }
  }

  private mutating func decode<Coding: FieldCoding>(
    _ name: StaticString, _ fields: DecodedFields, _ next: NextField, isRequired: Bool,
    _ coding: Coding.Type
  ) throws -> Coding.Value? {
    guard let place = try fields.place(next.paths, orOf: name) else {
      if isRequired { throw fields.notFound(next.path(name).last ?? "") }
      wasAbsent = true
      return nil
    }
    if isRequired { return try Coding.decode(place.key, from: place.fields, &self) }
    let isNull = try place.fields.isNull(place.key)
    wasAbsent = isNull == nil
    return wasAbsent || isNull == true && !Coding.readsNull
      ? nil : try Coding.decode(place.key, from: place.fields, &self)
  }

  // MARK: Locations

  /// Moves to the first value of several paths that is not null.
  private mutating func moveToValue(at paths: [[String]]) throws(JSONFailure) -> Bool {
    let state = json.state
    for path in paths {
      json.restore(state)
      if try moveToValue(at: path) { return true }
    }
    return false
  }

  private mutating func moveToValue(at path: [String]) throws(JSONFailure) -> Bool {
    for key in path.dropLast() {
      if try isNull(json.find(key)) { return false }
      _ = try json.enter()
    }
    guard let key = path.last else { return true }
    return try !isNull(json.find(key))
  }

  /// Whether there is no value at a place, or null.
  mutating func isNull(_ place: JSONReader.Place) throws(JSONFailure) -> Bool {
    wasAbsent = place.isNowhere
    return wasAbsent ? true : try json.scanner.skipNull()
  }

  // MARK: Conditions

  /// The condition of the next field, if the schema requires a value when the field is selected.
  package var conditionOfNonNull: StaticString? { next?.isNonNull == true ? next?.condition : nil }

  /// Whether a condition is true; nil if the variables are not known.
  ///
  /// - Parameter condition: `a && !b || c`, with names of variables. Empty if it is always false.
  package mutating func isTrue(_ condition: StaticString) -> Bool? {
    if condition.utf8CodeUnitCount == 0 { return false }
    guard let variables else { return nil }
    let text = condition.description
    if let known = conditions[text] { return known }
    let result = text.split(separator: " || ").contains { alternative in
      alternative.split(separator: " && ").allSatisfy { factor in
        factor.hasPrefix("!")
          ? variables[String(factor.dropFirst())] != true : variables[String(factor)] == true
      }
    }
    conditions[text] = result
    return result
  }
}

"""#),
("FieldReader+Lenient.swift", #"""
// Values in other forms than those of their types, of fields that the client's configuration names as lenient.

nonisolated extension FieldReader {
  /// Reads the value at the position. Afterwards, the position is behind it.
  ///
  /// - Parameter path: the path of the value, for the elements of a list that are left out.
  mutating func value<Coding: FieldCoding>(
    _ coding: Coding.Type, isLenient: Bool, at path: @autoclosure () -> [String]
  ) throws(JSONFailure) -> Coding.Value {
    guard isLenient else { return try Coding.read(&self) }
    json.scanner.skipSpace()
    let (state, count) = (json.state, unreadable.count)
    if json.scanner.next == UInt8(ascii: "[") { lenientList = path() }
    defer { lenientList = nil }
    do throws(JSONFailure) {
      return try Coding.read(&self)
    } catch {
      let reason = failureReason ?? error
      recover(to: state, count)
      guard let value = inOtherForm(try json.scanner.json(), coding, at: path()) else {
        throw reason
      }
      return value
    }
  }

  /// Reads the elements of a lenient list of objects, behind its first bracket. Elements that cannot be read are left out.
  @inline(never)
  mutating func lenientElements<Element>(
    at path: [String], _ element: (inout FieldReader) throws(JSONFailure) -> Element
  ) throws(JSONFailure) -> [Element] {
    var elements: [Element] = []
    var index = 0
    repeat {
      let (state, count) = (json.state, unreadable.count)
      do throws(JSONFailure) {
        elements.append(try element(&self))
      } catch {
        recover(to: state, count)
        try json.scanner.skipValue()
        unreadable.append(ResponseDecodingError(.typeMismatch, path: path + ["\(index)"]))
      }
      index += 1
    } while try json.scanner.nextElement()
    return elements
  }

  /// Goes on after a field that cannot be read, and remembers it.
  mutating func skipUnreadable(from state: JSONReader.State) {
    if let failure { unreadable.append(ResponseDecodingError(failure)) }
    recover(to: state, unreadable.count)
    wasAbsent = false
  }

  /// Returns to an earlier state, with the fields that could not be read until then.
  private mutating func recover(to state: JSONReader.State, _ count: Int) {
    recover()
    json.restore(state)
    unreadable.removeLast(unreadable.count - count)
  }

  /// Reads a scalar, or a list of scalars, in the first form that fits, and a value in place of a list.
  private mutating func inOtherForm<Coding: FieldCoding>(
    _ json: JSON, _ coding: Coding.Type, at path: [String]
  ) -> Coding.Value? {
    var forms = json.otherForms
    var leftOut: [Int] = []
    if case .array(let elements) = json {
      let fitting = elements.map { element in
        ([element] + element.otherForms).first { read(.array([$0]), coding) != nil }
      }
      leftOut = fitting.indices.filter { fitting[$0] == nil }
      forms.append(.array(fitting.compactMap { $0 }))
    } else {
      forms += ([json] + json.otherForms).map { .array([$0]) }
    }
    for form in forms {
      guard let (value, inner) = read(form, coding) else { continue }
      unreadable += inner
      unreadable += leftOut.map {
        ResponseDecodingError(.typeMismatch, path: path + ["\($0)"])
      }
      return value
    }
    return nil
  }

  private func read<Coding: FieldCoding>(
    _ json: JSON, _ coding: Coding.Type
  ) -> (Coding.Value, [ResponseDecodingError])? {
    let text = JSONWriter()
    guard (try? text.write(json)) != nil else { return nil }
    return text.data.readJSON { json in
      var reader = FieldReader(json)
      reader.variables = variables
      guard let value = try? Coding.read(&reader), !reader.hasFailed else { return nil }
      return (value, reader.unreadable)
    }
  }
}

nonisolated extension JSON {
  /// The forms of a scalar that servers also send, the most exact one first: numbers as text and back, Booleans as text, and
  /// whole numbers with a fraction, which is left out.
  fileprivate var otherForms: [JSON] {
    switch self {
    case .string(let text):
      switch text.lowercased() {
      case "true": [.boolean(true)]
      case "false": [.boolean(false)]
      default: JSONNumber(text).map { JSON(number: $0.text) }.map { [$0] + $0.otherForms } ?? []
      }
    case .integer(let number): [.string("\(number)")]
    case .number(let number):
      (Int(exactly: number.double.rounded(.towardZero)).map { [.integer($0)] } ?? [])
        + [.string(number.text)]
    case .null, .boolean, .array, .object: []
    }
  }
}

"""#),
("FieldReader+Objects.swift", #"""
// Objects, lists of objects, and views of the same object.

/// The names of object types. They are one text in generated code, because a set literal adds code to the app.
@_spi(Generated)
nonisolated public struct TypeNames: Sendable {
  let names: Set<String>

  /// - Parameter names: the names with white space between them.
  @inline(never)
  public init(_ names: StaticString) {
    self.names = Set(names.description.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}

nonisolated extension FieldReader {
  @inline(never)
  public mutating func object<Object: ResponseObject>(_ name: StaticString) -> Object {
    required(name, ObjectCoding<Object>.self) { Object(fields: &$0) }
  }

  @inline(never)
  public mutating func optionalObject<Object: ResponseObject>(_ name: StaticString) -> Object? {
    optional(name, ObjectCoding<Object>.self)
  }

  @inline(never)
  public mutating func objects<Object: ResponseObject>(_ name: StaticString) -> [Object] {
    required(name, ObjectsCoding<Object>.self) { _ in [] }
  }

  @inline(never)
  public mutating func optionalObjects<Object: ResponseObject>(_ name: StaticString) -> [Object]? {
    optional(name, ObjectsCoding<Object>.self)
  }

  /// Reads the next object of the JSON text.
  @inline(__always)
  mutating func nextObject<Object: ResponseObject>() throws(JSONFailure) -> Object {
    let outer = try json.enter()
    let object = Object(fields: &self)
    if hasFailed { throw .reported }
    try json.leave(for: outer)
    return object
  }

  @inline(never)
  mutating func nextObjects<Object: ResponseObject>() throws(JSONFailure) -> [Object] {
    try nextList { fields throws(JSONFailure) in try fields.nextObject() }
  }

  /// Reads the elements of the next JSON array.
  @inline(__always)
  mutating func nextList<Element>(
    _ element: (inout FieldReader) throws(JSONFailure) -> Element
  ) throws(JSONFailure) -> [Element] {
    var elements: [Element] = []
    let lenientList = self.lenientList
    self.lenientList = nil
    guard try json.scanner.openArray() else { return elements }
    if let lenientList { return try lenientElements(at: lenientList, element) }
    elements.reserveCapacity(4)
    do throws(JSONFailure) {
      repeat { elements.append(try element(&self)) } while try json.scanner.nextElement()
    } catch {
      fail(error, path: [String(elements.count)], expected: "an object")
      throw .reported
    }
    return elements
  }

  // MARK: Views of the same object

  /// Another view of the same object.
  @inline(never)
  public mutating func part<Part: ResponseObject>() -> Part {
    if let earlier: Part = earlierView() { return earlier }
    json.beginView()
    return Part(fields: &self)
  }

  /// A view of the same object, or nil if all fields in `names` are absent.
  @inline(never)
  public mutating func part<Part: ResponseObject>(ifAnyOf names: [StaticString]) -> Part? {
    optionalPart({ $0.hasAny(of: names) }, reading: { $0.part() })
  }

  /// A fragment that is selected if a condition is true.
  ///
  /// - Parameters:
  ///   - condition: names of Boolean variables, such as `a && !b || c`.
  ///   - names: fields that only this fragment selects. Without variables, a fragment is selected if
  ///     its non-null fields are present, and one of `names`, unless `names` is empty.
  @inline(never)
  public mutating func part<Part: ResponseObject>(
    if condition: StaticString, orAnyOf names: [StaticString] = []
  ) -> Part? {
    optionalPart({ $0.isTrue(condition, orAnyOf: names) }, reading: { $0.part() })
  }

  /// A fragment on a narrower type. It is non-nil if the object's type is one of `types`. For a type
  /// that is not in `known` either, because it was added to the schema later, it is non-nil if the
  /// object has all of its fields.
  @inline(never)
  public mutating func part<Part: ResponseObject>(
    ifTypeIn types: TypeNames, of known: TypeNames
  ) -> Part? {
    let outer = isComplete
    defer { isComplete = outer }
    return optionalPart { fields in
      let typename = fields.typename(among: known.names.sorted())
      if types.names.contains(typename) { return true }
      if known.names.contains(typename) || fields.hasFailed { return false }
      fields.isComplete = true
      return nil
    } reading: {
      $0.part()
    }
  }

  /// Reads a view of the same object that may be absent.
  ///
  /// - Parameter isPresent: whether the object has the view; nil if it has if all non-null fields are present.
  package mutating func optionalPart<Part>(
    _ isPresent: (inout FieldReader) -> Bool?, reading read: (inout FieldReader) -> Part
  ) -> Part? {
    guard !hasFailed else { return nil }
    if let earlier { return earlier.skipNil() ? nil : read(&self) }
    switch isPresent(&self) {
    case true?: return read(&self)
    case false?: return nil
    case nil: return partIfComplete(read)
    }
  }

  /// Whether a condition is true. Without variables, nil if the object has one of the fields, otherwise false.
  package mutating func isTrue(_ condition: StaticString, orAnyOf names: [StaticString]) -> Bool? {
    isTrue(condition) ?? (names.isEmpty || hasAny(of: names) ? nil : false)
  }

  /// Reads a view of the same object.
  ///
  /// - Returns: nil if one of its non-null fields is absent.
  package mutating func partIfComplete<Part>(_ read: (inout FieldReader) -> Part) -> Part? {
    let state = json.state
    let part = read(&self)
    if !hasFailed { return part }
    _ = recover(ifMissing: state)
    return nil
  }

  /// Whether a field of the current object is present, null included.
  package mutating func hasAny(of names: [StaticString]) -> Bool {
    if case .decoder(let fields) = origin {
      return names.contains { fields.container.contains(FieldName($0.description)) }
    }
    return names.contains { name in
      peek { json throws(JSONFailure) in try json.find(name).isNowhere ? nil : true } ?? false
    }
  }

  /// The value of a member of the current object; nil if it is absent, and for samples.
  package mutating func member(_ name: String) -> JSON? {
    if case .decoder(let fields) = origin {
      if nameChoice != nil { return nil }
      return try? fields.container.decodeIfPresent(JSON.self, forKey: FieldName(name))
    }
    return peek { json throws(JSONFailure) in
      try json.find(name).isNowhere ? nil : try json.scanner.json()
    }
  }

  /// Reads JSON text. Afterwards, the position is the same.
  private mutating func peek<Value>(
    _ read: (inout JSONReader) throws(JSONFailure) -> Value?
  ) -> Value? {
    let state = json.state
    defer { json.restore(state) }
    do throws(JSONFailure) {
      return try read(&json)
    } catch {
      fail(error, path: [])
      return nil
    }
  }

  // MARK: Object types

  /// The part for the object's type.
  @inline(never)
  public mutating func concrete<Concrete: ConcreteObject>() -> Concrete {
    concrete { fields in
      fields.typename(
        among: Concrete.typenames.description.split(separator: " ").map(String.init))
    }
  }

  /// The part for the object's type, which another value than `__typename` determines.
  ///
  /// - Parameters:
  ///   - path: the keys that lead to the value.
  ///   - cases: the type for each value.
  ///   - otherwise: the type for all other values. Nil uses the value itself as the type's name.
  @inline(never)
  public mutating func concrete<Concrete: ConcreteObject>(
    matching path: [String], _ cases: [(MatchedValue, String)], otherwise: String? = nil
  ) -> Concrete {
    concrete { $0.typename(matching: path, cases, otherwise: otherwise) }
  }

  private mutating func concrete<Concrete: ConcreteObject>(
    _ typename: (inout FieldReader) -> String
  ) -> Concrete {
    if let earlier: Concrete = earlierView() { return earlier }
    return Concrete(typename: hasFailed ? "" : typename(&self), fields: &self)
  }

  /// The name of the object's type.
  ///
  /// - Parameter names: the types that are possible, if the decoder chooses one.
  mutating func typename(among names: @autoclosure () -> [String]) -> String {
    if let name = chosenName(among: names(), "__typename") { return name }
    json.beginView()
    return string("__typename")
  }

  /// The name that another decoder chooses for a field of the current object; nil if the name is to be read.
  func chosenName(among names: @autoclosure () -> [String], _ name: String) -> String? {
    guard let nameChoice, case .decoder(let fields) = origin else { return nil }
    return nameChoice(names(), fields.container.codingPath + [FieldName(name)])
  }
}

// MARK: Whole values

nonisolated extension FieldReader {
  /// Reads a value from another decoder, with the variables in its user information.
  static func decode<Object: ResponseObject>(
    _ type: Object.Type, from decoder: any Decoder
  ) throws -> Object {
    var reader = FieldReader(JSONReader())
    reader.variables = decoder.userInfo[.conditionVariables] as? [String: Bool]
    reader.nameChoice = decoder.userInfo[.nameChoice] as? NameChoice
    return try reader.object(from: try DecodedFields(decoder))
  }

  /// Reads an object from another decoder.
  mutating func object<Object: ResponseObject>(
    from fields: DecodedFields
  ) throws -> Object {
    let outer = origin
    defer { origin = outer }
    origin = .decoder(fields)
    let object = Object(fields: &self)
    try check()
    return object
  }
}

// MARK: Codings

nonisolated enum ObjectCoding<Object: ResponseObject>: FieldCoding {
  static var expected: String? { "an object" }

  @inline(__always)
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Object {
    try reader.nextObject()
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Object {
    try reader.object(from: try fields.inside(name))
  }
}

nonisolated enum ObjectsCoding<Object: ResponseObject>: FieldCoding {
  static var expected: String? { "a list" }

  @inline(__always)
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> [Object] {
    try reader.nextObjects()
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> [Object] {
    try fields.list(name) { list in
      try reader.object(from: DecodedFields(try list.nestedContainer(keyedBy: FieldName.self)))
    }
  }
}

"""#),
("FieldReader.swift", #"""
// Reading response types. A generated initialiser reads each stored property with one call, and the code here,
// which is compiled once, does the rest.

/// Reads the stored properties of one object of a response.
///
/// A generated initialiser calls one method for each stored property. No method throws: after the first problem,
/// each returns a neutral value at once, and the caller of the initialiser throws the problem. So generated code has
/// no code for errors, and all properties have a value.
@_spi(Generated)
nonisolated public struct FieldReader: ~Copyable {
  /// Where the values come from.
  nonisolated enum Origin {
    /// JSON text.
    case json
    /// Another decoder.
    case decoder(DecodedFields)
    /// An earlier value, of which a part is read again from JSON text.
    case value(any EarlierProperties)
  }

  /// Why a value could not be read.
  nonisolated struct Failure {
    let reason: JSONFailure
    /// Response names and list indices, innermost first.
    var path: [String]
    /// The expected type; nil if it is not known.
    let expected: String?
    /// The error of another decoder.
    let error: (any Error)?

    /// Whether a non-null field is absent.
    var isMissing: Bool {
      if case .missing = reason { return true }
      if case .keyNotFound = error as? DecodingError { return true }
      return false
    }
  }

  package var json: JSONReader
  var origin = Origin.json { didSet { updateDirectness() } }
  /// The first problem.
  private(set) var failure: Failure?
  package private(set) var hasFailed = false
  /// What the next call does in another way than the others.
  var next: NextField? { didSet { updateDirectness() } }
  /// Whether the next value is the member of a JSON object and there is no problem so far. One property for all
  /// reasons why a call needs another way than the shortest one.
  private(set) var isDirect = true
  /// Whether the last value was absent, and not null.
  var wasAbsent = false
  /// Whether an absent field is a problem even if it is nullable.
  var isComplete = false { didSet { updateDirectness() } }
  /// The operation's Boolean variables; nil if they are not known.
  var variables: [String: Bool]?
  /// The values of conditions, by their texts. A list evaluates them for each element.
  var conditions: [String: Bool] = [:]
  /// Chooses names in place of another decoder's input; nil for all but samples.
  var nameChoice: NameChoice?
  /// Whether a fragment with `@defer` may follow although its object has no marker for it.
  package var mayBeDeferred = false
  /// The lenient fields that could not be read.
  var unreadable: [ResponseDecodingError] = []
  /// The path of the list that is read next, if its elements that cannot be read are left out.
  var lenientList: [String]?
  /// The errors of the response; nil if they are not known.
  package var errors: ErrorSource?

  /// Where the errors of the response are, for fields under `@catch`. AuthGenCatching reads them.
  nonisolated package enum ErrorSource {
    /// In the JSON text, which is a whole response with data and errors.
    case response
    /// These ones. The JSON text is the value at the path.
    case part([GraphQLError], path: [GraphQLError.PathSegment])
    /// They have been looked up.
    case known(AnyObject)
  }

  init(_ json: consuming JSONReader) {
    self.json = json
  }

  private mutating func updateDirectness() {
    guard next == nil, !hasFailed, !isComplete, case .json = origin else {
      isDirect = false
      return
    }
    isDirect = true
  }

  // MARK: Values

  public mutating func string(_ name: StaticString) -> String { required(name) }
  public mutating func optionalString(_ name: StaticString) -> String? { optional(name) }

  public mutating func int(_ name: StaticString) -> Int { required(name) }
  public mutating func optionalInt(_ name: StaticString) -> Int? { optional(name) }

  public mutating func double(_ name: StaticString) -> Double { required(name) }
  public mutating func optionalDouble(_ name: StaticString) -> Double? { optional(name) }

  public mutating func bool(_ name: StaticString) -> Bool { required(name) }
  public mutating func optionalBool(_ name: StaticString) -> Bool? { optional(name) }

  public mutating func strings(_ name: StaticString) -> [String] { required(name) }
  public mutating func optionalStrings(_ name: StaticString) -> [String]? { optional(name) }

  public mutating func value(_ name: StaticString) -> Secret { required(name) }
  public mutating func optionalValue(_ name: StaticString) -> Secret? { optional(name) }

  public mutating func value(_ name: StaticString) -> JSON { required(name) }
  public mutating func optionalValue(_ name: StaticString) -> JSON? { optional(name) }

  @inline(never)
  public mutating func enumValue<Value: OpenEnum>(_ name: StaticString) -> Value {
    required(name, EnumCoding<Value>.self) { _ in Value(graphQLName: "") }
  }

  @inline(never)
  public mutating func optionalEnumValue<Value: OpenEnum>(_ name: StaticString) -> Value? {
    optional(name, EnumCoding<Value>.self)
  }

  /// A value of any other type that has a placeholder.
  @inline(never)
  public mutating func value<Value: Codable & PlaceholderValue>(_ name: StaticString) -> Value {
    required(name, CodableCoding<Value>.self) { _ in .placeholder }
  }

  /// A value of a type without a placeholder.
  @inline(never)
  public mutating func value<Value: Codable>(_ name: StaticString) -> Checked<Value> {
    Checked(elsewhere(name, isRequired: true, CodableCoding<Value>.self))
  }

  @inline(never)
  public mutating func optionalValue<Value: Codable>(_ name: StaticString) -> Value? {
    optional(name, CodableCoding<Value>.self)
  }

  @inline(never)
  public mutating func value<Value: TextScalar & PlaceholderValue>(_ name: StaticString) -> Value {
    required(name, TextCoding<Value>.self) { _ in .placeholder }
  }

  @inline(never)
  public mutating func optionalValue<Value: TextScalar>(_ name: StaticString) -> Value? {
    optional(name, TextCoding<Value>.self)
  }

  @inline(__always)
  private mutating func required<Value: FieldValue & PlaceholderValue>(
    _ name: StaticString
  ) -> Value {
    required(name, ValueCoding<Value>.self) { _ in .placeholder }
  }

  @inline(__always)
  private mutating func optional<Value: FieldValue>(_ name: StaticString) -> Value? {
    optional(name, ValueCoding<Value>.self)
  }

  // MARK: Members of the current JSON object

  /// Reads a value. Afterwards, the position in the object is the same, wherever the member is.
  ///
  /// A generic function looks up each type at run time that it passes on or stores. So this one stores no `Value?`.
  ///
  /// - Parameter neutral: the value after a problem.
  @inline(__always)
  mutating func required<Coding: FieldCoding>(
    _ name: StaticString, _ coding: Coding.Type,
    orNeutral neutral: (inout FieldReader) -> Coding.Value
  ) -> Coding.Value {
    guard isDirect else { return elsewhere(name, isRequired: true, coding) ?? neutral(&self) }
    do throws(JSONFailure) {
      let place = try json.find(name)
      guard !place.isNowhere else { throw .missing }
      let value = try Coding.read(&self)
      if let cursor = place.cursor { json.scanner.offset = cursor }
      return value
    } catch {
      fail(error, at: name, expected: Coding.expected)
      return neutral(&self)
    }
  }

  @inline(__always)
  mutating func optional<Coding: FieldCoding>(
    _ name: StaticString, _ coding: Coding.Type
  ) -> Coding.Value? {
    guard isDirect else { return elsewhere(name, isRequired: false, coding) }
    do throws(JSONFailure) {
      let place = try json.find(name)
      if place.isNowhere { return nil }
      if try json.scanner.skipNull() {
        if let cursor = place.cursor { json.scanner.offset = cursor }
        return nil
      }
      let value = try Coding.read(&self)
      if let cursor = place.cursor { json.scanner.offset = cursor }
      return value
    } catch {
      fail(error, at: name, expected: Coding.expected)
      return nil
    }
  }

  // MARK: Problems

  /// Records a problem with a field of the current object, or with a value inside it.
  @inline(never)
  package mutating func fail(
    _ reason: JSONFailure, at name: StaticString, expected: String? = nil
  ) {
    fail(reason, path: [name.description], expected: expected)
  }

  mutating func fail(_ reason: JSONFailure, path: [String], expected: String? = nil) {
    if case .reported = reason {
      failure?.path += path.reversed()
    } else {
      let inner = json.scanner.elementPath
      fail(
        Failure(
          reason: reason, path: inner + path.reversed(),
          expected: inner.isEmpty ? expected : nil, error: nil))
    }
  }

  /// Records the error of another decoder.
  mutating func fail(_ error: any Error) {
    fail(Failure(reason: .invalidValue, path: [], expected: nil, error: error))
  }

  private mutating func fail(_ failure: Failure) {
    guard !hasFailed else { return }
    (hasFailed, self.failure) = (true, failure)
    updateDirectness()
  }

  /// Continues after a problem that does not count.
  package mutating func recover() {
    (hasFailed, failure) = (false, nil)
    updateDirectness()
  }

  /// Continues where the reader was, if the problem is that a non-null field is absent.
  ///
  /// - Returns: false after any other problem.
  mutating func recover(ifMissing state: JSONReader.State) -> Bool {
    guard failure?.isMissing == true else { return false }
    json.restore(state)
    recover()
    return true
  }

  /// Why the first problem is one.
  package var failureReason: JSONFailure? { failure?.reason }

  /// Throws the problem.
  func check() throws {
    if let failure { throw failure.error ?? ResponseDecodingError(failure) }
  }
}

"""#),
("FieldWriter.swift", #"""
// Writing objects. Generated code names fields and their values, and the code here, which is compiled once, does
// the rest.

public import Foundation

/// Takes the fields of one object. Subclasses write them: as JSON text, to another encoder, or for a comparison.
///
/// No method throws. After the first problem, the owner of the writer throws it.
///
/// This class ignores all fields.
@_spi(Generated)
nonisolated public class FieldWriter {
  /// The first problem.
  final var error: (any Error)?
  /// The nil fields of the current object that are written as null. Nil if all are.
  final var nulls: Set<String>?

  init() {}

  // MARK: Fields
  //
  // A nil value is written as null, unless ``omitNil(except:)`` leaves it out.

  @inline(never) public final func string(_ name: StaticString, _ value: String) {
    write(name, value)
  }
  @inline(never) public final func optionalString(_ name: StaticString, _ value: String?) {
    if let value { write(name, value) } else { nilField(name) }
  }

  @inline(never) public final func int(_ name: StaticString, _ value: Int) { write(name, value) }
  @inline(never) public final func optionalInt(_ name: StaticString, _ value: Int?) {
    if let value { write(name, value) } else { nilField(name) }
  }

  @inline(never) public final func double(_ name: StaticString, _ value: Double) {
    write(name, value)
  }
  @inline(never) public final func optionalDouble(_ name: StaticString, _ value: Double?) {
    if let value { write(name, value) } else { nilField(name) }
  }

  @inline(never) public final func bool(_ name: StaticString, _ value: Bool) { write(name, value) }
  @inline(never) public final func optionalBool(_ name: StaticString, _ value: Bool?) {
    if let value { write(name, value) } else { nilField(name) }
  }

  @inline(never) public final func strings(_ name: StaticString, _ value: [String]) {
    write(name, value)
  }
  @inline(never) public final func optionalStrings(_ name: StaticString, _ value: [String]?) {
    if let value { write(name, value) } else { nilField(name) }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func enumValue<Value: OpenEnum>(_ name: StaticString, _ value: Value) {
    write(name, enum: value)
  }

  /// In the caller, which knows the type and copies nothing.
  @_alwaysEmitIntoClient @inline(__always)
  public final func optionalEnumValue<Value: OpenEnum>(_ name: StaticString, _ value: Value?) {
    if let value { enumValue(name, value) } else { nilField(name) }
  }

  /// A value of any other type.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func value<Value: Encodable>(_ name: StaticString, _ value: Value) {
    write(name, any: value)
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func optionalValue<Value: Encodable>(_ name: StaticString, _ value: Value?) {
    if let value { write(name, any: value) } else { nilField(name) }
  }

  // MARK: Objects
  //
  // Each method stands twice, because input objects and response objects have no common protocol: another conformance
  // of each type would add to the code of apps.

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func object<Object: ResponseObject>(_ name: StaticString, _ value: Object) {
    write(name, object: value) { value.encode(into: $0) }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func optionalObject<Object: ResponseObject>(_ name: StaticString, _ value: Object?) {
    if let value { object(name, value) } else { nilField(name) }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func objects<Object: ResponseObject>(_ name: StaticString, _ value: [Object]) {
    write(name, list: value) { list in
      for index in 0..<value.count { list.object { value[index].encode(into: $0) } }
    }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func optionalObjects<Object: ResponseObject>(
    _ name: StaticString, _ value: [Object]?
  ) {
    if let value { objects(name, value) } else { nilField(name) }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func object<Object: FieldWritable>(_ name: StaticString, _ value: Object) {
    write(name, object: value) { value.encode(into: $0) }
  }

  @_alwaysEmitIntoClient @inline(__always)
  public final func optionalObject<Object: FieldWritable>(_ name: StaticString, _ value: Object?) {
    if let value { object(name, value) } else { nilField(name) }
  }

  @_alwaysEmitIntoClient
  public final func objects<Object: FieldWritable>(_ name: StaticString, _ value: [Object]) {
    objects(name, count: value.count) { value[$0].encode(into: $1) }
  }

  @usableFromInline
  final func objects(_ name: StaticString, count: Int, _ fields: (Int, FieldWriter) -> Void) {
    write(name, list: nil) { list in
      for index in 0..<count { list.object { fields(index, $0) } }
    }
  }

  @_alwaysEmitIntoClient @inline(__always)
  public final func optionalObjects<Object: FieldWritable>(_ name: StaticString, _ value: [Object]?)
  {
    if let value { objects(name, value) } else { nilField(name) }
  }

  /// A list of objects that may contain null, or of lists, at any depth.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func nestedObjects<Element>(_ name: StaticString, _ value: [Element]) {
    write(name, nested: value)
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func optionalNestedObjects<Element>(_ name: StaticString, _ value: [Element]?) {
    if let value { write(name, nested: value) } else { nilField(name) }
  }

  /// An object with the fields that `body` writes.
  @inline(never)
  public final func object(_ name: StaticString, _ body: (FieldWriter) -> Void) {
    write(name, object: nil, body)
  }

  public final func null(_ name: StaticString) { writeNil(name, orNull: true) }

  /// A field that is not selected.
  public final func omitted(_ name: StaticString) { writeNil(name, orNull: false) }

  /// Leaves out the nil fields of an input object.
  ///
  /// - Parameter nulls: the fields that are written as null. Default: none.
  public final func omitNil(except nulls: Set<String> = []) { self.nulls = nulls }

  /// Returns a writer whose next value is at a path of keys, and not at its name.
  public func at(_ path: [String]) -> FieldWriter { self }

  /// Writes an object, or a list of objects.
  package final func write(_ name: StaticString, nested value: Any) {
    switch value {
    case let object as any ResponseObject: write(name, object: object) { object.encode(into: $0) }
    case let list as any NestedValue: write(name, list: list) { list.writeElements(to: $0) }
    default: preconditionFailure("expected an object or a list, found \(type(of: value))")
    }
  }

  // MARK: Views of the same object

  /// Writes all fields of another view of the object.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func part<Part: ResponseObject>(_ part: Part) {
    if !collect(part: part, Part.self) { write { part.encode(into: $0) } }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func part<Part: ResponseObject>(_ part: Part?) {
    if collect(part: part, Part.self) { return }
    if let part { write { part.encode(into: $0) } } else { writeNoPart() }
  }

  /// Writes all fields of an input object.
  public final func part(_ input: some FieldWritable) {
    let outer = nulls
    input.encode(into: self)
    nulls = outer
  }

  /// Writes the name of the object's type and the part for it.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func concrete<Concrete: ConcreteObject>(_ value: Concrete) {
    if collect(part: value, Concrete.self) { return }
    write("__typename", value.typename)
    _ = value.write(fields: self)
  }

  /// Writes a part that a ``ConcreteObject`` distinguishes.
  ///
  /// - Returns: the name of the object's type, for which the part is.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func write<Part: ResponseObject>(
    _ typename: StaticString, _ part: Part
  ) -> String {
    self.part(part)
    return typename.description
  }

  // MARK: What subclasses write

  func write(_ name: StaticString, _ value: String) {}
  func write(_ name: StaticString, _ value: Int) {}
  func write(_ name: StaticString, _ value: Double) {}
  func write(_ name: StaticString, _ value: Bool) {}
  func write(_ name: StaticString, _ value: [String]) { write(name, any: value) }
  func write<Value: OpenEnum>(_ name: StaticString, enum value: Value) {
    write(name, value.graphQLName)
  }
  package func write(_ name: StaticString, any value: any Encodable) {}
  /// - Parameters:
  ///   - object: the object, for subclasses that keep it as a whole.
  ///   - fields: writes its fields.
  func write(
    _ name: StaticString, object: @autoclosure () -> Any?, _ fields: (FieldWriter) -> Void
  ) {}
  func write(
    _ name: StaticString, list: @autoclosure () -> Any?, _ elements: (ListWriter) -> Void
  ) {}
  package func write(_ name: StaticString, failure: GraphQLError) { writeNil(name, orNull: true) }
  func writeNil(_ name: StaticString, orNull isNull: Bool) {}
  /// Writes another view of the object.
  func write(_ part: (FieldWriter) -> Void) { part(self) }
  func writeNoPart() {}

  /// Writes a member that is no field of the schema.
  package func write(member name: String, _ value: JSON) {}

  // MARK: What subclasses keep as a whole

  /// - Returns: whether the writer keeps the value and needs nothing of what it contains.
  package func collect(_ name: StaticString, _ value: @autoclosure () -> Any?) -> Bool { false }

  /// - Returns: whether the writer keeps the view and needs nothing of what it contains.
  package func collect(part: @autoclosure () -> Any?, _ type: any Any.Type) -> Bool { false }

  @usableFromInline
  final func nilField(_ name: StaticString) {
    writeNil(name, orNull: nulls.map { !$0.isEmpty && $0.contains(name.description) } ?? true)
  }

  /// Records a problem.
  final func fail(_ error: any Error) {
    if self.error == nil { self.error = error }
  }

  /// Throws the problem.
  final func check() throws {
    if let error { throw error }
  }
}

/// Takes the elements of a list of objects.
@_spi(Generated)
nonisolated public class ListWriter {
  init() {}

  func object(_ fields: (FieldWriter) -> Void) {}
  func list(_ body: (ListWriter) -> Void) {}
  func null() {}
}

/// A type that writes itself as the fields of one object.
nonisolated public protocol FieldWritable: Sendable {
  /// Writes the value's fields.
  @_spi(Generated) func encode(into fields: FieldWriter)
}

nonisolated extension FieldWritable {
  /// Writes the value as JSON, such as an operation's variables as requests contain them. It contains
  /// secrets, so do not log it.
  ///
  /// - Throws: an `EncodingError` if a value has no JSON, such as an infinite number.
  public func json() throws -> Data {
    let json = JSONWriter()
    try json.write(self)
    return json.data
  }
}

/// A type that encodes as the fields of one object: an input or an operation's variables.
public typealias FieldEncodable = Encodable & FieldWritable

nonisolated extension FieldWritable where Self: Encodable {
  @inline(never)
  public func encode(to encoder: any Encoder) throws {
    try TreeFieldWriter.encode(to: encoder) { encode(into: $0) }
  }
}

"""#),
("FoundationScalars.swift", #"""
// Types of Foundation as servers represent them.

public import Foundation

/// A point in time: text in any form of ISO 8601 with an offset from UTC. A date without a time is the
/// beginning of the day in UTC.
nonisolated extension Date: ServerScalar {
  init?(_ json: JSON) {
    guard let parsed = json.string.flatMap(ISO8601.init) else { return nil }
    if let date = parsed.date {
      self = date
    } else if !parsed.hasTime {
      self.init(timeIntervalSince1970: Double(parsed.day) * 86_400)
    } else {
      return nil
    }
  }

  func json() -> JSON {
    .string(formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }
}

/// A number or a string with one, to all 38 digits. Written as a number.
nonisolated extension Decimal: ServerScalar {
  init?(_ json: JSON) {
    let text: String
    switch json {
    case .string(let string): text = string
    case .integer(let value): text = String(value)
    case .number(let number): text = number.text
    default: return nil
    }
    // Decimal reads any beginning of a text that is a number.
    guard let number = JSONNumber(text), let value = number.decimal, !value.isNaN else {
      return nil
    }
    self = value
  }

  func json() throws -> JSON {
    guard let number = JSONNumber(description) else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: [], debugDescription: "expected a number, found NaN"))
    }
    return .number(number)
  }
}

/// A string of hexadecimal digits (RFC 9562, section 4). Written in lower case.
nonisolated extension UUID: ServerScalar {
  init?(_ json: JSON) {
    guard let value = json.string.flatMap(UUID.init(uuidString:)) else { return nil }
    self = value
  }

  func json() -> JSON { .string(uuidString.lowercased()) }
}

/// A string that `URL(string:)` accepts.
nonisolated extension URL: ServerScalar {
  init?(_ json: JSON) {
    guard let value = json.string.flatMap(URL.init(string:)) else { return nil }
    self = value
  }

  func json() -> JSON { .string(absoluteString) }
}

"""#),
("GraphQLClient.swift", #"""
// The client, which sends operations and returns data or errors.

import Foundation

/// Calls the operations of one GraphQL endpoint that need no session.
///
/// ```swift
/// let client = GraphQLClient(ClientConfiguration(endpoint: endpoint))
/// let data = try await client.execute(GetSocialProvidersQuery())
/// let signedIn = client.authenticated(by: Credential(scheme: "Opaque", token: token))
/// ```
///
/// A client has no state. Its copies share one transport, and any task may use them.
nonisolated public struct GraphQLClient: OperationExecutor {
  public typealias Failure = RequestError

  package let caller: OperationCaller

  /// Creates a client for one endpoint.
  ///
  /// - Parameters:
  ///   - configuration: the endpoint and the options for calls.
  ///   - transport: carries the requests. Default: the network.
  ///   - interceptors: run in this order, for each request.
  ///   - signer: adds headers to each complete request. Default: none.
  ///   - clock: measures deadlines and the wait before retries. Default: nil, for a continuous clock that
  ///     does not count the time in which the system has suspended the process.
  public init(
    _ configuration: ClientConfiguration, transport: any Transport = URLSessionTransport(),
    interceptors: [any Interceptor] = [], signer: (any RequestSigner)? = nil,
    clock: (any Clock<Duration>)? = nil
  ) {
    caller = OperationCaller(
      configuration: configuration, transport: transport, interceptors: interceptors,
      signer: signer, clock: clock ?? RunningClock(), random: { Double.random(in: 0...1) },
      now: { Date() })
  }

  /// Returns a client that calls all operations, with a credential from `source` in every request.
  public func authenticated(by source: any CredentialSource) -> AuthenticatedGraphQLClient {
    AuthenticatedGraphQLClient(caller: caller, source: source)
  }

  /// Calls an operation.
  ///
  /// - Throws: an error also if the response has both errors and data. Use
  ///   ``response(to:options:)`` to get both.
  public func execute<Operation: AnonymousOperation>(
    _ operation: Operation, options: CallOptions
  ) async throws(RequestError) -> Operation.Data {
    try await caller.data(for: operation, options, source: nil)
  }

  /// Calls an operation and returns the whole response: data, errors, or both, and extensions.
  ///
  /// - Throws: ``RequestError`` if there is no GraphQL response.
  public func response<Operation: AnonymousOperation>(
    to operation: Operation, options: CallOptions
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    try await caller.response(to: operation, options, source: nil)
  }
}

/// Calls all operations of one GraphQL endpoint, on behalf of a user with a session. Create it with
/// ``GraphQLClient/authenticated(by:)``.
nonisolated public struct AuthenticatedGraphQLClient: AuthenticatedOperationExecutor {
  public typealias Failure = RequestError

  package let caller: OperationCaller
  package let source: any CredentialSource

  /// Calls an operation, with options for this call.
  public func execute<Operation: AnonymousOperation>(
    _ operation: Operation, options: CallOptions
  ) async throws(RequestError) -> Operation.Data {
    try await caller.data(for: operation, options, source: source)
  }

  /// Calls an operation, with options for this call.
  public func execute<Operation: AuthenticatedOperation>(
    _ operation: Operation, options: CallOptions
  ) async throws(RequestError) -> Operation.Data {
    try await caller.data(for: operation, options, source: source)
  }

  /// Calls an operation and returns the whole response; see
  /// ``GraphQLClient/response(to:options:)``.
  public func response<Operation: AnonymousOperation>(
    to operation: Operation, options: CallOptions
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    try await caller.response(to: operation, options, source: source)
  }

  /// Calls an operation and returns the whole response; see
  /// ``GraphQLClient/response(to:options:)``.
  public func response<Operation: AuthenticatedOperation>(
    to operation: Operation, options: CallOptions
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    try await caller.response(to: operation, options, source: source)
  }
}

"""#),
("GraphQLOperation.swift", #"""
// The protocols of generated operations and of the clients that run them.

/// The kind of an operation: a query reads, a mutation changes data, a subscription listens.
///
/// https://spec.graphql.org/September2025/#sec-Language.Operations
nonisolated public enum OperationKind: String, Sendable {
  case query
  case mutation
  case subscription
}

/// The parts of an operation that do not depend on its variables. A class, because every operation
/// returns one, and a reference takes the least code.
nonisolated public final class OperationDefinition: Sendable {
  public let kind: OperationKind
  /// The operation's name in the document, sent as the request's `operationName`.
  public let name: String
  /// SHA-256 of the document, in lower-case hexadecimal digits; nil without a document on the server.
  public let hash: String?
  private let text: String?
  private let fragments: [String]
  /// The sum of the weights that the schema gives to the operation's fields.
  public let weight: Int
  /// The buckets in which the server counts calls of this operation.
  public let rateLimitBuckets: [String]
  /// The variable that gets the session's token, if the server expects it there; nil if it does not.
  public let credentialVariable: String?
  /// The response name of the only root field of a mutation; nil if it may have several. If that field is not null and
  /// fails, the response's `data` is null, and the error says whether the mutation was executed.
  package let onlyRootField: String?
  /// Whether a response contains a secret value, such as a token.
  public let returnsSecrets: Bool
  /// How responses in several parts are read; nil for operations whose responses are one JSON object.
  public let responseFormat: ResponseFormat?

  /// - Parameters:
  ///   - kind: query, mutation or subscription.
  ///   - name: the operation's name in the document.
  ///   - weight: the sum of the weights that the schema gives to the operation's fields. Default: 0.
  ///   - rateLimitBuckets: the buckets in which the server counts calls. Default: none.
  ///   - credentialVariable: the variable that gets the session's token. Default: none.
  ///   - onlyRootField: the response name of the only root field of a mutation. Default: nil, for any other operation.
  ///   - returnsSecrets: whether a response contains a secret value. Default: false.
  ///   - responseFormat: how responses in several parts are read. Default: responses are one JSON object.
  ///   - fragments: the texts of the fragments that the operation uses. Default: none.
  ///   - hash: SHA-256 of the document, in lower-case hexadecimal digits. Default: none.
  ///   - document: the operation's text, without fragments; nil if only the hash is sent. Default: nil.
  public init(
    _ kind: OperationKind, _ name: String, weight: Int = 0, rateLimitBuckets: [String] = [],
    credentialVariable: String? = nil, onlyRootField: String? = nil, returnsSecrets: Bool = false,
    responseFormat: ResponseFormat? = nil, fragments: [String] = [], hash: String? = nil,
    document: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.hash = hash
    text = document
    self.fragments = fragments
    self.weight = weight
    self.rateLimitBuckets = rateLimitBuckets
    self.credentialVariable = credentialVariable
    self.onlyRootField = onlyRootField
    self.returnsSecrets = returnsSecrets
    self.responseFormat = responseFormat
  }

  /// Creates a definition as most are: without weights and credentials.
  public convenience init(
    _ kind: OperationKind, _ name: String, fragments: [String] = [], hash: String? = nil,
    document: String? = nil
  ) {
    self.init(kind, name, weight: 0, fragments: fragments, hash: hash, document: document)
  }

  /// The operation and the fragments that it uses, minified; nil if only its hash is sent.
  public var document: String? { text.map { $0 + fragments.joined() } }
}

/// How the responses of an operation are read if they come in several parts. Generated code chooses it.
nonisolated public struct ResponseFormat: Sendable {
  /// The media types that the client can read.
  package let accept: String
  /// Combines the parts of a complete response to one GraphQL response.
  let combined: @Sendable (HTTPResponse) throws(RequestError.Reason.Failure) -> HTTPResponse

  package init(
    accept: String,
    combined: @escaping @Sendable (HTTPResponse) throws(RequestError.Reason.Failure) -> HTTPResponse
  ) {
    self.accept = accept
    self.combined = combined
  }
}

/// One operation of a document with its variables. It writes the variables' values, or the request's
/// body if it is a ``ConnectorOperation``.
nonisolated public protocol GraphQLOperation: FieldWritable {
  /// The type of a successful response's `data`.
  associatedtype Data: ResponseObject

  static var definition: OperationDefinition { get }
}

nonisolated extension GraphQLOperation {
  @_spi(Generated) public func encode(into fields: FieldWriter) {}
}

/// An operation with fields or fragments under `@include` or `@skip`.
nonisolated public protocol ConditionalOperation: GraphQLOperation {
  /// The values of the Boolean variables, with their defaults.
  @_spi(Generated) var conditions: ConditionVariables { get }
}

/// The values of an operation's Boolean variables, by their names.
@_spi(Generated)
nonisolated public struct ConditionVariables: ExpressibleByDictionaryLiteral, Sendable {
  package let values: [String: Bool]

  @inline(never)
  public init(dictionaryLiteral elements: (String, Bool)...) {
    values = Dictionary(elements) { $1 }
  }
}

/// An operation whose data shows whether the server refused the credential.
nonisolated public protocol CredentialRefusingOperation: GraphQLOperation {
  /// Whether the data of a response without errors, to a call with a credential, shows that the server
  /// refused it.
  static func refusesCredential(_ data: Data) -> Bool
}

/// A query or mutation that needs no session.
nonisolated public protocol AnonymousOperation: GraphQLOperation {}

/// A query or mutation that needs a session, because it selects a field that the schema marks as
/// authenticated.
nonisolated public protocol AuthenticatedOperation: GraphQLOperation {}

/// A subscription that needs no session.
nonisolated public protocol AnonymousSubscription: GraphQLOperation {}

/// A subscription that needs a session.
nonisolated public protocol AuthenticatedSubscription: GraphQLOperation {}

/// Runs operations without a session.
nonisolated public protocol OperationExecutor: Sendable {
  /// The error that calls throw.
  associatedtype Failure: Error

  /// Sends the operation and returns the response's `data`.
  ///
  /// - Throws: an error also if the response has both errors and data.
  func execute<Operation: AnonymousOperation>(
    _ operation: Operation, options: CallOptions
  ) async throws(Failure) -> Operation.Data

  /// Sends the operation and returns the whole response: data, errors, or both, and extensions. Default:
  /// the result of ``execute(_:options:)``.
  ///
  /// - Throws: an error if there is no GraphQL response.
  func response<Operation: AnonymousOperation>(
    to operation: Operation, options: CallOptions
  ) async throws(Failure) -> GraphQLResponse<Operation.Data>
}

/// Runs all operations, on behalf of a user with a session. Only such a type has a method for
/// authenticated operations, so running one without a session does not compile.
nonisolated public protocol AuthenticatedOperationExecutor: OperationExecutor {
  /// Sends the operation with the session's token or cookie and returns the response's `data`.
  func execute<Operation: AuthenticatedOperation>(
    _ operation: Operation, options: CallOptions
  ) async throws(Failure) -> Operation.Data

  /// Sends the operation with the session's token or cookie and returns the whole response.
  func response<Operation: AuthenticatedOperation>(
    to operation: Operation, options: CallOptions
  ) async throws(Failure) -> GraphQLResponse<Operation.Data>
}

nonisolated extension GraphQLOperation {
  /// The operation's name in the document.
  public static var operationName: String { definition.name }
  public static var kind: OperationKind { definition.kind }
  /// The sum of the weights that the schema gives to the operation's fields.
  public static var weight: Int { definition.weight }
  /// The buckets in which the server counts calls of this operation.
  public static var rateLimitBuckets: [String] { definition.rateLimitBuckets }
  /// The variable that gets the session's token, if the server expects it there; nil if it does not.
  public static var credentialVariable: String? { definition.credentialVariable }
  /// The operation and the fragments that it uses, minified; empty if only its hash is sent.
  public static var document: String { definition.document ?? "" }
  /// SHA-256 of the document, in lower-case hexadecimal digits; empty without a document on the server.
  public static var documentHash: String { definition.hash ?? "" }
}

"""#),
("GraphQLResponse+JSON.swift", #"""
// Reading responses from JSON text.

public import Foundation

nonisolated extension GraphQLResponse {
  /// Reads a response's JSON.
  ///
  /// - Parameters:
  ///   - json: the body of the response.
  ///   - variables: the operation's Boolean variables, which decide what `@include` and `@skip`
  ///     select. Nil if they are not known: a field that is absent then counts as not selected.
  /// - Throws: an error with the path of the invalid field, without its value.
  public init(
    json: Foundation.Data, variables: [String: Bool]? = nil
  ) throws(ResponseDecodingError) {
    try self.init(json: json, variables: variables, mayBeDeferred: false)
  }

  /// Reads what there is of a response's JSON so far.
  ///
  /// - Parameter mayBeDeferred: whether fragments with `@defer` may follow although their objects have no markers.
  package init(
    json: Foundation.Data, variables: [String: Bool]?, mayBeDeferred: Bool
  ) throws(ResponseDecodingError) {
    self = try json.readJSON { json throws(ResponseDecodingError) in
      var reader = FieldReader(json)
      reader.variables = variables
      reader.mayBeDeferred = mayBeDeferred
      return try reader.response()
    }
  }
}

nonisolated extension ResponseObject {
  /// Reads a value from JSON, such as the `data` of a response.
  ///
  /// - Parameters:
  ///   - json: JSON text in UTF-8 (RFC 8259).
  ///   - variables: the operation's Boolean variables, which decide what `@include` and `@skip`
  ///     select. Nil if they are not known: a field that is absent then counts as not selected.
  /// - Throws: an error with the path of the invalid field, without its value.
  public init(json: Data, variables: [String: Bool]? = nil) throws(ResponseDecodingError) {
    self = try json.readJSON { json throws(ResponseDecodingError) in
      var reader = FieldReader(json)
      reader.variables = variables
      return try reader.document()
    }
  }
}

nonisolated extension FieldReader {
  fileprivate mutating func response<Data: ResponseObject>() throws(ResponseDecodingError)
    -> GraphQLResponse<Data>
  {
    var data: Data?
    var errors: [GraphQLError] = []
    var extensions = JSON.null
    var dataFailure: Failure?
    self.errors = .response
    read { reader throws(JSONFailure) in
      let outer = try reader.json.enter()
      try reader.member("data") { reader throws(JSONFailure) in
        let state = reader.json.state
        do throws(JSONFailure) {
          data = try ObjectCoding.read(&reader)
        } catch {
          // The errors, which follow, may be the reason.
          reader.fail(error, path: ["data"])
          dataFailure = reader.failure
          reader.recover()
          reader.json.restore(state)
          try reader.json.scanner.skipValue()
        }
      }
      try reader.member("errors") { reader throws(JSONFailure) in
        errors = [GraphQLError](try reader.json.scanner.json())
      }
      try reader.member("extensions") { reader throws(JSONFailure) in
        extensions = try reader.json.scanner.json()
      }
      try reader.json.leave(for: outer)
      try reader.json.scanner.expectEnd()
    }
    if let failure { throw ResponseDecodingError(failure) }
    if let dataFailure {
      let error = ResponseDecodingError(dataFailure)
      guard errors.contains(where: { $0.explains(dataFailure) }) else { throw error }
      if case .null = dataFailure.reason {} else { unreadable.append(error) }
    }
    var response = GraphQLResponse(
      data: data, errors: errors, extensions: RedactedJSON(extensions))
    response.unreadableFields = unreadable
    return response
  }

  /// Reads a member of the current object, unless it is absent or null.
  private mutating func member(
    _ name: StaticString, _ read: (inout FieldReader) throws(JSONFailure) -> Void
  ) throws(JSONFailure) {
    let place = try json.find(name)
    if try !isNull(place) {
      do throws(JSONFailure) {
        try read(&self)
      } catch {
        fail(error, at: name)
        throw .reported
      }
    }
    if let cursor = place.cursor { json.scanner.offset = cursor }
  }

  private mutating func read(_ body: (inout FieldReader) throws(JSONFailure) -> Void) {
    do throws(JSONFailure) {
      try body(&self)
    } catch {
      fail(error, path: [])
    }
  }

  /// Reads a whole JSON text as one object.
  mutating func document<Object: ResponseObject>(
    _ type: Object.Type = Object.self
  ) throws(ResponseDecodingError) -> Object {
    var object: Object?
    read { reader throws(JSONFailure) in
      object = try ObjectCoding.read(&reader)
      try reader.json.scanner.expectEnd()
    }
    if let object, !hasFailed { return object }
    throw failure.map { ResponseDecodingError($0) } ?? ResponseDecodingError(.invalidJSON, path: [])
  }

  /// Reads from the fields of a JSON text's object.
  ///
  /// - Returns: nil after a problem with a field.
  mutating func inObject<Value>(
    _ read: (inout FieldReader) -> Value?
  ) throws(ResponseDecodingError) -> Value? {
    do throws(JSONFailure) {
      _ = try json.enter()
      let value = read(&self)
      return hasFailed ? nil : value
    } catch {
      throw ResponseDecodingError(.invalidJSON, path: [])
    }
  }
}

nonisolated extension GraphQLError {
  /// Whether the error is a reason for data that does not match its type: for a null, because a semantically non-null field
  /// is null if it has an error, and for a value at the error's path or around it, because PHP writes an empty object as a
  /// list. An error without a path concerns all of the data.
  fileprivate func explains(_ failure: FieldReader.Failure) -> Bool {
    if case .null = failure.reason { return true }
    let place = failure.path.reversed().dropFirst()
    guard !path.isEmpty else { return true }
    return place.count <= path.count
      && zip(path, place).allSatisfy { segment, name in
        switch segment {
        case .field(let field): field == name
        case .index(let index): String(index) == name
        }
      }
  }
}

"""#),
("GraphQLResponse.swift", #"""
// A response as the specification shapes it: data, errors, or both.
// https://spec.graphql.org/September2025/#sec-Response-Format

/// The response to an operation. It can have both data and errors: a failed field is null in
/// ``data`` and has an error in ``errors``.
nonisolated public struct GraphQLResponse<Data: ResponseObject>: Sendable {
  /// Nil if the operation failed as a whole.
  public let data: Data?
  /// The errors in the server's order; empty if there are none.
  public let errors: [GraphQLError]
  /// The server's additional information; of any form.
  public let extensions: RedactedJSON
  /// The header fields of the HTTP response; empty if the response was read from JSON alone.
  public internal(set) var headers: HTTPHeaders
  /// The HTTP status; nil if the response was read from JSON alone.
  public internal(set) var httpStatus: Int?
  /// The wait that the server asks for in `Retry-After`; nil if it asks for none.
  public internal(set) var retryAfter: Duration?
  /// The size of the HTTP response's body after decompression, in bytes; nil if the response was read from JSON alone.
  public internal(set) var bodySize: Int?

  /// Why the client cannot replace the credential now that this response refuses. Nil for all other responses. The session
  /// may continue: the response is no sign of its end.
  public internal(set) var credentialUnavailable: CredentialUnavailable?

  /// The lenient fields that could not be read; empty if all could. See `lenient` in the client's options. A path begins at
  /// the object that contains the field. If an error explains data of another type, the list also has that value, with its
  /// path from `data`.
  public internal(set) var unreadableFields: [ResponseDecodingError] = []

  public init(
    data: Data?, errors: [GraphQLError] = [], extensions: RedactedJSON = RedactedJSON(),
    headers: HTTPHeaders = [:], httpStatus: Int? = nil
  ) {
    self.data = data
    self.errors = errors
    self.extensions = extensions
    self.headers = headers
    self.httpStatus = httpStatus
  }
}

nonisolated extension GraphQLResponse {
  /// Returns the errors of a field and of the fields inside it, in the server's order.
  ///
  /// ```swift
  /// for error in response.errors(at: "products", 0, "price") { print(error.code ?? "") }
  /// ```
  ///
  /// - Parameter path: response names and list indices, outermost first.
  public func errors(at path: GraphQLError.PathSegment...) -> [GraphQLError] {
    errors.filter { $0.path.starts(with: path) }
  }

  /// The data of a response without errors.
  ///
  /// - Throws: ``failure(of:)`` for any other response.
  package func completeData(of operationName: String) throws(RequestError) -> Data {
    if let data, errors.isEmpty { return data }
    throw failure(of: operationName)
  }

  /// The error that ``GraphQLClient/execute(_:options:)`` throws for an incomplete response: the server's
  /// errors, or the missing data.
  ///
  /// - Parameter operationName: the operation that was called.
  public func failure(of operationName: String) -> RequestError {
    let reason: RequestError.Reason =
      errors.isEmpty
      ? .decoding(ResponseDecodingError(.missing, path: ["data"])) : .graphQL(errors)
    var error = RequestError(
      reason, progress: .answered, operationName: operationName, extensions: extensions,
      httpStatus: httpStatus, retryAfter: retryAfter)
    error.credentialUnavailable = credentialUnavailable
    return error
  }
}

/// Reads a response with any decoder. Without a reason to use one, use ``init(json:variables:)``.
nonisolated extension GraphQLResponse: Decodable where Data: Decodable {
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: FieldName.self)
    let errors = [GraphQLError](
      try fields.decodeIfPresent(JSON.self, forKey: FieldName("errors")) ?? .null)
    do {
      data = try fields.decodeIfPresent(Data.self, forKey: FieldName("data"))
    } catch DecodingError.valueNotFound where !errors.isEmpty {
      data = nil
    }
    self.errors = errors
    extensions =
      (try? fields.decodeIfPresent(RedactedJSON.self, forKey: FieldName("extensions")))
      ?? RedactedJSON()
    headers = [:]
    httpStatus = nil
    retryAfter = nil
    bodySize = nil
    credentialUnavailable = nil
  }
}

/// An error from the server, for one field or for the whole operation.
///
/// https://spec.graphql.org/September2025/#sec-Errors
nonisolated public struct GraphQLError: Error, Hashable, Sendable {
  /// A place in the document.
  nonisolated public struct Location: Hashable, Sendable {
    public let line: Int
    public let column: Int
  }

  /// A response name or a list index in the path to a field.
  nonisolated public enum PathSegment: Hashable, Sendable, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral
  {
    case field(String)
    case index(Int)

    public init(stringLiteral name: String) { self = .field(name) }
    public init(integerLiteral index: Int) { self = .index(index) }
  }

  /// The server's message, meant for developers; empty if the server sends none. If the server sends a list of messages,
  /// they are separated by semicolons.
  public let message: String
  /// The places in the document; empty if the server sends none.
  public let locations: [Location]
  /// The path to the failed field; empty if the server sends none. If it has another form, one empty name: ``members`` has
  /// the original.
  public let path: [PathSegment]
  /// The server's additional information about the error; of any form.
  public let extensions: RedactedJSON
  /// All other members of the error, which some servers send in place of extensions, such as AppSync's `errorType`, and
  /// those with another type than the specification's, such as an object in place of the message. If the error is no
  /// object and no string, its JSON. An error without such members has ``JSON/null``.
  public let members: RedactedJSON

  public init(
    message: String, locations: [Location] = [], path: [PathSegment] = [],
    extensions: RedactedJSON = RedactedJSON(), members: RedactedJSON = RedactedJSON()
  ) {
    self.message = message
    self.locations = locations
    self.path = path
    self.extensions = extensions
    self.members = members
  }

  /// The error's code from `extensions.code`, where most servers send it. Nil if there is none.
  public var code: String? { extensions["code"]?.string }
}

nonisolated extension GraphQLError: Decodable {
  public init(from decoder: any Decoder) throws { self.init(try JSON(from: decoder)) }

  /// Reads an error of any form. ``members`` has the members that are not as the specification says.
  package init(_ json: JSON) {
    guard case .object(var others) = json else {
      self.init(
        message: json.string ?? "", members: RedactedJSON(json.string == nil ? json : .null))
      return
    }
    /// Removes a member that can be read.
    func taken<Value>(_ name: String, _ read: (JSON) -> Value?) -> Value? {
      guard let value = others[name].flatMap(read) else { return nil }
      others[name] = nil
      return value
    }
    let message = taken("message", \.string)
    let locations = taken("locations") { $0 == .null ? [] : $0.array?.compactMap(Location.init) }
    let path = taken("path", PathSegment.path)
    let extensions = taken("extensions") { $0 }
    self.init(
      message: message ?? others["message"]?.messages ?? "", locations: locations ?? [],
      // A path of another form is also a sign that the server has executed the operation, and no field's own path.
      path: path ?? (others["path"] == nil ? [] : [.field("")]),
      extensions: RedactedJSON(extensions ?? .null),
      members: RedactedJSON(others.isEmpty ? .null : .object(others)))
  }
}

nonisolated extension [GraphQLError] {
  /// Reads the errors of a response: a list, or one error alone. Null, false and empty values mean no errors.
  package init(_ json: JSON) {
    switch json {
    case .array(let elements): self = elements.map { GraphQLError($0) }
    case .null, .boolean(false), .integer(0), .string(""), .object([:]): self = []
    default: self = [GraphQLError(json)]
    }
  }
}

nonisolated extension JSON {
  /// The messages of a list, as one text; nil for another form.
  fileprivate var messages: String? {
    guard let texts = array?.compactMap(\.string), !texts.isEmpty else { return nil }
    return texts.joined(separator: "; ")
  }
}

nonisolated extension GraphQLError.Location {
  fileprivate init?(_ json: JSON) {
    guard let line = json["line"]?.integer, let column = json["column"]?.integer else { return nil }
    self.init(line: line, column: column)
  }
}

nonisolated extension GraphQLError.PathSegment {
  /// Reads a path; nil if it has another form.
  fileprivate static func path(_ json: JSON) -> [GraphQLError.PathSegment]? {
    if json == .null { return [] }
    guard let elements = json.array else { return nil }
    let segments = elements.compactMap { element in
      switch element {
      case .integer(let index): GraphQLError.PathSegment.index(index)
      case .string(let name): .field(name)
      default: nil
      }
    }
    return segments.count == elements.count ? segments : nil
  }
}

nonisolated extension JSON {
  /// The error as servers send it.
  package init(_ error: GraphQLError) {
    var members: [String: JSON] = [:]
    switch error.members.json {
    case .object(let others): members = others
    case .null: break
    case let json:
      self = json
      return
    }
    if members["message"] == nil { members["message"] = .string(error.message) }
    if !error.locations.isEmpty {
      members["locations"] = .array(
        error.locations.map {
          .object(["line": .integer($0.line), "column": .integer($0.column)])
        })
    }
    if !error.path.isEmpty, members["path"] == nil {
      members["path"] = .array(error.path.map(JSON.init))
    }
    if error.extensions.json != .null { members["extensions"] = error.extensions.json }
    self = .object(members)
  }

  private init(_ segment: GraphQLError.PathSegment) {
    self =
      switch segment {
      case .field(let name): .string(name)
      case .index(let index): .integer(index)
      }
  }
}

"""#),
("HTTPAnswer.swift", #"""
// Reads an HTTP response as a GraphQL response, or reports why it is unexpected.

import Foundation

nonisolated extension HTTPResponse {
  /// Reads the body if it is a GraphQL response. It is one with GraphQL's own media type and any status, with JSON and
  /// status 2xx, or with JSON, another status and `errors`. The body decides whether it is JSON, because servers leave out
  /// the media type or state another one.
  ///
  /// https://graphql.github.io/graphql-over-http/draft/#sec-Processing-the-response
  ///
  /// - Parameter variables: the operation's Boolean variables.
  func graphQLResponse<Data: ResponseObject>(
    variables: [String: Bool], now: Date
  ) throws(RequestError.Reason.Failure) -> GraphQLResponse<Data> {
    if mediaType == "application/graphql-response+json" { return try decode(variables, now) }
    guard holdsJSON else { throw .init(.httpStatus(httpFailure(now: now))) }
    if (200..<300).contains(status) { return try decode(variables, now) }
    let response: GraphQLResponse<Data>? = try? decode(variables, now)
    if let response, !response.errors.isEmpty { return response }
    throw .init(.httpStatus(httpFailure(now: now)))
  }

  private func decode<Data: ResponseObject>(
    _ variables: [String: Bool], _ now: Date
  ) throws(RequestError.Reason.Failure) -> GraphQLResponse<Data> {
    do throws(ResponseDecodingError) {
      var response = try GraphQLResponse<Data>(json: body, variables: variables)
      response.headers = headers
      response.httpStatus = status
      response.retryAfter = retryAfter(now: now)
      response.bodySize = body.count
      return response
    } catch {
      throw .init(.decoding(error))
    }
  }

  /// Whether the body is JSON: if the media type says so, or if the body is an object or a list. A refusal or failure in
  /// HTML or XML is from a server in front of the API, whose JSON must not end a session.
  var holdsJSON: Bool {
    if mediaType?.isJSONType == true { return true }
    if status >= 400, let mediaType, mediaType.hasSuffix("html") || mediaType.hasSuffix("xml") {
      return false
    }
    return switch JSON(body) {
    case .object, .array: true
    default: false
    }
  }

  /// The wait that the server asks for. A date counts from the server's own `Date`.
  func retryAfter(now: Date) -> Duration? {
    headers["Retry-After"].flatMap { Duration(retryAfter: $0, now: headers.serverTime ?? now) }
  }

  /// The description of an unexpected response.
  func httpFailure(now: Date) -> HTTPFailure {
    HTTPFailure(
      status: status, mediaType: mediaType, bodySize: body.count,
      retryAfter: retryAfter(now: now))
  }
}

nonisolated extension String {
  /// Whether the text is a media type of JSON.
  var isJSONType: Bool {
    ["application/json", "text/json"].contains(self) || hasSuffix("+json")
  }
}

nonisolated extension RequestError.Reason {
  /// A reason, before the operation's name is added to it.
  nonisolated package struct Failure: Error {
    let reason: RequestError.Reason

    package init(_ reason: RequestError.Reason) {
      self.reason = reason
    }
  }
}

nonisolated extension Duration {
  /// Reads a `Retry-After` header: seconds, or a date (RFC 9110, section 10.2.3).
  init?(retryAfter text: String, now: Date) {
    let text = text.trimmingCharacters(in: .whitespaces)
    if let seconds = Int64(text) {
      guard (0...Int64(Int32.max)).contains(seconds) else { return nil }
      self = .seconds(seconds)
    } else if let date = Date(httpDate: text) {
      self = .seconds(max(0, min(date.timeIntervalSince(now), Double(Int32.max))))
    } else {
      return nil
    }
  }
}

nonisolated extension Date {
  /// Reads a date of an HTTP header field (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, and the
  /// obsolete forms `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
  package init?(httpDate text: String) {
    let words = text.split { " ,-".contains($0) }.map(String.init)
    let date: (day: String, month: String, year: String, time: String)
    switch words.count {
    case 6 where words[5] == "GMT": date = (words[1], words[2], words[3], words[4])
    case 5: date = (words[2], words[1], words[4], words[3])
    default: return nil
    }
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let time = date.time.split(separator: ":").compactMap { Int($0) }
    guard let day = Int(date.day), let month = months.firstIndex(of: date.month), time.count == 3,
      let year = Int(date.year).map({ date.year.count == 2 ? $0 + ($0 < 70 ? 2_000 : 1_900) : $0 })
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let components = DateComponents(
      year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2])
    guard components.isValidDate(in: calendar), let date = calendar.date(from: components) else {
      return nil
    }
    self = date
  }
}

"""#),
("HTTPBodyStream.swift", #"""
// Bodies of requests that are read while they are sent.

public import Foundation

/// A request's body that is read while it is sent, such as one with a large file. AuthGenUploads has the type for apps,
/// `RequestBody`.
nonisolated public protocol HTTPBodyStream: Sendable {
  /// Returns the next part of a body; nil at the end. One caller uses it.
  typealias Reader = () throws -> Data?

  /// The number of bytes.
  var length: Int64 { get }

  /// Starts to read the body. Transports call it, and so may interceptors and signers that need the content.
  ///
  /// The reader throws an error if the body has more or fewer than ``length`` bytes: a server would read the rest as another
  /// request.
  func reader() throws -> Reader

  /// Returns a new stream, which `URLSession` reads once. If it returns nil, the request fails.
  ///
  /// - Parameters:
  ///   - isNeeded: whether `URLSession` may still read the stream. It does not always close a stream that it leaves.
  ///   - failed: receives the error if a part of the body cannot be read, on any thread.
  func inputStream(
    isNeeded: @escaping @Sendable () -> Bool, failed: @escaping @Sendable (HTTPBodyFailure) -> Void
  ) -> InputStream?

  /// Returns a body that reports how many bytes the transport has taken, after each part.
  ///
  /// - Parameter observer: receives the number of bytes so far, and of all bytes.
  func observed(
    by observer: @escaping @Sendable (_ sent: Int64, _ total: Int64) -> Void
  ) -> any HTTPBodyStream
}

/// Why a request's body cannot be read.
nonisolated public struct HTTPBodyFailure: Hashable, Sendable {
  /// The error of the body's type, such as `RequestBodyError` of AuthGenUploads.
  public let error: any Error & Hashable

  /// - Parameter error: the error of the body's type. Its description is part of the call's error, so it contains no secret.
  public init(_ error: any Error & Hashable) {
    self.error = error
  }

  public static func == (left: HTTPBodyFailure, right: HTTPBodyFailure) -> Bool {
    AnyHashable(left.error) == AnyHashable(right.error)
  }

  public func hash(into hasher: inout Hasher) { error.hash(into: &hasher) }
}

"""#),
("HTTPHeaders.swift", #"""
// Header fields. Their descriptions hide most values, which may be secret.

package import Foundation

/// The header fields of a request or response. Names are case-insensitive (RFC 9110, section 5.1).
///
/// Descriptions show the values of a few harmless fields and `<redacted>` for all others.
nonisolated public struct HTTPHeaders: Hashable, Sendable {
  private var values: [String: String] = [:]

  public init() {}

  public subscript(name: String) -> String? {
    get { values[name.lowercased()] }
    set { values[name.lowercased()] = newValue }
  }

  /// The names in lower case, sorted.
  public var names: [String] { values.keys.sorted() }

  /// Whether every name is a token and no value contains control characters, which could end the
  /// field and start another (RFC 9110, section 5.5).
  package var areValid: Bool {
    values.allSatisfy { name, value in
      name.isHTTPToken
        && value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }
    }
  }

  /// Returns these fields and `others`, which replace fields with the same names.
  package func replaced(by others: HTTPHeaders) -> HTTPHeaders {
    var headers = self
    headers.values.merge(others.values) { $1 }
    return headers
  }

  /// The time by the server's clock (RFC 9110, section 6.6.1).
  package var serverTime: Date? { self["Date"].flatMap { Date(httpDate: $0) } }

  private static let harmless: Set<String> = [
    "accept", "content-length", "content-type", "retry-after",
  ]
}

nonisolated extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }
}

nonisolated extension HTTPHeaders: RedactedDescription {
  public var description: String {
    names.map { name in
      "\(name): \(Self.harmless.contains(name) ? self[name] ?? "" : "<redacted>")"
    }.joined(separator: "\n")
  }
}

"""#),
("HTTPMessages.swift", #"""
// Requests and responses as values, between the request layer and the transport.

public import Foundation

/// An HTTP request. Its description leaves out the query, header values and the body.
nonisolated public struct HTTPRequest: Sendable {
  nonisolated public enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  public var method: Method
  public var url: URL
  public var headers: HTTPHeaders
  /// The body; nil without one, or with a `bodyStream`.
  public var body: Data? { didSet { if body != nil { bodyStream = nil } } }
  /// A body that is read while it is sent; nil without one, or with a `body`. Setting one removes the other.
  public var bodyStream: (any HTTPBodyStream)? { didSet { if bodyStream != nil { body = nil } } }
  /// The maximum size of a response's body, in bytes. Default: 16 million.
  public var maximumResponseSize: Int
  /// The name of the operation that the request is for; nil for another request. It is not sent as a part of the HTTP
  /// message.
  public internal(set) var operationName: String?

  public init(
    method: Method = .post, url: URL, headers: HTTPHeaders = [:], body: Data? = nil,
    maximumResponseSize: Int = 16_000_000
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.maximumResponseSize = maximumResponseSize
  }
}

/// An HTTP response. Its description leaves out header values and the body.
nonisolated public struct HTTPResponse: Sendable {
  public var status: Int
  public var headers: HTTPHeaders
  public var body: Data

  public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  var mediaType: String? { headers.mediaType }
}

nonisolated extension HTTPHeaders {
  /// The media type in lower case, without parameters (RFC 9110, section 8.3.1). Nil if the field is missing
  /// or has another form.
  var mediaType: String? {
    let type = self["Content-Type"]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
    let parts = type?.split(separator: "/", omittingEmptySubsequences: false)
    guard let type, let parts, parts.count == 2, parts.allSatisfy(\.isHTTPToken) else { return nil }
    return type.lowercased()
  }
}

nonisolated extension HTTPRequest: RedactedDescription {
  private var bodySize: Int64 { bodyStream?.length ?? Int64(body?.count ?? 0) }

  public var description: String {
    "\(method.rawValue) \(url.origin?.description ?? "")\(url.path) (\(bodySize) bytes)"
  }
}

nonisolated extension HTTPResponse: RedactedDescription {
  public var description: String { "HTTP status \(status) (\(body.count) bytes)" }
}

/// Scheme, host and port. Two URLs with the same origin belong to the same server (RFC 6454).
nonisolated package struct Origin: Hashable, CustomStringConvertible {
  let scheme: String
  let host: String
  let port: Int

  package var description: String { "\(scheme)://\(host):\(port)" }

  package static func == (first: Origin, second: Origin) -> Bool {
    first.scheme.hasSameBytes(as: second.scheme) && first.host.hasSameBytes(as: second.host)
      && first.port == second.port
  }

  /// Whether the connection is private: the scheme is https, or the host is this machine.
  package var isTrustworthy: Bool {
    scheme == "https" || ["127.0.0.1", "::1", "[::1]", "localhost"].contains(host)
  }
}

nonisolated extension URL {
  /// The origin of an http or https URL; nil for all others. WebSockets have the origins of their handshakes (RFC 6455,
  /// section 3).
  package var origin: Origin? {
    guard let scheme = scheme?.lowercased(), let host = host()?.lowercased(), !host.isEmpty else {
      return nil
    }
    switch scheme {
    case "https", "wss": return Origin(scheme: "https", host: host, port: port ?? 443)
    case "http", "ws": return Origin(scheme: "http", host: host, port: port ?? 80)
    default: return nil
    }
  }
}

"""#),
("ISO8601.swift", #"""
// The forms of ISO 8601 for a date, a time of day and an offset from UTC.

import Foundation

/// A date and time as ISO 8601 text, in the extended form (`2026-01-31T12:00:00Z`) or the basic form
/// (`20260131T120000Z`).
///
/// The date is a calendar date, an ordinal date (`2026-031`) or a week date (`2026-W05-6`). The time has
/// hours, minutes and seconds, or fewer of them; its last part may have a fraction. A space may replace the
/// `T`. The offset is `Z`, `+hh:mm`, `+hhmm`, `+hh`, or missing.
nonisolated struct ISO8601 {
  /// The days from 1970-01-01 to the date.
  private(set) var day = 0
  /// The seconds from the day's beginning. 86,400 and more are on the next day: 24:00, and a leap second.
  private(set) var seconds = 0.0
  /// The offset from UTC in seconds; nil without an offset.
  private(set) var offset: Int?

  /// Whether the text has a time.
  private(set) var hasTime = false
  private var rest: ArraySlice<UInt8>

  /// - Parameter text: at most 64 bytes, because a longer fraction takes quadratic time.
  init?(_ text: String) {
    guard text.utf8.count <= 64 else { return nil }
    rest = Array(text.utf8)[...]
    guard readDate(), rest.isEmpty || readTime(), rest.isEmpty else { return nil }
  }

  /// The point in time; nil without an offset.
  var date: Date? {
    offset.map {
      Date(timeIntervalSince1970: Double(day) * 86_400 + seconds - Double($0))
    }
  }

  // MARK: Date

  private mutating func readDate() -> Bool {
    guard let year = number(4) else { return false }
    let isExtended = skip("-")
    if skip("W") {
      guard let week = number(2), !isExtended || skip("-"), let weekday = number(1) else {
        return false
      }
      return setWeek(year, week, weekday)
    }
    switch digitCount {
    case 2:
      guard isExtended, let month = number(2), skip("-"), let day = number(2) else { return false }
      return setDay(year, month, day)
    case 4:
      guard !isExtended, let month = number(2), let day = number(2) else { return false }
      return setDay(year, month, day)
    case 3:
      guard let dayOfYear = number(3), dayOfYear >= 1,
        let first = CalendarDate(year: year, month: 1, day: 1),
        let last = CalendarDate(year: year, month: 12, day: 31)
      else { return false }
      day = first.daysSince1970 + dayOfYear - 1
      return day <= last.daysSince1970
    default: return false
    }
  }

  private mutating func setDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    guard let date = CalendarDate(year: year, month: month, day: day) else { return false }
    self.day = date.daysSince1970
    return true
  }

  /// Week 1 contains January 4, and weeks begin on Monday.
  private mutating func setWeek(_ year: Int, _ week: Int, _ weekday: Int) -> Bool {
    func monday(ofFirstWeek year: Int) -> Int {
      let fourth = CalendarDate(year: min(year, 9999), month: 1, day: 4)?.daysSince1970 ?? 0
      // 1970-01-01 was a Thursday.
      return fourth - ((fourth + 3) % 7 + 7) % 7
    }
    guard (1...53).contains(week), (1...7).contains(weekday), year < 9999 else { return false }
    let first = monday(ofFirstWeek: year)
    day = first + (week - 1) * 7 + weekday - 1
    return day < monday(ofFirstWeek: year + 1)
  }

  // MARK: Time

  private mutating func readTime() -> Bool {
    guard skip("T") || skip("t") || skip(" "), let hour = number(2), hour <= 24 else {
      return false
    }
    hasTime = true
    var unit = 3_600.0
    seconds = Double(hour) * unit
    var isExtended: Bool?
    for limit in [59, 60] {
      let hasColon = skip(":")
      guard hasColon || digitCount >= 2 else { break }
      guard isExtended ?? hasColon == hasColon, let part = number(2), part <= limit else {
        return false
      }
      isExtended = hasColon
      unit /= 60
      seconds += Double(part) * unit
    }
    guard readFraction(of: unit), hour < 24 || seconds == 86_400 else { return false }
    return rest.isEmpty || readOffset()
  }

  private mutating func readFraction(of unit: Double) -> Bool {
    guard skip(".") || skip(",") else { return true }
    let digits = rest.prefix { $0.isASCIIDigit }
    guard !digits.isEmpty, let value = Double("0." + String(decoding: digits, as: UTF8.self)) else {
      return false
    }
    rest = rest.dropFirst(digits.count)
    seconds += value * unit
    return true
  }

  private mutating func readOffset() -> Bool {
    if skip("Z") || skip("z") {
      offset = 0
      return true
    }
    let sign = skip("-") ? -1 : skip("+") ? 1 : 0
    guard sign != 0, let hours = number(2), hours < 24 else { return false }
    var minutes = 0
    if !rest.isEmpty {
      _ = skip(":")
      guard let value = number(2), value < 60 else { return false }
      minutes = value
    }
    offset = sign * (hours * 3_600 + minutes * 60)
    return true
  }

  // MARK: Characters

  /// The number of digits before the next other character.
  private var digitCount: Int { rest.prefix { $0.isASCIIDigit }.count }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Reads a number of a fixed width.
  private mutating func number(_ width: Int) -> Int? {
    let digits = rest.prefix(width)
    guard digits.count == width, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    rest = rest.dropFirst(width)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}

"""#),
("Indirect.swift", #"""
// Values stored out of line.

/// Stores a value out of line. Used for input objects that contain their own type and for
/// large objects in responses.
///
/// A struct that stores its objects inline is as large as all of them together. The functions that
/// copy, assign and destroy it go through all of their properties, so every level of nesting
/// repeats the code of the levels below. Out of line, a value is one reference.
///
/// Nothing here can be specialised for values of another module, because that would bring the code
/// back.
nonisolated public struct Indirect<Value> {
  /// A value on the heap. It is immutable, so several holders share it.
  nonisolated fileprivate final class Box {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private var box: Box

  @inline(never)
  public init(_ value: Value) {
    box = Box(value)
  }

  public var value: Value {
    @inline(never) get { box.value }
    @inline(never) set { box = Box(newValue) }
  }
}

nonisolated extension Indirect: Sendable where Value: Sendable {}
nonisolated extension Indirect.Box: Sendable where Value: Sendable {}

nonisolated extension Indirect: Equatable where Value: Equatable {
  public static func == (left: Indirect, right: Indirect) -> Bool {
    left.box === right.box || left.box.value == right.box.value
  }
}

nonisolated extension Indirect: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(box.value)
  }
}

/// Descriptions and mirrors are those of the value.
nonisolated extension Indirect: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public var description: String { String(describing: value) }
  public var debugDescription: String { String(reflecting: value) }
  public var customMirror: Mirror { Mirror(reflecting: value) }
}

"""#),
("InputObject.swift", #"""
// The input of operations: input objects and variables.

/// A GraphQL input object. A nil property is an absent field. A field listed in `explicitNulls` is
/// sent as null if it has no value.
public typealias InputObject = FieldEncodable

/// A nullable field of an input object, or a nullable variable of an operation. Generated code adds a
/// static property for each.
nonisolated public struct NullableField<Input>: Hashable, Sendable {
  fileprivate let name: String

  /// - Parameter name: the field's name in the schema.
  public init(_ name: String) {
    self.name = name
  }
}

/// The fields to send as null if they have no value, such as `[.status]`.
nonisolated public struct ExplicitNulls<Input>: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The names of the fields in the schema.
  public private(set) var names: Set<String>

  public init(arrayLiteral fields: NullableField<Input>...) {
    names = Set(fields.map(\.name))
  }

  /// Whether a field is to be sent as null.
  ///
  /// - Parameter name: the field's name in the schema.
  public func contains(_ name: String) -> Bool {
    names.contains(name)
  }

  /// Adds a field.
  public mutating func insert(_ field: NullableField<Input>) {
    names.insert(field.name)
  }
}

"""#),
("Interceptor.swift", #"""
// Interceptors, which may read, change, delay or answer requests.

/// Stands between the client and its transport. Interceptors run in order, and each calls the next
/// one through `next`.
///
/// Interceptors see the whole request except for the credential. The client adds it after the last one,
/// and only if the request still goes to the endpoint's server. A ``RequestSigner`` runs after that.
///
/// ```swift
/// struct Stamp: Interceptor {
///   func intercept(
///     _ request: HTTPRequest, _ call: CallContext, next: Next
///   ) async throws -> HTTPResponse {
///     var request = request
///     request.headers["X-App-Version"] = "7.1"
///     return try await next(request)
///   }
/// }
/// ```
nonisolated public protocol Interceptor: Sendable {
  typealias Next = @Sendable (HTTPRequest) async throws -> HTTPResponse

  func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse

  /// Receives the fields of a response that could not be read and that the client goes on without, for example to log
  /// them. It is called after each response, and each event of a stream, with such fields, before the call returns. Default:
  /// does nothing.
  ///
  /// - Parameters:
  ///   - fields: the paths and the reasons, without values; see ``GraphQLResponse/unreadableFields``.
  ///   - operationName: the operation of the response.
  func unreadableFields(_ fields: [ResponseDecodingError], of operationName: String)
}

nonisolated extension Interceptor {
  public func unreadableFields(_ fields: [ResponseDecodingError], of operationName: String) {}
}

/// The call that a request belongs to.
nonisolated public struct CallContext: Sendable {
  public let operationName: String
  public let kind: OperationKind
  /// The number of the attempt. 1 is the first; retries have higher numbers.
  public let attempt: Int
  /// Whether the request contains a secret value, such as a password. The credential does not count.
  public let sendsSecrets: Bool
  /// Whether the response can contain a secret value, as that of a login does.
  public let returnsSecrets: Bool
}

/// Adds headers to a complete request, such as a signature over its body. It runs last: after the
/// interceptors, after the check that the request goes to the endpoint's server, and after the client has
/// added the credential.
///
/// ```swift
/// struct BodyDigest: RequestSigner {
///   let digest: @Sendable (Data) -> String
///
///   func headers(
///     for request: HTTPRequest, _ call: CallContext, credential: Credential?
///   ) async throws -> HTTPHeaders {
///     ["Content-Digest": "sha-256=:\(digest(request.body ?? Data())):"]
///   }
/// }
/// ```
nonisolated public protocol RequestSigner: Sendable {
  /// Whether the signer can sign requests with a ``HTTPRequest/bodyStream``: it does not read the body, or it reads
  /// the stream. Default: false. Then a call with such a request fails as ``RequestError/NotSent/streamedBody``.
  var signsStreams: Bool { get }

  /// Returns headers to add to a request.
  ///
  /// - Parameters:
  ///   - request: the request with its final URL and body, and with the credential.
  ///   - call: the call that the request belongs to.
  ///   - credential: the credential of the request; nil if the call has none.
  /// - Returns: headers that the request does not have yet. With a header that it has, the call fails as
  ///   ``RequestError/NotSent/repeatedHeader(_:)``.
  /// - Throws: any error, which fails the call as ``RequestError/Reason/interceptor(_:)``.
  func headers(
    for request: HTTPRequest, _ call: CallContext, credential: Credential?
  ) async throws -> HTTPHeaders
}

nonisolated extension RequestSigner {
  public var signsStreams: Bool { false }
}

"""#),
("JSON.swift", #"""
// JSON of any form.

public import Foundation

/// A value of a scalar that can be any JSON, such as a user's traits.
nonisolated public enum JSON: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A number without fraction and exponent in the range of `Int`.
  case integer(Int)
  /// Any other number.
  case number(JSONNumber)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// A member of an object; nil if there is no such member, or if the value is not an object.
  public subscript(name: String) -> JSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The value of a Boolean; nil for all others.
  public var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The value of an integer; nil for all others.
  public var integer: Int? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The value of a number, rounded to the nearest `Double`; nil for all others.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let number): number.double
    default: nil
    }
  }

  /// The elements of an array; nil for all others.
  public var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The text of a string; nil for all others.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

/// A number with all its digits, such as `12345678901234567890` or `1.10`.
nonisolated public struct JSONNumber: Hashable, Sendable {
  /// The number as JSON text (RFC 8259, section 6).
  public let text: String

  /// - Parameter text: a number as JSON text.
  /// - Returns: nil if the text is not a number in JSON.
  public init?(_ text: String) {
    var copy = text
    let isNumber = copy.withUTF8 { bytes in
      var scanner = JSONScanner(UnsafeRawBufferPointer(bytes))
      scanner.offset = 0
      return (try? scanner.numberBounds()) != nil && scanner.offset == bytes.count
    }
    guard isNumber else { return nil }
    self.text = text
  }

  /// - Parameter text: JSON text that is known to be a number.
  fileprivate init(checked text: String) {
    self.text = text
  }

  /// The value, rounded to the nearest `Double`. Infinite if it is out of range.
  public var double: Double { Double(text) ?? .nan }

  /// The value as a `Decimal`, which has up to 38 digits; nil if it is out of range.
  public var decimal: Decimal? { Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) }
}

nonisolated extension JSONNumber: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) {
    text = value.description
  }
}

nonisolated extension JSON {
  /// Reads a whole JSON text.
  ///
  /// - Returns: nil if it is not JSON.
  package init?(_ text: Data) {
    let value = text.withUnsafeBytes { bytes in
      var scanner = JSONScanner(bytes)
      guard let value = try? scanner.json(), (try? scanner.expectEnd()) != nil else {
        return JSON?.none
      }
      return value
    }
    guard let value else { return nil }
    self = value
  }

  /// - Parameter number: JSON text that is known to be a number.
  init(number text: String) {
    // A negative zero is no integer.
    if let value = Int(text), value != 0 || text == "0" {
      self = .integer(value)
    } else {
      self = .number(JSONNumber(checked: text))
    }
  }
}

nonisolated extension JSON: Codable {
  /// The maximum depth of arrays and objects with other decoders than the runtime's, from the root of
  /// the document. They recurse, and the stack of a thread can be small.
  private static let maximumDepth = 64

  /// Decodes a value. Other decoders than the runtime's pass a number with the digits of a `Decimal`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if arrays and objects are nested more than 64 deep.
  public init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.maximumDepth else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [],
          debugDescription: "expected at most \(Self.maximumDepth) levels of JSON, found more"))
    }
    let container = try decoder.singleValueContainer()
    // Strings first: they are the most frequent, and each failed attempt builds an error.
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      self = try Self.number(value, in: container)
    } else if let value = try? container.decode(Decimal.self) {
      self = JSON(number: value.description)
    } else {
      do {
        self = .array(try container.decode([JSON].self))
      } catch DecodingError.typeMismatch {
        self = .object(try container.decode([String: JSON].self))
      }
    }
  }

  private static func number(
    _ value: Double, in container: any SingleValueDecodingContainer
  ) throws -> JSON {
    guard value.isFinite else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a finite number, found another")
    }
    // Foundation reads the negative zero as an integer, too.
    if value.sign == .minus, value == 0 { return .number(-0.0) }
    if let value = try? container.decode(Int.self) { return .integer(value) }
    if let value = try? container.decode(Decimal.self), !value.isNaN {
      return JSON(number: value.description)
    }
    return .number(JSONNumber(floatLiteral: value))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let number): try number.encode(to: &container)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

nonisolated extension JSONNumber {
  /// Encodes the number as a `Decimal` if it has all the digits, otherwise as a `Double`.
  fileprivate func encode(to container: inout any SingleValueEncodingContainer) throws {
    if let double = Double(text), double.description == text || double == 0 {
      try container.encode(double)
    } else if let decimal {
      try container.encode(decimal)
    } else {
      try container.encode(double)
    }
  }
}

"""#),
("JSONEnvelope.swift", #"""
// Messages in JSON whose parts are read later.

package import Foundation

/// The members of a JSON object as text. The content of a member is read when it is needed, and not copied before.
nonisolated package struct JSONEnvelope: Sendable {
  /// The names that were asked for, and the text of each that is there. Of members with the same name, the first counts.
  private let members: [(name: String, text: Data)]

  /// Reads an object.
  ///
  /// - Parameters:
  ///   - json: the text.
  ///   - names: the members to find. The others are checked and skipped.
  /// - Throws: ``ResponseDecodingError`` if the text is not a JSON object.
  package init(_ json: Data, _ names: [String]) throws(ResponseDecodingError) {
    var members: [(name: String, text: Data)] = []
    let isObject = json.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      do throws(JSONFailure) {
        let outer = try reader.enter()
        for name in names {
          let place = try reader.find(name)
          if place.isNowhere { continue }
          members.append((name, json.slice(try reader.scanner.valueBounds())))
          if let cursor = place.cursor { reader.scanner.offset = cursor }
        }
        try reader.leave(for: outer)
        try reader.scanner.expectEnd()
        return true
      } catch {
        return false
      }
    }
    guard isObject else { throw ResponseDecodingError(.invalidJSON, path: []) }
    self.members = members
  }

  /// The text of a member; nil if it is absent.
  package subscript(name: String) -> Data? {
    // There are few.
    for member in members where member.name == name { return member.text }
    return nil
  }

  /// The value of a member; nil if it is absent.
  package func json(_ name: String) -> JSON? { self[name].flatMap(JSON.init) }

  /// The string in a member; nil if it is absent or has another type.
  package func string(_ name: String) -> String? { json(name)?.string }

  /// Whether the member is absent or null.
  package func isNull(_ name: String) -> Bool { self[name]?.isNull ?? true }
}

/// Divides JSON values into the texts of their parts.
nonisolated package enum JSONText {
  /// The members of an object; nil for any other text. The names have their quotes.
  package static func members(of json: Data) -> [(name: Data, value: Data)]? {
    parts(of: json) { scanner throws(JSONFailure) in
      var members: [(name: Data, value: Data)] = []
      guard try scanner.open(UInt8(ascii: "{"), close: UInt8(ascii: "}")) else { return members }
      repeat {
        let name = json.slice(try scanner.valueBounds())
        try scanner.expect(UInt8(ascii: ":"))
        members.append((name, json.slice(try scanner.valueBounds())))
      } while scanner.skip(UInt8(ascii: ","))
      try scanner.expect(UInt8(ascii: "}"))
      return members
    }
  }

  /// The elements of an array; nil for any other text.
  package static func elements(of json: Data) -> [Data]? {
    parts(of: json) { scanner throws(JSONFailure) in
      try scanner.list { scanner throws(JSONFailure) in json.slice(try scanner.valueBounds()) }
    }
  }

  private static func parts<Parts>(
    of json: Data, _ read: (inout JSONScanner) throws(JSONFailure) -> Parts
  ) -> Parts? {
    json.withUnsafeBytes { bytes in
      var scanner = JSONScanner(bytes)
      guard let parts = try? read(&scanner), (try? scanner.expectEnd()) != nil else { return nil }
      return parts
    }
  }
}

nonisolated extension JSONScanner {
  /// Moves past a value.
  fileprivate mutating func valueBounds() throws(JSONFailure) -> Range<Int> {
    skipSpace()
    let start = offset
    try skipValue()
    return start..<offset
  }
}

nonisolated extension Data {
  /// Whether a JSON value is null.
  package var isNull: Bool { count == 4 && first == UInt8(ascii: "n") }

  /// The bytes at offsets from the start.
  fileprivate func slice(_ bounds: Range<Int>) -> Data {
    dropFirst(bounds.lowerBound).prefix(bounds.count)
  }
}

"""#),
("JSONFieldWriter.swift", #"""
// Fields as JSON text.

/// Writes the fields of an object, and of all objects inside it, as JSON text.
nonisolated final class JSONFieldWriter: FieldWriter {
  private let json: JSONWriter

  init(_ json: JSONWriter) {
    self.json = json
  }

  override func write(_ name: StaticString, _ value: String) {
    json.member(name) { $0.write(value) }
  }

  override func write(_ name: StaticString, _ value: Int) {
    json.member(name) { $0.write(value) }
  }

  override func write(_ name: StaticString, _ value: Double) {
    write(name) { try $0.write(value) }
  }

  override func write(_ name: StaticString, _ value: Bool) {
    json.member(name) { $0.write(value) }
  }

  override func write(_ name: StaticString, _ value: [String]) {
    json.member(name) { $0.array(value) { $0.write($1) } }
  }

  override func write(_ name: StaticString, any value: any Encodable) {
    write(name) { try $0.write(any: value) }
  }

  override func write(
    _ name: StaticString, object: @autoclosure () -> Any?, _ fields: (FieldWriter) -> Void
  ) {
    json.member(name) { _ in self.write(object: fields) }
  }

  override func write(
    _ name: StaticString, list: @autoclosure () -> Any?, _ elements: (ListWriter) -> Void
  ) {
    json.member(name) { json in
      json.open("[")
      elements(JSONListWriter(json, self))
      json.close("]")
    }
  }

  override func writeNil(_ name: StaticString, orNull isNull: Bool) {
    if isNull { json.member(name) { $0.writeNull() } }
  }

  fileprivate func write(object fields: (FieldWriter) -> Void) {
    let outer = nulls
    nulls = nil
    json.open("{")
    fields(self)
    json.close("}")
    nulls = outer
  }

  /// Writes a member whose value may have no JSON.
  private func write(_ name: StaticString, _ value: (JSONWriter) throws -> Void) {
    do {
      try json.member(name, value)
    } catch {
      fail(error)
    }
  }
}

nonisolated private final class JSONListWriter: ListWriter {
  private let json: JSONWriter
  private let fields: JSONFieldWriter

  init(_ json: JSONWriter, _ fields: JSONFieldWriter) {
    (self.json, self.fields) = (json, fields)
  }

  override func object(_ fields: (FieldWriter) -> Void) {
    json.element { _ in self.fields.write(object: fields) }
  }

  override func list(_ body: (ListWriter) -> Void) {
    json.element { json in
      json.open("[")
      body(self)
      json.close("]")
    }
  }

  override func null() {
    json.element { $0.writeNull() }
  }
}

"""#),
("JSONReader.swift", #"""
// Finds the members of JSON objects by name.

import Foundation

/// Reads the objects of a JSON text. A member that is looked up in its order takes one comparison.
/// Members that are passed on the way to another one are checked once, and found by their offset.
/// Of members with the same name, the first counts.
nonisolated package struct JSONReader: ~Copyable {
  /// A member that was passed.
  nonisolated private struct Member {
    let key: JSONScanner.StringBounds
    /// The first eight bytes of the key, like those of a `KeyName`.
    let word: UInt64
    /// The offset of the value.
    let value: Int
  }

  /// The object that is being read.
  nonisolated package struct Object {
    /// The index of its first member in `members`.
    fileprivate var firstMember = 0
    /// Whether no member was passed yet.
    fileprivate var isUntouched = false
    /// Whether a member that is looked up next may be among those that were passed.
    fileprivate var hasSkipped = false
    fileprivate var isComplete = true
  }

  /// Where the value of a member is.
  nonisolated package enum Place {
    /// At the scanner's position.
    case here
    /// At the scanner's position, which has to return to `cursor` afterwards.
    case earlier(cursor: Int)
    case nowhere

    @inline(__always)
    package var isNowhere: Bool { if case .nowhere = self { true } else { false } }

    @inline(__always)
    var cursor: Int? { if case .earlier(let cursor) = self { cursor } else { nil } }
  }

  package var scanner: JSONScanner
  private(set) var object = Object()
  /// The members of all open objects that were passed so far, innermost objects last.
  private var members: [Member] = []
  private var memberCount = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    scanner = JSONScanner(bytes)
  }

  /// Reads an empty text.
  init() {
    self.init(UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// Another reader of the same text, at its beginning.
  package var restarted: JSONReader { JSONReader(scanner.bytes) }

  /// The position in the text and in its objects.
  nonisolated package struct State {
    fileprivate let offset: Int
    fileprivate let depth: Int
    fileprivate let object: Object
    fileprivate let memberCount: Int
  }

  package var state: State {
    State(
      offset: scanner.offset, depth: scanner.depth, object: object, memberCount: memberCount)
  }

  /// Returns to an earlier state.
  package mutating func restore(_ state: State) {
    (scanner.offset, scanner.depth) = (state.offset, state.depth)
    (object, memberCount) = (state.object, state.memberCount)
    scanner.elementPath = []
  }

  // MARK: Objects

  /// Moves into the next object.
  ///
  /// - Returns: the object around it, for ``leave(for:)``.
  @inline(__always)
  package mutating func enter() throws(JSONFailure) -> Object {
    let outer = object
    let hasMembers = try scanner.open(UInt8(ascii: "{"), close: UInt8(ascii: "}"))
    object = Object(
      firstMember: memberCount, isUntouched: true, isComplete: !hasMembers)
    return outer
  }

  /// Moves past the rest of the object.
  @inline(__always)
  mutating func leave(for outer: Object) throws(JSONFailure) {
    while try moveToKey() {
      _ = try scanner.stringBounds()
      try scanner.expect(UInt8(ascii: ":"))
      try scanner.skipValue()
    }
    memberCount = object.firstMember
    object = outer
  }

  /// Starts another view of the current object, which may look up the same members again.
  @inline(__always)
  mutating func beginView() {
    if memberCount > object.firstMember { object.hasSkipped = true }
  }

  /// Moves to the value of a member.
  @inline(__always)
  mutating func find(_ name: StaticString) throws(JSONFailure) -> Place {
    try find(
      KeyName(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)))
  }

  package mutating func find(_ name: String) throws(JSONFailure) -> Place {
    var name = name
    let place = name.withUTF8 { name in
      Result { () throws(JSONFailure) in try find(KeyName(name)) }
    }
    return try place.get()
  }

  @inline(__always)
  private mutating func find(_ name: KeyName) throws(JSONFailure) -> Place {
    let cursor = scanner.offset
    let wasSearched = object.hasSkipped
    if wasSearched, case .earlier(let cursor) = earlier(name, cursor: cursor) {
      return .earlier(cursor: cursor)
    }
    let wasUntouched = object.isUntouched
    guard try moveToKey() else { return wasSearched ? .nowhere : earlier(name, cursor: cursor) }
    let (start, end) = (scanner.offset + 1, scanner.offset + 1 + name.count)
    if end < scanner.bytes.count, scanner.byte(end) == UInt8(ascii: "\""),
      scanner.byte(start - 1) == UInt8(ascii: "\""), scanner.hasBytes(of: name, at: start)
    {
      scanner.offset = end + 1
      try scanner.expect(UInt8(ascii: ":"))
      add(JSONScanner.StringBounds(start: start, end: end, hasEscapes: false), name.word)
      return .here
    }
    let key = scanner.offset
    if !wasSearched, case .earlier = earlier(name, cursor: cursor) {
      object.isUntouched = wasUntouched
      return .earlier(cursor: cursor)
    }
    scanner.offset = key
    return try later(name)
  }

  /// Moves to the next key.
  ///
  /// - Returns: false at the end of the object. The position is then after it.
  @inline(__always)
  private mutating func moveToKey() throws(JSONFailure) -> Bool {
    guard !object.isComplete else { return false }
    if object.isUntouched {
      object.isUntouched = false
      scanner.skipSpace()
      return true
    }
    if scanner.skip(UInt8(ascii: ",")) {
      scanner.skipSpace()
      return true
    }
    try scanner.expect(UInt8(ascii: "}"))
    scanner.depth -= 1
    object.isComplete = true
    return false
  }

  @inline(__always)
  private mutating func add(_ key: JSONScanner.StringBounds, _ word: UInt64) {
    let member = Member(key: key, word: word, value: scanner.offset)
    if memberCount < members.count { members[memberCount] = member } else { append(member) }
    memberCount += 1
  }

  @inline(never)
  private mutating func append(_ member: Member) {
    if members.isEmpty { members.reserveCapacity(32) }
    members.append(member)
  }

  /// Looks among the members that were passed.
  @inline(never)
  private mutating func earlier(_ name: KeyName, cursor: Int) -> Place {
    let cursor = object.isComplete ? scanner.offset : cursor
    for index in object.firstMember..<memberCount
    where members[index].word == name.word || members[index].key.hasEscapes {
      guard scanner.isEqual(members[index].key, name) else { continue }
      scanner.offset = members[index].value
      return .earlier(cursor: cursor)
    }
    return .nowhere
  }

  /// Looks among the members that follow. The position is at a key.
  @inline(never)
  private mutating func later(_ name: KeyName) throws(JSONFailure) -> Place {
    repeat {
      let key = try scanner.stringBounds()
      try scanner.expect(UInt8(ascii: ":"))
      let word = scanner.word(of: key)
      add(key, word)
      if word == name.word || key.hasEscapes, scanner.isEqual(key, name) { return .here }
      object.hasSkipped = true
      try scanner.skipValue()
    } while try moveToKey()
    return .nowhere
  }
}

nonisolated extension Data {
  /// Reads JSON text. The reader is valid during the call.
  func readJSON<Value, Failure: Error>(
    _ read: (consuming JSONReader) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let result = withUnsafeBytes { bytes in
      Result { () throws(Failure) in try read(JSONReader(bytes)) }
    }
    return try result.get()
  }
}

"""#),
("JSONScanner+Numbers.swift", #"""
// Numbers in JSON text.
// https://www.rfc-editor.org/rfc/rfc8259#section-6

nonisolated extension JSONScanner {
  /// Moves past an integer. A number with a fraction or exponent is one if its value is whole.
  @inline(__always)
  mutating func integer() throws(JSONFailure) -> Int {
    skipSpace()
    let start = offset
    var index = offset
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let first = index
    var magnitude: UInt64 = 0
    while index < bytes.count {
      let digit = byte(index) &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      magnitude = magnitude &* 10 &+ UInt64(digit)
      index += 1
    }
    // Eighteen digits cannot overflow.
    let count = index - first
    if count > 0, count <= 18, count == 1 || byte(first) != UInt8(ascii: "0"),
      index == bytes.count || !byte(index).continuesNumber, let value = Int(exactly: magnitude)
    {
      offset = index
      return isNegative ? -value : value
    }
    return try unusualInteger(at: start)
  }

  /// Moves past a number.
  mutating func double() throws(JSONFailure) -> Double {
    skipSpace()
    guard next?.startsNumber == true else { throw mismatch() }
    let start = offset
    let bounds = try numberBounds()
    if let value = exactDouble(bounds) { return value }
    // Locale-free and correctly rounded.
    guard let value = Double(text(from: start, to: offset)), value.isFinite else {
      throw .invalidValue
    }
    return value
  }

  /// The parts of a number, as ranges of offsets.
  nonisolated struct NumberBounds {
    var isNegative = false
    var whole: Range<Int>
    var fraction: Range<Int>
    /// The exponent's digits; empty if there is none.
    var exponent: Range<Int>
    var isExponentNegative = false
  }

  /// Moves past a number.
  mutating func numberBounds() throws(JSONFailure) -> NumberBounds {
    var bounds = NumberBounds(whole: 0..<0, fraction: 0..<0, exponent: 0..<0)
    if next == UInt8(ascii: "-") {
      bounds.isNegative = true
      offset += 1
    }
    bounds.whole = try digits()
    if bounds.whole.count > 1, byte(bounds.whole.lowerBound) == UInt8(ascii: "0") { throw .syntax }
    if next == UInt8(ascii: ".") {
      offset += 1
      bounds.fraction = try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      offset += 1
      if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") {
        bounds.isExponentNegative = next == UInt8(ascii: "-")
        offset += 1
      }
      bounds.exponent = try digits()
    }
    return bounds
  }

  /// Moves past a number whose value does not matter.
  @inline(__always)
  mutating func skipNumber() throws(JSONFailure) {
    let start = offset
    if next == UInt8(ascii: "-") { offset += 1 }
    let first = offset
    while let digit = next, digit.isASCIIDigit { offset += 1 }
    let isPlain = offset - first == 1 || offset > first && byte(first) != UInt8(ascii: "0")
    if isPlain, next?.continuesNumber != true { return }
    offset = start
    _ = try numberBounds()
  }

  private mutating func digits() throws(JSONFailure) -> Range<Int> {
    let start = offset
    while let digit = next, digit.isASCIIDigit { offset += 1 }
    guard offset > start else { throw .syntax }
    return start..<offset
  }

  func text(from start: Int, to end: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }

  /// An integer with more than 18 digits, a fraction or an exponent.
  @inline(never)
  private mutating func unusualInteger(at start: Int) throws(JSONFailure) -> Int {
    offset = start
    guard next?.startsNumber == true else { throw mismatch() }
    let bounds = try numberBounds()
    // The digits without zeros at both ends, and the power of ten that they count.
    var digits = (Array(bounds.whole) + Array(bounds.fraction)).drop {
      byte($0) == UInt8(ascii: "0")
    }
    var power = -bounds.fraction.count
    while let last = digits.last, byte(last) == UInt8(ascii: "0") {
      digits.removeLast()
      power += 1
    }
    guard !digits.isEmpty else { return 0 }
    var exponent = 0
    for index in bounds.exponent {
      exponent = exponent * 10 + Int(byte(index) - UInt8(ascii: "0"))
      // Larger than the number of digits in any response.
      if exponent > bytes.count + 64 { throw .invalidValue }
    }
    power += bounds.isExponentNegative ? -exponent : exponent
    guard power >= 0, digits.count + power <= 19 else { throw .invalidValue }
    var value = 0
    for index in digits.map({ Int(byte($0) - UInt8(ascii: "0")) })
      + Array(repeating: 0, count: power)
    {
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (next, exceeds) = product.addingReportingOverflow(bounds.isNegative ? -index : index)
      guard !overflows, !exceeds else { throw .invalidValue }
      value = next
    }
    return value
  }

  /// The value of a short number: a whole number below 2^53 times or divided by a power of ten that
  /// a `Double` represents exactly. One operation on exact values rounds correctly.
  private func exactDouble(_ bounds: NumberBounds) -> Double? {
    guard bounds.whole.count + bounds.fraction.count <= 15, bounds.exponent.count <= 2 else {
      return nil
    }
    var digits: Int64 = 0
    for index in bounds.whole { digits = digits * 10 + Int64(byte(index) - UInt8(ascii: "0")) }
    for index in bounds.fraction { digits = digits * 10 + Int64(byte(index) - UInt8(ascii: "0")) }
    var exponent = 0
    for index in bounds.exponent { exponent = exponent * 10 + Int(byte(index) - UInt8(ascii: "0")) }
    let power = (bounds.isExponentNegative ? -exponent : exponent) - bounds.fraction.count
    guard abs(power) <= 22 else { return nil }
    let scale = Self.powersOfTen[abs(power)]
    let value = power < 0 ? Double(digits) / scale : Double(digits) * scale
    return bounds.isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

nonisolated extension UInt8 {
  fileprivate var startsNumber: Bool { isASCIIDigit || self == UInt8(ascii: "-") }

  /// Whether a number goes on with this byte after its digits.
  fileprivate var continuesNumber: Bool {
    self == UInt8(ascii: ".") || self == UInt8(ascii: "e") || self == UInt8(ascii: "E")
  }
}

"""#),
("JSONScanner+Strings.swift", #"""
// Strings in JSON text.
// https://www.rfc-editor.org/rfc/rfc8259#section-7

nonisolated extension JSONScanner {
  /// The content of a string, between its quotation marks.
  nonisolated struct StringBounds {
    let start: Int
    let end: Int
    let hasEscapes: Bool
  }

  /// Moves past a string.
  @inline(__always)
  mutating func string() throws(JSONFailure) -> String {
    skipSpace()
    guard next == UInt8(ascii: "\"") else { throw mismatch() }
    return text(try stringBounds())
  }

  /// The text of a string that was checked by ``stringBounds()``.
  @inline(__always)
  func text(_ bounds: StringBounds) -> String {
    guard !bounds.hasEscapes else { return unescaped(bounds) }
    return String(
      decoding: UnsafeRawBufferPointer(rebasing: bytes[bounds.start..<bounds.end]), as: UTF8.self)
  }

  /// Moves past a string and checks its escape sequences and its UTF-8.
  @inline(__always)
  mutating func stringBounds() throws(JSONFailure) -> StringBounds {
    guard next == UInt8(ascii: "\"") else { throw .syntax }
    let start = offset + 1
    var end = start
    while end + 8 <= bytes.count {
      let special = Self.special(word(end))
      if special != 0 {
        end += special.trailingZeroBitCount / 8
        if byte(end) == UInt8(ascii: "\"") {
          offset = end + 1
          return StringBounds(start: start, end: end, hasEscapes: false)
        }
        break
      }
      end += 8
    }
    return try stringBounds(from: start, checked: end)
  }

  /// The highest bit of each byte that ends a run of ordinary ASCII characters: a quotation mark,
  /// a backslash, a control character or a byte beyond ASCII. Bits above the lowest may be wrong.
  @inline(__always)
  private static func special(_ word: UInt64) -> UInt64 {
    escaped(word) | word & 0x8080_8080_8080_8080
  }

  /// The highest bit of each byte that is a quotation mark, a backslash or a control character. Bits
  /// above the lowest may be wrong.
  @inline(__always)
  static func escaped(_ word: UInt64) -> UInt64 {
    let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    let quote = (quotes &- ones) & ~quotes
    let backslash = (backslashes &- ones) & ~backslashes
    let control = (word &- (ones &* 0x20)) & ~word
    return (quote | backslash | control) & highs
  }

  @inline(never)
  private mutating func stringBounds(
    from start: Int, checked: Int
  ) throws(JSONFailure) -> StringBounds {
    offset = checked
    var hasEscapes = false
    while offset < bytes.count {
      let current = byte(offset)
      switch current {
      case UInt8(ascii: "\""):
        offset += 1
        return StringBounds(start: start, end: offset - 1, hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try skipEscape()
      case 0x20..<0x80: offset += 1
      case 0x80...: try skipScalar()
      default: throw .syntax
      }
    }
    throw .syntax
  }

  private mutating func skipEscape() throws(JSONFailure) {
    offset += 1
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 1
    case UInt8(ascii: "u"):
      guard codeUnit(offset + 1) != nil else { throw .syntax }
      offset += 5
    default: throw .syntax
    }
  }

  /// The four hexadecimal digits at an offset.
  private func codeUnit(_ offset: Int) -> UInt16? {
    guard offset + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for index in offset..<offset + 4 {
      guard let digit = byte(index).hexadecimalDigit else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Moves past a Unicode scalar value beyond ASCII.
  /// https://www.rfc-editor.org/rfc/rfc3629#section-4
  private mutating func skipScalar() throws(JSONFailure) {
    let first = byte(offset)
    let second = offset + 1 < bytes.count ? byte(offset + 1) : 0
    let count: Int
    switch (first, second) {
    case (0xC2...0xDF, 0x80...0xBF): count = 2
    case (0xE0, 0xA0...0xBF), (0xE1...0xEC, 0x80...0xBF), (0xED, 0x80...0x9F),
      (0xEE...0xEF, 0x80...0xBF):
      count = 3
    case (0xF0, 0x90...0xBF), (0xF1...0xF3, 0x80...0xBF), (0xF4, 0x80...0x8F): count = 4
    default: throw .syntax
    }
    guard offset + count <= bytes.count else { throw .syntax }
    for index in offset + 1..<offset + count where byte(index) & 0xC0 != 0x80 { throw .syntax }
    offset += count
  }

  /// The text of a string with escape sequences. A surrogate without its other half, which
  /// JavaScript servers send when they cut a string, reads as U+FFFD.
  @inline(never)
  private func unescaped(_ bounds: StringBounds) -> String {
    String(unsafeUninitializedCapacity: bounds.end - bounds.start) { target in
      var (source, count) = (bounds.start, 0)
      func write(_ scalar: Unicode.Scalar) {
        for unit in UTF8.encode(scalar).unsafelyUnwrapped {
          target[count] = unit
          count += 1
        }
      }
      while source < bounds.end {
        guard byte(source) == UInt8(ascii: "\\") else {
          target[count] = byte(source)
          (source, count) = (source + 1, count + 1)
          continue
        }
        let escaped = byte(source + 1)
        source += 2
        switch escaped {
        case UInt8(ascii: "b"): write("\u{8}")
        case UInt8(ascii: "f"): write("\u{C}")
        case UInt8(ascii: "n"): write("\n")
        case UInt8(ascii: "r"): write("\r")
        case UInt8(ascii: "t"): write("\t")
        case UInt8(ascii: "u"): write(scalar(&source, bounds.end))
        default: write(Unicode.Scalar(escaped))
        }
      }
      return count
    }
  }

  /// The scalar value of the escape sequence with digits at `source`, together with a second one
  /// that is the other half of a surrogate pair.
  private func scalar(_ source: inout Int, _ end: Int) -> Unicode.Scalar {
    let unit = codeUnit(source) ?? 0xFFFD
    source += 4
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), source + 6 <= end, byte(source) == UInt8(ascii: "\\"),
      byte(source + 1) == UInt8(ascii: "u"), let trail = codeUnit(source + 2),
      UTF16.isTrailSurrogate(trail)
    else { return "\u{FFFD}" }
    source += 6
    let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  // MARK: Keys

  /// Whether a string equals a name.
  @inline(__always)
  func isEqual(_ bounds: StringBounds, _ name: KeyName) -> Bool {
    guard bounds.hasEscapes else {
      return bounds.end - bounds.start == name.count && hasBytes(of: name, at: bounds.start)
    }
    // An escape sequence has two to six bytes for one or more.
    let count = bounds.end - bounds.start
    guard name.count < count, count <= name.count * 6 else { return false }
    return unescaped(bounds).utf8.elementsEqual(name.bytes)
  }

  /// The first eight bytes of a string, the first one lowest.
  @inline(__always)
  func word(of bounds: StringBounds) -> UInt64 {
    let count = bounds.end - bounds.start
    guard count < 8 else { return word(bounds.start) }
    guard bounds.start + 8 <= bytes.count else {
      return KeyName(
        UnsafeBufferPointer(rebasing: bytes.bindMemory(to: UInt8.self)[bounds.start..<bounds.end])
      ).word
    }
    return word(bounds.start) & (1 << UInt64(8 * count) - 1)
  }

  /// Whether the bytes at an offset are a name's. There must be as many. A name with a backslash, a
  /// quotation mark or a control character is never there: in the text they are escape sequences.
  @inline(__always)
  func hasBytes(of name: KeyName, at offset: Int) -> Bool {
    guard offset + 8 <= bytes.count else {
      return hasBytes(of: name.bytes[...], at: offset)
    }
    guard (word(offset) ^ name.word) & name.mask == 0,
      Self.escaped(name.word | ~name.mask) == 0
    else { return false }
    return name.count <= 8 || hasBytes(of: name.bytes.dropFirst(8), at: offset + 8)
  }

  private func hasBytes(of name: Slice<UnsafeBufferPointer<UInt8>>, at offset: Int) -> Bool {
    name.enumerated().allSatisfy { index, byte in
      byte == self.byte(offset + index) && byte >= 0x20 && byte != UInt8(ascii: "\\")
        && byte != UInt8(ascii: "\"")
    }
  }
}

/// A name to look for in the text.
nonisolated struct KeyName {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The first eight bytes, the first one lowest, and the bits that count.
  let word: UInt64
  let mask: UInt64

  var count: Int { bytes.count }

  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    let raw = UnsafeRawBufferPointer(bytes)
    switch bytes.count {
    case 8...:
      word = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
      mask = .max
    case 4..<8:
      // Two loads that overlap.
      let shift = UInt64(8 * (bytes.count - 4))
      let low = UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self))
      let high = UInt32(
        littleEndian: raw.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self))
      word = UInt64(low) | UInt64(high) << shift
      mask = 0xFFFF_FFFF | 0xFFFF_FFFF << shift
    default:
      var (word, mask): (UInt64, UInt64) = (0, 0)
      for (index, byte) in bytes.enumerated() {
        word |= UInt64(byte) << UInt64(8 * index)
        mask |= 0xFF << UInt64(8 * index)
      }
      (self.word, self.mask) = (word, mask)
    }
  }
}

nonisolated extension UInt8 {
  fileprivate var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

"""#),
("JSONScanner+Values.swift", #"""
// Values of Swift types in JSON text.

import Foundation

/// A type that reads itself from JSON text.
nonisolated protocol JSONReadable {
  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> Self
}

nonisolated extension JSONReadable where Self: FieldValue {
  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> Self {
    try Self(&scanner)
  }
}

nonisolated extension String: JSONReadable {}
nonisolated extension Int: JSONReadable {}
nonisolated extension Double: JSONReadable {}
nonisolated extension Bool: JSONReadable {}
nonisolated extension Secret: JSONReadable {}
nonisolated extension JSON: JSONReadable {}

/// An integer of a certain size.
nonisolated protocol SizedInteger: JSONReadable, FixedWidthInteger {}

nonisolated extension SizedInteger {
  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> Self {
    guard let value = Self(exactly: try scanner.integer()) else { throw .invalidValue }
    return value
  }
}

nonisolated extension Int8: SizedInteger {}
nonisolated extension Int16: SizedInteger {}
nonisolated extension Int32: SizedInteger {}
nonisolated extension Int64: SizedInteger {}
nonisolated extension UInt8: SizedInteger {}
nonisolated extension UInt16: SizedInteger {}
nonisolated extension UInt32: SizedInteger {}

nonisolated extension Timestamp: JSONReadable {
  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> Timestamp {
    Timestamp(millisecondsSince1970: try Int64.value(&scanner))
  }
}

nonisolated extension VoidValue: JSONReadable {
  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> VoidValue {
    try scanner.skipValue()
    return VoidValue()
  }
}

nonisolated extension RedactedJSON: JSONReadable {
  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> RedactedJSON {
    RedactedJSON(try scanner.json())
  }
}

nonisolated extension Array: JSONReadable where Element: Decodable {
  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> [Element] {
    try scanner.list { scanner throws(JSONFailure) in try scanner.value(Element.self) }
  }
}

nonisolated extension Optional: JSONReadable where Wrapped: Decodable {
  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> Wrapped? {
    try scanner.skipNull() ? nil : try scanner.value(Wrapped.self)
  }
}

nonisolated extension JSONScanner {
  /// Moves past a value of any type.
  mutating func value<Value: Decodable>(_ type: Value.Type) throws(JSONFailure) -> Value {
    switch type {
    case let type as any JSONReadable.Type: return try cast(type.value(&self))
    case let type as any OpenEnum.Type: return try cast(type.init(graphQLName: try string()))
    case let type as any TextScalar.Type:
      guard let scalar = type.init(try string()) else { throw .invalidValue }
      return try cast(scalar)
    default: return try decoded()
    }
  }

  /// Returns a value with the static type that it has anyway.
  private func cast<Value>(_ value: Any) throws(JSONFailure) -> Value {
    guard let value = value as? Value else { throw .typeMismatch }
    return value
  }

  /// Moves past a value of a type that only Foundation's decoder can read.
  private mutating func decoded<Value: Decodable>() throws(JSONFailure) -> Value {
    skipSpace()
    let start = offset
    try skipValue()
    do {
      return try JSONDecoder().decode(
        Value.self, from: Data(UnsafeRawBufferPointer(rebasing: bytes[start..<offset])))
    } catch {
      let error = ResponseDecodingError(error)
      elementPath += error.path.reversed()
      throw switch error.reason {
      case .missing: .missing
      case .null: .null
      case .typeMismatch: .typeMismatch
      case .invalidValue, .invalidJSON: .invalidValue
      }
    }
  }

  /// Moves past an array.
  @inline(__always)
  mutating func list<Element>(
    _ element: (inout JSONScanner) throws(JSONFailure) -> Element
  ) throws(JSONFailure) -> [Element] {
    var elements: [Element] = []
    guard try openArray() else { return elements }
    elements.reserveCapacity(4)
    do throws(JSONFailure) {
      repeat { elements.append(try element(&self)) } while try nextElement()
    } catch {
      elementPath.append(String(elements.count))
      throw error
    }
    return elements
  }

  // MARK: JSON

  /// Moves past a value of any form. Does not recurse.
  package mutating func json() throws(JSONFailure) -> JSON {
    var open: [OpenValue] = []
    while true {
      var value = try start(&open)
      while let complete = value {
        guard !open.isEmpty else { return complete }
        value = try add(complete, to: &open)
      }
    }
  }

  /// An array or object whose end is not reached.
  nonisolated private enum OpenValue {
    case array([JSON])
    case object([String: JSON], key: String)
  }

  /// Reads a value up to its first element.
  ///
  /// - Returns: the value; nil if it has elements.
  private mutating func start(_ open: inout [OpenValue]) throws(JSONFailure) -> JSON? {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"):
      guard try self.open(UInt8(ascii: "{"), close: UInt8(ascii: "}")) else { return .object([:]) }
      open.append(.object([:], key: try key()))
      return nil
    case UInt8(ascii: "["):
      guard try openArray() else { return .array([]) }
      open.append(.array([]))
      return nil
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean(try boolean())
    case UInt8(ascii: "n"):
      try skip("null")
      return .null
    default:
      let start = offset
      _ = try numberBounds()
      return JSON(number: text(from: start, to: offset))
    }
  }

  /// Adds an element to the innermost open value.
  ///
  /// - Returns: that value, if this was its last element.
  private mutating func add(
    _ element: JSON, to open: inout [OpenValue]
  ) throws(JSONFailure) -> JSON? {
    switch open.removeLast() {
    case .array(var elements):
      elements.append(element)
      guard try nextElement() else { return .array(elements) }
      open.append(.array(elements))
    case .object(var members, let key):
      // Of members with the same name, the first counts.
      if members[key] == nil { members[key] = element }
      guard skip(UInt8(ascii: ",")) else {
        try expect(UInt8(ascii: "}"))
        depth -= 1
        return .object(members)
      }
      open.append(.object(members, key: try self.key()))
    }
    return nil
  }

  private mutating func key() throws(JSONFailure) -> String {
    skipSpace()
    let key = text(try stringBounds())
    try expect(UInt8(ascii: ":"))
    return key
  }
}

"""#),
("JSONScanner.swift", #"""
// Reads JSON text from UTF-8 bytes, value by value, without a tree.
// https://www.rfc-editor.org/rfc/rfc8259

/// Why a value cannot be read.
nonisolated package enum JSONFailure: Error {
  /// The bytes are not JSON.
  case syntax
  /// The value is null.
  case null
  /// The value has another type.
  case typeMismatch
  /// The value does not have the format of its type, or is out of its range.
  case invalidValue
  /// There is no value.
  case missing
  /// A value inside could not be read, and the coder knows why.
  case reported
}

/// A position in JSON text. Reading a value moves it to the end of the value.
///
/// The owner of the bytes keeps them alive. No method reads outside of them.
nonisolated package struct JSONScanner: ~Copyable {
  /// The maximum depth of arrays and objects, from the root of the document.
  static let maximumDepth = 512

  let bytes: UnsafeRawBufferPointer
  package var offset = 0
  /// The number of arrays and objects around the position.
  var depth = 0
  /// The position of a problem inside a value: keys and list indices, innermost first.
  var elementPath: [String] = []

  /// - Parameter bytes: JSON text in UTF-8. A byte-order mark before it is ignored.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { offset = 3 }
  }

  /// The byte at the position; nil at the end of the text.
  @inline(__always)
  var next: UInt8? { offset < bytes.count ? byte(offset) : nil }

  /// The byte at an offset inside the text.
  @inline(__always)
  package func byte(_ offset: Int) -> UInt8 {
    assert(offset < bytes.count)
    return bytes.baseAddress.unsafelyUnwrapped.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// The eight bytes at an offset, the first one lowest.
  @inline(__always)
  func word(_ offset: Int) -> UInt64 {
    assert(offset + 8 <= bytes.count)
    return UInt64(
      littleEndian: bytes.baseAddress.unsafelyUnwrapped.loadUnaligned(
        fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  package mutating func skipSpace() {
    while offset < bytes.count, byte(offset).isJSONSpace { offset += 1 }
  }

  /// Moves past a byte after optional space.
  ///
  /// - Returns: whether it is there.
  @inline(__always)
  mutating func skip(_ expected: UInt8) -> Bool {
    skipSpace()
    guard next == expected else { return false }
    offset += 1
    return true
  }

  @inline(__always)
  mutating func expect(_ expected: UInt8) throws(JSONFailure) {
    guard skip(expected) else { throw .syntax }
  }

  /// Moves past `null`, if it is the next value.
  @inline(__always)
  package mutating func skipNull() throws(JSONFailure) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: "n") else { return false }
    try skip("null")
    return true
  }

  /// Moves past `true`, `false` or `null`.
  @inline(__always)
  mutating func skip(_ literal: StaticString) throws(JSONFailure) {
    offset = try literalEnd(literal, offset)
  }

  mutating func boolean() throws(JSONFailure) -> Bool {
    skipSpace()
    switch next {
    case UInt8(ascii: "t"):
      try skip("true")
      return true
    case UInt8(ascii: "f"):
      try skip("false")
      return false
    default: throw mismatch()
    }
  }

  /// Returns why the next value is not of the expected type.
  @inline(never)
  mutating func mismatch() -> JSONFailure {
    do throws(JSONFailure) {
      if try skipNull() { return .null }
      try skipValue()
      return .typeMismatch
    } catch {
      return error
    }
  }

  // MARK: Arrays and objects

  /// Moves into an array or object.
  ///
  /// - Returns: whether it has elements. If not, the position is after it.
  @inline(__always)
  mutating func open(_ bracket: UInt8, close: UInt8) throws(JSONFailure) -> Bool {
    guard skip(bracket) else { throw mismatch() }
    guard depth < Self.maximumDepth else { throw .syntax }
    if skip(close) { return false }
    depth += 1
    return true
  }

  package mutating func openArray() throws(JSONFailure) -> Bool {
    try open(UInt8(ascii: "["), close: UInt8(ascii: "]"))
  }

  /// Moves to the next element of an array.
  ///
  /// - Returns: false at the end. The position is then after the array.
  @inline(__always)
  package mutating func nextElement() throws(JSONFailure) -> Bool {
    if skip(UInt8(ascii: ",")) { return true }
    try expect(UInt8(ascii: "]"))
    depth -= 1
    return false
  }

  /// Moves past the next value and checks that it is JSON. Does not recurse, and keeps the position in
  /// a local variable, which is faster.
  package mutating func skipValue() throws(JSONFailure) {
    var index = offset
    var open = 0
    // Of the innermost array or object, and of all around it.
    var isObject = false
    var kinds = Kinds()
    repeat {
      index = spaceEnd(index)
      switch peek(index) {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth + open < Self.maximumDepth else { throw .syntax }
        let opensObject = byte(index) == UInt8(ascii: "{")
        index = spaceEnd(index + 1)
        if peek(index) == (opensObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          index += 1
        } else {
          isObject = opensObject
          kinds.set(open, isObject: isObject)
          open += 1
          if isObject { index = try keyEnd(index) }
          continue
        }
      case UInt8(ascii: "\""): index = try stringEnd(index)
      case UInt8(ascii: "t"): index = try literalEnd("true", index)
      case UInt8(ascii: "f"): index = try literalEnd("false", index)
      case UInt8(ascii: "n"): index = try literalEnd("null", index)
      default:
        offset = index
        try skipNumber()
        index = offset
      }
      while open > 0 {
        index = spaceEnd(index)
        let next = peek(index)
        index += 1
        if next == UInt8(ascii: ",") {
          if isObject { index = try keyEnd(index) }
          break
        }
        guard next == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { throw .syntax }
        open -= 1
        if open > 0 { isObject = kinds.isObject(open - 1) }
      }
    } while open > 0
    offset = index
  }

  /// The byte at an offset; 0, which no JSON contains, at the end of the text.
  @inline(__always)
  private func peek(_ index: Int) -> UInt8 { index < bytes.count ? byte(index) : 0 }

  @inline(__always)
  private func spaceEnd(_ start: Int) -> Int {
    var index = start
    while peek(index).isJSONSpace { index += 1 }
    return index
  }

  /// Returns the offset after a key and its colon.
  @inline(__always)
  private mutating func keyEnd(_ start: Int) throws(JSONFailure) -> Int {
    let end = spaceEnd(try stringEnd(spaceEnd(start)))
    guard peek(end) == UInt8(ascii: ":") else { throw .syntax }
    return end + 1
  }

  /// Returns the offset after a string.
  @inline(__always)
  private mutating func stringEnd(_ start: Int) throws(JSONFailure) -> Int {
    offset = start
    _ = try stringBounds()
    return offset
  }

  /// Returns the offset after a literal of four to eight bytes.
  @inline(__always)
  private func literalEnd(_ literal: StaticString, _ start: Int) throws(JSONFailure) -> Int {
    let (text, count) = (UnsafeRawPointer(literal.utf8Start), literal.utf8CodeUnitCount)
    guard bytes.count - start >= count else { throw .syntax }
    let found = bytes.baseAddress.unsafelyUnwrapped + start
    // The first four bytes, and the last four, which may overlap them.
    guard found.loadUnaligned(as: UInt32.self) == text.loadUnaligned(as: UInt32.self),
      (found + count - 4).loadUnaligned(as: UInt32.self)
        == (text + count - 4).loadUnaligned(as: UInt32.self)
    else { throw .syntax }
    return start + count
  }

  /// Checks that nothing follows the value.
  mutating func expectEnd() throws(JSONFailure) {
    skipSpace()
    guard offset == bytes.count else { throw .syntax }
  }

  /// Whether each open value is an object: one bit for each.
  nonisolated private struct Kinds {
    private var bits: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (
      0, 0, 0, 0, 0, 0, 0, 0
    )

    mutating func set(_ index: Int, isObject: Bool) {
      let (word, mask) = (index / 64, UInt64(1) << UInt64(index % 64))
      withUnsafeMutableBytes(of: &bits) { bytes in
        let words = bytes.assumingMemoryBound(to: UInt64.self)
        words[word] = isObject ? words[word] | mask : words[word] & ~mask
      }
    }

    func isObject(_ index: Int) -> Bool {
      withUnsafeBytes(of: bits) { bytes in
        bytes.assumingMemoryBound(to: UInt64.self)[index / 64] >> UInt64(index % 64) & 1 == 1
      }
    }
  }
}

nonisolated extension UInt8 {
  /// RFC 8259, section 2.
  @inline(__always)
  var isJSONSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
  }
}

"""#),
("JSONWriter.swift", #"""
// Writes JSON text. https://www.rfc-editor.org/rfc/rfc8259

import Foundation

/// JSON text under construction. Equal values give equal text.
nonisolated final class JSONWriter {
  /// The text so far. Behind a pointer, because access to a class's own properties is checked.
  nonisolated private struct Output {
    var start: UnsafeMutablePointer<UInt8>
    var count = 0
    var capacity: Int
    /// Whether the next element of the innermost array or object follows another one.
    var needsComma = false
    /// Whether a secret was written.
    var hasSeenSecret = false

    /// Makes room for further bytes.
    @inline(__always)
    mutating func reserve(_ additional: Int) {
      if capacity - count < additional { grow(additional) }
    }

    @inline(never)
    private mutating func grow(_ additional: Int) {
      capacity = max(capacity * 2, count + additional)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      larger.update(from: start, count: count)
      start.deallocate()
      start = larger
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
      reserve(1)
      start[count] = byte
      count += 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard let source = bytes.baseAddress else { return }
      reserve(bytes.count)
      (start + count).update(from: source, count: bytes.count)
      count += bytes.count
    }

    mutating func append(_ text: String) {
      var text = text
      text.withUTF8 { append($0) }
    }

    /// Writes the bytes before the first one that a string contains as an escape sequence.
    ///
    /// - Returns: the index of that byte, or the end.
    @inline(__always)
    mutating func appendPlain(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
      guard let source = text.base.baseAddress else { return text.endIndex }
      // Words are written whole, and count up to the byte that needs an escape sequence.
      reserve(text.count + 8)
      let target = start + count - text.startIndex
      var index = text.startIndex
      while index + 8 <= text.endIndex {
        let word = UnsafeRawPointer(source + index).loadUnaligned(as: UInt64.self)
        UnsafeMutableRawPointer(target + index).storeBytes(of: word, as: UInt64.self)
        let escaped = JSONScanner.escaped(UInt64(littleEndian: word))
        if escaped != 0 {
          index += escaped.trailingZeroBitCount / 8
          count += index - text.startIndex
          return index
        }
        index += 8
      }
      while index < text.endIndex, !source[index].needsEscape {
        target[index] = source[index]
        index += 1
      }
      count += index - text.startIndex
      return index
    }

    /// Writes an integer in decimal digits.
    mutating func append(_ value: Int) {
      if value < 0 { append(UInt8(ascii: "-")) }
      // As many as the largest integer has. The last digits come first.
      let maximumCount = 20
      reserve(maximumCount)
      let end = start + count + maximumCount
      var first = end
      var rest = value.magnitude
      repeat {
        first -= 1
        first.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      (start + count).update(from: first, count: end - first)
      count += end - first
    }
  }

  private let output: UnsafeMutablePointer<Output>
  /// The values that the text has null for, and the offsets of these nulls.
  private(set) var separateValues: [(offset: Int, value: any SeparateValue)] = []

  init() {
    output = .allocate(capacity: 1)
    output.initialize(to: Output(start: .allocate(capacity: 256), capacity: 256))
  }

  deinit {
    output.pointee.start.deallocate()
    output.deallocate()
  }

  var data: Data { Data(bytes: output.pointee.start, count: output.pointee.count) }
  var text: String { String(decoding: bytes, as: UTF8.self) }
  var hasSeenSecret: Bool { output.pointee.hasSeenSecret }

  private var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: output.pointee.start, count: output.pointee.count)
  }

  // MARK: Arrays and objects

  func open(_ bracket: Unicode.Scalar) {
    output.pointee.append(UInt8(ascii: bracket))
    output.pointee.needsComma = false
  }

  func close(_ bracket: Unicode.Scalar) {
    output.pointee.append(UInt8(ascii: bracket))
    output.pointee.needsComma = true
  }

  /// Writes the member of an object.
  @inline(__always)
  func member(_ name: StaticString, _ value: (JSONWriter) throws -> Void) rethrows {
    separate()
    write(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    output.pointee.append(UInt8(ascii: ":"))
    try value(self)
    output.pointee.needsComma = true
  }

  func member(_ name: String, _ value: (JSONWriter) throws -> Void) rethrows {
    separate()
    write(name)
    output.pointee.append(UInt8(ascii: ":"))
    try value(self)
    output.pointee.needsComma = true
  }

  @inline(__always)
  func array<Element>(
    _ elements: [Element], _ write: (JSONWriter, Element) throws -> Void
  ) rethrows {
    open("[")
    for element in elements { try self.element { try write($0, element) } }
    close("]")
  }

  /// Writes the element of an array.
  @inline(__always)
  func element(_ value: (JSONWriter) throws -> Void) rethrows {
    separate()
    try value(self)
    output.pointee.needsComma = true
  }

  /// Separates a member or an element from the one before.
  @inline(__always)
  private func separate() {
    if output.pointee.needsComma { output.pointee.append(UInt8(ascii: ",")) }
  }

  func write(_ object: some FieldWritable) throws {
    try write { object.encode(into: $0) }
  }

  /// Writes an object with the fields that `body` writes.
  func write(_ body: (FieldWriter) -> Void) throws {
    open("{")
    let fields = JSONFieldWriter(self)
    body(fields)
    close("}")
    try fields.check()
  }

  // MARK: Values

  func writeNull() {
    output.pointee.append("null")
  }

  func write(_ value: Bool) {
    output.pointee.append(value ? "true" : "false")
  }

  func write(_ value: Int) {
    output.pointee.append(value)
  }

  /// Writes the shortest text that reads as the same number.
  ///
  /// - Throws: `EncodingError.invalidValue` for infinity and NaN, which are no JSON.
  func write(_ value: Double) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [], debugDescription: "expected a finite number, found \(value)"))
    }
    // A whole number without a fraction, as services expect it in paths and forms.
    if let whole = Int(exactly: value), value.sign == .plus || whole != 0 { return write(whole) }
    output.pointee.append(value.description)
  }

  func write(_ value: Secret) {
    output.pointee.hasSeenSecret = true
    write(value.reveal())
  }

  func write(_ value: String) {
    var value = value
    value.withUTF8 { write($0) }
  }

  /// Writes a string.
  @inline(__always)
  private func write(_ text: UnsafeBufferPointer<UInt8>) {
    output.pointee.append(UInt8(ascii: "\""))
    var index = output.pointee.appendPlain(text[...])
    while index < text.count {
      writeEscape(text[index])
      index = output.pointee.appendPlain(text[(index + 1)...])
    }
    output.pointee.append(UInt8(ascii: "\""))
  }

  @inline(never)
  private func writeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): output.pointee.append("\\\"")
    case UInt8(ascii: "\\"): output.pointee.append("\\\\")
    case UInt8(ascii: "\n"): output.pointee.append("\\n")
    case UInt8(ascii: "\r"): output.pointee.append("\\r")
    case UInt8(ascii: "\t"): output.pointee.append("\\t")
    default:
      let digits = String(byte, radix: 16)
      output.pointee.append((digits.utf8.count == 1 ? "\\u000" : "\\u00") + digits)
    }
  }

  func write(_ value: JSON) throws {
    switch value {
    case .null: writeNull()
    case .boolean(let value): write(value)
    case .integer(let value): write(value)
    case .number(let value): output.pointee.append(value.text)
    case .string(let value): write(value)
    case .array(let elements): try array(elements) { try $0.write($1) }
    case .object(let members):
      open("{")
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        try member(name) { try $0.write(value) }
      }
      close("}")
    }
  }

  /// Writes a value of a type that is known only at run time.
  func write(any value: any Encodable) throws {
    switch value {
    case let value as String: write(value)
    case let value as Secret: write(value)
    case let value as any FieldWritable: try write(value)
    case let value as any OpenEnum: write(value.graphQLName)
    case let value as Int: write(value)
    case let value as Bool: write(value)
    case let value as Double: try write(value)
    case let value as JSON: try write(value)
    case let value as any ServerScalar: try write(value.json())
    case let value as any OptionalValue:
      if let value = value.wrappedValue { try write(any: value) } else { writeNull() }
    case let value as [any Encodable]: try array(value) { try $0.write(any: $1) }
    case let value as any SeparateValue:
      separateValues.append((output.pointee.count, value))
      writeNull()
    default: try writeEncoded(value)
    }
  }

  /// Writes a value with Foundation's encoder.
  private func writeEncoded(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let watch = SecretWatch()
    if let key = SecretWatch.key { encoder.userInfo[key] = watch }
    try encoder.encode(value).withUnsafeBytes {
      output.pointee.append($0.bindMemory(to: UInt8.self))
    }
    if watch.hasSeenSecret { output.pointee.hasSeenSecret = true }
  }
}

/// The value inside an Optional of any type.
nonisolated private protocol OptionalValue {
  var wrappedValue: (any Encodable)? { get }
}

nonisolated extension Optional: OptionalValue {
  fileprivate var wrappedValue: (any Encodable)? { flatMap { $0 as? any Encodable } }
}

nonisolated extension UInt8 {
  /// Whether a string contains this byte as an escape sequence only. RFC 8259, section 7.
  fileprivate var needsEscape: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}

"""#),
("LocalDateTime.swift", #"""
// A date and a time of day without a time zone.
// https://scalars.graphql.org/andimarek/local-date-time.html

public import Foundation

/// A date and a time of day, such as `2026-01-31T12:00:00` on the wire (ISO 8601). It has no offset from UTC,
/// so it is a point in time only together with a time zone. It encodes as the text from which it was decoded.
nonisolated public struct LocalDateTime: Sendable {
  public let day: CalendarDate
  /// The seconds from the day's beginning, from 0 up to 86,400, with a fraction.
  public let secondsOfDay: Double
  public let description: String

  /// 0000-01-01T00:00:00.
  static let firstMidnight = LocalDateTime(
    day: .firstDay, secondsOfDay: 0, description: "0000-01-01T00:00:00")

  /// Returns the point in time at which clocks in a time zone show this date and time.
  ///
  /// - Returns: the first of two points in time when clocks go back, and the next valid one for a time that
  ///   clocks skip.
  public func date(in timeZone: TimeZone) -> Date {
    let local = Double(day.daysSince1970) * 86_400 + secondsOfDay
    func candidate(_ offset: Int) -> Date { Date(timeIntervalSince1970: local - Double(offset)) }
    let utc = candidate(0)
    let before = timeZone.secondsFromGMT(for: utc.addingTimeInterval(-86_400))
    let after = timeZone.secondsFromGMT(for: utc.addingTimeInterval(86_400))
    let first = candidate(before)
    if timeZone.secondsFromGMT(for: first) == before { return first }
    let second = candidate(after)
    return timeZone.secondsFromGMT(for: second) == after ? second : first
  }
}

nonisolated extension LocalDateTime: LosslessStringConvertible {
  /// Parses a date and time.
  ///
  /// - Parameter description: a form of ISO 8601 with a time and without an offset. At most 64 bytes.
  public init?(_ description: String) {
    guard let parsed = ISO8601(description), parsed.hasTime, parsed.offset == nil else {
      return nil
    }
    let isNextDay = parsed.seconds >= 86_400
    guard let day = CalendarDate(daysSince1970: parsed.day + (isNextDay ? 1 : 0)) else {
      return nil
    }
    self.day = day
    secondsOfDay = parsed.seconds - (isNextDay ? 86_400 : 0)
    self.description = description
  }
}

nonisolated extension LocalDateTime: Hashable, Comparable {
  public static func == (left: LocalDateTime, right: LocalDateTime) -> Bool {
    left.day == right.day && left.secondsOfDay == right.secondsOfDay
  }

  public static func < (left: LocalDateTime, right: LocalDateTime) -> Bool {
    (left.day, left.secondsOfDay) < (right.day, right.secondsOfDay)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(day)
    hasher.combine(secondsOfDay)
  }
}

nonisolated extension LocalDateTime: TextScalar {
  public static let expectation = "a date and time without an offset, YYYY-MM-DDThh:mm:ss"
}

"""#),
("Locked.swift", #"""
// Shared state for synchronous code, which cannot wait for an actor.

import Foundation

/// A value that one caller at a time may read or change. (`Mutex` needs iOS 18.)
nonisolated package final class Locked<Value>: @unchecked Sendable {
  // Audited: `value` is accessed only between lock and unlock below.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

"""#),
("MergedObject.swift", #"""
// Fields for another encoder. Several views of an object may write different fields of the same nested object, so
// their fields are merged before anything is encoded.

/// An object or a list under construction. Its values may be added in parts.
nonisolated final class MergedObject {
  nonisolated enum Node {
    case object(MergedObject)
    /// The names are indices.
    case list(MergedObject)
    case string(String)
    case int(Int)
    case double(Double)
    case bool(Bool)
    /// Any other value, which the encoder writes in the end.
    case value(any Encodable)
    case null
  }

  private var names: [String] = []
  private var nodes: [String: Node] = [:]

  /// Adds a value. A second one replaces the first, because both are the same value of the response.
  func add(_ node: Node, as name: String) {
    if nodes.updateValue(node, forKey: name) == nil { names.append(name) }
  }

  /// The nested object with this name. Creates it if it does not exist.
  func object(_ name: String) -> MergedObject {
    if case .object(let known) = nodes[name] { return known }
    let new = MergedObject()
    add(.object(new), as: name)
    return new
  }

  /// The nested list with this name. Creates it if it does not exist.
  func list(_ name: String) -> MergedObject {
    if case .list(let known) = nodes[name] { return known }
    let new = MergedObject()
    add(.list(new), as: name)
    return new
  }

  func write(to container: inout KeyedEncodingContainer<FieldName>) throws {
    for name in names {
      let key = FieldName(name)
      switch nodes[name] {
      case .object(let object):
        var nested = container.nestedContainer(keyedBy: FieldName.self, forKey: key)
        try object.write(to: &nested)
      case .list(let list):
        var nested = container.nestedUnkeyedContainer(forKey: key)
        try list.write(to: &nested)
      case .string(let value): try container.encode(value, forKey: key)
      case .int(let value): try container.encode(value, forKey: key)
      case .double(let value): try container.encode(value, forKey: key)
      case .bool(let value): try container.encode(value, forKey: key)
      case .value(let value as any ServerFormCodable):
        try container.encode(value.inServerForm, forKey: key)
      case .value(let value): try container.encode(value, forKey: key)
      case .null, nil: try container.encodeNil(forKey: key)
      }
    }
  }

  /// Writes the elements of a list, which are objects, lists or null.
  private func write(to container: inout any UnkeyedEncodingContainer) throws {
    for name in names {
      switch nodes[name] {
      case .object(let object):
        var nested = container.nestedContainer(keyedBy: FieldName.self)
        try object.write(to: &nested)
      case .list(let list):
        var nested = container.nestedUnkeyedContainer()
        try list.write(to: &nested)
      default: try container.encodeNil()
      }
    }
  }
}

// MARK: Writers

/// Adds the fields of one object to a ``MergedObject``.
nonisolated final class TreeFieldWriter: FieldWriter {
  private let object: MergedObject
  /// The key of the next value, if it is not its name.
  private let key: String?

  init(_ object: MergedObject, key: String? = nil) {
    (self.object, self.key) = (object, key)
  }

  /// Writes one object to an encoder.
  static func encode(to encoder: any Encoder, _ fields: (FieldWriter) -> Void) throws {
    let object = MergedObject()
    fields(TreeFieldWriter(object))
    var container = encoder.container(keyedBy: FieldName.self)
    try object.write(to: &container)
  }

  override func at(_ path: [String]) -> FieldWriter {
    TreeFieldWriter(path.dropLast().reduce(object) { $0.object($1) }, key: path.last)
  }

  private func add(_ node: MergedObject.Node, _ name: StaticString) {
    object.add(node, as: key ?? name.description)
  }

  override func write(_ name: StaticString, _ value: String) { add(.string(value), name) }
  override func write(_ name: StaticString, _ value: Int) { add(.int(value), name) }
  override func write(_ name: StaticString, _ value: Double) { add(.double(value), name) }
  override func write(_ name: StaticString, _ value: Bool) { add(.bool(value), name) }
  override func write(_ name: StaticString, any value: any Encodable) { add(.value(value), name) }

  override func write(
    _ name: StaticString, object: @autoclosure () -> Any?, _ fields: (FieldWriter) -> Void
  ) {
    fields(TreeFieldWriter(self.object.object(key ?? name.description)))
  }

  override func write(
    _ name: StaticString, list: @autoclosure () -> Any?, _ elements: (ListWriter) -> Void
  ) {
    elements(TreeListWriter(object.list(key ?? name.description)))
  }

  override func writeNil(_ name: StaticString, orNull isNull: Bool) {
    if isNull { add(.null, name) }
  }

  package override func write(member name: String, _ value: JSON) {
    object.add(.value(value), as: name)
  }
}

nonisolated private final class TreeListWriter: ListWriter {
  private let list: MergedObject
  private var count = 0
  init(_ list: MergedObject) {
    self.list = list
  }

  override func object(_ fields: (FieldWriter) -> Void) {
    fields(TreeFieldWriter(list.object(next())))
  }

  override func list(_ body: (ListWriter) -> Void) { body(TreeListWriter(list.list(next()))) }
  override func null() { list.add(.null, as: next()) }

  /// Returns the name of the next element.
  private func next() -> String {
    count += 1
    return String(count - 1)
  }
}

"""#),
("NestedLists.swift", #"""
// Lists of objects that may contain null, and lists of lists of objects. They are rare, so their forms are found at
// run time.

nonisolated extension FieldReader {
  /// A list of objects that may contain null, or of lists, at any depth.
  @inline(never)
  public mutating func nestedObjects<Element>(_ name: StaticString) -> [Element] {
    required(name, NestedCoding<[Element]>.self) { _ in [] }
  }

  @inline(never)
  public mutating func optionalNestedObjects<Element>(_ name: StaticString) -> [Element]? {
    optional(name, NestedCoding<[Element]>.self)
  }
}

/// An object, a list of objects, or lists of lists.
nonisolated package enum NestedCoding<Value>: FieldCoding {
  package static var expected: String? {
    Value.self is any ResponseObject.Type ? "an object" : "a list"
  }

  package static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Value {
    try reader.nested(Value.self)
  }

  package static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Value {
    try reader.nested(Value.self, from: try fields.container.superDecoder(forKey: FieldName(name)))
  }
}

nonisolated extension FieldReader {
  mutating func nested<Value>(_ type: Value.Type) throws(JSONFailure) -> Value {
    let value: Any
    switch type {
    case let type as any ResponseObject.Type: value = try type.next(&self)
    case let type as any NestedValue.Type: value = try type.read(&self)
    case let type as any Decodable.Type: value = try json.scanner.value(type)
    default: throw .typeMismatch
    }
    guard let value = value as? Value else { throw .typeMismatch }
    return value
  }

  fileprivate mutating func nested<Value>(
    _ type: Value.Type, from decoder: any Decoder
  ) throws -> Value {
    let value: Any
    switch type {
    case let type as any ResponseObject.Type:
      value = try type.decode(try DecodedFields(decoder), &self)
    case let type as any NestedValue.Type: value = try type.decode(from: decoder, &self)
    default: throw ResponseDecodingError(.typeMismatch, path: [])
    }
    guard let value = value as? Value else {
      throw ResponseDecodingError(.typeMismatch, path: [])
    }
    return value
  }
}

nonisolated extension ResponseObject {
  fileprivate static func next(_ reader: inout FieldReader) throws(JSONFailure) -> Self {
    try reader.nextObject()
  }

  fileprivate static func decode(
    _ fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Self {
    try reader.object(from: fields)
  }
}

/// A list or an optional.
nonisolated protocol NestedValue {
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Self
  static func decode(from decoder: any Decoder, _ reader: inout FieldReader) throws -> Self
  /// Writes the value as an element of a list.
  func write(to list: ListWriter)
  /// Writes the elements, if the value is a list.
  func writeElements(to list: ListWriter)
}

nonisolated extension Array: NestedValue {
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> [Element] {
    try reader.nextList { reader throws(JSONFailure) in try reader.nested(Element.self) }
  }

  static func decode(from decoder: any Decoder, _ reader: inout FieldReader) throws -> [Element] {
    var list = try decoder.unkeyedContainer()
    var elements: [Element] = []
    while !list.isAtEnd {
      elements.append(try reader.nested(Element.self, from: try list.superDecoder()))
    }
    return elements
  }

  func write(to list: ListWriter) { list.list { writeElements(to: $0) } }

  func writeElements(to list: ListWriter) {
    for element in self { list.nested(element) }
  }
}

nonisolated extension Optional: NestedValue {
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Wrapped? {
    if try reader.json.scanner.skipNull() { return nil }
    return try reader.nested(Wrapped.self)
  }

  static func decode(from decoder: any Decoder, _ reader: inout FieldReader) throws -> Wrapped? {
    if try decoder.singleValueContainer().decodeNil() { return nil }
    return try reader.nested(Wrapped.self, from: decoder)
  }

  func write(to list: ListWriter) {
    if let self { list.nested(self) } else { list.null() }
  }

  func writeElements(to list: ListWriter) {
    if let self = self as? any NestedValue { self.writeElements(to: list) }
  }
}

nonisolated extension ListWriter {
  /// Writes an object, a list, or null.
  func nested(_ element: Any) {
    switch element {
    case let object as any ResponseObject: self.object { object.encode(into: $0) }
    case let object as any FieldWritable: self.object { object.encode(into: $0) }
    case let value as any NestedValue: value.write(to: self)
    default: preconditionFailure("expected an object or a list, found \(type(of: element))")
    }
  }
}

"""#),
("OpenEnum.swift", #"""
// Enums to which the server may add values.

/// A GraphQL enum. A value that is newer than the generated code decodes as `unknown`, keeps its
/// name, and encodes back.
///
/// Generated types implement ``init(graphQLName:)`` and ``graphQLName``. An extension implements
/// the rest.
nonisolated public protocol OpenEnum: RawRepresentable, CaseIterable, Codable, Hashable, Sendable
where RawValue == String {
  /// Creates a value from its name.
  ///
  /// - Parameter graphQLName: the value's name in the schema, or an unknown name.
  init(graphQLName: String)

  /// The value's name in the schema. For an unknown value, the name from the server.
  var graphQLName: String { get }

  /// The names of all values in the schema when the code was generated, in the schema's order.
  static var graphQLNames: [String] { get }
}

// No function here is specialised: an app would have a copy of its code for each enum.
nonisolated extension OpenEnum {
  /// All values that were in the schema when the code was generated.
  public static var allCases: [Self] { graphQLNames.map(Self.init(rawValue:)) }

  public init(rawValue: String) {
    self.init(graphQLName: rawValue)
  }

  public var rawValue: String { graphQLName }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public init(from decoder: any Decoder) throws {
    if let choice = decoder.userInfo[.nameChoice] as? NameChoice {
      self.init(graphQLName: choice(Self.graphQLNames, decoder.codingPath))
    } else {
      self.init(graphQLName: try decoder.singleValueContainer().decode(String.self))
    }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(graphQLName)
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func == (left: Self, right: Self) -> Bool {
    left.graphQLName == right.graphQLName
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public func hash(into hasher: inout Hasher) {
    hasher.combine(graphQLName)
  }
}

"""#),
("OperationCaller.swift", #"""
// One call from an operation to its response: documents or hashes, retries, credential,
// interceptors.

package import Foundation

nonisolated package struct OperationCaller: Sendable {
  package let configuration: ClientConfiguration
  package let transport: any Transport
  let interceptors: [any Interceptor]
  let signer: (any RequestSigner)?
  package let clock: any Clock<Duration>
  package let random: @Sendable () -> Double
  package let now: @Sendable () -> Date

  /// The data of a response without errors.
  func data<Operation: GraphQLOperation>(
    for operation: Operation, _ options: CallOptions, source: (any CredentialSource)?
  ) async throws(RequestError) -> Operation.Data {
    try await response(to: operation, options, source: source)
      .completeData(of: Operation.operationName)
  }

  /// The server's response. Falls back to the document if the server does not know the hash.
  func response<Operation: GraphQLOperation>(
    to operation: Operation, _ options: CallOptions, source: (any CredentialSource)?
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    try await inTime(Operation.operationName, options) { () async throws(RequestError) in
      try await answer(to: operation, options, source)
    }
  }

  private func answer<Operation: GraphQLOperation>(
    to operation: Operation, _ options: CallOptions, _ source: (any CredentialSource)?
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    if let connector = operation as? any ConnectorOperation {
      return try await answer(
        ServiceExchange<Operation.Data>(operation: connector), options, source)
    }
    let definition = Operation.definition
    let (document, hash) = (definition.document, definition.hash)
    func exchange(_ document: String?, _ hash: String?) -> some OperationExchange<Operation.Data> {
      GraphQLExchange(operation, document: document, hash: hash)
    }
    guard document == nil || sendsHashes(for: operation) else {
      return try await answer(exchange(document, nil), options, source)
    }
    // The second request is for the user of the first one.
    var options = options
    if source != nil { options.login = options.login ?? CommonLogin() }
    let response = try await answer(exchange(nil, hash), options, source)
    guard response.errors.contains(where: \.isUnknownHash) else { return response }
    guard let document, configuration.persistedOperations == .automatic else {
      throw RequestError(
        .unknownDocument, progress: .answered, operationName: Operation.operationName,
        extensions: response.extensions)
    }
    return try await answer(exchange(document, hash), options, source)
  }

  /// Whether to send the hash first. Only queries are sent again if the server does not know the
  /// hash. Operations with secrets are excluded, because servers cache requests by hash, and those with
  /// values beside their JSON, because sending these twice takes long.
  func sendsHashes<Operation: GraphQLOperation>(for operation: Operation) -> Bool {
    switch configuration.persistedOperations {
    case .off: false
    case .only: true
    case .automatic:
      Operation.kind == .query && (try? operation.encodedVariables().isBodyOnly) == false
    }
  }

  /// Makes a call within its deadline.
  private func inTime<Value: Sendable>(
    _ operationName: String, _ options: CallOptions,
    _ body: @escaping @Sendable () async throws(RequestError) -> Value
  ) async throws(RequestError) -> Value {
    guard let deadline = options.deadline ?? configuration.deadline else { return try await body() }
    if let value = try await TimeLimit(deadline, clock: clock).value(of: body) { return value }
    throw RequestError(
      .transport(TransportError(.timedOut, wasSent: true)), progress: .sent,
      operationName: operationName)
  }

  /// Makes the call, and retries it after a temporary failure.
  private func answer<Exchange: OperationExchange>(
    _ exchange: Exchange, _ options: CallOptions, _ source: (any CredentialSource)?
  ) async throws(RequestError) -> GraphQLResponse<Exchange.Data> {
    try checkEndpoint(for: exchange.operationName)
    var attempt = 1
    var earlier = options.login?.credential
    defer { options.login?.credential = earlier }
    while true {
      let result = await attempted(exchange, attempt, options, source, &earlier)
      do throws(RequestError) {
        let response = try result.get()
        guard response.data == nil, exchange.kind == .query else { return response }
        throw response.failure(of: exchange.operationName)
      } catch {
        guard error.mayPass, isRepeatable(exchange, options),
          let delay = (options.retry ?? configuration.retry).delay(
            afterAttempt: attempt, retryAfter: error.retryAfter, random: random())
        else { return try result.get() }
        do {
          try await clock.sleep(for: delay)
        } catch {
          throw RequestError(
            .cancelled, progress: .sent, operationName: exchange.operationName)
        }
        attempt += 1
      }
    }
  }

  /// Whether the client may send an operation again by itself.
  package func isRepeatable(_ exchange: some OperationExchange, _ options: CallOptions) -> Bool {
    guard let request = try? httpRequest(exchange, options) else { return false }
    return exchange.kind.isRepeatable(sendsSecrets: request.hasSecrets)
  }

  private func attempted<Exchange: OperationExchange>(
    _ exchange: Exchange, _ attempt: Int, _ options: CallOptions,
    _ source: (any CredentialSource)?, _ earlier: inout Credential?
  ) async -> Result<GraphQLResponse<Exchange.Data>, RequestError> {
    do throws(RequestError) {
      return .success(try await attemptCall(exchange, attempt, options, source, &earlier))
    } catch {
      return .failure(error)
    }
  }

  package func checkEndpoint(for operationName: String) throws(RequestError) {
    guard configuration.endpoint.origin?.isTrustworthy == true else {
      throw RequestError(notSent: .insecureEndpoint, operationName: operationName)
    }
  }

  /// The header fields of the app.
  package func headers(_ options: CallOptions) -> HTTPHeaders {
    configuration.headers.replaced(by: options.headers)
  }

  package func httpRequest(
    _ exchange: some OperationExchange, _ options: CallOptions
  ) throws(RequestError) -> BuiltRequest {
    var request: BuiltRequest
    do throws(RequestError.NotSent) {
      request = try exchange.httpRequest(configuration)
    } catch {
      throw RequestError(notSent: error, operationName: exchange.operationName)
    }
    request.http.headers = request.http.headers.replaced(by: headers(options))
    request.http.maximumResponseSize = configuration.maximumResponseSize
    request.http.operationName = exchange.operationName
    if let progress = options.bodyProgress {
      request.http.bodyStream = request.http.bodyStream?.observed(by: progress)
    }
    return request
  }

  /// One request and its response. If the server refuses the credential, there may be a second
  /// request with another one.
  ///
  /// - Parameter earlier: the credential of the attempt before; then that of this one.
  private func attemptCall<Exchange: OperationExchange>(
    _ exchange: Exchange, _ attempt: Int, _ options: CallOptions,
    _ source: (any CredentialSource)?, _ earlier: inout Credential?
  ) async throws(RequestError) -> GraphQLResponse<Exchange.Data> {
    let limit = timeLimit(options)
    func roundTrip(
      _ credential: Credential?, attempt: Int
    ) async throws(RequestError) -> RoundTrip<Exchange.Data> {
      let request = try httpRequest(exchange, options)
      let answer = try await send(
        request, of: exchange.definition, attempt: attempt, credential, limit, over: transport)
      let trip = RoundTrip(answer, to: exchange, sendsSecrets: request.hasSecrets, now: now())
      if case .success(let response) = trip.result { report(response, of: exchange.operationName) }
      return trip
    }
    guard let source else { return try await roundTrip(nil, attempt: attempt).result.get() }
    let before = earlier
    let credential = try await self.credential(exchange.operationName, limit) {
      () async throws(CredentialUnavailable) in
      guard let before else { return try await source.credential() }
      return try await source.credential(after: before)
    }
    guard let credential else {
      throw RequestError(notSent: .noSession, operationName: exchange.operationName)
    }
    earlier = credential
    let first = try await roundTrip(credential, attempt: attempt)
    let rules = source.refusals
    guard first.refusesCredential(by: rules) else { return try first.result.get() }
    var other: Credential?
    do throws(RequestError) {
      other = try await self.credential(exchange.operationName, limit) {
        () async throws(CredentialUnavailable) in try await source.credential(insteadOf: credential)
      }
    } catch {
      // A refused credential does not mean that the session has ended. A response of a call that the server may have
      // executed says more.
      guard first.maySendAgain(by: rules) else {
        return try first.result(whileUnavailable: error.unavailableCredential).get()
      }
      throw RequestError(
        error.reason, progress: .answered, operationName: exchange.operationName,
        httpStatus: first.httpStatus)
    }
    guard let other, other != credential, first.maySendAgain(by: rules) else {
      return try first.result.get()
    }
    earlier = other
    let second = try await roundTrip(other, attempt: attempt + 1)
    if second.refusesCredential(by: rules) {
      await source.sessionHasEnded(other)
    }
    return try second.result.get()
  }

  /// Tells the interceptors which lenient fields of a response could not be read.
  package func report<Data>(_ response: GraphQLResponse<Data>, of operationName: String) {
    guard !response.unreadableFields.isEmpty else { return }
    for interceptor in interceptors {
      interceptor.unreadableFields(response.unreadableFields, of: operationName)
    }
  }

  /// Returns the time limit of one attempt.
  package func timeLimit(_ options: CallOptions) -> TimeLimit {
    TimeLimit(options.timeout ?? configuration.timeout, clock: clock)
  }

  /// Gets a credential within the call's time limit.
  package func credential(
    _ operationName: String, _ limit: TimeLimit,
    from source: @escaping @Sendable () async throws(CredentialUnavailable) -> Credential?
  ) async throws(RequestError) -> Credential? {
    let result: Credential??
    do throws(CredentialUnavailable) {
      result = try await limit.value(of: source)
    } catch {
      throw RequestError(
        Task.isCancelled ? .cancelled : .notSent(.credentialUnavailable(error)),
        progress: .notSent, operationName: operationName)
    }
    guard let result else {
      throw RequestError(
        .transport(TransportError(.timedOut, wasSent: false)), progress: .notSent,
        operationName: operationName)
    }
    return result
  }

  /// Sends a request through all interceptors to the server and returns the response.
  ///
  /// - Parameters:
  ///   - request: the request, without the credential.
  ///   - definition: its operation.
  ///   - attempt: its number, from 1.
  ///   - credential: the credential to add; nil for none.
  ///   - limit: the time limit until there is a response.
  ///   - transport: carries the request. The interceptors see what it returns.
  package func send(
    _ request: BuiltRequest, of definition: OperationDefinition, attempt: Int,
    _ credential: Credential?, _ limit: TimeLimit, over transport: any Transport
  ) async throws(RequestError) -> HTTPResponse {
    let call = CallContext(
      operationName: definition.name, kind: definition.kind, attempt: attempt,
      sendsSecrets: request.hasSecrets, returnsSecrets: definition.returnsSecrets)
    let transmission = Transmission(
      call: call, endpoint: configuration.endpoint, credential: credential,
      credentialVariable: definition.credentialVariable, signer: signer, limit: limit,
      transport: transport)
    var next: Interceptor.Next = { request in try await transmission.send(request) }
    for interceptor in interceptors.reversed() {
      let rest = next
      next = { request in try await interceptor.intercept(request, call, next: rest) }
    }
    do {
      return try await next(request.http)
    } catch let error as RequestError {
      throw error
    } catch is CancellationError {
      throw RequestError(.cancelled, progress: .sent, operationName: call.operationName)
    } catch {
      throw RequestError(
        .interceptor(error), progress: .sent, operationName: call.operationName)
    }
  }
}

nonisolated extension RequestError {
  /// Whether the failure is temporary, so that the same call may succeed later.
  package var mayPass: Bool {
    switch reason {
    case .transport(let error): [.cannotConnect, .connectionLost, .timedOut].contains(error.reason)
    case .httpStatus(let failure): failure.mayPass
    case .service(let failure): failure.http.mayPass
    case .graphQL: httpStatus.map(HTTPFailure.mayPass) ?? false
    default: false
    }
  }
}

nonisolated extension HTTPFailure {
  fileprivate var mayPass: Bool { Self.mayPass(status) }

  fileprivate static func mayPass(_ status: Int) -> Bool { [429, 502, 503, 504].contains(status) }
}

nonisolated extension GraphQLError {
  /// Whether the server does not know the hash that was sent in place of a document, or reads no hashes.
  fileprivate var isUnknownHash: Bool {
    ["PERSISTED_QUERY_NOT_FOUND", "PERSISTED_QUERY_NOT_SUPPORTED"].contains(code)
      || ["PersistedQueryNotFound", "PersistedQueryNotSupported"].contains(message)
  }
}

"""#),
("OperationExchange.swift", #"""
// How an operation becomes an HTTP request, and how a response becomes its result. An operation has
// a document, as GraphQL servers expect it, or a connector in the schema describes it.

package import Foundation

nonisolated package protocol OperationExchange<Data>: Sendable {
  associatedtype Data: ResponseObject

  var definition: OperationDefinition { get }

  /// Builds the HTTP request, without the credential.
  ///
  /// - Throws: the reason why the request cannot be built.
  func httpRequest(
    _ configuration: ClientConfiguration
  ) throws(RequestError.NotSent) -> BuiltRequest

  func response(
    from answer: HTTPResponse, now: Date
  ) throws(RequestError.Reason.Failure) -> GraphQLResponse<Data>

  /// Whether the operation has a document. If false, a connector describes it.
  var isGraphQL: Bool { get }

  /// Whether the data of a response shows that the server refused the credential.
  func refusesCredential(_ data: Data) -> Bool
}

nonisolated extension OperationExchange {
  package var operationName: String { definition.name }
  package var kind: OperationKind { definition.kind }
}

/// A request without a credential.
nonisolated package struct BuiltRequest {
  package var http: HTTPRequest
  /// Whether it contains a secret value.
  package let hasSecrets: Bool
}

/// An exchange of a document or its hash for a GraphQL response.
nonisolated package struct GraphQLExchange<Operation: GraphQLOperation>: OperationExchange {
  private let request: OperationRequest<Operation>

  /// - Parameters:
  ///   - document: the document to send; nil for none.
  ///   - hash: the document's hash; nil if it is not sent.
  package init(_ operation: Operation, document: String?, hash: String?) {
    request = OperationRequest(operation: operation, document: document, hash: hash)
  }

  package var isGraphQL: Bool { true }
  package var definition: OperationDefinition { Operation.definition }

  package func httpRequest(
    _ configuration: ClientConfiguration
  ) throws(RequestError.NotSent) -> BuiltRequest {
    do {
      var built = try request.httpRequest(
        to: configuration.endpoint, prefersGET: configuration.usesGETForQueries)
      if let format = definition.responseFormat { built.http.headers["Accept"] = format.accept }
      return built
    } catch {
      throw .invalidVariables
    }
  }

  package func response(
    from answer: HTTPResponse, now: Date
  ) throws(RequestError.Reason.Failure) -> GraphQLResponse<Operation.Data> {
    let answer = try definition.responseFormat?.combined(answer) ?? answer
    return try answer.graphQLResponse(variables: request.operation.conditionVariables, now: now)
  }

  package func refusesCredential(_ data: Operation.Data) -> Bool {
    Operation.refusesCredential(in: data)
  }
}

/// One exchange with a REST service.
nonisolated struct ServiceExchange<Data: ResponseObject>: OperationExchange {
  /// An operation whose `Data` type is this exchange's.
  let operation: any ConnectorOperation

  var isGraphQL: Bool { false }
  var definition: OperationDefinition { type(of: operation).definition }

  func httpRequest(
    _ configuration: ClientConfiguration
  ) throws(RequestError.NotSent) -> BuiltRequest {
    try operation.httpRequest(configuration)
  }

  func refusesCredential(_ data: Data) -> Bool { false }

  func response(
    from answer: HTTPResponse, now: Date
  ) throws(RequestError.Reason.Failure) -> GraphQLResponse<Data> {
    let (data, unreadable): (Data, [ResponseDecodingError]) = try answer.data(
      for: operation, now: now)
    var response = GraphQLResponse<Data>(
      data: data, headers: answer.headers, httpStatus: answer.status)
    response.unreadableFields = unreadable
    response.bodySize = answer.body.count
    return response
  }
}

nonisolated extension GraphQLOperation {
  /// The values of the Boolean variables that decide what is selected.
  package var conditionVariables: [String: Bool] {
    (self as? any ConditionalOperation)?.conditions.values ?? [:]
  }

  /// Whether the data of a response shows that the server refused the credential.
  package static func refusesCredential(in data: Data) -> Bool {
    guard let type = self as? any CredentialRefusingOperation.Type else { return false }
    return type.refuses(data)
  }
}

nonisolated extension CredentialRefusingOperation {
  /// - Parameter data: a value of type `Data`.
  fileprivate static func refuses(_ data: Any) -> Bool {
    (data as? Data).map(refusesCredential) ?? false
  }
}

"""#),
("OperationFacade.swift", #"""
// What the generated types that call operations have in common, and calls without options.

/// The type of a client's methods, such as `ShopClient`. Its methods throw an error for a response with
/// errors; `response(to:options:)` returns the response as it is.
nonisolated public protocol OperationFacade: Sendable {
  associatedtype Executor: OperationExecutor

  /// Sends the operations.
  var executor: Executor { get }
}

nonisolated extension OperationFacade {
  /// Calls an operation and returns the whole response: data, errors, or both, and extensions.
  ///
  /// ```swift
  /// let response = try await shop.response(to: SocialLinksQuery())
  /// for error in response.errors { print(error.path) }
  /// ```
  ///
  /// - Throws: an error if there is no GraphQL response.
  public func response<Operation: AnonymousOperation>(
    to operation: Operation, options: CallOptions = CallOptions()
  ) async throws(Executor.Failure) -> GraphQLResponse<Operation.Data> {
    try await executor.response(to: operation, options: options)
  }

  /// Calls an operation with the session's credential and returns the whole response.
  ///
  /// - Throws: an error if there is no GraphQL response.
  public func response<Operation: AuthenticatedOperation>(
    to operation: Operation, options: CallOptions = CallOptions()
  ) async throws(Executor.Failure) -> GraphQLResponse<Operation.Data>
  where Executor: AuthenticatedOperationExecutor {
    try await executor.response(to: operation, options: options)
  }
}

nonisolated extension OperationExecutor {
  /// Sends the operation and returns a response with the data alone, as a test's executor does.
  public func response<Operation: AnonymousOperation>(
    to operation: Operation, options: CallOptions
  ) async throws(Failure) -> GraphQLResponse<Operation.Data> {
    GraphQLResponse(data: try await execute(operation, options: options))
  }

  /// Sends the operation and returns the response's `data`.
  ///
  /// - Throws: an error also if the response has both errors and data.
  public func execute<Operation: AnonymousOperation>(
    _ operation: Operation
  ) async throws(Failure) -> Operation.Data {
    try await execute(operation, options: CallOptions())
  }

  /// Sends the operation and returns the whole response: data, errors, or both, and extensions.
  ///
  /// - Throws: an error if there is no GraphQL response.
  public func response<Operation: AnonymousOperation>(
    to operation: Operation
  ) async throws(Failure) -> GraphQLResponse<Operation.Data> {
    try await response(to: operation, options: CallOptions())
  }
}

nonisolated extension AuthenticatedOperationExecutor {
  /// Sends the operation and returns a response with the data alone, as a test's executor does.
  public func response<Operation: AuthenticatedOperation>(
    to operation: Operation, options: CallOptions
  ) async throws(Failure) -> GraphQLResponse<Operation.Data> {
    GraphQLResponse(data: try await execute(operation, options: options))
  }

  /// Sends the operation with the session's token or cookie and returns the response's `data`.
  ///
  /// - Throws: an error also if the response has both errors and data.
  public func execute<Operation: AuthenticatedOperation>(
    _ operation: Operation
  ) async throws(Failure) -> Operation.Data {
    try await execute(operation, options: CallOptions())
  }

  /// Sends the operation with the session's token or cookie and returns the whole response.
  ///
  /// - Throws: an error if there is no GraphQL response.
  public func response<Operation: AuthenticatedOperation>(
    to operation: Operation
  ) async throws(Failure) -> GraphQLResponse<Operation.Data> {
    try await response(to: operation, options: CallOptions())
  }
}

"""#),
("OperationRequest.swift", #"""
// An operation as an HTTP request.
// https://graphql.github.io/graphql-over-http/draft/

import Foundation

/// The members of a request. It contains the document, its hash, or both.
nonisolated struct OperationRequest<Operation: GraphQLOperation> {
  let operation: Operation
  let document: String?
  /// The document's hash; nil if it is not sent.
  let hash: String?

  /// Builds the HTTP request.
  ///
  /// - Parameter prefersGET: whether to send a query with GET. A query with a secret variable is
  ///   sent with POST, because URLs are often logged, and so is one with a value beside the JSON, or
  ///   with a URL of over 8,000 bytes, which many servers refuse (RFC 9110, section 4.1).
  /// - Throws: an error if a variable's value cannot be encoded as JSON.
  func httpRequest(to endpoint: URL, prefersGET: Bool) throws -> BuiltRequest {
    var request = HTTPRequest(url: endpoint)
    request.headers["Accept"] = "application/graphql-response+json, application/json;q=0.9"
    if prefersGET, Operation.kind == .query, let parameters = try parameters(),
      let url = endpoint.adding(parameters), url.absoluteString.utf8.count <= Self.maximumURLSize
    {
      request.method = .get
      request.url = url
      return BuiltRequest(http: request, hasSecrets: false)
    }
    request.headers["Content-Type"] = "application/json"
    let json = try body()
    request.body = json.data
    if let separate = json.separateValues.first?.value {
      try type(of: separate).attach(json.placedValues, to: &request)
    }
    return BuiltRequest(http: request, hasSecrets: json.hasSeenSecret)
  }

  private static var maximumURLSize: Int { 8_000 }

  /// The parameters of a GET request; nil if only a body may contain the variables.
  private func parameters() throws -> [(name: String, value: String)]? {
    let (variables, isBodyOnly) = try operation.encodedVariables()
    guard !isBodyOnly else { return nil }
    var parameters = [(name: "operationName", value: Operation.operationName)]
    if let document { parameters.append(("query", document)) }
    if variables != "{}" { parameters.append(("variables", variables)) }
    if let hash {
      let extensions = JSONWriter()
      try extensions.write(PersistedQuery(hash: hash))
      parameters.append(("extensions", extensions.text))
    }
    return parameters
  }
}

nonisolated extension GraphQLOperation {
  /// The variables' JSON, which is equal for equal variables, and whether only a request's body may contain
  /// them, because they are secret or have values beside the JSON.
  func encodedVariables() throws -> (json: String, isBodyOnly: Bool) {
    let json = JSONWriter()
    try json.write(self)
    return (
      json.text,
      json.hasSeenSecret || !json.separateValues.isEmpty || Self.credentialVariable != nil
    )
  }
}

nonisolated extension OperationRequest {
  /// The members as JSON.
  private func body() throws -> JSONWriter {
    let json = JSONWriter()
    try json.write { fields in
      if let document { fields.string("query", document) }
      fields.string("operationName", Operation.operationName)
      fields.object("variables") { operation.encode(into: $0) }
      if let hash { fields.object("extensions", PersistedQuery(hash: hash)) }
    }
    return json
  }
}

/// The request extension with the document's hash, as Apollo Server and many others read it.
nonisolated private struct PersistedQuery: FieldWritable {
  let hash: String

  func encode(into fields: FieldWriter) {
    fields.object("persistedQuery") { query in
      query.int("version", 1)
      query.string("sha256Hash", hash)
    }
  }
}

"""#),
("PaginatedOperation.swift", #"""
// Queries for one page of a list.
// https://relay.dev/graphql/connections.htm

/// A query with one connection, as the Relay specification defines it. Generated queries conform if they select
/// `pageInfo` with the next page's cursor, and pass a variable to the connection's argument for it.
nonisolated public protocol PaginatedOperation: GraphQLOperation {
  /// Sets the cursor to that of the page that follows `data`: the next one, or the one before if the query pages
  /// backward.
  mutating func turnPage(after data: Data) -> PageTurn
}

/// What a page says about the one that follows it.
nonisolated public struct PageTurn: Hashable, Sendable {
  /// Whether there is another page, by the server's word.
  public let hasNext: Bool
  /// The cursor of that page; nil if the server sends none.
  public let cursor: String?

  /// - Parameters:
  ///   - hasNext: `hasNextPage` or `hasPreviousPage`; nil if there is no connection.
  ///   - cursor: `endCursor` or `startCursor`.
  public init(hasNext: Bool?, cursor: String?) {
    self.hasNext = hasNext ?? false
    self.cursor = cursor
  }
}

"""#),
("PlaceholderValue.swift", #"""
// Values of properties that could not be read.

public import Foundation

/// A type with a neutral value, which properties have after a problem until the object is discarded.
nonisolated public protocol PlaceholderValue {
  static var placeholder: Self { get }
}

nonisolated extension String: PlaceholderValue { public static var placeholder: String { "" } }
nonisolated extension Bool: PlaceholderValue { public static var placeholder: Bool { false } }

nonisolated extension PlaceholderValue where Self: ExpressibleByIntegerLiteral {
  public static var placeholder: Self { 0 }
}

nonisolated extension Int: PlaceholderValue {}
nonisolated extension Int8: PlaceholderValue {}
nonisolated extension Int16: PlaceholderValue {}
nonisolated extension Int32: PlaceholderValue {}
nonisolated extension Int64: PlaceholderValue {}
nonisolated extension UInt: PlaceholderValue {}
nonisolated extension UInt8: PlaceholderValue {}
nonisolated extension UInt16: PlaceholderValue {}
nonisolated extension UInt32: PlaceholderValue {}
nonisolated extension UInt64: PlaceholderValue {}
nonisolated extension Float: PlaceholderValue {}
nonisolated extension Double: PlaceholderValue {}
nonisolated extension Decimal: PlaceholderValue {}
nonisolated extension BigInteger: PlaceholderValue {}

nonisolated extension Array: PlaceholderValue { public static var placeholder: [Element] { [] } }
nonisolated extension Date: PlaceholderValue {
  public static var placeholder: Date { Date(timeIntervalSince1970: 0) }
}
nonisolated extension UUID: PlaceholderValue {
  public static var placeholder: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
}
nonisolated extension URL: PlaceholderValue {
  public static var placeholder: URL { URL(fileURLWithPath: "/") }
}
nonisolated extension JSON: PlaceholderValue { public static var placeholder: JSON { .null } }
nonisolated extension Secret: PlaceholderValue {
  public static var placeholder: Secret { Secret("") }
}
nonisolated extension Timestamp: PlaceholderValue {
  public static var placeholder: Timestamp { Timestamp(millisecondsSince1970: 0) }
}
nonisolated extension CalendarDate: PlaceholderValue {
  public static var placeholder: CalendarDate { .firstDay }
}
nonisolated extension DateTime: PlaceholderValue {
  public static var placeholder: DateTime { .epoch }
}
nonisolated extension LocalDateTime: PlaceholderValue {
  public static var placeholder: LocalDateTime { .firstMidnight }
}
nonisolated extension VoidValue: PlaceholderValue {
  public static var placeholder: VoidValue { VoidValue() }
}

"""#),
("Properties.swift", #"""
// The stored properties of a response type as values.

/// Keeps the properties of one object, in order of declaration. A nil property is kept as nil, and any other one
/// without its optional.
nonisolated package final class PropertyCollector: FieldWriter {
  nonisolated package struct Property {
    let name: String
    package let value: Any?
  }

  package private(set) var properties: [Property] = []

  package override init() {}

  override func write(_ name: StaticString, _ value: String) { add(name, value) }
  override func write(_ name: StaticString, _ value: Int) { add(name, value) }
  override func write(_ name: StaticString, _ value: Double) { add(name, value) }
  override func write(_ name: StaticString, _ value: Bool) { add(name, value) }
  override func write(_ name: StaticString, _ value: [String]) { add(name, value) }
  override func write<Value: OpenEnum>(_ name: StaticString, enum value: Value) {
    add(name, value)
  }
  package override func write(_ name: StaticString, any value: any Encodable) { add(name, value) }
  override func write(
    _ name: StaticString, object: @autoclosure () -> Any?, _ fields: (FieldWriter) -> Void
  ) {
    add(name, object())
  }
  override func write(
    _ name: StaticString, list: @autoclosure () -> Any?, _ elements: (ListWriter) -> Void
  ) {
    add(name, list())
  }
  override func writeNil(_ name: StaticString, orNull isNull: Bool) { add(name, nil) }

  package override func collect(_ name: StaticString, _ value: @autoclosure () -> Any?) -> Bool {
    add(name, value())
    return true
  }

  package override func collect(part: @autoclosure () -> Any?, _ type: any Any.Type) -> Bool {
    let name = "\(type)"
    properties.append(
      Property(name: name.prefix(1).lowercased() + name.dropFirst(), value: part()))
    return true
  }

  private func add(_ name: StaticString, _ value: Any?) {
    properties.append(Property(name: name.description, value: value))
  }
}

/// The mirror that `print`, `dump` and `Mirror` use. The default mirror would show the storage of
/// computed properties. This one has the value of each property by its response name, and a
/// fragment by the name of its type.
nonisolated extension ResponseObject where Self: CustomReflectable {
  public var customMirror: Mirror {
    @inline(never) get {
      let collector = PropertyCollector()
      encode(into: collector)
      return Mirror(
        self, children: collector.properties.map { ($0.name, $0.value ?? Any?.none as Any) },
        displayStyle: .struct)
    }
  }
}

"""#),
("RedactedDescription.swift", #"""
// Types whose descriptions hide their content.

/// A type whose descriptions, interpolations and mirrors show only its `description`, because its
/// content may be secret.
nonisolated package protocol RedactedDescription: CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{}

nonisolated extension RedactedDescription {
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

"""#),
("RedactedJSON.swift", #"""
// JSON that a server sends in addition to data, such as the extensions of an error.

import Foundation

/// JSON that descriptions, interpolations and mirrors show as `<redacted>`, because it may contain
/// secrets.
///
/// ```swift
/// if error.extensions["exception", "code"]?.string == "ExpiredSignatureError" { signInAgain() }
/// ```
nonisolated public struct RedactedJSON: Hashable, Sendable {
  /// The JSON itself; ``JSON/null`` if the server sent none.
  public let json: JSON

  public init(_ json: JSON = .null) {
    self.json = json
  }

  /// The value at a path of member names; nil if there is none.
  public subscript(path: String...) -> JSON? {
    value(at: path)
  }

  /// Decodes the value at a path as a custom type.
  ///
  /// - Parameters:
  ///   - type: the type to read.
  ///   - path: member names, outermost first. Default: all of the JSON.
  /// - Returns: nil if there is no value, or if it cannot be decoded as `type`.
  public func decoded<Value: Decodable>(as type: Value.Type, at path: String...) -> Value? {
    guard let value = value(at: path) else { return nil }
    let json = JSONWriter()
    guard (try? json.write(value)) != nil else { return nil }
    return try? JSONDecoder().decode(type, from: json.data)
  }

  func value(at path: [String]) -> JSON? {
    path.reduce(json) { $0?[$1] }
  }
}

nonisolated extension RedactedJSON: Codable {
  public init(from decoder: any Decoder) throws {
    json = try JSON(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}

nonisolated extension RedactedJSON: RedactedDescription {
  public var description: String { json == .null ? "none" : "<redacted>" }
}

"""#),
("RefusalRule.swift", #"""
// The responses that refuse a credential, and what follows from them.

import Foundation

/// A sign in a response that the server no longer accepts the request's credential.
///
/// After such a response, the client gets another credential, and sends the call once more if the
/// server has certainly not acted on it:
///
/// - a query that sends no secret, or a subscription;
/// - any call with status 401, unless the response has data or an error at a path;
/// - a mutation whose GraphQL response has no `data`, and no error at a path;
/// - a mutation whose root fields are all null, if each of them has an error at its own path that
///   matches a rule with `beforeExecution`. A mutation with one root field may also have null in place of all data.
///
/// In all other cases the caller gets the first response.
nonisolated public struct RefusalRule: Hashable, Sendable {
  nonisolated private enum Sign: Hashable, Sendable {
    case status(Int)
    case value(path: [String], values: [String])
    case member(path: [String], values: [String])
    case lacking(path: [String], value: String)
    case message([String])
    case closeCode(Int)
  }

  private let sign: Sign
  private let beforeExecution: Bool

  private init(_ sign: Sign, beforeExecution: Bool = false) {
    self.sign = sign
    self.beforeExecution = beforeExecution
  }

  /// The response has an HTTP status.
  public static func status(_ status: Int) -> RefusalRule { RefusalRule(.status(status)) }

  /// The `extensions` of the response or of one of its errors have a value at a path.
  ///
  /// Do not list values that also mean that a user who is signed in lacks a permission: the session
  /// would end.
  ///
  /// - Parameters:
  ///   - path: member names, outermost first, such as `"exception", "code"`.
  ///   - values: the strings that match. A number matches by its text, such as `401`.
  ///   - beforeExecution: whether the server reports the error before it executes the field, so that
  ///     a mutation may be sent again. Default: false.
  public static func extensions(
    _ path: String..., in values: [String], beforeExecution: Bool = false
  ) -> RefusalRule {
    RefusalRule(.value(path: path, values: values), beforeExecution: beforeExecution)
  }

  /// An error of the response has a value at a path among the members that it has beside those of the
  /// specification, such as AppSync's `errorType`; see ``GraphQLError/members``.
  ///
  /// - Parameters:
  ///   - path: member names, outermost first.
  ///   - values: the strings that match. A number matches by its text, such as `401`.
  ///   - beforeExecution: whether the server reports the error before it executes the field, so that
  ///     a mutation may be sent again. Default: false.
  public static func errorMember(
    _ path: String..., in values: [String], beforeExecution: Bool = false
  ) -> RefusalRule {
    RefusalRule(.member(path: path, values: values), beforeExecution: beforeExecution)
  }

  /// The `extensions` of the response have a list at a path, and the list lacks a value.
  public static func extensions(_ path: String..., lack value: String) -> RefusalRule {
    RefusalRule(.lacking(path: path, value: value))
  }

  /// An error of the response has one of these messages. Only for servers whose errors have no code: a
  /// server may translate or change its messages.
  ///
  /// - Parameters:
  ///   - messages: the messages that match, in full.
  ///   - beforeExecution: whether the server reports the error before it executes the field, so that
  ///     a mutation may be sent again. Default: false.
  public static func message(
    in messages: [String], beforeExecution: Bool = false
  ) -> RefusalRule {
    RefusalRule(.message(messages), beforeExecution: beforeExecution)
  }

  /// The server closes the WebSocket of a subscription with a code (RFC 6455, section 7.4), such as 4403. The code 4401
  /// always refuses the credential.
  public static func closeCode(_ code: Int) -> RefusalRule { RefusalRule(.closeCode(code)) }
}

nonisolated extension RefusalRule {
  /// Whether the response refuses the credential.
  package func matches(
    status: Int, errors: [GraphQLError], extensions: RedactedJSON
  ) -> Bool {
    switch sign {
    case .status(let refused): status == refused
    case .value(let path, let values):
      extensions.contains(values, at: path) || errors.contains(where: matches)
    case .member, .message: errors.contains(where: matches)
    case .lacking(let path, let value):
      extensions.value(at: path)?.array.map { !$0.contains(.string(value)) } ?? false
    case .closeCode: false
    }
  }

  /// Whether the end of a WebSocket refuses the credential.
  package func matches(closeCode: Int) -> Bool { sign == .closeCode(closeCode) }

  private func matches(_ error: GraphQLError) -> Bool {
    switch sign {
    case .value(let path, let values): error.extensions.contains(values, at: path)
    case .member(let path, let values): error.members.contains(values, at: path)
    case .message(let messages): messages.contains(error.message)
    case .status, .lacking, .closeCode: false
    }
  }

  /// Whether the error shows that the server has not executed its field.
  fileprivate func excludesExecution(by error: GraphQLError) -> Bool {
    beforeExecution && matches(error)
  }
}

nonisolated extension RedactedJSON {
  /// Whether one of the values is at a path, as a string or as the text of a number.
  fileprivate func contains(_ values: [String], at path: [String]) -> Bool {
    switch value(at: path) {
    case .string(let text): values.contains(text)
    case .integer(let number): values.contains("\(number)")
    case .number(let number): values.contains(number.text)
    default: false
    }
  }
}

nonisolated extension RequestError {
  /// Whether the call failed with a response that refuses a credential.
  package func refusesCredential(by rules: [RefusalRule]) -> Bool {
    var errors: [GraphQLError] = []
    if case .graphQL(let found) = reason { errors = found }
    let status = httpStatus ?? 0
    return rules.contains { $0.matches(status: status, errors: errors, extensions: extensions) }
  }
}

/// A response that may refuse the credential of its request.
nonisolated struct CredentialedAnswer {
  /// Whether the client may send the operation again by itself.
  let isRepeatable: Bool
  let isGraphQL: Bool
  /// The response name of the only root field; nil if there may be several.
  let onlyRootField: String?
  let answer: HTTPResponse
  /// The errors and the extensions of a GraphQL response; empty for other responses.
  let errors: [GraphQLError]
  let extensions: RedactedJSON
  /// Whether the data refuses the credential; see `GraphQLOperation`.
  let isRefusedByData: Bool

  func refusesCredential(by rules: [RefusalRule]) -> Bool {
    isRefusedByData
      || rules.contains {
        $0.matches(status: answer.status, errors: errors, extensions: extensions)
      }
  }

  /// Whether the server has certainly not acted on a refused call, so that it may be sent again.
  func maySendAgain(by rules: [RefusalRule]) -> Bool {
    if isRepeatable { return true }
    guard isGraphQL,
      case .object(let response) = JSON(answer.body)
    else { return answer.status == 401 }
    // An error with a path is from the execution.
    let wasExecuted = errors.contains { !$0.path.isEmpty }
    switch response["data"] {
    case nil: return !wasExecuted && (answer.status == 401 || !errors.isEmpty)
    case .null where wasExecuted:
      // The only root field is not null, so its error has made all data null.
      return onlyRootField.map { errors.count == 1 && isNotExecuted($0, by: rules) } ?? false
    case .null, .array([]): return !wasExecuted && answer.status == 401
    case .object(let rootFields):
      return !rootFields.isEmpty
        && rootFields.allSatisfy { $1 == .null && isNotExecuted($0, by: rules) }
    default: return false
    }
  }

  /// Whether an error at a root field shows that the server has not executed it.
  private func isNotExecuted(_ rootField: String, by rules: [RefusalRule]) -> Bool {
    errors.contains { error in
      error.path == [.field(rootField)] && rules.contains { $0.excludesExecution(by: error) }
    }
  }
}

"""#),
("RequestError+Localized.swift", #"""
// Texts about failed calls for the user of an app.

public import Foundation

nonisolated extension RequestError: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText {
    if let credentialUnavailable { return credentialUnavailable.userText }
    return switch reason {
    case .notSent(let why): why.userText
    case .transport(let error): error.userText
    case .httpStatus(let failure): failure.userText ?? .otherSender
    // Services and GraphQL servers also report errors with status 200.
    case .service(let failure): failure.http.userText ?? .refused
    case .graphQL(let errors):
      httpStatus.flatMap { ErrorText(status: $0, retryAfter: nil) } ?? errors.first?.textForItsCode
        ?? .refused
    case .unknownDocument: .unexpectedResponse
    case .decoding(let error): error.userText
    case .cancelled: .cancelled
    // The app's own error may contain anything, so its texts are not shown.
    case .interceptor: .unknown
    }
  }
}

nonisolated extension GraphQLError {
  /// The text for the codes that most servers share.
  fileprivate var textForItsCode: ErrorText? {
    let statuses = [
      "UNAUTHENTICATED": 401, "FORBIDDEN": 403, "RATE_LIMITED": 429, "TOO_MANY_REQUESTS": 429,
      "INTERNAL_SERVER_ERROR": 500, "SERVICE_UNAVAILABLE": 503,
    ]
    return code.flatMap { statuses[$0] }.flatMap { ErrorText(status: $0, retryAfter: nil) }
  }
}

nonisolated extension HTTPFailure {
  fileprivate var userText: ErrorText? { ErrorText(status: status, retryAfter: retryAfter) }
}

nonisolated extension RequestError.NotSent: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch self {
    case .noSession: .signedOut
    case .credentialUnavailable(let why): why.userText
    case .insecureEndpoint, .invalidHeader, .repeatedHeader, .foreignOrigin, .streamedBody:
      .appSetUp
    case .invalidVariables:
      ErrorText(.notSent, reason: .invalidValue, suggestion: .checkInput)
    }
  }
}

nonisolated extension CredentialUnavailable: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch reason {
    case .temporary:
      cause ?? ErrorText(.signInUnavailable, reason: .offline, suggestion: .checkConnection)
    case .needsLogin: ErrorText(.signInUnavailable, reason: .needsLogin, suggestion: .signIn)
    case .cancelled: .cancelled
    }
  }
}

"""#),
("RequestError.swift", #"""
// Why a call failed, and how far it got.

/// A call that returned no data. It reports how far the call got. Its descriptions contain no
/// token, no variable and no text of a response.
nonisolated public struct RequestError: Error, Sendable {
  nonisolated public enum Reason: Sendable {
    /// The request was not sent.
    case notSent(NotSent)
    case transport(TransportError)
    /// The server sent an unexpected response.
    case httpStatus(HTTPFailure)
    /// A service refused the call of a ``ConnectorOperation`` and returned an error.
    case service(ServiceFailure)
    /// The server reported errors. The list is never empty.
    case graphQL([GraphQLError])
    /// The server does not know the operation's hash, and the document cannot be sent: the
    /// operation was generated without it, or the configuration excludes it.
    case unknownDocument
    /// The response does not match the operation.
    case decoding(ResponseDecodingError)
    case cancelled
    /// An interceptor or the signer threw its own error.
    case interceptor(any Error)
  }

  nonisolated public enum NotSent: Error, Hashable, Sendable {
    /// There is no session, or it has ended.
    case noSession
    /// The client has no credential now, although there may be a session. The same call may succeed later;
    /// do not treat this as a logout. The call's progress is ``Progress/answered`` if the server has refused
    /// another credential first.
    case credentialUnavailable(CredentialUnavailable)
    /// The endpoint does not use https and is not on this machine.
    case insecureEndpoint
    /// HTTP does not allow the name or the value of a header.
    case invalidHeader
    /// Two parts of the app set the same header: the credential or the signer, and the configuration, the options of
    /// the call or an interceptor.
    case repeatedHeader(String)
    /// The request's URL is on another server than the endpoint. An interceptor changed the URL, or
    /// the server returned it.
    case foreignOrigin
    /// A variable's value cannot be sent. It has no JSON form, such as an infinite number, or it
    /// would change a URL's path. Services and subscriptions take no files.
    case invalidVariables
    /// The request's body is a stream, and a part of the client needs its content: a credential that is a variable, or
    /// a ``RequestSigner`` that does not support streams.
    case streamedBody
  }

  /// How far a call got.
  nonisolated public enum Progress: Hashable, Sendable {
    /// The server received nothing.
    case notSent
    /// The server may have received the request and acted on it.
    case sent
    /// The server sent a response.
    case answered
  }

  public let operationName: String
  public let reason: Reason
  public let progress: Progress
  /// The `extensions` of the GraphQL response, if there is one.
  public let extensions: RedactedJSON
  /// The HTTP status of the response; nil without a response.
  public let httpStatus: Int?
  /// The wait that the server asks for in `Retry-After`; nil if it asks for none.
  public let retryAfter: Duration?
  /// Why the client cannot replace the credential now that the response refuses. Nil for all other errors. The session may
  /// continue: do not treat the error as a logout. The call is not sent again, because the server may have executed it.
  public internal(set) var credentialUnavailable: CredentialUnavailable?

  public init(
    _ reason: Reason, progress: Progress, operationName: String,
    extensions: RedactedJSON = RedactedJSON(), httpStatus: Int? = nil, retryAfter: Duration? = nil
  ) {
    switch reason {
    case .httpStatus(let failure): self.retryAfter = retryAfter ?? failure.retryAfter
    case .service(let failure): self.retryAfter = retryAfter ?? failure.http.retryAfter
    default: self.retryAfter = retryAfter
    }
    self.operationName = operationName
    self.reason = reason
    self.progress = progress
    self.extensions = extensions
    self.httpStatus = httpStatus
  }

  /// Why the client has no credential now; nil for another error.
  var unavailableCredential: CredentialUnavailable? {
    if case .notSent(.credentialUnavailable(let why)) = reason { why } else { nil }
  }

  /// The error of a call whose request was not sent.
  package init(notSent reason: NotSent, operationName: String) {
    self.init(.notSent(reason), progress: .notSent, operationName: operationName)
  }
}

/// An unexpected response.
nonisolated public struct HTTPFailure: Hashable, Sendable {
  public let status: Int
  /// The media type, such as `text/html`.
  public let mediaType: String?
  /// The size of the body in bytes. The body itself is not kept.
  public let bodySize: Int
  /// The wait that the server asks for in `Retry-After`; nil if it sends none.
  public let retryAfter: Duration?

  package init(status: Int, mediaType: String?, bodySize: Int, retryAfter: Duration?) {
    self.status = status
    self.mediaType = mediaType
    self.bodySize = bodySize
    self.retryAfter = retryAfter
  }
}

nonisolated extension HTTPFailure {
  /// Whether a successful response has another body than JSON.
  fileprivate var lacksJSON: Bool { (200..<300).contains(status) && mediaType?.isJSONType != true }
}

nonisolated extension RequestError: RedactedDescription {
  public var description: String {
    let why = credentialUnavailable.map {
      "; it refuses the credential, and there is no other one now: \($0)"
    }
    return "\(operationName): \(reason.text)\(why ?? "")"
  }
}

nonisolated extension RequestError.Reason {
  fileprivate var text: String {
    switch self {
    case .notSent(let why): "not sent: \(why.text)"
    case .transport(let error): "\(error)"
    case .httpStatus(let failure):
      "unexpected response: status \(failure.status) "
        + "(\(failure.mediaType?.prefix(80) ?? "no media type"), \(failure.bodySize) bytes)"
        + (failure.lacksJSON
          ? ": expected JSON; check the endpoint, and whether a proxy or a login page answers" : "")
    case .service(let failure):
      "the service reports an error (status \(failure.http.status))"
    case .graphQL(let errors):
      errors.count == 1
        ? "the server reports an error" : "the server reports \(errors.count) errors"
    case .unknownDocument: "the server does not know the operation's hash"
    case .decoding(let error): "\(error)"
    case .cancelled: "cancelled"
    case .interceptor(let error): "an interceptor or the signer failed with \(type(of: error))"
    }
  }
}

nonisolated extension RequestError.NotSent {
  fileprivate var text: String {
    switch self {
    case .noSession: "there is no session"
    case .credentialUnavailable(let why): "the credential is not available: \(why)"
    case .insecureEndpoint: "the endpoint must use https"
    case .invalidHeader: "invalid header name or value"
    case .repeatedHeader(let name):
      "the header \(name) is set twice: by the credential or the signer, and elsewhere"
    case .foreignOrigin: "the URL is on another server than the endpoint"
    case .invalidVariables: "a variable cannot be sent"
    case .streamedBody:
      "the body is a stream, such as that of an upload: send the credential in a header, and set "
        + "signsStreams for a signer that does not read the body"
    }
  }
}

"""#),
("ResponseDecodingError.swift", #"""
// Why a response cannot be read.

/// A response that does not match its operation. It contains the path and the expected type, but
/// not the value, which may be secret.
nonisolated public struct ResponseDecodingError: Error, Hashable, Sendable {
  /// The problem with the field.
  nonisolated public enum Reason: Hashable, Sendable {
    /// A non-null field is missing.
    case missing
    /// A non-null field is null.
    case null
    /// The value has another type.
    case typeMismatch
    /// The value does not have the format of its type.
    case invalidValue
    /// The response is not valid JSON.
    case invalidJSON
  }

  public let reason: Reason
  /// Response names and list indices, outermost first.
  public let path: [String]
  /// The expected Swift type; nil if it is not known.
  public let expected: String?

  init(_ error: any Error) {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      self.init(.missing, context.codingPath + [key])
    case .valueNotFound(let type, let context):
      self.init(.null, context.codingPath, expected: "\(type)")
    case .typeMismatch(let type, let context):
      self.init(.typeMismatch, context.codingPath, expected: Self.name(type))
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      self.init(.invalidJSON, [])
    case .dataCorrupted(let context):
      self.init(.invalidValue, context.codingPath)
    default:
      self.init(.invalidJSON, [])
    }
  }

  init(_ failure: FieldReader.Failure) {
    let reason: Reason =
      switch failure.reason {
      case .missing: .missing
      case .null: .null
      case .typeMismatch: .typeMismatch
      case .invalidValue: .invalidValue
      case .syntax, .reported: .invalidJSON
      }
    self.init(
      reason, path: reason == .invalidJSON ? [] : failure.path.reversed(),
      expected: failure.expected)
  }

  /// Names containers in general terms, because their Swift types are internal.
  private static func name(_ type: any Any.Type) -> String {
    switch type {
    case is [Any].Type: "a list"
    case is [String: Any].Type: "an object"
    default: "\(type)"
    }
  }

  private init(_ reason: Reason, _ path: [any CodingKey], expected: String? = nil) {
    self.init(
      reason, path: path.map { $0.intValue.map(String.init) ?? $0.stringValue },
      expected: expected)
  }

  package init(_ reason: Reason, path: [String], expected: String? = nil) {
    self.reason = reason
    self.path = path
    self.expected = expected
  }
}

nonisolated extension ResponseDecodingError: CustomStringConvertible {
  public var description: String {
    let place = path.isEmpty ? "the response" : path.joined(separator: ".")
    return switch reason {
    case .missing: "\(place) is missing"
    case .null: "\(place) is null"
    case .typeMismatch: "\(place): expected \(expected ?? "another type")"
    case .invalidValue: "\(place): invalid value for its type"
    case .invalidJSON: "the response is not valid JSON"
    }
  }
}

nonisolated extension DecodingError {
  /// Copies an error without its texts, which may quote the value. Keeps the path.
  ///
  /// - Parameter path: the field's path. Foundation's decoder omits it for a number that does not
  ///   fit, and throws its own error there.
  init(withoutValue error: any Error, at path: [any CodingKey]) {
    switch error as? DecodingError {
    case .dataCorrupted(let context) where !(context.underlyingError is ValueFreeError):
      self = .invalidValue(at: context.codingPath.count < path.count ? path : context.codingPath)
    case let error?:
      self = error
    case nil:
      self = .invalidValue(at: path)
    }
  }

  private static func invalidValue(at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(
      Context(
        codingPath: path, debugDescription: "The value does not have the form of its type.",
        underlyingError: ValueFreeError()))
  }

  /// Marks an error whose description contains no value.
  nonisolated struct ValueFreeError: Error {}
}

"""#),
("ResponseErrors+Localized.swift", #"""
// Texts about responses for the user of an app.

public import Foundation

/// The server's message is for developers, so it is not part of these texts.
nonisolated extension GraphQLError: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText { .refused }
}

nonisolated extension ResponseDecodingError: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText { .unexpectedResponse }
}

"""#),
("ResponseObject.swift", #"""
// The protocols of generated response types.
//
// The protocols with requirements inherit no protocol of the standard library. A conformance to
// such a protocol is built at run time, which takes code and data for every type.

/// A struct with the fields of one selection set. Generated structs also conform to `Codable`.
nonisolated public protocol ResponseObject: Sendable {
  /// Reads the stored properties.
  ///
  /// After the first problem, the reader returns neutral values, such as an empty string. Its caller discards the
  /// object.
  @_spi(Generated) init(fields: inout FieldReader)

  /// Writes the stored properties, in the order in which the initialiser reads them.
  @_spi(Generated) func encode(into fields: FieldWriter)
}

nonisolated extension ResponseObject where Self: Encodable {
  @inline(never)
  public func encode(to encoder: any Encoder) throws {
    try TreeFieldWriter.encode(to: encoder) { encode(into: $0) }
  }
}

nonisolated extension ResponseObject where Self: Decodable {
  /// Reads the value from any decoder.
  ///
  /// Conditions with `@include` and `@skip` need the variables of the operation. A decoder's user
  /// information can provide them under `CodingUserInfoKey.conditionVariables`. Without them, a field that
  /// is absent or incomplete counts as not selected.
  ///
  /// - Throws: the decoder's error, or a ``ResponseDecodingError``, at the first field that does not match the operation.
  @inline(never)
  public init(from decoder: any Decoder) throws {
    self = try FieldReader.decode(Self.self, from: decoder)
  }
}

/// One of several object types that a selection on an abstract type distinguishes.
nonisolated public protocol ConcreteObject: Sendable {
  /// Reads the part for a type.
  @_spi(Generated) init(typename: String, fields: inout FieldReader)

  /// The names of the types that the selection distinguishes, with a space between them.
  @_spi(Generated) static var typenames: StaticString { get }

  /// Writes the part, and returns the name of the object's type.
  @_spi(Generated) func write(fields: FieldWriter) -> String
}

nonisolated extension ConcreteObject {
  /// The name of the object's type.
  public var typename: String {
    @inline(never) get { write(fields: FieldWriter()) }
  }
}

"""#),
("Result+Async.swift", #"""
// Results of asynchronous functions.

nonisolated extension Result where Success: Sendable {
  /// Calls a function, and keeps what it returns or throws. The standard library's initialiser takes no asynchronous
  /// function.
  package init(_ body: () async throws(Failure) -> Success) async {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}

"""#),
("RetryPolicy.swift", #"""
// When a call is retried, and how long it waits first.

/// How often queries are retried after a temporary failure: no connection, a lost connection, a
/// timeout, or status 429, 502, 503 or 504. Mutations, and queries that send a secret, are never
/// retried.
nonisolated public struct RetryPolicy: Hashable, Sendable {
  /// The maximum number of attempts, including the first. Default: 3. 1 means no retries.
  public var maximumAttempts: Int
  /// The longest wait before the first retry. The limit doubles with each later retry. Default:
  /// half a second.
  public var baseDelay: Duration
  /// The longest wait before any retry. If the server's `Retry-After` is longer, the call fails
  /// without a retry. Otherwise the wait is at most ``baseDelay`` longer than the server asks for, because
  /// other clients wait too. Default: 20 seconds.
  public var maximumDelay: Duration

  public init(
    maximumAttempts: Int = 3, baseDelay: Duration = .milliseconds(500),
    maximumDelay: Duration = .seconds(20)
  ) {
    self.maximumAttempts = maximumAttempts
    self.baseDelay = baseDelay
    self.maximumDelay = maximumDelay
  }

  public static let never = RetryPolicy(maximumAttempts: 1)

  /// Returns the wait after a failed attempt, or nil to stop.
  ///
  /// - Parameters:
  ///   - attempt: the number of the failed attempt, from 1.
  ///   - retryAfter: the wait that the server asks for.
  ///   - random: a number from 0 to 1. It spreads the retries of clients that failed at the same
  ///     time.
  package func delay(afterAttempt attempt: Int, retryAfter: Duration?, random: Double) -> Duration?
  {
    guard attempt < maximumAttempts else { return nil }
    let random = min(max(random, 0), 1)
    if let retryAfter {
      return retryAfter <= maximumDelay ? retryAfter + baseDelay * random : nil
    }
    // After 20 doublings the wait exceeds any maximum.
    return min(baseDelay * (1 << min(attempt - 1, 20)), maximumDelay) * random
  }
}

"""#),
("RoundTrip.swift", #"""
// One response, as its operation's.

package import Foundation

/// A response, read as its operation's.
nonisolated package struct RoundTrip<Data: ResponseObject>: Sendable {
  package let result: Result<GraphQLResponse<Data>, RequestError>
  let httpStatus: Int
  private let credentialedAnswer: CredentialedAnswer

  package init<Exchange: OperationExchange<Data>>(
    _ answer: HTTPResponse, to exchange: Exchange, sendsSecrets: Bool, now: Date
  ) {
    var response: GraphQLResponse<Data>?
    do throws(RequestError.Reason.Failure) {
      let read = try exchange.response(from: answer, now: now)
      response = read
      result = .success(read)
    } catch {
      result = .failure(
        RequestError(
          error.reason, progress: .answered, operationName: exchange.operationName,
          httpStatus: answer.status))
    }
    httpStatus = answer.status
    // An error explains a field without a value better than a refusal does.
    let complete = response.flatMap { $0.errors.isEmpty ? $0.data : nil }
    credentialedAnswer = CredentialedAnswer(
      isRepeatable: exchange.kind.isRepeatable(sendsSecrets: sendsSecrets),
      isGraphQL: exchange.isGraphQL, onlyRootField: exchange.definition.onlyRootField,
      answer: answer, errors: response?.errors ?? [],
      extensions: response?.extensions ?? RedactedJSON(),
      isRefusedByData: complete.map(exchange.refusesCredential) ?? false)
  }

  /// The result of a refused call that is not sent again, because the server may have executed it.
  ///
  /// - Parameter why: why there is no other credential now.
  func result(whileUnavailable why: CredentialUnavailable?) -> Result<
    GraphQLResponse<Data>, RequestError
  > {
    guard let why, case .success(var response) = result else { return result }
    response.credentialUnavailable = why
    return .success(response)
  }

  package func refusesCredential(by rules: [RefusalRule]) -> Bool {
    credentialedAnswer.refusesCredential(by: rules)
  }

  /// Whether the server has certainly not acted on a refused call, so that it may be sent again.
  package func maySendAgain(by rules: [RefusalRule]) -> Bool {
    credentialedAnswer.maySendAgain(by: rules)
  }
}

nonisolated extension OperationKind {
  /// Whether the client may send an operation again by itself: a subscription, or a query without secrets. A server may
  /// accept a password, a code or a refresh token once, and count what follows as an attack.
  func isRepeatable(sendsSecrets: Bool) -> Bool {
    switch self {
    case .query: !sendsSecrets
    case .mutation: false
    case .subscription: true
    }
  }
}

"""#),
("RunningClock.swift", #"""
// The clock of time limits.

/// A clock for waits that are often cancelled, and that does not count the time in which the system has suspended the
/// process.
///
/// It waits in steps. A cancelled wait keeps its memory until its step ends, not until its deadline. A step in which the
/// process is suspended counts only once: a process that continues has time to read what has arrived.
nonisolated package struct RunningClock: Clock {
  private static var longestStep: Duration { .seconds(1) }

  private let wait: @Sendable (Duration) async throws -> Void

  /// - Parameter wait: waits for one step. Default: that of `ContinuousClock`.
  package init(
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.wait = wait
  }

  package var now: ContinuousClock.Instant { ContinuousClock.now }
  package var minimumResolution: Duration { ContinuousClock().minimumResolution }

  package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    var rest = deadline - now
    while rest > .zero {
      let step = min(rest, Self.longestStep)
      try await wait(step)
      rest -= step
    }
  }
}

"""#),
("RuntimeInterface.swift", #"""
// The version of the interface between generated code and this library.

/// The version of this library's interface that generated code uses. Generated code names this
/// type, so code from another major version of authgen does not compile. Generate it again with the
/// version of this library.
nonisolated public enum RuntimeInterface1 {}

"""#),
("RuntimeSentence.swift", #"""
// The sentences about failed calls.

/// A sentence about a call that returned no data.
nonisolated package enum RuntimeSentence: String, ErrorSentence {
  case accessDenied = "description.accessDenied"
  case cancelled = "description.cancelled"
  case cannotConnect = "description.cannotConnect"
  case connectionLost = "description.connectionLost"
  case insecureConnection = "description.insecureConnection"
  case notCompleted = "description.notCompleted"
  case notSent = "description.notSent"
  case serviceUnavailable = "description.serviceUnavailable"
  case signedOut = "description.signedOut"
  case signInUnavailable = "description.signInUnavailable"
  case timedOut = "description.timedOut"
  case tooManyAttempts = "description.tooManyAttempts"
  case unexpectedResponse = "description.unexpectedResponse"
  case unknown = "description.unknown"

  case appSetUp = "reason.appSetUp"
  case incompleteResponse = "reason.incompleteResponse"
  case invalidValue = "reason.invalidValue"
  case limitReached = "reason.limitReached"
  case noPermission = "reason.noPermission"
  case noSession = "reason.noSession"
  case needsLogin = "reason.needsLogin"
  case offline = "reason.offline"
  case otherSender = "reason.otherSender"
  case otherVersion = "reason.otherVersion"
  case refused = "reason.refused"
  case securityKey = "reason.securityKey"
  case serverNotVerified = "reason.serverNotVerified"
  case serverProblem = "reason.serverProblem"
  case slowOrBusy = "reason.slowOrBusy"
  case stopped = "reason.stopped"
  case unexpected = "reason.unexpected"

  case askForAccess = "suggestion.askForAccess"
  case checkClock = "suggestion.checkClock"
  case checkClockOrNetwork = "suggestion.checkClockOrNetwork"
  case checkConnection = "suggestion.checkConnection"
  case checkInput = "suggestion.checkInput"
  case signIn = "suggestion.signIn"
  case tryAgain = "suggestion.tryAgain"
  case tryLater = "suggestion.tryLater"
  case unlockAndConnect = "suggestion.unlockAndConnect"
  case updateApp = "suggestion.updateApp"
  case waitMinutes = "suggestion.waitMinutes"
  case waitSeconds = "suggestion.waitSeconds"

  package var english: String {
    switch self {
    case .accessDenied: "You do not have access to this."
    case .cancelled: "The action was cancelled."
    case .cannotConnect: "The server cannot be reached."
    case .connectionLost: "The connection was lost."
    case .insecureConnection: "A secure connection is not possible."
    case .notCompleted: "The request could not be completed."
    case .notSent: "The request could not be sent."
    case .serviceUnavailable: "The service is not available right now."
    case .signedOut: "You are signed out."
    case .signInUnavailable: "Your sign-in cannot be checked right now."
    case .timedOut: "The server did not respond in time."
    case .tooManyAttempts: "There were too many attempts."
    case .unexpectedResponse: "The server's response could not be used."
    case .unknown: "Something went wrong."

    case .appSetUp: "The app is not set up correctly."
    case .incompleteResponse: "The connection ended before the response was complete."
    case .invalidValue: "The request contains a value that cannot be sent."
    case .limitReached: "The server limits how often you can do this."
    case .noPermission: "Your account does not have permission."
    case .noSession: "There is no valid sign-in on this device."
    case .needsLogin: "The server asks for a new sign-in."
    case .offline: "The device is offline, or the server is not available."
    case .otherSender:
      "The response may come from another sender, such as the sign-in page of a Wi-Fi network."
    case .otherVersion: "The response does not match this version of the app."
    case .refused: "The server refused the request."
    case .securityKey: "The device's security key could not be used."
    case .serverNotVerified: "The server's identity could not be verified."
    case .serverProblem: "The server has a problem."
    case .slowOrBusy: "The connection is slow, or the server is busy."
    case .stopped: "The action was stopped before it was complete."
    case .unexpected: "An unexpected problem occurred."

    case .askForAccess: "Sign in with another account, or ask for access."
    case .checkClock: "Check the date and time of the device, and try again."
    case .checkClockOrNetwork: "Check the date and time of the device, or use another network."
    case .checkConnection: "Check the internet connection, and try again."
    case .checkInput: "Check what you entered, and try again."
    case .signIn: "Sign in, and try again."
    case .tryAgain: "Try again."
    case .tryLater: "Try again later."
    case .unlockAndConnect: "Unlock the device, check the internet connection, and try again."
    case .updateApp: "Update the app. If that does not help, contact its support."
    case .waitMinutes: "Try again in {minutes} min."
    case .waitSeconds: "Try again in {seconds} s."
    }
  }
}

nonisolated extension ErrorText {
  init(_ description: RuntimeSentence, reason: RuntimeSentence, suggestion: RuntimeSentence) {
    self.init(description as any ErrorSentence, reason: reason, suggestion: suggestion)
  }
}

"""#),
("Secret.swift", #"""
// A value that must stay out of logs, such as a token, a code or a password.

/// A string that descriptions, interpolations and mirrors show as `<secret>`. Read it with
/// ``reveal()``; search for that name to find every use.
///
/// A `Secret` encodes as the string itself, because it has to be sent. Do not log the encoded data.
///
/// ```swift
/// let input = LoginInput(username: "ada@example.com", password: "correct horse")
/// print(input.password)  // <secret>
/// request.setValue("Opaque \(token.reveal())", forHTTPHeaderField: "Authorization")
/// ```
nonisolated public struct Secret: Hashable, Sendable {
  private let value: String

  public init(_ value: String) {
    self.value = value
  }

  /// Returns the string itself. Do not print or log it, and do not store it unencrypted.
  public func reveal() -> String {
    value
  }

  /// Whether the string is empty.
  public var isEmpty: Bool { value.isEmpty }
}

nonisolated extension Secret: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

nonisolated extension Secret: RedactedDescription {
  public var description: String { "<secret>" }
}

nonisolated extension Secret: Codable {
  public init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    SecretWatch.of(encoder)?.note()
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// Detects secrets during encoding, through the encoder's user information.
nonisolated final class SecretWatch: Sendable {
  // The name consists of letters, so the key is valid.
  static let key = CodingUserInfoKey(rawValue: "secretWatch")

  static func of(_ encoder: any Encoder) -> SecretWatch? {
    key.flatMap { encoder.userInfo[$0] as? SecretWatch }
  }

  private let found = Locked(false)

  var hasSeenSecret: Bool { found.withLock { $0 } }

  fileprivate func note() {
    found.withLock { $0 = true }
  }
}

"""#),
("SeparateValue.swift", #"""
// Values that a request contains beside its JSON.

import Foundation

/// A value that JSON cannot contain. The request's JSON has null in its place.
nonisolated package protocol SeparateValue: Encodable, Sendable {
  /// Adds values to a request.
  ///
  /// - Parameters:
  ///   - values: all separate values of the request, in the order of the JSON.
  ///   - request: a request whose body is the JSON. Its body may change to another one.
  static func attach(_ values: [PlacedValue], to request: inout HTTPRequest) throws
}

/// A separate value and its place in the JSON, such as `variables.files.1`.
nonisolated package struct PlacedValue: Sendable {
  package let path: String
  package let value: any SeparateValue
}

nonisolated extension JSONWriter {
  /// The separate values with their paths. Empty for most texts, so their paths are determined afterwards.
  var placedValues: [PlacedValue] {
    let paths = JSONPaths.paths(of: separateValues.map(\.offset), in: data)
    return zip(paths, separateValues).map { PlacedValue(path: $0, value: $1.value) }
  }
}

/// Finds the paths of values in JSON text.
nonisolated enum JSONPaths {
  nonisolated private enum Step {
    case member(Substring)
    case element(Int)

    var text: String {
      switch self {
      case .member(let name): String(name)
      case .element(let index): "\(index)"
      }
    }
  }

  /// Returns the paths of the values that start at these offsets.
  ///
  /// - Parameters:
  ///   - offsets: in ascending order.
  ///   - json: a text of `JSONWriter`, which has no white space.
  static func paths(of offsets: [Int], in json: Data) -> [String] {
    var paths: [String] = []
    var steps: [Step] = []
    let bytes = [UInt8](json)
    var index = 0
    while paths.count < offsets.count, index < bytes.count {
      if index == offsets[paths.count] { paths.append(steps.map(\.text).joined(separator: ".")) }
      switch bytes[index] {
      case UInt8(ascii: "{"): steps.append(.member(""))
      case UInt8(ascii: "["): steps.append(.element(0))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): steps.removeLast()
      case UInt8(ascii: ","):
        if case .element(let number)? = steps.last { steps[steps.count - 1] = .element(number + 1) }
      case UInt8(ascii: "\""):
        let end = Self.end(ofStringAt: index, in: bytes)
        if end < bytes.count, bytes[end] == UInt8(ascii: ":") {
          steps[steps.count - 1] = .member(
            Substring(decoding: bytes[(index + 1)..<(end - 1)], as: UTF8.self))
        }
        index = end - 1
      default: break
      }
      index += 1
    }
    return paths
  }

  /// Returns the index after the closing quotation mark.
  private static func end(ofStringAt start: Int, in bytes: [UInt8]) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }
}

"""#),
("ServerScalar.swift", #"""
// Types that are read and written as servers represent them, and not as their own `Codable` conformance does.

/// A type whose values have another form on the wire than in its `Codable` conformance, or more than one form.
nonisolated protocol ServerScalar: ServerFormCodable, JSONReadable {
  /// - Returns: nil if the JSON is not a value of the type.
  init?(_ json: JSON)
  /// - Throws: `EncodingError` if the value has no form on the wire.
  func json() throws -> JSON
}

/// A value, or a list of values or nil, in the servers' form, for any decoder and encoder.
nonisolated struct ServerForm<Value: ServerFormCodable>: Codable {
  let value: Value

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws { value = try Value(serverForm: decoder) }

  func encode(to encoder: any Encoder) throws { try value.encode(serverForm: encoder) }
}

/// A ``ServerScalar``, or a list or an optional of one.
nonisolated protocol ServerFormCodable: Codable {
  init(serverForm decoder: any Decoder) throws
  func encode(serverForm encoder: any Encoder) throws
}

nonisolated extension ServerScalar {
  init(serverForm decoder: any Decoder) throws {
    let json = try JSON(from: decoder)
    if case .null = json {
      throw DecodingError.valueNotFound(
        Self.self, .init(codingPath: decoder.codingPath, debugDescription: "Found null."))
    }
    guard let value = Self(json) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: "Expected \(Self.self).",
          underlyingError: DecodingError.ValueFreeError()))
    }
    self = value
  }

  func encode(serverForm encoder: any Encoder) throws { try json().encode(to: encoder) }

  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> Self {
    if try scanner.skipNull() { throw .null }
    guard let value = Self(try scanner.json()) else { throw .invalidValue }
    return value
  }
}

nonisolated extension Array: ServerFormCodable where Element: ServerFormCodable {
  init(serverForm decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self = []
    while !container.isAtEnd { append(try container.decode(ServerForm<Element>.self).value) }
  }

  func encode(serverForm encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(ServerForm(element)) }
  }
}

nonisolated extension Optional: ServerFormCodable where Wrapped: ServerFormCodable {
  init(serverForm decoder: any Decoder) throws {
    self = try decoder.singleValueContainer().decodeNil() ? nil : Wrapped(serverForm: decoder)
  }

  func encode(serverForm encoder: any Encoder) throws {
    if let self { return try self.encode(serverForm: encoder) }
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

nonisolated extension DecodedFields {
  /// A value in the servers' form.
  func serverForm<Value: ServerFormCodable>(
    _ name: String, as type: Value.Type
  ) throws -> any ServerFormCodable {
    try container.decode(ServerForm<Value>.self, forKey: FieldName(name)).value
  }
}

nonisolated extension ServerFormCodable {
  /// The value in the servers' form.
  var inServerForm: any Encodable { ServerForm(self) }
}

"""#),
("ServerTrust+Apple.swift", #"""
// Asks a policy about a server, on the platforms whose URLSession asks its delegate.

#if canImport(Security)
  import Foundation
  import Security

  #if canImport(FoundationNetworking)
    package import FoundationNetworking
  #endif

  nonisolated extension URLAuthenticationChallenge {
    /// Whether the challenge is about a server that the policy does not trust. The system verifies the server
    /// first.
    package func isRefused(by policy: any ServerTrustPolicy) -> Bool {
      // Nil for challenges about anything else, such as a password.
      guard let trust = protectionSpace.serverTrust else { return false }
      // The system refuses such a server itself, with an error of its own.
      guard SecTrustEvaluateWithError(trust, nil) else { return false }
      guard let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] else {
        return true
      }
      let certificates = chain.map { SecCertificateCopyData($0) as Data }
      return !policy.trusts(certificates, of: protectionSpace.host.lowercased())
    }
  }
#endif

"""#),
("ServerTrustPolicy.swift", #"""
// An app's own check of a server's certificates.

public import Foundation

/// Decides whether an app trusts a server, in addition to the system's verification of its certificates.
nonisolated public protocol ServerTrustPolicy: Sendable {
  /// Whether to trust a server whose certificates the system has verified.
  ///
  /// - Parameters:
  ///   - chain: the verified certificates in DER, from the server's own to the root's.
  ///   - host: the host of the request, in lower case.
  func trusts(_ chain: [Data], of host: String) -> Bool
}

"""#),
("ServiceRequest+HTTP.swift", #"""
// An operation with a connector as an HTTP request.

import Foundation

nonisolated extension ConnectorOperation {
  /// Builds the operation's HTTP request.
  ///
  /// - Throws: the reason why the request cannot be built.
  func httpRequest(
    _ configuration: ClientConfiguration
  ) throws(RequestError.NotSent) -> BuiltRequest {
    let request = self.request
    var http = HTTPRequest(
      method: request.method, url: try request.url(at: configuration.endpoint),
      headers: ["Accept": "application/json"])
    for (name, value) in request.headers {
      if let value = try value.text() { http.headers[name] = value }
    }
    guard request.hasBody else {
      http.headers["Content-Type"] = nil
      return BuiltRequest(http: http, hasSecrets: request.hasSecrets)
    }
    if let encoding = configuration.bodyEncoding {
      http.headers["Content-Type"] = encoding.mediaType
    } else if http.headers["Content-Type"] == nil {
      http.headers["Content-Type"] = BodyEncoding.json.mediaType
    }
    do {
      let json = JSONWriter()
      try json.write(self)
      guard json.separateValues.isEmpty else { throw RequestError.NotSent.invalidVariables }
      let isForm = http.headers.mediaType == BodyEncoding.form.mediaType
      http.body = isForm ? try FormBody.data(fromJSON: json.data) : json.data
      return BuiltRequest(http: http, hasSecrets: request.hasSecrets || json.hasSeenSecret)
    } catch {
      throw .invalidVariables
    }
  }
}

/// The encoding of the bodies of operations with a connector.
nonisolated public enum BodyEncoding: Hashable, Sendable {
  /// `application/json`
  case json
  /// `application/x-www-form-urlencoded`, for bodies without nested objects and lists.
  case form

  var mediaType: String {
    switch self {
    case .json: "application/json"
    case .form: "application/x-www-form-urlencoded"
    }
  }
}

/// A body of names and values, as in web forms.
/// https://url.spec.whatwg.org/#application/x-www-form-urlencoded
nonisolated enum FormBody {
  /// Encodes the members, sorted by name. Null members are left out.
  ///
  /// - Throws: an error if a member is an object or a list.
  static func data(fromJSON json: Data) throws -> Data {
    guard case .object(let members) = JSON(json) else { throw NotForm() }
    let parameters = try members.sorted { $0.key < $1.key }.compactMap { name, value in
      try text(value).map { (name: name, value: $0) }
    }
    return Data(parameters.formEncoded.utf8)
  }

  private static func text(_ value: JSON) throws -> String? {
    switch value {
    case .array, .object: throw NotForm()
    default: value.scalarText
    }
  }

  nonisolated private struct NotForm: Error {}
}

"""#),
("ServiceRequest.swift", #"""
// The parts of an operation's request to a service other than the body.

import Foundation

/// A request's target and headers. Its description shows only the method, because all other parts
/// may contain tokens.
nonisolated public struct ServiceRequest: Sendable {
  nonisolated enum Target: Sendable {
    /// Appended to the path of the client's endpoint.
    case path(RequestText)
    /// A complete URL from the server.
    case url(RequestText)
  }

  let method: HTTPRequest.Method
  let target: Target
  let query: [(String, RequestText)]
  let headers: [(String, RequestText)]
  let hasBody: Bool
  /// Whether a value in the URL or in a header is secret.
  var hasSecrets: Bool {
    let place =
      switch target {
      case .path(let text), .url(let text): text
      }
    return place.hasSecret || query.contains(where: \.1.hasSecret)
      || headers.contains(where: \.1.hasSecret)
  }

  /// A request to a path below the client's endpoint. Values in the path are percent-encoded.
  public init(
    _ method: HTTPRequest.Method, _ path: RequestText, query: [(String, RequestText)] = [],
    headers: [(String, RequestText)] = [], hasBody: Bool = false
  ) {
    self.init(method, .path(path), query, headers, hasBody)
  }

  /// A request to a URL from the server. The URL must have the origin of the client's endpoint.
  public init(
    _ method: HTTPRequest.Method, url: RequestText, query: [(String, RequestText)] = [],
    headers: [(String, RequestText)] = [], hasBody: Bool = false
  ) {
    self.init(method, .url(url), query, headers, hasBody)
  }

  private init(
    _ method: HTTPRequest.Method, _ target: Target, _ query: [(String, RequestText)],
    _ headers: [(String, RequestText)], _ hasBody: Bool
  ) {
    self.method = method
    self.target = target
    self.query = query
    self.headers = headers
    self.hasBody = hasBody
  }

  /// The request's URL, relative to an endpoint.
  ///
  /// - Throws: ``RequestError/NotSent`` with the reason why there is no URL.
  func url(at endpoint: URL) throws(RequestError.NotSent) -> URL {
    var components: URLComponents?
    switch target {
    case .path(let path):
      components = URLComponents(url: endpoint, resolvingAgainstBaseURL: false)
      var base = components?.percentEncodedPath ?? ""
      while base.hasSuffix("/") { base.removeLast() }
      components?.percentEncodedPath = try base + path.percentEncodedPath()
    case .url(let text):
      // The part before an @ looks like a server but is not one, so a URL with user information is
      // refused.
      components = try text.text().flatMap { URLComponents(string: $0) }
      guard components?.user == nil, components?.password == nil else {
        throw .foreignOrigin
      }
      components?.fragment = nil
    }
    var parameters: [(name: String, value: String)] = []
    for (name, value) in query {
      if let value = try value.text() { parameters.append((name, value)) }
    }
    components?.appendQuery(parameters)
    guard let url = components?.url else { throw .invalidVariables }
    guard url.origin == endpoint.origin else { throw .foreignOrigin }
    return url
  }
}

/// Text that operations build from values, as in `"/users/\(id)"`.
///
/// A value is a string, number, Boolean, enum or any other scalar. If a value is nil, the whole
/// text is left out.
nonisolated public struct RequestText: ExpressibleByStringInterpolation, Sendable {
  nonisolated fileprivate enum Piece: Sendable {
    case literal(String)
    case value(String)
    case missing
    /// A value that is not a scalar.
    case invalid
  }

  nonisolated public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []
    fileprivate var hasSecret = false

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.literal(literal)) }
    }

    public mutating func appendInterpolation<Value: Encodable>(_ value: Value?) {
      guard let value else { return pieces.append(.missing) }
      if value is Secret { hasSecret = true }
      pieces.append(ScalarText.text(of: value).map(Piece.value) ?? .invalid)
    }
  }

  private let pieces: [Piece]
  /// Whether a value is secret.
  let hasSecret: Bool

  public init(stringLiteral value: String) {
    pieces = [.literal(value)]
    hasSecret = false
  }

  public init(stringInterpolation: StringInterpolation) {
    pieces = stringInterpolation.pieces
    hasSecret = stringInterpolation.hasSecret
  }

  /// The unescaped text, or nil if a value is missing.
  func text() throws(RequestError.NotSent) -> String? {
    var text = ""
    for piece in pieces {
      switch piece {
      case .literal(let part), .value(let part): text += part
      case .missing: return nil
      case .invalid: throw .invalidVariables
      }
    }
    return text
  }

  /// The text as a path. Each value is percent-encoded, so it stays within one segment (RFC 3986,
  /// section 3.3).
  ///
  /// - Throws: ``RequestError/NotSent/invalidVariables`` if a value is missing, or if a segment is
  ///   empty, `.` or `..`, which would change the path.
  func percentEncodedPath() throws(RequestError.NotSent) -> String {
    var path = ""
    for piece in pieces {
      switch piece {
      case .literal(let part): path += part
      case .value(let part): path += part.percentEncoded
      case .missing, .invalid: throw .invalidVariables
      }
    }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let hasValues = pieces.contains { if case .value = $0 { true } else { false } }
    if hasValues, segments.contains(where: { ["", ".", ".."].contains($0) }) {
      throw .invalidVariables
    }
    return path
  }
}

nonisolated extension ServiceRequest: RedactedDescription {
  public var description: String { method.rawValue }
}

nonisolated extension RequestText: RedactedDescription {
  public var description: String { "<redacted>" }
}

/// A scalar's text, as in its JSON.
nonisolated enum ScalarText {
  static func text(of value: some Encodable) -> String? {
    switch value {
    case let value as String: value
    case let value as Secret: value.reveal()
    case let value as any OpenEnum: value.graphQLName
    default: encoded(value)
    }
  }

  private static func encoded(_ value: some Encodable) -> String? {
    let json = JSONWriter()
    guard (try? json.write(any: value)) != nil else { return nil }
    return JSON(json.data)?.scalarText
  }
}

nonisolated extension JSON {
  /// A scalar as text; nil for null, arrays and objects.
  var scalarText: String? {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): value.text
    case .string(let value): value
    case .null, .array, .object: nil
    }
  }
}

"""#),
("ServiceResponse.swift", #"""
// Reads a service's response as the operation's data, or as the service's error.

import Foundation

nonisolated extension HTTPResponse {
  /// Decodes the operation's data.
  ///
  /// - Returns: the data, and the lenient fields that could not be read.
  /// - Throws: the error in the body, or the reason why the response cannot be read.
  func data<Data: ResponseObject>(
    for operation: any ConnectorOperation, now: Date
  ) throws(RequestError.Reason.Failure) -> (data: Data, unreadable: [ResponseDecodingError]) {
    let type = type(of: operation)
    guard type.successStatuses.contains(where: { $0.contains(status) }) else {
      throw .init(failure(type, now: now))
    }
    do throws(ResponseDecodingError) {
      return try read(wholeBody: type.readsBody) { reader throws(ResponseDecodingError) in
        reader.variables = operation.conditionVariables
        let data: Data = try reader.document()
        return (data, reader.unreadable)
      }
    } catch {
      // Some failure statuses count as success for certain bodies. This body is not one of them.
      if status >= 400, case .service(let failure) = failure(type, now: now) {
        throw .init(.service(failure))
      }
      guard body.isEmpty || holdsJSON else { throw .init(.httpStatus(httpFailure(now: now))) }
      throw .init(.decoding(error))
    }
  }

  private func failure(
    _ operation: any ConnectorOperation.Type, now: Date
  ) -> RequestError.Reason {
    let http = httpFailure(now: now)
    guard holdsJSON, let whole = JSON(body), case .object = whole else { return .httpStatus(http) }
    let error = try? read(wholeBody: true) { reader throws(ResponseDecodingError) in
      try reader.inObject { operation.serviceError(&$0) }
    }
    guard let error = error ?? nil else { return .httpStatus(http) }
    return .service(
      ServiceFailure(http: http, error: error, body: RedactedJSON(whole)))
  }

  /// Reads the annotated body.
  private func read<Value>(
    wholeBody: Bool,
    _ read: (inout FieldReader) throws(ResponseDecodingError) -> Value
  ) throws(ResponseDecodingError) -> Value {
    guard let body = try? annotatedBody(wholeBody: wholeBody) else {
      throw ResponseDecodingError(.invalidJSON, path: [])
    }
    return try body.readJSON { json throws(ResponseDecodingError) in
      var reader = FieldReader(json)
      return try read(&reader)
    }
  }

  /// The body as an object, with the response's status and headers added under the key `$response`.
  ///
  /// - Parameter wholeBody: whether an object also goes under the key `$`. Any other body always does.
  private func annotatedBody(wholeBody: Bool) throws -> Data {
    let annotation = JSONWriter()
    try annotation.write(Annotation(status: status, headers: headers))
    var result = Data(#"{"$response":"#.utf8)
    result.append(annotation.data)
    guard holdsJSON, !body.isEmpty else { return result + Data("}".utf8) }
    let body = self.body.withoutByteOrderMark
    let start = body.firstIndex { !$0.isJSONSpace }
    let isObject = start.map { body[$0] == UInt8(ascii: "{") } ?? false
    if !isObject || wholeBody {
      // Parse the body alone first: text that closes the braces could add members.
      guard JSON(body) != nil else { throw ResponseDecodingError(.invalidJSON, path: []) }
      result += Data(#","$":"#.utf8) + body
    }
    guard isObject, let start else { return result + Data("}".utf8) }
    let rest = body[(start + 1)...]
    if rest.first(where: { !$0.isJSONSpace }) != UInt8(ascii: "}") {
      result.append(UInt8(ascii: ","))
    }
    return result + rest
  }
}

nonisolated extension Data {
  /// The text without a byte order mark, which RFC 8259, section 8.1, lets a reader ignore.
  fileprivate var withoutByteOrderMark: Data {
    starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self
  }
}

/// The parts of a response outside its body.
nonisolated private struct Annotation: FieldWritable {
  let status: Int
  let headers: HTTPHeaders

  func encode(into fields: FieldWriter) {
    fields.int("status", status)
    fields.value("headers", headerValues)
  }

  private var headerValues: JSON {
    .object(
      Dictionary(
        headers.names.map { ($0, headers[$0].map(JSON.string) ?? .null) },
        uniquingKeysWith: { first, _ in first }))
  }
}

"""#),
("String+Bytes.swift", #"""
// Exact comparison of strings.

nonisolated extension String {
  /// Whether both strings have the same UTF-8 bytes.
  ///
  /// `==` is also true for canonically equivalent strings (Unicode Standard Annex 15), which are
  /// different values to a server. Compare everything that decides about trust with this method.
  package func hasSameBytes(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}

"""#),
("TextScalar.swift", #"""
// Scalars that are strings of a certain format on the wire.

/// A scalar that decodes from and encodes as its description. A string of another format is a
/// decoding error, which names the expected format without the value.
///
/// ```swift
/// struct SKU: LosslessStringConvertible {
///   let description: String
///   init?(_ description: String) {
///     guard description.count == 8 else { return nil }
///     self.description = description
///   }
/// }
/// extension SKU: TextScalar {
///   static let expectation = "a SKU of 8 characters"
/// }
/// ```
nonisolated public protocol TextScalar: Codable, LosslessStringConvertible {
  /// The expected format, for the error. For example, "a date, YYYY-MM-DD".
  static var expectation: String { get }
}

nonisolated extension TextScalar {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath, debugDescription: "Expected \(Self.expectation).",
          underlyingError: DecodingError.ValueFreeError()))
    }
    self = value
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A Swift type that the configuration names for a scalar. Generated code has a type alias for each, so that
/// the compiler reports an unsuitable type with the name of its scalar.
nonisolated public enum ConfiguredScalar<Value: Codable & Sendable> {}

/// A ``ConfiguredScalar`` of a client whose response types conform to `Equatable`.
nonisolated public enum EquatableScalar<Value: Codable & Equatable & Sendable> {}

/// A ``ConfiguredScalar`` of a client whose types conform to `Hashable`.
nonisolated public enum HashableScalar<Value: Codable & Hashable & Sendable> {}

"""#),
("TimeLimit.swift", #"""
// A time limit with the client's own clock, because URLSession's limits have no effect on Linux.

/// A time limit for several waits together, such as those of one attempt of a call: waiting for a
/// credential and for the server counts, the time of interceptors does not.
nonisolated package final class TimeLimit: Sendable {
  nonisolated private struct State {
    var rest: Duration
    var restarts = 0
  }

  private let limit: Duration
  private let clock: any Clock<Duration>
  private let state: Locked<State>

  package init(_ limit: Duration, clock: any Clock<Duration>) {
    self.limit = limit
    self.clock = clock
    state = Locked(State(rest: limit))
  }

  /// Starts the whole limit again, because a wait makes progress. A wait without further restarts ends after one to two
  /// limits.
  func restart() {
    state.withLock { state in
      state.rest = limit
      state.restarts += 1
    }
  }

  /// Runs `body`, and cancels it when the time is over.
  ///
  /// - Returns: the result of `body`, or nil if the time is over.
  package func value<Value: Sendable, Failure: Error>(
    of body: @escaping @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value? {
    let start = state.withLock { $0 }
    guard start.rest > .zero else { return nil }
    var result: Result<Value, Failure>?
    let used = await clock.measure { result = await self.result(of: body, within: start.rest) }
    state.withLock { state in
      guard state.restarts == start.restarts else { return }
      // A result may arrive after the limit, if the system has suspended the process. Then there is time to use it.
      let least: Duration = result == nil ? .zero : min(start.rest, .seconds(1))
      state.rest = max(state.rest - used, least)
    }
    return try result?.get()
  }

  private func result<Value: Sendable, Failure: Error>(
    of body: @escaping @Sendable () async throws(Failure) -> Value, within rest: Duration
  ) async -> Result<Value, Failure>? {
    await withTaskGroup(of: Result<Value, Failure>?.self) { group in
      group.addTask {
        do throws(Failure) {
          return .success(try await body())
        } catch {
          return .failure(error)
        }
      }
      group.addTask { [self] in
        var wait = rest
        var restarts = -1
        while !Task.isCancelled, restarts != state.withLock({ $0.restarts }) {
          restarts = state.withLock { $0.restarts }
          try? await clock.sleep(for: wait)
          wait = limit
        }
        return nil
      }
      while let first = await group.next() {
        // Either the clock ended first, or both were cancelled; in that case the body reports it.
        guard first != nil || !Task.isCancelled else { continue }
        group.cancelAll()
        if let first { return first }
        // A result that arrives despite the cancellation is not lost: it may be new tokens.
        if case .success(let value) = await group.next() ?? nil { return .success(value) }
        return nil
      }
      return nil
    }
  }
}

/// Measures the time since its creation.
nonisolated package struct Stopwatch: Sendable {
  private let read: @Sendable () -> Duration

  package init(_ clock: any Clock<Duration>) { self.init(of: clock) }

  private init<C: Clock<Duration>>(of clock: C) {
    let start = clock.now
    read = { start.duration(to: clock.now) }
  }

  package var elapsed: Duration { read() }
}

"""#),
("Timestamp.swift", #"""
// A point in time in milliseconds.

public import Foundation

/// A point in time, in milliseconds since 1970-01-01T00:00:00Z on the wire.
nonisolated public struct Timestamp: Hashable, Comparable, Sendable {
  public let millisecondsSince1970: Int64

  public init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }

  /// Rounds to the nearest millisecond.
  ///
  /// - Returns: nil if the date is out of range.
  public init?(_ date: Date) {
    guard let value = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else {
      return nil
    }
    millisecondsSince1970 = value
  }

  public var date: Date {
    Date(timeIntervalSince1970: Double(millisecondsSince1970) / 1000)
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }
}

nonisolated extension Timestamp: Codable {
  public init(from decoder: any Decoder) throws {
    millisecondsSince1970 = try decoder.singleValueContainer().decode(Int64.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(millisecondsSince1970)
  }
}

"""#),
("Transmission.swift", #"""
// What happens to a request after the last interceptor: the origin check, the credential, the signature,
// the deadline.

import Foundation

nonisolated struct Transmission: Sendable {
  let call: CallContext
  let endpoint: URL
  let credential: Credential?
  /// The operation's variable for a credential, if it has one.
  let credentialVariable: String?
  let signer: (any RequestSigner)?
  let limit: TimeLimit
  let transport: any Transport

  /// Sends a request. Only the endpoint's server receives the credential.
  func send(_ request: HTTPRequest) async throws(RequestError) -> HTTPResponse {
    var request = request
    guard request.url.origin == endpoint.origin else { throw notSent(.foreignOrigin) }
    do throws(RequestError.NotSent) {
      try credential?.add(to: &request, variable: credentialVariable)
    } catch {
      throw notSent(error)
    }
    try await sign(&request)
    guard request.headers.areValid else { throw notSent(.invalidHeader) }
    request.bodyStream = request.bodyStream?.observed { [limit] _, _ in limit.restart() }
    let complete = request
    do throws(TransportError) {
      let isBegun = Locked(false)
      let response = try await limit.value { [transport] () async throws(TransportError) in
        isBegun.withLock { $0 = true }
        return try await transport.send(complete)
      }
      guard let response else {
        throw TransportError(.timedOut, wasSent: isBegun.withLock { $0 })
      }
      return response
    } catch {
      let progress: RequestError.Progress =
        switch error.reason {
        // A server that refuses the proof has not acted on the request.
        case .proofRefused: .answered
        default: error.wasSent ? .sent : .notSent
        }
      throw RequestError(
        error.reason == .cancelled ? .cancelled : .transport(error), progress: progress,
        operationName: call.operationName)
    }
  }

  /// Adds the signer's headers, within the time limit.
  private func sign(_ request: inout HTTPRequest) async throws(RequestError) {
    guard let signer else { return }
    guard request.bodyStream == nil || signer.signsStreams else { throw notSent(.streamedBody) }
    let unsigned = request
    let added: HTTPHeaders?
    do {
      added = try await limit.value { [call, credential] in
        try await signer.headers(for: unsigned, call, credential: credential)
      }
    } catch is CancellationError {
      throw RequestError(.cancelled, progress: .notSent, operationName: call.operationName)
    } catch {
      throw RequestError(
        .interceptor(error), progress: .notSent, operationName: call.operationName)
    }
    guard let added else {
      throw RequestError(
        .transport(TransportError(.timedOut, wasSent: false)), progress: .notSent,
        operationName: call.operationName)
    }
    for name in added.names {
      guard request.headers[name] == nil else { throw notSent(.repeatedHeader(name)) }
      request.headers[name] = added[name]
    }
  }

  private func notSent(_ reason: RequestError.NotSent) -> RequestError {
    RequestError(notSent: reason, operationName: call.operationName)
  }
}

"""#),
("Transport.swift", #"""
// Transports, which carry requests to a server, and their errors.

public import Foundation

/// Carries requests to a server. Apps use ``URLSessionTransport``; tests use ``InMemoryTransport``
/// or their own type.
nonisolated public protocol Transport: Sendable {
  /// Sends a request once and returns the response. An error status is a response, too.
  ///
  /// A transport follows no redirects, keeps no cookies and no cache, and stops soon after its task
  /// is cancelled. It sends the `body` or the `bodyStream` of the request.
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}

/// A transport that also returns responses that are not complete yet, such as those of subscriptions.
///
/// A transport without this protocol returns a subscription's response when it has ended.
nonisolated public protocol StreamingTransport: Transport {
  /// Sends a request once and returns the response as soon as its header is there. An error status is a response, too.
  func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponseStream
}

/// An HTTP response whose body arrives in parts. Its description leaves out header values and the body.
nonisolated public struct HTTPResponseStream: Sendable {
  public let status: Int
  public let headers: HTTPHeaders
  private let nextPart: @Sendable () async throws(TransportError) -> Data?
  private let cancelResponse: @Sendable () -> Void

  /// - Parameters:
  ///   - status: the HTTP status.
  ///   - headers: the header fields.
  ///   - next: returns the next part of the body, and nil at its end. It is called again when it has returned, and
  ///     ends soon after its task is cancelled.
  ///   - cancel: ends the response. It may be called several times, also after the end.
  public init(
    status: Int, headers: HTTPHeaders,
    next: @escaping @Sendable () async throws(TransportError) -> Data?,
    cancel: @escaping @Sendable () -> Void
  ) {
    self.status = status
    self.headers = headers
    nextPart = next
    cancelResponse = cancel
  }

  /// Returns the next part of the body; nil at its end.
  public func next() async throws(TransportError) -> Data? { try await nextPart() }

  /// Ends the response, and closes its connection.
  public func cancel() { cancelResponse() }
}

nonisolated extension HTTPResponseStream: RedactedDescription {
  public var description: String { "HTTP status \(status) (a stream)" }
}

nonisolated extension Transport {
  /// Sends a request once. The response is complete if the transport is no ``StreamingTransport``.
  package func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponseStream {
    if let transport = self as? any StreamingTransport { return try await transport.open(request) }
    return HTTPResponseStream(try await send(request))
  }
}

nonisolated extension HTTPResponseStream {
  /// A complete response as a stream of one part.
  package init(_ response: HTTPResponse) {
    let body = Locked<Data?>(response.body)
    self.init(
      status: response.status, headers: response.headers,
      next: { () async throws(TransportError) in
        body.withLock { body in
          defer { body = nil }
          return body
        }
      }, cancel: {})
  }

  /// Waits for the whole body.
  ///
  /// - Parameter limit: the maximum size of the body, in bytes.
  package func complete(limit: Int) async throws(TransportError) -> HTTPResponse {
    var response = HTTPResponse(status: status, headers: headers)
    do throws(TransportError) {
      while let part = try await next() {
        guard part.count <= limit - response.body.count else {
          throw TransportError(.responseTooLarge(limit: limit), wasSent: true)
        }
        response.body.append(part)
      }
    } catch {
      cancel()
      throw error
    }
    return response
  }
}

/// A transport that calls a function in place of the network.
nonisolated public struct InMemoryTransport: Transport {
  private let respond: @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse

  public init(
    _ respond: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse
  ) {
    self.respond = respond
  }

  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await respond(request)
  }
}

/// The reason why there is no response.
nonisolated public struct TransportError: Error, Hashable, Sendable {
  nonisolated public enum Reason: Hashable, Sendable {
    /// The server cannot be reached: no network, an unknown host, or a closed port.
    case cannotConnect
    /// The connection ended before the response was complete.
    case connectionLost
    /// TLS failed: the server's identity is not verified.
    case secureConnectionFailed
    /// The app's ``ServerTrustPolicy`` does not trust the server.
    case serverNotTrusted
    /// The transport has a ``ServerTrustPolicy``, and this platform's `URLSession` does not ask for it.
    case trustPolicyUnsupported
    /// There was no response before the deadline.
    case timedOut
    /// The request's ``HTTPRequest/bodyStream`` cannot be read. The server has received a part of the request at
    /// most.
    case unreadableBody(HTTPBodyFailure)
    /// The response has more bytes than the limit.
    case responseTooLarge(limit: Int)
    /// The server answered with a redirect. Redirects are not followed, because the request may
    /// carry a credential.
    case redirected(status: Int)
    /// The request needs a proof of possession (RFC 9449), and making one failed: for example, the
    /// key is not available now.
    case proofUnavailable
    /// The server refused the proof of possession of a request with a token, for example because of
    /// its nonce. The token may still be valid.
    case proofRefused
    /// The request sends a token as `Bearer`, but all tokens are bound to a key and use the scheme
    /// `DPoP`.
    case bearerRefused
    case cancelled
    /// Any other error, with the code of the underlying error.
    case other(code: Int)
  }

  public let reason: Reason
  /// Whether the request may have reached the server.
  public let wasSent: Bool

  public init(_ reason: Reason, wasSent: Bool) {
    self.reason = reason
    self.wasSent = wasSent
  }
}

nonisolated extension TransportError: CustomStringConvertible {
  public var description: String {
    let what =
      switch reason {
      case .cannotConnect: "the server cannot be reached"
      case .connectionLost: "the connection was lost"
      case .secureConnectionFailed: "the TLS connection failed"
      case .serverNotTrusted: "the app does not trust the server's certificates"
      case .trustPolicyUnsupported:
        "this platform cannot check the server's certificates with the app's policy"
      case .timedOut: "the request timed out"
      case .unreadableBody(let failure): "the request's body cannot be read: \(failure.error)"
      case .responseTooLarge(let limit): "the response is larger than \(limit) bytes"
      case .redirected(let status): "the server redirects (status \(status)), which is not followed"
      case .proofUnavailable: "making a proof of possession failed"
      case .proofRefused: "the server refuses the app's proofs of possession"
      case .bearerRefused: "a token that is bound to a key cannot be sent as Bearer"
      case .cancelled: "the call was cancelled"
      case .other(let code): "the request failed (code \(code))"
      }
    return what + (wasSent ? "; the server may have received the request" : "; nothing was sent")
  }
}

"""#),
("TransportError+Localized.swift", #"""
// Texts about failed connections for the user of an app.

public import Foundation

nonisolated extension TransportError: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch reason {
    case .cannotConnect:
      ErrorText(.cannotConnect, reason: .offline, suggestion: .checkConnection)
    case .connectionLost:
      ErrorText(.connectionLost, reason: .incompleteResponse, suggestion: .checkConnection)
    case .secureConnectionFailed, .serverNotTrusted:
      ErrorText(
        .insecureConnection, reason: .serverNotVerified, suggestion: .checkClockOrNetwork)
    case .timedOut: ErrorText(.timedOut, reason: .slowOrBusy, suggestion: .tryAgain)
    case .redirected: .otherSender
    case .responseTooLarge: .unexpectedResponse
    case .proofUnavailable:
      ErrorText(.notSent, reason: .securityKey, suggestion: .unlockAndConnect)
    // Servers refuse the proofs of a device whose clock is wrong.
    case .proofRefused: ErrorText(.notCompleted, reason: .securityKey, suggestion: .checkClock)
    case .trustPolicyUnsupported, .bearerRefused: .appSetUp
    case .unreadableBody: .unreadableBody
    case .cancelled: .cancelled
    case .other: .unknown
    }
  }
}

nonisolated extension ErrorText {
  package static var unreadableBody: ErrorText {
    ErrorText(.notSent, reason: .invalidValue, suggestion: .checkInput)
  }
}

"""#),
("URL+Query.swift", #"""
// Parameters of a URL's query.

package import Foundation

nonisolated extension URL {
  /// Returns the URL with parameters appended to its query; nil if there is no such URL.
  package func adding(_ parameters: [(name: String, value: String)]) -> URL? {
    var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
    components?.appendQuery(parameters)
    return components?.url
  }
}

nonisolated extension URLComponents {
  /// Appends parameters to the query. Servers that decode forms read an unescaped plus sign as a
  /// space, so it is escaped too.
  mutating func appendQuery(_ parameters: [(name: String, value: String)]) {
    guard !parameters.isEmpty else { return }
    let present = percentEncodedQuery.flatMap { $0.isEmpty ? nil : "\($0)&" } ?? ""
    percentEncodedQuery = present + parameters.formEncoded
  }
}

nonisolated extension [(name: String, value: String)] {
  /// The parameters as in a query and in the body of a form: `name=value`, joined with `&`.
  /// https://url.spec.whatwg.org/#application/x-www-form-urlencoded
  package var formEncoded: String {
    map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
  }
}

nonisolated extension String {
  /// The string with all characters except letters, digits and `-._~` escaped as UTF-8 bytes (RFC
  /// 3986, section 2).
  package var percentEncoded: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in utf8 {
      if byte.isASCIIAlphanumeric || "-._~".utf8.contains(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

"""#),
("URLSessionTransport.swift", #"""
// The transport for apps. It works around Foundation on Linux: a cancelled call may never complete,
// an authentication challenge never ends, and limits set on a request have no effect.

package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// Sends requests with its own `URLSession`, which has no cache, no cookies, no stored credentials
/// and no redirects.
///
/// On Apple platforms, TLS is version 1.2 or later. Elsewhere, Foundation has no such option, and
/// the configuration of OpenSSL decides; in Debian and Ubuntu it requires version 1.2 too.
nonisolated public final class URLSessionTransport: Transport {
  package let trustPolicy: (any ServerTrustPolicy)?
  private let calls: Session
  /// For responses that may never end. They would use up the connections of calls.
  private let streams = Locked<Session?>(nil)

  /// Creates a transport with its own `URLSession`.
  ///
  /// - Parameters:
  ///   - maximumConnectionsPerHost: the maximum number of open connections to one server. Further calls
  ///     wait. Streams do not count. Default: 6.
  ///   - trustPolicy: the app's own check of servers, such as pinned keys. Only Apple's `URLSession` asks for
  ///     it: on other platforms, each call with a policy throws
  ///     ``TransportError/Reason/trustPolicyUnsupported``. Default: nil, for the system's verification alone.
  public init(maximumConnectionsPerHost: Int = 6, trustPolicy: (any ServerTrustPolicy)? = nil) {
    self.trustPolicy = trustPolicy
    calls = Session(maximumConnectionsPerHost, trustPolicy)
  }

  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let response = BufferedResponse(limit: request.maximumResponseSize)
    let exchange = try begin(request, in: calls, for: response)
    let result = await withTaskCancellationHandler {
      await response.result
    } onCancel: {
      exchange.cancel()
    }
    return try result.get()
  }

  /// Sends a request whose response may never end.
  ///
  /// - Parameter receiver: gets the response. The transport keeps it until the response ends.
  package func begin(
    _ request: HTTPRequest, for receiver: any ResponseReceiver
  ) throws(TransportError) -> Exchange {
    let session = streams.withLock { session in
      let existing = session ?? Session(Self.maximumStreams, trustPolicy)
      session = existing
      return existing
    }
    return try begin(request, in: session, for: receiver)
  }

  /// The maximum number of streams from one server.
  private static let maximumStreams = 1_000

  private func begin(
    _ request: HTTPRequest, in session: Session, for receiver: any ResponseReceiver
  ) throws(TransportError) -> Exchange {
    guard !Task.isCancelled else { throw TransportError(.cancelled, wasSent: false) }
    #if !canImport(Security)
      guard trustPolicy == nil else {
        throw TransportError(.trustPolicyUnsupported, wasSent: false)
      }
    #endif
    return session.begin(request, for: receiver)
  }

  /// A request under way.
  nonisolated package struct Exchange: Sendable {
    fileprivate let exchanges: Exchanges
    fileprivate let session: URLSession
    fileprivate let task: URLSessionTask

    /// Ends the exchange. The receiver gets the error `cancelled`, unless it has received its end.
    package func cancel() {
      exchanges.end(task.taskIdentifier, with: TransportError(.cancelled, wasSent: true))
      session.cancel(task)
    }
  }
}

/// Receives the response to one request, on the queue of a `URLSession`.
nonisolated package protocol ResponseReceiver: AnyObject, Sendable {
  /// Receives the status and the header, before any part of the body.
  func receive(_ head: HTTPResponse)

  /// Receives the next part of the body.
  ///
  /// - Returns: the reason to end the exchange; nil to continue.
  func receive(_ data: Data) -> TransportError?

  /// Receives the end. It is called once, and no other method after it.
  func end(_ error: TransportError?)
}

/// A response that is complete before it is used.
nonisolated private final class BufferedResponse: ResponseReceiver {
  typealias Outcome = Result<HTTPResponse, TransportError>

  nonisolated private struct State {
    var response = HTTPResponse(status: 0)
    var outcome: Outcome?
    var continuation: CheckedContinuation<Outcome, Never>?
  }

  private let limit: Int
  private let state = Locked(State())

  init(limit: Int) {
    self.limit = limit
  }

  func receive(_ head: HTTPResponse) {
    state.withLock { $0.response = head }
  }

  func receive(_ data: Data) -> TransportError? {
    state.withLock { state in
      guard state.response.body.count + data.count <= limit else {
        return TransportError(.responseTooLarge(limit: limit), wasSent: true)
      }
      state.response.body.append(data)
      return nil
    }
  }

  func end(_ error: TransportError?) {
    let (continuation, outcome) = state.withLock { state in
      let outcome = error.map { Outcome.failure($0) } ?? .success(state.response)
      state.outcome = outcome
      return (state.continuation, outcome)
    }
    continuation?.resume(returning: outcome)
  }

  var result: Outcome {
    get async {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state in
          if state.outcome == nil { state.continuation = continuation }
          return state.outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    }
  }
}

/// A `URLSession` and its exchanges under way.
nonisolated private final class Session: Sendable {
  private let session: URLSession
  private let exchanges: Exchanges

  init(_ maximumConnectionsPerHost: Int, _ trustPolicy: (any ServerTrustPolicy)?) {
    exchanges = Exchanges(trustPolicy)
    session = URLSession(
      configuration: .stateless(maximumConnectionsPerHost: maximumConnectionsPerHost),
      delegate: exchanges, delegateQueue: nil)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  func begin(
    _ request: HTTPRequest, for receiver: any ResponseReceiver
  ) -> URLSessionTransport.Exchange {
    let task =
      request.bodyStream == nil
      ? session.dataTask(with: URLRequest(request))
      : session.uploadTask(withStreamedRequest: URLRequest(request))
    exchanges.begin(task.taskIdentifier, receiver, request.bodyStream)
    task.resume()
    return URLSessionTransport.Exchange(exchanges: exchanges, session: session, task: task)
  }
}

/// The exchanges under way, by the identifiers of their tasks. The first end counts; later
/// `URLSession` events are ignored.
nonisolated private final class Exchanges: NSObject, URLSessionDataDelegate {
  nonisolated private struct State {
    let receiver: any ResponseReceiver
    let body: (any HTTPBodyStream)?
    /// How often `URLSession` has asked for the body.
    var bodyCount = 0
    var hasHead = false
    /// Whether the server asks for HTTP authentication.
    var isChallenged = false
  }

  private let trustPolicy: (any ServerTrustPolicy)?
  private let states = Locked<[Int: State]>([:])

  init(_ trustPolicy: (any ServerTrustPolicy)?) {
    self.trustPolicy = trustPolicy
  }

  func begin(_ identifier: Int, _ receiver: any ResponseReceiver, _ body: (any HTTPBodyStream)?) {
    states.withLock { $0[identifier] = State(receiver: receiver, body: body) }
  }

  func end(_ identifier: Int, with error: TransportError?) {
    states.withLock { $0.removeValue(forKey: identifier) }?.receiver.end(error)
  }

  private func end(_ task: URLSessionTask, with error: TransportError) {
    end(task.taskIdentifier, with: error)
    task.cancel()
  }

  private func receive(_ response: HTTPURLResponse, of task: URLSessionTask) {
    let receiver = states.withLock { states in
      states[task.taskIdentifier]?.hasHead = true
      return states[task.taskIdentifier]?.receiver
    }
    if (300..<400).contains(response.statusCode), response.statusCode != 304 {
      end(task, with: TransportError(.redirected(status: response.statusCode), wasSent: true))
    } else {
      receiver?.receive(HTTPResponse(response))
    }
  }

  // MARK: URLSession

  /// Provides the body, also if `URLSession` has to send it again over another connection.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    let identifier = task.taskIdentifier
    let state = states.withLock { states in
      states[identifier]?.bodyCount += 1
      return states[identifier]
    }
    let stream = state?.body?.inputStream(
      isNeeded: { [states] in
        states.withLock { $0[identifier]?.bodyCount == state?.bodyCount }
      },
      failed: { [self] failure in
        end(identifier, with: TransportError(.unreadableBody(failure), wasSent: true))
        session.cancel(task)
      })
    completionHandler(stream)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse { receive(response, of: dataTask) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let receiver = states.withLock { $0[dataTask.taskIdentifier]?.receiver }
    if let error = receiver?.receive(data) { end(dataTask, with: error) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let state = states.withLock({ $0[task.taskIdentifier] }) else { return }
    // A challenged call ends with an error, but also has a response, without the body.
    if let error, !state.isChallenged {
      end(
        task.taskIdentifier, with: TransportError(error, hasBegun: task.response != nil))
      return
    }
    guard let response = task.response as? HTTPURLResponse else {
      end(task.taskIdentifier, with: TransportError(.connectionLost, wasSent: true))
      return
    }
    if !state.hasHead { receive(response, of: task) }
    end(task.taskIdentifier, with: nil)
  }

  /// Ends the call with the status of the 3xx response. Redirects are not followed.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
    end(task, with: TransportError(.redirected(status: response.statusCode), wasSent: true))
  }

  /// Asks the policy about the server. Without this, a challenged call never ends on Linux.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(Security)
      guard let trustPolicy, challenge.isRefused(by: trustPolicy) else {
        return completionHandler(.performDefaultHandling, nil)
      }
      end(task.taskIdentifier, with: TransportError(.serverNotTrusted, wasSent: false))
    #else
      states.withLock { $0[task.taskIdentifier]?.isChallenged = true }
    #endif
    completionHandler(.cancelAuthenticationChallenge, nil)
  }
}

nonisolated extension URLSessionConfiguration {
  /// A configuration without cache, cookies and stored credentials.
  package static func stateless(maximumConnectionsPerHost: Int) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    #if !canImport(FoundationNetworking)
      configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
    #endif
    configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost
    return configuration
  }
}

nonisolated extension URLSession {
  /// Cancels a task soon, on the queue of the delegate. On Linux, `cancel()` waits for the thread that reads a body, and
  /// would wait for ever on that thread. If the task ends at the same time on the delegate's queue, the process crashes.
  fileprivate func cancel(_ task: URLSessionTask) {
    delegateQueue.addOperation { task.cancel() }
  }
}

nonisolated extension HTTPResponse {
  /// The status and the header of a response.
  fileprivate init(_ response: HTTPURLResponse) {
    self.init(status: response.statusCode)
    for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
  }
}

nonisolated extension URLRequest {
  fileprivate init(_ request: HTTPRequest) {
    self.init(url: request.url)
    httpMethod = request.method.rawValue
    httpBody = request.body
    if let length = request.bodyStream?.length {
      setValue("\(length)", forHTTPHeaderField: "Content-Length")
      #if canImport(FoundationNetworking)
        // libcurl sends a stream in chunks, unless this field is set. With the second one, it waits a second for an
        // answer before the body. It leaves out fields without a value.
        setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
        setValue(" ", forHTTPHeaderField: "Expect")
      #endif
    }
    httpShouldHandleCookies = false
    // The request layer has its own deadline, which must end first.
    timeoutInterval = 24 * 60 * 60
    for name in request.headers.names {
      setValue(request.headers[name], forHTTPHeaderField: name)
    }
  }
}

nonisolated extension TransportError {
  /// Converts an error. Leaves out Foundation's messages, because they may quote the URL.
  ///
  /// - Parameter hasBegun: whether a response had begun. If so, an unknown error means that the
  ///   connection was lost: Linux has no error code for that.
  package init(_ error: any Error, hasBegun: Bool) {
    guard let error = error as? URLError else {
      self.init(.other(code: (error as NSError).code), wasSent: true)
      return
    }
    switch error.code {
    case .notConnectedToInternet, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed,
      .internationalRoamingOff, .dataNotAllowed, .callIsActive:
      self.init(.cannotConnect, wasSent: false)
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      self.init(.secureConnectionFailed, wasSent: false)
    case .networkConnectionLost, .badServerResponse, .cannotParseResponse:
      self.init(.connectionLost, wasSent: true)
    case .timedOut: self.init(.timedOut, wasSent: true)
    case .cancelled: self.init(.cancelled, wasSent: true)
    case .unknown where error.concernsTLS: self.init(.secureConnectionFailed, wasSent: false)
    case .unknown where hasBegun: self.init(.connectionLost, wasSent: true)
    default: self.init(.other(code: error.errorCode), wasSent: true)
    }
  }
}

nonisolated extension URLError {
  /// Whether TLS failed. On Linux, such an error has no code, only libcurl's text.
  fileprivate var concernsTLS: Bool {
    let text = userInfo[NSLocalizedDescriptionKey] as? String ?? ""
    return ["SSL", "TLS", "certificate"].contains { text.contains($0) }
  }
}

"""#),
("VoidValue.swift", #"""
// The value of a field that returns nothing.

/// The value of a scalar that is always null, such as the result of a logout. Decoding ignores the
/// value from the server.
nonisolated public struct VoidValue: Codable, Hashable, Sendable {
  public init() {}

  public init(from decoder: any Decoder) throws {}

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

"""#),
  ]

  /// The sources of AuthGenSessions by file name.
  package static let sessions: [(name: String, text: String)] = [
("Base64URL.swift", #"""
// Bytes as text that URLs can hold (RFC 4648, section 5), without padding.

import AuthGenRuntime
import Foundation

nonisolated package enum Base64URL {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  /// Decodes base64url text to bytes.
  ///
  /// - Returns: nil if the text is not the canonical encoding: it has padding, other characters, or
  ///   nonzero leftover bits.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    guard text.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }) else {
      return nil
    }
    let standard = text.replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: standard + padding), encode(data) == text else {
      return nil
    }
    return Array(data)
  }
}

"""#),
("CredentialHistory.swift", #"""
// The credentials that logins have had.

package import AuthGenRuntime
package import Foundation

/// The logins of the last credentials. It keeps no credential: those of the past are expired, and need not be in memory.
nonisolated package struct CredentialHistory: Sendable {
  /// The hash values of credentials, which differ in each run of the app, and their logins. The last is at the end.
  private var entries: [(hash: Int, login: UUID)] = []

  /// A credential that is older counts as unknown, such as that of a loop that is paused for days.
  private static var maximumCount: Int { 1_000 }

  package init() {}

  package mutating func add(_ credential: Credential, of login: UUID) {
    let hash = credential.hashValue
    if let last = entries.last, last.hash == hash, last.login == login { return }
    entries.removeAll { $0.hash == hash }
    if entries.count >= Self.maximumCount { entries.removeFirst() }
    entries.append((hash, login))
  }

  /// The login that has had a credential last; nil if it is unknown.
  package func login(of credential: Credential) -> UUID? {
    let hash = credential.hashValue
    return entries.last { $0.hash == hash }?.login
  }
}

"""#),
("Descriptor.swift", #"""
// Files by their descriptors, with the errors of system calls.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  import Foundation

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// The error of a system call.
  nonisolated struct SystemError: Error {
    /// `errno`.
    let code: Int32

    /// Makes the call, and repeats it if a signal interrupts it.
    static func check<Number: SignedInteger>(
      _ call: () -> Number
    ) throws(SystemError) -> Number {
      while true {
        let result = call()
        if result >= 0 { return result }
        let code = errno
        guard code == EINTR else { throw SystemError(code: code) }
      }
    }
  }

  /// An open file or directory, closed when the last reference is released.
  nonisolated final class Descriptor: Sendable {
    nonisolated struct Status {
      let isRegularFile: Bool
      let permissions: UInt32
      let owner: uid_t
    }

    private let number: Int32

    init(opening path: String, _ flags: Int32) throws(SystemError) {
      number = try SystemError.check { open(path, flags) }
    }

    /// Creates a file with mode 0600, minus the umask.
    init(creating name: String, in directory: Descriptor, _ flags: Int32) throws(SystemError) {
      number = try SystemError.check { openat(directory.number, name, flags, 0o600) }
    }

    deinit {
      close(number)
    }

    /// Creates the missing directories of a path with mode 0700.
    static func makeDirectories(_ path: String) throws(SystemError) {
      var made = path.hasPrefix("/") ? "/" : ""
      for component in path.split(separator: "/") {
        made += component + "/"
        guard mkdir(made, 0o700) != 0 else { continue }
        let code = errno
        // Some systems check permissions first. Opening the last directory reports such errors.
        guard [EEXIST, EACCES, EPERM, EROFS, EISDIR].contains(code) else {
          throw SystemError(code: code)
        }
      }
    }

    func status() throws(SystemError) -> Status {
      var status = stat()
      _ = try SystemError.check { fstat(number, &status) }
      return Status(
        isRegularFile: UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFREG),
        permissions: UInt32(status.st_mode) & 0o7777, owner: status.st_uid)
    }

    func setPermissions(_ mode: mode_t) throws(SystemError) {
      _ = try SystemError.check { fchmod(number, mode) }
    }

    /// Reads the file's bytes from the current position, up to a limit.
    func read(atMost limit: Int) throws(SystemError) -> Data {
      var bytes = Data()
      var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
      while bytes.count < limit {
        let wanted = min(buffer.count, limit - bytes.count)
        let count = try SystemError.check {
          buffer.withUnsafeMutableBytes { readBytes(number, $0.baseAddress, wanted) }
        }
        if count == 0 { break }
        bytes += buffer[..<count]
      }
      return bytes
    }

    /// Writes all bytes, in several calls if necessary.
    func write(_ bytes: Data) throws(SystemError) {
      var written = 0
      while written < bytes.count {
        let rest = bytes.dropFirst(written)
        written += try SystemError.check {
          rest.withUnsafeBytes { writeBytes(number, $0.baseAddress, $0.count) }
        }
      }
    }

    /// Returns when the data is on the disk.
    func synchronize() throws(SystemError) {
      #if canImport(Darwin)
        // Without this, the data may be in the drive's cache. Not all file systems support it.
        if fcntl(number, F_FULLFSYNC) != -1 { return }
      #endif
      _ = try SystemError.check { fsync(number) }
    }

    /// Locks the file or directory until this object is released.
    ///
    /// - Returns: false if another process or thread has the lock; nil if the file system does not
    ///   support the lock, as NFS does not for directories.
    func lock() throws(SystemError) -> Bool? {
      do throws(SystemError) {
        _ = try SystemError.check { flock(number, LOCK_EX | LOCK_NB) }
        return true
      } catch {
        if error.code == EWOULDBLOCK { return false }
        if [EBADF, ENOLCK, ENOTSUP].contains(error.code) { return nil }
        throw error
      }
    }

    /// Removes a file in this directory. A missing file is not an error.
    func unlink(_ name: String) throws(SystemError) {
      do throws(SystemError) {
        _ = try SystemError.check { unlinkat(number, name, 0) }
      } catch {
        if error.code != ENOENT { throw error }
      }
    }

    /// Renames a file in this directory.
    func rename(_ name: String, to newName: String) throws(SystemError) {
      _ = try SystemError.check { renameat(number, name, number, newName) }
    }
  }

  // Wrappers with other names, because the methods above have the names of the system calls.

  nonisolated private func readBytes(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int)
    -> Int
  {
    read(file, bytes, count)
  }

  nonisolated private func writeBytes(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int)
    -> Int
  {
    write(file, bytes, count)
  }
#endif

"""#),
("ExpiringActivity.swift", #"""
// A refresh while the system suspends the app.

import Foundation

/// Asks the system not to suspend the process while this value exists. iOS suspends an app soon after the user leaves
/// it. A refresh that is suspended between the server's answer and its storing loses the new tokens.
nonisolated final class ExpiringActivity: Sendable {
  #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    private let end = DispatchSemaphore(value: 0)

    init() {
      let end = end
      // The call blocks its thread until the activity ends.
      Thread.detachNewThread {
        ProcessInfo.processInfo.performExpiringActivity(withReason: "Refresh of a session") {
          isExpired in
          // The system calls this again when it waits no longer, and ends an app that does not return.
          if isExpired { end.signal() } else { end.wait() }
        }
      }
    }

    deinit { end.signal() }
  #endif
}

"""#),
("FileStore.swift", #"""
// A store in a file, for platforms without a Keychain.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  public import Foundation

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Stores bytes in an owner-only file (0600). Creates the file's directory with mode 0700 if it
  /// is missing. The file is not encrypted; use `KeychainStore` on Apple platforms.
  ///
  /// A write replaces the file atomically: a reader finds the old content or the new, even after a
  /// crash or a power failure. Several processes may use the same file. On macOS, Linux and Android, a
  /// refresh locks the file `.NAME.lock` beside it. On iOS, which ends an app that is suspended with a
  /// lock, a refresh does not lock.
  ///
  /// A file that another user could read or write is refused: one with permissions for the group or
  /// others, one with another owner, or a symbolic link.
  nonisolated public struct FileStore: SecretStore {
    /// 1 MB (2^20 bytes). A larger file is not a session.
    static let maximumSize = 1 << 20

    /// How long a write waits for other writers in the same directory, in milliseconds.
    var patience = 2_000

    private let directory: String
    private let name: String

    /// Creates a store for one file. It does not touch the file.
    ///
    /// - Parameter url: the file's URL. Use a separate directory for it, because writers lock the
    ///   directory.
    public init(url: URL) {
      directory = url.deletingLastPathComponent().path
      name = url.lastPathComponent
    }

    /// The temporary file of a write. The next write removes it if a write was interrupted.
    private var temporaryName: String { ".\(name).new" }

    public func read() throws(StoreError) -> Data? {
      let file: Descriptor
      do throws(SystemError) {
        // Non-blocking, in case the path is a pipe.
        file = try Descriptor(
          opening: "\(directory)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      } catch {
        if error.code == ENOENT { return nil }
        throw storeError(error)
      }
      let status = try check { () throws(SystemError) in try file.status() }
      guard status.isRegularFile else { throw StoreError(.notAFile, place: place) }
      guard status.owner == geteuid(), status.permissions & 0o077 == 0 else {
        throw StoreError(.insecurePermissions(mode: status.permissions), place: place)
      }
      let data = try check { () throws(SystemError) in
        try file.read(atMost: Self.maximumSize + 1)
      }
      guard data.count <= Self.maximumSize else { throw StoreError(.unreadable, place: place) }
      return data
    }

    public func write(_ data: Data) throws(StoreError) {
      try put(data, into: try openLockedDirectory())
    }

    public func remove() throws(StoreError) {
      guard let directory = try openExistingDirectory() else { return }
      try lock(directory)
      try remove(from: directory)
    }

    public func replace(_ expected: Data?, with data: Data?) throws(StoreError) -> Bool {
      guard let data else {
        guard let directory = try openExistingDirectory() else { return expected == nil }
        try lock(directory)
        guard try read() == expected else { return false }
        try remove(from: directory)
        return true
      }
      let directory = try openLockedDirectory()
      guard try read() == expected else { return false }
      try put(data, into: directory)
      return true
    }

    public func tryLock() throws(StoreError) -> StoreLock {
      #if os(macOS) || os(Linux) || os(Android)
        return try check { () throws(SystemError) in
          try Descriptor.makeDirectories(directory)
          let file = try Descriptor(
            creating: ".\(name).lock", in: try openDirectory(),
            O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC)
          return switch try file.lock() {
          case true: .locked(file)
          case false: .busy
          case nil: .unsupported
          }
        }
      #else
        return .unsupported
      #endif
    }
  }

  nonisolated extension FileStore {
    private var place: String { "the file \(directory)/\(name)" }

    private func openDirectory() throws(SystemError) -> Descriptor {
      try Descriptor(opening: directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }

    /// Opens the directory; nil if it does not exist.
    private func openExistingDirectory() throws(StoreError) -> Descriptor? {
      do throws(SystemError) {
        return try openDirectory()
      } catch {
        if error.code == ENOENT { return nil }
        throw storeError(error)
      }
    }

    /// Opens the directory for a write. Creates it if it does not exist.
    private func openLockedDirectory() throws(StoreError) -> Descriptor {
      let directory = try check { () throws(SystemError) in
        try Descriptor.makeDirectories(self.directory)
        return try openDirectory()
      }
      try lock(directory)
      return directory
    }

    private func put(_ data: Data, into directory: Descriptor) throws(StoreError) {
      guard data.count <= Self.maximumSize else {
        throw StoreError(.other(code: Int(EFBIG)), place: place)
      }
      do throws(SystemError) {
        // Removed, not truncated: another process may have created a link there.
        try directory.unlink(temporaryName)
        let file = try Descriptor(
          creating: temporaryName, in: directory,
          O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        try file.setPermissions(0o600)
        try file.write(data)
        try file.synchronize()
        try directory.rename(temporaryName, to: name)
      } catch {
        try? directory.unlink(temporaryName)
        throw storeError(error)
      }
      // The rename has succeeded. Synchronising the directory is best effort: not every file system
      // supports it.
      try? directory.synchronize()
    }

    private func remove(from directory: Descriptor) throws(StoreError) {
      try check { () throws(SystemError) in
        try directory.unlink(temporaryName)
        try directory.unlink(name)
      }
      try? directory.synchronize()
    }

    /// Waits for the lock. The lock ends with the descriptor, so it also ends if the process is
    /// killed.
    private func lock(_ directory: Descriptor) throws(StoreError) {
      for _ in 0..<patience {
        let isBusy = try check { () throws(SystemError) in try directory.lock() == false }
        if !isBusy { return }
        usleep(1_000)
      }
      throw StoreError(.unavailable, place: place)
    }

    private func check<Value>(
      _ body: () throws(SystemError) -> Value
    ) throws(StoreError) -> Value {
      do throws(SystemError) {
        return try body()
      } catch {
        throw storeError(error)
      }
    }

    private func storeError(_ error: SystemError) -> StoreError {
      StoreError(Self.reason(error.code, protectsFiles: Self.protectsFiles), place: place)
    }

    /// Whether the system encrypts files while the device is locked (Data Protection).
    private static var protectsFiles: Bool {
      #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        true
      #else
        false
      #endif
    }

    /// Returns the reason for an error code of the system.
    static func reason(_ code: Int32, protectsFiles: Bool) -> StoreError.Reason {
      switch code {
      // The file is encrypted until the user unlocks the device.
      case EPERM where protectsFiles: .unavailable
      case EACCES, EPERM, EROFS: .notPermitted
      // ELOOP is a symbolic link: the file was opened with O_NOFOLLOW.
      case ELOOP, EISDIR, ENXIO: .notAFile
      // EFBIG is the process's limit on file sizes.
      case ENOSPC, EDQUOT, EFBIG: .noSpace
      default: .other(code: Int(code))
      }
    }
  }
#endif

"""#),
("InMemoryStore.swift", #"""
// A store that lasts as long as the process.

public import AuthGenRuntime
public import Foundation

/// Stores bytes in memory, for tests, previews and apps that sign in at every start.
nonisolated public final class InMemoryStore: SecretStore {
  private let content: Locked<Data?>

  /// Creates a store in memory.
  ///
  /// - Parameter content: the store's initial content. Default: nil, which is an empty store.
  public init(_ content: Data? = nil) {
    self.content = Locked(content)
  }

  public func read() -> Data? {
    content.withLock { $0 }
  }

  public func write(_ data: Data) {
    content.withLock { $0 = data }
  }

  public func remove() {
    content.withLock { $0 = nil }
  }

  public func replace(_ expected: Data?, with data: Data?) -> Bool {
    content.withLock { content in
      guard content == expected else { return false }
      content = data
      return true
    }
  }
}

nonisolated extension InMemoryStore: RedactedDescription {
  public var description: String { "a store in memory" }
}

"""#),
("JSONWebToken.swift", #"""
// A signed JWT, parsed (RFC 7515, section 7.1; RFC 7519).

package import AuthGenRuntime
package import Foundation

/// A JWT whose signature is not verified.
nonisolated package struct JSONWebToken: Sendable {
  nonisolated package struct Header: Decodable, Sendable {
    package let alg: String
    package let kid: String?
    package let typ: String?
    /// The extensions that a reader must support (RFC 7515, section 4.1.11).
    package let crit: [String]?
  }

  package let header: Header
  package let payload: Data
  /// The bytes that the signature covers.
  package let signingInput: [UInt8]
  package let signature: [UInt8]

  /// The maximum length of a token, in bytes. Longer tokens are not parsed.
  private static let maximumLength = 64 << 10

  /// Parses a token. Does not verify its signature.
  ///
  /// - Returns: nil if the text does not have the form of a signed JWT.
  package init?(_ token: Secret) {
    let text = token.reveal()
    guard text.utf8.count <= Self.maximumLength else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64URL.decode(parts[0]),
      let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]),
      let read = try? JSONDecoder().decode(Header.self, from: Data(header))
    else { return nil }
    self.header = read
    self.payload = Data(payload)
    self.signature = signature
    signingInput = Array("\(parts[0]).\(parts[1])".utf8)
  }

  /// All claims by their names; nil if the payload is not an object.
  package var claims: [String: JSON]? {
    try? JSONDecoder().decode([String: JSON].self, from: payload)
  }
}

"""#),
("KeychainStore.swift", #"""
// A store in the Keychain of Apple platforms.

#if canImport(Security)
  import CryptoKit
  public import Foundation
  import Security

  /// Stores bytes in a Keychain item. The item is encrypted and stays on this device: it is not
  /// synchronised and not restored to another device from a backup. It is shared with all apps and
  /// extensions of its access group.
  ///
  /// Items outlive the app: they still exist when the app is deleted and installed again. To
  /// prevent that, remove the session at the app's first start; store a flag in the app's defaults
  /// to detect it.
  ///
  /// On macOS this is the data protection keychain, which requires a signed app. Without the
  /// entitlement, as in a plain command-line tool, every use throws
  /// ``StoreError/Reason/notPermitted``.
  nonisolated public struct KeychainStore: SecretStore {
    /// When the item can be read.
    nonisolated public enum Accessibility: Hashable, Sendable {
      /// After the first unlock since the device was started, including in the background
      /// (`kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`).
      case afterFirstUnlock
      /// While the device is unlocked (`kSecAttrAccessibleWhenUnlockedThisDeviceOnly`). In the
      /// background, the store is often ``StoreError/Reason/unavailable``.
      case whenUnlocked
    }

    private let service: String
    private let account: String
    private let accessGroup: String?
    private let accessibility: Accessibility

    /// Creates a store for one Keychain item. It does not touch the Keychain.
    ///
    /// - Parameters:
    ///   - service: the item's owner, for example the app's bundle identifier.
    ///   - account: the item's name within the service. Use a fixed name for apps with one user at
    ///     a time.
    ///   - accessGroup: an access group from the entitlements, whose apps and extensions share the
    ///     item. Name one if the app has several. Default: nil: the item is added to the first group of
    ///     the entitlements, and found, changed and removed in all of them.
    ///   - accessibility: when the item can be read. A write also applies it to an existing item.
    ///     Default: after the first unlock.
    public init(
      service: String, account: String, accessGroup: String? = nil,
      accessibility: Accessibility = .afterFirstUnlock
    ) {
      self.service = service
      self.account = account
      self.accessGroup = accessGroup
      self.accessibility = accessibility
    }

    public func read() throws(StoreError) -> Data? {
      guard let result = try copy(kSecReturnData) else { return nil }
      guard let data = result as? Data else { throw StoreError(.unreadable, place: place) }
      return data
    }

    public func write(_ data: Data) throws(StoreError) {
      var status = update(item, with: data)
      if status == errSecItemNotFound {
        status = add(data)
        // Another process has added the item in the meantime.
        if status == errSecDuplicateItem { status = update(item, with: data) }
      }
      try check(status)
    }

    public func remove() throws(StoreError) {
      let status = SecItemDelete(item as CFDictionary)
      if status == errSecItemNotFound { return }
      try check(status)
    }

    public func replace(_ expected: Data?, with data: Data?) throws(StoreError) -> Bool {
      guard let expected else {
        guard let data else { return try read() == nil }
        let status = add(data)
        if status == errSecDuplicateItem { return false }
        try check(status)
        return true
      }
      // The Keychain compares and replaces in one step.
      var known = item
      known[kSecAttrGeneric as String] = digest(of: expected)
      let status =
        data.map { update(known, with: $0) } ?? SecItemDelete(known as CFDictionary)
      if status == errSecItemNotFound {
        guard try isWithoutDigest() else { return false }
        return try replaceInSteps(expected, with: data)
      }
      try check(status)
      return true
    }
  }

  nonisolated extension KeychainStore {
    /// The query for the item. Without an access group, it matches the service and account in any
    /// of the app's groups.
    private var item: [String: Any] {
      var item: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: service,
        kSecAttrAccount as String: account,
        kSecAttrSynchronizable as String: false,
        kSecUseDataProtectionKeychain as String: true,
      ]
      if let accessGroup { item[kSecAttrAccessGroup as String] = accessGroup }
      return item
    }

    private func content(_ data: Data) -> [String: Any] {
      let accessible =
        switch accessibility {
        case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        case .whenUnlocked: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        }
      return [
        kSecValueData as String: data, kSecAttrGeneric as String: digest(of: data),
        kSecAttrAccessible as String: accessible,
      ]
    }

    /// Identifies a content in queries, which cannot compare the content itself.
    private func digest(of data: Data) -> Data { Data(SHA256.hash(data: data)) }

    /// Whether the item was written by a version that stored no digest.
    private func isWithoutDigest() throws(StoreError) -> Bool {
      guard let result = try copy(kSecReturnAttributes) else { return false }
      return (result as? [String: Any])?[kSecAttrGeneric as String] == nil
    }

    /// Reads the item's data or its attributes.
    ///
    /// - Returns: nil if the item does not exist.
    private func copy(_ part: CFString) throws(StoreError) -> CFTypeRef? {
      var query = item
      query[part as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      var result: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &result)
      if status == errSecItemNotFound { return nil }
      try check(status)
      return result
    }

    private func add(_ data: Data) -> OSStatus {
      SecItemAdd(item.merging(content(data)) { _, new in new } as CFDictionary, nil)
    }

    private func update(_ item: [String: Any], with data: Data) -> OSStatus {
      SecItemUpdate(item as CFDictionary, content(data) as CFDictionary)
    }

    /// Omits the account, which may be a user's name.
    private var place: String { "the Keychain item of \(service)" }

    private func check(_ status: OSStatus) throws(StoreError) {
      if status == errSecSuccess { return }
      let reason: StoreError.Reason =
        switch status {
        case errSecInteractionNotAllowed, errSecNotAvailable: .unavailable
        case errSecMissingEntitlement: .notPermitted
        default: .other(code: Int(status))
        }
      throw StoreError(reason, place: place)
    }
  }
#endif

"""#),
("Launch.swift", #"""
// The launch of a process, which a turn in a store without locks belongs to.

import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// One launch of a program.
nonisolated struct Launch: Codable, Hashable, Sendable {
  /// The program: the identifier of its bundle, or its path.
  let program: String
  let id: UUID
  let process: Int32

  static let current = Launch(
    program: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.arguments.first ?? "",
    id: UUID(), process: ProcessInfo.processInfo.processIdentifier)

  /// Whether this launch has certainly ended.
  ///
  /// - Parameters:
  ///   - current: the launch of this process.
  ///   - isRunning: whether a process is running, or may be running on another machine.
  func hasEnded(
    before current: Launch, isRunning: (Int32) -> Bool = Self.isRunning
  ) -> Bool {
    // An extension is another program, and may be in the middle of its turn.
    program == current.program && id != current.id && !isRunning(process)
  }

  private static func isRunning(_ process: Int32) -> Bool {
    #if os(macOS)
      return kill(process, 0) == 0 || errno != ESRCH
    #elseif canImport(Darwin)
      // The system runs one process of a program.
      return false
    #else
      // The store may be shared with another machine.
      return true
    #endif
  }
}

"""#),
("LogOut.swift", #"""
// Logout: on this device, and on the server.

import AuthGenRuntime

/// The result of a logout. The user is signed out on this device in any case, unless there is a store error.
nonisolated public struct LogOut<Data: Sendable, ServerError: Error>: Sendable {
  /// The server's result; nil without one. It may say that the server has not ended the session, such as
  /// `success: false`.
  public let data: Data?
  /// The request to the server failed, or the server refused it. The token may stay valid for a while. After a failure
  /// that may pass, such as no network, the manager tries again in the background: up to 10 times in about 5 minutes,
  /// while the app runs and no user signs in.
  public let serverError: ServerError?
  /// The session could not be removed from its store, so that the next start would restore it, or
  /// not be read before, so that it is still valid on the server. Log out again.
  public let storeError: StoreError?

  public init(data: Data? = nil, serverError: ServerError? = nil, storeError: StoreError? = nil) {
    self.data = data
    self.serverError = serverError
    self.storeError = storeError
  }
}

extension SessionManager {
  /// Ends the session on this device, and on the server (best effort).
  ///
  /// After a failure that may pass, `end` is called again in the background, unless a user has signed in: a server may end
  /// all sessions of a user.
  ///
  /// - Parameters:
  ///   - prepare: returns the session with which the server ends it, for example after a refresh. Called once. Default:
  ///     the session itself.
  ///   - end: ends a session on the server, and returns the server's result, if there is one. Not called if the user is
  ///     signed out. Continues even if the calling task is cancelled, for example when a screen closes with the session.
  /// - Returns: the server's result, and the errors, if any.
  @discardableResult
  public func logOut<Data: Sendable, ServerError: Error>(
    preparing prepare: @escaping @Sendable (Session) async -> Session = { $0 },
    onServer end: @escaping @Sendable (Session) async throws(ServerError) -> Data?
  ) async -> LogOut<Data, ServerError> {
    await logOut(isRepeatable: true, preparing: prepare, onServer: end)
  }

  /// Ends the session as ``logOut(preparing:onServer:)`` does.
  ///
  /// - Parameter isRepeatable: whether `end` can be called again later.
  package func logOut<Data: Sendable, ServerError: Error>(
    isRepeatable: Bool, preparing prepare: @escaping @Sendable (Session) async -> Session = { $0 },
    onServer end: @escaping @Sendable (Session) async throws(ServerError) -> Data?
  ) async -> LogOut<Data, ServerError> {
    let (before, storeError) = removeSession()
    let session: Session
    switch before {
    case .signedIn(let current), .needsLogin(let current, _): session = current
    case .signedOut: return LogOut(storeError: storeError)
    case .unavailable(let error): return LogOut(storeError: storeError ?? error)
    }
    // A task of its own, because the calling one may be cancelled.
    let (prepared, result) = await Task {
      let prepared = await prepare(session)
      return (prepared, await Result { () async throws(ServerError) in try await end(prepared) })
    }.value
    switch result {
    case .success(let data): return LogOut(data: data, storeError: storeError)
    case .failure(let error):
      if isRepeatable {
        retryLogOut(after: error) { () async throws in _ = try await end(prepared) }
      }
      return LogOut(serverError: error, storeError: storeError)
    }
  }

  /// When a failed logout is tried again.
  private static var logOutPolicy: RetryPolicy {
    RetryPolicy(maximumAttempts: 11, baseDelay: .seconds(2), maximumDelay: .seconds(64))
  }

  /// Tries in the background to end a session on the server, after a failure that may pass.
  private func retryLogOut(
    after error: any Error, _ end: @escaping @Sendable () async throws -> Void
  ) {
    Task { [weak self, clock = refresher.clock] in
      var error = error
      var attempt = 1
      while let failed = error as? any TokenRequestError, failed.mayPass,
        let delay = Self.logOutPolicy.delay(
          afterAttempt: attempt, retryAfter: failed.tokenRefusal?.retryAfter,
          random: .random(in: 0.5...1))
      {
        guard (try? await clock.sleep(for: delay)) != nil, await self?.currentLogin == nil else {
          return
        }
        do {
          return try await end()
        } catch let next {
          error = next
          attempt += 1
        }
      }
    }
  }
}

/// Runs `body` to its end even if the calling task is cancelled, for example when a screen closes
/// with the session.
nonisolated package func uncancelled<Value: Sendable, Failure: Error>(
  _ body: @escaping @Sendable () async throws(Failure) -> Value
) async -> Result<Value, Failure> {
  await Task { await Result(body) }.value
}

"""#),
("LoginObserver.swift", #"""
// The reports of a login's changes to connections that outlive a call.

import AuthGenRuntime
import Foundation

/// Reports the changes of a part of the session, and the end of its login.
nonisolated struct LoginObserver<Session: StoredSession>: Sendable {
  /// Nil for a login that is over.
  let login: UUID?
  let credential: @Sendable (Session) -> Credential?
  /// The value that was last reported.
  var known: Credential?
  let report: @Sendable (CredentialChange) -> Void

  /// Reports what has changed.
  ///
  /// - Returns: false after the end of the login.
  mutating func receive(_ machine: SessionMachine<Session>) -> Bool {
    switch machine.known {
    case .unread, .unavailable: break
    case .signedOut(let reason):
      report(.ended(reason.sessionEnd))
      return false
    case .signedIn(let current):
      guard current.id == login else {
        report(.ended(.otherLogin))
        return false
      }
      let now = credential(current.session)
      guard now != known else { break }
      known = now
      report(.replaced)
    }
    return true
  }
}

nonisolated extension SignOutReason {
  fileprivate var sessionEnd: SessionEnd {
    switch self {
    case .noSession: .noSession
    case .loggedOut: .loggedOut
    case .ended, .untrusted: .endedByServer
    }
  }
}

"""#),
("PlatformStore.swift", #"""
// The default store of the platform.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  import AuthGenRuntime
  import Foundation

  /// The default store for a session on each platform.
  nonisolated public enum PlatformStore {
    #if canImport(Security)
      public typealias Store = KeychainStore
    #else
      public typealias Store = FileStore
    #endif

    /// Returns the platform's default store. On Apple platforms, this is a `KeychainStore` with its
    /// defaults. Elsewhere, it is a ``FileStore`` with the file `SERVICE/ACCOUNT.session` in
    /// `$XDG_STATE_HOME`. The fallback is `~/.local/state`, if `XDG_STATE_HOME` is not set or is
    /// relative. In the names of the directory and the file, all characters except ASCII letters,
    /// digits and `-_.` are percent-encoded, and so is a leading dot.
    ///
    /// On Android an app has no home folder: create a ``FileStore`` in the app's files folder.
    ///
    /// - Parameters:
    ///   - service: the session's owner, for example the app's bundle identifier.
    ///   - account: the session's name within the service. Use a fixed name for apps with one user
    ///     at a time.
    public static func make(service: String, account: String) -> Store {
      #if canImport(Security)
        KeychainStore(service: service, account: account)
      #else
        FileStore(
          url: file(
            service: service, account: account,
            environment: ProcessInfo.processInfo.environment, home: NSHomeDirectory()))
      #endif
    }

    static func file(
      service: String, account: String, environment: [String: String], home: String
    ) -> URL {
      var state = URL(fileURLWithPath: home).appendingPathComponent(".local/state")
      // The XDG Base Directory Specification requires relative paths to be ignored.
      if let path = environment["XDG_STATE_HOME"], path.hasPrefix("/") {
        state = URL(fileURLWithPath: path)
      }
      return state.appendingPathComponent(fileName(service))
        .appendingPathComponent(fileName(account) + ".session")
    }

    /// A unique file name for each text, without separators and never a parent directory.
    private static func fileName(_ text: String) -> String {
      // A name that no other text encodes to.
      if text.isEmpty { return "%" }
      let name = text.percentEncoded.replacingOccurrences(of: "~", with: "%7E")
      return name.hasPrefix(".") ? "%2E\(name.dropFirst())" : name
    }
  }

  /// The platform's default store for each client and server: ``PlatformStore/make(service:account:)`` with the app's
  /// bundle identifier, or the name of the process, and an account with the client's name and the server's origin. So no
  /// server gets the tokens of another one.
  nonisolated public struct PlatformSessionStore: SessionStore {
    public func store(for owner: String) -> any SecretStore {
      PlatformStore.make(
        service: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName, account: owner
      )
    }
  }

  nonisolated extension SessionStore where Self == PlatformSessionStore {
    /// The platform's default store for each client and server; see ``PlatformSessionStore``.
    public static var platform: Self { PlatformSessionStore() }
  }
#endif

"""#),
("SecretStore.swift", #"""
// Stores for the bytes of one session.

public import AuthGenRuntime
public import Foundation

/// A place for one item of bytes that outlives the app, such as a Keychain item or a file. All
/// methods may be called from any thread; they block until the medium responds.
///
/// A store distinguishes between an empty store and one that cannot be read now. ``read()`` returns
/// nil only if the store is empty.
nonisolated public protocol SecretStore: SessionStore {
  /// Returns the bytes that were last written.
  ///
  /// - Returns: nil if the store is empty.
  /// - Throws: ``StoreError`` if the store cannot be read now, or if its content cannot be trusted.
  func read() throws(StoreError) -> Data?

  /// Replaces the content with `data`. If this throws, the store keeps its old content.
  func write(_ data: Data) throws(StoreError)

  /// Removes the content. Does nothing if the store is empty.
  func remove() throws(StoreError)

  /// Replaces the content if it equals `expected`, in one step that no other process can interrupt.
  /// Default: several steps, for stores that only one process uses.
  ///
  /// - Parameters:
  ///   - expected: the expected content; nil for an empty store.
  ///   - data: the new content; nil to remove the content.
  /// - Returns: false if the store has another content, which stays.
  func replace(_ expected: Data?, with data: Data?) throws(StoreError) -> Bool

  /// Tries to lock the store for the time of a refresh. Does not wait. Reading and writing need no
  /// lock. Default: ``StoreLock/unsupported``.
  func tryLock() throws(StoreError) -> StoreLock
}

nonisolated extension SecretStore {
  public func replace(_ expected: Data?, with data: Data?) throws(StoreError) -> Bool {
    try replaceInSteps(expected, with: data)
  }

  public func tryLock() throws(StoreError) -> StoreLock { .unsupported }

  /// Returns the content; for an empty store, adds it. If another process adds it at the same time, returns that
  /// process's content.
  package func readOrAdd(_ content: () throws -> Data) throws -> Data {
    if let stored = try read() { return stored }
    let new = try content()
    if try replace(nil, with: new) { return new }
    return try read() ?? new
  }

  /// Replaces the content in several steps; another process may change it in between.
  func replaceInSteps(_ expected: Data?, with data: Data?) throws(StoreError) -> Bool {
    guard try read() == expected else { return false }
    if let data { try write(data) } else { try remove() }
    return true
  }
}

/// Where the sessions of generated clients are kept: a ``SecretStore``, or a rule that chooses one for each client and
/// server, such as ``SessionStore/platform``.
nonisolated public protocol SessionStore: Sendable {
  /// Returns the store for one client's sessions at one server. Default for a ``SecretStore``: the store itself, because
  /// the app has chosen its place. Do not give the same one to two clients.
  ///
  /// - Parameter owner: the client's name, and the origin of its endpoint.
  func store(for owner: String) -> any SecretStore
}

nonisolated extension SecretStore {
  public func store(for owner: String) -> any SecretStore { self }
}

nonisolated extension SessionStore {
  /// Returns the store for the sessions of a generated client.
  ///
  /// - Parameters:
  ///   - name: the name of the generated client.
  ///   - client: sends its requests.
  public func store(of name: String, by client: GraphQLClient) -> any SecretStore {
    store(for: "\(name) \(client.caller.configuration.endpoint.origin?.description ?? "")")
  }
}

/// The result of an attempt to lock a store.
nonisolated public enum StoreLock: Sendable {
  /// The store is locked until the object is released, or until the process ends.
  case locked(any AnyObject & Sendable)
  /// Another process, or another object of this one, has the lock.
  case busy
  /// The store has no lock. Managers then agree on a turn in the stored content.
  case unsupported
}

"""#),
("SessionForm.swift", #"""
// The stored form of a session.

import Foundation

/// A session as it is stored: with the version of the form, which distinguishes it from later forms,
/// a generation, which distinguishes it from all earlier contents of the store, and its login.
nonisolated struct SessionForm<Session: StoredSession>: Codable, Sendable {
  /// The turn of one manager to refresh the session, in a store without locks.
  nonisolated struct Turn: Codable, Hashable, Sendable {
    let id: UUID
    let endsAt: Date
    let launch: Launch
  }

  nonisolated private struct Header: Decodable {
    let version: Int
  }

  private static var currentVersion: Int { 1 }

  private let version: Int
  /// Grows with each write.
  let generation: Int
  /// Identifies the login that created the session. Its refreshes keep it.
  let login: UUID
  /// The refresh under way.
  let turn: Turn?
  let session: Session

  init(_ session: Session, login: UUID, turn: Turn? = nil, after earlier: SessionForm?) {
    version = Self.currentVersion
    self.login = login
    generation = (earlier?.generation ?? 0) &+ 1
    self.turn = turn
    self.session = session
  }

  /// Encodes the form.
  ///
  /// - Throws: ``StoreError/Reason/notEncodable``. Omits the encoder's message, because it may
  ///   quote values.
  func encoded() throws(StoreError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do {
      return try encoder.encode(self)
    } catch {
      throw StoreError(.notEncodable)
    }
  }

  /// Decodes a form.
  ///
  /// - Throws: ``StoreError/Reason/unreadable``. Omits the decoder's message, because it may quote
  ///   values.
  init(decoding data: Data) throws(StoreError) {
    do {
      let decoder = JSONDecoder()
      // Check the version first: this version may be unable to read a later version's session.
      guard try decoder.decode(Header.self, from: data).version == Self.currentVersion else {
        throw StoreError(.unreadable)
      }
      self = try decoder.decode(Self.self, from: data)
    } catch {
      throw StoreError(.unreadable)
    }
  }
}

"""#),
("SessionMachine+Calls.swift", #"""
// What the calls that need a session get.

import AuthGenRuntime
import Foundation

nonisolated extension SessionMachine {
  /// What a call needs.
  nonisolated enum Demand: Sendable {
    /// A session with a credential that is neither expired nor refused.
    case valid
    /// A session with another credential than the refused one.
    case another(than: Credential)
    /// A session from the next refresh.
    case renewed
    case changed(Change)

    /// The identifier of the change that the demand may need.
    var changeID: String {
      if case .changed(let change) = self { change.id } else { "" }
    }
  }

  /// The logins whose session a call may get.
  nonisolated enum Origin: Sendable {
    case anyLogin
    /// The login at the time of the call.
    case currentLogin
    /// The login that has, or had, a credential. A call that began in one login is not sent in another.
    case login(of: Credential)
  }

  /// A call that waits.
  nonisolated struct Call: Sendable {
    let id: Int
    let demand: Demand
    /// Nil if the call may get the session of any login.
    let login: UUID?
    /// The result of the change that the call waited for.
    var result: Result<Void, CredentialUnavailable>?
  }

  private enum Verdict {
    case answer(Result<Login?, CredentialUnavailable>)
    /// The session cannot be used any more.
    case end(Session)
    /// The call waits for a change; nil for a refresh.
    case wait(Change?)
  }

  /// Adds a call to those that wait, or answers it at once.
  mutating func add(_ id: Int, _ demand: Demand, of origin: Origin) {
    if case .login(let credential) = origin, session != nil, !isOfCurrentLogin(credential) {
      effects.append(.answer(id, .success(nil)))
      return
    }
    if case .another(let refused) = demand, session?.credential == refused { rejected = refused }
    var login = loginBefore ?? login?.id
    if case .anyLogin = origin { login = nil }
    waiting.append(Call(id: id, demand: demand, login: login))
  }

  /// Answers the calls that need not wait, and begins the change that the first of the others needs.
  mutating func settle(at now: Moment) {
    if case .storing? = underWay?.stage { finishStoring(storeError, at: now) }
    // If nothing has changed, only the last call may be new.
    let start = isChanged ? 0 : max(waiting.count - 1, 0)
    isChanged = false
    var end = start
    for index in start..<waiting.count {
      let call = waiting[index]
      switch verdict(on: call, at: now) {
      case .answer(let answer): effects.append(.answer(call.id, answer))
      case .end(let session):
        waiting.removeSubrange(end..<index)
        return self.end(session)
      case .wait(let change):
        waiting[end] = call
        end += 1
        if underWay == nil { begin(change) }
      }
    }
    waiting.removeSubrange(end...)
  }

  private func verdict(on call: Call, at now: Moment) -> Verdict {
    if case .unavailable(let error) = known {
      return .answer(.failure(CredentialUnavailable(error)))
    }
    guard let login, call.login ?? login.id == login.id else { return .answer(.success(nil)) }
    if let unsaved, unsaved.mustBeStored, let error = unsaved.error {
      return .answer(.failure(CredentialUnavailable(error)))
    }
    let session = login.session
    let needsRenewal: Bool
    switch call.demand {
    case .valid, .another:
      needsRenewal = self.needsRenewal(session, within: leeway(at: now), at: now)
    case .renewed: needsRenewal = canBeRefreshed(session)
    case .changed(let change): needsRenewal = !change.isMade(session)
    }
    switch call.result {
    case .success?: return .answer(.success(login))
    case nil where !needsRenewal: return .answer(.success(login))
    case .failure(let error)?: return .answer(answer(to: call, after: error, at: now))
    case nil: break
    }
    if case .changed(let change) = call.demand {
      guard let failures = failures[change.id], now.uptime < failures.resumesAt else {
        return .wait(change)
      }
      return .answer(.failure(failures.error))
    }
    guard canBeRefreshed(session) else {
      // By the device's clock alone, no session ends: the server knows whether it has expired.
      return .end(session)
    }
    if case .renewed = call.demand { return .wait(nil) }
    guard let failures = failures[""], now.uptime < failures.resumesAt else { return .wait(nil) }
    return .answer(answer(to: call, after: failures.error, at: now))
  }

  /// After a failed refresh, a credential is used until it expires.
  private func answer(
    to call: Call, after error: CredentialUnavailable, at now: Moment
  ) -> Result<Login?, CredentialUnavailable> {
    switch call.demand {
    case .renewed, .changed: return .failure(error)
    case .valid, .another:
      guard let login, !needsRenewal(login.session, within: 0, at: now) else {
        return .failure(error)
      }
      return .success(login)
    }
  }

  // MARK: Validity

  func canBeRefreshed(_ session: Session) -> Bool {
    policy.canRefresh && session.refreshToken != nil
  }

  private func leeway(at now: Moment) -> TimeInterval {
    now.uptime < earlyRefreshesResumeAt ? 0 : policy.leeway
  }

  /// Whether the session needs other tokens. A session that cannot be refreshed is used until the server
  /// refuses it.
  func needsRenewal(_ session: Session, within leeway: TimeInterval, at now: Moment) -> Bool {
    if session.credential == rejected || !policy.isUsable(session) { return true }
    guard canBeRefreshed(session), let expiresAt = session.expiresAt else { return false }
    return expiresAt.timeIntervalSince(now.date) <= leeway
  }
}

"""#),
("SessionMachine+Refresh.swift", #"""
// The refresh of a session, and other changes of its tokens: one at a time.

import AuthGenRuntime
package import Foundation

/// A change of a session that the server makes with its refresh token, in addition to refreshes. The manager
/// makes one change at a time, among all processes with the same store, because a server may accept each
/// refresh token once.
nonisolated package struct SessionChange<Session: StoredSession>: Sendable {
  /// Calls that need changes with the same identifier share one.
  let id: String
  /// The login that begins with the changed session; nil if the login continues.
  let newLogin: UUID?
  /// Whether a session has the change, so that it need not be made.
  let isMade: @Sendable (Session) -> Bool
  /// Requests the changed session; nil if the server refuses the refresh token.
  let make: @Sendable (Session) async throws -> Session?

  /// - Parameters:
  ///   - id: must not be empty.
  ///   - newLogin: the login that begins with the changed session. Default: nil, if the login continues.
  package init(
    id: String, newLogin: UUID? = nil, isMade: @escaping @Sendable (Session) -> Bool,
    make: @escaping @Sendable (Session) async throws -> Session?
  ) {
    self.id = id
    self.newLogin = newLogin
    self.isMade = isMade
    self.make = make
  }
}

/// What a refresh has led to.
nonisolated enum RefreshResult<Session: StoredSession>: Sendable {
  case session(Session)
  /// The server has ended the session, or its new tokens are not trusted.
  case ended(SignOutReason)
  case unavailable(CredentialUnavailable)
}

/// The failures of one change in a row, and when the next call tries it again.
nonisolated struct RefreshFailures: Sendable {
  private(set) var count = 0
  private(set) var error = CredentialUnavailable("")
  private(set) var resumesAt = Duration.zero

  /// The longest pause between two attempts, if the server does not ask for a longer one.
  static var longestPause: Duration { .seconds(60) }
  /// The longest pause that a server can ask for.
  static var longestRequestedPause: Duration { .seconds(300) }

  /// Adds a failure. The next call tries again at once after the first one, and then after 1, 2, 4 seconds and
  /// so on. If the user has to log in again, the longest pause follows at once.
  mutating func add(_ error: CredentialUnavailable, at uptime: Duration) {
    count += 1
    self.error = error
    var pause: Duration = count < 2 ? .zero : .seconds(1 << min(count - 2, 6))
    if error.refusal != nil { pause = Self.longestPause }
    pause = min(pause, Self.longestPause)
    if let requested = error.retryAfter {
      pause = max(pause, min(requested, Self.longestRequestedPause))
    }
    resumesAt = uptime + pause
  }
}

nonisolated extension StoredSession {
  /// Whether two sessions certainly belong to different users.
  fileprivate func isOfAnotherUser(than other: Self) -> Bool {
    guard let userIdentity, let otherIdentity = other.userIdentity else { return false }
    return userIdentity != otherIdentity
  }
}

nonisolated extension SessionMachine {
  /// The change of the session under way.
  nonisolated struct UnderWay: Sendable {
    nonisolated enum Stage: Sendable {
      case waitingForTurn
      /// The server has the refresh token of the session.
      case refreshing
      /// The result is being stored.
      case storing
    }

    /// Nil for a refresh.
    let change: Change?
    /// The session that needs the change, and then the one whose refresh token the server gets.
    var seen: Login
    var stage = Stage.waitingForTurn

    var changeID: String { change?.id ?? "" }
  }

  /// Begins a change; a refresh if it is nil.
  mutating func begin(_ change: Change?) {
    guard let login else { return }
    underWay = UnderWay(change: change, seen: login)
    // A session that is not stored is unknown to other processes.
    effects.append(.takeTurn(isStored: unsaved == nil))
  }

  /// Asks the server, unless another process has made the change or the user has logged out since.
  mutating func takeTurn(_ result: Result<Void, CredentialUnavailable>, at now: Moment) {
    guard let underWay, case .waitingForTurn = underWay.stage else { return }
    if case .failure(let error) = result { return finish(.failure(error), at: now) }
    if unsaved == nil, let storeError {
      return finish(.failure(CredentialUnavailable(storeError)), at: now)
    }
    guard let login, !isMade(underWay, in: login.session, at: now) else {
      return finish(.success(()), at: now)
    }
    self.underWay?.seen = login
    self.underWay?.stage = .refreshing
    effects.append(.refresh(login.session, by: underWay.change))
  }

  private func isMade(_ underWay: UnderWay, in session: Session, at now: Moment) -> Bool {
    if let change = underWay.change { return change.isMade(session) }
    let seen = underWay.seen.session
    let isRenewed = session.credential != seen.credential || session.expiresAt != seen.expiresAt
    return isRenewed && !needsRenewal(session, within: policy.leeway, at: now)
  }

  mutating func finish(_ result: RefreshResult<Session>, at now: Moment) {
    guard let underWay, case .refreshing = underWay.stage else { return }
    let before = underWay.seen
    switch result {
    case .unavailable(let error): finish(.failure(error), at: now)
    case .ended(let reason):
      self.underWay?.stage = .storing
      end(before.session, reason)
    case .session(let newer) where newer.isOfAnotherUser(than: before.session):
      finish(.ended(.untrusted(TrustFailure("the new tokens belong to another user"))), at: now)
    case .session(let newer) where underWay.change != nil && newer == before.session:
      finish(.success(()), at: now)
    case .session(let newer):
      self.underWay?.stage = .storing
      guard login == before else {
        // A logout, another login or another process was first.
        return revokeLate(Login(session: newer, id: before.id))
      }
      if underWay.change == nil {
        renewed = newer.credential
        // Some servers renew a token in place.
        rejected = nil
      }
      save(newer, of: before, as: underWay.change?.newLogin)
    }
  }

  /// Ends the change under way after its result is stored, or is not.
  mutating func finishStoring(_ error: StoreError?, at now: Moment) {
    // A login that could not be stored continues, and so do its refreshes.
    if let error, session != nil, unsaved?.mustBeStored ?? true {
      finish(.failure(CredentialUnavailable(error)), at: now)
    } else {
      finish(.success(()), at: now)
    }
  }

  /// Ends the change under way, and gives its result to the calls that wait for it.
  private mutating func finish(_ result: Result<Void, CredentialUnavailable>, at now: Moment) {
    guard let underWay else { return }
    self.underWay = nil
    isChanged = true
    effects.append(.endTurn)
    // Also after a success: a token may last less than the leeway.
    if underWay.change == nil { earlyRefreshesResumeAt = now.uptime + .seconds(60) }
    switch result {
    case .success: failures[underWay.changeID] = nil
    case .failure(let error):
      // The failure of an earlier login says nothing about this one.
      guard login?.id == underWay.seen.id else { break }
      failures[underWay.changeID, default: .init()].add(error, at: now.uptime)
    }
    for index in waiting.indices
    where waiting[index].demand.changeID == underWay.changeID
      && waiting[index].login ?? underWay.seen.id == underWay.seen.id
    {
      waiting[index].result = result
    }
  }
}

"""#),
("SessionMachine.swift", #"""
// Which session is current: a function of a state and an event, without a store, a network or a clock.

import AuthGenRuntime
import Foundation

/// The state of a session manager. ``receive(_:at:)`` changes it and returns what the manager does next.
///
/// The manager performs the effects in their order. It answers ``Effect/read`` and
/// ``Effect/write(_:over:)`` with the event ``Event/read(_:)`` or ``Event/written(_:)`` before any other
/// event. No event needs the result of an earlier one that is still under way, so events may come in any
/// order.
nonisolated struct SessionMachine<Session: StoredSession>: Sendable {
  typealias Change = SessionChange<Session>

  /// A session, and the identifier of the login that created it. Refreshes keep the identifier.
  nonisolated struct Login: Hashable, Sendable {
    let session: Session
    let id: UUID
  }

  /// The time of an event.
  nonisolated struct Moment: Sendable {
    /// By the device's clock, which the user can change.
    var date: Date
    /// By a clock that no one can change.
    var uptime: Duration
  }

  /// What the session's refresher can do.
  nonisolated struct Policy: Sendable {
    /// How long before its expiry a credential is refreshed, in seconds.
    var leeway: TimeInterval = 30
    var canRefresh = true
    /// Whether this device can use a session's credential, expired or not.
    var isUsable: @Sendable (Session) -> Bool = { _ in true }
  }

  nonisolated enum Event: Sendable {
    /// The app needs the state.
    case looked
    case loggedIn(Login, revokesFormer: Bool)
    case loggedOut
    /// A session has changed on the server, and keeps its tokens.
    case updated(Session, to: Session)
    /// A call needs a session.
    case asked(Int, Demand, of: Origin)
    /// A call no longer waits.
    case left(Int)
    /// A response has refused a credential, and the call is not repeated.
    case refused(Credential)
    /// The wait for this manager's turn to refresh the stored session is over.
    case turn(Result<Void, CredentialUnavailable>)
    /// The server has answered a refresh, or did not.
    case refreshed(RefreshResult<Session>)
    /// The store's content.
    case read(Result<Login?, StoreError>)
    /// The result of a write: whether the store had the content that the write was to replace.
    case written(Result<Bool, StoreError>)
  }

  nonisolated enum Effect: Sendable {
    case read
    /// Stores a session, or empties the store if it is nil.
    case write(Login?, over: SessionStorage<Session>.Replaceable)
    /// Empties the store (best effort).
    case remove
    /// Waits for the right to refresh the session: among the processes that share the store if it is
    /// stored, otherwise at once.
    case takeTurn(isStored: Bool)
    case refresh(Session, by: Change?)
    case endTurn
    case revoke(Session)
    case publish(SessionState<Session>)
    case answer(Int, Result<Login?, CredentialUnavailable>)
  }

  /// What is known of the store's content.
  nonisolated enum Known: Sendable {
    case unread
    case unavailable(StoreError)
    case signedOut(SignOutReason)
    case signedIn(Login)
  }

  /// The known state is not stored: storing it has failed, or is under way. Each event tries it again.
  nonisolated struct Unsaved: Sendable {
    var over: SessionStorage<Session>.Replaceable
    /// The login of the sessions that the store may still have.
    var login: UUID?
    /// Whether the session is not used until it is stored, because the store still has its predecessor.
    var mustBeStored = false
    /// The session to continue with if storing fails, because it has the same tokens.
    var former: Login?
    /// Whether the first write replaces any content.
    var isFirst = false
    var error: StoreError?
  }

  let policy: Policy
  var known = Known.unread
  var unsaved: Unsaved?
  /// A credential that was refused before it expired.
  var rejected: Credential?
  /// The credential of the last refresh by this manager.
  var renewed: Credential?
  /// The logins of the last credentials.
  private var recent = CredentialHistory()
  /// Until then, after a refresh, a credential is used until it expires.
  var earlyRefreshesResumeAt = Duration.zero
  /// The failures since the last success, by the identifier of the change.
  var failures: [String: RefreshFailures] = [:]
  /// The change of the session under way.
  var underWay: UnderWay?
  var waiting: [Call] = []
  /// Whether an answer to waiting calls may have changed.
  var isChanged = false
  /// The state before the last login or logout.
  private(set) var replaced = SessionState<Session>.signedOut(.noSession)
  private var published: SessionState<Session>?

  // The event under way.
  private var held: Event?
  /// The login when the event came.
  private(set) var loginBefore: UUID?
  private var storeEffect: Effect?
  /// The error of reading or writing the store.
  var storeError: StoreError?
  var effects: [Effect] = []
  /// The sessions to revoke after their successor is stored.
  private var superseded: [Session] = []

  init(_ policy: Policy) {
    self.policy = policy
  }

  /// Changes the state, and returns what to do. The last effect is the only one that reads or writes.
  mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
    effects = []
    switch event {
    case .read(let content): adopt(content)
    case .written(let result): finishWriting(result)
    default:
      held = event
      loginBefore = login?.id
      storeError = nil
      storeEffect = preparation(for: event)
    }
    while storeEffect == nil, let event = held {
      held = nil
      publish()
      apply(event, at: now)
    }
    if storeEffect == nil {
      settle(at: now)
    }
    if let effect = storeEffect {
      effects.append(effect)
      storeEffect = nil
    } else {
      effects += superseded.map { .revoke($0) }
      superseded = []
      publish()
    }
    return effects
  }

  /// What has to be known before an event: another process may have changed the stored session.
  private func preparation(for event: Event) -> Effect? {
    var readsAgain = true
    if case .signedIn = known { readsAgain = false }
    switch event {
    case .loggedIn, .loggedOut, .turn: return writing ?? .read
    case .refreshed: return readsAgain ? writing ?? .read : nil
    case .looked, .updated, .asked, .refused: return writing ?? (readsAgain ? .read : nil)
    case .left, .read, .written: return nil
    }
  }

  private mutating func apply(_ event: Event, at now: Moment) {
    switch event {
    case .looked, .read, .written: break
    case .loggedIn(let login, let revokesFormer):
      if revokesFormer, let former = session, !former.sharesToken(with: login.session) {
        superseded.append(former)
      }
      replace(with: .signedIn(login))
    case .loggedOut: replace(with: .signedOut(.loggedOut))
    case .updated(let session, let newer):
      guard let login, login.session == session else { return }
      save(newer, of: login)
    case .asked(let id, let demand, let origin): add(id, demand, of: origin)
    case .left(let id): waiting.removeAll { $0.id == id }
    case .refused(let credential):
      guard let session, session.credential == credential else { return }
      if canBeRefreshed(session), credential != renewed {
        rejected = credential
      } else {
        end(session)
      }
    case .turn(let result): takeTurn(result, at: now)
    case .refreshed(let result): finish(result, at: now)
    }
  }

  // MARK: The state

  var login: Login? {
    if case .signedIn(let login) = known { login } else { nil }
  }

  var session: Session? { login?.session }

  /// The state for the app.
  var state: SessionState<Session> {
    switch known {
    case .unread: .signedOut(.noSession)
    case .unavailable(let error): .unavailable(error)
    case .signedOut(let reason): .signedOut(reason)
    case .signedIn(let login):
      if let refusal = failures[""]?.error.refusal {
        .needsLogin(login.session, refusal)
      } else {
        .signedIn(login.session)
      }
    }
  }

  /// Whether the current login has, or recently had, this credential.
  func isOfCurrentLogin(_ credential: Credential) -> Bool {
    login != nil && recent.login(of: credential) == login?.id
  }

  private mutating func publish() {
    if case .unread = known { return }
    let state = state
    guard state != published else { return }
    published = state
    effects.append(.publish(state))
  }

  mutating func become(_ now: Known) {
    let before = login
    known = now
    isChanged = true
    let credential = session?.credential
    if credential != before?.session.credential || login?.id != before?.id { failures = [:] }
    if credential != rejected { rejected = nil }
    guard let login, let credential else { return }
    recent.add(credential, of: login.id)
  }

  // MARK: The store

  /// Makes the stored session the current one. An empty or unreadable store does not change why the user is
  /// signed out.
  private mutating func adopt(_ content: Result<Login?, StoreError>) {
    switch (content, known) {
    case (.failure(let error), .unread), (.failure(let error), .unavailable):
      storeError = error
      become(.unavailable(error))
    case (.failure(let error), _): storeError = error
    case (.success(let stored?), _):
      let lost = unsaved == nil ? nil : login
      unsaved = nil
      become(.signedIn(stored))
      if let lost, lost.session != stored.session { revokeLate(lost) }
    case (.success(nil), .signedOut): unsaved = nil
    case (.success(nil), _):
      let lost = unsaved == nil ? nil : login
      unsaved = nil
      become(.signedOut(.noSession))
      if let lost { revokeLate(lost) }
    }
  }

  /// The write of the known state if it is not stored.
  private var writing: Effect? {
    unsaved.map { .write(login, over: $0.isFirst ? .anything : $0.over) }
  }

  private mutating func finishWriting(_ result: Result<Bool, StoreError>) {
    switch result {
    case .success(true): unsaved = nil
    case .success(false): storeEffect = .read
    case .failure(let error):
      storeError = error
      if unsaved?.isFirst == true, login != nil { effects.append(.remove) }
      unsaved?.isFirst = false
      unsaved?.error = error
      guard let former = unsaved?.former else { return }
      unsaved = nil
      become(.signedIn(former))
    }
  }

  /// Changes the state after a login or a logout, and stores it over any content. If that fails, a later
  /// attempt replaces the sessions of the login before alone; after a login or logout while the store could
  /// not be read, any content, because its login is unknown.
  private mutating func replace(with now: Known) {
    replaced = state
    var over = SessionStorage<Session>.Replaceable.login(login?.id)
    if case .unavailable = known { over = .anything }
    // The store may still have a session from before the state that could not be stored.
    switch unsaved?.over {
    case .anything?, .login?: over = unsaved?.over ?? over
    case .session?: over = .login(unsaved?.login)
    case nil: break
    }
    unsaved = Unsaved(over: over, login: login?.id, isFirst: true)
    become(now)
    storeEffect = writing
  }

  /// Makes `newer` the session of the current login, or of a new one, and stores it.
  mutating func save(_ newer: Session, of login: Login, as newLogin: UUID? = nil) {
    if let unsaved {
      self.unsaved = Unsaved(
        over: unsaved.over, login: unsaved.login, mustBeStored: unsaved.mustBeStored)
    } else {
      let former = newer.hasSameTokens(as: login.session) ? login : nil
      unsaved = Unsaved(
        over: .session(login.session), login: login.id, mustBeStored: true, former: former)
    }
    become(.signedIn(Login(session: newer, id: newLogin ?? login.id)))
    storeEffect = writing
  }

  /// Ends `session` if it is the current one, unless another process has stored its successor. If the store
  /// cannot be emptied, the next start restores the session, until the server refuses it.
  mutating func end(_ session: Session, _ reason: SignOutReason = .ended) {
    guard self.session == session else { return }
    unsaved = Unsaved(over: unsaved?.over ?? .session(session), login: unsaved?.login ?? login?.id)
    become(.signedOut(reason))
    storeEffect = writing
  }

  /// Revokes a session that came too late, unless that could end the current one too: servers revoke all
  /// tokens of a login together (RFC 7009, section 2.1).
  mutating func revokeLate(_ late: Login) {
    if let login, login.id == late.id || late.session.sharesToken(with: login.session) { return }
    superseded.append(late.session)
  }
}

nonisolated extension StoredSession {
  /// Whether the other session has one of this session's tokens, so that revoking one ends both.
  func sharesToken(with other: Self) -> Bool {
    credential.token == other.credential.token
      || (refreshToken != nil && refreshToken == other.refreshToken)
  }

  fileprivate func hasSameTokens(as other: Self) -> Bool {
    credential == other.credential && refreshToken == other.refreshToken
  }
}

"""#),
("SessionManager+Credential.swift", #"""
// The session as the credential of calls.

public import AuthGenRuntime
package import Foundation

extension SessionManager: CredentialSource {
  /// The session's credential, after a refresh if necessary; nil if the user is signed out.
  ///
  /// - Throws: `CredentialUnavailable` if the session or new tokens are not available now.
  public func credential() async throws(CredentialUnavailable) -> Credential? {
    try await session(.valid, of: .currentLogin)?.session.credential
  }

  /// The session's credential as ``credential()`` returns it; nil if another login has replaced the
  /// session that `earlier` belongs to.
  public func credential(
    after earlier: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    try await session(.valid, of: .login(of: earlier))?.session.credential
  }

  /// ``StoredSession/refusals``.
  public nonisolated var refusals: [RefusalRule] { Session.refusals }

  /// Refreshes the session, if it still has the refused credential. Ends it if it cannot be
  /// refreshed. Many calls may be refused at the same time: the first one causes the refresh.
  ///
  /// - Returns: nil also if another login has replaced the session: a call is not repeated for another
  ///   user.
  public func credential(
    insteadOf refused: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    try await session(.another(than: refused), of: .login(of: refused))?.session.credential
  }

  /// Ends the session, here and in the store, if it still has this credential. A response to a
  /// request of an earlier session does not end a newer one. A credential that another process has
  /// stored is refreshed first.
  ///
  /// If the store cannot be emptied, the app's next start restores the session, until the server
  /// refuses it again.
  public func sessionHasEnded(_ credential: Credential) {
    receive(.refused(credential))
  }

  /// Reports each new credential of the session, and its end. Changes by other processes count when the manager
  /// next reads the store.
  public func observe(
    _ credential: Credential, _ report: @escaping @Sendable (CredentialChange) -> Void
  ) async -> CredentialObservation? {
    receive(.looked)
    let login = machine.isOfCurrentLogin(credential) ? machine.login?.id : nil
    return observe(login: login, { $0.credential }, since: credential, report)
  }

  /// Reports each change of a part of the session, and the end of the login.
  ///
  /// - Parameters:
  ///   - login: the login; nil for one that is over.
  ///   - credential: returns the part of a session that is observed.
  ///   - known: its value that is known.
  ///   - report: receives the changes.
  /// - Returns: nil if the login has ended, which is reported.
  package func observe(
    login: UUID?, _ credential: @escaping @Sendable (Session) -> Credential?,
    since known: Credential,
    _ report: @escaping @Sendable (CredentialChange) -> Void
  ) -> CredentialObservation? {
    receive(.looked)
    let observer = LoginObserver(login: login, credential: credential, known: known, report: report)
    guard let id = add(observer) else { return nil }
    return CredentialObservation { [weak self] in
      Task { await self?.removeObserver(id) }
    }
  }
}

"""#),
("SessionManager+LogIn.swift", #"""
// The operations that create and refresh sessions.

public import AuthGenRuntime
package import Foundation

/// An operation whose result has the tokens of a session. Generated code conforms to it.
nonisolated public protocol SessionOperation: GraphQLOperation {
  associatedtype Session: StoredSession

  /// Returns the session of a result; nil if the result has no token.
  ///
  /// - Parameters:
  ///   - data: the data of the response.
  ///   - response: the HTTP part of the response.
  ///   - former: the session that the operation refreshes; nil for a login. It has the values that the
  ///     result lacks.
  static func session(of data: Data, _ response: TokenResponse, after former: Session?) -> Session?
}

/// An operation that logs a user in. Generated code conforms to it.
nonisolated public protocol LogInOperation: SessionOperation, AnonymousOperation {}

/// An operation of a signed-in user that replaces the session's tokens, such as a change of the password. Generated code
/// conforms to it.
nonisolated public protocol TokenReplacingOperation: SessionOperation, AuthenticatedOperation {}

/// The result of a login that the server has answered.
nonisolated public enum LogInResult<Session: StoredSession, Data: Sendable>: Sendable {
  /// The user is signed in. The error is nil if the session is stored; otherwise it ends with the app.
  case signedIn(Session, storeError: StoreError?)
  /// The server declines the login, or asks for a further step: the result says which. A session that
  /// was there before continues.
  case declined(Data)
}

extension SessionManager {
  /// Calls a login operation, and keeps the session that it creates.
  ///
  /// - Throws: `RequestError` if there is no result. If the result has a session, errors of other
  ///   fields are ignored.
  public func logIn<Operation: LogInOperation>(
    _ operation: Operation, with client: GraphQLClient
  ) async throws(RequestError) -> LogInResult<Session, Operation.Data>
  where Operation.Session == Session {
    let result = try await client.response(to: operation, options: CallOptions(retry: .never))
      .logInResult(of: Operation.self, after: nil)
    guard case .signedIn(let session, _) = result else { return result }
    do throws(StoreError) {
      try signIn(session)
      return result
    } catch {
      return .signedIn(session, storeError: error)
    }
  }
}

extension SessionManager {
  /// Calls an operation that replaces the session's tokens, and keeps the new ones. They are those of another login, because
  /// they may be for another tenant: streams end, cached data is not shown any more, and calls under way are not sent
  /// with them. The former tokens are not revoked: the operation decides what becomes of them.
  ///
  /// The call takes turns with refreshes, also of other processes. It continues if the calling task is cancelled.
  ///
  /// - Returns: the session with the new tokens, or the result of an operation that the server declines. Then the
  ///   session continues.
  /// - Throws: `RequestError` if there is no result, if the user is signed out or has logged out meanwhile, or if the new
  ///   tokens cannot be stored now.
  public func replaceTokens<Operation: TokenReplacingOperation>(
    _ operation: Operation, with client: GraphQLClient
  ) async throws(RequestError) -> LogInResult<Session, Operation.Data>
  where Operation.Session == Session {
    typealias Outcome = Result<LogInResult<Session, Operation.Data>, RequestError>
    let outcome = Locked<Outcome?>(nil)
    let isSent = Locked(false)
    let newLogin = UUID()
    let change = Change(
      id: UUID().uuidString, newLogin: newLogin, isMade: { _ in outcome.withLock { $0 } != nil },
      make: { session in
        isSent.withLock { $0 = true }
        let result: Outcome = await Result { () async throws(RequestError) in
          try await client.authenticated(by: session.credential).response(
            to: operation, options: CallOptions(retry: .never)
          ).logInResult(of: Operation.self, after: session)
        }
        outcome.withLock { $0 = result }
        guard case .success(.signedIn(let newer, _)) = result else { return session }
        return newer
      })
    do throws(CredentialUnavailable) {
      // With an unexpired credential.
      if try await credential() != nil { _ = try await session(after: change) }
    } catch {
      throw RequestError(
        error.reason == .cancelled ? .cancelled : .notSent(.credentialUnavailable(error)),
        progress: isSent.withLock { $0 } ? .sent : .notSent, operationName: Operation.operationName)
    }
    guard let result = outcome.withLock({ $0 }) else {
      throw RequestError(
        .notSent(.noSession), progress: isSent.withLock { $0 } ? .sent : .notSent,
        operationName: Operation.operationName)
    }
    let replaced = try result.get()
    if case .signedIn = replaced, machine.login?.id != newLogin {
      throw RequestError(
        .notSent(.noSession), progress: .answered, operationName: Operation.operationName)
    }
    return replaced
  }
}

nonisolated extension GraphQLResponse {
  /// The HTTP part of the response.
  ///
  /// - Parameter now: the time of the response, by the device's clock.
  package func tokenResponse(at now: Foundation.Date) -> TokenResponse {
    TokenResponse(headers: headers, receivedAt: now)
  }

  /// The session in the response to a login or a similar operation, or the data of one that the server declines.
  fileprivate func logInResult<Operation: SessionOperation>(
    of operation: Operation.Type, after former: Operation.Session?
  ) throws(RequestError) -> LogInResult<Operation.Session, Data> where Operation.Data == Data {
    if let session = try session(of: operation, after: former) {
      return .signedIn(session, storeError: nil)
    }
    guard let data else { throw failure(of: operation.operationName) }
    return .declined(data)
  }

  /// Returns the session in the response to a login or a refresh. Generated code calls it.
  ///
  /// - Parameters:
  ///   - operation: the type of the operation.
  ///   - former: the session that the operation refreshes; nil for a login.
  /// - Returns: nil if the server declines: the response has data, no errors, and no token.
  /// - Throws: `RequestError` if the response has errors and no token.
  public func session<Operation: SessionOperation>(
    of operation: Operation.Type, after former: Operation.Session?
  ) throws(RequestError) -> Operation.Session? where Operation.Data == Data {
    let response = tokenResponse(at: Foundation.Date())
    if let session = data.flatMap({ operation.session(of: $0, response, after: former) }) {
      return session
    }
    guard data != nil, errors.isEmpty else { throw failure(of: operation.operationName) }
    return nil
  }
}

nonisolated extension LogInResult: RedactedDescription {
  public var description: String {
    switch self {
    case .signedIn: "signed in"
    case .declined: "declined"
    }
  }
}

"""#),
("SessionManager+Refresh.swift", #"""
// The session with an unexpired credential.

public import AuthGenRuntime
package import Foundation

extension SessionManager {
  package typealias Change = SessionChange<Session>

  /// Returns the session with an unexpired credential, refreshing it if necessary; nil if the user
  /// is signed out. A session without a refresh token is returned until the server refuses it: the device's
  /// clock may be wrong.
  ///
  /// - Throws: `CredentialUnavailable` if the session or new tokens are not available now, or if the
  ///   calling task is cancelled. The user stays signed in.
  public func currentSession() async throws(CredentialUnavailable) -> Session? {
    try await session(.valid, of: .anyLogin)?.session
  }

  /// Refreshes the session and returns it, even if its credential has not expired; nil if the user
  /// is signed out. A session without a refresh token is returned unchanged.
  ///
  /// - Throws: `CredentialUnavailable` if new tokens are not available now, or if the calling task
  ///   is cancelled. The user stays signed in.
  public func refreshedSession() async throws(CredentialUnavailable) -> Session? {
    try await session(.renewed, of: .anyLogin)?.session
  }

  /// Makes a change of the session, one at a time with its refreshes, unless it is already made.
  ///
  /// - Returns: the session, and an identifier of its login; nil if the user is signed out, or if
  ///   another login has replaced the session.
  /// - Throws: `CredentialUnavailable` if the change cannot be made now, or if the calling task is
  ///   cancelled. The user stays signed in.
  package func session(
    after change: Change
  ) async throws(CredentialUnavailable) -> (session: Session, login: UUID)? {
    try await session(.changed(change), of: .currentLogin).map { ($0.session, $0.id) }
  }
}

"""#),
("SessionManager.swift", #"""
// The state of the user's login.

public import AuthGenRuntime
public import Foundation

/// Keeps one user's session in memory and in a store. It is the `CredentialSource` of the clients
/// that act on the user's behalf.
///
/// ```swift
/// let manager = SessionManager<UserSession>(
///   store: PlatformStore.make(service: "com.example.shop", account: "customer"))
/// try await manager.signIn(UserSession(token: token, customerID: id))
/// let client = ShopClient(GraphQLClient(configuration).authenticated(by: manager))
/// ```
///
/// The manager reads the store at first use, and again:
///
/// - before it refreshes the session,
/// - at each use while the user is signed out, or while the store is unavailable.
///
/// So several processes may share a store, such as an app and its extensions. Use one manager per
/// process.
///
/// ## Refreshing
///
/// With the parameter `refresh`, the manager renews a session that has a
/// ``StoredSession/refreshToken``: before a call if the credential has expired, and after a response
/// that refuses it.
///
/// - Concurrent calls that need another credential share one refresh (single flight). Cancelling
///   one of them, or its time limit, ends its own wait only.
/// - New tokens are stored before any call gets them, because the server may no longer accept the
///   old ones (rotation). If storing fails, calls fail, and the next one tries to store them again.
/// - A refresh that the server refuses ends the session. After a network failure or a server error,
///   it continues.
/// - A logout or another login takes precedence over a refresh under way.
/// - A call that began in one login is not sent with the credential of another.
/// - Processes that share a store refresh in turn. The second one finds the first one's tokens.
///
/// A manager's descriptions show nothing of the session.
public actor SessionManager<Session: StoredSession> {
  typealias Machine = SessionMachine<Session>
  typealias Answer = Result<Machine.Login?, CredentialUnavailable>

  /// How the manager refreshes and revokes sessions.
  let refresher: SessionRefresher<Session>
  var storage: SessionStorage<Session>
  private(set) var machine: Machine
  private let executor = StoreExecutor()
  private let subscribers = Subscribers<SessionState<Session>>()
  private var observers: [Int: LoginObserver<Session>] = [:]
  /// What the observers know.
  private var observed: Machine.Login?
  private var lastObserver = 0
  private var published: SessionState<Session>?
  private var lastCall = 0
  /// The answer to the call that was added last, if it did not have to wait.
  private var answer: (call: Int, Answer)?
  private var waiting: [Int: AsyncStream<Answer>.Continuation] = [:]
  /// The step of a refresh under way.
  private var step: Task<Void, Never>?
  private var turn: Turn?
  /// From the request of a refresh until its result is stored.
  private var activity: ExpiringActivity?
  private var revocations: Task<Void, Never>?

  /// The manager uses its store outside Swift's threads, because a store may block.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a manager for the session in a store.
  ///
  /// - Parameters:
  ///   - store: keeps the session between runs. The initialiser does not read it.
  ///   - leeway: how long before its expiry a credential is refreshed, in seconds; at most once per
  ///     minute. If that fails, it is used until it expires. Default: 30.
  ///   - refreshLimit: the time limit of a refresh. Default: 30 seconds.
  ///   - refresh: requests new tokens from the server and returns the new session, or nil if the
  ///     server refuses the refresh token. A `RequestError` whose response is among
  ///     ``StoredSession/refusals`` also counts as refused. After any other error, the session
  ///     continues. It must end when its task is cancelled, as requests do, and must not use a client
  ///     that this manager authenticates. Default: nil, for sessions that cannot be refreshed.
  ///   - revoke: ends a session on the server that is replaced, or whose tokens arrived too late.
  ///     Called at most once for each. Default: nil, for none.
  public init(
    store: any SecretStore, leeway: TimeInterval = 30, refreshLimit: Duration = .seconds(30),
    refresh: (@Sendable (Session) async throws -> Session?)? = nil,
    revoke: (@Sendable (Session) async -> Void)? = nil
  ) {
    self.init(
      store: store,
      refresher: SessionRefresher(
        leeway: leeway, limit: refreshLimit, refresh: refresh, revoke: revoke))
  }

  /// Creates a manager with all options for refreshing.
  package init(store: any SecretStore, refresher: SessionRefresher<Session>) {
    storage = SessionStorage(store)
    self.refresher = refresher
    machine = Machine(refresher.policy)
  }

  /// The current state. The first use reads the store. While the user is signed out, or the store
  /// is ``SessionState/unavailable(_:)``, each use reads it again.
  public var state: SessionState<Session> {
    receive(.looked)
    return machine.state
  }

  /// Identifies the current login, also after a refresh. Nil while no user is signed in.
  package var currentLogin: UUID? {
    receive(.looked)
    return machine.login?.id
  }

  /// Replaces the current session with `session` and stores it. The replaced session is revoked, if
  /// the manager can do that.
  ///
  /// - Throws: ``StoreError`` if `session` cannot be stored. It stays in use until the app ends.
  ///   Removes the previously stored session (best effort), so that the app cannot start with
  ///   another user's.
  public func signIn(_ session: Session) throws(StoreError) {
    receive(.loggedIn(Machine.Login(session: session, id: UUID()), revokesFormer: true))
    if let error = machine.unsaved?.error { throw error }
  }

  /// Replaces the current session as ``signIn(_:)`` does, but does not revoke it.
  ///
  /// - Returns: the session before, and the error if `session` is not stored.
  package func replaceSession(with session: Session) -> (before: Session?, error: StoreError?) {
    receive(.loggedIn(Machine.Login(session: session, id: UUID()), revokesFormer: false))
    return (machine.replaced.session, machine.unsaved?.error)
  }

  /// Removes the session from this device. It does not notify the server; the caller can do so with
  /// the returned session.
  ///
  /// - Returns: the removed session, or nil if there was none.
  /// - Throws: ``StoreError`` if the session cannot be removed from the store, so that the next
  ///   start would restore it. In this run the user is signed out. Call this again to retry.
  @discardableResult
  public func signOut() throws(StoreError) -> Session? {
    let (before, error) = removeSession()
    if let error { throw error }
    return before.session
  }

  /// Removes the session as ``signOut()`` does.
  ///
  /// - Returns: the state before, and the error if the session is still in the store.
  package func removeSession() -> (before: SessionState<Session>, error: StoreError?) {
    receive(.loggedOut)
    return (machine.replaced, machine.unsaved?.error)
  }

  /// Removes `session` if it is the current one.
  package func removeSession(ifCurrent session: Session) {
    if state.session == session { _ = removeSession() }
  }

  /// Replaces `session` with `newer`, which has the same tokens, if `session` is the current one. If `newer`
  /// cannot be stored, `session` continues.
  package func update(_ session: Session, to newer: Session) {
    receive(.updated(session, to: newer))
  }

  /// The current state and each later one, in order. Equal consecutive states are sent once.
  ///
  /// Any number of streams may be read at once, each by one task. A stream buffers the states that
  /// its reader has not read yet. It ends when the manager is released. A reader that stops is
  /// removed.
  public nonisolated var states: AsyncStream<SessionState<Session>> {
    let stream = subscribers.add()
    Task { await beginSubscriptions() }
    return stream
  }

  private func beginSubscriptions() {
    subscribers.begin(with: state)
  }

  /// Waits until no refresh and no revocation is under way.
  package func settle() async {
    // A task of its own, because the calling one may be cancelled, which would end each wait at once.
    await Task {
      while machine.underWay != nil { await step?.value }
      await revocations?.value
    }.value
  }

  /// The number of streams with a reader, for tests.
  nonisolated var subscriberCount: Int { subscribers.count }

  /// The number of observations, for tests.
  var observerCount: Int { observers.count }
}

// MARK: Effects

extension SessionManager {
  /// Changes the state, and performs what follows.
  func receive(_ event: Machine.Event) {
    var event: Machine.Event? = event
    while let next = event {
      event = nil
      for effect in machine.receive(next, at: refresher.moment()) { event = perform(effect) }
    }
    guard machine.login != observed else { return }
    observed = machine.login
    for id in observers.keys.sorted() where observers[id]?.receive(machine) == false {
      observers[id] = nil
    }
  }

  /// - Returns: the result of reading or writing the store.
  private func perform(_ effect: Machine.Effect) -> Machine.Event? {
    switch effect {
    case .read: return .read(Result { () throws(StoreError) in try storage.read() })
    case .write(let login, let replaced):
      return .written(
        Result { () throws(StoreError) in try storage.write(login, over: replaced) })
    case .remove: _ = try? storage.write(nil, over: .anything)
    case .takeTurn(let isStored):
      step = Task { receive(.turn(await takeTurn(isStored: isStored))) }
    case .refresh(let session, let change):
      activity = ExpiringActivity()
      // An unstructured task: cancelling one caller does not cancel the others.
      step = Task { receive(.refreshed(await refresher.refreshed(session, by: change))) }
    case .endTurn:
      endTurn()
      activity = nil
    case .revoke(let session): revoke(session)
    case .publish(let state):
      // Subscribers from before the change receive the old state first.
      subscribers.begin(with: published ?? state)
      if published != nil { subscribers.send(state) }
      published = state
    case .answer(let call, let answer):
      if let waiting = waiting.removeValue(forKey: call) {
        waiting.yield(answer)
      } else {
        self.answer = (call, answer)
      }
    }
    return nil
  }

  /// Revokes a session in the background (best effort).
  private func revoke(_ session: Session) {
    guard let revoke = refresher.revoke else { return }
    revocations = Task { [revocations] in
      await revocations?.value
      await revoke(session)
    }
  }

  // MARK: Observers

  /// - Returns: the number with which the observer can be removed; nil if its login has ended.
  func add(_ observer: LoginObserver<Session>) -> Int? {
    var observer = observer
    guard observer.receive(machine) else { return nil }
    lastObserver += 1
    observers[lastObserver] = observer
    return lastObserver
  }

  func removeObserver(_ id: Int) {
    observers[id] = nil
  }

  // MARK: Calls

  /// Returns the session that a call needs, after a refresh if necessary.
  ///
  /// - Returns: nil if the user is signed out, or if the call may not use the current login's session.
  /// - Throws: `CredentialUnavailable` if the session or new tokens are not available now, or if the
  ///   calling task is cancelled. The user stays signed in.
  func session(
    _ demand: Machine.Demand, of origin: Machine.Origin
  ) async throws(CredentialUnavailable) -> Machine.Login? {
    lastCall += 1
    let call = lastCall
    receive(.asked(call, demand, of: origin))
    if let answer, answer.call == call { return try answer.1.get() }
    let (answers, continuation) = AsyncStream.makeStream(of: Answer.self)
    waiting[call] = continuation
    if let answer = await answers.first(where: { _ in true }) { return try answer.get() }
    waiting[call] = nil
    receive(.left(call))
    throw CredentialUnavailable(
      "the call was cancelled while the session was refreshed", reason: .cancelled)
  }

  // MARK: Turns of processes

  /// The right to refresh the stored session.
  nonisolated private enum Turn {
    /// The store is locked.
    case locked(any AnyObject & Sendable)
    /// The store has no lock, and the turn is noted in the stored form.
    case noted(UUID)
  }

  /// Waits for this process's turn, at most for the time limit of a refresh.
  private func takeTurn(isStored: Bool) async -> Result<Void, CredentialUnavailable> {
    guard isStored else { return .success(()) }
    let id = UUID()
    let end = ContinuousClock.now + refresher.limit + .seconds(Self.timeForStoring)
    while true {
      do throws(StoreError) {
        turn = try nextTurn(id)
      } catch {
        return .failure(CredentialUnavailable(error))
      }
      if turn != nil { return .success(()) }
      guard ContinuousClock.now < end else {
        return .failure(
          CredentialUnavailable("another process is refreshing the session: try again later"))
      }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  private func nextTurn(_ id: UUID) throws(StoreError) -> Turn? {
    switch try storage.store.tryLock() {
    case .locked(let lock):
      try storage.rewrite()
      return .locked(lock)
    case .busy: return nil
    case .unsupported:
      let limit = refresher.limit / .seconds(1) + Self.timeForStoring
      return try storage.takeTurn(id, at: refresher.now(), for: limit) ? .noted(id) : nil
    }
  }

  /// The part of a turn after the refresh, in seconds.
  private static var timeForStoring: TimeInterval { 1 }

  private func endTurn() {
    // Best effort: a turn that cannot be ended now ends with its time limit.
    if case .noted(let id)? = turn { try? storage.endTurn(id) }
    turn = nil
  }
}

extension SessionManager: RedactedDescription {
  public nonisolated var description: String { "SessionManager" }
}

"""#),
("SessionRefresher.swift", #"""
// How sessions of one system are refreshed and revoked.

import AuthGenRuntime
package import Foundation

/// The requests of a session manager, and its clock.
nonisolated package struct SessionRefresher<Session: StoredSession>: Sendable {
  /// How long before its expiry a credential counts as expired, in seconds.
  let leeway: TimeInterval
  /// The time limit of a refresh.
  let limit: Duration
  let now: @Sendable () -> Date
  /// The time since the system's start or another moment, by a clock that no one can change.
  let uptime: @Sendable () -> Duration
  /// Whether this device can use a session's credential, expired or not.
  let isUsable: @Sendable (Session) -> Bool
  let refresh: (@Sendable (Session) async throws -> Session?)?
  let revoke: (@Sendable (Session) async -> Void)?
  /// Measures the pauses between the attempts to end a session on the server.
  let clock: any Clock<Duration>

  /// Creates a refresher; see ``SessionManager/init(store:leeway:refreshLimit:refresh:revoke:)``.
  ///
  /// - Parameters:
  ///   - now: the current time. Default: the system's clock.
  ///   - uptime: the time for pauses between attempts. Default: that of `ContinuousClock`.
  ///   - isUsable: whether this device can use a session's credential. Default: always.
  ///   - clock: measures the pauses between the attempts to end a session on the server. Default: `ContinuousClock`.
  package init(
    leeway: TimeInterval = 30, limit: Duration = .seconds(30),
    now: @escaping @Sendable () -> Date = { Date() },
    uptime: (@Sendable () -> Duration)? = nil,
    isUsable: @escaping @Sendable (Session) -> Bool = { _ in true },
    refresh: (@Sendable (Session) async throws -> Session?)? = nil,
    revoke: (@Sendable (Session) async -> Void)? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.leeway = leeway
    self.limit = limit
    self.now = now
    let start = ContinuousClock.now
    self.uptime = uptime ?? { ContinuousClock.now - start }
    self.isUsable = isUsable
    self.refresh = refresh
    self.revoke = revoke
    self.clock = clock
  }

  var policy: SessionMachine<Session>.Policy {
    .init(leeway: leeway, canRefresh: refresh != nil, isUsable: isUsable)
  }

  func moment() -> SessionMachine<Session>.Moment {
    .init(date: now(), uptime: uptime())
  }

  /// Requests new tokens within the time limit.
  ///
  /// - Parameter change: the change to request; nil for a refresh.
  func refreshed(
    _ session: Session, by change: SessionChange<Session>?
  ) async -> RefreshResult<Session> {
    guard let request = change?.make ?? refresh else { return .ended(.ended) }
    do {
      let answer = try await TimeLimit(limit, clock: RunningClock()).value {
        try await request(session)
      }
      guard let answer else {
        return .unavailable(
          CredentialUnavailable(
            "the session cannot be refreshed now: the server did not answer within \(limit)"))
      }
      return answer.map { .session($0) } ?? .ended(.ended)
    } catch {
      return result(of: error, changes: change != nil)
    }
  }

  private func result(of error: any Error, changes: Bool) -> RefreshResult<Session> {
    if let error = error as? CredentialUnavailable { return .unavailable(error) }
    let failed = error as? any TokenRequestError
    if let why = failed?.trustFailure { return .ended(.untrusted(why)) }
    let answer = failed?.tokenRefusal
    if answer?.consequence == .ended { return .ended(.ended) }
    // A service's code says more than its status.
    if let error = error as? RequestError, answer?.isOfService != true,
      error.refusesCredential(by: Session.refusals)
    {
      return .ended(.ended)
    }
    // The description of another error may contain a token.
    let reason =
      (error as? any RedactedDescription)?.description ?? String(describing: type(of: error))
    guard let refused = answer?.refusal else {
      return .unavailable(
        CredentialUnavailable(
          "the session cannot be refreshed now: \(reason)", retryAfter: answer?.retryAfter))
    }
    let refusal =
      changes
      ? "the server issues no such token for this session"
      : "the server issues no new tokens until the user logs in again"
    return .unavailable(
      CredentialUnavailable("\(refusal): \(reason)", reason: .needsLogin(refused)))
  }
}

"""#),
("SessionSentence.swift", #"""
// The sentences about stored sessions.

import AuthGenRuntime

/// A sentence about a session that is stored on the device.
nonisolated package enum SessionSentence: String, ErrorSentence {
  case savedSignInUnavailable = "description.savedSignInUnavailable"
  case savedSignInUnusable = "description.savedSignInUnusable"
  case signInNotSaved = "description.signInNotSaved"

  case deviceLocked = "reason.deviceLocked"
  case noStorageAccess = "reason.noStorageAccess"
  case savedByOtherVersion = "reason.savedByOtherVersion"
  case storageFull = "reason.storageFull"
  case storageProblem = "reason.storageProblem"

  case freeSpace = "suggestion.freeSpace"
  case restartDevice = "suggestion.restartDevice"
  case signInAgain = "suggestion.signInAgain"
  case unlock = "suggestion.unlock"
  case updateOrSignIn = "suggestion.updateOrSignIn"

  package var english: String {
    switch self {
    case .savedSignInUnavailable: "Your saved sign-in cannot be read right now."
    case .savedSignInUnusable: "Your saved sign-in cannot be used."
    case .signInNotSaved: "Your sign-in could not be saved."

    case .deviceLocked: "The device is locked, or another app is using the sign-in."
    case .noStorageAccess: "The app has no safe access to the saved sign-in."
    case .savedByOtherVersion:
      "The sign-in was saved by another version of the app, or is damaged."
    case .storageFull: "The device's storage is full."
    case .storageProblem: "The device's storage has a problem."

    case .freeSpace: "Free some space on the device, and sign in again."
    case .restartDevice: "Restart the device, and try again."
    case .signInAgain: "Sign in again."
    case .unlock: "Unlock the device, and try again."
    case .updateOrSignIn: "Update the app, or sign in again."
    }
  }
}

"""#),
("SessionState.swift", #"""
// Whether a user is signed in.

public import AuthGenRuntime

/// The state of a session. Its descriptions show nothing of the session.
nonisolated public enum SessionState<Session> {
  case signedIn(Session)
  /// The server requires a new login before it issues tokens again. The session is kept, and its credential is
  /// used until it expires.
  case needsLogin(Session, ServerRefusal)
  case signedOut(SignOutReason)
  /// The store cannot be read now, or its content cannot be used. The user is not signed out; the
  /// next use reads the store again.
  case unavailable(StoreError)

  /// The session; nil while no user is signed in.
  public var session: Session? {
    switch self {
    case .signedIn(let session), .needsLogin(let session, _): session
    case .signedOut, .unavailable: nil
    }
  }
}

/// The reason why the user is signed out.
nonisolated public enum SignOutReason: Hashable, Sendable {
  /// The store is empty: there was no login yet, or the session ended in an earlier run.
  case noSession
  /// The app signed the user out in this run.
  case loggedOut
  /// The server ended the session in this run.
  case ended
  /// New tokens failed a check that decides trust, for example because they belong to another user. They were
  /// not used, and the old ones are used up.
  case untrusted(TrustFailure)
}

/// Why a response with new tokens is not trusted.
nonisolated public struct TrustFailure: Hashable, Sendable, CustomStringConvertible {
  /// The failed check, for developers. It contains nothing of the response.
  public let description: String

  package init(_ description: String) {
    self.description = description
  }
}

nonisolated extension SessionState: Sendable where Session: Sendable {}
nonisolated extension SessionState: Equatable where Session: Equatable {}
nonisolated extension SessionState: Hashable where Session: Hashable {}

nonisolated extension SessionState: RedactedDescription {
  public var description: String {
    switch self {
    case .signedIn: "signed in"
    case .needsLogin(_, let refusal): "signed in, and needs a new login: \(refusal)"
    case .signedOut(.noSession): "signed out: no session"
    case .signedOut(.loggedOut): "signed out: logged out"
    case .signedOut(.ended): "signed out: the server ended the session"
    case .signedOut(.untrusted(let why)): "signed out: new tokens are not trusted: \(why)"
    case .unavailable(let error): "unavailable: \(error)"
    }
  }
}

"""#),
("SessionStorage.swift", #"""
// A session's store, as its manager sees it.

import Foundation

/// A store, and the content that it had when this manager last read or wrote it. A write that depends
/// on that content fails if another process has changed it since.
nonisolated struct SessionStorage<Session: StoredSession>: Sendable {
  let store: any SecretStore
  /// The last known content; nil if the store was empty.
  private var content: Data?
  private var form: SessionForm<Session>?

  init(_ store: any SecretStore) {
    self.store = store
  }

  /// Reads the store.
  ///
  /// - Returns: nil if it is empty.
  mutating func read() throws(StoreError) -> SessionMachine<Session>.Login? {
    let data = try store.read()
    form = nil
    content = data
    form = try data.map { data throws(StoreError) in try SessionForm(decoding: data) }
    return stored
  }

  private var stored: SessionMachine<Session>.Login? {
    form.map { SessionMachine.Login(session: $0.session, id: $0.login) }
  }

  /// The content that a write may replace.
  nonisolated enum Replaceable: Sendable {
    case anything
    /// The sessions of one login, or nothing.
    case login(UUID?)
    case session(Session)

    func includes(_ stored: SessionMachine<Session>.Login?) -> Bool {
      switch self {
      case .anything: true
      case .login(let login): stored.map { $0.id == login } ?? true
      case .session(let session): stored?.session == session
      }
    }
  }

  /// Stores a session of a login, or removes the content if `login` is nil.
  ///
  /// - Returns: false if the store has another content than `replaced`. The store keeps it.
  mutating func write(
    _ login: SessionMachine<Session>.Login?, over replaced: Replaceable
  ) throws(StoreError) -> Bool {
    if case .anything = replaced {
      let form = login.map { SessionForm($0.session, login: $0.id, after: self.form) }
      let data = try form?.encoded()
      if let data { try store.write(data) } else { try store.remove() }
      (content, self.form) = (data, form)
      return true
    }
    // The second attempt is after a turn of another manager, which changes only the form.
    for _ in 0..<Self.maximumAttempts {
      if replaced.includes(stored) {
        let newForm = login.map { SessionForm($0.session, login: $0.id, after: form) }
        if try replace(with: newForm) { return true }
      }
      _ = try read()
      guard replaced.includes(stored) else { return false }
    }
    throw StoreError(.unavailable)
  }

  private static var maximumAttempts: Int { 8 }

  private mutating func replace(with form: SessionForm<Session>?) throws(StoreError) -> Bool {
    let data = try form?.encoded()
    guard try store.replace(content, with: data) else { return false }
    (content, self.form) = (data, form)
    return true
  }

  /// Stores the content again, to find out before a refresh whether its result can be stored.
  mutating func rewrite() throws(StoreError) {
    guard try read() != nil, let form else { return }
    _ = try replace(with: SessionForm(form.session, login: form.login, after: form))
  }

  // MARK: Turns

  /// Takes the turn to refresh the session in a store without locks.
  ///
  /// - Parameter limit: the time after which another manager may take the turn, in seconds. Of
  ///   another manager's turn, at most five more minutes count: its clock may have been wrong. The turn of
  ///   an earlier launch of this program does not count.
  /// - Returns: false if another manager has the turn.
  mutating func takeTurn(
    _ id: UUID, at now: Date, for limit: TimeInterval, launch: Launch = .current
  ) throws(StoreError) -> Bool {
    // Without a session there is nothing to refresh.
    guard try read() != nil, let form else { return true }
    let rest = form.turn?.endsAt.timeIntervalSince(now) ?? 0
    let hasEnded = form.turn?.launch.hasEnded(before: launch) ?? true
    if rest > 0, rest <= limit + 300, !hasEnded { return false }
    let turn = SessionForm<Session>.Turn(
      id: id, endsAt: now.addingTimeInterval(limit), launch: launch)
    return try replace(
      with: SessionForm(form.session, login: form.login, turn: turn, after: form))
  }

  /// Ends the turn if it is still in the store.
  mutating func endTurn(_ id: UUID) throws(StoreError) {
    guard let form, form.turn?.id == id else { return }
    _ = try replace(with: SessionForm(form.session, login: form.login, after: form))
  }
}

"""#),
("StoreError+Localized.swift", #"""
// Texts about stores for the user of an app. The store's place is for developers.

public import AuthGenRuntime
public import Foundation

nonisolated extension StoreError: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch reason {
    case .unavailable: text(.savedSignInUnavailable, .deviceLocked, SessionSentence.unlock)
    case .unreadable:
      text(.savedSignInUnusable, .savedByOtherVersion, SessionSentence.updateOrSignIn)
    case .insecurePermissions:
      text(.savedSignInUnusable, .noStorageAccess, SessionSentence.signInAgain)
    case .notAFile, .notPermitted:
      text(.savedSignInUnusable, .noStorageAccess, RuntimeSentence.updateApp)
    case .noSpace: text(.signInNotSaved, .storageFull, SessionSentence.freeSpace)
    case .notEncodable:
      ErrorText(
        SessionSentence.signInNotSaved, reason: RuntimeSentence.appSetUp,
        suggestion: RuntimeSentence.updateApp)
    case .other: text(.savedSignInUnusable, .storageProblem, SessionSentence.restartDevice)
    }
  }

  private func text(
    _ description: SessionSentence, _ reason: SessionSentence, _ suggestion: any ErrorSentence
  ) -> ErrorText {
    ErrorText(description, reason: reason, suggestion: suggestion)
  }
}

"""#),
("StoreError.swift", #"""
// Why a store operation failed.

import AuthGenRuntime

/// A failed store operation. It contains the place, the reason and the fix, and nothing of the
/// stored content.
nonisolated public struct StoreError: Error, Hashable, Sendable {
  nonisolated public enum Reason: Hashable, Sendable {
    /// The store is unavailable now: the device has not been unlocked yet, or another process is
    /// using the store. Try again later. The user stays signed in.
    case unavailable
    /// Another user could have read or written the file, so it is not used. The value is the file's
    /// mode, such as `0o644`. It is `0o600` if the file belongs to another user.
    case insecurePermissions(mode: UInt32)
    /// The content is not a session, or has the form of a later version of the app.
    case unreadable
    /// The session cannot be encoded as JSON, for example because it contains an infinite number.
    case notEncodable
    /// The path is a directory, a symbolic link or a device.
    case notAFile
    /// The disk or the user's quota is full.
    case noSpace
    /// Access is denied: by the file's permissions, or because an entitlement is missing.
    case notPermitted
    /// Any other error, with the system's error code: `errno`, or an `OSStatus`.
    case other(code: Int)
  }

  public let reason: Reason
  /// The store's name, for people: `the file /home/ada/.local/state/shop/session.session`.
  public let place: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - reason: the reason for the failure.
  ///   - place: the store's name as part of a sentence. It must not contain secrets. Default: "the
  ///     store".
  public init(_ reason: Reason, place: String = "the store") {
    self.reason = reason
    self.place = place
  }
}

nonisolated extension StoreError: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String {
    switch reason {
    case .unavailable:
      "\(place) cannot be used now: the device is locked, or another process is using it; "
        + "try again later, the user is still signed in"
    case .insecurePermissions(let mode):
      "\(place) has mode \(octal(mode)) and may be accessible to other users: give it to the user, "
        + "with mode 600, or log in again, which replaces it"
    case .unreadable:
      "\(place) contains no session that this version can read: update the app, or log in "
        + "again, which replaces it"
    case .notEncodable:
      "the session for \(place) cannot be encoded as JSON: check the values of its properties"
    case .notAFile:
      "\(place) is a link, a directory or a device: remove it, or choose another path for the file"
    case .noSpace: "no space for \(place): free some, and log in again"
    case .notPermitted:
      "access to \(place) is denied: check its permissions, and the app's entitlements"
    case .other(let code): "\(place) cannot be used: the system reports error \(code)"
    }
  }

  public var debugDescription: String { description }

  private func octal(_ mode: UInt32) -> String { String(mode, radix: 8) }
}

nonisolated extension CredentialUnavailable {
  /// The store of the credential failed.
  package init(_ error: StoreError) {
    self.init(error.description, cause: error.userText)
  }
}

"""#),
("StoreExecutor.swift", #"""
// Where a manager runs.

import Foundation

/// Runs an actor on threads of its own. A store blocks until its medium responds, for example while another
/// process writes. Swift's threads have other tasks to run, so an actor with a store does not use them.
nonisolated package final class StoreExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "authgen.store", qos: .userInitiated)

  package init() {}

  package func enqueue(_ job: UnownedJob) {
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}

"""#),
("StoredSession.swift", #"""
// The stored data of a login.

public import AuthGenRuntime
public import Foundation

/// The stored data of a login: at least the token, and any user data that the app needs before its
/// first call.
///
/// A session is stored as JSON. Declare tokens as `Secret`, so that logs do not show them. Other
/// properties are shown as their types show them.
///
/// ```swift
/// nonisolated struct UserSession: StoredSession {
///   let token: Secret
///   let customerID: String
///
///   var credential: Credential { Credential(scheme: "Bearer", token: token) }
/// }
/// ```
/// Properties that are added later must be optional. Otherwise the new version of the app finds
/// stored sessions ``StoreError/Reason/unreadable``.
nonisolated public protocol StoredSession: Codable, Hashable, Sendable {
  /// The credential that authenticates the user's requests.
  var credential: Credential { get }

  /// The token that the manager's refresh sends. Default: nil. A session without one is used until the
  /// server refuses its credential, also after ``expiresAt``.
  var refreshToken: Secret? { get }

  /// When the credential expires. Default: nil, for a credential without a known expiry.
  var expiresAt: Date? { get }

  /// The user's ID on the server. Default: nil, for an unknown user. A refresh whose result has another ID ends the
  /// session, because streams, pages and cached data would mix two users. nil is not compared.
  var userIdentity: String? { get }

  /// The responses that refuse a session's credential. Default: those with status 401 (RFC 9110,
  /// section 15.5.2).
  static var refusals: [RefusalRule] { get }
}

nonisolated extension StoredSession {
  public var refreshToken: Secret? { nil }
  public var expiresAt: Date? { nil }
  public var userIdentity: String? { nil }
  public static var refusals: [RefusalRule] { [.status(401)] }
}

"""#),
("Subscribers.swift", #"""
// The subscribers to a sequence of states.

import AuthGenRuntime

/// Sends each element to all subscribers, in one order. Only one caller at a time may send (the
/// manager's actor). Subscribers may be added and removed on any thread.
nonisolated package final class Subscribers<Element: Sendable>: Sendable {
  nonisolated private struct Subscriber {
    let id: Int
    let continuation: AsyncStream<Element>.Continuation
    /// Whether it has received its first element. Until then, it receives no changes.
    var hasBegun = false
  }

  nonisolated private struct Registry {
    var nextID = 0
    var subscribers: [Subscriber] = []
  }

  private let registry = Locked(Registry())

  package init() {}

  /// The number of subscribers.
  package var count: Int { registry.withLock { $0.subscribers.count } }

  /// Adds a subscriber and returns its stream. The stream buffers unread elements and ends with
  /// this object.
  package func add() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let id = registry.withLock { registry in
      registry.nextID += 1
      registry.subscribers.append(Subscriber(id: registry.nextID, continuation: continuation))
      return registry.nextID
    }
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  /// Sends the first element to all subscribers that have received none.
  package func begin(with element: Element) {
    let new = registry.withLock { registry in
      let new = registry.subscribers.filter { !$0.hasBegun }.map(\.continuation)
      for index in registry.subscribers.indices { registry.subscribers[index].hasBegun = true }
      return new
    }
    for continuation in new { continuation.yield(element) }
  }

  /// Sends an element to all subscribers that have received their first.
  package func send(_ element: Element) {
    let all = registry.withLock { $0.subscribers.filter(\.hasBegun).map(\.continuation) }
    for continuation in all { continuation.yield(element) }
  }

  private func remove(_ id: Int) {
    registry.withLock { $0.subscribers.removeAll { $0.id == id } }
  }

  deinit {
    let all = registry.withLock { $0.subscribers.map(\.continuation) }
    for continuation in all { continuation.finish() }
  }
}

"""#),
("TokenRefusal.swift", #"""
// What follows from a failed request for new tokens.

package import AuthGenRuntime

/// An error of a request for new tokens that may contain the server's refusal.
nonisolated package protocol TokenRequestError: Error {
  /// Nil if the server has not answered with an error.
  var tokenRefusal: TokenRefusal? { get }

  /// Why the server's tokens are not trusted; nil if the request failed for another reason. Default: nil.
  var trustFailure: TrustFailure? { get }

  /// Whether the failure is temporary, so that the same request may succeed later. Default: false.
  var mayPass: Bool { get }
}

nonisolated extension TokenRequestError {
  package var trustFailure: TrustFailure? { nil }
  package var mayPass: Bool { false }
}

/// A server's answer to a request for new tokens that contains none (RFC 6749, section 5.2).
nonisolated package struct TokenRefusal: Sendable {
  nonisolated package enum Consequence: Hashable, Sendable {
    /// The server has ended the session.
    case ended
    /// The session is kept, and gets no new tokens until the user logs in again.
    case needsLogin
    /// The same request may succeed later.
    case temporary
  }

  private let status: Int
  private let code: String?
  /// Whether a service has sent the code, and not a GraphQL server.
  let isOfService: Bool
  private let serverText: String?
  private let mfaToken: Secret?
  let retryAfter: Duration?

  /// - Parameters:
  ///   - code: the error code; nil for an answer without one, such as a gateway's.
  ///   - body: the answer, with `error_description` and `mfa_token`.
  package init(_ http: HTTPFailure, code: String?, body: RedactedJSON) {
    isOfService = code != nil
    status = http.status
    retryAfter = http.retryAfter
    self.code = code
    serverText = body["error_description"]?.string
    mfaToken = body["mfa_token"]?.string.map { Secret($0) }
  }

  /// A refusal by a GraphQL server. Of its codes, those that certainly concern the user or the token count: all others
  /// may be failures of the server.
  init(_ http: HTTPFailure, graphQL code: String?) {
    status = http.status < 400 ? 400 : http.status
    retryAfter = http.retryAfter
    self.code = code.flatMap { Self.graphQLCodes.contains($0) ? $0 : nil }
    isOfService = false
    serverText = nil
    mfaToken = nil
  }

  private static let graphQLCodes: Set = [
    "UNAUTHENTICATED", "UNAUTHORIZED", "FORBIDDEN", "ACCESS_DENIED", "LOGIN_REQUIRED",
    "INVALID_TOKEN",
    "INVALID_REFRESH_TOKEN", "REFRESH_TOKEN_INVALID", "REFRESH_TOKEN_EXPIRED", "EXPIRED_TOKEN",
    "TOKEN_EXPIRED", "JWT_INVALID_TOKEN", "JWT_SIGNATURE_EXPIRED", "JWT_EXPIRED", "SESSION_EXPIRED",
  ]

  /// What follows from the answer.
  ///
  /// | status, code | consequence |
  /// |---|---|
  /// | 408, 425, 429, 5xx, or no error code | temporary |
  /// | `temporarily_unavailable`, `server_error`, `slow_down`, `authorization_pending`, `use_dpop_nonce`, `invalid_dpop_proof`, `missing_dpop_proof` | temporary |
  /// | `invalid_grant`, `invalid_token`, `expired_token`, `token_inactive`, `session_inactive` | ended |
  /// | any other, such as `interaction_required`, `mfa_required`, `unauthorized_client`, `invalid_request` | needs a login |
  /// | a GraphQL error with `UNAUTHENTICATED`, `INVALID_REFRESH_TOKEN` and their like; see ``init(_:graphQL:)`` | needs a login |
  /// | any other GraphQL error | temporary |
  package var consequence: Consequence {
    guard let code, (400..<500).contains(status), ![408, 425, 429].contains(status) else {
      return .temporary
    }
    return switch code {
    case "temporarily_unavailable", "server_error", "slow_down", "authorization_pending",
      "use_dpop_nonce", "invalid_dpop_proof", "missing_dpop_proof":
      .temporary
    case "invalid_grant", "invalid_token", "expired_token", "token_inactive", "session_inactive":
      .ended
    default: .needsLogin
    }
  }

  /// The refusal for the app; nil for a failure that is temporary.
  var refusal: ServerRefusal? {
    guard consequence == .needsLogin, let code else { return nil }
    return ServerRefusal(code: code, serverText: serverText, mfaToken: mfaToken)
  }
}

nonisolated extension RequestError: TokenRequestError {
  package var tokenRefusal: TokenRefusal? {
    switch reason {
    case .service(let failure):
      // RFC 6749, section 5.2, and two other common forms.
      TokenRefusal(
        failure.http,
        code: failure.body["error"]?.string ?? failure.body["error", "id"]?.string
          ?? failure.body["code"]?.string, body: failure.body)
    case .httpStatus(let failure): TokenRefusal(failure, code: nil, body: RedactedJSON())
    case .graphQL(let errors):
      TokenRefusal(
        HTTPFailure(
          status: httpStatus ?? 200, mediaType: nil, bodySize: 0, retryAfter: retryAfter),
        graphQL: errors.lazy.compactMap(\.code).first)
    default: nil
    }
  }
}

"""#),
("TokenResponse.swift", #"""
// What a response says about its tokens, apart from its data.

public import AuthGenRuntime
public import Foundation

/// The HTTP part of a response with tokens: a token in a header field, and the expiry by the device's
/// clock. Generated code uses it.
///
/// The server's `Date` header field (RFC 9110, section 6.6.1) corrects the device's clock: a token
/// that the server issues for an hour is used for an hour, even if the clock is wrong.
nonisolated public struct TokenResponse: Sendable {
  private let headers: HTTPHeaders
  private let receivedAt: Date
  /// How far the device's clock is ahead of the server's, in seconds.
  package let clockLead: TimeInterval

  /// - Parameters:
  ///   - headers: the header fields of the response.
  ///   - receivedAt: the time at which it arrived, by the device's clock.
  public init(headers: HTTPHeaders, receivedAt: Date) {
    self.headers = headers
    self.receivedAt = receivedAt
    clockLead = headers.serverTime.map(receivedAt.timeIntervalSince) ?? 0
  }

  /// The token in a header field; nil if the field is missing or empty.
  public func token(inHeader name: String) -> Secret? {
    headers[name].flatMap { $0.isEmpty ? nil : Secret($0) }
  }

  /// The token in a cookie that the response sets (RFC 6265, section 5.3). If several cookies have the name, the last one
  /// counts. Nil if no cookie has the name, if its value is empty, or if the response removes it.
  public func token(inCookie name: String) -> Secret? {
    var token: Secret?
    for cookie in setCookies where cookie[0].name == name {
      let value = cookie[0].value
      let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
      let text = isQuoted ? String(value.dropFirst().dropLast()) : value
      token = text.isEmpty || isExpired(cookie) ? nil : Secret(text)
    }
    return token
  }

  private typealias Attribute = (name: String, value: String)

  /// The cookies, with the pair of each first. Several header fields are one value, separated by commas.
  private var setCookies: [[Attribute]] {
    var texts: [String] = []
    for part in headers["Set-Cookie"]?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    {
      let name = part.prefix { $0 != "=" && $0 != ";" }.trimmingCharacters(in: .whitespaces)
      // The comma of a date begins no cookie.
      let beginsCookie = name.isHTTPToken && part.dropFirst(name.count).contains("=")
      if beginsCookie || texts.isEmpty {
        texts.append(String(part))
      } else {
        texts[texts.count - 1] += "," + part
      }
    }
    return texts.map { text in
      text.split(separator: ";", omittingEmptySubsequences: false).map { attribute in
        let parts = attribute.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
        return (parts[0], parts.count > 1 ? parts[1] : "")
      }
    }
  }

  private func isExpired(_ cookie: [Attribute]) -> Bool {
    func value(_ name: String) -> String? {
      cookie.dropFirst().last { $0.name.lowercased() == name }?.value
    }
    if let seconds = value("max-age").flatMap(Int.init) { return seconds <= 0 }
    guard let end = value("expires").flatMap({ Date(httpDate: $0) }) else { return false }
    return end <= receivedAt.addingTimeInterval(-clockLead)
  }

  /// The expiry in the claim `exp` of a JWT (RFC 7519, section 4.1.4). Nil if the token is no JWT, or
  /// has no such claim. The signature is not verified, because the token comes from the server itself.
  public func expiry(ofClaimIn token: Secret) -> Date? {
    let seconds: Double
    switch JSONWebToken(token)?.claims?["exp"] {
    case .integer(let number): seconds = Double(number)
    case .number(let number): seconds = number.double
    default: return nil
    }
    return local(Date(timeIntervalSince1970: seconds))
  }

  /// The expiry at a time of the server.
  public func expiry(at time: DateTime?) -> Date? { time.map { local($0.date) } }

  /// The expiry at a time of the server, as text (RFC 3339). Nil if the text has another form.
  public func expiry(at time: String?) -> Date? { expiry(at: time.flatMap { DateTime($0) }) }

  /// The expiry some seconds after the response.
  public func expiry(afterSeconds seconds: Double?) -> Date? {
    seconds.map { receivedAt.addingTimeInterval($0) }
  }

  /// The expiry some seconds after the response.
  public func expiry(afterSeconds seconds: Int?) -> Date? {
    expiry(afterSeconds: seconds.map(Double.init))
  }

  /// The expiry some milliseconds after the response.
  public func expiry(afterMilliseconds milliseconds: Double?) -> Date? {
    expiry(afterSeconds: milliseconds.map { $0 / 1_000 })
  }

  /// The expiry some milliseconds after the response.
  public func expiry(afterMilliseconds milliseconds: Int?) -> Date? {
    expiry(afterMilliseconds: milliseconds.map(Double.init))
  }

  private func local(_ date: Date) -> Date { date.addingTimeInterval(clockLead) }
}

"""#),
  ]

  /// The sources of AuthGenCatching by file name.
  package static let catching: [(name: String, text: String)] = [
("FieldReader+Catching.swift", #"""
// Fields under `@catch`: an error of the server becomes a value, and does not make the response unreadable.

@_spi(Generated) public import AuthGenRuntime

nonisolated extension FieldReader {
  /// A scalar or an enum, or the server's error for it.
  @inline(never)
  public mutating func caught<Value: Codable>(
    _ name: StaticString
  ) -> Result<Value, GraphQLError> {
    caught(name, CodableCoding<Value>.self)
  }

  /// An object or a list of objects, or the server's error for it.
  @inline(never)
  public mutating func caughtObjects<Value>(_ name: StaticString) -> Result<Value, GraphQLError> {
    caught(name, NestedCoding<Value>.self)
  }

  /// A scalar or an enum, or nil if the server reports an error for it.
  @inline(never)
  public mutating func caughtValue<Value: Codable>(_ name: StaticString) -> Value? {
    caughtValue(name, CodableCoding<Value>.self)
  }

  /// An object or a list of objects, or nil if the server reports an error for it.
  @inline(never)
  public mutating func caughtObjectsValue<Value>(_ name: StaticString) -> Value? {
    caughtValue(name, NestedCoding<Value>.self)
  }

  private mutating func caught<Coding: FieldCoding>(
    _ name: StaticString, _ coding: Coding.Type
  ) -> Result<Coding.Value, GraphQLError> {
    let condition = conditionOfNonNull
    if let result = elsewhere(name, CaughtCoding<Coding>.self) {
      if earlier != nil { return result }
      // An optional without a value has no children.
      if let condition, isTrue(condition) == true, case .success(let value) = result,
        Mirror(reflecting: value).children.isEmpty
      {
        return .failure(.nullWithoutError)
      }
      return result
    }
    if let absent = Coding.absent { return .success(absent) }
    if !hasFailed { fail(.missing, at: name) }
    return .failure(.nullWithoutError)
  }

  private mutating func caughtValue<Coding: FieldCoding>(
    _ name: StaticString, _ coding: Coding.Type
  ) -> Coding.Value? {
    if earlier != nil { return elsewhere(name, coding) }
    return try? elsewhere(name, CaughtCoding<Coding>.self)?.get()
  }

  /// The errors of the response. They are read when the first field under `@catch` is.
  fileprivate var serverErrors: ServerErrors {
    mutating get {
      let errors =
        switch self.errors {
        case .known(let known): known as? ServerErrors ?? ServerErrors()
        case .response: ServerErrors(json)
        case .part(let errors, let path): ServerErrors(errors, inside: path, json)
        case nil: ServerErrors()
        }
      self.errors = .known(errors)
      return errors
    }
  }
}

/// A value, or the server's error for it.
nonisolated private enum CaughtCoding<Coding: FieldCoding>: FieldCoding {
  static var expected: String? { Coding.expected }
  static var readsNull: Bool { true }

  static func read(
    _ reader: inout FieldReader
  ) throws(JSONFailure) -> Result<Coding.Value, GraphQLError> {
    reader.json.scanner.skipSpace()
    let (start, state) = (reader.json.scanner.offset, reader.json.state)
    do throws(JSONFailure) {
      let value = try Coding.read(&reader)
      let isNull = reader.json.scanner.byte(start) == UInt8(ascii: "n")
      guard isNull else { return .success(value) }
      if let error = reader.serverErrors.first(in: start..<reader.json.scanner.offset) {
        return .failure(error)
      }
      return reader.serverErrors.isCut ? .failure(.nullWithoutError) : .success(value)
    } catch {
      let reason = if case .reported = error { reader.failureReason ?? error } else { error }
      guard case .null = reason else { throw error }
      reader.recover()
      reader.json.restore(state)
      try reader.json.scanner.skipValue()
      let error = reader.serverErrors.first(in: start..<reader.json.scanner.offset)
      return .failure(error ?? .nullWithoutError)
    }
  }

  /// Other decoders than the runtime's do not receive the errors of the response.
  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Result<Coding.Value, GraphQLError> {
    if try fields.isNull(name) == true {
      return Coding.absent.map { .success($0) } ?? .failure(.nullWithoutError)
    }
    do {
      return .success(try Coding.decode(name, from: fields, &reader))
    } catch DecodingError.valueNotFound {
      reader.recover()
      return .failure(.nullWithoutError)
    }
  }
}

nonisolated extension FieldCoding {
  /// Nil, if the type of the values is an optional.
  fileprivate static var absent: Value? {
    (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
  }
}

nonisolated extension GraphQLError {
  /// The error of a field that is null for no known reason.
  fileprivate static var nullWithoutError: GraphQLError {
    GraphQLError(message: "The server sent null, and no error for it.")
  }
}

"""#),
("FieldWriter+Catching.swift", #"""
// Writing fields under `@catch`.

@_spi(Generated) public import AuthGenRuntime

nonisolated extension FieldWriter {
  /// A scalar or an enum, or the server's error for it.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func caught<Value: Encodable>(
    _ name: StaticString, _ value: Result<Value, GraphQLError>
  ) {
    caught(name, value) { write(name, any: $0) }
  }

  /// An object or a list of objects, or the server's error for it.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func caughtObjects<Value>(_ name: StaticString, _ value: Result<Value, GraphQLError>)
  {
    caught(name, value) { write(name, nested: $0) }
  }

  private func caught<Value>(
    _ name: StaticString, _ value: Result<Value, GraphQLError>, _ write: (Value) -> Void
  ) {
    if collect(name, value) { return }
    switch value {
    case .success(let value): write(value)
    case .failure(let error): self.write(name, failure: error)
    }
  }
}

"""#),
("ServerErrors.swift", #"""
// The errors of a response, found by the place of their fields in its text.

@_spi(Generated) import AuthGenRuntime

/// The errors of a response, by the position of their fields in its text.
nonisolated final class ServerErrors {
  /// The offsets of values, with the error for each.
  private var errors: [(offset: Int, error: GraphQLError)] = []
  /// Whether there are more errors. They are not looked up: each lookup reads the text up to its field.
  private(set) var isCut = false
  private static let maximumCount = 256

  init() {}

  /// - Parameter response: the reader of a whole response, at any position.
  init(_ response: borrowing JSONReader) {
    var reader = response.restarted
    guard let errors = try? Self.member("errors", of: &reader) else { return }
    add([GraphQLError](errors)) { path in
      var reader = response.restarted
      guard (try? reader.enter()) != nil, let data = try? reader.find("data"), !data.isNowhere
      else { return nil }
      return try? Self.offset(of: path[...], in: &reader)
    }
  }

  /// - Parameters:
  ///   - errors: errors of the response.
  ///   - path: the path of the reader's text in the response.
  ///   - reader: the reader of a part of the response.
  init(
    _ errors: [GraphQLError], inside path: [GraphQLError.PathSegment],
    _ reader: borrowing JSONReader
  ) {
    add(errors.filter { $0.path.starts(with: path) }) {
      var reader = reader.restarted
      return try? Self.offset(of: $0.dropFirst(path.count), in: &reader)
    }
  }

  private func add(
    _ errors: [GraphQLError], _ offset: ([GraphQLError.PathSegment]) -> Int?
  ) {
    isCut = errors.count > Self.maximumCount
    for error in errors.prefix(Self.maximumCount) where !error.path.isEmpty {
      if let offset = offset(error.path) { self.errors.append((offset, error)) }
    }
  }

  /// Returns the first error of a value, or of a value inside it.
  func first(in range: Range<Int>) -> GraphQLError? {
    errors.first { range.contains($0.offset) }?.error
  }

  private static func member(
    _ name: String, of reader: inout JSONReader
  ) throws(JSONFailure) -> JSON? {
    _ = try reader.enter()
    return try reader.find(name).isNowhere ? nil : try reader.scanner.json()
  }

  /// Returns the offset of the value at a path, or of the null in place of an object or list on the way.
  private static func offset(
    of path: ArraySlice<GraphQLError.PathSegment>, in reader: inout JSONReader
  ) throws(JSONFailure) -> Int? {
    for segment in path {
      reader.scanner.skipSpace()
      let start = reader.scanner.offset
      if try reader.scanner.skipNull() { return start }
      switch segment {
      case .field(let name):
        _ = try reader.enter()
        guard try !reader.find(name).isNowhere else { return nil }
      case .index(let index):
        guard index >= 0, try reader.scanner.openArray() else { return nil }
        for _ in 0..<index {
          try reader.scanner.skipValue()
          guard try reader.scanner.nextElement() else { return nil }
        }
      }
    }
    reader.scanner.skipSpace()
    return reader.scanner.offset
  }
}

"""#),
  ]
}
