// The form of missing information.

#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  public import AuthGenHorizon
  import AuthGenRuntime
  public import SwiftUI

  /// A form to fill in. A screen reader reads the problems with submitted answers, which are also beside
  /// their fields.
  public struct MissingInformationForm: View {
    private let form: FormModel
    private let submit: @MainActor (FormAnswers) async -> Void
    @State private var answers: FormAnswers
    @AccessibilityFocusState private var isSummaryFocused: Bool

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - form: the fields, their initial answers, and the problems with submitted answers.
    ///   - submit: submits the answers, for example to `SocialLogin.submit(_:)`.
    public init(_ form: FormModel, submit: @escaping @MainActor (FormAnswers) async -> Void) {
      self.form = form
      self.submit = submit
      _answers = State(initialValue: form.answers)
    }

    public var body: some View {
      let current = current
      let announcement = current.announcement
      VStack(alignment: .leading, spacing: 20) {
        if let announcement {
          ProblemText(text: announcement).accessibilityFocused($isSummaryFocused)
        }
        ForEach(current.fields) { field in
          FormFieldView(field: field, answers: $answers)
        }
        ActionButton(title: current.submitTitle, isProminent: true) {
          Task {
            await submit(answers)
            isSummaryFocused = true
          }
        }
      }
      .task(id: form.answers) { answers = form.answers }
      .task(id: form.announcement) { isSummaryFocused = form.announcement != nil }
    }

    private var current: FormModel {
      var current = form
      current.answers = answers
      return current
    }
  }

  /// The login by password that approves a pending link.
  struct PasswordLoginView: View {
    let passwordLogin: PasswordLogin
    let login: SocialLogin
    @State private var answers = FormAnswers()

    var body: some View {
      let username = answers[passwordLogin.usernameField.name] ?? passwordLogin.username
      let password = answers[passwordLogin.passwordField.name] ?? ""
      VStack(alignment: .leading, spacing: 20) {
        FormFieldView(field: passwordLogin.usernameField, answers: $answers)
        FormFieldView(field: passwordLogin.passwordField, answers: $answers)
        ActionButton(title: passwordLogin.submitTitle, isProminent: true) {
          Task { _ = try? await login.logIn(username: username, password: Secret(password)) }
        }
        .disabled(username.isEmpty || password.isEmpty)
      }
      .task(id: passwordLogin.username) {
        answers[passwordLogin.usernameField.name] = passwordLogin.username
      }
    }
  }
#endif
