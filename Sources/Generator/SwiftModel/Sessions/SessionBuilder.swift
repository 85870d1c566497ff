// Builds the model of a client's session from its settings and the models of its operations.

import AuthGenLanguage
import AuthGenTypeSystem

struct SessionBuilder {
  let context: BuilderContext
  let settings: ClientSettings.Session
  let operations: [String: OperationModel]
  let finder: FieldPathFinder
  /// The models of input objects, by Swift type.
  private let inputs: [String: InputModel]
  /// The properties with their fields.
  private var properties: [(model: SessionModel.Property, target: SessionTokens.Target)] = []
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameters:
  ///   - operations: the models of all operations.
  ///   - finder: finds fields in the models of the operations and their fragments.
  init(
    context: BuilderContext, settings: ClientSettings.Session, operations: [OperationModel],
    finder: FieldPathFinder, inputs: [InputModel]
  ) {
    self.context = context
    self.settings = settings
    self.operations = Dictionary(
      operations.map { ($0.operationName, $0) }, uniquingKeysWith: { first, _ in first })
    self.finder = finder
    self.inputs = Dictionary(
      inputs.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  var tokens: SessionTokens { context.sessionTokens }

  /// - Returns: nil after an error in the settings.
  mutating func session(named typeName: String) -> SessionModel? {
    // Other errors would follow from those.
    if tokens.diagnostics.hasErrors { return nil }
    checkAccessToken()
    readProperties()
    let logIns = tokens.logIns.compactMap { source($0, role: "login", needsSession: false, at: $1) }
    let secondStep = secondStep()
    let replacing = tokens.replacing.compactMap {
      source($0, role: "operation", needsSession: true, at: $1)
    }
    checkRoles()
    checkMessages()
    checkPlacement()
    let refreshResult = tokens.refresh.flatMap { call in
      model(call.operation).flatMap {
        result(of: $0, role: "refresh", at: call.settings.operation.position)
      }
    }
    let session = SessionModel(
      typeName: typeName, logIns: logIns, secondStep: secondStep, replacing: replacing,
      refresh: tokens.refresh.flatMap { call($0) },
      refreshResult: refreshResult, logOut: tokens.logOut.flatMap { call($0) },
      deleteAccount: tokens.deleteAccount.flatMap { deletion($0, at: $1) },
      placement: settings.send, refusals: refusals(), checks: checks(),
      properties: properties.map(\.model),
      user: user(refreshResult),
      storesRefreshToken: !settings.refreshToken.isEmpty, hasExpiry: settings.expires != nil,
      leeway: settings.leeway)
    // Other errors would follow from the first ones.
    if !diagnostics.hasErrors { checkUses(logIns.map(\.result)) }
    return diagnostics.hasErrors ? nil : session
  }

  // MARK: Operations

  /// Each operation has one role.
  private mutating func checkRoles() {
    var seen: Set<Symbol> = []
    let roles =
      tokens.logIns + tokens.replacing + [tokens.deleteAccount].compactMap(\.self)
      + ([tokens.refresh, tokens.logOut].compactMap { $0 } + tokens.steps)
      .map { ($0.operation, $0.settings.operation.position) }
    for (operation, position) in roles {
      guard let name = operation.name?.symbol, !seen.insert(name).inserted else { continue }
      report(
        "the operation \(context.symbols[name]) is listed twice", at: position,
        help:
          "list each operation once, in one of \"logIn\", \"secondStep\", \"replaceTokens\", \"refresh\","
          + " \"logOut\" and \"deleteAccount\"")
    }
  }

  func model(_ operation: OperationDefinition) -> OperationModel? {
    operation.name.flatMap { operations[context.symbols[$0.symbol]] }
  }

  /// The models of the operations whose results have the values of a session.
  private var modelsWithSessions: [OperationModel] {
    tokens.sources.compactMap { model($0) }
  }

  /// - Parameter needsSession: whether the operation is for a signed-in user.
  mutating func source(
    _ definition: OperationDefinition, role: String, needsSession: Bool, at position: Position
  ) -> SessionModel.LogIn? {
    guard let operation = model(definition) else { return nil }
    guard let result = result(of: operation, role: role, at: position) else { return nil }
    if operation.isAuthenticated != needsSession {
      report(
        needsSession
          ? "no field of \(operation.operationName) is in \"authenticated\""
          : "the login \(operation.operationName) needs a session",
        at: position,
        help: needsSession
          ? "list its field there, or the operation in \"logIn\""
          : "leave out its fields and variables that need one, or list it in \"replaceTokens\"")
      return nil
    }
    return SessionModel.LogIn(
      operation: operation, result: result,
      stepToken: tokenPaths(to: tokens.stepToken, in: operation))
  }

  /// The type of the operation that deletes the account.
  private mutating func deletion(
    _ definition: OperationDefinition, at position: Position
  ) -> String? {
    guard let operation = model(definition) else { return nil }
    if definition.operationType != .mutation {
      report(
        "expected a mutation in \"deleteAccount\", found the \(definition.operationType) "
          + operation.operationName, at: position,
        help: "name the mutation that deletes the account")
    } else if !operation.isAuthenticated {
      report(
        "no field of \(operation.operationName) is in \"authenticated\"", at: position,
        help: "list its field there: only a signed-in user can delete the account")
    }
    return operation.typeName
  }

  private mutating func call(_ call: SessionTokens.Call) -> SessionModel.Call? {
    guard let operation = model(call.operation) else { return nil }
    let name = operation.operationName
    let position = call.settings.variable?.position ?? call.settings.operation.position
    if call.settings.token == .refreshToken, call.settings.variable != nil,
      settings.refreshToken.isEmpty
    {
      report(
        "\(name) gets the refresh token, and \"refreshToken\" lists no field with one",
        at: position,
        help: "list the field in \"refreshToken\", or write \"with\": \"accessToken\"")
      return nil
    }
    if call.operation.position == tokens.refresh?.operation.position,
      call.settings.variable != nil, call.settings.token == .refreshToken,
      isListedAsAuthenticated(call.operation)
    {
      report(
        "the refresh \(name) needs a session, but is called when the access token has expired",
        at: position,
        help: "remove its field from \"authenticated\", or write \"with\": \"accessToken\"")
      return nil
    }
    let token = call.path.first.map { context.symbols[$0] }
    if let other = operation.variables.first(where: {
      $0.graphQLName != token && !$0.type.isOptional
    }) {
      report(
        "\(name) has a required variable that is not for a token, \"\(other.graphQLName)\"",
        at: position,
        help: token == nil
          ? "if it is for the token, write \"token\": \"\(other.graphQLName)\""
          : "give it a default value, or write its value in the document")
      return nil
    }
    var argument: [SessionModel.Argument] = []
    if let token, token != operation.credentialVariable {
      guard let own = self.argument(call.path, of: operation, at: position) else { return nil }
      argument = own
    }
    return SessionModel.Call(
      typeName: operation.typeName,
      // Without an argument, the credential is all that the server gets.
      hasCredential: operation.isAuthenticated || argument.isEmpty, argument: argument,
      sendsRefreshToken: !argument.isEmpty && call.settings.token == .refreshToken)
  }

  /// Whether the configuration lists one of the operation's root fields. A mark in the schema may say that
  /// the server also needs an expired access token.
  private func isListedAsAuthenticated(_ operation: OperationDefinition) -> Bool {
    let type = context.schema.root(operation.operationType).map {
      context.symbols[context.schema.name(of: $0).symbol]
    }
    let listed = Set((context.settings.authenticated ?? []).map(\.value))
    return operation.selectionSet.selections.contains { selection in
      guard let type, case .field(let field) = selection else { return false }
      return listed.contains("\(type).*")
        || listed.contains("\(type).\(context.symbols[field.name.symbol])")
    }
  }
}

// MARK: Results

extension SessionBuilder {
  private mutating func checkAccessToken() {
    let token = settings.accessToken
    if token.fields.isEmpty, !token.isInHeader {
      report(
        "\"accessToken\" names neither a field, a header field nor a cookie", at: .unknown,
        help: "list the fields with the token, or write \"responseHeader\" or \"responseCookie\"")
    }
    if token.responseHeader != nil, let cookie = token.responseCookie {
      report(
        "expected one of \"responseHeader\" and \"responseCookie\", found both",
        at: cookie.position, help: "remove one")
    }
  }

  /// Reports fields that certainly have a message in place of a token.
  private mutating func checkMessages() {
    let inData = settings.accessToken.isInHeader ? [] : tokens.accessToken
    for target in inData + tokens.refreshToken {
      let name = context.symbols[target.key.member].lowercased()
      guard ["message", "error", "errormessage", "description", "reason", "detail"].contains(name)
      else { continue }
      report(
        "expected a field with a token, found \(target.coordinate), which is a message",
        at: target.position, help: "name the field with the token")
    }
  }

  /// Where an operation's result has the values of a session.
  private mutating func result(
    of operation: OperationModel, role: String, at position: Position
  ) -> SessionResultModel? {
    guard let token = accessToken(of: operation, role: role, at: position) else { return nil }
    return SessionResultModel(
      accessToken: token, refreshToken: tokenPaths(to: tokens.refreshToken, in: operation),
      expiry: expiry(in: operation),
      properties: properties.map { paths(to: [$0.target], in: operation) })
  }

  private mutating func accessToken(
    of operation: OperationModel, role: String, at position: Position
  ) -> SessionResultModel.Token? {
    let present = paths(to: tokens.accessToken, in: operation)
    let header = settings.accessToken.responseHeader
    if let place = header ?? settings.accessToken.responseCookie {
      return .inHeader(place.value, isCookie: header == nil, ifPresent: present)
    }
    let paths = tokenPaths(to: tokens.accessToken, in: operation)
    if !paths.isEmpty { return .paths(paths) }
    let fields = tokens.accessToken.map(\.coordinate)
    // Unknown coordinates are already reported.
    guard !fields.isEmpty else { return nil }
    report(
      "the result of the \(role) \(operation.operationName) cannot hold an access token",
      at: position,
      help: "select \(fields.joined(separator: " or ")) outside lists, or list another field in"
        + " \"accessToken\"")
    return nil
  }

  private mutating func expiry(in operation: OperationModel) -> SessionResultModel.Expiry? {
    guard let expires = settings.expires else { return nil }
    if expires.isClaim { return .claim }
    let paths = paths(to: tokens.expiry, in: operation)
    guard let first = paths.first else { return nil }
    let allowed = expires.unit == .date ? ["DateTime", "String"] : ["Int", "Double"]
    let isID = tokens.expiry.contains { target in
      let owner = context.schema.typeID(target.key.type)
      return owner.flatMap { context.schema.field(target.key.member, of: $0) }?.type.symbol == .id
    }
    let type = isID ? "ID" : first.type.wrapped.text
    guard allowed.contains(type) else {
      report(
        "expected a field of the type \(allowed.joined(separator: " or ")), found \(type)",
        at: tokens.expiry.first?.position ?? .unknown,
        help: "map the scalar in \"scalars\", or change \"unit\"")
      return nil
    }
    return .field(paths, expires.unit)
  }

  /// The paths to fields of one Swift type outside lists.
  private func paths(
    to targets: [SessionTokens.Target], in operation: OperationModel
  ) -> [FieldPath] {
    let paths = finder.paths(to: Set(targets.flatMap(\.fields)), in: operation.data)
    return paths.filter { $0.type.wrapped == paths[0].type.wrapped && !$0.isList }
  }

  private func tokenPaths(
    to targets: [SessionTokens.Target], in operation: OperationModel
  ) -> [FieldPath] {
    paths(to: targets, in: operation).filter { $0.type.wrapped == .scalar("Secret") }
  }

  /// Reports coordinates that no operation selects.
  private mutating func checkUses(_ results: [SessionResultModel]) {
    let models = modelsWithSessions
    let all =
      tokens.accessToken + tokens.refreshToken + tokens.expiry + tokens.properties.map(\.target)
    for target in all where models.allSatisfy({ paths(to: [target], in: $0).isEmpty }) {
      report(
        "no operation that returns tokens selects \(target.coordinate)", at: target.position,
        help: "select it outside lists, or remove it here")
    }
    let first = tokens.logIns.compactMap { model($0.operation) }
    for target in tokens.stepToken
    where first.allSatisfy({ tokenPaths(to: [target], in: $0).isEmpty }) {
      report(
        "no login selects \(target.coordinate)", at: target.position,
        help: "select it outside lists, or remove it here")
    }
    if settings.refresh != nil, !settings.refreshToken.isEmpty,
      results.allSatisfy({ $0.refreshToken.isEmpty })
    {
      report(
        "no login returns a refresh token", at: settings.refresh?.operation.position ?? .unknown,
        help: "select one of the fields in \"refreshToken\" in a login")
    }
  }

  private mutating func readProperties() {
    let models = modelsWithSessions
    // The session's own properties, and the constants of the functions that read results.
    let taken: Set = [
      "accessToken", "refreshToken", "expiresAt", "credential", "refusals", "userIdentity", "data",
      "expiry", "former", "response", "token",
    ]
    for (name, target) in tokens.properties {
      let isNumbered = name.wholeMatch(of: /(part|object)[0-9]+/) != nil
      if !SwiftName.isIdentifier(name) || taken.contains(name) || isNumbered {
        report(
          "\"\(name)\" cannot be the name of a property of the session", at: target.position,
          help: "choose another name, such as \"userID\"")
        continue
      }
      let found = models.compactMap { paths(to: [target], in: $0).first }.first
      guard let type = found?.type else { continue }
      guard type.wrapped.isLeaf else {
        report(
          "expected a scalar or an enum for \"\(name)\", found the type \(type.wrapped.text)",
          at: target.position, help: "name a field of that type")
        continue
      }
      properties.append((.init(name: name, type: type.optional), target))
    }
  }

  /// The property that identifies the user.
  private mutating func user(_ refresh: SessionResultModel?) -> SessionModel.Property? {
    guard let user = settings.user else { return nil }
    guard let index = properties.firstIndex(where: { $0.model.name == user.value }) else {
      if tokens.properties.allSatisfy({ $0.name != user.value }) {
        report(
          "expected the name of an entry of \"properties\", found \"\(user.value)\"",
          at: user.position, help: "list the field with the user's ID in \"properties\"")
      }
      return nil
    }
    let property = properties[index].model
    guard ["String", "Int"].contains(property.type.wrapped.text) else {
      report(
        "expected a property of the type String or Int, found \(property.type.wrapped.text)",
        at: user.position, help: "name the field with the user's ID")
      return nil
    }
    if let refresh, refresh.properties[index].isEmpty {
      report(
        "the refresh does not select the field of \"\(user.value)\", which identifies the user",
        at: user.position,
        help: "select it in the refresh, so that tokens of another user are refused")
    }
    return property
  }

  mutating func report(_ message: String, at position: Position, help: String) {
    diagnostics.report(.configuration, message, at: position, help: help)
  }
}

// MARK: Arguments

extension SessionBuilder {
  /// The labels of the argument for a token.
  private mutating func argument(
    _ path: [Symbol], of operation: OperationModel, at position: Position
  ) -> [SessionModel.Argument]? {
    let names = path.map { context.symbols[$0] }
    guard
      let variable = operation.variables.first(where: { $0.graphQLName == names.first })
    else { return nil }
    var arguments = [
      SessionModel.Argument(label: variable.name, inputType: nil)
    ]
    var type = variable.type.wrapped
    for name in names.dropFirst() {
      guard case .object(let inputName) = type,
        let property = inputs[inputName]?.properties.first(where: { $0.graphQLName == name })
      else { return nil }
      let others = inputs[inputName]?.properties.first {
        $0.graphQLName != name && !$0.type.isOptional
      }
      if let others {
        report(
          "the input \(inputName) has another required field, \"\(others.graphQLName)\"",
          at: position, help: "refresh with a SessionManager and a closure of your own")
        return nil
      }
      arguments[arguments.count - 1].inputType = inputName
      arguments.append(SessionModel.Argument(label: property.name, inputType: nil))
      type = property.type.wrapped
    }
    return arguments
  }
}
