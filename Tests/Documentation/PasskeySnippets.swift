// Compiles the code for passkeys of AuthGenOpenID and AuthGenWebLogin.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenWebLogin

#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import AuthenticationServices
  import SwiftUI
#endif

enum PasskeySnippets {
  static func register(with login: OpenIDLogin) async throws -> PasskeyRegistration {
    let user = PasskeyUser(email: "ada@example.com", name: "Ada Lovelace")
    let challenge = try await login.passkeyChallenge(registering: user)
    let request = try PasskeyRegistration(options: challenge.options)
    return request
  }

  #if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
    @available(macOS 13.3, iOS 16.4, *)
    @MainActor
    static func logIn(
      with login: OpenIDLogin, _ authorizationController: AuthorizationController,
      _ show: (OpenIDLogin.LoggedIn) -> Void
    ) async throws {
      let challenge = try await login.passkeyChallenge()
      let request = try PasskeySignIn(options: challenge.options)
      let result = try await authorizationController.performRequest(request.systemRequest)
      guard case .passkeyAssertion(let assertion) = result else { return }
      show(try await login.finish(challenge, passkey: try PasskeyAnswer(assertion)))
    }

    @available(macOS 13.3, iOS 16.4, *)
    @MainActor
    static func logIn(
      with options: JSON, _ authorizationController: AuthorizationController,
      _ send: (Secret) async throws -> Void
    ) async throws {
      let request = try PasskeySignIn(options: options)
      let result = try await authorizationController.performRequest(request.systemRequest)
      guard case .passkeyAssertion(let assertion) = result else { return }
      let answer = try PasskeyAnswer(assertion)
      try await send(answer.json)
    }
  #endif
}
