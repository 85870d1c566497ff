// The app: a screen for each state of a social login, and one for the customer's account.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import AuthGenStreams
import Foundation
import HorizonAPI

struct Shop {
  private let client: GraphQLClient
  private let login: SocialLogin
  private let account: CustomerAccount
  private let sessions: SessionManager<CustomerSession>
  private let terminal: any Terminal
  private let world: any World

  init(client: GraphQLClient, store: any SecretStore, terminal: any Terminal, world: any World) {
    self.client = client
    sessions = SessionManager(store: store)
    login = SocialLogin(client: client, sessions: sessions, formLocation: "terminal")
    account = CustomerAccount(client: client, sessions: sessions)
    self.terminal = terminal
    self.world = world
  }

  /// Shows screens until the customer leaves.
  func open() async throws {
    if case .signedIn(let session) = await sessions.state {
      terminal.say("Welcome back, \(session.customer?.fullName ?? "dear customer").")
      try await showAccount()
    }
    var state = await login.resume()
    var lastProvider: SocialLoginState.LoginProvider?
    while true {
      switch state {
      case .choosingProvider(nil):
        state = try await login.listProviders()
      case .choosingProvider(let providers?):
        guard let provider = try chosen(of: providers) else { return terminal.say("Bye.") }
        lastProvider = provider
        state = try await signIn(with: provider)
      case .missingInformation(let information):
        state = try await login.submit(try filledIn(information))
      case .linkPending(let link):
        state = try await afterChoice(about: link, from: lastProvider)
      case .confirmingAccount(let confirmation):
        let account = confirmation.customer?.email ?? "another account"
        let isConfirmed = try terminal.choose(
          "The email's link is for \(account). Continue with this account?",
          [("Yes", true), ("No", false)])
        state = try await isConfirmed ? login.confirmAccount() : login.goBack()
      case .failed(let failure):
        state = try await afterChoice(about: failure)
      case .signedIn(let signedIn):
        welcome(signedIn)
        try await showAccount()
        state = await login.startOver()
      case .exchanging:
        // An action ends here only if another part of the app uses the same login.
        return
      }
    }
  }

  private func signIn(
    with provider: SocialLoginState.LoginProvider
  ) async throws -> SocialLoginState {
    try await login.signIn(with: try await world.authenticate(with: provider, terminal))
  }

  private func chosen(
    of providers: [SocialLoginState.LoginProvider]
  ) throws -> SocialLoginState.LoginProvider? {
    let none: SocialLoginState.LoginProvider? = nil
    return try terminal.choose("Sign in", providers.map { ($0.name, $0) } + [("Leave", none)])
  }

  private func filledIn(
    _ information: SocialLoginState.MissingInformation
  ) throws -> FormAnswers {
    var answers = information.answers
    terminal.say("\n\(information.form.title ?? "Please complete your profile")")
    for problem in information.problems {
      let field = information.form.fields.first { $0.name == problem.fieldName }
      terminal.say("  ! \(field?.label ?? problem.fieldName): \(problem.localizedDescription)")
    }
    for field in information.form.fields where field.isVisible(for: answers) && !field.disabled {
      let known = answers[field.name].map { " [\($0)]" } ?? ""
      for option in field.options {
        terminal.say("    \(option.optionKey): \(option.translation ?? option.optionKey)")
      }
      let label = (field.label ?? field.name) + (field.required ? " (required)" : "")
      let answer = try terminal.ask("  \(label)\(known):")
      if !answer.isEmpty { answers[field.name] = answer }
      if field.confirmable {
        answers[confirmationOf: field.name] = try terminal.ask("  Once more:")
      }
    }
    return answers
  }

