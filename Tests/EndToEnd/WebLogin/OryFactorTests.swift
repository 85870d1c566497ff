// Tests codes and second factors as an app uses them, against a Kratos server. Users log in with the ID
// tokens of a provider.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenWebLogin
import Foundation
import OryAPI
import Testing

extension EndToEnd.Servers {
  @Suite struct OryFactorTests {
    private func app(_ backend: Backend, _ store: any SecretStore = InMemoryStore()) -> OryLogin {
      OryLogin(
        configuration: ClientConfiguration(endpoint: backend.url("")), store: store,
        browser: HeadlessWebAuthenticationSession { _, _ in nil },
        environment: LoginEnvironment(
          interceptors: [Recorder(transcript: backend.transcript)]))
    }

    private func newAddress() -> String { "user-\(UUID().uuidString.lowercased())@example.com" }

    private func idToken(_ backend: Backend, _ address: String) async throws -> Secret {
      let reply = try await backend.control("id-tokens", ["login_hint": address])
      return Secret(try #require(reply["id_token"]?.string))
    }

    private func logIn(
      _ backend: Backend, _ login: OryLogin, _ address: String
    ) async throws -> OrySession {
      let form = try await login.form(for: .login, redirectURI: nil)
      return try await login.submit(
        form, with: "apple", idToken: try await idToken(backend, address))
    }

    private func sentCode(_ backend: Backend, to address: String) async throws -> Secret {
      let reply = try await backend.control("codes", ["address": address])
      return Secret(try #require(reply["code"]?.string))
    }

    /// Sets up second factors of a session's user.
    private func factors(
      _ backend: Backend, of session: OrySession
    ) async throws -> (totp: Secret, recovery: Secret) {
      let reply = try await backend.control(
        "second-factors", ["session_token": session.token.reveal()])
      return (
        Secret(try #require(reply["totp_code"]?.string)),
        Secret(try #require(reply["lookup_secrets"]?.array?.first?.string))
      )
    }

    /// Another code with the same length.
    private func wrong(_ code: Secret) -> Secret {
      Secret(String(code.reveal().map { $0 == "9" ? "0" : "9" }))
    }

    // MARK: Codes

    @Test func codesRegisterAndLogIn() async throws {
      let backend = try await Backend(.oryWithCodes)
      let address = newAddress()
      let login = app(backend)
      let form = backend.seen(try await login.form(for: .registration, redirectURI: nil))
      #expect(form.offersCode)
      #expect(form.fields.map(\.name) == ["traits.email", "traits.name"])
      #expect(form.fields.map(\.kind) == [.email, .text])
      #expect(form.fields.map(\.label) == ["E-Mail", "Name"])

      // The form comes back with the problems at their fields.
      let failure = await backend.reason { () async throws(OryLoginError) in
        try await login.sendCode(form, traits: form.traits(["traits.email": .string("nobody")]))
      }
      guard case .incomplete(let next) = failure else {
        Issue.record("\(failure as Any)")
        return
      }
      #expect(next.fields.map { $0.messages.map(\.id) } == [[4_000_040], [4_000_002]])
      #expect(next.fields.map(\.value) == [.string("nobody"), nil])
      let traits = next.traits([
        "traits.email": .string(address), "traits.name": .string("Ada"),
      ])
      let sent = backend.seen(try await login.sendCode(next, traits: traits))
      #expect(sent.messages.map(\.id) == [1_040_005])
      let session = backend.seen(
        try await login.submit(sent, code: try await sentCode(backend, to: address)))
      let user = backend.seen(try await login.whoAmI())
      #expect(user.id == session.id && user.identity?.traits == traits)
      #expect(user.authenticationMethods?.map(\.method) == ["code"])
      #expect(user.assuranceLevel == .aal1 && session.assuranceLevel == .aal1)
      #expect(user.identity?.verifiableAddresses?.first?.verified == true)

      let other = app(backend)
      let loginForm = try await other.form(for: .login, redirectURI: nil)
      #expect(loginForm.offersCode && loginForm.fields.map(\.name) == ["identifier"])
      let again = try await other.sendCode(loginForm, to: address)
      let code = try await sentCode(backend, to: address)
      let refused = await backend.reason { () async throws(OryLoginError) in
        try await other.submit(again, code: wrong(code))
      }
      guard case .refused(let messages) = refused, messages.map(\.id) == [4_010_008] else {
        Issue.record("\(refused as Any)")
        return
      }
      #expect(try await other.submit(again, code: code).identityID == session.identityID)
    }

    @Test func resentCodeReplacesTheFirstOne() async throws {
      let backend = try await Backend(.oryWithCodes)
      let address = newAddress()
      _ = try await logIn(backend, app(backend), address)
      let login = app(backend)
      let sent = try await login.sendCode(
        try await login.form(for: .login, redirectURI: nil), to: address)
      let resent = backend.seen(try await login.resend(sent))
      let session = try await login.submit(
        resent, code: try await sentCode(backend, to: address))
      #expect(await login.sessions.state == .signedIn(session))
    }

    @Test func userWithoutAnAccountGetsNoCode() async throws {
      let backend = try await Backend(.oryWithCodes)
      let login = app(backend)
      let form = try await login.form(for: .login, redirectURI: nil)
      let failure = await backend.reason { () async throws(OryLoginError) in
        try await login.sendCode(form, to: newAddress())
      }
      guard case .refused(let messages) = failure, messages.map(\.id) == [4_000_035] else {
        Issue.record("\(failure as Any)")
        return
      }
    }

    @Test func registrationByAProvidersTokenContinuesWithAMissingTrait() async throws {
      let backend = try await Backend(.ory)
      let login = app(backend)
      let token = try await idToken(backend, "noemail-\(UUID().uuidString)@example.com")
      let form = try await login.form(for: .registration, redirectURI: nil)
      let failure = await backend.reason { () async throws(OryLoginError) in
        try await login.submit(form, with: "google", idToken: token)
      }
      guard case .incomplete(let next) = failure else {
        Issue.record("\(failure as Any)")
        return
      }
      let field = try #require(next.fields.first)
      #expect(field.name == "traits.email" && field.kind == .email && field.isRequired)
      #expect(field.messages.map(\.id) == [4_000_002])
      let address = newAddress()
      let session = try await login.submit(
        next, with: "google", idToken: token,
        traits: next.traits(["traits.email": .string(address)]))
      let user = backend.seen(try await login.whoAmI())
      #expect(user.id == session.id && user.identity?.traits?["email"] == .string(address))
    }

    // MARK: Passkeys

    /// Another library verifies the answers.
    @Test func passkeyRegistersAndLogsIn() async throws {
      let backend = try await Backend(.oryWithPasskeys)
      let login = app(backend)
      let address = newAddress()
      let form = backend.seen(try await login.form(for: .registration, redirectURI: nil))
      #expect(!form.hasSecondStep)
      let creation = backend.seen(
        try PasskeyRegistration(options: try #require(form.passkeyOptions), userName: address))
      let new = try await backend.answer(to: creation)
      let session = try await login.submit(
        form, passkey: new, traits: .object(["email": .string(address)]))
      #expect(try await login.whoAmI().authenticationMethods?.map(\.method) == ["passkey"])

      let other = app(backend)
      let loginForm = try await other.form(for: .login, redirectURI: nil)
      let request = try PasskeySignIn(options: try #require(loginForm.passkeyOptions))
      let answer = try await backend.answer(to: request, with: new.credentialID())
      let again = try await other.submit(loginForm, passkey: answer)
      #expect(again.identityID == session.identityID && again.id != session.id)
      // An answer to the challenge of one flow is no answer to another's.
      let third = try await other.form(for: .login, redirectURI: nil)
      let late = try await backend.answer(to: request, with: new.credentialID())
      let refused = await backend.reason { () async throws(OryLoginError) in
        try await other.submit(third, passkey: late)
      }
      guard case .refused(let messages) = refused, messages.map(\.id) == [4_000_015] else {
        Issue.record("\(refused as Any)")
        return
      }
    }

    @Test func passkeyRegistersInTheSecondOfTwoSteps() async throws {
      let backend = try await Backend(.oryWithPasskeys.with("--two-steps"))
      let login = app(backend)
      let address = newAddress()
      let form = backend.seen(try await login.form(for: .registration, redirectURI: nil))
      #expect(form.hasSecondStep && form.passkeyOptions == nil)
      #expect(form.fields.map(\.name) == ["traits.email", "traits.name"])
      let failure = await backend.reason { () async throws(OryLoginError) in
        try await login.secondStep(of: form, traits: form.traits(["traits.name": .string("Ada")]))
      }
      guard case .incomplete(let corrected) = failure else {
        Issue.record("\(failure as Any)")
        return
      }
      #expect(corrected.hasSecondStep)
      let traits = corrected.traits(["traits.email": .string(address)])
      let next = backend.seen(try await login.secondStep(of: corrected, traits: traits))
      #expect(!next.hasSecondStep && next.fields.isEmpty && !next.providers.isEmpty)
      let creation = try PasskeyRegistration(
        options: try #require(next.passkeyOptions), userName: address)
      let session = try await login.submit(
        next, passkey: try await backend.answer(to: creation), traits: traits)
      let user = backend.seen(try await login.whoAmI())
      #expect(user.id == session.id && user.identity?.traits?["email"] == .string(address))
      #expect(user.authenticationMethods?.map(\.method) == ["passkey"])
    }

    // MARK: Second factors

    @Test func secondFactorRaisesTheLevelOfTheSession() async throws {
      let backend = try await Backend(.ory)
      let store = InMemoryStore()
      let login = app(backend, store)
      let address = newAddress()
      let session = try await logIn(backend, login, address)
      let codes = try await factors(backend, of: session)
      try await backend.control(
        "sessions", ["session_token": session.token.reveal(), "state": "aal2_required"])
      let required = await backend.reason(of: login.whoAmI)
      guard case .secondFactorRequired = required else {
        Issue.record("\(required as Any)")
        return
      }
      let form = backend.seen(try await login.secondFactorForm())
      #expect(form.methods == [.totp, .lookupSecret] && form.messages.map(\.id) == [1_010_004])
      let refused = await backend.reason { () async throws(OryLoginError) in
        try await login.submit(form, totpCode: wrong(codes.totp))
      }
      guard case .refused(let messages) = refused, messages.map(\.id) == [4_000_008] else {
        Issue.record("\(refused as Any)")
        return
      }
      let raised = backend.seen(try await login.submit(form, totpCode: codes.totp))
      #expect(raised.assuranceLevel == .aal2 && raised.id == session.id)
      #expect(raised.token == session.token)
      let restarted = app(backend, store)
      let user = backend.seen(try await restarted.whoAmI())
      #expect(user.assuranceLevel == .aal2)
      #expect(user.authenticationMethods?.map(\.method) == ["oidc", "totp"])
      #expect(await restarted.sessions.state.session?.assuranceLevel == .aal2)

      let again = await backend.reason { () async throws(OryLoginError) in
        try await restarted.secondFactorForm()
      }
      guard case .sessionAlreadyAvailable = again else {
        Issue.record("\(again as Any)")
        return
      }
      // Before something important, by a recovery code, which is then used up.
      let important = try await restarted.secondFactorForm(refreshing: true)
      #expect(important.messages.map(\.id) == [1_010_003])
      _ = try await restarted.submit(important, lookupSecret: codes.recovery)
      let next = try await restarted.secondFactorForm(refreshing: true)
      let used = await backend.reason { () async throws(OryLoginError) in
        try await restarted.submit(next, lookupSecret: codes.recovery)
      }
      guard case .refused(let reasons) = used, reasons.map(\.id) == [4_000_012] else {
        Issue.record("\(used as Any)")
        return
      }
    }

    /// Kratos withholds the identity of a session that lacks a required second factor.
    @Test func withheldIdentityArrivesWithTheSecondFactor() async throws {
      let backend = try await Backend(.ory)
      let address = newAddress()
      let first = try await logIn(backend, app(backend), address)
      let codes = try await factors(backend, of: first)
      try await backend.control(
        "sessions", ["session_token": first.token.reveal(), "state": "aal2_required"])
      let login = app(backend)
      let session = try await logIn(backend, login, address)
      #expect(session.identityID == nil)
      let raised = try await login.submit(
        try await login.secondFactorForm(), totpCode: codes.totp)
      #expect(raised.identityID == first.identityID)
      #expect(await login.sessions.state == .signedIn(raised))
    }

    @Test func codeByEmailIsASecondFactorToo() async throws {
      let backend = try await Backend(.oryWithCodesAsSecondFactor)
      let login = app(backend)
      let address = newAddress()
      let session = try await logIn(backend, login, address)
      // The only factor of the user: the code was sent at once.
      let form = backend.seen(try await login.secondFactorForm())
      let sent = try #require(form.sentCode)
      let raised = try await login.submit(sent, code: try await sentCode(backend, to: address))
      #expect(raised.assuranceLevel == .aal2 && raised.id == session.id)

      _ = try await factors(backend, of: session)
      let choice = try await login.secondFactorForm(refreshing: true)
      #expect(choice.methods == [.code(address: address), .totp, .lookupSecret])
      let resent = try await login.resend(
        try await login.sendCode(choice, address: address))
      let again = try await login.submit(resent, code: try await sentCode(backend, to: address))
      #expect(again.id == session.id)
    }

    @Test func anotherUserConfirmsNoSession() async throws {
      let backend = try await Backend(.oryWithCodes)
      let login = app(backend)
      let address = newAddress()
      let session = try await logIn(backend, login, address)
      let form = backend.seen(try await login.confirmationForm())
      #expect(form.offersCode && form.providers.isEmpty)
      let other = newAddress()
      _ = try await logIn(backend, app(backend), other)
      let failure = await backend.reason { () async throws(OryLoginError) in
        try await login.sendCode(form, to: other)
      }
      guard case .refused = failure else {
        Issue.record("\(failure as Any)")
        return
      }
      #expect(await login.sessions.state == .signedIn(session))
      let sent = try await login.sendCode(form, to: address)
      let confirmed = try await login.submit(
        sent, code: try await sentCode(backend, to: address))
      #expect(confirmed.id == session.id && confirmed.token == session.token)
    }

    @Test func sessionThatEndsBeforeTheSecondFactorEndsHereToo() async throws {
      let backend = try await Backend(.ory)
      let login = app(backend)
      let session = try await logIn(backend, login, newAddress())
      let codes = try await factors(backend, of: session)
      let form = try await login.secondFactorForm()
      try await backend.control(
        "sessions", ["session_token": session.token.reveal(), "state": "revoked"])
      let failure = await backend.reason { () async throws(OryLoginError) in
        try await login.submit(form, totpCode: codes.totp)
      }
      guard case .notSignedIn = failure else {
        Issue.record("\(failure as Any)")
        return
      }
      #expect(await login.sessions.state == .signedOut(.ended))
    }
  }
}
