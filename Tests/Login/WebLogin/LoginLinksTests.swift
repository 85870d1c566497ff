// Tests which login a link continues, also after the app was ended.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

/// A login that waits for links with this prefix.
private struct WaitingLogin: ResumableLogin {
  let prefix: String
  var kind = LinkMatch.address
  var error: CallbackError?
  let resumed = Shared<[URL]>([])

  func match(of link: URL) -> LinkMatch {
    link.absoluteString.hasPrefix(prefix) ? kind : .none
  }

  func resume(with link: URL) async throws -> String {
    resumed.withLock { $0.append(link) }
    if let error { throw error }
    return prefix
  }
}

@Suite(.timeLimit(.minutes(5))) struct LoginLinksTests {
  private let link: URL

  init() throws {
    link = try #require(URL(string: "shop:/callback?code=c"))
  }

  // MARK: The choice of the login

  @Test func linkContinuesTheLoginThatWaitsForIt() async throws {
    let (one, other) = (WaitingLogin(prefix: "shop:/other"), WaitingLogin(prefix: "shop:/callback"))
    let results = Shared<[String]>([])
    let links = LoginLinks().adding(one).adding(other) { result in
      results.withLock { $0.append(result) }
    }
    #expect(try await links.open(link))
    #expect(one.resumed.withLock { $0.isEmpty } && other.resumed.withLock { $0 } == [link])
    #expect(results.withLock { $0 } == ["shop:/callback"])
  }

  @Test func linkOfAnotherPartOfTheAppIsLeftToIt() async throws {
    let login = WaitingLogin(prefix: "shop:/callback")
    let order = try #require(URL(string: "shop:/orders/1"))
    #expect(try await LoginLinks().adding(login).open(order) == false)
    #expect(login.resumed.withLock { $0.isEmpty })
  }

  /// The order of the logins has no effect.
  @Test func stateCountsMoreThanTheAddress() async throws {
    let unsure = WaitingLogin(prefix: "shop:")
    let certain = WaitingLogin(prefix: "shop:", kind: .state)
    for links in [
      LoginLinks().adding(unsure).adding(certain), LoginLinks().adding(certain).adding(unsure),
    ] {
      #expect(try await links.open(link))
    }
    #expect(unsure.resumed.withLock { $0.isEmpty } && certain.resumed.withLock { $0.count } == 2)
  }

  @Test func linkForWhichTwoLoginsWaitIsRefused() async throws {
    let (one, other) = (WaitingLogin(prefix: "shop:"), WaitingLogin(prefix: "shop:"))
    #expect(try await LoginLinks().adding(one).adding(other).open(link) == false)
    #expect(one.resumed.withLock { $0.isEmpty } && other.resumed.withLock { $0.isEmpty })
  }

  @Test func errorOfTheLoginIsThrown() async throws {
    let login = WaitingLogin(prefix: "shop:", error: .wrongIssuer)
    await #expect(throws: CallbackError.wrongIssuer) {
      try await LoginLinks().adding(login).open(link)
    }
  }

  @Test func linksAreNeverPrinted() {
    let links = LoginLinks().adding(WaitingLogin(prefix: "s3cret"))
    #expect("\(links)" == "1 logins")
  }

  // MARK: A restart of the app

  /// Two providers, and Ory, at one address. Each app after the first is the same one after a restart.
  private struct App {
    let links: LoginLinks
    let providers: [PretendLogin]
    let ory: OryApp

    /// - Parameter file: the first part of the names of the stores. The pending logins are in their
    ///   companions.
    init(_ file: URL, _ fake: OryFake = OryFake()) async throws {
      var providers: [PretendLogin] = []
      for domain in ["one.example", "two.example"] {
        providers.append(
          try await PretendLogin(
            redirectURI: "shop:/callback",
            store: FileStore(url: file.appendingPathExtension(domain))
          ) {
            $0 = (try? OpenIDProvider.auth0(domain: domain)) ?? $0
          })
      }
      self.providers = providers
      ory = try OryApp(
        ory: fake, redirectURI: "shop:/callback",
        pendingStore: FileStore(url: file.appendingPathExtension("ory")))
      links = LoginLinks().adding(providers[0].login).adding(providers[1].login).adding(ory.login)
    }

    var requests: Int {
      get async {
        var count = ory.ory.lines.count
        for provider in providers { count += await provider.server.requests.count }
        return count
      }
    }
  }

  private func grant(_ provider: PretendLogin) async throws {
    try await provider.server.respond(
      to: "/oauth/token", ["access_token": "a", "token_type": "Bearer", "expires_in": 600])
  }

  private let options = LoginOptions(scopes: ["read"])

  @Test func eachLoginIsCompletedByItsOwnRedirect() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "app/session")
      let first = try await App(file)
      var redirects: [URL] = []
      for provider in first.providers {
        let attempt = try await provider.login.begin(options)
        redirects.append(try attempt.redirect())
      }
      redirects.append(try first.ory.callback(of: try await first.ory.begin()))

      let restarted = try await App(file, first.ory.ory)
      for provider in restarted.providers { try await grant(provider) }
      for redirect in redirects.reversed() { #expect(try await restarted.links.open(redirect)) }
      for provider in restarted.providers {
        #expect(await provider.server.requests.count == 1)
        #expect(await provider.login.sessions.state.session != nil)
      }
      #expect(first.ory.ory.lines.count { $0 == "GET /sessions/token-exchange" } == 1)

      // Each link is accepted once, also by the next run.
      for app in [restarted, try await App(file)] {
        let before = await app.requests
        for redirect in redirects { #expect(try await app.links.open(redirect) == false) }
        #expect(await app.requests == before)
      }
    }
  }

  @Test(arguments: [
    "shop:/callback?code=c&state=made-up", "shop:/callback?code=c", "shop:/callback",
    "shop:/callback/?code=c&state=STATE", "shop://callback?code=c&state=STATE",
    "shop:/callback?code=c&state=STATE&state=STATE", "shop:/callback?code=c&state=STATE#x",
    "shop:/callback?access_token=a&state=STATE", "other:/callback?code=c&state=STATE",
  ])
  func forgedLinkIsIgnoredAndLeavesTheLogin(_ text: String) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "app/session")
      let first = try await App(file)
      let attempt = try await first.providers[0].login.begin(options)
      let state = attempt.parameters["state"] ?? ""
      let restarted = try await App(file)
      let forged = try #require(URL(string: text.replacing("STATE", with: state)))
      #expect(try await restarted.links.open(forged) == false)
      #expect(await restarted.requests == 0)
      try await grant(restarted.providers[0])
      #expect(try await restarted.links.open(try attempt.redirect()))
    }
  }

  @Test func linkOfAnExpiredLoginIsIgnored() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "app/session")
      let attempt = try await App(file).providers[0].login.begin(options)
      let redirect = try attempt.redirect()
      let restarted = try await App(file)
      restarted.providers[0].clock.withLock { $0 += 3601 }
      #expect(try await restarted.links.open(redirect) == false)
      #expect(await restarted.requests == 0)
    }
  }

  /// The companion of the session's store has the pending logins, without an option.
  @Test func redirectCompletesALoginOfAKilledProcess() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "app/session")
      for run in 0..<5 {
        let output = try await killProcess(
          builtProgram("AppProcess"), ["login", file.path, "shop:/callback"], in: folder,
          after: Double(run) * 0.7)
        let pending = file.appendingPathExtension("pending")
        let mode = try FileManager.default.attributesOfItem(atPath: pending.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        // The last line may be cut off.
        for page in output.split(separator: "\n").dropLast().suffix(1) {
          let page = try #require(URL(string: String(page)))
          let restarted = try await PretendLogin(store: FileStore(url: file))
          restarted.clock.withLock { $0 = .now }
          try await grant(restarted)
          let redirect = try #require(
            PretendLogin.redirect(from: page, to: try RedirectURI("shop:/callback")))
          #expect(try await LoginLinks().adding(restarted.login).open(redirect))
          let verifier = await restarted.server.lastBody("/oauth/token")["code_verifier"] ?? ""
          #expect(
            CodeVerifier(Secret(verifier)).challenge
              == PretendLogin.parameters(of: page)["code_challenge"])
        }
      }
    }
  }
}
