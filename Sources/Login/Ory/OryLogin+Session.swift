// The use and the end of a session.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import OryAPI

extension OryLogin {
  /// Fetches the session and its identity from the server. If the server has extended the session,
  /// the stored session is extended, too.
  ///
  /// - Throws: ``OryLoginError``. The reason is ``OryLoginError/Reason/notSignedIn`` if there is no
  ///   session. The stored session ends if it has expired, or if the server has ended it. All other
  ///   errors leave it unchanged.
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
      // Best effort: a session that cannot be stored stays in use, and the answer is complete.
      _ = try? await sessions.replaceSession(session, with: session.expiring(at: expiresAt))
    }
    return answer
  }

  /// Ends the session on this device, and on the server (best effort).
  ///
  /// The request to the server continues even if the calling task is cancelled, for example when a
  /// screen closes with the session.
  ///
  /// - Returns: the errors, if any.
  @discardableResult
  public func logOut() async -> LogOut {
    let (before, storeError) = await sessions.removeSession()
    let serverError: RequestError? =
      switch before {
      case .signedIn(let session): await calls.logOut(session.token)
      case .signedOut: nil
      case .unavailable(let error):
        RequestError(
          notSent: .credentialUnavailable(CredentialUnavailable(error)),
          operationName: LogoutMutation.operationName)
      }
    return LogOut(serverError: serverError, storeError: storeError)
  }

  /// The errors of a logout.
  public struct LogOut: Sendable {
    /// The request to the server failed, or the server refused it. The token may stay valid for a
    /// while.
    public let serverError: RequestError?
    /// The session could not be removed from its store, so the next start would restore it. Log out
    /// again.
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
  /// Ends a session on the server. Continues even if the calling task is cancelled.
  ///
  /// - Returns: the error if the server did not end the session.
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
