// The code of AuthGenApple and of the gate in the Keychain. `.ci/apple-platforms` type-checks the part for
// Apple platforms.

import AuthGenApple
import AuthGenBrowser
import AuthGenHorizon
import AuthGenKeychainGate
import AuthGenOpenID
import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation

#if canImport(AuthenticationServices)
  import AuthenticationServices
  import SwiftUI
#endif

enum AppleSnippets {
  static func logIn(to login: SocialLogin, _ apple: AppleCredential) async throws {
    let state = try await login.signIn(
      with: .apple(
        identityToken: apple.identityToken, fullName: apple.fullName, email: apple.email))
    _ = state
  }

  static func logIn(to login: OryLogin, _ apple: AppleCredential) async throws {
    let form = try await login.form(for: .login, redirectURI: nil)
    let session = try await login.submit(
      form, with: "apple", idToken: apple.identityToken, nonce: apple.nonce?.hashed,
      traits: apple.fullName.map { .object(["name": .string($0)]) })
    _ = session
  }

  static func logIn(to login: OpenIDLogin, _ apple: AppleCredential) async throws {
    let user = try await login.logIn(
      exchanging: .idToken(
        apple.identityToken, nonce: apple.nonce?.hashed, parameters: ["subject_issuer": "apple"]))
    _ = user
  }

  #if canImport(LocalAuthentication)
    static func makeStore() -> KeychainStore {
      let gate = KeychainGate(reason: "Show your accounts")
      let store = KeychainStore(service: "com.example.bank", account: "customer", gate: gate)
      return store
    }
  #endif

  #if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
    static func browser() -> any WebAuthenticationSession {
      let browser = SystemWebAuthenticationSession()
      return browser
    }

    static func browser(at window: ASPresentationAnchor) -> any WebAuthenticationSession {
      let browser = SystemWebAuthenticationSession { window }
      return browser
    }
  #endif

  #if canImport(AuthenticationServices)
    @MainActor
    static func signIn(at window: ASPresentationAnchor) async throws -> AppleCredential {
      let signIn = try AppleSignIn()
      let apple = try await signIn.present(at: window)
      return apple
    }

    @MainActor
    static func logIn(to login: OpenIDLogin, at window: ASPresentationAnchor) async throws {
      let signIn = AppleSignIn.withoutNonce()
      let apple = try await signIn.present(at: window)
      guard let code = apple.authorizationCode else { return }
      let user = try await login.logIn(
        exchanging: .appleAuthorizationCode(code, name: apple.name),
        scopes: ["openid", "profile", "email", "offline_access"])
      _ = user
    }

    static func end(_ login: OpenIDLogin, with user: String) {
      let revocation = Task {
        await AppleAccount(user: user).whenRevoked { await login.logOut() }
      }
      _ = revocation
    }
  #endif
}

#if canImport(AuthenticationServices)
  private struct AppleButton: View {
    let logIn: @MainActor (Result<AppleCredential?, any Error>) async -> Void

    @State private var signIn: AppleSignIn?

    var body: some View {
      SignInWithAppleButton(.continue) { request in
        signIn = try? AppleSignIn()
        signIn?.configure(request)
      } onCompletion: { result in
        Task { await logIn(with: Result { try signIn?.credential(from: result) }) }
      }
    }

    private func logIn(with result: Result<AppleCredential?, any Error>) async {
      await logIn(result)
    }
  }
#endif
