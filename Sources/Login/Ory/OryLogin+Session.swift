// What can be done with the session.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import OryAPI

extension OryLogin {
  /// Asks the server for the session, with its identity. Where the server has prolonged it, it is
  /// kept for longer here too.
  ///
  /// - Throws: ``OryLoginError/Reason/notSignedIn`` where there is no session (any more): it ends here
  ///   where it has expired, or the server says that it is over.
  ///   All other errors leave it as it is.
  public func whoAmI() async throws(OryLoginError) -> Session {
    let answer: Session
    do throws(RequestError) {
      answer = try await OryClient(client).whoAmI().whoAmI
    } catch {
      throw OryLoginError(request: error)
    }
    if let session = await sessions.state.session, session.id == answer.id,
      let expiresAt = answer.expiresAt?.date, expiresAt != session.expiresAt
    {
      // One that cannot be stored is in use all the same, and the answer is there.
      _ = try? await sessions.replaceSession(session, with: session.expiring(at: expiresAt))
    }
    return answer
  }

  /// Ends the session: on this device for certain, and on the server as well as that can be done.
  ///
  /// The server is told even if the task that calls this is cancelled, such as that of a screen which
  /// goes with the session.
  ///
  /// - Returns: what went wrong, if anything.
  @discardableResult
  public func logOut() async -> LogOut {
    let (before, storeError) = await sessions.removeSession()
    let serverError: RequestError? =
      switch before {
      case .signedIn(let session): await calls.logOut(session.token)
      case .signedOut: nil
      case .unavailable(let error):
        RequestError(
          .notSent(.credentialUnavailable(CredentialUnavailable(error.description))),
          progress: .notSent, operationName: LogoutMutation.operationName)
      }
    return LogOut(serverError: serverError, storeError: storeError)
  }

  /// What went wrong with ending a session.
  public struct LogOut: Sendable {
    /// The server was not told, or did not do it: the token may be valid for a while yet.
    public let serverError: RequestError?
    /// The session could not be removed from its store, and would be there when the app starts anew:
    /// sign out again.
    public let storeError: StoreError?

    public init(serverError: RequestError? = nil, storeError: StoreError? = nil) {
      self.serverError = serverError
      self.storeError = storeError
    }
  }
}

extension OrySession {
  fileprivate func expiring(at date: Date) -> OrySession {
    OrySession(token: token, id: id, identityID: identityID, expiresAt: date)
  }
}

extension OryCalls {
  /// Tells the server that a session is over, whether or not somebody waits for that.
  ///
  /// - Returns: why the server was not told, or did not do it.
  fileprivate func logOut(_ token: Secret) async -> RequestError? {
    await Task {
      do throws(RequestError) {
        _ = try await client.logout(sessionToken: token)
        return nil
      } catch {
        return error
      }
    }.value
  }
}
