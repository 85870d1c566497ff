// Tests how the expiry of a token is read from a response.

import AuthGenRuntime
import AuthGenSessions
import Foundation
import Testing

@Suite struct TokenResponseTests {
  private let now = Date(timeIntervalSince1970: 2_000_000_000)

  private func token(_ claims: String) -> Secret {
    func part(_ text: String) -> String {
      Data(text.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
    }
    return Secret("\(part(#"{"alg":"HS256"}"#)).\(part(claims)).\(part("s"))")
  }

  @Test(arguments: [
    (#"{"exp":2000000300}"#, 300), (#"{"exp":2000000300.5}"#, 300.5), (#"{"exp":-1}"#, -2e9 - 1),
    (#"{"exp":"2000000300"}"#, nil), (#"{"exp":null}"#, nil), ("{}", nil), ("[]", nil),
    (#"{"exp":1e300}"#, 1e300),
  ])
  func expiryOfAJWTIsItsClaim(claims: String, seconds: Double?) {
    let response = TokenResponse(headers: [:], receivedAt: now)
    #expect(
      response.expiry(ofClaimIn: token(claims)) == seconds.map { now.addingTimeInterval($0) })
  }

  @Test(arguments: ["", "opaque", "a.b.c", "..", String(repeating: "a.", count: 100_000)])
  func tokenThatIsNoJWTHasNoExpiry(token: String) {
    let response = TokenResponse(headers: [:], receivedAt: now)
    #expect(response.expiry(ofClaimIn: Secret(token)) == nil)
  }

  /// The device's clock is an hour ahead, or behind.
  @Test(arguments: [3_600.0, -3_600])
  func serversDateCorrectsTheClock(lead: TimeInterval) {
    // 2033-05-18T03:33:20Z is 2,000,000,000 seconds after 1970.
    let headers: HTTPHeaders = ["Date": "Wed, 18 May 2033 03:33:20 GMT"]
    let received = now.addingTimeInterval(lead)
    let response = TokenResponse(headers: headers, receivedAt: received)
    let expected = received.addingTimeInterval(300)
    #expect(response.expiry(ofClaimIn: token(#"{"exp":2000000300}"#)) == expected)
    #expect(response.expiry(at: "2033-05-18T03:38:20Z") == expected)
    #expect(response.expiry(at: DateTime("2033-05-18T03:38:20Z")) == expected)
    #expect(response.expiry(afterSeconds: 300) == expected)
    #expect(response.expiry(afterMilliseconds: 300_000) == expected)
  }

  @Test func missingExpiryIsUnknown() {
    let response = TokenResponse(headers: [:], receivedAt: now)
    #expect(response.expiry(at: nil as String?) == nil)
    #expect(response.expiry(at: "tomorrow") == nil)
    #expect(response.expiry(afterSeconds: nil as Int?) == nil)
    #expect(response.expiry(afterMilliseconds: nil as Double?) == nil)
  }

  @Test(arguments: [
    ("sid=t0ken; Path=/; HttpOnly", "t0ken"), ("other=1; Path=/, sid=t0ken", "t0ken"),
    ("a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT, sid=\"t0ken\"; Secure", "t0ken"),
    ("sid=a=b==; Path=/", "a=b=="), ("sid=; Max-Age=0", nil), ("xsid=1, SID=2", nil), ("", nil),
    ("sid", nil), ("sid=old; Path=/, sid=t0ken; Path=/", "t0ken"), ("sid=\"", "\""),
    ("sid=\"\"", nil),
    ("sid=deleted; expires=Thu, 01-Jan-1970 00:00:01 GMT; Max-Age=0; path=/", nil),
    ("sid=deleted; Expires=Thu, 01 Jan 1970 00:00:00 GMT", nil),
    ("sid=t0ken; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60", "t0ken"),
    ("sid=t0ken, sid=deleted; Max-Age=0", nil), ("a=\u{1}; Path=/, sid=t0ken", "t0ken"),
    // A comma in the value of another cookie sets nothing.
    ("lang=x, sid=evil; Path=/, sid=good; Path=/", "good"),
    ("sid=good; Path=/, lang=x, sid=evil; HttpOnly", "good"),
    (#"lang="a, sid=evil"; Path=/, sid=good"#, "good"),
    ("lang=x, sid=evil", nil), ("sid=good, lang=x, sid=evil", "good"),
  ])
  func tokenInACookieIsItsValue(field: String, token: String?) {
    let response = TokenResponse(headers: ["Set-Cookie": field], receivedAt: now)
    #expect(response.token(inCookie: "sid") == token.map { Secret($0) })
    #expect(TokenResponse(headers: [:], receivedAt: now).token(inCookie: "sid") == nil)
  }

  @Test func tokenInAHeaderFieldIsNotEmpty() {
    let response = TokenResponse(headers: ["Shop-Token": "t", "Empty": ""], receivedAt: now)
    #expect(response.token(inHeader: "shop-token") == Secret("t"))
    #expect(response.token(inHeader: "empty") == nil)
    #expect(response.token(inHeader: "other") == nil)
  }
}
