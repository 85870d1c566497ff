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

  /// Returns the token of the further step that a result asks for. Default: nil, for none.
  static func stepToken(of data: Data) -> Secret?

  /// The path of that token in the extensions of an error. Default: empty, for none.
  static var stepExtension: [String] { get }
}

nonisolated extension SessionOperation {
  public static func stepToken(of data: Data) -> Secret? { nil }
  public static var stepExtension: [String] { [] }
}

/// An operation that logs a user in. Generated code conforms to it.
nonisolated public protocol LogInOperation: SessionOperation, AnonymousOperation {}

/// An operation of a signed-in user that replaces the session's tokens, such as a change of the password.
/// Generated code conforms to it.
nonisolated public protocol TokenReplacingOperation: SessionOperation, AuthenticatedOperation {}

/// The result of a login, from the server's response.
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
  /// If another login or a logout comes before the response, or if the calling task is cancelled, the new
  /// session is not used, and is revoked if possible.
  ///
  /// - Throws: `RequestError` if there is no result, or with the reason `superseded` or `cancelled` if the
  ///   session is not used. If the result has a session, errors of other fields are ignored.
  public func logIn<Operation: LogInOperation>(
    _ operation: Operation, with client: GraphQLClient
  ) async throws(RequestError) -> LogInResult<Session, Operation.Data>
  where Operation.Session == Session {
    let start = loginStart
    let result = try await client.response(to: operation, options: CallOptions(retry: .never))
      .logInResult(of: Operation.self, after: nil)
    guard case .signedIn(let session, _) = result else { return result }
    do throws(UnusedSession) {
      return .signedIn(session, storeError: try keep(session, since: start))
    } catch {
      throw .superseded(operationName: Operation.operationName)
    }
  }
}

extension SessionManager {
  /// Calls an operation that replaces the session's tokens, and keeps the new ones. They count as another
  /// login, because they may be for another tenant: streams end, cached data is not shown any more, and calls
  /// under way are not sent with them. The former tokens are not revoked: the operation decides whether they
  /// stay valid.
  ///
  /// The call takes turns with refreshes, also of other processes. It continues if the calling task is
  /// cancelled. It belongs to the login that it begins under: if another login or a logout comes before the
  /// request, nothing is sent.
  ///
  /// - Returns: the session with the new tokens, or the result of an operation that the server declines. Then
  ///   the session continues.
  /// - Throws: `RequestError` if there is no result, or if the new tokens cannot be stored now. The reason is
  ///   `notSent(.noSession)` if the login is over before the request, and `superseded` if it is over before
  ///   the response.
  public func replaceTokens<Operation: TokenReplacingOperation>(
    _ operation: Operation, with client: GraphQLClient
  ) async throws(RequestError) -> LogInResult<Session, Operation.Data>
  where Operation.Session == Session {
    typealias Outcome = Result<LogInResult<Session, Operation.Data>, RequestError>
    let outcome = Locked<Outcome?>(nil)
    let isSent = Locked(false)
    let newLogin = UUID(createdAt: refresher.now())
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
      if let (_, start) = try await session(since: currentStart) {
        _ = try await session(.changed(change), of: .login(start.login))
      }
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
      throw .superseded(operationName: Operation.operationName)
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

  /// The session in the response to a login or a similar operation, or the data of one that the server
  /// declines.
  func logInResult<Operation: SessionOperation>(
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
