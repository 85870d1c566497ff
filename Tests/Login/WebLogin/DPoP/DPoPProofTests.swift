import AuthGenLoginTestSupport
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import Testing

struct DPoPProofTests {
  private static let key = OpenSSLKey()
  private let time = Date(timeIntervalSince1970: 1_700_000_000.9)

  private func proof(
    _ method: HTTPRequest.Method = .post, _ url: String = "https://auth.example.com/token",
    accessToken: Secret? = nil, nonce: String? = nil
  ) async throws -> OpenedProof {
    let url = try #require(URL(string: url))
    let proof = try #require(
      try DPoPProof(
        method, url, accessToken: accessToken, nonce: nonce, issued: time,
        random: SystemRandomSource()))
    return try #require(OpenedProof(try await proof.jwt(by: Self.key)))
  }

  /// RFC 9449, section 4.2.
  @Test func headerHasOnlyThePublicKey() async throws {
    let publicKey = try await Self.key.publicKey
    let proof = try await proof()
    #expect(
      proof.header == [
        "typ": .string("dpop+jwt"), "alg": .string("ES256"),
        "jwk": .object([
          "kty": .string("EC"), "crv": .string("P-256"),
          "x": .string(Base64URL.encode(publicKey.x)), "y": .string(Base64URL.encode(publicKey.y)),
        ]),
      ])
  }

  @Test func proofHasOnlyMethodURLAndTime() async throws {
    let proof = try await proof(.delete)
    #expect(Set(proof.claims.keys) == ["jti", "htm", "htu", "iat"])
    #expect(proof.claims["htm"] == .string("DELETE"))
    #expect(proof.claims["htu"] == .string("https://auth.example.com/token"))
    #expect(proof.claims["iat"] == .integer(1_700_000_000))
  }

  @Test func everyProofHasItsOwnJTI() async throws {
    var seen: Set<String> = []
    for _ in 0..<5 {
      let jti = try #require(try await proof().claims["jti"]?.string)
      #expect((Base64URL.decode(jti)?.count ?? 0) >= 12)
      seen.insert(jti)
    }
    #expect(seen.count == 5)
  }

  /// RFC 9449, section 4.2, and RFC 3986, section 6.2.3.
  @Test(arguments: [
    ("https://a.example/token?code=1#top", "https://a.example/token"),
    ("https://a.example/token?", "https://a.example/token"),
    ("HTTPS://A.Example:443/Token", "https://a.example/Token"),
    ("https://a.example:8443/token", "https://a.example:8443/token"),
    ("http://127.0.0.1:80/a", "http://127.0.0.1/a"),
    ("http://127.0.0.1:443/a", "http://127.0.0.1:443/a"),
    ("http://[::1]:8080/a%20b/", "http://[::1]:8080/a%20b/"),
    ("https://a.example?code=1", "https://a.example/"),
  ])
  func urlHasNoQueryOrFragment(_ url: String, _ htu: String) async throws {
    let proof = try await proof(.get, url)
    #expect(proof.claims["htu"] == .string(htu))
  }

  @Test(arguments: ["ftp://a.example/", "https://ada@a.example/", "shop:/callback"])
  func otherAddressHasNoProof(_ url: String) throws {
    let url = try #require(URL(string: url))
    #expect(try DPoPProof(.get, url, issued: time, random: SystemRandomSource()) == nil)
  }

  /// The example of RFC 9449, section 7.1.
  @Test func proofHasTheAccessTokensHashAndTheNonce() async throws {
    let token: Secret = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"
    let proof = try await proof(accessToken: token, nonce: "eyJ7S_zG.eyJH0-Z.HX4w-7v")
    #expect(proof.claims["nonce"] == .string("eyJ7S_zG.eyJH0-Z.HX4w-7v"))
    #expect(proof.claims["ath"] == .string("fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo"))
  }

  /// The example of RFC 9449, section 6.1.
  @Test func thumbprintsEqualTheSpecifications() throws {
    let x = try #require(Base64URL.decode("l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs"))
    let y = try #require(Base64URL.decode("9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"))
    let key = try #require(DPoPPublicKey(x: Data(x), y: Data(y)))
    #expect(key.thumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    #expect(DPoPPublicKey(x: Data(x), y: Data(y.dropLast())) == nil)
  }

  /// A server would reject it with a less helpful message.
  @Test func signatureOfAnotherLengthIsAnError() async throws {
    struct DERKey: DPoPKey {
      var publicKey: DPoPPublicKey {
        get throws(DPoPKeyError) {
          guard let key = DPoPPublicKey(x: Data(count: 32), y: Data(count: 32)) else {
            throw .unusable
          }
          return key
        }
      }
      func signature(for message: Data) -> Data { Data(count: 70) }
      func remove() {}
    }
    let url = try #require(URL(string: "https://auth.example.com/token"))
    let proof = try #require(
      try DPoPProof(.post, url, issued: time, random: SystemRandomSource()))
    await #expect(throws: DPoPKeyError.unusable) { try await proof.jwt(by: DERKey()) }
  }
}
