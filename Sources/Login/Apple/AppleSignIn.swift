// One sign-in with Apple:
//
//     let signIn = try AppleSignIn()      nonce, raw: Ll6-…, in the request: 9f86d081884c7d65…
//     the sheet of the system             identity token with the nonce 9f86d081884c7d65…, authorization code
//     signIn.credential(of: response)     AppleCredential, for the login at the app's own server

import AuthGenCryptography
public import AuthGenRuntime
import AuthGenSessions
package import AuthGenWebLogin
import Foundation

/// One sign-in with Apple, in the sheet of the system: its request, and the check of the response.
///
/// ```swift
/// let signIn = try AppleSignIn()
/// let credential = try await signIn.present(at: window)
/// ```
///
/// A sign-in takes one response. A second response is an error, so a nonce is never used twice. A sheet that
/// the user closes can be presented again.
public struct AppleSignIn: Sendable {
  /// User data that Apple returns with the user's first sign-in to the app only.
  public enum Scope: Hashable, Sendable {
    case fullName
    case email
  }

  /// The requested user data.
  public let scopes: Set<Scope>
  /// Binds the identity token to this sign-in; nil for a sign-in without one.
  public let nonce: AppleNonce?
  /// Whether there was a response.
  private let isOver = Locked(false)

  /// Creates a sign-in with a new nonce.
  ///
  /// - Parameter scopes: the user data to request. Default: the name and the email address.
  /// - Throws: ``AppleSignInError/noRandomBytes``.
  public init(requesting scopes: Set<Scope> = [.fullName, .email]) throws(AppleSignInError) {
    try self.init(requesting: scopes, random: SystemRandomSource())
  }

  package init(
    requesting scopes: Set<Scope> = [.fullName, .email], random: any RandomSource
  ) throws(AppleSignInError) {
    self.init(scopes, try AppleNonce(random))
  }

  /// Creates a sign-in without a nonce, for a server that exchanges the authorization code at Apple and does
  /// not know the nonce. Such a server would refuse the identity token that it receives from Apple.
  ///
  /// - Parameter scopes: the user data to request. Default: the name and the email address.
  public static func withoutNonce(
    requesting scopes: Set<Scope> = [.fullName, .email]
  ) -> AppleSignIn {
    AppleSignIn(scopes, nil)
  }

  private init(_ scopes: Set<Scope>, _ nonce: AppleNonce?) {
    self.scopes = scopes
    self.nonce = nonce
  }

  /// Returns the credential of Apple's response.
  ///
  /// Does not verify the identity token's signature: that is the task of the server that receives it.
  ///
  /// - Throws: ``AppleSignInError``: ``AppleSignInError/noIdentityToken``,
  ///   ``AppleSignInError/invalidResponse`` if a token is not text, or the identity token not a JWT,
  ///   ``AppleSignInError/wrongNonce`` if the identity token belongs to another sign-in, and
  ///   ``AppleSignInError/alreadyUsed`` for a second response.
  public func credential(of response: AppleResponse) throws(AppleSignInError) -> AppleCredential {
    let wasOver = isOver.withLock { isOver in
      defer { isOver = true }
      return isOver
    }
    guard !wasOver else { throw .alreadyUsed }
    guard let token = response.identityToken else { throw .noIdentityToken }
    let identityToken = try Self.text(token)
    guard let claims = JSONWebToken(identityToken)?.claims else { throw .invalidResponse }
    try checkNonce(claims)
    let code: Secret? =
      if let code = response.authorizationCode { try Self.text(code) } else { nil }
    return AppleCredential(response, identityToken: identityToken, code: code, nonce: nonce)
  }

  private static func text(_ data: Data) throws(AppleSignInError) -> Secret {
    guard let text = String(data: data, encoding: .utf8), !text.isEmpty else {
      throw .invalidResponse
    }
    return Secret(text)
  }

  /// Some of Apple's platforms do not support nonces, and their tokens lack the claim. Apple's documentation
  /// requires it only if the claim `nonce_supported` is true.
  private func checkNonce(_ claims: JSON.Object) throws(AppleSignInError) {
    guard let nonce else { return }
    guard let found = claims["nonce"] else {
      let isSupported = [JSON.boolean(true), .string("true")].contains {
        $0 == claims["nonce_supported"]
      }
      guard !isSupported else { throw .wrongNonce }
      return
    }
    guard found.string?.hasSameBytes(as: nonce.hashed.reveal()) == true else { throw .wrongNonce }
  }
}

extension AppleSignIn: RedactedDescription {}

/// The nonce of a sign-in with Apple. Its description shows nothing of it.
public struct AppleNonce: Hashable, Sendable {
  /// The nonce itself, 43 characters for 32 random bytes. Servers that hash it take this form.
  public let raw: Secret

  init(_ random: any RandomSource) throws(AppleSignInError) {
    do {
      raw = Secret(try random.secret())
    } catch {
      throw .noRandomBytes
    }
  }

  /// The SHA-256 of the nonce in lower-case hexadecimal digits. The request has this form, and so has the
  /// identity token. Servers that compare the token's claim with what the app sends take this form.
  public var hashed: Secret {
    Secret(SHA256Digest(of: Array(raw.reveal().utf8)).hexadecimal)
  }
}

extension AppleNonce: RedactedDescription {}
