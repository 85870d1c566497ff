// What the soak needs from a login, and from the server behind it.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation

/// One run of an app, with one of the logins.
protocol SoakApp: Sendable {
  associatedtype Session: StoredSession

  var sessions: SessionManager<Session> { get }

  /// Logs a user in.
  ///
  /// - Returns: why the session is not stored; nil if it is.
  func logIn() async throws -> StoreError?
  /// Calls an API with the session's credential.
  func call() async throws
  func logOut() async -> LogOutResult
}

struct LogOutResult: Sendable {
  let isEndedOnServer: Bool
  let storeError: StoreError?
}

/// A system with a login: how to start its server, and how to make an app for it.
protocol SoakSystem: Sendable {
  associatedtype App: SoakApp

  var name: String { get }
  /// The Python module of the server, and its arguments.
  var server: (module: String, arguments: [String]) { get }
  var paths: SystemPaths { get }
  /// Whether a second process can use the session.
  var hasNeighbour: Bool { get }

  /// An app with this store.
  func app(store: any SecretStore, clock: DeviceClock) throws -> App
  /// Ends the session on the server, as an administrator can.
  func endSession(_ session: App.Session, on server: SoakServer) async throws
}

extension SoakSystem {
  var hasNeighbour: Bool { false }
  var isRefreshed: Bool { paths.refresh != nil }
}

/// The paths of a server that the proxy damages.
struct SystemPaths: Sendable {
  /// Completes a login.
  let logIn: String
  /// Refreshes a session, with a refresh token that is valid once; nil for sessions without a refresh.
  let refresh: String?
  let call: String
  let logOut: String
}

/// A failure of the soak itself.
struct SoakFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
