// The session of a client.

import AuthGenMustache
import AuthGenSwiftModel

extension Context {
  mutating func sessionFields(
    _ session: SessionModel, of client: String
  ) -> [(key: TemplateKey, value: Value)] {
    let parameters = session.storedProperties.map { parameter(name: $0.name, type: $0.type.text) }
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
      (.hasSecondStep, .bool(session.secondStep != nil)),
      (
        .secondSteps,
        list(session.secondStep?.operations ?? []) { $1.secondStepFields($0, of: session) }
      ),
      (.replacesTokens, .bool(!session.replacing.isEmpty)),
      (.owner, code(SwiftEscaper.literal(client))),
      (.refresh, refreshFields(of: session)),
      (.logOut, session.logOut.map { fields(callFields($0, otherwise: "return nil")) } ?? .null),
      (.deleteAccount, session.deleteAccount.map { identifier($0) } ?? .null),
      (.checks, list(session.checks) { $1.checkFields($0) }),
    ]
  }

  private mutating func logInFields(
    _ logIn: SessionModel.LogIn, of session: SessionModel
  ) -> Value {
    let isReplacing = logIn.operation.isAuthenticated
    let asksForStep = session.secondStep?.isNeeded(after: logIn) ?? false
    let conformance =
      isReplacing
      ? "TokenReplacingOperation"
      : asksForStep ? "TwoStepLogInOperation" : "LogInOperation"
    let creation = fields(
      [
        (.conformance, code(conformance)),
        (.furtherStep, isReplacing ? .null : furtherStepFields(logIn, of: session)),
        (.stepEnds, .null),
        (.methodName, identifier(logIn.operation.methodName)),
        (.documentation, documentation(logIn.operation.documentation, indentation: 2)),
      ], extending: creationFields(logIn.operation))
    return fields(resultFields(logIn.result, of: session), extending: creation)
  }

  /// The fields of the functions that read the token of a further step; null if the operation needs none.
  private mutating func furtherStepFields(
    _ logIn: SessionModel.LogIn, of session: SessionModel
  ) -> Value {
    guard let step = session.secondStep, step.isNeeded(after: logIn) else { return .null }
    let path = step.extensionPath.map(SwiftEscaper.literal).joined(separator: ", ")
    return fields([
      (.statements, list([logIn.stepVariable].compactMap(\.self)) { $1.statementFields($0) }),
      (.hasPaths, .bool(!logIn.stepToken.isEmpty)),
      (.path, path.isEmpty ? .null : code(path)),
    ])
  }

  private mutating func secondStepFields(
    _ step: SessionModel.SecondStep.Operation, of session: SessionModel
  ) -> Value {
    var operation = step.logIn.operation
    operation.variables.removeAll { $0.name == step.tokenName }
    let ends = session.secondStep?.ends ?? []
    return fields(
      [
        (.conformance, code("SecondStepOperation")),
        (.methodName, identifier(operation.methodName)),
        (.furtherStep, furtherStepFields(step.logIn, of: session)),
        (
          .stepEnds,
          ends.isEmpty ? .null : fields([(.refusals, list(ends) { $1.code($0.text) })])
        ),
        (.token, step.tokenName.map { identifier($0) } ?? .null),
        (
          .arguments,
          arguments(
            step.logIn.operation.variables.map(\.name)
              + (operation.variables.contains(where: \.isNullable)
                ? [operation.explicitNullsName] : []))
        ),
      ]
        + resultFields(step.logIn.result, of: session), extending: creationFields(operation))
  }

  private mutating func statementFields(_ variable: SessionResultModel.Variable) -> Value {
    let paths = variable.paths.enumerated().map { index, path in
      fields([(.isLater, .bool(index > 0))], extending: pathFields(path))
    }
    return fields([
      (.variable, identifier(variable.name)), (.type, code(variable.type.text)),
      (.isConstant, .bool(variable.isConstant)), (.paths, list(paths)), (.values, .null),
      (.isNull, .bool(false)),
    ])
  }

  private mutating func refreshFields(of session: SessionModel) -> Value {
    guard let refresh = session.refresh, let result = session.refreshResult else { return .null }
    let call = callFields(refresh, otherwise: "return nil")
    return fields(
      call + resultFields(result, of: session) + [(.furtherStep, .null), (.stepEnds, .null)])
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
    let statements = list(result.variables(of: session)) { $1.statementFields($0) }
    let arguments = result.arguments(of: session)
    let last = arguments.count - 1
    return [
      (.statements, statements),
      (.accessToken, code(result.tokenText)),
      (.condition, result.conditionText.map { code($0) } ?? .null),
      (
        .members,
        list(arguments.enumerated()) { member, context in
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
    let paths = check.conditions.map { condition in
      let values = condition.values?.map(SwiftEscaper.literal).joined(separator: ", ")
      return fields(
        [
          (.variable, .null), (.isNull, .bool(values == nil)),
          (.values, values.map { code($0) } ?? .null),
        ], extending: pathFields(condition.path))
    }
    return fields([(.typeName, identifier(check.typeName)), (.paths, list(paths))])
  }

  /// The fields of a path's segment, which contain those of the next one. Each has all fields, because
  /// Mustache looks up a missing field in the outer segment.
  private mutating func pathFields(_ path: FieldPath, from depth: Int = 0) -> Value {
    let segment = path.segments[depth]
    let steps = segment.links.enumerated().map { index, link in
      let isOptional = link.isOptional && index < segment.links.count - 1
      return fields([(.name, identifier(link.name)), (.isOptional, .bool(isOptional))])
    }
    let object = "object\(depth + 1)"
    var (enumCase, element) = (Value.null, Value.null)
    switch segment.end {
    case .value: break
    case .enumCase(let name): enumCase = identifier(name)
    case .elements(let areOptional): element = code(areOptional ? "case let \(object)?" : object)
    }
    let next = depth + 1 < path.segments.count ? pathFields(path, from: depth + 1) : nil
    return fields([
      (.base, code(depth == 0 ? "data" : "object\(depth)")), (.steps, list(steps)),
      (.isOptional, .bool(segment.isOptional)), (.enumCase, enumCase), (.element, element),
      (.object, code(object)), (.next, next ?? .null),
    ])
  }
}

extension SessionResultModel {
  /// The expression for the access token.
  fileprivate var tokenText: String {
    guard case .inHeader(let name, let isCookie, _) = accessToken else { return "token" }
    return "response.token(\(isCookie ? "inCookie" : "inHeader"): \(SwiftEscaper.literal(name)))"
  }

  /// The condition under which the result has a session; nil for none.
  fileprivate var conditionText: String? {
    guard case .inHeader(_, _, let paths) = accessToken, !paths.isEmpty else { return nil }
    return paths.indices.map { "part\($0 + 1) != nil" }.joined(separator: " || ")
  }

  /// The arguments of the session's initialiser. A refreshed session keeps the values that the result lacks.
  fileprivate func arguments(of session: SessionModel) -> [(label: String, value: String)] {
    func kept(_ name: String, _ paths: [FieldPath]) -> (String, String) {
      let value = SwiftEscaper.identifier(name)
      return (name, paths.isEmpty ? "former?.\(value)" : "\(value) ?? former?.\(value)")
    }
    return [("accessToken", "accessToken")]
      + (session.storesRefreshToken ? [kept("refreshToken", refreshToken)] : [])
      + (session.hasExpiry ? [("expiresAt", expiryText)] : [])
      + zip(session.properties, properties).map { kept($0.name, $1) }
  }

  private var expiryText: String {
    switch expiry {
    case nil: "nil"
    case .claim: "response.expiry(ofClaimIn: accessToken)"
    case .field(_, .date): "response.expiry(at: expiry)"
    case .field(_, .seconds): "response.expiry(afterSeconds: expiry)"
    case .field(_, .milliseconds): "response.expiry(afterMilliseconds: expiry)"
    }
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

extension ClientSettings.Session.Placement {
  fileprivate var text: String {
    if variable != nil { return ".variable" }
    let name = SwiftEscaper.literal(header ?? "Authorization")
    if let template {
      return ".header(\(name), template: \(SwiftEscaper.literal(template.value)))"
    }
    let scheme = scheme ?? (header == nil ? "Bearer" : nil)
    return ".header(\(name)\(scheme.map { ", scheme: \(SwiftEscaper.literal($0))" } ?? ""))"
  }
}

extension ClientSettings.Session.Ending {
  fileprivate var text: String {
    if let status { return ".status(\(status))" }
    if let closeCode { return ".closeCode(\(closeCode))" }
    func texts(_ texts: [String]) -> String {
      texts.map(SwiftEscaper.literal).joined(separator: ", ")
    }
    let before = beforeExecution ? ", beforeExecution: true" : ""
    guard let path = self.extension ?? member else {
      return ".message(in: [\(texts(messages))]\(before))"
    }
    let place = member == nil ? "extensions" : "errorMember"
    let matches = lacks.map { ", lack: \(SwiftEscaper.literal($0))" }
    return ".\(place)(\(texts(path.split(separator: ".").map(String.init)))"
      + "\(matches ?? ", in: [\(texts(values))]\(before)"))"
  }
}
