// The buttons of a site's providers.

#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import AuthGenApple
  public import AuthGenHorizon
  import AuthGenHorizonScalars
  import Foundation
  public import SwiftUI

  #if canImport(AuthenticationServices)
    import AuthenticationServices
  #endif

  /// The login buttons of a site's providers, in the site's order.
  public struct ProviderButtonsView: View {
    /// Shows the page of a provider's SDK, and returns its credential, or nil if the customer cancels.
    public typealias Authentication =
      @MainActor (SocialLoginState.LoginProvider) async throws -> ProviderCredential?

    private let buttons: [ProviderButton]
    private let login: SocialLogin
    private let icons: [String: Image]
    private let authenticate: Authentication
    @State private var problem: String?
    @State private var isAuthenticating = false
    @AccessibilityFocusState private var isProblemFocused: Bool

    /// Creates the buttons of a login.
    ///
    /// - Parameters:
    ///   - buttons: the buttons, from ``ProviderButton/all(for:appleCodes:)``.
    ///   - login: signs in with a provider's credential.
    ///   - icons: the icons of providers, by their codes. For a provider without one, the icon at the site's
    ///     address is loaded; see ``ProviderButton/iconURL``.
    ///   - authenticate: is called for all providers except Apple, whose own button authenticates.
    public init(
      _ buttons: [ProviderButton], login: SocialLogin, icons: [String: Image] = [:],
      authenticate: @escaping Authentication
    ) {
      self.buttons = buttons
      self.login = login
      self.icons = icons
      self.authenticate = authenticate
    }

    public var body: some View {
      VStack(spacing: 12) {
        if let problem {
          ProblemText(text: problem).accessibilityFocused($isProblemFocused)
        }
        ForEach(buttons) { button in
          #if canImport(AuthenticationServices)
            if button.isApple {
              AppleButton { result in
                signIn { try result.get()?.sent(as: button.id) }
              }
            } else {
              siteButton(button)
            }
          #else
            siteButton(button)
          #endif
        }
      }
      .disabled(isAuthenticating)
      .task(id: problem) { isProblemFocused = problem != nil }
    }

    private func siteButton(_ button: ProviderButton) -> some View {
      SiteButton(button: button, icon: icons[button.id]) {
        signIn { try await authenticate(button.provider) }
      }
    }

    private func signIn(
      _ authenticate: @escaping @MainActor () async throws -> ProviderCredential?
    ) {
      problem = nil
      isAuthenticating = true
      Task {
        problem = await login.signIn(authenticating: authenticate)
        isAuthenticating = false
      }
    }
  }

  /// A button with the site's text, colour and icon.
  struct SiteButton: View {
    let button: ProviderButton
    let icon: Image?
    let action: @MainActor () -> Void
    @ScaledMetric private var iconSize: CGFloat = 20

    var body: some View {
      Button {
        action()
      } label: {
        HStack(spacing: 12) {
          symbol.frame(width: iconSize, height: iconSize).accessibilityHidden(true)
          Text(button.title)
            .font(.headline)
            .multilineTextAlignment(.center)
            .fixedSize(horizontal: false, vertical: true)
        }
        .modifier(ButtonShape(style: button.style))
      }
      .buttonStyle(.plain)
      .accessibilityLabel(button.title)
    }

    @ViewBuilder private var symbol: some View {
      if let icon {
        icon.resizable().scaledToFit()
      } else if let url = button.iconURL {
        AsyncImage(url: url) { image in
          image.resizable().scaledToFit()
        } placeholder: {
          Text(button.initial).font(.headline)
        }
      } else {
        Text(button.initial).font(.headline)
      }
    }
  }

  #if canImport(AuthenticationServices)
    /// Apple's own button, which follows Apple's rules.
    struct AppleButton: View {
      /// Receives the credential, or nil if the customer cancels.
      let receive: @MainActor (Result<ProviderCredential?, any Error>) -> Void
      @State private var signIn: AppleSignIn?
      @Environment(\.colorScheme) private var colorScheme
      @ScaledMetric private var height: CGFloat = ProviderButton.minimumSize

      var body: some View {
        SignInWithAppleButton(.continue) { request in
          signIn = try? AppleSignIn()
          signIn?.configure(request)
        } onCompletion: { result in
          receive(Result { try credential(from: result) })
        }
        .signInWithAppleButtonStyle(colorScheme == .dark ? .white : .black)
        // The style of a button that is shown does not change.
        .id(colorScheme)
        .frame(height: max(ProviderButton.minimumSize, height))
      }

      private func credential(
        from result: Result<ASAuthorization, any Error>
      ) throws(AppleSignInError) -> ProviderCredential? {
        guard let signIn else { throw .noRandomBytes }
        do {
          let apple = try signIn.credential(from: result)
          return .apple(
            identityToken: apple.identityToken, fullName: apple.fullName, email: apple.email)
        } catch .cancelled {
          return nil
        }
      }
    }
  #endif

  extension Color {
    init(_ colour: Colour) {
      self.init(
        red: Double(colour.red) / 255, green: Double(colour.green) / 255,
        blue: Double(colour.blue) / 255)
    }
  }
#endif
