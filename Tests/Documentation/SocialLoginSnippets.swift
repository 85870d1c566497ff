// Compiles and runs the code of AuthGenHorizon and the README for a social login.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import HorizonAPI
import Testing

@Suite struct SocialLoginSnippets {
  private let store = InMemoryStore()
  private let shown = Shared<[String]>([])

  /// Lists Google, asks for an email address, and then accepts every customer.
  private let server = InMemoryTransport { request in
    let body = request.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let response =
      if body.contains(#""operationName":"GetSocialProviders""#) {
        #"""
        {"data": {"socialLoginProviders": [
          {"code": "google", "name": "Google", "colour": "#4285F4", "iconUrl": "/google.svg"}
        ]}}
        """#
      } else if body.contains(#""operationName":"ExchangeSocialToken""#) {
        #"""
        {"data": {"appSocialLogin": {
          "authenticationResponse": {"error": "INVALID_DATA"}, "socialLoginToken": "r3try",
          "socialIdentity": {"email": null, "fullName": "John Doe"},
          "form": {"identifier": "F", "title": "Complete Your Profile", "type": "ACCOUNT_CREATION",
            "fields": [{
              "name": "email", "label": "Email Address", "required": true, "type": "EMAIL",
              "confirmable": false, "disabled": false, "validators": [], "renderConditions": []
            }]}
        }}}
        """#
      } else if body.contains(#""operationName":"SubmitMissingInformation""#) {
        #"""
        {"data": {"socialLogin": {"authenticationResponse": {
          "token": "t0ken", "customer": {"id": "1", "fullName": "John Doe"}, "newCustomer": true
        }}}}
        """#
      } else {
        #"{"data": {"customer": {"socialLinks": []}, "logout": null}}"#
      }
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "application/json"], body: Data(response.utf8))
  }

  @Test func socialLoginRuns() async throws {
    let endpoint = try #require(URL(string: "https://api.thehut.net/myprotein/en/graphql"))
    let client = GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: server)
    let tokenOfGooglesSDK = "ya29.a0AfH6SMBx"

    let sessions = SessionManager<CustomerSession>(store: store)
    let login = SocialLogin(client: client, sessions: sessions)
    let state = try await login.signIn(with: .google(accessToken: Secret(tokenOfGooglesSDK)))

    switch state {
    case .choosingProvider(let providers): showButtons(for: providers ?? [])
    case .exchanging: showProgress()
    case .missingInformation(let information): show(information.form, information.answers)
    case .linkPending(let link): offerEmail(to: link.identity.email)
    case .confirmingAccount(let confirmation): ask(about: confirmation.customer)
    case .signedIn(let customer): welcome(customer)
    case .failed(let failure): explain(failure.resolution)
    }
    #expect(shown.withLock { $0 } == ["Complete Your Profile"])

    guard case .missingInformation(let information) = state else { return }
    var answers = information.answers
    answers["email"] = "john@example.com"
    let next = try await login.submit(answers)
    guard case .signedIn(let customer) = next else {
      Issue.record("\(next)")
      return
    }
    #expect(customer.isNewCustomer)

    let account = CustomerAccount(client: client, sessions: sessions)
    for link in try await account.socialLinks() {
      print(link.socialLoginProvider?.name ?? "?", link.username ?? "?")
    }
    await account.logOut()
    #expect(store.read() == nil)
  }

  /// An app that the links of the site's emails open.
  private func app(
    _ client: GraphQLClient, _ sessions: SessionManager<CustomerSession>
  ) throws -> SocialLogin {
    let shop = SocialLogin(
      client: client, sessions: sessions,
      verificationLink: VerificationLink(
        try RedirectURI("https://shop.example/approve"), tokenParameter: "token"))
    return shop
  }

  private func note(_ text: String) { shown.withLock { $0.append(text) } }
  private func showButtons(for providers: [SocialLoginState.LoginProvider]) { note("buttons") }
  private func showProgress() { note("progress") }
  private func show(_ form: LoginForm, _ answers: FormAnswers) { note(form.title ?? "") }
  private func offerEmail(to address: String?) { note("email") }
  private func ask(about customer: CustomerSession.Customer?) { note("account") }
  private func welcome(_ customer: SocialLoginState.SignedIn) { note("welcome") }
  private func explain(_ resolution: SocialLoginFailure.Resolution) { note("\(resolution)") }
}
