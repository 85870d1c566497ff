// Social logins that run: what is stored, what is published, and what a view sees.

import AuthGenFlows
import AuthGenRuntime
import AuthGenSessions
import Foundation
import HorizonAuth
import Testing

@Suite(.timeLimit(.minutes(1))) struct SocialLoginTests {
  /// A login whose server answers each operation with the same data.
  private func login(
    _ answers: [String: String], store: any SecretStore = InMemoryStore()
  ) throws -> (SocialLogin, SessionManager<CustomerSession>) {
    let transport = InMemoryTransport { request in
      let body = request.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
      let answer = answers.first { body.contains(#""operationName":"\#($0.key)""#) }?.value
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"],
        body: Data(#"{"data": \#(answer ?? "null")}"#.utf8))
    }
    let endpoint = try #require(URL(string: "https://api.example.com/shop/en/graphql"))
    let client = GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: transport)
    let sessions = SessionManager<CustomerSession>(store: store)
    return (SocialLogin(client: client, sessions: sessions), sessions)
  }

  private let providers = #"""
    {"socialLoginProviders": [{"code": "google", "name": "G", "colour": "#000", "iconUrl": "/"}]}
    """#
  private let success = #"""
    {"appSocialLogin": {"authenticationResponse": {"token": "t0ken", "customer": {"id": "1"}}}}
    """#

  @Test func everyStateIsPublishedInOrder() async throws {
    let (login, _) = try login(["GetSocialProviders": providers, "ExchangeSocialToken": success])
    var states = login.states.makeAsyncIterator()
    guard case .choosingProvider(nil) = await states.next() else {
      Issue.record("The first state is not the present one.")
      return
    }
    try await login.signIn(with: .google(accessToken: "a"))
    guard case .exchanging(let listing) = await states.next(),
      case .listProviders = listing.call, case .exchanging(let exchange) = await states.next(),
      case .exchangeToken = exchange.call, case .signedIn = await states.next()
    else {
      Issue.record("Another order.")
      return
    }
  }

  @Test func theSessionIsStoredBeforeTheStateIsKnown() async throws {
    let store = InMemoryStore()
    let (login, _) = try login(
      ["GetSocialProviders": providers, "ExchangeSocialToken": success], store: store)
    let states = login.states
    let stored = Task {
      for await state in states {
        if case .signedIn = state { return store.read() != nil }
      }
      return false
    }
    try await login.signIn(with: .google(accessToken: "a"))
    #expect(await stored.value)
  }

  @Test func aStoreThatFailsLeavesTheCustomerSignedInForNow() async throws {
    let (login, sessions) = try login(
      ["GetSocialProviders": providers, "ExchangeSocialToken": success], store: LockedStore())
    guard case .signedIn(let signedIn) = try await login.signIn(with: .google(accessToken: "a"))
    else {
      Issue.record("Not signed in.")
      return
    }
    #expect(signedIn.storeError?.reason == .unavailable)
    #expect(try await sessions.credential()?.token == "t0ken")
  }

  @Test func aLinkThatCannotBeApprovedLeavesTheCustomerSignedIn() async throws {
    let pending = #"""
      {"appSocialLogin": {"authenticationResponse": {"error": "SOCIAL_LINK_PENDING"},
        "socialLinkId": "link-1"}}
      """#
    let (login, sessions) = try login([
      "GetSocialProviders": providers, "ExchangeSocialToken": pending,
      "Login": #"{"login": {"token": "t0ken"}}"#,
    ])
    try await login.signIn(with: .google(accessToken: "a"))
    guard case .signedIn(let signedIn) = try await login.logIn(username: "u", password: "p"),
      case .failed(let error) = signedIn.linkApproval
    else {
      Issue.record("\(await login.state)")
      return
    }
    #expect(error.operationName == "ApproveSocialLink")
    #expect(try await sessions.credential()?.token == "t0ken")
  }

  @Test func anAnswerWithoutAnythingIsAFailure() async throws {
    let (login, _) = try login([
      "GetSocialProviders": providers, "ExchangeSocialToken": #"{"appSocialLogin": null}"#,
    ])
    guard case .failed(let failure) = try await login.signIn(with: .google(accessToken: "a")),
      case .request(let error) = failure.reason, case .decoding = error.reason
    else {
      Issue.record("\(await login.state)")
      return
    }
    #expect(failure.resolution == .contactSupport)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor @Test func aViewSeesTheStateChange() async throws {
    let (login, _) = try login(["GetSocialProviders": providers, "ExchangeSocialToken": success])
    let model = SocialLoginModel(login)
    guard case .choosingProvider(nil) = model.state else {
      Issue.record("\(model.state)")
      return
    }
    try await model.login.signIn(with: .google(accessToken: "a"))
    while true {
      if case .signedIn = model.state { return }
      await Task.yield()
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor @Test func aModelThatNobodyHoldsGoes() async throws {
    let (login, _) = try login([:])
    weak var model: SocialLoginModel?
    do {
      let held = SocialLoginModel(login)
      model = held
      await login.startOver()
    }
    while model != nil { await login.startOver() }
  }
}

/// A store that cannot be used now.
private struct LockedStore: SecretStore {
  func read() throws(StoreError) -> Data? { nil }
  func write(_ data: Data) throws(StoreError) { throw StoreError(.unavailable) }
  func remove() throws(StoreError) { throw StoreError(.unavailable) }
}
