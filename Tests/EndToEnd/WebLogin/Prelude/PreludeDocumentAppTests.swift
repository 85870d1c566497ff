// Runs the app of Prelude's document and tests its screens' state.

import AuthGenTestServers
import AuthGenTestSupport
import Foundation
import PreludeAuth
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct PreludeDocumentAppTests {
    private static let otherError = "Something went wrong. Please try again."

    /// The tested copy is the document's text, except for the client, which the test provides.
    @Test func testedAppEqualsTheDocuments() throws {
      let tests = Checkout.root.appending(path: "Tests")
      let document = try String(
        contentsOf: tests.appending(path: "Login/PreludeAuthSocial/Document/ContentView.txt"),
        encoding: .utf8)
      let copy = try String(
        contentsOf: tests.appending(path: "EndToEnd/WebLogin/Prelude/PreludeDocumentApp.swift"),
        encoding: .utf8)
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
      #expect(copy.hasSuffix("\n\n\(model.replacingOccurrences(of: client, with: replacement))\n"))
    }

    @Test(arguments: OAuthProvider.allCases)
    func signingInShowsTheUser(_ provider: OAuthProvider) async throws {
      let app = try await PreludeApp(as: PreludeApp.address(provider.rawValue))
      let screen = await OAuthModel(app.client)
      await screen.signIn(provider)
      #expect(await screen.step == .done)
      #expect(await screen.error == nil)
      let user = try #require(await screen.user)
      #expect(try await app.client.user() == user)
    }

    @Test func unverifiedAddressRequiresACode() async throws {
      let address = PreludeApp.address("unverified")
      let app = try await PreludeApp(as: address)
      let screen = await OAuthModel(app.client)
      await screen.signIn(.google)
      #expect(await screen.step == .otp)
      #expect(await screen.error == nil)

      await screen.verify("not-it")
      #expect(await screen.step == .otp)
      #expect(await screen.error == "Wrong code. Please try again.")

      try await app.order("otp/check", ["status": 429, "body": #"{"code": "rate_limited"}"#])
      await screen.verify("not-it")
      #expect(await screen.step == .otp)
      #expect(await screen.error == Self.otherError)

      await screen.verify(try #require(try await app.codes(to: address).first))
      #expect(await screen.step == .done)
      #expect(await screen.error == nil)
      let user = try #require(await screen.user)
      #expect(try await app.client.user() == user)
    }

    @Test func dismissedPageLeavesTheScreenUnchanged() async throws {
      let app = try await PreludeApp(visit: { _, _ in nil })
      let screen = await OAuthModel(app.client)
      await screen.signIn(.google)
      #expect(await screen.step == .login)
      #expect(await screen.error == nil)
      #expect(await screen.user == nil)
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
      let app = try await PreludeApp(as: PreludeApp.address())
      let screen = await OAuthModel(app.client)
      try await app.order(path, ["status": status, "body": #"{"code": "\#(code)"}"#])
      await screen.signIn(.google)
      #expect(await screen.step == .login)
      #expect(await screen.error == Self.otherError)
      #expect(await screen.user == nil)

      await screen.signIn(.google)
      #expect(await screen.step == .done)
      #expect(await screen.error == nil)
    }
  }
}
