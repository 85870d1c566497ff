// Recognises a schema's login: the mutations that log in, refresh and log out, and where the tokens are.

import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenTypeSystem

/// A login that a schema describes with usual names.
struct SessionProposal {
  /// A mutation, and the path to the token in its arguments or its result.
  struct Operation {
    let field: FieldDefinition
    /// The arguments that the operation has as variables.
    var arguments: [InputValueDefinition]
    /// The required arguments of a refresh or a logout that are not for a token.
    var others: [InputValueDefinition] = []
    /// The argument for a token, and the field of its input object, if there is one.
    var tokenInput: [String] = []
    var result: TokenPath?
  }

  /// The path from a field's type to the object with the access token.
  struct TokenPath {
    /// The fields on the path, outermost first. A name that begins with `... on ` is a type condition.
    var steps: [String]
    /// The object type with the tokens.
    let owner: TypeDefinition
    let accessToken: FieldDefinition
    var refreshToken: FieldDefinition?
    var expiry: FieldDefinition?
  }

  let logIn: Operation
  /// The coordinate of the password.
  let password: String
  private(set) var refresh: Operation?
  private(set) var logOut: Operation?
  /// Whether the access token is a JWT, by its description or type.
  let isJWT: Bool
  /// The argument of queries that carries the access token; nil if a header does.
  private(set) var variable: String?

  /// The login, the refresh and the logout.
  var operations: [Operation] { [logIn, refresh, logOut].compactMap { $0 } }

  /// - Returns: nil if no mutation, or more than one, looks like the login.
  init?(_ types: SchemaNames) {
    let mutations = types.rootFields(.mutation)
    let logIns = mutations.compactMap { types.logIn($0) }
    let usual = logIns.filter { logIn in
      let name = types.name(logIn.operation.field).lowercased()
      return ["login", "signin", "authenticate", "token"].contains(where: name.contains)
    }
    let candidates = usual.isEmpty ? logIns : usual
    guard candidates.count == 1, let result = candidates[0].operation.result else { return nil }
    let best = candidates[0]
    (logIn, password) = best
    isJWT = [
      types.text(of: result.accessToken.description), types.name(result.accessToken),
      types.name(result.accessToken.type), types.name(result.owner),
      types.name(best.operation.field),
    ].map { $0.lowercased() }.contains { $0.contains("jwt") || $0.contains("jsonwebtoken") }
    let hasRefreshToken = result.refreshToken != nil
    let refreshes = mutations.compactMap { types.refresh($0, hasRefreshToken) }
    refresh = refreshes.count == 1 ? refreshes[0] : nil
    let logOuts = mutations.compactMap { types.logOut($0, hasRefreshToken) }
    logOut = logOuts.count == 1 ? logOuts[0] : nil
    let tokenArguments = Set(
      hasRefreshToken
        ? []
        : [refresh, logOut].compactMap { $0?.tokenInput.count == 1 ? $0?.tokenInput.first : nil })
    variable = types.rootFields(.query).lazy.flatMap(\.arguments).filter(\.isRequired)
      .map { types.name($0) }.first { tokenArguments.contains($0) }
  }
}

/// A schema whose elements are looked up by their names.
struct SchemaNames {
  /// An argument, or a field of an argument's input object.
  struct Input {
    let path: [String]
    let coordinate: String
    let isRequired: Bool

    var argument: String { path[0] }
    var name: String { path[path.count - 1] }
  }

  let schema: Schema
  let symbols: SymbolTable
  let sources: SourceMap

  func name(_ element: some Named) -> String { symbols[element.name.symbol] }
  func name(_ type: TypeReference) -> String { symbols[type.symbol] }

  func text(of description: StringLiteral?) -> String {
    description.map { sources.lines(of: $0).joined(separator: " ") } ?? ""
  }

