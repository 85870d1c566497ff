import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import Foundation
import HorizonAPI

/// Signs in with a provider's token. A function is the server.
public func signInSocially() async throws -> String {
  let server = InMemoryTransport { request in
    let isLogin = request.body?.range(of: Data("ExchangeSocialToken".utf8)) != nil
    let data =
      isLogin
      ? #""appSocialLogin": {"authenticationResponse": {"token": "t", "newCustomer": true}}"#
      : #""socialLoginProviders": [{"code": "apple", "name": "A", "colour": "", "iconUrl": ""}]"#
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "application/json"],
      body: Data("{\"data\": {\(data)}}".utf8))
  }
  guard let endpoint = URL(string: "https://api.thehut.net/myprotein/en/graphql") else { return "" }
  let client = GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: server)
  let sessions = SessionManager<CustomerSession>(store: InMemoryStore())
  let login = SocialLogin(client: client, sessions: sessions)
  switch try await login.signIn(with: .apple(identityToken: "a.b.c")) {
  case .signedIn(let customer): return customer.isNewCustomer ? "Welcome!" : "Welcome back."
  case .missingInformation(let information): return information.form.title ?? "A form"
  case .linkPending(let link): return link.identity.email ?? "A link"
  case .confirmingAccount(let confirmation): return confirmation.customer?.email ?? "An account"
  case .failed(let failure): return "\(failure.resolution)"
  case .choosingProvider, .exchanging: return "Nothing"
  }
}
