// The screens of a social login in the terminal. `SocialLoginScreen` decides their texts and steps.

import AuthGenHorizon
import AuthGenHorizonUI
import AuthGenRuntime
import AuthGenStreams
import Foundation
import HorizonAPI

struct SignIn {
  let client: GraphQLClient
  let login: SocialLogin
  let terminal: any Terminal
  let world: any World

  /// Shows screens until a customer is signed in. Nil if the customer leaves.
  func run() async throws -> SocialLoginState.SignedIn? {
    var lastProvider: SocialLoginState.LoginProvider?
    while true {
      let state = await login.state
      let screen = SocialLoginScreen(state)
      if let step = screen.automaticStep {
        await step.perform(on: login)
        continue
      }
      switch screen.content {
      case .form(let form):
        if let step = try nextStep(of: form, on: screen) {
          try await perform(step)
        } else {
          try await login.submit(try filledIn(form))
        }
      case .providers(let buttons):
        guard let provider = try chosen(of: buttons, on: screen) else { return nil }
        lastProvider = provider
        try await signIn(with: provider)
      case .passwordLogin, .none:
        switch state {
        case .signedIn(let signedIn):
          say(screen)
          return signedIn
        case .linkPending(let link):
          try await approve(link, on: screen, from: lastProvider)
        default:
          guard let step = try chosenStep(on: screen) else { throw EndOfInput() }
          try await perform(step)
        }
      }
    }
  }

  /// The title and the sentences of a screen.
  private func text(_ screen: SocialLoginScreen) -> String {
    ([screen.title, screen.problem].compactMap { $0 } + screen.messages)
      .joined(separator: "\n")
  }

  private func say(_ screen: SocialLoginScreen) { terminal.say("\n" + text(screen)) }

  // MARK: Providers

  private func signIn(with provider: SocialLoginState.LoginProvider) async throws {
    try await login.signIn(with: try await world.authenticate(with: provider, terminal))
  }

  private func chosen(
    of buttons: [ProviderButton], on screen: SocialLoginScreen
  ) throws -> SocialLoginState.LoginProvider? {
    let none: SocialLoginState.LoginProvider? = nil
    return try terminal.choose(
      text(screen), buttons.map { ($0.title, $0.provider) } + [("Leave", none)])
  }

  // MARK: Form

  /// Asks for the next step of a form into which nothing can be entered. Nil if the form is to be sent.
  private func nextStep(of form: FormModel, on screen: SocialLoginScreen) throws -> LoginStep? {
    if form.fields.contains(where: \.isAsked) { return nil }
    sayProblems(of: form)
    let none: LoginStep? = nil
    return try terminal.choose(
      form.title, [(form.submitTitle, none)] + screen.steps.map { ($0.title, $0.step) })
  }

  private func sayProblems(of form: FormModel) {
    for field in form.fields {
      for problem in field.problems { terminal.say("  ! \(field.label): \(problem)") }
    }
  }

  private func filledIn(_ form: FormModel) throws -> FormAnswers {
    var form = form
    terminal.say("\n\(form.title)")
    sayProblems(of: form)
    // An answer can show other fields.
    var asked: Set<String> = []
    while let field = form.fields.first(where: { !asked.contains($0.name) }) {
      asked.insert(field.name)
      if field.isAsked { try ask(field, &form.answers) }
    }
    return form.answers
  }

  private func ask(_ field: FormFieldModel, _ answers: inout FormAnswers) throws {
    if case .choice(let choices, _) = field.input {
      for choice in choices { terminal.say("    \(choice.key): \(choice.title)") }
    }
    for rule in field.rules { terminal.say("    \(rule)") }
    let known = field.isSecret ? nil : answers[field.name].map { " [\($0)]" }
    let answer = try input("  \(field.title)\(known ?? ""):", of: field)
    if !answer.isEmpty { answers[field.name] = answer }
    if field.isRepeated {
      answers[confirmationOf: field.name] = try input("  \(field.repeatTitle):", of: field)
    }
  }

  private func input(_ question: String, of field: FormFieldModel) throws -> String {
    field.isSecret ? try terminal.askSecret(question).reveal() : try terminal.ask(question)
  }

