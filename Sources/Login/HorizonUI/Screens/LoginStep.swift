// The next steps that a screen offers.

public import AuthGenHorizon
import AuthGenRuntime

/// A next step of the customer, which a screen offers as a button.
public enum LoginStep: Hashable, Sendable {
  // The login performs these steps.

  /// Fetch the list of providers. A screen without buttons takes this step itself.
  case listProviders
  /// Make the call again that failed.
  case retry
  case goBack
  case startOver
  /// Send the account's owner an email.
  case requestEmail
  case confirmAccount

  // The app performs these steps.

  /// Send the customer to the password reset, for example with `forgottenPassword`.
  case resetPassword
  /// Show the app's login by password.
  case logIn
  /// Show one of the captchas, and pass its response to `SocialLogin.retry(captcha:)`.
  case solveCaptcha([CaptchaOffer])
  case contactSupport

  /// Performs the step if the login can. A step that the login's state does not allow any more has no effect,
  /// such as the second tap on a button.
  ///
  /// - Returns: whether it is a step of the login. The app performs the others.
  @discardableResult
  public func perform(on login: SocialLogin) async -> Bool {
    do throws(IllegalTransition) {
      switch self {
      case .listProviders: try await login.listProviders()
      case .retry: try await login.retry()
      case .goBack: try await login.goBack()
      case .startOver: await login.startOver()
      case .requestEmail: try await login.requestVerificationEmail()
      case .confirmAccount: try await login.confirmAccount()
      case .resetPassword, .logIn, .solveCaptcha, .contactSupport: return false
      }
    } catch {
      // The state has changed since the button was shown.
    }
    return true
  }

  /// Performs a step without a button, unless the login has failed meanwhile: the customer has to read why.
  package func performUnlessFailed(on login: SocialLogin) async {
    if case .failed = await login.state { return }
    await perform(on: login)
  }
}

/// The button of a step.
public struct StepButton: Identifiable, Hashable, Sendable {
  public let step: LoginStep
  public let title: String

  public var id: LoginStep { step }

  init(_ step: LoginStep, _ title: HorizonUIText, _ values: [String: String] = [:]) {
    self.step = step
    self.title = title.text(values)
  }
}
