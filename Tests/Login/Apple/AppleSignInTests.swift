// Tests the request of a sign-in with Apple, and what becomes of each value of the response.

import AuthGenApple
import AuthGenCryptography
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import Testing

@Suite struct AppleSignInTests {
  private struct FixedSource: RandomSource {
    var byte: UInt8 = 0x2E
    func bytes(_ count: Int) throws(RandomSourceError) -> [UInt8] {
      Array(repeating: byte, count: count)
    }
  }

  /// A JWT with these claims, without a real signature.
  static func token(_ claims: JSON.Object) throws -> Data {
    let payload = try JSONEncoder().encode(claims)
    let parts = [Data(#"{"alg":"RS256"}"#.utf8), payload, Data("signature".utf8)]
    return Data(parts.map { Base64URL.encode($0) }.joined(separator: ".").utf8)
  }

  private func response(
    _ token: Data?, code: Data? = Data("c0de-s3cret".utf8), name: PersonNameComponents? = nil,
    email: String? = nil
  ) -> AppleResponse {
    AppleResponse(
      identityToken: token, authorizationCode: code, user: "001234.s3cret", name: name,
      email: email, realUserStatus: .likelyReal)
  }

  private func error(
    of signIn: AppleSignIn, _ response: AppleResponse
  ) -> AppleSignInError? {
    do throws(AppleSignInError) {
      _ = try signIn.credential(of: response)
      return nil
    } catch {
      return error
    }
  }

  // MARK: The nonce

  @Test func requestHasTheHashOfTheNonce() throws {
    let nonce = try #require(try AppleSignIn(random: FixedSource()).nonce)
    let raw = String(repeating: "Li4u", count: 10) + "Li4"
    #expect(nonce.raw.reveal() == raw)
    let digits = sha256(Array(raw.utf8)).map { String(format: "%02x", $0) }
    #expect(nonce.hashed.reveal() == digits.joined())
    #expect(nonce.hashed.reveal().utf8.count == 64 && nonce.hashed != nonce.raw)
  }

  @Test func everySignInHasItsOwnNonce() throws {
    let signIns = try (0..<100).map { _ in try AppleSignIn() }
    #expect(Set(signIns.map { $0.nonce?.raw }).count == 100)
    for signIn in signIns { #expect(signIn.nonce?.raw.reveal().utf8.count == 43) }
    #expect(AppleSignIn.withoutNonce().nonce == nil)
  }

  @Test func signInWithoutRandomBytesIsAnError() {
    #expect(throws: AppleSignInError.noRandomBytes) {
      try AppleSignIn(random: FailingRandomSource())
    }
  }

  @Test func nameAndAddressAreRequestedByDefault() throws {
    #expect(try AppleSignIn().scopes == [.fullName, .email])
    #expect(AppleSignIn.withoutNonce(requesting: []).scopes == [])
  }

  // MARK: The values

  @Test func eachValueOfTheResponseHasItsPlace() throws {
    let signIn = try AppleSignIn()
    let hashed = try #require(signIn.nonce?.hashed.reveal())
    let token = try Self.token(["sub": .string("001234.s3cret"), "nonce": .string(hashed)])
    var name = PersonNameComponents()
    name.givenName = "Ada"
    name.familyName = "Lovelace"
    let credential = try signIn.credential(
      of: response(token, name: name, email: "ada@example.com"))
    #expect(credential.identityToken.reveal() == String(decoding: token, as: UTF8.self))
    #expect(credential.authorizationCode?.reveal() == "c0de-s3cret")
    #expect(credential.user == "001234.s3cret" && credential.email == "ada@example.com")
    #expect(credential.name == name && credential.fullName == "Ada Lovelace")
    #expect(credential.realUserStatus == .likelyReal && credential.nonce == signIn.nonce)
  }

  /// At a later sign-in, Apple sends a name without parts. A prefix alone is no text.
  @Test(arguments: [nil, "Dr."]) func laterSignInHasNoNameAndNoAddress(prefix: String?) throws {
    var name = PersonNameComponents()
    name.namePrefix = prefix
    let credential = try AppleSignIn.withoutNonce().credential(
      of: response(try Self.token([:]), code: nil, name: name, email: ""))
    #expect(credential.name == (prefix == nil ? nil : name) && credential.fullName == nil)
    #expect(credential.email == nil && credential.authorizationCode == nil)
  }

  // MARK: Hostile responses

  @Test func responseWithoutAnIdentityTokenIsAnError() throws {
    #expect(error(of: try AppleSignIn(), response(nil)) == .noIdentityToken)
  }

  @Test(arguments: [
    Data(), Data([0xFF, 0xFE]), Data("c0de-s3cret".utf8), Data("a.b.c".utf8),
    Data("e30.W10.e30".utf8), Data(#"{"alg":"RS256"}"#.utf8),
  ])
  func tokenThatIsNoJWTIsAnError(_ token: Data) throws {
    #expect(error(of: try AppleSignIn(), response(token)) == .invalidResponse)
  }

  /// The two values are of one type at Apple.
  @Test func swappedTokenAndCodeAreAnError() throws {
    let signIn = try AppleSignIn()
    let hashed = try #require(signIn.nonce?.hashed.reveal())
    let token = try Self.token(["nonce": .string(hashed)])
    #expect(error(of: signIn, response(Data("c0de-s3cret".utf8), code: token)) == .invalidResponse)
  }

  @Test func codeThatIsNotTextIsAnError() throws {
    let response = response(try Self.token([:]), code: Data([0xC3]))
    #expect(error(of: .withoutNonce(), response) == .invalidResponse)
  }

  @Test func identityTokenOfAnotherSignInIsAnError() throws {
    let other = try #require(try AppleSignIn().nonce)
    for nonce: JSON in [.string(other.hashed.reveal()), .string(""), .null, .integer(1)] {
      let token = try Self.token(["nonce": nonce])
      #expect(error(of: try AppleSignIn(), response(token)) == .wrongNonce)
    }
    // The raw nonce, and the hash in other letters.
    let signIn = try AppleSignIn()
    let raw = try #require(signIn.nonce?.raw.reveal())
    #expect(error(of: signIn, response(try Self.token(["nonce": .string(raw)]))) == .wrongNonce)
    let upper = try AppleSignIn()
    let hashed = try #require(upper.nonce?.hashed.reveal().uppercased())
    #expect(error(of: upper, response(try Self.token(["nonce": .string(hashed)]))) == .wrongNonce)
  }

  /// Apple's documentation: if the platform supports nonces, the claim is mandatory.
  @Test(
    arguments: [
      (.boolean(true), .wrongNonce), (.string("true"), .wrongNonce), (.boolean(false), nil),
      (.string("false"), nil), (.null, nil),
    ] as [(JSON, AppleSignInError?)])
  func missingNonceIsAnErrorWhereNoncesAreSupported(
    _ supported: JSON, _ expected: AppleSignInError?
  ) throws {
    let token = try Self.token(["nonce_supported": supported])
    #expect(error(of: try AppleSignIn(), response(token)) == expected)
  }

  @Test func responseIsTakenOnce() throws {
    let signIn = try AppleSignIn()
    let hashed = try #require(signIn.nonce?.hashed.reveal())
    let response = response(try Self.token(["nonce": .string(hashed)]))
    let copy = signIn
    #expect(error(of: signIn, response) == nil)
    #expect(error(of: signIn, response) == .alreadyUsed)
    #expect(error(of: copy, response) == .alreadyUsed)
  }

  // MARK: Errors and texts

  @Test(arguments: [
    (1000, AppleSignInError.other(code: 1000)), (1001, .cancelled), (1002, .invalidResponse),
    (1003, .notHandled), (1004, .failed), (1005, .notInteractive), (1006, .other(code: 1006)),
    (-7001, .other(code: -7001)),
  ])
  func codeOfTheSystemHasItsCase(_ code: Int, _ expected: AppleSignInError) {
    #expect(AppleSignInError(code: code) == expected)
  }

  @Test func signInWithAppleIsNeverPrinted() throws {
    let signIn = try AppleSignIn(random: FixedSource())
    let hashed = try #require(signIn.nonce?.hashed.reveal())
    let response = response(
      try Self.token(["nonce": .string(hashed)]), email: "s3cret@example.com")
    let credential = try signIn.credential(of: response)
    for value in [signIn, response, credential, signIn.nonce as Any] as [Any] {
      for text in shapes(of: value) {
        for secret in ["s3cret", "Li4u", hashed] { #expect(!text.contains(secret), "\(text)") }
      }
    }
  }
}