  // MARK: Pending link

  private func approve(
    _ link: SocialLoginState.LinkPending, on screen: SocialLoginScreen,
    from provider: SocialLoginState.LoginProvider?
  ) async throws {
    enum Choice { case step(LoginStep), token, otherDevice, password }
    let address = link.identity.email
    var choices: [(String, Choice)] = []
    if link.emailsSent > 0 {
      choices.append(("I have got the email", .token))
      if world.events != nil { choices.append(("I read it on another device", .otherDevice)) }
    }
    if case .passwordLogin(let passwordLogin) = screen.content {
      choices.append((passwordLogin.submitTitle, .password))
    }
    let steps = screen.steps.map { ($0.title, Choice.step($0.step)) }
    let choice = try terminal.choose(
      text(screen), steps.dropLast() + choices + steps.suffix(1))
    switch choice {
    case .step(let step): try await perform(step)
    case .token:
      try await login.redeem(
        verificationToken: try await world.verificationToken(sentTo: address, terminal))
    case .otherDevice:
      guard let provider, let id = link.socialLinkID else {
        await login.startOver()
        return
      }
      try await waitForApproval(of: id, sentTo: address)
      await login.startOver()
      try await login.listProviders()
      try await signIn(with: provider)
    case .password:
      let username = try terminal.ask("Email address:")
      try await login.logIn(
        username: username, password: try terminal.askSecret(world.passwordPrompt))
    }
  }

  /// Waits for the server's event, without polling.
  private func waitForApproval(of socialLinkID: String, sentTo address: String?) async throws {
    guard let events = world.events else { return }
    terminal.say("\nWe are waiting for your other device.")
    async let approval: Void = world.approveOnAnotherDevice(sentTo: address, terminal)
    for try await event in events.linkApproved(id: socialLinkID) {
      guard let link = event.data?.linkApproved else { continue }
      terminal.say("Your other device has approved the login as \(link.username).")
      break
    }
    try await approval
  }

  // MARK: Steps

  /// The terminal has no page of the shop's support, and no login by password alone.
  private func chosenStep(on screen: SocialLoginScreen) throws -> LoginStep? {
    let none: LoginStep? = nil
    let steps = screen.steps.filter { ![.contactSupport, .logIn].contains($0.step) }
    return try terminal.choose(
      text(screen), steps.map { ($0.title, $0.step) } + [("Leave", none)])
  }

  private func perform(_ step: LoginStep) async throws {
    if await step.perform(on: login) { return }
    switch step {
    case .resetPassword:
      try await resetPassword()
      await login.startOver()
    case .solveCaptcha(let offers):
      try await login.retry(captcha: try solved(offers))
    default: break
    }
  }

  /// Sends an email with which the customer sets a new password, which unlocks the account.
  private func resetPassword() async throws {
    let username = try terminal.ask("Email address:")
    do throws(RequestError) {
      let result = try await HorizonClient(client).forgottenPassword(
        input: .init(username: username)
      ).forgottenPassword
      if let error = result?.error { return terminal.say(error) }
      terminal.say("We sent an email to \(username). Open the link in it, then sign in again.")
    } catch {
      terminal.say(error)
    }
  }

  /// Asks for the response to a captcha. A captcha needs a browser; the user enters its response here.
  private func solved(_ offers: [CaptchaOffer]) throws -> CaptchaResponse {
    let offer = try terminal.choose(
      "Solve one of these captchas first.",
      offers.map { ("\($0.type), site key \($0.siteKey ?? "none")", $0) })
    return CaptchaResponse(
      type: offer.type, response: try terminal.askSecret("Its response:"))
  }
}

extension FormFieldModel {
  /// Whether the customer can enter an answer.
  fileprivate var isAsked: Bool { !isDisabled && input != .unsupported }

  /// Whether the answer is not shown.
  fileprivate var isSecret: Bool {
    if case .secret = input { true } else { false }
  }
}

extension Terminal {
  /// Shows the sentences that the library has for an error.
  func say(_ error: any LocalizedError) {
    let sentences = [error.errorDescription, error.failureReason, error.recoverySuggestion]
    say(sentences.compactMap { $0 }.joined(separator: " "))
  }
}
