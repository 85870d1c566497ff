// The configuration and the documents that `authgen init` writes for a schema.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenTypeSystem
import AuthGenValidation

struct ClientProposal {
  /// The recognised scalars with their Swift types.
  let scalars: [(name: String, type: String)]
  let session: SessionProposal?
  private let types: SchemaNames
  /// A query of the user's own data, or the first query without required arguments.
  private let query: FieldDefinition?
  private let isUsersQuery: Bool
  /// The definitions that the schema's files lack, as a document; nil for none.
  private let definitions: String?

  init(_ schema: Schema, _ definitions: String? = nil, symbols: SymbolTable, sources: SourceMap) {
    let types = SchemaNames(schema: schema, symbols: symbols, sources: sources)
    self.types = types
    self.definitions = definitions
    let ownTypes = schema.types[schema.builtInTypeCount...]
    scalars = ownTypes.filter { $0.kind == .scalar }.compactMap { scalar in
      let type = ScalarMappings.proposal(
        for: types.name(scalar), specification: scalar.directives.specification(sources))
      return type.map { (types.name(scalar), $0) }
    }.sorted { $0.name < $1.name }
    let session = SessionProposal(types)
    self.session = session
    let queries = types.rootFields(.query).filter { field in
      field.arguments.allSatisfy { !$0.isRequired || types.name($0) == session?.variable }
    }
    let users = Self.usersFields.lazy.compactMap { name in
      queries.first { types.name($0).lowercased() == name }
    }.first
    query = users ?? queries.first
    isUsersQuery = users != nil
  }

  /// Reads a schema of one file.
  ///
  /// - Throws: `Project.Problem` if the schema is invalid.
  init(_ file: InputFile) throws(Project.Problem) {
    var pipeline = Pipeline()
    guard let schema = pipeline.validateSchema([file], options: ValidationOptions()) else {
      throw Project.Problem(diagnostics: pipeline.diagnostics, sources: pipeline.sources)
    }
    self.init(schema.value, symbols: pipeline.symbols, sources: pipeline.sources)
  }

  private static let usersFields = [
    "me", "viewer", "currentuser", "currentcustomer", "customer", "activecustomer", "whoami",
  ]

  /// What was recognised, for the user.
  var summary: String {
    guard let session else {
      return """
        No login was recognised. If the API has one, name its operations in "session": see the article
        Sessions.\(authenticatedSummary)
        """
    }
    let found = [
      ("login", session.logIn), ("refresh", session.refresh), ("logout", session.logOut),
    ]
    let names = found.compactMap { role, operation in
      operation.map { "\(role): \(types.name($0.field))" }
    }
    return """
      Recognised by their names: \(names.joined(separator: ", ")).
      Check "session" in authgen.json: which responses refuse a token ("ended"), how requests carry it
      ("send"), and how early a token is refreshed ("leeway").\(valuesSummary)\(authenticatedSummary)
      """
  }

  private var valuesSummary: String {
    let names = session?.operations.flatMap(\.others).map { "$\(types.name($0))" } ?? []
    guard !names.isEmpty else { return "" }
    return """

      The app does not pass \(names.joined(separator: ", ")): check the default values in Session.graphql.
      """
  }

  /// The libraries that the app links.
  var libraries: [String] {
    ["AuthGenRuntime"] + (session == nil ? [] : ["AuthGenSessions"])
      + (upload?.kind == .scalar ? ["AuthGenUploads"] : [])
      + (types.schema.root(.subscription) == nil ? [] : ["AuthGenStreams"])
  }

  private var upload: TypeDefinition? { types.symbols.find("Upload").flatMap(types.schema.type) }

  private var authenticatedSummary: String {
    guard !marksAuthentication else { return "" }
    let names = authenticated.joined(separator: " and ")
    let found = names.isEmpty ? "" : ", which has \(names)"
    return """

      The schema does not say which fields need a session. Complete the list "authenticated" in
      authgen.json\(found): "Mutation.*" stands for all mutations.
      """
  }

  /// Whether the schema says which fields need a session.
  private var marksAuthentication: Bool {
    types.schema.directives.contains { types.symbols[$0.name.symbol] == "authenticated" }
  }

  /// The configuration and the documents.
  ///
  /// - Parameters:
  ///   - schema: the paths of the schema's files.
  ///   - target: the target that the build plugin generates the client for, if any.
  func files(schema: [String], target: String?) -> [(path: String, text: String)] {
    var files = [
      (
        path: "authgen.json",
        text: configuration(
          schema: schema + (definitions == nil ? [] : [AppSyncDefinitions.path]), target: target)
      ),
      (path: "GraphQL/operations/Query.graphql", text: queryText),
    ]
    if let definitions { files.append((AppSyncDefinitions.path, definitions)) }
    if let session {
      let texts = session.operations.map { text(of: $0) }
      files.append(("GraphQL/operations/Session.graphql", texts.joined(separator: "\n")))
    }
    return files
  }

