// The content of a valid ID token.

public import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
public import Foundation

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
  /// All claims, by their names.
  public let all: JSON.Object
  /// `nbf`
  let notBefore: Date?

  /// `amr`: the authentication methods (RFC 8176).
  public var authenticationMethods: [String] { all["amr"]?.texts ?? [] }
  /// `acr`
  public var authenticationContext: String? { all["acr"]?.string }
  /// `azp`: the client to which the token was issued.
  public var authorizedParty: String? { all["azp"]?.string }
  public var name: String? { all["name"]?.string }
  public var givenName: String? { all["given_name"]?.string }
  public var familyName: String? { all["family_name"]?.string }
  public var nickname: String? { all["nickname"]?.string }
  public var picture: String? { all["picture"]?.string }
  public var email: String? { all["email"]?.string }
  public var isEmailVerified: Bool? { all["email_verified"]?.truth }
  /// `org_id`: the organization that the user logged in to.
  public var organizationID: String? { all["org_id"]?.string }
  /// `org_name`
  public var organizationName: String? { all["org_name"]?.string }
  var nonce: String? { all["nonce"]?.string }
  /// `at_hash`
  var accessTokenHash: String? { all["at_hash"]?.string }

  /// Reads the claims of a token. Does not verify them.
  ///
  /// - Returns: nil if a required claim is missing, or if a known one has another type.
  init?(unverified token: JSONWebToken) {
    guard let all = token.claims else { return nil }
    // A null counts as missing.
    let present = all.filter { $0.value != .null }
    let texts = present.compactMapValues(\.string)
    let dates = present.compactMapValues(\.date)
    guard let issuer = texts["iss"], let subject = texts["sub"],
      let audience = present["aud"]?.audience, let expiresAt = dates["exp"],
      let issuedAt = dates["iat"],
      (["azp", "nonce", "at_hash"] as [ExactString]).allSatisfy({
        present[$0] == nil || texts[$0] != nil
      }),
      (["nbf", "auth_time"] as [ExactString]).allSatisfy({ present[$0] == nil || dates[$0] != nil })
    else { return nil }
    self.issuer = issuer
    self.subject = subject
    self.audience = audience
    self.expiresAt = expiresAt
    self.issuedAt = issuedAt
    notBefore = dates["nbf"]
    authenticatedAt = dates["auth_time"]
    self.all = all
  }

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

extension OpenIDSession {
  /// The user's claims from the latest ID token, without a network call. They are also available after a
  /// restart. The token was verified when it was received. Nil if `openid` was not requested.
  public var claims: IDTokenClaims? {
    idToken.flatMap { JSONWebToken($0) }.flatMap { IDTokenClaims(unverified: $0) }
  }
}

extension JSON {
  fileprivate var texts: [String] {
    (array ?? [self]).compactMap(\.string)
  }

  /// One string or a list of strings (RFC 7519, section 4.1.3).
  fileprivate var audience: [String]? { texts.count == (array?.count ?? 1) ? texts : nil }

  /// Seconds since 1970, which may have a fraction (RFC 7519, section 2). Dates after the year 9999
  /// are invalid, for example milliseconds in place of seconds.
  fileprivate var date: Date? {
    guard let double, (0..<253_402_300_800).contains(double) else { return nil }
    return Date(timeIntervalSince1970: double)
  }

  /// A Boolean, which Apple sends as a string.
  fileprivate var truth: Bool? {
    switch self {
    case .boolean(let value): value
    case .string(let text):
      (["true": true, "false": false] as [ExactString: Bool])[ExactString(text.lowercased())]
    default: nil
    }
  }
}
