// The app of the article AuthGenHorizonUI. `.ci/apple-platforms` type-checks it.

#if canImport(SwiftUI)
  import AuthGenHorizon
  import AuthGenHorizonUI
  import AuthGenRuntime
  import HorizonAPI
  import SwiftUI

  struct SignInScreen: View {
    @StateObject private var model: SocialLoginModel
    @Environment(\.dismiss) private var dismiss

    init(login: SocialLogin) {
      _model = StateObject(wrappedValue: SocialLoginModel(login))
    }

    var body: some View {
      SocialLoginView(model, icons: ["google": Image("GoogleLogo")]) { provider in
        switch provider.code {
        case "google": try await signInWithGoogle(clientID: provider.clientId)
        case "facebook": try await signInWithFacebook(appID: provider.clientId)
        case let code: throw UnsupportedProvider(code: code)
        }
      } onStep: { step in
        switch step {
        case .resetPassword: open("/forgotten-password")
        case .logIn: open("/login")
        case .solveCaptcha(let offers):
          Task { try await model.login.retry(captcha: response(to: offers)) }
        default: open("/support")
        }
      } onSignIn: { _ in
        dismiss()
      }
    }

    /// Google's SDK. Returns nil if the customer cancels.
    private func signInWithGoogle(clientID: String?) async throws -> ProviderCredential? {
      .google(accessToken: Secret("from Google's SDK"))
    }

    /// Facebook's SDK.
    private func signInWithFacebook(appID: String?) async throws -> ProviderCredential? {
      .facebook(accessToken: Secret("from Facebook's SDK"))
    }

    private struct UnsupportedProvider: Error { let code: String }

    private func open(_ path: String) {}

    /// Shows one of the captchas.
    private func response(to offers: [CaptchaOffer]) async throws -> CaptchaResponse? { nil }
  }

  /// Buttons and a form in an app's own screens.
  struct OwnScreen: View {
    @ObservedObject var model: SocialLoginModel

    var body: some View {
      switch model.state {
      case .choosingProvider(let providers?):
        ProviderButtonsView(ProviderButton.all(for: providers), login: model.login) { _ in nil }
      case .missingInformation(let information):
        MissingInformationForm(FormModel(information), login: model.login)
      default: EmptyView()
      }
    }
  }
#endif