  /// A value for a required argument, which the user checks; nil if none is obvious.
  func sample(of type: TypeReference) -> String? {
    if type.isList { return "[]" }
    let definition = schema.type(type.symbol)
    let values = definition?.values.filter { value in
      !value.directives.contains { symbols[$0.name.symbol] == "deprecated" }
    }
    if let value = values?.first { return symbols[value.name.symbol] }
    return ["Boolean": "false", "Int": "0", "Float": "0", "String": "\"\"", "ID": "\"\""][
      name(type)]
  }

  func rootFields(_ operation: OperationType) -> [FieldDefinition] {
    schema.root(operation).map { schema[$0].fields } ?? []
  }

  /// A field's arguments, with the fields of its only input object in place of that.
  func inputs(of field: FieldDefinition) -> [Input] {
    let root = schema.root(.mutation).map { name(schema[$0]) } ?? ""
    return field.arguments.flatMap { argument -> [Input] in
      let own = name(argument)
      guard field.arguments.count == 1, !argument.type.isList,
        let type = schema.type(argument.type.symbol), type.kind == .inputObject
      else {
        return [
          Input(
            path: [own], coordinate: "\(root).\(name(field))(\(own):)",
            isRequired: argument.isRequired)
        ]
      }
      return type.inputFields.map { input in
        Input(
          path: [own, name(input)], coordinate: "\(name(type)).\(name(input))",
          isRequired: input.isRequired)
      }
    }
  }

  // MARK: Results

  private static let tokenNames = [
    "accesstoken", "authtoken", "jwt", "jwttoken", "sessiontoken", "idtoken", "token",
  ]

  /// The path to the first access token in a result, at most three objects deep.
  func tokenPath(from type: TypeReference) -> SessionProposal.TokenPath? {
    var searched: [TypeID: Int] = [:]
    return tokenPath(from: type, depth: 3, &searched)
  }

  /// - Parameter searched: the types that were searched without result, with the depth.
  private func tokenPath(
    from type: TypeReference, depth: Int, _ searched: inout [TypeID: Int]
  ) -> SessionProposal.TokenPath? {
    guard depth > 0, !type.isList, let id = schema.typeID(type.symbol),
      searched[id, default: 0] < depth
    else { return nil }
    searched[id] = depth
    let definition = schema[id]
    if definition.kind == .union {
      for member in schema.possibleTypes(id) {
        let reference = TypeReference(schema.name(of: member))
        guard var path = tokenPath(from: reference, depth: depth, &searched) else { continue }
        path.steps.insert("... on \(name(reference))", at: 0)
        return path
      }
    }
    if let token = leaf(Self.tokenNames, in: definition) {
      return SessionProposal.TokenPath(
        steps: [], owner: definition, accessToken: token,
        refreshToken: leaf(["refreshtoken"], in: definition), expiry: expiry(in: definition))
    }
    for field in definition.fields where field.arguments.allSatisfy({ !$0.isRequired }) {
      guard var path = tokenPath(from: field.type, depth: depth - 1, &searched) else { continue }
      path.steps.insert(name(field), at: 0)
      return path
    }
    return nil
  }

  private func expiry(in type: TypeDefinition) -> FieldDefinition? {
    let durations = ["expiresin", "accesstokenexpiresin", "tokenexpiresin", "expiresinseconds"]
    if let field = leaf(durations, in: type), ["Int", "Float"].contains(name(field.type)) {
      return field
    }
    let times = [
      "expiresat", "accesstokenexpiresat", "tokenexpiresat", "expires", "expiry", "expirydate",
      "expirationdate", "accesstokenexpiry", "tokenexpiry", "validuntil",
    ]
    guard let field = leaf(times, in: type) else { return nil }
    let scalar = name(field.type)
    let isTime =
      scalar == "String" || ScalarMappings.proposal(for: scalar, specification: nil) == "DateTime"
    return isTime ? field : nil
  }

  /// The first field without arguments that has one of these names, in lower case and without `_`.
  func leaf(_ names: [String], in type: TypeDefinition) -> FieldDefinition? {
    let leaves = leaves(of: type)
    return names.lazy.compactMap { name in
      leaves.first {
        self.name($0).lowercased().filter { $0 != "_" } == name && !$0.type.isList
      }
    }.first
  }

