// The user's session, as views observe it.

import AuthGenRuntime
import AuthGenSessions
import Combine
import Foundation
import SwiftUI

@MainActor
final class Account: ObservableObject {
  /// Nil until the store is read.
  @Published private(set) var state: SessionState<ExampleSession.Stored>?
  let session: ExampleSession

  init(_ client: GraphQLClient, store: some SessionStore) {
    session = ExampleSession(client, store: store)
    Task { [weak self, states = session.states] in
      for await state in states { self?.state = state }
    }
  }

  /// - Returns: why the user is not signed in; nil after a login.
  func logIn(email: String, password: String) async -> String? {
    do throws(RequestError) {
      let login = LogInMutation(email: email, password: Secret(password))
      switch try await session.logIn(login) {
      case .signedIn: return nil
      case .declined: return "The email address or the password is wrong."
      }
    } catch {
      return error.localizedDescription
    }
  }

  func logOut() async {
    await session.logOut()
  }
}
