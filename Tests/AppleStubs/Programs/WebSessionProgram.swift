// Tests SystemWebAuthenticationSession with a web session that the program completes. `.ci/apple-programs`
// compiles this file together with the session. The program exits with status 1 at the first failure.

import AuthGenRuntime
import AuthGenWebLogin
import AuthenticationServices
import Foundation
import UIKit

@main @MainActor
struct WebSessionProgram {
  static func main() async throws {
    limitTime()
    try await redirectIsReturned()
    try await sessionIsEphemeralOnRequest()
    try await closedPageIsACancellation()
    try await missingAssociationIsNotACancellation()
    try await cancelledTaskClosesThePage()
    try await pageNeedsAWindow()
    try await pageThatCannotBeShownEndsTheLogin()
    try await otherPagesAreNotShown()
    try await keyWindowIsInTheForeground()
    try await lostPageEndsWithTheNextLogin()
    print("All tests of SystemWebAuthenticationSession passed.")
  }

  static let window = UIWindow()
  static let page = "https://login.example.com/authorize"
  static let app = "com.example.shop:/callback"
  static let site = "https://shop.example.com/callback"

  static func redirectIsReturned() async throws {
    let redirect = URL(string: app + "?code=1")
    let (session, login) = try await begin(app)
    expect(
      session.url.absoluteString == page && session.callback == .customScheme("com.example.shop"))
    expect(session.anchor === window && !session.prefersEphemeralWebBrowserSession)
    complete(session, with: redirect)
    expect(try await login.value.get() == redirect)
    // Later calls of the handler have no effect.
    complete(session, with: nil, cancellation())
    let (https, other) = try await begin(site)
    expect(https.callback == .https(host: "shop.example.com", path: "/callback"))
    complete(https, with: URL(string: site))
    expect(try await other.value.get() == URL(string: site))
  }

  static func sessionIsEphemeralOnRequest() async throws {
    let (session, login) = try await begin(app, isEphemeral: true)
    expect(session.prefersEphemeralWebBrowserSession)
    complete(session, with: nil, cancellation())
    _ = await login.value
  }

  static func closedPageIsACancellation() async throws {
    for uri in [app, site] {
      let (session, login) = try await begin(uri)
      complete(session, with: nil, cancellation())
      expect(await login.value == .failure(.cancelled))
    }
    // Only an https redirect has a domain.
    let (session, login) = try await begin(app)
    complete(session, with: nil, cancellation("The user has cancelled."))
    expect(await login.value == .failure(.cancelled))
  }

  /// The system's text: https://github.com/auth0/Auth0.swift/issues/954
  static func missingAssociationIsNotACancellation() async throws {
    let (session, login) = try await begin(site)
    let text =
      "Application with identifier com.example.shop is not associated with domain shop.example.com."
    complete(session, with: nil, cancellation(text))
    expect(await login.value == .failure(.unassociatedDomain))
  }

  static func cancelledTaskClosesThePage() async throws {
    let (session, login) = try await begin(app)
    login.cancel()
    expect(await login.value == .failure(.cancelled))
    expect(session.isCancelled)
  }

  static func pageNeedsAWindow() async throws {
    let count = ASWebAuthenticationSession.started.count
    expect(await visit(app, at: nil) == .failure(.noWindow))
    UIAccessibility.isGuidedAccessEnabled = true
    expect(await visit(app, at: window) == .failure(.guidedAccess))
    UIAccessibility.isGuidedAccessEnabled = false
    expect(ASWebAuthenticationSession.started.count == count)
    for code in [
      ASWebAuthenticationSessionError.Code.presentationContextInvalid,
      .presentationContextNotProvided,
    ] {
      let (session, login) = try await begin(app)
      complete(session, with: nil, ASWebAuthenticationSessionError(code))
      expect(await login.value == .failure(.noWindow))
    }
  }

  static func pageThatCannotBeShownEndsTheLogin() async throws {
    ASWebAuthenticationSession.canStart = false
    expect(await visit(app, at: window) == .failure(.noBrowser))
    ASWebAuthenticationSession.canStart = true
    let (session, login) = try await begin(app)
    complete(session, with: nil, NSError(domain: "other", code: 7))
    expect(await login.value == .failure(.other(code: 7)))
  }

  /// The system ends a process that requests such a page.
  static func otherPagesAreNotShown() async throws {
    let count = ASWebAuthenticationSession.started.count
    ASWebAuthenticationSession.canStart = false
    expect(await visit(app, page: "shop://page", at: window) == .failure(.noBrowser))
    ASWebAuthenticationSession.canStart = true
    for uri in ["http://127.0.0.1/callback", "https://shop.example.com:8443/callback"] {
      expect(await visit(uri, at: window) == .failure(.unsupportedRedirectURI))
    }
    expect(ASWebAuthenticationSession.started.count == count)
  }

