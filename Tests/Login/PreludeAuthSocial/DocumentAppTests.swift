// Runs the app of Prelude's document and tests its screens' state.

import AuthGenTestSupport
import Foundation
import PreludeAuth
import Testing

@MainActor @Suite struct DocumentAppTests {
  private static let otherError = "Something went wrong. Please try again."

  /// The tested copy is the document's text, except for the client, which the test provides.
  @Test func testedAppEqualsTheDocuments() throws {
    let folder = "Tests/Login/PreludeAuthSocial"
    let document = try Checkout.text("\(folder)/Document/ContentView.txt")
    let client = """
          let client = try! PreludeAuthClient(
              endpoint: .custom("https://\\(appID).session.prelude.dev")
          )

      """
    let replacement = """
          let client: PreludeAuthClient
          init(_ client: PreludeAuthClient) { self.client = client }

      """
    let start = try #require(document.range(of: "private let appID"))
    let end = try #require(document.range(of: "\n\nstruct ContentView"))
    let model = document[start.lowerBound..<end.lowerBound]
    #expect(model.contains(client))
    #expect(
      try Checkout.text("\(folder)/DocumentApp.swift")
        .hasSuffix("\n\n\(model.replacingOccurrences(of: client, with: replacement))\n"))
  }

  private func expectDone(_ screen: OAuthModel) async throws {
    #expect(screen.step == .done && screen.error == nil)
    let user = try #require(screen.user)
    #expect(try await screen.client.user() == user)
  }

  @Test(arguments: OAuthProvider.allCases)
  func signingInShowsTheUser(_ provider: OAuthProvider) async throws {
    let screen = OAuthModel(try PreludeApp().client)
    await screen.signIn(provider)
    try await expectDone(screen)
  }

  @Test func unverifiedAddressRequiresACode() async throws {
    let app = try PreludeApp()
    app.server.account = .unverified("a@b.example")
    let screen = OAuthModel(app.client)
    await screen.signIn(.google)
    #expect(screen.step == .otp && screen.error == nil)

    await screen.verify("not-it")
    #expect(screen.step == .otp && screen.error == "Wrong code. Please try again.")

    app.order("otp/check", 429, code: "rate_limited")
    await screen.verify("not-it")
    #expect(screen.step == .otp && screen.error == Self.otherError)

    await screen.verify(app.code)
    try await expectDone(screen)
  }

  @Test func dismissedPageLeavesTheScreenUnchanged() async throws {
    let screen = OAuthModel(try PreludeApp(visit: { _ in nil }).client)
    await screen.signIn(.google)
    #expect(screen.step == .login && screen.error == nil && screen.user == nil)
  }

  @Test(arguments: [
    ("login/oauth/google/authorize", 429, "rate_limited"),
    ("login/oauth/google/authorize", 500, "internal"),
    ("login/finalize", 400, "expired_challenge_token"),
    ("login/finalize", 403, "auth_blocked"),
  ])
  func otherErrorsAreShownAndCanBeRetried(
    _ path: String, _ status: Int, _ code: String
  ) async throws {
    let app = try PreludeApp()
    let screen = OAuthModel(app.client)
    app.order(path, status, code: code)
    await screen.signIn(.google)
    #expect(screen.step == .login && screen.error == Self.otherError && screen.user == nil)

    await screen.signIn(.google)
    try await expectDone(screen)
  }
}
