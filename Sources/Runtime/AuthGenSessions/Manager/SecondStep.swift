// Logins that the server completes after a second step, such as a code of an authenticator app:
//
//     logIn(email:password:)            a token of the step, and no session
//     finish                            the token and the code: a session

public import AuthGenRuntime
import Foundation

/// A login operation whose response may ask for a second step. Generated code conforms to it.
nonisolated public protocol TwoStepLogInOperation: SessionOperation, AnonymousOperation {}

/// An operation that completes such a login. Generated code conforms to it.
nonisolated public protocol SecondStepOperation: SessionOperation {
  /// The responses that end the login. Default: none.
  static var stepEnds: [RefusalRule] { get }
}

nonisolated extension SecondStepOperation {
  public static var stepEnds: [RefusalRule] { [] }
}

/// The result of a login that may need a second step, from the server's response.
nonisolated public enum TwoStepLogInResult<Session: StoredSession, Data: Sendable>: Sendable {
  /// The user is signed in. The error is nil if the session is stored; otherwise it ends with the app.
  case signedIn(Session, storeError: StoreError?)
  /// The server asks for a further step. The data says which, or is nil if the server asks with an error. A
  /// session that was there before continues.
  case secondStep(SecondStep<Session>, Data?)
  /// The server declines: the result says why. A session that was there before continues.
  case declined(Data)
}

/// A login that needs one more step. Generated code adds a method for each operation that completes it.
///
/// It ends when the server ends it, with the app, and with the next login or logout. Then it creates no
/// session. It is not stored. After a wrong code, it can be used again.
nonisolated public struct SecondStep<Session: StoredSession>: Sendable {
  /// The errors of the response. Some servers say in their extensions which factors the user has.
  public let errors: [GraphQLError]
  /// Identifies the login on the server.
  fileprivate let token: Secret
  fileprivate let login: BegunLogIn<Session>

  /// Completes the login, and keeps its session. The request is sent once. Generated code calls it.
  ///
  /// - Parameters:
  ///   - credential: authenticates the request by the step's token. Default: nil, for an operation that has
  ///     the token in a variable.
  ///   - operation: makes the operation with the step's token.
  /// - Returns: the session, a further step, or the result of an operation that the server declines.
  /// - Throws: ``SecondStepError``. If the reason is ``SecondStepError/Reason/request(_:)``, such as after a
  ///   wrong code, the user can try again.
  public func finish<Operation: SecondStepOperation>(
    credential: (@Sendable (Secret) -> Credential)? = nil,
    _ operation: @Sendable (Secret) -> Operation
  ) async throws(SecondStepError) -> TwoStepLogInResult<Session, Operation.Data>
  where Operation.Session == Session {
    try await login.manager.finish(
      login, operation(token), with: credential.map { $0(token) })
  }
}

/// What a login began with.
nonisolated struct BegunLogIn<Session: StoredSession>: Sendable {
  let id = UUID()
  let manager: SessionManager<Session>
  let client: GraphQLClient
  let start: LoginStart
}

extension SessionManager {
  /// Calls a login operation, and keeps the session that it creates.
  ///
  /// - Returns: the session, the step that the server asks for, or the result of a login that the server
  ///   declines. A response that asks for a step creates no session.
  /// - Throws: `RequestError` if there is no result, or with the reason `superseded` or `cancelled` if the
  ///   session is not used, as ``logIn(_:with:)-swift.method`` says.
  public func logIn<Operation: TwoStepLogInOperation>(
    _ operation: Operation, with client: GraphQLClient
  ) async throws(RequestError) -> TwoStepLogInResult<Session, Operation.Data>
  where Operation.Session == Session {
    let login = BegunLogIn(manager: self, client: client, start: loginStart)
    let result = try await client.response(to: operation, options: CallOptions(retry: .never))
      .result(of: Operation.self, in: login)
    guard case .signedIn(let session, _) = result else { return result }
    do throws(UnusedSession) {
      return .signedIn(session, storeError: try keep(session, since: login.start))
    } catch {
      throw .superseded(operationName: Operation.operationName)
    }
  }

  fileprivate func finish<Operation: SecondStepOperation>(
    _ login: BegunLogIn<Session>, _ operation: Operation, with credential: Credential?
  ) async throws(SecondStepError) -> TwoStepLogInResult<Session, Operation.Data>
  where Operation.Session == Session {
    receive(.stateRequested)
    guard machine.isLatest(login.start) else { throw SecondStepError(.otherLogIn) }
    guard stepsUnderWay.insert(login.id).inserted else { throw SecondStepError(.inProgress) }
    defer { stepsUnderWay.remove(login.id) }
    let result: TwoStepLogInResult<Session, Operation.Data>
    do throws(RequestError) {
      result = try await login.client.caller.response(
        to: operation, CallOptions(retry: .never), source: credential
      ).result(of: Operation.self, in: login)
    } catch {
      throw SecondStepError(
        error.refusesCredential(by: Operation.stepEnds) ? .expired : .request(error))
    }
    guard case .signedIn(let session, _) = result else { return result }
    do throws(UnusedSession) {
      return .signedIn(session, storeError: try keep(session, since: login.start))
    } catch {
      throw SecondStepError(.otherLogIn)
    }
  }
}

nonisolated extension GraphQLResponse {
  fileprivate func result<Operation: SessionOperation>(
    of operation: Operation.Type, in login: BegunLogIn<Operation.Session>
  ) throws(RequestError) -> TwoStepLogInResult<Operation.Session, Data>
  where Operation.Data == Data {
    if let token = stepToken(of: operation) {
      return .secondStep(SecondStep(errors: errors, token: token, login: login), data)
    }
    return switch try logInResult(of: operation, after: nil) {
    case .signedIn(let session, let error): .signedIn(session, storeError: error)
    case .declined(let data): .declined(data)
    }
  }

  /// The token of the step that the response asks for; nil if it asks for none.
  private func stepToken<Operation: SessionOperation>(
    of operation: Operation.Type
  ) -> Secret? where Operation.Data == Data {
    if let token = data.flatMap({ operation.stepToken(of: $0) }), !token.isEmpty { return token }
    let path = operation.stepExtension
    guard !path.isEmpty else { return nil }
    return errors.lazy.compactMap { $0.extensions.value(at: path)?.string }
      .first { !$0.isEmpty }.map { Secret($0) }
  }
}

nonisolated extension TwoStepLogInResult: RedactedDescription {
  public var description: String {
    switch self {
    case .signedIn: "signed in"
    case .secondStep: "needs a second step"
    case .declined: "declined"
    }
  }
}

nonisolated extension SecondStep: RedactedDescription {
  public var description: String { "SecondStep" }
}

nonisolated extension BegunLogIn: RedactedDescription {
  var description: String { "BegunLogIn" }
}
