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
        default: nil
        }
      } onStep: { step in
        switch step {
        case .resetPassword: open("/forgotten-password")
        case .logIn: open("/login")
        case .solveCaptcha(let offers): show(offers)
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

    private func open(_ path: String) {}
    private func show(_ offers: [CaptchaOffer]) {}
  }

  /// Buttons and a form in an app's own screens.
  struct OwnScreen: View {
    @ObservedObject var model: SocialLoginModel

    var body: some View {
      switch model.state {
      case .choosingProvider(let providers?):
        ProviderButtonsView(ProviderButton.all(for: providers), login: model.login) { _ in nil }
      case .missingInformation(let information):
        MissingInformationForm(FormModel(information)) { answers in
          _ = try? await model.login.submit(answers)
        }
      default: EmptyView()
      }
    }
  }
#endif
