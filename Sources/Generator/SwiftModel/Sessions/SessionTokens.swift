// The schema elements and variables that the session's settings name. They are read before anything is
// built, because tokens are secret, and the variable that carries the access token is no parameter.

import AuthGenLanguage
import AuthGenTypeSystem

struct SessionTokens: Sendable {
  /// A setting's field, with the setting's position.
  struct Target: Sendable {
    let key: MemberKey
    /// The field, and the same field of its type's interfaces and object types.
    let fields: Set<MemberKey>
    let coordinate: String
    let position: Position
  }

  /// An operation that gets a token of the session.
  struct Call: Sendable {
    let operation: OperationDefinition
    /// The variable for the token, and the input fields inside it. Empty for an operation without such
    /// a variable.
    let path: [Symbol]
    let settings: ClientSettings.Session.Call
  }

  private(set) var logIns: [(operation: OperationDefinition, position: Position)] = []
  /// The operations that complete a login after its first step.
  private(set) var steps: [Call] = []
  private(set) var replacing: [(operation: OperationDefinition, position: Position)] = []
  private(set) var refresh: Call?
  private(set) var logOut: Call?
  private(set) var deleteAccount: (operation: OperationDefinition, position: Position)?
  private(set) var accessToken: [Target] = []
  private(set) var refreshToken: [Target] = []
  /// The fields with the token of a second step.
  private(set) var stepToken: [Target] = []
  private(set) var expiry: [Target] = []
  private(set) var properties: [(name: String, target: Target)] = []
  /// The fields of the entries in `ended`, in the same order; nil for entries without a field.
  private(set) var endings: [Target?] = []
  /// The variables that get tokens, by operation.
  private(set) var secretVariables: [Symbol: Set<Symbol>] = [:]
  /// The input fields that get tokens, and the fields with tokens.
  private(set) var secretMembers: Set<MemberKey> = []
  private(set) var diagnostics: [Diagnostic] = []
  private var credential: Symbol?
  private var hasTokenInHeader = false

  init(
    _ settings: ClientSettings, operations: [OperationDefinition], schema: Schema,
    symbols: SymbolTable
  ) {
    guard let session = settings.session else { return }
    var reader = Reader(
      operations: operations, resolver: CoordinateResolver(schema: schema, symbols: symbols))
    func all(
      _ names: [ClientSettings.Placed<String>]
    ) -> [(operation: OperationDefinition, position: Position)] {
      names.compactMap { name in reader.operation(name).map { ($0, name.position) } }
    }
    logIns = all(session.logIn)
    steps = session.secondStep?.value.operations.compactMap { reader.call($0) } ?? []
    replacing = all(session.replaceTokens)
    refresh = session.refresh.flatMap { reader.call($0) }
    logOut = session.logOut.flatMap { reader.call($0) }
    deleteAccount = all([session.deleteAccount].compactMap(\.self)).first
    accessToken = session.accessToken.fields.compactMap { reader.target($0) }
    refreshToken = session.refreshToken.compactMap { reader.target($0) }
    stepToken = session.secondStep?.value.token.compactMap { reader.target($0) } ?? []
    expiry = session.expires?.fields.compactMap { reader.target($0) } ?? []
    properties = session.properties.compactMap { entry in
      reader.target(ClientSettings.Placed(entry.value, at: entry.position)).map { (entry.key, $0) }
    }
    endings = session.ended.map { ending in
      (ending.value.field ?? ending.value.null).flatMap { reader.target($0) }
    }
    hasTokenInHeader = session.accessToken.isInHeader
    let tokens = hasTokenInHeader ? refreshToken : accessToken + refreshToken
    secretMembers = reader.secretInputs.union((tokens + stepToken).flatMap(\.fields))
    secretVariables = reader.secretVariables
    credential = session.send.variable.flatMap { reader.credentialVariable($0) }
    diagnostics = reader.resolver.diagnostics
  }

  /// The variable of an operation that carries the session's token.
  func credentialVariable(of operation: OperationDefinition) -> Symbol? {
    guard let credential, operation.variables.contains(where: { $0.name.symbol == credential })
    else { return nil }
    return credential
  }

  /// Whether a header of the operation's response carries the access token.
  func isInHeader(of operation: OperationDefinition) -> Bool {
    hasTokenInHeader
      && sources.contains { $0.position == operation.position }
  }

  /// The operations whose results have tokens.
  var sources: [OperationDefinition] {
    (logIns + replacing).map(\.operation) + steps.map(\.operation)
      + [refresh?.operation].compactMap(\.self)
  }

  /// The variables of an operation that carry tokens of the session.
  func variables(of operation: OperationDefinition) -> Set<Symbol> {
    let tokens = operation.name.flatMap { secretVariables[$0.symbol] } ?? []
    return tokens.union([credentialVariable(of: operation)].compactMap(\.self))
  }
}