  private func afterChoice(
    about link: SocialLoginState.LinkPending, from provider: SocialLoginState.LoginProvider?
  ) async throws -> SocialLoginState {
    enum Choice { case email, token, otherDevice, password, leave }
    if let problem = link.problem {
      terminal.say("\n\(problem.localizedDescription)")
    } else if link.emailsSent > 0 {
      terminal.say("\nWe have sent an email to \(link.identity.email ?? "the account's address").")
    }
    var choices: [(String, Choice)] = []
    if link.canRequestEmail {
      choices.append((link.emailsSent == 0 ? "Send me an email" : "Send another email", .email))
    }
    if link.emailsSent > 0 {
      choices.append(("I have got the email", .token))
      if world.events != nil { choices.append(("I read it on another device", .otherDevice)) }
    }
    if link.canLogIn { choices.append(("Log in with my password", .password)) }
    let address = link.identity.email
    let choice = try terminal.choose(
      "There is an account with the address \(address ?? "of your provider"). Is it yours?",
      choices + [("Choose another provider", .leave)])
    switch choice {
    case .email: return try await login.requestVerificationEmail()
    case .token:
      return try await login.redeem(
        verificationToken: try await world.verificationToken(sentTo: address, terminal))
    case .otherDevice:
      guard let provider, let id = link.socialLinkID else { return await login.startOver() }
      try await waitForApproval(of: id, sentTo: address)
      _ = await login.startOver()
      _ = try await login.listProviders()
      return try await signIn(with: provider)
    case .password:
      let username = try terminal.ask("Email address:")
      return try await login.logIn(
        username: username, password: try terminal.askSecret(world.passwordPrompt))
    case .leave: return await login.startOver()
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

  private func afterChoice(about failure: SocialLoginFailure) async throws -> SocialLoginState {
    terminal.say("")
    say(failure)
    if failure.resolution == .resetPassword { try await offerPasswordReset() }
    guard failure.canRetry else { return await login.startOver() }
    guard try terminal.choose("Try again?", [("Yes", true), ("No, leave", false)]) else {
      throw EndOfInput()
    }
    return try await login.retry(captcha: try solved(failure.resolution))
  }

  /// Sends an email with which the customer sets a new password, which unlocks the account.
  private func offerPasswordReset() async throws {
    let isWanted = try terminal.choose(
      "A new password unlocks it. Send an email for that?", [("Yes", true), ("No", false)])
    guard isWanted else { return }
    let username = try terminal.ask("Email address:")
    do throws(RequestError) {
      let result = try await HorizonClient(client).forgottenPassword(
        input: .init(username: username)
      ).forgottenPassword
      if let error = result?.error { return say(error) }
      terminal.say("We have sent an email to \(username). Follow its link, then sign in again.")
    } catch {
      say(error)
    }
  }

  /// Shows the sentences that the library has for an error.
  private func say(_ error: any LocalizedError) {
    let sentences = [error.errorDescription, error.failureReason, error.recoverySuggestion]
    terminal.say(sentences.compactMap { $0 }.joined(separator: " "))
  }

  /// Asks for the response to a captcha. A captcha needs a browser; the user enters its response here.
  private func solved(_ resolution: SocialLoginFailure.Resolution) throws -> CaptchaResponse? {
    guard case .solveCaptcha(let offers) = resolution else { return nil }
    let offer = try terminal.choose(
      "Solve one of these captchas first.",
      offers.map { ("\($0.type), site key \($0.siteKey ?? "none")", $0) })
    return CaptchaResponse(
      type: offer.type, response: try terminal.askSecret("Its response:"))
  }

  private func welcome(_ signedIn: SocialLoginState.SignedIn) {
    let customer = signedIn.session.customer
    let name = customer?.fullName ?? customer?.email ?? "dear customer"
    terminal.say(
      signedIn.isNewCustomer
        ? "\nWelcome, \(name)! Your account is ready." : "\nWelcome back, \(name).")
    if let error = signedIn.storeError { say(error) }
  }

  /// Shows the account until the customer logs out, or the server ends the session.
  private func showAccount() async throws {
    enum Choice { case links, remove, logOut }
    while true {
      let choice = try terminal.choose(
        "Your account",
        [
          ("Show my social logins", Choice.links), ("Remove one of them", .remove),
          ("Log out", .logOut),
        ])
      do {
        switch choice {
        case .links: show(try await account.socialLinks(nil))
        case .remove: try await remove(oneOf: try await account.socialLinks())
        case .logOut:
          let logOut = await account.logOut()
          terminal.say("You are logged out.")
          if let error = logOut.serverError {
            terminal.say("Server logout failed: \(error.localizedDescription)")
          }
          if let error = logOut.storeError {
            terminal.say("Please log out again: \(error.localizedDescription)")
          }
          return
        }
      } catch AccountError.notSignedIn {
        return terminal.say("\nYour session has ended.")
      } catch let error as AccountError {
        say(error)
      }
    }
  }

  private func show(_ links: [CustomerAccount.SocialLink]) {
    if links.isEmpty { terminal.say("You have no social logins.") }
    for link in links {
      let provider = link.socialLoginProvider?.code ?? "a provider"
      terminal.say(
        "  \(provider), as \(link.username ?? "unknown"): \(link.status.graphQLName.lowercased())")
    }
  }

  private func remove(oneOf links: [CustomerAccount.SocialLink]) async throws {
    let none: CustomerAccount.SocialLink? = nil
    let chosen = try terminal.choose(
      "Which one?",
      links.map { ($0.socialLoginProvider?.code ?? $0.socialLinkId, $0) } + [("None", none)])
    guard let chosen else { return }
    try await account.remove(chosen)
    terminal.say("These are left:")
    show(try await account.socialLinks())
  }
}
