// Compiles and runs the code of AuthGenHorizonUI that needs no SwiftUI.

import AuthGenHorizon
import AuthGenHorizonScalars
import AuthGenHorizonUI
import AuthGenRuntime
import AuthGenTestSupport
import HorizonAPI
import Testing

@Suite struct HorizonUISnippets {
  private let shown = Shared<[String]>([])

  @Test func screenShowsAState() async throws {
    let state = SocialLoginState.missingInformation(
      .init(
        form: LoginForm(
          identifier: "F", title: "Complete Your Profile", type: .accountCreation,
          fields: [
            .init(
              name: "email", label: "Email Address", required: true, type: .email,
              confirmable: false, disabled: false, validators: [], renderConditions: [])
          ]), socialLoginToken: "r3try"))

    let screen = SocialLoginScreen(state)
    show(screen.title, screen.problem, screen.messages, screen.progress)
    switch screen.content {
    case .providers(let buttons): show(buttons.map(\.title))
    case .form(let form): show(form.fields.map(\.title))
    case .passwordLogin(let login): show([login.usernameField.title, login.passwordField.title])
    case .none: break
    }
    show(screen.steps.map(\.title))

    #expect(
      shown.withLock { $0 } == [
        "Complete Your Profile", "Email Address (required)", "Choose another way to sign in",
      ])
  }

  @Test func stylesAreComputed() {
    let button = ProviderButton(
      .init(code: "google", name: "Google", colour: "#4285F4", iconUrl: ""))
    let style = button.style(on: Colour(red: 255, green: 255, blue: 255))
    #expect(style.text == Colour(red: 0, green: 0, blue: 0))
    #expect(style.border == nil)
  }

  private func show(
    _ title: String, _ problem: String?, _ messages: [String], _ progress: String?
  ) {
    show([title, problem, progress].compactMap { $0 } + messages)
  }

  private func show(_ texts: [String]) { shown.withLock { $0 += texts } }
}
