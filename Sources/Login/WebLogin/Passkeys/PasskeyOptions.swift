// What a server asks of a passkey: the JSON serialization of Web Authentication, level 3.
//
// https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON
// https://www.w3.org/TR/webauthn-3/#sctn-parseRequestOptionsFromJSON

public import AuthGenRuntime
import AuthGenSessions
public import Foundation

/// Whether the device verifies the user, by biometrics or its code.
public enum UserVerification: String, Hashable, Sendable {
  case required
  case preferred
  case discouraged
}

/// A server's request to sign in with a passkey (`PublicKeyCredentialRequestOptionsJSON`).
///
/// ```swift
/// let request = try PasskeySignIn(options: options)
/// // On Apple's platforms, the sheet of the system:
/// let result = try await authorizationController.performRequest(request.systemRequest)
/// ```
public struct PasskeySignIn: Hashable, Sendable, RedactedDescription {
  /// Signed by the passkey, so an answer is valid once.
  public let challenge: Data
  /// The relying party's domain, which the app's associated domains have.
  public let relyingParty: String
  /// The identifiers of the user's passkeys; empty if any passkey of the relying party counts.
  public let allowedCredentials: [Data]
  public let userVerification: UserVerification

  /// - Parameter options: the options, or an object with the member `publicKey`, as servers send it.
  /// - Throws: ``PasskeyError/invalidOptions(member:)``.
  public init(options: JSON) throws(PasskeyError) {
    let options = options["publicKey"].flatMap { $0 == .null ? nil : $0 } ?? options
    challenge = try options.bytes("challenge")
    // The domain of the page is the default for a browser; an app has none.
    relyingParty = try options.text("rpId")
    allowedCredentials = try options.credentials("allowCredentials")
    userVerification = options.userVerification
  }
}

/// A server's request to create a passkey (`PublicKeyCredentialCreationOptionsJSON`).
public struct PasskeyRegistration: Hashable, Sendable, RedactedDescription {
  public let challenge: Data
  /// The relying party's domain, which the app's associated domains have.
  public let relyingParty: String
  /// Identifies the user's account at the relying party. It is no name and no address.
  public let userID: Data
  /// The account's name in the system's sheet, such as an email address.
  public let userName: String
  /// The identifiers of the user's passkeys, which this device must not have.
  public let excludedCredentials: [Data]
  public let userVerification: UserVerification

  /// - Parameters:
  ///   - options: the options, or an object with the member `publicKey`, as servers send it.
  ///   - userName: the account's name, if the server leaves it to the app. Default: nil, for the server's.
  /// - Throws: ``PasskeyError/invalidOptions(member:)``.
  public init(options: JSON, userName: String? = nil) throws(PasskeyError) {
    let options = options["publicKey"].flatMap { $0 == .null ? nil : $0 } ?? options
    challenge = try options.bytes("challenge")
    relyingParty = try (options["rp"] ?? .null).text("id")
    let user = options["user"] ?? .null
    userID = try user.bytes("id")
    self.userName = if let userName { userName } else { try user.text("name") }
    excludedCredentials = try options.credentials("excludeCredentials")
    userVerification = (options["authenticatorSelection"] ?? .null).userVerification
    // The systems create keys of this algorithm alone: ES256 (COSE).
    // An empty list stands for ES256 and RS256.
    guard let algorithms = options["pubKeyCredParams"]?.array,
      algorithms.isEmpty || algorithms.contains(where: { $0["alg"] == .integer(-7) })
    else { throw .unsupportedAlgorithm }
  }
}

extension JSON {
  fileprivate func text(_ name: String) throws(PasskeyError) -> String {
    guard let text = self[name]?.string, !text.isEmpty else { throw .invalidOptions(member: name) }
    return text
  }

  fileprivate func bytes(_ name: String) throws(PasskeyError) -> Data {
    guard let bytes = Base64URL.decode(try text(name)), !bytes.isEmpty else {
      throw .invalidOptions(member: name)
    }
    return Data(bytes)
  }

  /// A list of credentials. One of an unknown type is ignored, as in browsers.
  fileprivate func credentials(_ name: String) throws(PasskeyError) -> [Data] {
    var found: [Data] = []
    for credential in self[name]?.array ?? [] where credential["type"] == .string("public-key") {
      found.append(try credential.bytes("id"))
    }
    return found
  }

  /// An unknown value is the default, as in browsers.
  fileprivate var userVerification: UserVerification {
    self["userVerification"]?.string.flatMap { UserVerification(rawValue: $0) } ?? .preferred
  }
}

/// Why a passkey cannot answer a server.
public enum PasskeyError: Error, Hashable, Sendable {
  /// A member of the server's options is missing or wrong.
  case invalidOptions(member: String)
  /// The server does not accept the algorithm of the systems' passkeys, ES256.
  case unsupportedAlgorithm
  /// The system returned no signature or no attestation, or another credential than a passkey.
  case invalidAnswer
}

extension PasskeyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidOptions(let member):
      "expected \(member) in the passkey options, found none or another value"
    case .unsupportedAlgorithm: "the server does not accept passkeys with ES256: add it there"
    case .invalidAnswer: "expected an answer of a passkey, found another response"
    }
  }
}
