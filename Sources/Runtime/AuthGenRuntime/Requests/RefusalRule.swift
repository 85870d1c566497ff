// The responses that refuse a credential, and when the call is sent again.

import Foundation

/// A sign in a response that the server no longer accepts the request's credential.
///
/// After such a response, the client gets another credential, and sends the call once more if the
/// server has certainly not acted on it:
///
/// - a query that sends no secret, or a subscription;
/// - any call with status 401, unless the response has data or an error at a path;
/// - a mutation whose GraphQL response has no `data`, and no error at a path;
/// - a mutation whose root fields are all null, if each of them has an error at its own path that matches a
///   rule with `beforeExecution`. A mutation with one root field may also have null in place of all data.
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

  /// The server closes the WebSocket of a subscription with a code (RFC 6455, section 7.4), such as 4403. The
  /// code 4401 always refuses the credential.
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
    case .message(let messages): messages.containsSameBytes(as: error.message)
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
    case .string(let text): values.containsSameBytes(as: text)
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

nonisolated extension RoundTrip {
  /// The errors of a GraphQL response; empty for other responses.
  private var errors: [GraphQLError] { (try? result.get())?.errors ?? [] }

  /// Whether the response refuses the credential of its request.
  package func refusesCredential(by rules: [RefusalRule]) -> Bool {
    let response = try? result.get()
    let errors = response?.errors ?? []
    // If there are errors, a field without a value is not a sign of a refused credential.
    if let data = response?.data, errors.isEmpty, exchange.refusesCredential(data) { return true }
    let extensions = response?.extensions ?? RedactedJSON()
    return rules.contains {
      $0.matches(status: http.status, errors: errors, extensions: extensions)
    }
  }

  /// Whether the server has certainly not acted on a refused call, so that it may be sent again.
  package func maySendAgain(by rules: [RefusalRule]) -> Bool {
    if exchange.kind.isRepeatable(sendsSecrets: sendsSecrets) { return true }
    guard exchange.isGraphQL, case .object(let response) = JSON(http.body)
    else { return http.status == 401 }
    let errors = errors
    // An error with a path is from the execution.
    let wasExecuted = errors.contains { !$0.path.isEmpty }
    switch response["data"] {
    case nil: return !wasExecuted && (http.status == 401 || !errors.isEmpty)
    case .null where wasExecuted:
      // The only root field is not null, so its error has made all data null.
      let onlyRootField = exchange.definition.onlyRootField
      return onlyRootField.map { errors.count == 1 && isNotExecuted($0, by: rules) } ?? false
    case .null, .array([]): return !wasExecuted && http.status == 401
    case .object(let rootFields):
      return !rootFields.isEmpty
        && rootFields.allSatisfy { $1 == .null && isNotExecuted($0.text, by: rules) }
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
