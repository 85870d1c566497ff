// Tests Ory's document step by step with only the generated client.

import AuthGenRuntime
import AuthGenTestServers
import Foundation
import OryAPI
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct OryTests {
    private let returnTo: Secret = "shop://login"

    /// Runs a login or registration in the browser until the browser returns the second half of the code.
    private func browse(
      _ backend: Backend, _ action: Secret, hint: String
    ) async throws -> Secret {
      let outcome = try await OryClient(backend.client)
        .submitLoginFlow(action: action, method: .oidc, provider: "google").submitLoginFlow
      backend.seen(outcome)
      guard case .browserRedirect(let redirect) = outcome.concrete else {
        throw Unexpected(typename: outcome.typename)
      }
      return try await codeFromBrowser(from: redirect.url, hint: hint)
    }

    private func codeFromBrowser(from url: Secret, hint: String) async throws -> Secret {
      let page = try #require(URL(string: url.reveal())).appending(
        queryItems: [URLQueryItem(name: "login_hint", value: hint)])
      let back = try await Browser().open(page)
      #expect(back.string?.hasPrefix("shop://login?") == true)
      return Secret(try #require(back.parameters["code"]))
    }

    private struct Unexpected: Error {
      let typename: String
    }

    private func newAddress() -> String { "user-\(UUID().uuidString.lowercased())@example.com" }

    /// Steps 1 to 14: a login, its session, and the logout.
    @Test func loginInTheBrowserGivesASession() async throws {
      let backend = try await Backend(.ory)
      let ory = OryClient(backend.client)
      let flow = backend.seen(try await ory.createLoginFlow(returnTo: returnTo).createLoginFlow)
      let initCode = try #require(flow.sessionTokenExchangeCode)
      #expect(flow.expiresAt.date > Date())
      #expect(
        flow.nodes.contains { $0.group == "oidc" && $0.value == .string("google") })
      let address = newAddress()
      let code = try await browse(backend, flow.action, hint: address)
      let outcome = try await ory.exchangeSessionToken(initCode: initCode, returnToCode: code)
        .exchangeSessionToken
      backend.seen(outcome)
      guard case .grantedSession(let granted) = outcome.concrete else {
        throw Unexpected(typename: outcome.typename)
      }
      let token = try #require(granted.sessionToken)
      #expect(granted.session?.identity?.traits?["email"]?.string == address)
      #expect(granted.session?.active == true)

      let customer = OryClient(
        backend.client.authenticated(
          by: Credential(.header("X-Session-Token"), token: token)))
      let session = backend.seen(try await customer.whoAmI().whoAmI)
      #expect(session.id == granted.session?.id)
      #expect(session.authenticationMethods?.first?.provider == "google")

      _ = try await ory.logout(sessionToken: token)
      let error = await backend.failure { () async throws(RequestError) in
        try await customer.whoAmI()
      }
      #expect(error?.oryError?.code == .sessionInactive)
    }

    /// A flow has a code only if `return_session_token_exchange_code` requests it.
    @Test func flowHasNoCodeUnlessRequested() async throws {
      let usual = try await Backend(.ory)
      let withoutCode = try await Backend(
        .ory,
        transport: InMemoryTransport { request throws(TransportError) in
          var request = request
          var url = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
          url?.queryItems?.removeAll { $0.name == "return_session_token_exchange_code" }
          request.url = url?.url ?? request.url
          return try await URLSessionTransport().send(request)
        })
      for (backend, hasCode) in [(usual, true), (withoutCode, false)] {
        let ory = OryClient(backend.client)
        let login = try await ory.createLoginFlow(returnTo: returnTo).createLoginFlow
        let registration = try await ory.createRegistrationFlow(returnTo: returnTo)
          .createRegistrationFlow
        for flow in [backend.seen(login), backend.seen(registration)] {
          #expect((flow.sessionTokenExchangeCode != nil) == hasCode)
          #expect(!flow.nodes.isEmpty)
        }
      }
    }

    @Test func failedLoginReturnsACodeToo() async throws {
      let backend = try await Backend(.ory)
      let ory = OryClient(backend.client)
      let flow = try await ory.createLoginFlow(returnTo: returnTo).createLoginFlow
      let code = try await browse(backend, flow.action, hint: "denied@example.com")
      let outcome = try await ory.exchangeSessionToken(
        initCode: try #require(flow.sessionTokenExchangeCode), returnToCode: code
      ).exchangeSessionToken
      guard case .flow(let failed) = backend.seen(outcome).concrete else {
        throw Unexpected(typename: outcome.typename)
      }
      #expect(failed.id == flow.id)
      #expect(failed.messages?.first?.type == .error)
    }

    @Test func registrationWithAProvidersTokenGivesASession() async throws {
      let backend = try await Backend(.ory)
      let ory = OryClient(backend.client)
      let address = newAddress()
      let token = try await backend.control(
        "id-tokens", ["login_hint": address, "nonce": "n-1"])["id_token"]?.string
      let flow = try await ory.createRegistrationFlow(returnTo: returnTo).createRegistrationFlow
      let outcome = try await ory.submitRegistrationFlow(
        action: flow.action, method: .oidc, provider: "apple", idToken: Secret(try #require(token)),
        idTokenNonce: "n-1"
      ).submitRegistrationFlow
      guard case .registration(let registration) = backend.seen(outcome).concrete else {
        throw Unexpected(typename: outcome.typename)
      }
      #expect(registration.identity?.traits?["email"]?.string == address)
      #expect(registration.sessionToken != nil && registration.session?.active == true)
    }

    @Test func registrationInTheBrowserIsExchangedLikeALogin() async throws {
      let backend = try await Backend(.ory)
      let ory = OryClient(backend.client)
      let flow = try await ory.createRegistrationFlow(returnTo: returnTo).createRegistrationFlow
      let outcome = try await ory.submitRegistrationFlow(
        action: flow.action, method: .oidc, provider: "google"
      ).submitRegistrationFlow
      guard case .browserRedirect(let redirect) = outcome.concrete else {
        throw Unexpected(typename: outcome.typename)
      }
      let code = try await codeFromBrowser(from: redirect.url, hint: newAddress())
      let exchange = try await ory.exchangeSessionToken(
        initCode: try #require(flow.sessionTokenExchangeCode), returnToCode: code
      ).exchangeSessionToken
      #expect(backend.seen(exchange).typename == "GrantedSession")
    }

    @Test func rejectedFormReturnsWithItsMessages() async throws {
      let backend = try await Backend(.ory)
      let ory = OryClient(backend.client)
      let flow = try await ory.createLoginFlow(returnTo: returnTo).createLoginFlow
      for (provider, token) in [("myspace", nil), ("google", Secret("no.id.token"))] {
        let outcome = try await ory.submitLoginFlow(
          action: flow.action, method: .oidc, provider: provider, idToken: token
        ).submitLoginFlow
        guard case .flow(let refused) = backend.seen(outcome).concrete else {
          throw Unexpected(typename: outcome.typename)
        }
        #expect(refused.messages?.isEmpty == false)
      }
    }

    @Test func errorsAreIdentifiedByTheirIDs() async throws {
      let backend = try await Backend(.ory)
      let ory = OryClient(backend.client)
      let forbidden = await backend.failure { () async throws(RequestError) in
        try await ory.createLoginFlow(returnTo: "https://evil.example/")
      }
      #expect(forbidden?.oryError?.code == .selfServiceFlowReturnToForbidden)

      let flow = try await ory.createLoginFlow(returnTo: returnTo).createLoginFlow
      try await backend.control("flows", ["id": flow.id.reveal(), "expired": true])
      let expired = await backend.failure { () async throws(RequestError) in
        try await ory.submitLoginFlow(
          action: flow.action, method: .oidc, provider: "google")
      }
      #expect(expired?.oryError?.code == .selfServiceFlowExpired)
      #expect(expired?.oryError?.useFlowId != nil && expired?.oryError?.useFlowId != flow.id)

      let unknown = await backend.failure { () async throws(RequestError) in
        try await ory.exchangeSessionToken(initCode: "a", returnToCode: "b")
      }
      #expect(unknown?.oryError?.status == 404)
      let unauthenticated = await backend.failure { () async throws(RequestError) in
        try await OryClient(
          backend.client.authenticated(by: Credential(.header("X-Session-Token"), token: "x"))
        ).whoAmI()
      }
      #expect(unauthenticated?.oryError?.code == .sessionInactive)
      let noSession = await backend.failure { () async throws(RequestError) in
        try await ory.logout(sessionToken: "no-session")
      }
      #expect(noSession?.progress == .responded)
    }

    @Test func requiredSecondFactorIsReported() async throws {
      let backend = try await Backend(.ory)
      let ory = OryClient(backend.client)
      let flow = try await ory.createLoginFlow(returnTo: returnTo).createLoginFlow
      let code = try await browse(backend, flow.action, hint: newAddress())
      let outcome = try await ory.exchangeSessionToken(
        initCode: try #require(flow.sessionTokenExchangeCode), returnToCode: code
      ).exchangeSessionToken
      guard case .grantedSession(let granted) = outcome.concrete,
        let token = granted.sessionToken
      else { throw Unexpected(typename: outcome.typename) }
      let customer = OryClient(
        backend.client.authenticated(by: Credential(.header("X-Session-Token"), token: token)))
      let again = await backend.failure { () async throws(RequestError) in
        try await customer.createLoginFlow(returnTo: returnTo)
      }
      #expect(again?.oryError?.code == .sessionAlreadyAvailable)
      try await backend.control(
        "sessions", ["session_token": token.reveal(), "state": "aal2_required"])
      let second = await backend.failure { () async throws(RequestError) in
        try await customer.whoAmI()
      }
      #expect(second?.oryError?.code == .sessionAal2Required)
    }
  }
}
