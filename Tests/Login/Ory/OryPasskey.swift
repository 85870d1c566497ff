// A device with passkeys, and what a project verifies of their answers.

import AuthGenCryptography
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation

/// An answer of Web Authentication. A hash with the device's key stands in for signatures and attestations.
struct OryPasskey: Sendable {
  let id: String
  let user: String?
  private let response: JSON

  private static let party = "shop.example"

  /// - Returns: nil for an answer that is not in the JSON serialization of Web Authentication.
  init?(answer text: String?) {
    let answer = text.flatMap { JSON(Data($0.utf8)) }
    guard let id = answer?["rawId"]?.string, answer?["id"]?.string == id,
      answer?["type"]?.string == "public-key", let response = answer?["response"]
    else { return nil }
    self.id = id
    self.response = response
    user = response["userHandle"]?.string
  }

  private func bytes(_ name: String) -> [UInt8] {
    response[name]?.string.flatMap { Base64URL.decode($0) } ?? []
  }

  /// Whether the answer registers a passkey for a challenge.
  func isNew(_ challenge: String) -> Bool {
    hasClientData("create", challenge)
      && bytes("attestationObject") == Self.signature(Self.handle(of: challenge), [])
  }

  /// Whether the answer signs a challenge.
  func hasSigned(_ challenge: String) -> Bool {
    hasClientData("get", challenge) && bytes("authenticatorData") == Self.data
      && bytes("signature") == Self.signature(user ?? "", Self.data + bytes("clientDataJSON"))
  }

  private func hasClientData(_ type: String, _ challenge: String) -> Bool {
    bytes("clientDataJSON") == Self.clientData(type, Array(challenge.utf8))
  }

  private static let data = sha256(Array(party.utf8)) + [5, 0, 0, 0, 1]

  private static func signature(_ user: String, _ bytes: [UInt8]) -> [UInt8] {
    sha256(Array("key of \(user)".utf8) + bytes)
  }

  private static func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
    let text = OryFake.text([
      "type": "webauthn.\(type)", "challenge": Base64URL.encode(challenge),
      "origin": "https://\(party)",
    ])
    return Array(text.utf8)
  }

  /// The handle of the user who registers with a challenge.
  static func handle(of challenge: String) -> String {
    Base64URL.encode("user of \(challenge)".utf8)
  }

  // MARK: The project's options

  static func node(_ challenge: String, isLogin: Bool) -> OryNode {
    let encoded = Base64URL.encode(challenge.utf8)
    if isLogin {
      let options: OryFake.Object = ["challenge": encoded, "rpId": party]
      return OryNode(
        "passkey", "passkey_challenge", "hidden", value: OryFake.text(["publicKey": options]))
    }
    let options: OryFake.Object = [
      "challenge": encoded, "rp": ["id": party], "user": ["id": handle(of: challenge), "name": ""],
      "pubKeyCredParams": [["alg": -7]],
    ]
    return OryNode(
      "passkey", "passkey_create_data", "hidden",
      value: OryFake.text([
        "credentialOptions": ["publicKey": options], "displayNameFieldName": "traits.email",
      ]))
  }

  // MARK: The device

  /// What the system's sheet returns for a new passkey.
  static func create(_ request: PasskeyRegistration) -> PasskeyAnswer {
    let user = Base64URL.encode(request.userID)
    return PasskeyAnswer(
      credentialID: request.userID,
      clientData: Data(clientData("create", Array(request.challenge))),
      attestation: Data(signature(user, [])))
  }

  /// What the system's sheet returns for the passkey of a user.
  static func sign(_ request: PasskeySignIn, as user: Data) -> PasskeyAnswer {
    let clientData = clientData("get", Array(request.challenge))
    return PasskeyAnswer(
      credentialID: user, clientData: Data(clientData), authenticatorData: Data(data),
      signature: Data(signature(Base64URL.encode(user), data + clientData)), userID: user)
  }
}
