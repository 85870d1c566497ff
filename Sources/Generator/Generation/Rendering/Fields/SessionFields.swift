// The session of a client.

import AuthGenMustache
import AuthGenSwiftModel

extension Context {
  mutating func sessionFields(
    _ session: SessionModel, of client: String
  ) -> [(key: TemplateKey, value: Value)] {
    let parameters = session.storedProperties.map { property in
      parameter(
        name: property.name, storage: property.name, type: property.type.text,
        default: property.type.isOptional ? "nil" : nil)
    }
    let properties = list(parameters) { parameter, context in
      context.fields([(.name, parameter.name), (.type, parameter.type)])
    }
    return [
      (.name, identifier(session.typeName)),
      (.stored, fields([(.properties, properties)], extending: parameterFields(parameters))),
      (.sendsAccessToken, .bool(session.isRefreshedWithItsAccessToken)),
      (.placement, code(session.placement.text)),
      (.user, session.user.map { code($0.identityText) } ?? .null),
      (.hasRefusals, .bool(!session.refusals.isEmpty)),
      (.refusals, list(session.refusals) { $1.code($0.text) }),
      (.refreshesBefore, .bool(session.refreshesBeforeItsLogOut)),
      (.leeway, code(String(session.leeway))),
      (.logIns, list(session.logIns + session.replacing) { $1.logInFields($0, of: session) }),
      (.replacesTokens, .bool(!session.replacing.isEmpty)),
      (.owner, code(SwiftEscaper.literal(client))),
      (.refresh, refreshFields(of: session)),
      (.logOut, session.logOut.map { fields(callFields($0, otherwise: "return nil")) } ?? .null),
      (.checks, list(session.checks) { $1.checkFields($0) }),
    ]
  }

  private mutating func logInFields(
    _ logIn: SessionModel.LogIn, of session: SessionModel
  ) -> Value {
    let creation = object(
      [
        (
          .conformance,
          code(logIn.operation.isAuthenticated ? "TokenReplacingOperation" : "LogInOperation")
        ),
        (.methodName, identifier(logIn.operation.methodName)),
        (.documentation, documentation(logIn.operation.documentation)),
      ], extending: creationFields(logIn.operation))
    return fields(resultFields(logIn.result, of: session), extending: creation)
  }

  private mutating func refreshFields(of session: SessionModel) -> Value {
    guard let refresh = session.refresh, let result = session.refreshResult else { return .null }
    let call = callFields(refresh, otherwise: "return nil")
    return fields(call + resultFields(result, of: session))
  }

  /// - Parameter otherwise: the statement for a session without the token.
  private mutating func callFields(
    _ call: SessionModel.Call, otherwise: String
  ) -> [(key: TemplateKey, value: Value)] {
    let type = SwiftEscaper.identifier(call.typeName)
    let token =
      call.sendsRefreshToken
      ? "guard let token = session.refreshToken else { \(otherwise) }"
      : "let token = session.accessToken"
    return [
      (.typeName, code(type)), (.hasCredential, .bool(call.hasCredential)),
      (.token, call.argument.isEmpty ? .null : code(token)),
      (.call, code("\(type)(\(call.argumentText))")),
    ]
  }

  /// The fields of a function that reads the session from an operation's result.
  private mutating func resultFields(
    _ result: SessionResultModel, of session: SessionModel
  ) -> [(key: TemplateKey, value: Value)] {
    let reader = SessionReader(result, of: session)
    let last = reader.members.count - 1
    return [
      (.statements, list(reader.statements) { $1.code($0) }),
      (.accessToken, code(reader.token)),
      (.condition, reader.condition.map { code($0) } ?? .null),
      (
        .members,
        list(reader.members.enumerated()) { member, context in
          context.fields([
            (.label, context.label(member.element.label)),
            (.value, context.code(member.element.value)),
            (.comma, context.code(member.offset == last ? "" : ",")),
          ])
        }
      ),
    ]
  }

  private mutating func checkFields(_ check: SessionModel.Check) -> Value {
    let statements = check.conditions.flatMap { condition in
      switch condition {
      case .null(let path): path.statements { "if \($0) == nil { return true }" }
      case .values(let path, let values):
        path.statements { value in
          let values = values.map(SwiftEscaper.literal).joined(separator: ", ")
          return
            "if [\(values)].contains(where: { $0 == \(path.rawValue(of: value)) }) { return true }"
        }
      }
    }
    return fields([
      (.typeName, identifier(check.typeName)),
      (.statements, list(statements) { $1.code($0) }),
    ])
  }
}

/// The statements that read a session from an operation's result.
private struct SessionReader {
  private(set) var statements: [String] = []
  /// The expression for the access token.
  private(set) var token = "token"
  /// The condition under which the result has a session; nil for none.
  private(set) var condition: String?
  /// The arguments of the session's initialiser.
  private(set) var members: [(label: String, value: String)] = [("accessToken", "accessToken")]

  init(_ result: SessionResultModel, of session: SessionModel) {
    switch result.accessToken {
    case .paths(let paths): read(paths, into: token)
    case .inHeader(let name, let isCookie, let paths):
      token = "response.token(\(isCookie ? "inCookie" : "inHeader"): \(SwiftEscaper.literal(name)))"
      let names = paths.indices.map { "part\($0 + 1)" }
      for (path, name) in zip(paths, names) { read([path], into: name) }
      if !names.isEmpty { condition = names.map { "\($0) != nil" }.joined(separator: " || ") }
    }
    if session.storesRefreshToken { add("refreshToken", result.refreshToken) }
    if session.hasExpiry { members.append(("expiresAt", expiry(result.expiry))) }
    for (property, path) in zip(session.properties, result.properties) { add(property.name, path) }
  }

