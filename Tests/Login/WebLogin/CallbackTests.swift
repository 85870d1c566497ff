import AuthGenRuntime
import AuthGenWebLogin
import Foundation
import Testing

struct CallbackTests {
  private func callback(_ text: String, to redirectURI: String) throws -> Callback {
    let url = try #require(URL(string: text))
    return try Callback(url, to: RedirectURI(redirectURI, allowsLocalhost: true))
  }

  @Test(arguments: [
    ("com.example.shop:/callback", "com.example.shop:/callback?code=abc"),
    ("com.example.shop:/callback", "COM.Example.Shop:/callback?code=abc"),
    ("com.example.shop://callback", "com.example.shop://CALLBACK?code=abc"),
    ("com.example.shop://callback/", "com.example.shop://callback/?code=abc"),
    ("https://example.com", "https://example.com/?code=abc"),
    ("https://example.com:443/cb", "https://EXAMPLE.com/cb?code=abc"),
    ("https://example.com/cb", "https://example.com:443/cb?code=abc"),
    ("http://127.0.0.1/cb", "http://127.0.0.1:80/cb?code=abc"),
    ("http://127.0.0.1:8080/cb?app=1", "http://127.0.0.1:8080/cb?app=1&code=abc"),
    ("http://[::1]:8080/cb", "http://[::1]:8080/cb?code=abc"),
    ("http://127.0.0.1:0/cb", "http://127.0.0.1:0/cb?code=abc"),
    ("com.example.shop:/a%2Fb", "com.example.shop:/a%2Fb?code=abc"),
    // An empty fragment, and Facebook's fragment.
    ("com.example.shop:/callback", "com.example.shop:/callback?code=abc#"),
    ("com.example.shop:/callback", "com.example.shop:/callback?code=abc#_=_"),
  ])
  func redirectURIWithParametersIsRead(redirectURI: String, text: String) throws {
    #expect(try callback(text, to: redirectURI)["code"] == "abc")
  }

  @Test(arguments: [
    // Scheme, host, port.
    ("com.example.shop:/callback", "com.example.shop2:/callback?code=abc"),
    ("com.example.shop:/callback", "com.example:/callback?code=abc"),
    ("com.example.shop:/callback", "com.example.shop://host/callback?code=abc"),
    ("com.example.shop:/callback", "com.example.shop:///callback?code=abc"),
    ("com.example.shop://callback", "com.example.shop:/callback?code=abc"),
    ("com.example.shop://callback", "com.example.shop://callback2?code=abc"),
    ("com.example.shop://callback", "com.example.shop://callback:1?code=abc"),
    ("com.example.shop://callback", "com.example.shop://callback:0?code=abc"),
    ("com.example.shop://callback", "com.example.shop://callback.?code=abc"),
    ("com.example.shop://callback", "com.example.shop://x@callback?code=abc"),
    ("com.example.shop://callback", "com.example.shop://call%62ack?code=abc"),
    ("https://example.com/cb", "http://example.com/cb?code=abc"),
    ("https://example.com/cb", "https://example.com./cb?code=abc"),
    ("https://example.com/cb", "https://example.com:8443/cb?code=abc"),
    ("https://example.com/cb", "https://example.com:80/cb?code=abc"),
    ("https://example.com/cb", "https://example.com.evil.com/cb?code=abc"),
    ("https://example.com/cb", "https://example.com@evil.com/cb?code=abc"),
    ("https://example.com/cb", "https://evil.com@example.com/cb?code=abc"),
    ("https://example.com/cb", "https://evil.com/https://example.com/cb?code=abc"),
    ("https://example.com/cb", "https://evil.com?https://example.com/cb?code=abc"),
    ("https://example.com/cb", "https://example.com\\@evil.com/cb?code=abc"),
    ("https://example.com/cb", "https:/example.com/cb?code=abc"),
    ("https://example.com/cb", "//example.com/cb?code=abc"),
    ("https://example.com/cb", "/cb?code=abc"),
    ("https://example.com/cb", "https://exаmple.com/cb?code=abc"),
    ("http://127.0.0.1:8080/cb", "http://127.0.0.1:8081/cb?code=abc"),
    ("http://127.0.0.1:8080/cb", "http://127.0.0.1/cb?code=abc"),
    ("http://127.0.0.1:8080/cb", "https://127.0.0.1:8080/cb?code=abc"),
    ("http://127.0.0.1:8080/cb", "http://localhost:8080/cb?code=abc"),
    ("http://127.0.0.1:8080/cb", "http://[::1]:8080/cb?code=abc"),
    ("http://127.0.0.1:0/cb", "http://127.0.0.1/cb?code=abc"),
    ("http://127.0.0.1:0/cb", "http://127.0.0.1:80/cb?code=abc"),
    ("http://localhost:8080/cb", "http://127.0.0.1:8080/cb?code=abc"),
    ("http://[::1]:8080/cb", "http://[0:0:0:0:0:0:0:1]:8080/cb?code=abc"),
    // Path.
    ("com.example.shop:/callback", "com.example.shop:/Callback?code=abc"),
    ("com.example.shop:/callback", "com.example.shop:/callback/?code=abc"),
    ("com.example.shop:/callback", "com.example.shop:/callback/x?code=abc"),
    ("com.example.shop:/callback", "com.example.shop:callback?code=abc"),
    ("com.example.shop:/callback", "com.example.shop:/callbac?code=abc"),
    ("com.example.shop:/callback", "com.example.shop:/%63allback?code=abc"),
    ("com.example.shop:/callback", "com.example.shop:/callback%2F?code=abc"),
    ("com.example.shop:/callback", "com.example.shop:/callback%3Fcode=abc"),
    ("com.example.shop:/callback", "com.example.shop:/callback%00?code=abc"),
    ("com.example.shop:/callback", "com.example.shop:/x/../callback?code=abc"),
    ("com.example.shop:/callback", "com.example.shop:/./callback?code=abc"),
    ("com.example.shop:/callback", "com.example.shop:\\callback?code=abc"),
    ("com.example.shop:/callback", "com.example.shop:/callback\u{200B}?code=abc"),
    ("com.example.shop:/callback", "com.example.shop:/callback;code=abc"),
    ("com.example.shop:/a%2Fb", "com.example.shop:/a/b?code=abc"),
    ("com.example.shop:/a/b", "com.example.shop:/a%2Fb?code=abc"),
    ("com.example.shop:/a/b", "com.example.shop:/a%5Cb?code=abc"),
    // Rejected before any parameter is read.
    ("com.example.shop:/callback", "com.example.shop:/x?a=1&a=2&access_token=t#x"),
  ])
  func anyOtherAddressIsRejected(redirectURI: String, text: String) {
    #expect(throws: CallbackError.wrongAddress) { try callback(text, to: redirectURI) }
  }

