// The content of a valid ID token.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation

/// The claims of a verified ID token (OpenID Connect Core, sections 2 and 5.1).
public struct IDTokenClaims: Hashable, Sendable {
  /// `iss`: the issuer of the token.
  public let issuer: String
  /// `sub`: identifies the user at the issuer.
  public let subject: String
  /// `aud`: the clients that the token is for.
  public let audience: [String]
  /// `exp`
  public let expiresAt: Date
  /// `iat`
  public let issuedAt: Date
  /// `auth_time`: when the user last authenticated.
  public let authenticatedAt: Date?
  /// `amr`: the authentication methods (RFC 8176).
  public let authenticationMethods: [String]
  /// `acr`
  public let authenticationContext: String?
  /// `azp`: the client to which the token was issued.
  public let authorizedParty: String?
  public let name: String?
  public let givenName: String?
  public let familyName: String?
  public let nickname: String?
  public let picture: String?
  public let email: String?
  public let isEmailVerified: Bool?
  /// `org_id`: the organization that the user logged in to.
  public let organizationID: String?
  /// `org_name`
  public let organizationName: String?
  /// All claims, by their names.
  public let all: [String: JSON]

  /// The claim at a path of member names, such as `"address", "locality"`; nil if it is missing.
  public subscript(path: String...) -> JSON? {
    path.reduce(Optional(JSON.object(all))) { $0?[$1] }
  }

  /// Decodes all claims as a type of the app.
  ///
  /// - Returns: nil if they cannot be decoded as `type`.
  public func decoded<Value: Decodable>(as type: Value.Type) -> Value? {
    RedactedJSON(.object(all)).decoded(as: type)
  }
}

extension IDTokenClaims: RedactedDescription {
  /// The issuer. The other claims are personal, or secret, such as `nonce` and `sid`.
  public var description: String { "claims by \(issuer)" }
}

/// The claims of a token, before they are verified.
struct UncheckedClaims: Decodable {
  /// Seconds since 1970, which may have a fraction (RFC 7519, section 2).
  struct NumericDate: Decodable {
    let date: Date

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let seconds = try container.decode(Double.self)
      // Dates after the year 9999 are invalid, for example milliseconds in place of seconds.
      guard (0..<253_402_300_800).contains(seconds) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "invalid date")
      }
      date = Date(timeIntervalSince1970: seconds)
    }
  }

  /// One string or a list of strings (RFC 7519, section 4.1.3).
  struct Audience: Decodable {
    let values: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        values = [text]
      } else {
        values = try container.decode([String].self)
      }
    }
  }

  let issuer: String
  let subject: String
  let audience: Audience
  let expiresAt: NumericDate
  let issuedAt: NumericDate
  let notBefore: NumericDate?
  let authorizedParty: String?
  let nonce: String?
  let accessTokenHash: String?
  let authenticatedAt: NumericDate?

  enum CodingKeys: String, CodingKey {
    case issuer = "iss"
    case subject = "sub"
    case audience = "aud"
    case expiresAt = "exp"
    case issuedAt = "iat"
    case notBefore = "nbf"
    case authorizedParty = "azp"
    case nonce
    case accessTokenHash = "at_hash"
    case authenticatedAt = "auth_time"
  }
}

extension OpenIDSession {
  /// The user's claims from the latest ID token, without a network call. They are also available
  /// after a restart. The token was verified when it was received. Nil if `openid` was not
  /// requested.
  public var claims: IDTokenClaims? {
    guard let token = idToken.flatMap({ JSONWebToken($0) }),
      let (claims, all) = UncheckedClaims.read(from: token)
    else { return nil }
    return IDTokenClaims(claims, all: all)
  }
}

extension UncheckedClaims {
  /// Decodes the claims of a token, and returns them with all claims by their names.
  ///
  /// - Returns: nil if a required claim is missing or has another type.
  static func read(from token: JSONWebToken) -> (UncheckedClaims, [String: JSON])? {
    guard let all = token.claims,
      let claims = try? JSONDecoder().decode(Self.self, from: token.payload)
    else { return nil }
    return (claims, all)
  }
}

extension IDTokenClaims {
  init(_ claims: UncheckedClaims, all: [String: JSON]) {
    issuer = claims.issuer
    subject = claims.subject
    audience = claims.audience.values
    expiresAt = claims.expiresAt.date
    issuedAt = claims.issuedAt.date
    authenticatedAt = claims.authenticatedAt?.date
    authenticationMethods = all["amr"]?.texts ?? []
    authenticationContext = all["acr"]?.string
    authorizedParty = claims.authorizedParty
    name = all["name"]?.string
    givenName = all["given_name"]?.string
    familyName = all["family_name"]?.string
    nickname = all["nickname"]?.string
    picture = all["picture"]?.string
    email = all["email"]?.string
    isEmailVerified = all["email_verified"]?.truth
    organizationID = all["org_id"]?.string
    organizationName = all["org_name"]?.string
    self.all = all
  }
}

extension JSON {
  fileprivate var texts: [String] {
    (array ?? [self]).compactMap(\.string)
  }

  /// A Boolean, which Apple sends as a string.
  fileprivate var truth: Bool? {
    switch self {
    case .boolean(let value): value
    case .string(let text): ["true": true, "false": false][text.lowercased()]
    default: nil
    }
  }
}
