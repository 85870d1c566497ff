import AuthGenTestSupport
import AuthGenWebLogin
import Testing

struct RedirectURITests {
  private let errors: [String: InvalidRedirectURI] = [
    "malformed": .malformed, "fragment": .fragment, "insecure": .insecure,
    "unsuitableScheme": .unsuitableScheme,
  ]

  @Test(
    arguments: TextCase.all(in: "Login/Fixtures/RedirectURIs.txt").flatMap(\.lines) + [
      "malformed ", "malformed http://127.0.0.1/call\u{0}back",
      "malformed http://127.0.0.1/callback\n", "malformed \u{FEFF}http://127.0.0.1/",
    ])
  func addressHasItsKindOrItsError(row: String) throws {
    let parts = row.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let (outcome, text) = (String(parts[0]), String(parts[1]))
    if let error = errors[outcome] {
      #expect(throws: error) { try RedirectURI(text, allowsLocalhost: true) }
    } else {
      let uri = try RedirectURI(text)
      #expect("\(uri.kind)" == outcome && uri.description == text)
    }
  }

  @Test(arguments: ["http://localhost/callback", "http://LocalHost:0/callback"])
  func localhostIsAcceptedOnRequestOnly(text: String) throws {
    #expect(throws: InvalidRedirectURI.localhost) { try RedirectURI(text) }
    #expect(try RedirectURI(text, allowsLocalhost: true).kind == .loopback)
  }

  @Test func onlyThePortOfTheAuthorityIsReplacedByAFreePort() async throws {
    // The same text also occurs in another part of each URI.
    for path in ["/callback:0", "/a:0/b", "/?x=:0", "/:0"] {
      let any = try await prepared("http://127.0.0.1:0\(path)")
      #expect(any.redirectURI.description == "http://127.0.0.1:\(any.port)\(path)")
      let port = any.port
      // This port is fixed, although it is in use.
      await #expect(throws: WebAuthenticationError.portInUse(port)) {
        try await prepared("http://127.0.0.1:\(port)\(path)")
      }
      withExtendedLifetime(any) {}
    }
  }

  @Test func listenersPortIsInTheAddress() async throws {
    for (text, begin, rest) in [
      ("HTTP://LocalHost:0/Callback?a=b", "HTTP://LocalHost:", "/Callback?a=b"),
      ("http://127.0.0.1:00000", "http://127.0.0.1:", ""),
      ("http://[::1]:0?x", "http://[::1]:", "?x"),
    ] {
      let login = try await prepared(text)
      #expect(login.redirectURI.description == "\(begin)\(login.port)\(rest)")
      #expect(login.port > 0)
    }
  }
}