  /// Adds a property. A refreshed session keeps the value that the result lacks.
  private mutating func add(_ name: String, _ paths: [FieldPath]) {
    let value = SwiftEscaper.identifier(name)
    read(paths, into: value)
    members.append((name, paths.isEmpty ? "former?.\(value)" : "\(value) ?? former?.\(value)"))
  }

  private mutating func expiry(_ expiry: SessionResultModel.Expiry?) -> String {
    switch expiry {
    case nil: return "nil"
    case .claim: return "response.expiry(ofClaimIn: accessToken)"
    case .field(let paths, let unit):
      read(paths, into: "expiry")
      return switch unit {
      case .date: "response.expiry(at: expiry)"
      case .seconds: "response.expiry(afterSeconds: expiry)"
      case .milliseconds: "response.expiry(afterMilliseconds: expiry)"
      }
    }
  }

  /// Reads the first value at these paths.
  private mutating func read(_ paths: [FieldPath], into name: String) {
    guard let first = paths.first else { return }
    let type = first.type.optional.text
    if paths.count == 1, first.segments.count == 1 {
      statements += first.statements { "let \(name): \(type) = \($0)" }
      return
    }
    statements.append("var \(name): \(type)")
    for (index, path) in paths.enumerated() {
      statements += path.statements { "\(name) = \(index == 0 ? "" : "\(name) ?? ")\($0)" }
    }
  }
}

extension FieldPath {
  /// The nested statements that lead to the value in `data`.
  ///
  /// - Parameter use: returns the innermost statement for the value's expression.
  fileprivate func statements(_ use: (String) -> String) -> [String] {
    var lines: [String] = []
    var base = "data"
    for (depth, segment) in segments.enumerated() {
      let expression = segment.expression(from: base)
      let next = "object\(depth + 1)"
      let indentation = String(repeating: "  ", count: depth)
      switch segment.end {
      case .value: lines.append(indentation + use(expression))
      case .enumCase(let name):
        let pattern =
          ".\(SwiftEscaper.identifier(name))(let \(next))\(segment.isOptional ? "?" : "")"
        lines.append("\(indentation)if case \(pattern) = \(expression) {")
      case .elements(let areOptional):
        let element = areOptional ? "case let \(next)?" : next
        let elements = expression + (segment.isOptional ? " ?? []" : "")
        lines.append("\(indentation)for \(element) in \(elements) {")
      }
      base = next
    }
    for depth in (0..<segments.count - 1).reversed() {
      lines.append(String(repeating: "  ", count: depth) + "}")
    }
    return lines
  }

  /// The expression for the GraphQL name of an enum's value, or for a string.
  fileprivate func rawValue(of expression: String) -> String {
    guard case .openEnum = type.wrapped else { return expression }
    return expression + (segments.last?.links.last?.isOptional == true ? "?" : "") + ".rawValue"
  }
}

extension FieldPath.Segment {
  fileprivate func expression(from base: String) -> String {
    var (text, isOptional) = (base, false)
    for link in links {
      text += (isOptional ? "?." : ".") + SwiftEscaper.identifier(link.name)
      isOptional = link.isOptional
    }
    return text
  }
}

extension SessionModel.Call {
  /// The argument for the token in nested initialisers.
  fileprivate var argumentText: String {
    guard let innermost = argument.last else { return "" }
    return argument.dropLast().reversed().reduce(
      "\(SwiftEscaper.label(innermost.label)): token"
    ) { text, argument in
      let type = argument.inputType.map(SwiftEscaper.identifier) ?? ""
      return "\(SwiftEscaper.label(argument.label)): \(type)(\(text))"
    }
  }
}

extension SessionModel.Property {
  /// The expression for the user that the property identifies.
  fileprivate var identityText: String {
    let value = "self.\(SwiftEscaper.identifier(name))"
    return type.wrapped.text == "String" ? value : "\(value).map { \"\\($0)\" }"
  }
}

extension SessionModel.Placement {
  fileprivate var text: String {
    switch self {
    case .variable: return ".variable"
    case .header(let name, let scheme):
      let scheme = scheme.map { ", scheme: \(SwiftEscaper.literal($0))" } ?? ""
      return ".header(\(SwiftEscaper.literal(name))\(scheme))"
    case .template(let name, let template):
      return ".header(\(SwiftEscaper.literal(name)), template: \(SwiftEscaper.literal(template)))"
    }
  }
}

extension SessionModel.Refusal {
  fileprivate var text: String {
    func texts(_ texts: [String]) -> String {
      texts.map(SwiftEscaper.literal).joined(separator: ", ")
    }
    func before(_ isBefore: Bool) -> String { isBefore ? ", beforeExecution: true" : "" }
    switch self {
    case .status(let status): return ".status(\(status))"
    case .closeCode(let code): return ".closeCode(\(code))"
    case .message(let messages, let beforeExecution):
      return ".message(in: [\(texts(messages))]\(before(beforeExecution)))"
    case .values(let path, let values, let isMember, let beforeExecution):
      let place = isMember ? "errorMember" : "extensions"
      return ".\(place)(\(texts(path)), in: [\(texts(values))]\(before(beforeExecution)))"
    case .lacking(let path, let value):
      return ".extensions(\(texts(path)), lack: \(SwiftEscaper.literal(value)))"
    }
  }
}