private struct Reader {
  let operations: [OperationDefinition]
  var resolver: CoordinateResolver
  var secretInputs: Set<MemberKey> = []
  var secretVariables: [Symbol: Set<Symbol>] = [:]

  private var schema: Schema { resolver.schema }
  private var symbols: SymbolTable { resolver.symbols }

  private func sameFields(as key: MemberKey) -> Set<MemberKey> {
    guard let type = schema.typeID(key.type) else { return [key] }
    let relatives = schema.types.compactMap { other -> MemberKey? in
      guard other.isComposite, let id = schema.typeID(other.name.symbol),
        schema.isSubtype(id, of: type) || schema.isSubtype(type, of: id)
      else { return nil }
      return MemberKey(type: other.name.symbol, member: key.member)
    }
    return Set(relatives).union([key])
  }

  mutating func target(_ coordinate: ClientSettings.Placed<String>) -> SessionTokens.Target? {
    resolver.field(coordinate.value, at: coordinate.position).map {
      SessionTokens.Target(
        key: $0, fields: sameFields(as: $0), coordinate: coordinate.value,
        position: coordinate.position)
    }
  }

  mutating func operation(_ name: ClientSettings.Placed<String>) -> OperationDefinition? {
    if let symbol = symbols.find(name.value),
      let operation = operations.first(where: { $0.name?.symbol == symbol })
    {
      return operation
    }
    let names = operations.compactMap { $0.name.map { symbols[$0.symbol] } }
    let isField = [.query, .mutation].contains { kind in
      schema.root(kind).map { schema[$0].fields }?.contains {
        symbols[$0.name.symbol] == name.value
      } ?? false
    }
    resolver.diagnostics.report(
      .configuration, "no document has an operation \"\(name.value)\"", at: name.position,
      help: isField
        ? "that is a field: write the name of an operation that selects it"
        : didYouMean(name.value, among: names) ?? "add the operation to a document")
    return nil
  }

  mutating func call(_ call: ClientSettings.Session.Call) -> SessionTokens.Call? {
    guard let operation = operation(call.operation) else { return nil }
    var path: [Symbol]? = []
    if let variable = call.variable { path = self.path(variable, in: operation) }
    return path.map { SessionTokens.Call(operation: operation, path: $0, settings: call) }
  }

  /// Resolves a variable, or a path into one, and marks its end as secret.
  private mutating func path(
    _ text: ClientSettings.Placed<String>, in operation: OperationDefinition
  ) -> [Symbol]? {
    let names = text.value.split(separator: ".").map(String.init)
    let variables = operation.variables.map { symbols[$0.name.symbol] }
    guard let first = names.first,
      let variable = operation.variables.first(where: { symbols[$0.name.symbol] == first })
    else {
      report(names.first ?? "", in: "the operation has no variable", variables, at: text.position)
      return nil
    }
    var path = [variable.name.symbol]
    var type = variable.type
    var owner: Symbol?
    for name in names.dropFirst() {
      let inputObject = type.isList ? nil : schema.typeID(type.symbol)
      let fields = inputObject.map { schema[$0].inputFields } ?? []
      guard let field = fields.first(where: { symbols[$0.name.symbol] == name }) else {
        report(
          name, in: "\(symbols[type.symbol]) has no input field",
          fields.map { symbols[$0.name.symbol] }, at: text.position)
        return nil
      }
      owner = type.symbol
      path.append(field.name.symbol)
      type = field.type
    }
    let end = schema.typeID(type.symbol).map { schema.kind(of: $0) }
    guard !type.isList, end == .scalar else {
      resolver.diagnostics.report(
        .configuration,
        "expected a variable or an input field with a string, found the type"
          + " \(symbols[type.symbol])", at: text.position,
        help: end == .inputObject
          ? "write the path to the field, such as \(text.value).refreshToken" : nil)
      return nil
    }
    if let owner, let field = path.last {
      secretInputs.insert(MemberKey(type: owner, member: field))
    } else if let name = operation.name?.symbol {
      secretVariables[name, default: []].insert(variable.name.symbol)
    }
    return path
  }

  private mutating func report(
    _ name: String, in place: String, _ names: [String], at position: Position
  ) {
    resolver.diagnostics.report(
      .configuration, "\(place) \"\(name)\"", at: position,
      help: didYouMean(name, among: names)
        ?? (names.isEmpty ? "leave it out" : "there is \(names.joined(separator: ", "))"))
  }

  mutating func credentialVariable(_ name: ClientSettings.Placed<String>) -> Symbol? {
    if let symbol = symbols.find(name.value),
      operations.contains(where: { $0.variables.contains { $0.name.symbol == symbol } })
    {
      return symbol
    }
    resolver.diagnostics.report(
      .configuration, "no operation has a variable \"\(name.value)\"", at: name.position,
      help: didYouMean(
        name.value, among: operations.flatMap { $0.variables.map { symbols[$0.name.symbol] } })
        ?? "declare it in the operations that need a session")
    return nil
  }
}