  /// The scalar and enum fields without arguments.
  func leaves(of type: TypeDefinition) -> [FieldDefinition] {
    type.fields.filter { $0.arguments.isEmpty && schema.type($0.type.symbol)?.isLeaf == true }
  }
}

// MARK: Mutations

extension SchemaNames {
  fileprivate func logIn(
    _ field: FieldDefinition
  ) -> (operation: SessionProposal.Operation, password: String)? {
    let name = self.name(field).lowercased()
    guard
      !["register", "signup", "reset", "change", "forgot", "activate", "update", "confirm"]
        .contains(where: name.contains)
    else { return nil }
    let inputs = inputs(of: field)
    guard let password = inputs.first(where: { isPassword($0.name) }),
      inputs.contains(where: { isIdentifier($0.name) }),
      let result = tokenPath(from: field.type)
    else { return nil }
    let used = Set(inputs.filter { isPassword($0.name) || isIdentifier($0.name) }.map(\.argument))
    let arguments = field.arguments.filter { used.contains(self.name($0)) || $0.isRequired }
    return (.init(field: field, arguments: arguments, result: result), password.coordinate)
  }

  private func isPassword(_ name: String) -> Bool {
    name.lowercased().contains("password")
  }

  private func isIdentifier(_ name: String) -> Bool {
    ["email", "username", "login", "identifier", "phone"].contains {
      name.lowercased().contains($0)
    }
  }

  fileprivate func refresh(_ field: FieldDefinition, _ hasRefreshToken: Bool) -> SessionProposal
    .Operation?
  {
    let name = self.name(field).lowercased()
    guard name.contains("refresh") || name.contains("renew"),
      let result = tokenPath(from: field.type),
      let token = tokenInput(of: field, hasRefreshToken)
    else { return nil }
    var operation = call(field, token)
    operation?.result = result
    return operation
  }

  /// An operation that gets a token of the session.
  ///
  /// - Returns: nil if another argument is a token, or has no obvious value.
  private func call(_ field: FieldDefinition, _ token: [String]) -> SessionProposal.Operation? {
    let others = field.arguments.filter { $0.isRequired && name($0) != token.first }
    guard
      others.allSatisfy({ other in
        !name(other).lowercased().contains("token") && sample(of: other.type) != nil
      })
    else { return nil }
    return .init(
      field: field, arguments: field.arguments.filter { name($0) == token.first },
      others: others, tokenInput: token)
  }

  fileprivate func logOut(_ field: FieldDefinition, _ hasRefreshToken: Bool) -> SessionProposal
    .Operation?
  {
    let name = self.name(field).lowercased()
    let isLogOut =
      ["logout", "signout", "tokensdeactivate"].contains(where: name.contains)
      || name.contains("token") && (name.contains("revoke") || name.contains("delete"))
    guard isLogOut else { return nil }
    // If the token is optional, the server may end another session.
    if let token = tokenInput(of: field, hasRefreshToken) {
      return call(field, token)
    }
    guard inputs(of: field).allSatisfy({ !$0.isRequired || $0.path.count == 1 }) else {
      return nil
    }
    return call(field, [])
  }

  /// The input for a token, if no other field of its input object is required.
  private func tokenInput(of field: FieldDefinition, _ hasRefreshToken: Bool) -> [String]? {
    let inputs = inputs(of: field)
    let tokens = inputs.filter { input in
      let name = input.name.lowercased()
      // Such as the token of a device for notifications.
      let isOther = ["csrf", "device", "push", "fcm", "apns", "notification"].contains {
        name.contains($0)
      }
      return name.contains("token") && !isOther
        && name.contains("refresh") == hasRefreshToken
    }
    guard tokens.count == 1, let token = tokens.first,
      inputs.allSatisfy({ !$0.isRequired || $0.path.count == 1 || $0.path == token.path })
    else { return nil }
    return token.path
  }
}
