// A login in the system's browser sheet.

import AuthGenBrowser
import AuthGenWebLogin
import Foundation

enum BrowserLogin {
  /// Shows the page in the environment variable `PAGE`, which the tests set. Returns the redirect, or the
  /// error.
  static func outcome(prefersEphemeralSession: Bool) async -> String {
    guard let page = URL(string: ProcessInfo.processInfo.environment["PAGE"] ?? "") else {
      return "PAGE is not set"
    }
    do {
      let redirectURI = try RedirectURI("authgen-host:/callback")
      let browser = try await SystemWebAuthenticationSession().prepare(redirectURI)
      let redirect = try await browser.callback(
        from: page, prefersEphemeralSession: prefersEphemeralSession, accepting: { _ in true })
      return redirect.absoluteString
    } catch {
      return "\(error)"
    }
  }
}
