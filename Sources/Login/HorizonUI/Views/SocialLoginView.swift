// The screens of a social login for SwiftUI.

#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  public import AuthGenHorizon
  import AuthGenHorizonScalars
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
    @State private var watch = LoginWatch()
    @AccessibilityFocusState private var focus: SocialLoginScreen.Focus?
    private let icons: [String: Image]
    private let appleCodes: Set<String>
    private let authenticate: ProviderButtonsView.Authentication
    private let onStep: @MainActor (LoginStep) -> Void
    private let onSignIn: @MainActor (SocialLoginState.SignedIn) -> Void

    /// Creates the screens of a login.
    ///
    /// - Parameters:
    ///   - model: the login.
    ///   - icons: the icons of providers, by their codes. For a provider without one, the icon at the site's
    ///     address is loaded; see ``ProviderButton/iconURL``.
    ///   - appleCodes: the codes under which the site lists Apple. Default: "apple".
    ///   - authenticate: shows the page of a provider's SDK, and returns its credential, or nil if the
    ///     customer cancels. It is not called for Apple, whose own button does this.
    ///   - onStep: performs a step of the app, such as ``LoginStep/resetPassword``.
    ///   - onSignIn: is called once for each login that succeeds while the view exists, for example to close
    ///     the screen.
    public init(
      _ model: SocialLoginModel, icons: [String: Image] = [:], appleCodes: Set<String> = ["apple"],
      authenticate: @escaping ProviderButtonsView.Authentication,
      onStep: @escaping @MainActor (LoginStep) -> Void,
      onSignIn: @escaping @MainActor (SocialLoginState.SignedIn) -> Void
    ) {
      self.model = model
      self.icons = icons
      self.appleCodes = appleCodes
      self.authenticate = authenticate
      self.onStep = onStep
      self.onSignIn = onSignIn
    }

    public var body: some View {
      let screen = SocialLoginScreen(model.state, appleCodes: appleCodes)
      ScrollView {
        VStack(alignment: .leading, spacing: 20) {
          ScreenHeader(screen: screen, focus: $focus)
          content(of: screen)
          ForEach(screen.steps) { button in
            ActionButton(title: button.title, isProminent: false) { perform(button.step) }
          }
        }
        .disabled(screen.progress != nil)
        .padding()
      }
      .overlay {
        if let progress = screen.progress {
          ProgressView(progress)
            .padding()
            .background(.regularMaterial, in: RoundedRectangle(cornerRadius: 8))
            .accessibilityFocused($focus, equals: .progress(progress))
        }
      }
      .task(id: screen.focus) {
        if screen.progress != nil || !screen.hasFormProblems { focus = screen.focus }
      }
      // The states of the login itself: the model has a placeholder at first.
      .task(id: ObjectIdentifier(model.login)) {
        for await state in model.login.states {
          switch watch.reaction(to: state) {
          case .perform(let step): performWithoutButton(step)
          case .report(let signedIn): onSignIn(signedIn)
          case nil: break
          }
        }
      }
    }

    @ViewBuilder private func content(of screen: SocialLoginScreen) -> some View {
      switch screen.content {
      case .providers(let buttons):
        ProviderButtonsView(
          buttons, login: model.login, icons: icons, authenticate: authenticate)
      case .form(let form):
        MissingInformationForm(form, login: model.login)
      case .passwordLogin(let passwordLogin):
        PasswordLoginView(passwordLogin: passwordLogin, login: model.login)
      case .none:
        EmptyView()
      }
    }

    /// The login's calls must not end with the view that begins them, so they have a task of their own.
    private func perform(_ step: LoginStep) {
      Task {
        if await !step.perform(on: model.login) { onStep(step) }
      }
    }

    private func performWithoutButton(_ step: LoginStep) {
      Task { await step.performUnlessFailed(on: model.login) }
    }
  }

  /// The title, what went wrong, and the messages of a screen.
  struct ScreenHeader: View {
    let screen: SocialLoginScreen
    let focus: AccessibilityFocusState<SocialLoginScreen.Focus?>.Binding

    var body: some View {
      VStack(alignment: .leading, spacing: 12) {
        Text(screen.title)
          .font(.title2.bold())
          .accessibilityAddTraits(.isHeader)
          .accessibilityFocused(focus, equals: .title(screen.title))
        if let problem = screen.problem {
          ProblemText(text: problem).accessibilityFocused(focus, equals: .problem(problem))
        }
        ForEach(screen.messages, id: \.self) { message in
          Text(message).accessibilityFocused(focus, equals: .message(message))
        }
      }
      .fixedSize(horizontal: false, vertical: true)
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

  /// A button as wide as the screen. The text of the system's styles has too little contrast.
  struct ActionButton: View {
    let title: String
    let isProminent: Bool
    let action: @MainActor () -> Void

    var body: some View {
      Button {
        action()
      } label: {
        Text(title)
          .multilineTextAlignment(.center)
          .modifier(ButtonShape { .init(prominent: isProminent, background: $0) })
      }
      .buttonStyle(.plain)
    }
  }

  /// The size and colours of the label of a button, as wide as the screen.
  struct ButtonShape: ViewModifier {
    /// Returns the colours on a background.
    let style: @MainActor (Colour) -> ProviderButton.Style
    @Environment(\.colorScheme) private var colorScheme

    func body(content: Content) -> some View {
      let colours = style(colorScheme == .dark ? .black : .white)
      let shape = RoundedRectangle(cornerRadius: 8)
      content
        .padding(.horizontal, 16)
        .padding(.vertical, 8)
        .frame(maxWidth: .infinity)
        .modifier(TapTarget())
        .foregroundStyle(Color(colours.text))
        .background(Color(colours.fill), in: shape)
        .overlay {
          if let border = colours.border { shape.strokeBorder(Color(border), lineWidth: 1) }
        }
    }
  }
#endif