  /// A presentation on an external display is a scene, too. A scene becomes active a moment after the app
  /// does.
  static func keyWindowIsInTheForeground() async throws {
    let display = scene(.windowExternalDisplayNonInteractive, .foregroundActive)
    let background = scene(.windowApplication, .background)
    let active = scene(.windowApplication, .foregroundActive)
    let inactive = scene(.windowApplication, .foregroundInactive)
    active.keyWindow = nil
    active.windows[0].isHidden = true
    active.windows.append(UIWindow())
    for (scenes, window): ([UIScene], UIWindow?) in [
      ([display, background, inactive, active], active.windows[1]),
      ([display, background, inactive], inactive.keyWindow),
      ([display, background], nil),
    ] {
      UIApplication.shared.connectedScenes = Set(scenes)
      let login = beginAtKeyWindow()
      guard let window else {
        expect(await login.value == .failure(.noWindow))
        continue
      }
      try await expectPage(of: login, at: window)
    }
    UIApplication.shared.connectedScenes = [inactive, background]
    let login = beginAtKeyWindow()
    try await Task.sleep(for: .milliseconds(100))
    UIApplication.shared.connectedScenes = [inactive, background, active]
    try await expectPage(of: login, at: active.windows[1])
  }

  static func beginAtKeyWindow() -> Task<Outcome, Never> {
    let count = ASWebAuthenticationSession.started.count
    shown = count
    return Task { @MainActor in await outcome(SystemWebAuthenticationSession(), app, page: page) }
  }

  /// The number of pages before the last login.
  static var shown = 0

  static func expectPage(of login: Task<Outcome, Never>, at window: UIWindow) async throws {
    await wait { ASWebAuthenticationSession.started.count > shown }
    expect(ASWebAuthenticationSession.started.last?.anchor === window)
    login.cancel()
    _ = await login.value
  }

  /// The device is locked while the system asks for consent: it closes the question, and calls nothing.
  static func lostPageEndsWithTheNextLogin() async throws {
    let presenter = LoginPresenter<LoginError>(
      SystemWebAuthenticationSession { window }, now: { Date() })
    func login() -> Task<String, Never> {
      Task { @MainActor in
        do {
          let presentation = try await presenter.begin(try RedirectURI(app))
          guard let page = URL(string: page) else { fail(page) }
          _ = try await presentation.callback(from: page, prefersEphemeralSession: false)
          return "redirect"
        } catch { return "\(error)" }
      }
    }
    for way in ["login", "cancel"] {
      shown = ASWebAuthenticationSession.started.count
      let first = login()
      await wait { ASWebAuthenticationSession.started.count > shown }
      guard let lost = ASWebAuthenticationSession.started.last else { fail(way) }
      if way == "cancel" {
        await presenter.cancel()
      } else {
        shown += 1
        let second = login()
        await wait { ASWebAuthenticationSession.started.count > shown }
        guard let page = ASWebAuthenticationSession.started.last else { fail(way) }
        complete(page, with: URL(string: app + "?code=1"))
        expect(await second.value == "redirect")
      }
      expect(await first.value == "cancelled" && lost.isCancelled)
    }
  }
}

private enum LoginError: BrowserLoginError {
  case cancelled, insecurePage, over, request
  case browser(WebAuthenticationError)
  case callback(CallbackError)

  init(request error: RequestError) { self = .request }
}

extension WebSessionProgram {
  typealias Outcome = Result<URL, WebAuthenticationError>

  static func scene(
    _ role: UISceneSession.Role, _ state: UIScene.ActivationState
  ) -> UIWindowScene {
    let scene = UIWindowScene(role: role, state)
    scene.windows = [UIWindow()]
    scene.keyWindow = scene.windows[0]
    return scene
  }

  static func cancellation(_ text: String? = nil) -> ASWebAuthenticationSessionError {
    ASWebAuthenticationSessionError(
      .canceledLogin, userInfo: text.map { [NSLocalizedFailureReasonErrorKey: $0] } ?? [:])
  }

  static func outcome(
    _ session: SystemWebAuthenticationSession, _ uri: String, page: String,
    isEphemeral: Bool = false
  ) async -> Outcome {
    do {
      guard let page = URL(string: page) else { fail(page) }
      let prepared = try await session.prepare(try RedirectURI(uri))
      return .success(
        try await prepared.callback(
          from: page, prefersEphemeralSession: isEphemeral, accepting: { _ in true }))
    } catch let error as WebAuthenticationError {
      return .failure(error)
    } catch {
      fail("\(error)")
    }
  }

  /// Tries to show a page.
  static func visit(
    _ uri: String, page: String = page, at window: UIWindow?
  ) async -> Outcome {
    await outcome(SystemWebAuthenticationSession { window }, uri, page: page)
  }

  /// Begins a login, and waits until its page is shown.
  static func begin(
    _ uri: String, isEphemeral: Bool = false
  ) async throws -> (ASWebAuthenticationSession, Task<Outcome, Never>) {
    let count = ASWebAuthenticationSession.started.count
    let login = Task { @MainActor in
      await outcome(
        SystemWebAuthenticationSession { window }, uri, page: page, isEphemeral: isEphemeral)
    }
    await wait { ASWebAuthenticationSession.started.count > count }
    return (ASWebAuthenticationSession.started[count], login)
  }

  /// Calls the handler as the system does, on another thread.
  static func complete(
    _ session: ASWebAuthenticationSession, with url: URL?, _ error: (any Error)? = nil
  ) {
    nonisolated(unsafe) let complete = session.complete
    Thread.detachNewThread { complete(url, error) }
  }
}
