// The screens of a social login for SwiftUI.

#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  public import AuthGenHorizon
  import Foundation
  public import SwiftUI

  /// Shows the screen for each state of a social login: the providers' buttons, the form of missing
  /// information, a pending link, failures and their next steps.
  ///
  /// ```swift
  /// SocialLoginView(model) { provider in
  ///   try await credential(of: provider)
  /// } onStep: { step in
  ///   open(step)
  /// } onSignIn: { _ in
  ///   dismiss()
  /// }
  /// ```
  public struct SocialLoginView: View {
    @ObservedObject private var model: SocialLoginModel
    private let icons: [String: Image]
    private let authenticate: ProviderButtonsView.Authentication
    private let onStep: @MainActor (LoginStep) -> Void
    private let onSignIn: @MainActor (SocialLoginState.SignedIn) -> Void
    private let appleCodes: Set<String>

    /// Creates the screens of a login.
    ///
    /// - Parameters:
    ///   - model: the login.
    ///   - icons: the icons of providers, by their codes. For a provider without one, the icon at the site's
    ///     address is loaded; see ``ProviderButton/iconURL``.
    ///   - authenticate: shows the page of a provider's SDK, and returns its credential, or nil if the
    ///     customer cancels. It is not called for Apple, whose own button does this.
    ///   - onStep: performs a step of the app, such as ``LoginStep/resetPassword``.
    ///   - appleCodes: the codes under which the site lists Apple. Default: "apple".
    ///   - onSignIn: is called once after a login, for example to close the screen.
    public init(
      _ model: SocialLoginModel, icons: [String: Image] = [:], appleCodes: Set<String> = ["apple"],
      authenticate: @escaping ProviderButtonsView.Authentication,
      onStep: @escaping @MainActor (LoginStep) -> Void,
      onSignIn: @escaping @MainActor (SocialLoginState.SignedIn) -> Void
    ) {
      self.model = model
      self.icons = icons
      self.authenticate = authenticate
      self.onStep = onStep
      self.onSignIn = onSignIn
    }
      self.appleCodes = appleCodes

    public var body: some View {
      let screen = SocialLoginScreen(model.state, appleCodes: appleCodes)
      ScrollView {
        VStack(alignment: .leading, spacing: 20) {
          ScreenHeader(screen: screen)
          content(of: screen)
          ForEach(screen.steps) { button in
            ActionButton(title: button.title, isProminent: false) { perform(button.step) }
          }
        }
        .disabled(screen.progress != nil)
        .padding()
      }
      .overlay {
        if let progress = screen.progress { ProgressView(progress) }
      }
      .task(id: screen.automaticStep) {
        if let step = screen.automaticStep { perform(step) }
      }
      .task(id: isSignedIn) {
        if case .signedIn(let signedIn) = model.state { onSignIn(signedIn) }
      }
    }

    @ViewBuilder private func content(of screen: SocialLoginScreen) -> some View {
      switch screen.content {
      case .providers(let buttons):
        ProviderButtonsView(
          buttons, login: model.login, icons: icons, authenticate: authenticate)
      case .form(let form):
        MissingInformationForm(form) { answers in
          _ = try? await model.login.submit(answers)
        }
      case .passwordLogin(let passwordLogin):
        PasswordLoginView(passwordLogin: passwordLogin, login: model.login)
      case .none:
        EmptyView()
      }
    }

    private var isSignedIn: Bool {
      if case .signedIn = model.state { true } else { false }
    }

    /// The login's calls must not end with the view that begins them, so they have a task of their own.
    private func perform(_ step: LoginStep) {
      Task {
        if await !step.perform(on: model.login) { onStep(step) }
      }
    }
  }

  /// The title, what went wrong, and the messages of a screen.
  struct ScreenHeader: View {
    let screen: SocialLoginScreen
    @AccessibilityFocusState private var isProblemFocused: Bool

    var body: some View {
      VStack(alignment: .leading, spacing: 12) {
        Text(screen.title).font(.title2.bold()).accessibilityAddTraits(.isHeader)
        if let problem = screen.problem {
          ProblemText(text: problem).accessibilityFocused($isProblemFocused)
        }
        ForEach(screen.messages, id: \.self) { Text($0) }
      }
      .fixedSize(horizontal: false, vertical: true)
      .task(id: screen.problem) { isProblemFocused = screen.problem != nil }
    }
  }

  /// A problem, in the colour of text: red text has too little contrast.
  struct ProblemText: View {
    let text: String

    var body: some View {
      HStack(alignment: .firstTextBaseline, spacing: 6) {
        Image(systemName: "exclamationmark.circle.fill")
          .foregroundStyle(Color.red)
          .accessibilityHidden(true)
        Text(text).fixedSize(horizontal: false, vertical: true)
      }
      .accessibilityElement(children: .combine)
    }
  }

  /// Makes a control high enough to tap, and higher with larger text.
  struct TapTarget: ViewModifier {
    @ScaledMetric private var height: CGFloat = ProviderButton.minimumSize

    func body(content: Content) -> some View {
      content.frame(minHeight: max(ProviderButton.minimumSize, height))
    }
  }

  /// A button as wide as the screen.
  struct ActionButton: View {
    let title: String
    let isProminent: Bool
    let action: @MainActor () -> Void

    var body: some View {
      if isProminent {
        button.buttonStyle(.borderedProminent)
      } else {
        button.buttonStyle(.bordered)
      }
    }

    private var button: some View {
      Button {
        action()
      } label: {
        Text(title)
          .multilineTextAlignment(.center)
          .frame(maxWidth: .infinity)
          .modifier(TapTarget())
      }
    }
  }
#endif
