// Drives a social login with the JSON samples of Horizon's document, as they are printed.

import AuthGenHorizon
import AuthGenHorizonScalars
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenTesting
import Foundation
import HorizonAPI
import Testing

/// A server that sends the document's samples, and an app that logs in.
private struct SampleServer {
  let login: SocialLogin
  let sessions = SessionManager<CustomerSession>(store: InMemoryStore())
  private let transport: MockTransport

  /// - Parameter responses: the `data` of responses by operation. `GetSocialProviders` has its sample.
  init(_ responses: [String: Data]) throws {
    let responses = try responses.merging([
      "GetSocialProviders": Self.sample("get-social-providers.response"),
      "SubmitMissingInformation": Data(#"{"errors": [{"message": "no response"}]}"#.utf8),
    ]) { one, _ in one }
    transport = .flow(responses)
    let endpoint = try #require(URL(string: "https://api.thehut.net/myprotein/en/graphql"))
    login = SocialLogin(
      client: GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: transport),
      sessions: sessions)
  }

  static func sample(_ name: String) throws -> Data {
    try Data(contentsOf: Checkout.root.appending(path: "Schemas/Horizon/examples/\(name).json"))
  }

  /// The sample of `appSocialLogin`, with the fields that the flow's operation selects in addition to the
  /// document's. They are required in the schema, so a server always sends them.
  static func outcome(_ name: String) throws -> Data {
    guard
      case .object(var data) = try JSONDecoder().decode(JSON.self, from: sample(name))["data"],
      case .object(var login) = data["appSocialLogin"]
    else { throw CocoaError(.coderReadCorrupt) }
    if case .object(var form) = login["form"] {
      form["identifier"] = .string("social-login")
      form["type"] = .string("ACCOUNT_CREATION")
      form["fields"] = .array(
        (form["fields"]?.array ?? []).map { field in
          guard case .object(var members) = field else { return field }
          members["confirmable"] = .boolean(false)
          members["disabled"] = .boolean(false)
          members["validators"] = .array([])
          members["renderConditions"] = .array([])
          return .object(members)
        })
      login["form"] = .object(form)
    }
    data["appSocialLogin"] = .object(login)
    return try JSONEncoder().encode(["data": JSON.object(data)])
  }

  func variables(of name: String) throws -> JSON {
    try #require(transport.calls.last { $0.operationName == name }).variables.json
  }

  static func variables(_ name: String) throws -> JSON {
    try JSONDecoder().decode(JSON.self, from: sample("\(name).variables"))
  }
}

@Suite struct DocumentSamplesTests {
  private static let exchange = "ExchangeSocialToken"
  private let google = ProviderCredential.google(accessToken: "token-1")

  private func server(_ name: String, _ more: [String: Data] = [:]) throws -> SampleServer {
    try SampleServer(
      [Self.exchange: SampleServer.outcome("app-social-login.\(name).response")].merging(more) {
        $1
      })
  }

