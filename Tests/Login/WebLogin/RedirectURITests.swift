import AuthGenWebLogin
import Testing

struct RedirectURITests {
  @Test(arguments: [
    ("com.example.shop:/callback", RedirectURI.Kind.customScheme),
    ("com.example.shop://callback", .customScheme), ("myapp://oauth-callback", .customScheme),
    ("com.example.shop:callback", .customScheme), ("COM.EXAMPLE.SHOP:/Callback", .customScheme),
    ("https://shop.example.com/callback", .https), ("https://shop.example.com:8443/", .https),
    ("https://[2001:db8::1]/callback", .https), ("https://localhost/callback", .https),
    ("http://127.0.0.1/callback", .loopback), ("http://127.0.0.1:8080/callback", .loopback),
    ("http://127.0.0.1:0/callback?app=1", .loopback), ("http://[::1]:0/callback", .loopback),
    ("HTTP://127.0.0.1:0", .loopback),
  ])
  func kindFollowsFromTheAddress(text: String, kind: RedirectURI.Kind) throws {
    let uri = try RedirectURI(text)
    #expect(uri.kind == kind)
    #expect(uri.description == text)
  }

  @Test(arguments: [
    "http://example.com/callback", "http:/callback", "http:callback", "http:///callback",
    "https:///x",
    "https:/callback", "http://127.0.0.2/callback", "http://0.0.0.0/callback",
    "http://127.0.0.1.:80/callback", "http://127.0.0.1.example.com/", "http://127.1/callback",
    "http://2130706433/", "http://0x7f000001/", "http://[::]/", "http://[::ffff:127.0.0.1]/",
    "http://[0:0:0:0:0:0:0:1]/", "http://localhost./", "http://localhost.example.com/",
    "http://%6cocalhost/", "http://1270.0.1/",
  ])
  func httpBeyondThisMachineIsRejected(text: String) {
    #expect(throws: InvalidRedirectURI.insecure) {
      try RedirectURI(text, allowsLocalhost: true)
    }
  }

  @Test(arguments: ["http://localhost/callback", "http://LocalHost:0/callback"])
  func localhostIsAcceptedOnRequestOnly(text: String) throws {
    #expect(throws: InvalidRedirectURI.localhost) { try RedirectURI(text) }
    #expect(try RedirectURI(text, allowsLocalhost: true).kind == .loopback)
  }

  @Test(arguments: [
    "", ":", "/callback", "//127.0.0.1/callback", "127.0.0.1:8080/callback", "1app:/callback",
    "my app:/callback", "my_app:/callback", "http://user@127.0.0.1/callback",
    "http://127.0.0.1@example.com/", "https://user:password@example.com/",
    "com.example.shop://user@callback", "http://127.0.0.1\\@example.com/",
    "http:\\\\127.0.0.1/callback", "http://127.0.0.1:65536/", "http://127.0.0.1:-1/",
    "http://127.0.0.1:+1/", "http://127.0.0.1:/", "http://127.0.0.1:8o/", "http://127.0.0.1:1:2/",
    "http://[::1/callback", "http://::1/callback", "http://127.0.0.1:٨٠/",
    "http://127.0.0.1/cällback", "http://127.0.0.1/call back", "http://127.0.0.1/call\u{0}back",
    "http://127.0.0.1/callback\n", "\u{FEFF}http://127.0.0.1/", "http://127。0。0。1/",
    "https://exämple.com/", "http://127.0.0.1/a%2", "http://127.0.0.1/a%zzb", "http://127.0.0.1/%",
    "http://127.0.0.1/a[b", "http://127.0.0.1/a|b", "http://127.0.0.1/<a>", "com.example.shop:{a}",
    "com.example.shop:a%2", "com.example.shop://callback:0", "https://example.com:0/callback",
    "http://[::0]:1:0/",
  ])
  func invalidURIIsRejected(text: String) {
    #expect(throws: InvalidRedirectURI.malformed) {
      try RedirectURI(text, allowsLocalhost: true)
    }
  }

  @Test(arguments: [
    "com.example.shop:/callback#", "com.example.shop:/callback#x", "http://127.0.0.1:0/#x?y",
    "https://example.com/#/callback",
  ])
  func fragmentsAreRejected(text: String) {
    #expect(throws: InvalidRedirectURI.fragment) { try RedirectURI(text) }
  }

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript://x/%0Aalert(1)", "data:text/html,x", "file:///callback",
    "about:blank", "blob:x", "urn:ietf:wg:oauth:2.0:oob", "mailto:a", "intent://x", "ws://x",
    "vbscript:x", "view-source:x", "sms:1", "tel:1", "ftp://x", "filesystem:x", "wss://x",
  ])
  func schemesThatNoAppCanHaveAreRejected(text: String) {
    #expect(throws: InvalidRedirectURI.unsuitableScheme) { try RedirectURI(text) }
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
