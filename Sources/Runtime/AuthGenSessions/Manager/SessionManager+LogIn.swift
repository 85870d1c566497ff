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
    let response = try await client.response(to: operation, options: CallOptions(retry: .never))
    if let session = try response.session(of: Operation.self, after: nil) {
      do throws(StoreError) {
        try signIn(session)
        return .signedIn(session, storeError: nil)
      } catch {
        return .signedIn(session, storeError: error)
      }
    }
    guard let data = response.data else { throw response.failure(of: Operation.operationName) }
    return .declined(data)
  }
}

extension SessionManager {
  /// Calls an operation that replaces the session's tokens, and keeps the new ones. They are those of another login, because
  /// they may be for another tenant: streams end, cached data is not shown any more, and calls under way are not sent
  /// with them. The former tokens are not revoked: the operation decides what becomes of them.
  ///
  /// - Returns: the session with the new tokens, or the result of an operation that the server declines. Then the
  ///   session continues.
  /// - Throws: `RequestError` if there is no result, or if the user is signed out, or has logged out meanwhile.
  public func replaceTokens<Operation: TokenReplacingOperation>(
    _ operation: Operation, with client: GraphQLClient
  ) async throws(RequestError) -> LogInResult<Session, Operation.Data>
  where Operation.Session == Session {
    let before = currentLogin
    let response = try await client.authenticated(by: self).response(
      to: operation, options: CallOptions(retry: .never))
    let login = machine.login
    guard let session = try response.session(of: Operation.self, after: login?.session) else {
      guard let data = response.data else { throw response.failure(of: Operation.operationName) }
      return .declined(data)
    }
    guard let login, login.id == before else {
      revoke(session)
      throw RequestError(
        .notSent(.noSession), progress: .answered, operationName: Operation.operationName)
    }
    return .signedIn(session, storeError: replaceSession(with: session).error)
  }
}

nonisolated extension GraphQLResponse {
  /// The HTTP part of the response.
  ///
  /// - Parameter now: the time of the response, by the device's clock.
  package func tokenResponse(at now: Foundation.Date) -> TokenResponse {
    TokenResponse(headers: headers, receivedAt: now)
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
