// What a sign-in with Apple returns.

public import AuthGenRuntime
public import Foundation

/// Apple's response to a sign-in, as the system returns it.
///
/// On Apple platforms, ``AppleSignIn`` reads it from `ASAuthorizationAppleIDCredential`. Tests of an app
/// create it themselves.
public struct AppleResponse: Sendable {
  public var identityToken: Data?
  public var authorizationCode: Data?
  public var user: String
  public var name: PersonNameComponents?
  public var email: String?
  public var realUserStatus: AppleCredential.RealUserStatus

  public init(
    identityToken: Data?, authorizationCode: Data?, user: String,
    name: PersonNameComponents? = nil, email: String? = nil,
    realUserStatus: AppleCredential.RealUserStatus = .unsupported
  ) {
    self.identityToken = identityToken
    self.authorizationCode = authorizationCode
    self.user = user
    self.name = name
    self.email = email
    self.realUserStatus = realUserStatus
  }
}

extension AppleResponse: RedactedDescription {}

/// A user's sign-in with Apple, for the login at the app's own server. Its description shows nothing of it.
public struct AppleCredential: Hashable, Sendable {
  /// Identifies the user to all apps of one team. It stays the same. See ``AppleAccount``.
  public let user: String
  /// A JWT with the user's identifier and email address, signed by Apple. It is valid for a few minutes.
  public let identityToken: Secret
  /// A code that a server exchanges at Apple, once, within five minutes. It needs the client secret of the
  /// app's team, so an app cannot exchange it. Nil if Apple sent none.
  public let authorizationCode: Secret?
  /// The user's name, with the first sign-in only; nil afterwards, or if the user withholds it.
  public let name: PersonNameComponents?
  /// The user's email address, with the first sign-in only. The user can choose a relay address of Apple.
  /// Later, the identity token has it.
  public let email: String?
  public let realUserStatus: RealUserStatus
  /// The nonce of the sign-in; nil for ``AppleSignIn/withoutNonce(requesting:)``.
  public let nonce: AppleNonce?

  /// Apple's opinion about whether a new user is a person.
  public enum RealUserStatus: Int, Hashable, Sendable {
    /// The platform has no opinion, or the user is not new.
    case unsupported = 0
    /// Treat the user like any new user.
    case unknown = 1
    /// The user seems to be a person.
    case likelyReal = 2
  }

  init(
    _ response: AppleResponse, identityToken: Secret, code: Secret?, nonce: AppleNonce?
  ) {
    user = response.user
    self.identityToken = identityToken
    authorizationCode = code
    // After the first sign-in, Apple sends a name without parts.
    name = response.name.flatMap { $0.isBlank ? nil : $0 }
    email = response.email.flatMap { $0.isEmpty ? nil : $0 }
    realUserStatus = response.realUserStatus
    self.nonce = nonce
  }

  /// The name as one text, in the order of the user's language. Nil without a name, and for a name whose
  /// text is empty, such as one that has only a prefix.
  public var fullName: String? {
    name.map { $0.formatted() }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension AppleCredential: RedactedDescription {}

extension PersonNameComponents {
  fileprivate var isBlank: Bool {
    [namePrefix, givenName, middleName, familyName, nameSuffix, nickname].allSatisfy {
      $0?.isEmpty ?? true
    }
  }

  #if !canImport(Darwin)
    /// Foundation's method exists only on Apple platforms.
    fileprivate func formatted() -> String {
      [givenName, familyName].compactMap { $0 }.joined(separator: " ")
    }
  #endif
}