  // MARK: Documents

  /// Ends with a line break.
  private var queryText: String {
    guard let query else { return "query Typename {\n  __typename\n}\n" }
    let arguments = query.arguments.filter(\.isRequired)
    return document(
      "query", query, arguments: arguments, selection: leafSelection(of: query.type))
  }

  private func text(of operation: SessionProposal.Operation) -> String {
    var selection = problemSelection(of: operation.field.type)
    if let result = operation.result {
      var inner = [result.accessToken, result.refreshToken, result.expiry].compactMap { $0 }
        .map { types.name($0) }
      for step in result.steps.reversed() {
        inner = Self.block(step, inner)
      }
      selection = inner + selection
    }
    if selection.isEmpty { selection = leafSelection(of: operation.field.type) }
    return document(
      "mutation", operation.field, arguments: operation.arguments, others: operation.others,
      selection: selection)
  }

  private func document(
    _ kind: String, _ field: FieldDefinition, arguments: [InputValueDefinition],
    others: [InputValueDefinition] = [], selection: [String]
  ) -> String {
    var name = operationName(field)
    let isTaken = session?.operations.contains { operationName($0.field) == name } ?? false
    if kind == "query", isTaken { name = "Get\(name)" }
    let variables =
      arguments.map { "$\(types.name($0)): \($0.type.nonNull.text(types.symbols))" }
      + others.map {
        "$\(types.name($0)): \($0.type.text(types.symbols)) = \(types.sample(of: $0.type) ?? "null")"
      }
    let values = (arguments + others).map { "\(types.name($0)): $\(types.name($0))" }
    func list(_ elements: [String]) -> String {
      elements.isEmpty ? "" : "(\(elements.joined(separator: ", ")))"
    }
    var lines = ["\(kind) \(name)\(list(variables)) {"]
    lines.append("  \(types.name(field))\(list(values))\(selection.isEmpty ? "" : " {")")
    lines += selection.map { "    \($0)" }
    if !selection.isEmpty { lines.append("  }") }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  /// Up to three scalar fields, or `__typename`; nothing for a scalar.
  private func leafSelection(of type: TypeReference) -> [String] {
    guard let definition = types.schema.type(type.symbol), definition.isComposite else { return [] }
    let leaves = types.leaves(of: definition).prefix(3).map { types.name($0) }
    return leaves.isEmpty ? ["__typename"] : leaves
  }

  /// The parts of a result that describe a declined login: lists of errors, and other types of a union.
  private func problemSelection(of type: TypeReference) -> [String] {
    guard let id = types.schema.typeID(type.symbol) else { return [] }
    let definition = types.schema[id]
    if definition.kind == .union {
      // Fields of one name must have one type.
      var known: [String: String] = [:]
      return types.schema.possibleTypes(id).map { types.schema[$0] }.flatMap { member -> [String] in
        let leaves = ["code", "errorcode", "message"].compactMap { types.leaf([$0], in: member) }
          .filter { leaf in
            let type = leaf.type.text(types.symbols)
            defer { known[types.name(leaf)] = known[types.name(leaf)] ?? type }
            return known[types.name(leaf), default: type] == type
          }
        return Self.block("... on \(types.name(member))", leaves.map { types.name($0) })
      }
    }
    return definition.fields.flatMap { field -> [String] in
      guard types.name(field).lowercased().hasSuffix("errors"), field.arguments.isEmpty,
        let problem = types.schema.type(field.type.symbol), problem.kind == .object
      else { return [] }
      let leaves = ["code", "field", "message"].compactMap { types.leaf([$0], in: problem) }
      return Self.block(types.name(field), leaves.map { types.name($0) })
    }
  }

  /// Returns a selection below `head`; nothing if it is empty.
  private static func block(_ head: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["\(head) {"] + lines.map { "  \($0)" } + ["}"]
  }

  /// A field's name in upper camel case.
  private func operationName(_ field: FieldDefinition) -> String {
    let name = types.name(field).split(separator: "_")
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.first?.isLetter == true ? name : "Field\(name)"
  }

  // MARK: Configuration

  /// - Parameters:
  ///   - schema: the paths of the schema's files.
  ///   - target: the target that the build plugin generates the client for, if any.
  private func configuration(schema: [String], target: String?) -> String {
    // The configuration is in the current folder. A team shares it, so it contains no absolute paths.
    let schema = schema.map { path in
      guard path.hasPrefix("/") else { return path }
      let folder = FileSystem.resolved(FilePath.parent(path))
      return FilePath.relative(
        FilePath.join(folder, FilePath.name(path)), to: FileSystem.resolved("."))
    }
    var options = target == nil ? [] : [("accessLevel", JSONLayout.text("internal"))]
    let types = scalars.map { ($0.name, JSONLayout.text($0.type)) }
    if !types.isEmpty {
      options.append(("scalars", types.count > 2 ? .object(types) : .line(types)))
    }
    var client = [
      ("name", JSONLayout.text("Example")),
      ("schema", schema.count == 1 ? .text(schema[0]) : .texts(schema)),
      ("operations", .text("GraphQL/operations")),
    ]
    if target == nil { client.append(("output", .text("Sources/Generated"))) }
    if !options.isEmpty {
      client.append(("options", types.count > 2 ? .object(options) : .line(options)))
    }
    client.append(("authentication", .object(authentication)))
    let file = JSONLayout.object([
      ("$schema", .text(EditorFiles.schemaReference)), ("version", .json("1")),
      ("clients", .array([.object(client)])),
    ])
    return file.text() + "\n"
  }

  private var authentication: [(String, JSONLayout)] {
    var members: [(String, JSONLayout)] = []
    if !marksAuthentication { members.append(("authenticated", .texts(authenticated))) }
    guard let session else { return members }
    return members + [
      ("secrets", .texts([session.password])), ("session", .object(self.members(of: session))),
    ]
  }

  /// The fields that need a session, by their names.
  private var authenticated: [String] {
    var fields: [String] = []
    if isUsersQuery, let query, session?.variable == nil {
      fields.append(coordinate(.query, query))
    }
    // If the token is optional, the credential identifies the session.
    if let logOut = session?.logOut,
      logOut.tokenInput.isEmpty || !types.inputs(of: logOut.field).contains(where: \.isRequired)
    {
      fields.append(coordinate(.mutation, logOut.field))
    }
    return fields
  }

  private func members(of session: SessionProposal) -> [(String, JSONLayout)] {
    func coordinates(_ field: (SessionProposal.TokenPath) -> FieldDefinition?) -> JSONLayout {
      var all: [String] = []
      for path in [session.logIn.result, session.refresh?.result].compactMap({ $0 }) {
        guard let field = field(path) else { continue }
        let coordinate = "\(types.name(path.owner)).\(types.name(field))"
        if !all.contains(coordinate) { all.append(coordinate) }
      }
      return .texts(all)
    }
    func call(_ operation: SessionProposal.Operation) -> JSONLayout {
      let name = JSONLayout.text(operationName(operation.field))
      guard !operation.tokenInput.isEmpty else { return name }
      return .line(
        [("operation", name), ("token", .text(operation.tokenInput.joined(separator: ".")))]
          + (session.logIn.result?.refreshToken == nil ? [("with", .text("accessToken"))] : []))
    }
    var members = [("logIn", JSONLayout.texts([operationName(session.logIn.field)]))]
    if let refresh = session.refresh { members.append(("refresh", call(refresh))) }
    if let logOut = session.logOut { members.append(("logOut", call(logOut))) }
    members.append(("accessToken", coordinates(\.accessToken)))
    if session.logIn.result?.refreshToken != nil {
      members.append(("refreshToken", coordinates(\.refreshToken)))
    }
    if let expiry = session.logIn.result?.expiry {
      let isDuration = ["Int", "Float"].contains(types.name(expiry.type))
      members.append(
        (
          "expires",
          .line(
            [("fields", coordinates(\.expiry))] + (isDuration ? [("unit", .text("seconds"))] : []))
        ))
    } else if session.isJWT {
      members.append(("expires", .text("jwt")))
    }
    var ended = [
      JSONLayout.line([("status", .json("401"))]),
      .line([("extension", .text("code")), ("values", .texts(["UNAUTHENTICATED"]))]),
    ]
    if let variable = session.variable {
      members.append(("send", .line([("variable", .text(variable))])))
      if isUsersQuery, let query, !query.type.isNonNull {
        ended.append(.line([("null", .text(coordinate(.query, query)))]))
      }
    }
    return members + [("ended", .array(ended))]
  }

  private func coordinate(_ root: OperationType, _ field: FieldDefinition) -> String {
    let type = types.schema.root(root).map { types.name(types.schema[$0]) } ?? ""
    return "\(type).\(types.name(field))"
  }
}
