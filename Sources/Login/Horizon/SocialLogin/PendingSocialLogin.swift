// The form or the link at which a social login waits for the customer, for the next run of the app:
//
//     missingInformation    stored with its answers, for one hour
//     linkPending           stored with its token, for a day
//     signedIn              removed
//     logout                removed

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation

/// A social login that waits for the customer, as it is stored.
struct PendingSocialLogin: PendingLogin {
  enum Step: Codable, Sendable {
    case form(SocialLoginState.MissingInformation)
    case link(SocialLoginState.LinkPending)

    var state: SocialLoginState {
      switch self {
      case .form(let information): .missingInformation(information)
      case .link(let link): .linkPending(link)
      }
    }

    var isLink: Bool {
      if case .link = self { true } else { false }
    }

    /// How long it can be continued. An email may arrive late.
    fileprivate var lifetime: TimeInterval {
      switch self {
      case .form: CodeVerifier.lifetime
      case .link: CodeVerifier.lifetime * 24
      }
    }
  }

  let id: UUID
  let expiresAt: Date
  let step: Step
  /// The login under which it began.
  let start: LoginStart
}

extension SocialLoginState {
  /// The form or the link at which the login waits, or to which the customer can go back.
  var pendingStep: PendingSocialLogin.Step? {
    switch self {
    case .missingInformation(var information):
      information.answers = information.answers.storable(for: information.form)
      return .form(information)
    case .linkPending(let link): return .link(link)
    case .exchanging(let exchange): return exchange.origin.pendingStep
    case .confirmingAccount(let confirmation): return confirmation.origin.pendingStep
    case .failed(let failure): return failure.origin.pendingStep
    case .choosingProvider, .signedIn: return nil
    }
  }

  /// Whether nothing of an earlier login can be continued.
  fileprivate var isEnd: Bool {
    if case .signedIn = self { true } else { false }
  }
}

/// Stores the step of a social login. A login that reaches a step replaces the stored one of an earlier
/// login.
struct SocialLoginMemory: Sendable {
  private let logins: PendingLogins<PendingSocialLogin>
  private let now: @Sendable () -> Date
  /// The login of this run; nil before it has a step.
  private var current: PendingSocialLogin?

  init(_ store: (any SecretStore)?, server: String, now: @escaping @Sendable () -> Date) {
    logins = PendingLogins(store, server: server)
    self.now = now
  }

  /// Stores the step of a state. Without a step, ends the login of this run.
  ///
  /// - Parameter start: the login under which a login that is new to this memory began; nil for none.
  mutating func keep(_ state: SocialLoginState, since start: LoginStart?) {
    guard let step = state.pendingStep, let start = current?.start ?? start else {
      if state.isEnd { return endAll() }
      if let current { logins.end(current.id, at: now()) }
      current = nil
      return
    }
    if current == nil { endAll() }
    let now = now()
    let login = PendingSocialLogin(
      id: current?.id ?? UUID(), expiresAt: now + step.lifetime, step: step, start: start)
    current = login
    logins.add(login, at: now)
  }

  /// Ends all logins, also those of earlier runs (best effort).
  mutating func endAll() { try? eraseAll() }

  /// Ends all logins, and makes sure that none is stored.
  mutating func eraseAll() throws(StoreError) {
    current = nil
    try logins.removeAll(at: now(), sparesNew: false)
  }

  /// Ends all logins of earlier runs, and makes sure that none is stored.
  func eraseOthers() throws(StoreError) { try logins.removeAll(at: now(), sparesNew: true) }

  /// The last login that has not expired.
  private var last: PendingSocialLogin? { logins.all(at: now()).last }

  /// Whether the stored login waits for the link of an email.
  var hasLink: Bool { last?.step.isLink == true }

  /// Returns the stored step, which becomes the step of this run. A step that began under another login is
  /// not shown: its form ends, and its pending link still waits for the email.
  mutating func resume(since start: LoginStart) -> PendingSocialLogin.Step? {
    guard let login = last else { return nil }
    guard login.start.isOfSameLogin(as: start) else {
      if !login.step.isLink { endAll() }
      return nil
    }
    return begin(login)
  }

  /// Returns the stored pending link, which becomes the step of this run. The email belongs to its customer.
  mutating func resumeLink() -> PendingSocialLogin.Step? {
    guard let login = last, login.step.isLink else { return nil }
    return begin(login)
  }

  private mutating func begin(_ login: PendingSocialLogin) -> PendingSocialLogin.Step {
    current = login
    return login.step
  }
}
