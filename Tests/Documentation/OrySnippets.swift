// Compiles the code of AuthGenOry.

import AuthGenOry
import AuthGenRuntime
import AuthGenWebLogin

#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import AuthenticationServices
  import SwiftUI
#endif

enum OrySnippets {
  static func logIn(by login: OryLogin, _ address: String, _ code: () async -> Secret) async throws
  {
    let form = try await login.form(for: .login, redirectURI: nil)
    let sent = try await login.sendCode(form, to: address)
    let session = try await login.submit(sent, code: await code())
    _ = session
  }

  static func register(
    with login: OryLogin, _ answers: (OryForm) async -> [String: JSON],
    _ code: () async -> Secret
  ) async throws {
    var form = try await login.form(for: .registration, redirectURI: nil)
    while true {
      do {
        let traits = form.traits(await answers(form))
        let sent = try await login.sendCode(form, traits: traits)
        try await login.submit(sent, code: await code())
        return
      } catch {
        // The same fields, with the server's messages.
        guard case .incomplete(let next) = error.reason else { throw error }
        form = next
      }
    }
  }

  static func requireSecondFactor(
    of login: OryLogin, _ code: (OrySecondFactorForm) async -> Secret
  ) async throws {
    do {
      _ = try await login.whoAmI()
    } catch {
      guard case .secondFactorRequired = error.reason else { throw error }
      let form = try await login.secondFactorForm()
      let session = try await login.submit(form, totpCode: await code(form))
      _ = session.assuranceLevel  // .aal2
    }
  }

  #if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
    @available(macOS 13.3, iOS 16.4, *)
    @MainActor
    static func logIn(
      with login: OryLogin, _ form: OryForm, _ authorizationController: AuthorizationController
    ) async throws {
      guard let options = form.passkeyOptions else { return }
      let request = try PasskeySignIn(options: options)
      let result = try await authorizationController.performRequest(request.systemRequest)
      guard case .passkeyAssertion(let assertion) = result else { return }
      try await login.submit(form, passkey: try PasskeyAnswer(assertion))
    }

    @available(macOS 13.3, iOS 16.4, *)
    @MainActor
    static func register(
      with login: OryLogin, _ address: String, _ authorizationController: AuthorizationController
    ) async throws {
      let form = try await login.form(for: .registration, redirectURI: nil)
      let traits = form.traits(["traits.email": .string(address)])
      let next = form.hasSecondStep ? try await login.secondStep(of: form, traits: traits) : form
      guard let options = next.passkeyOptions else { return }
      let request = try PasskeyRegistration(options: options, userName: address)
      let result = try await authorizationController.performRequest(request.systemRequest)
      guard case .passkeyRegistration(let registration) = result else { return }
      try await login.submit(next, passkey: try PasskeyAnswer(registration), traits: traits)
    }
  #endif
}
