// The form of missing information.

#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  public import AuthGenHorizon
  import AuthGenRuntime
  public import SwiftUI

  /// A form to fill in. The login keeps each change of the answers. A screen reader reads the problems with
  /// submitted answers, which are also below their fields.
  public struct MissingInformationForm: View {
    private let form: FormModel
    private let login: SocialLogin

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - form: the fields, their initial answers, and the problems with submitted answers.
    ///   - login: keeps the answers, and sends them.
    public init(_ form: FormModel, login: SocialLogin) {
      self.form = form
      self.login = login
    }

    public var body: some View {
      FormInputs(form: form, login: login).id(form.inputs)
    }
  }

  /// The inputs of one form. They keep what the customer enters while the login keeps earlier answers.
  struct FormInputs: View {
    private let form: FormModel
    private let login: SocialLogin
    @State private var answers: FormAnswers
    /// Whether the problems are those of a submission. After a change, they are what is left of them.
    @State private var isSubmitted = true
    @AccessibilityFocusState private var isSummaryFocused: Bool

    init(form: FormModel, login: SocialLogin) {
      self.form = form
      self.login = login
      _answers = State(initialValue: form.answers)
    }

    var body: some View {
      let current = current
      VStack(alignment: .leading, spacing: 20) {
        if let announcement = current.announcement {
          ProblemText(text: announcement).accessibilityFocused($isSummaryFocused)
        }
        ForEach(current.fields) { field in
          FormFieldView(field: field, answers: $answers)
        }
        ActionButton(title: current.submitTitle, isProminent: true) {
          isSubmitted = true
          Task {
            _ = try? await login.submit(answers)
            isSummaryFocused = true
          }
        }
      }
      .task(id: answers) {
        if answers != form.answers { isSubmitted = false }
        _ = try? await login.update(answers)
      }
      .task(id: form.announcement) {
        guard isSubmitted, form.announcement != nil else { return }
        isSummaryFocused = true
      }
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
          // The form stays after a failed login, so the password would stay in memory.
          answers[passwordLogin.passwordField.name] = nil
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
