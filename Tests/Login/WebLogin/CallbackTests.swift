import AuthGenRuntime
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

struct CallbackTests {
  private func callback(_ text: String, to redirectURI: String) throws -> Callback {
    let url = try #require(URL(string: text))
    return try Callback(url, to: RedirectURI(redirectURI, allowsLocalhost: true))
  }

  /// The code that a redirect has in a row of a fixture.
  private func code(in row: String) throws -> String? {
    let parts = row.components(separatedBy: "  ")
    return try callback(parts[1], to: parts[0])["code"]
  }

  @Test(arguments: TextCase.all(in: "Login/Fixtures/Redirects.txt").flatMap(\.lines))
  func redirectURIWithParametersIsRead(row: String) throws {
    #expect(try code(in: row) == "abc")
  }

  @Test(
    arguments: TextCase.all(in: "Login/Fixtures/OtherRedirects.txt").flatMap(\.lines) + [
      "com.example.shop:/callback  com.example.shop:/callback\u{200B}?code=abc"
    ])
  func anyOtherAddressIsRejected(row: String) {
    #expect(throws: CallbackError.wrongAddress) { try code(in: row) }
  }

  @Test(arguments: ["?code=a", "?code=a&state=", "?code=a&state=s2", "?code=a&state=S1"])
  func redirectWithAnotherStateIsRejected(query: String) throws {
    try callback("shop:/cb?code=a&state=s1", to: "shop:/cb").check("s1")
    let error = #expect(throws: CallbackError.self) {
      try callback("shop:/cb\(query)", to: "shop:/cb").check("s1")
    }
    #expect([.missing("state"), .wrongState].contains(error))
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
    for text in shapes(of: callback) { #expect(!text.contains("s3cr3t")) }
  }

  @Test func errorsShowNothingOfTheRedirect() {
    for error in [
      CallbackError.wrongAddress, .fragment, .malformed, .duplicateParameter, .tokenInURL,
      .missing("code"), .wrongState, .wrongIssuer,
    ] { #expect("\(error)".hasPrefix("the redirect")) }
  }
}
