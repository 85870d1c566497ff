// What a passkey answers, in the JSON serialization of Web Authentication, level 3.
//
// https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson
// https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson
//
// Without the members of a registration that repeat parts of the attestation object, and without the kind of
// attachment, which the systems do not tell in all versions.

public import AuthGenRuntime
import AuthGenSessions
public import Foundation

/// A passkey's answer to a sign-in or a registration. A server accepts it once.
public struct PasskeyAnswer: Hashable, Sendable, RedactedDescription {
  /// The answer as JSON text, for the server: `AuthenticationResponseJSON` or `RegistrationResponseJSON`.
  public let json: Secret

  /// An answer to a sign-in.
  ///
  /// - Parameters:
  ///   - credentialID: identifies the passkey.
  ///   - clientData: `clientDataJSON`, with the challenge and the origin.
  ///   - authenticatorData: what the authenticator signs beside the client data.
  ///   - signature: the signature.
  ///   - userID: the user's account, as the registration had it. Nil if the authenticator returns none.
  public init(
    credentialID: Data, clientData: Data, authenticatorData: Data, signature: Data, userID: Data?
  ) {
    var response: JSON.Object = [
      "clientDataJSON": .bytes(clientData), "authenticatorData": .bytes(authenticatorData),
      "signature": .bytes(signature),
    ]
    response["userHandle"] = userID.flatMap { $0.isEmpty ? nil : .bytes($0) }
    self.init(credentialID, response)
  }

  /// An answer to a registration.
  ///
  /// - Parameters:
  ///   - credentialID: identifies the new passkey.
  ///   - clientData: `clientDataJSON`, with the challenge and the origin.
  ///   - attestation: the attestation object, with the public key.
  public init(credentialID: Data, clientData: Data, attestation: Data) {
    self.init(
      credentialID,
      [
        "clientDataJSON": .bytes(clientData), "attestationObject": .bytes(attestation),
        "transports": .array([.string("hybrid"), .string("internal")]),
      ])
  }

  private init(_ credentialID: Data, _ response: JSON.Object) {
    let answer = JSON.object([
      "id": .bytes(credentialID), "rawId": .bytes(credentialID), "type": .string("public-key"),
      "clientExtensionResults": .object([:]),
      "response": .object(response),
    ])
    json = Secret(String(decoding: answer.data, as: UTF8.self))
  }
}

extension JSON {
  fileprivate static func bytes(_ bytes: Data) -> JSON { .string(Base64URL.encode(bytes)) }
}
