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
