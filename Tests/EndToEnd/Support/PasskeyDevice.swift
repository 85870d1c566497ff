// A user's device with passkeys: what the system's sheet returns. The servers play it, and sign with another
// library.

import AuthGenRuntime
import AuthGenTestServers
import AuthGenWebLogin
import Foundation
import Testing

extension Backend {
  /// Creates a passkey.
  func answer(to request: PasskeyRegistration) async throws -> PasskeyAnswer {
    let created = try await device([
      "relying_party": request.relyingParty,
      "challenge": request.challenge.base64EncodedString(),
      "user_id": request.userID.base64EncodedString(),
    ])
    return seen(
      PasskeyAnswer(
        credentialID: try #require(created["credential_id"]),
        clientData: try #require(created["client_data"]),
        attestation: try #require(created["attestation"])))
  }

  /// Signs with a passkey of this device.
  ///
  /// - Parameter passkey: its identifier.
  func answer(to request: PasskeySignIn, with passkey: Data) async throws -> PasskeyAnswer {
    let signed = try await device([
      "relying_party": request.relyingParty,
      "challenge": request.challenge.base64EncodedString(),
      "allowed": [passkey.base64EncodedString()],
    ])
    return seen(
      PasskeyAnswer(
        credentialID: try #require(signed["credential_id"]),
        clientData: try #require(signed["client_data"]),
        authenticatorData: try #require(signed["authenticator_data"]),
        signature: try #require(signed["signature"]), userID: signed["user_id"]))
  }

  private func device(_ order: [String: any Sendable]) async throws -> [ExactString: Data] {
    let reply = try await control("passkeys", order)
    guard case .object(let parts) = reply else { return [:] }
    return parts.compactMapValues { $0.string.flatMap { Data(base64Encoded: $0) } }
  }
}

extension PasskeyAnswer {
  /// The identifier of its passkey.
  func credentialID() throws -> Data {
    let answer = try JSONDecoder().decode(JSON.Object.self, from: Data(json.reveal().utf8))
    let text = try #require(answer["rawId"]?.string)
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - standard.count % 4) % 4)
    return try #require(Data(base64Encoded: standard + padding))
  }
}