  @Test(arguments: [
    ("?code=abc#access_token=t", CallbackError.fragment), ("?code=abc#x", .fragment),
    ("#code=abc", .fragment), ("?code=abc#_=_&id_token=t", .fragment),
    ("?code=a&code=a", .duplicateParameter), ("?state=a&code=b&state=c", .duplicateParameter),
    ("?code=a&c%6Fde=b", .duplicateParameter), ("?a&a=", .duplicateParameter),
    ("?=a&=b", .duplicateParameter), ("?a+b=1&a%20b=2", .duplicateParameter),
    ("?access_token=t", .tokenInURL), ("?code=a&id_token=t", .tokenInURL),
    ("?code=a&access_token", .tokenInURL), ("?code=a&id%5Ftoken=t", .tokenInURL),
    ("?code=%FF", .malformed), ("?code=%C0%AF", .malformed), ("?%ED%A0%80=a", .malformed),
  ])
  func forbiddenParameterIsRejected(rest: String, error: CallbackError) {
    #expect(throws: error) {
      try callback("com.example.shop:/callback\(rest)", to: "com.example.shop:/callback")
    }
  }

  @Test func longRedirectIsRejected() throws {
    let redirectURI = try RedirectURI("shop:/callback")
    let marks =
      String(repeating: "%CC%81", count: 6_000) + String(repeating: "%CC%B4", count: 6_000)
    let long = try #require(URL(string: "shop:/callback?\(marks)=x"))
    #expect(throws: CallbackError.malformed) { try Callback(long, to: redirectURI) }
  }

  @Test func parametersAreReadAsFormEncoding() throws {
    let callback = try callback(
      "com.example.shop:/cb?&code=a%2Bb+c%26d=e&&empty=&bare&%C3%A9=%E2%82%AC&CODE=x&/?=@:&",
      to: "com.example.shop:/cb")
    for (name, value) in [
      ("code", "a+b c&d=e"), ("empty", ""), ("bare", ""), ("é", "€"), ("CODE", "x"), ("/?", "@:"),
    ] { #expect(callback[name] == value, "\(name)") }
    #expect(callback["state"] == nil && callback.secret("state") == nil)
    #expect(callback.secret("code")?.reveal() == "a+b c&d=e")
  }

  @Test func redirectWithoutParametersHasNone() throws {
    for rest in ["", "?", "?&"] {
      let callback = try callback("com.example.shop:/cb\(rest)", to: "com.example.shop:/cb")
      #expect(callback["code"] == nil && callback[""] == nil)
    }
  }

  @Test func callbackIsNeverPrinted() throws {
    let callback = try callback("com.example.shop:/cb?code=s3cr3t", to: "com.example.shop:/cb")
    var dumped = ""
    dump(callback, to: &dumped)
    for text in [
      "\(callback)", String(reflecting: callback), dumped,
      "\(Mirror(reflecting: callback).children.map(\.value))",
    ] {
      #expect(!text.contains("s3cr3t"))
    }
  }

  @Test func errorsShowNothingOfTheRedirect() {
    for error in [
      CallbackError.wrongAddress, .fragment, .malformed, .duplicateParameter, .tokenInURL,
      .missing("code"), .wrongState, .wrongIssuer,
    ] { #expect("\(error)".hasPrefix("the redirect")) }
  }
}
