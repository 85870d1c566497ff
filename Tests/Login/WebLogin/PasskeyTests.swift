// Tests the JSON of passkeys: the server's options and the device's answers.

import AuthGenRuntime
import AuthGenWebLogin
import Foundation
import Testing

@Suite struct PasskeyTests {
  private func json(_ text: String) throws -> JSON {
    try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  private let signIn = #"""
    {"challenge": "-_8A", "rpId": "shop.example", "timeout": 60000, "userVerification": "required",
      "allowCredentials": [{"type": "public-key", "id": "AQI", "transports": ["internal"]},
        {"type": "unheard-of", "id": "!"}]}
    """#
  private let registration = #"""
    {"challenge": "AAEC", "rp": {"id": "shop.example", "name": "Shop"},
      "user": {"id": "CQ", "name": "ada", "displayName": "Ada"},
      "pubKeyCredParams": [{"type": "public-key", "alg": -257}, {"type": "public-key", "alg": -7}],
      "excludeCredentials": [{"type": "public-key", "id": "AQI"}],
      "authenticatorSelection": {"userVerification": "discouraged"}}
    """#

  @Test func optionsOfASignInAreRead() throws {
    for text in [signIn, #"{"publicKey": \#(signIn), "mediation": "conditional"}"#] {
      let request = try PasskeySignIn(options: try json(text))
      #expect(request.challenge == Data([0xfb, 0xff, 0x00]))
      #expect(request.relyingParty == "shop.example" && request.userVerification == .required)
      #expect(request.allowedCredentials == [Data([1, 2])])
      #expect(!"\(request)".contains("shop.example"))
    }
  }

  @Test func optionsOfARegistrationAreRead() throws {
    let request = try PasskeyRegistration(options: try json(registration))
    #expect(request.challenge == Data([0, 1, 2]) && request.relyingParty == "shop.example")
    #expect(request.userID == Data([9]) && request.userName == "ada")
    #expect(request.excludedCredentials == [Data([1, 2])])
    #expect(request.userVerification == .discouraged)
    let named = try PasskeyRegistration(options: try json(registration), userName: "bob")
    #expect(named.userName == "bob")
    let silent = registration.replacingOccurrences(of: #""name": "ada""#, with: #""name": """#)
    #expect(throws: PasskeyError.invalidOptions(member: "name")) {
      try PasskeyRegistration(options: try json(silent))
    }
    #expect(try PasskeyRegistration(options: try json(silent), userName: "bob").userName == "bob")
  }

  @Test(arguments: [
    (#""-_8A""#, #""-_8=""#, "challenge"), (#""-_8A""#, #""+/8A""#, "challenge"),
    (#""-_8A""#, #""""#, "challenge"), (#""-_8A""#, "1", "challenge"),
    (#""shop.example""#, "null", "rpId"), (#""AQI""#, #""A""#, "id"),
  ])
  func invalidOptionsAreErrors(_ part: String, _ other: String, _ member: String) throws {
    let options = try json(signIn.replacingOccurrences(of: part, with: other))
    #expect(throws: PasskeyError.invalidOptions(member: member)) {
      try PasskeySignIn(options: options)
    }
  }

  @Test func unknownVerificationIsTheDefault() throws {
    let options = try json(signIn.replacingOccurrences(of: "required", with: "unheard-of"))
    #expect(try PasskeySignIn(options: options).userVerification == .preferred)
    #expect(throws: PasskeyError.invalidOptions(member: "challenge")) {
      try PasskeySignIn(options: .null)
    }
  }

  /// The systems create no other keys.
  @Test func serverMustAcceptES256() throws {
    let options = try json(registration.replacingOccurrences(of: "-7}", with: "-8}"))
    #expect(throws: PasskeyError.unsupportedAlgorithm) { try PasskeyRegistration(options: options) }
    // An empty list stands for ES256 and RS256 (Web Authentication, section 5.1.3).
    guard case .object(var members) = try json(registration) else { return }
    members["pubKeyCredParams"] = .array([])
    members["publicKey"] = .null
    _ = try PasskeyRegistration(options: .object(members))
  }

  @Test func answersAreInBase64URLWithoutPadding() throws {
    let answer = PasskeyAnswer(
      credentialID: Data([0xfb, 0xff]), clientData: Data("{}".utf8), authenticatorData: Data([1]),
      signature: Data([2, 3]), userID: Data([4]))
    #expect(
      try json(answer.json.reveal())
        == json(
          #"""
          {"id": "-_8", "rawId": "-_8", "type": "public-key",
            "clientExtensionResults": {}, "response": {"clientDataJSON": "e30",
              "authenticatorData": "AQ", "signature": "AgM", "userHandle": "BA"}}
          """#))
    let new = PasskeyAnswer(
      credentialID: Data([5]), clientData: Data("{}".utf8), attestation: Data([6]))
    #expect(
      try json(new.json.reveal())
        == json(
          #"""
          {"id": "BQ", "rawId": "BQ", "type": "public-key",
            "clientExtensionResults": {}, "response": {"clientDataJSON": "e30",
              "attestationObject": "Bg", "transports": ["hybrid", "internal"]}}
          """#))
    #expect(!"\(answer) \(new)".contains("e30"))
  }

  /// An authenticator may return no user, or an empty one.
  @Test func answerWithoutAUserHasNoHandle() throws {
    for userID in [nil, Data()] {
      let answer = PasskeyAnswer(
        credentialID: Data([1]), clientData: Data(), authenticatorData: Data(), signature: Data(),
        userID: userID)
      #expect(try json(answer.json.reveal())["response"]?["userHandle"] == nil)
    }
  }
}