  @Test func providersAreListedInTheDocumentsOrder() async throws {
    let server = try SampleServer([:])
    let providers = try #require(try await server.login.listProviders().listed)
    #expect(providers.map(\.code) == ["google", "facebook"])
    #expect(providers.map(\.name) == ["Continue with Google", "Continue with Facebook"])
    #expect(providers[1].clientId == "987654321")
    // The schema declares the colours as strings. Both have the form of the scalar.
    #expect(
      providers.map { Colour($0.colour) } == [
        Colour(red: 0x42, green: 0x85, blue: 0xF4), Colour(red: 0x18, green: 0x77, blue: 0xF2),
      ])
  }

  /// "Use as providerCode in the login mutation": also a code that no function of `ProviderCredential` has.
  @Test(arguments: [
    ("google", ProviderCredential.google(accessToken: "token-1")),
    ("facebook", .facebook(accessToken: "token-1")),
    ("apple", .apple(identityToken: "token-1", fullName: "Ada King")),
    ("google", .google(serverAuthCode: "token-1")),
  ])
  func codeOfTheListedProviderIsSent(
    _ usual: String, _ credential: ProviderCredential
  ) async throws {
    let list = String(
      decoding: try SampleServer.sample("get-social-providers.response"), as: UTF8.self
    ).replacingOccurrences(of: #""facebook""#, with: #""another""#)
      .replacingOccurrences(of: #""google""#, with: "\"\(usual)_uk\"")
    let server = try server("success", ["GetSocialProviders": Data(list.utf8)])
    let providers = try #require(try await server.login.listProviders().listed)
    let listed = try #require(providers.first)
    #expect(
      try await server.login.signIn(with: credential.sent(as: listed.code)).customer != nil)
    #expect(
      try server.variables(of: Self.exchange)["input"]?["providerCode"]
        == .string("\(usual)_uk"))
    // The usual code is not listed.
    await server.login.startOver()
    let failure = try await server.login.signIn(with: credential).failure
    #expect(failure?.resolution == .contactAccountManager)
  }

  /// The document's four inputs. Its list of providers has no Apple.
  @Test(arguments: [
    ("google-ios", ProviderCredential.google(accessToken: "ya29.a0AfH6SMBx...")),
    ("google-android", .google(serverAuthCode: "4/P7q7W91a-oMsCeLvIaQm6bTrgtp7...")),
    ("facebook", .facebook(accessToken: "EAAGm0PX4ZCps...")),
    ("apple", .apple(identityToken: "eyJraWQiOiJXNldjT0...")),
  ])
  func credentialIsSentAsInTheDocument(_ name: String, _ credential: ProviderCredential)
    async throws
  {
    var providers = String(
      decoding: try SampleServer.sample("get-social-providers.response"), as: UTF8.self)
    if name == "apple" {
      providers = providers.replacingOccurrences(of: #""facebook""#, with: #""apple""#)
    }
    let server = try server("success", ["GetSocialProviders": Data(providers.utf8)])
    try await server.login.signIn(with: credential)
    #expect(
      try server.variables(of: Self.exchange)
        == SampleServer.variables("app-social-login.\(name)"))
  }

  @Test func successSignsInAndStoresTheSession() async throws {
    let server = try server("success")
    let signedIn = try #require(try await server.login.signIn(with: google).customer)
    #expect(signedIn.session.token == "abc123def456..." && !signedIn.isNewCustomer)
    #expect(
      signedIn.session.customer
        == .init(id: "12345", email: "user@example.com", fullName: "John Doe"))
    #expect(await server.sessions.state.session == signedIn.session)
    #expect(
      signedIn.session.credential == Credential(scheme: "Opaque", token: "abc123def456..."))
  }

  @Test func missingInformationIsSentAsInTheDocument() async throws {
    let server = try server("missing-information")
    let information = try #require(try await server.login.signIn(with: google).information)
    #expect(information.form.title == "Complete Your Profile")
    #expect(information.form.fields.map(\.name) == ["email"])
    #expect(information.form.fields[0].label == "Email Address")
    #expect(information.form.fields[0].required && information.form.fields[0].kind == .text)
    // The identity has no address to fill in.
    #expect(information.answers["email"] == nil && information.identity.fullName == "John Doe")
    var answers = information.answers
    answers["email"] = "user@example.com"
    try await server.login.submit(answers)
    #expect(
      try server.variables(of: "SubmitMissingInformation")
        == SampleServer.variables("complete-social-login"))
  }

  /// The document's sample has no `socialLoginToken`, which the verification email needs. The schema says
  /// that the server sends one; without it, the owner can only log in.
  @Test func pendingLinkAsPrintedAllowsALogin() async throws {
    let server = try server("link-pending")
    let link = try #require(try await server.login.signIn(with: google).link)
    #expect(link.socialLinkID == "link-abc123" && link.identity.email == "existing@example.com")
    #expect(link.canLogIn && !link.canRequestEmail)
    await #expect(throws: IllegalTransition.self) {
      try await server.login.requestVerificationEmail()
    }
  }

  @Test func verificationEmailIsRequestedAsInTheDocument() async throws {
    let printed = try SampleServer.outcome("app-social-login.link-pending.response")
    let withToken = String(decoding: printed, as: UTF8.self).replacingOccurrences(
      of: #""socialLinkId":"#, with: #""socialLoginToken":"the-social-token...","socialLinkId":"#)
    let request = "RequestSocialLinkVerificationEmail"
    let server = try SampleServer([
      Self.exchange: Data(withToken.utf8),
      request: Data(
        #"{"data": {"requestSocialLinkVerificationEmail": {"error": null}}}"#.utf8),
    ])
    try await server.login.signIn(with: google)
    let link = try #require(try await server.login.requestVerificationEmail().link)
    #expect(link.emailsSent == 1)
    #expect(
      try server.variables(of: request)["input"]
        == .object(["socialAuthenticationToken": .string("the-social-token...")]))
  }
}
