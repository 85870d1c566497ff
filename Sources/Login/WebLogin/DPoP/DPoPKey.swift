// The key that tokens are bound to, which signs and is never seen.

import AuthGenSessions
import Foundation

/// A private key on the curve P-256 that never leaves its place. What is signed with it shows that
/// tokens are used by the app that they were given to (RFC 9449).
///
/// On Apple platforms, `PlatformKey` makes the one for apps. Elsewhere an app brings its own: a key of
/// its platform's keystore.
///
/// The same key serves for a session's whole life, since refresh tokens are bound to it (RFC 9449,
/// section 5): it outlives the app, and is removed at logout.
public protocol DPoPKey: Sendable {
  /// The public half of the key, which is made here if there is none yet.
  ///
  /// - Throws: ``DPoPKeyError``.
  var publicKey: DPoPPublicKey { get async throws(DPoPKeyError) }

  /// Signs a message: ECDSA with SHA-256, ES256 in RFC 7518, section 3.4.
  ///
  /// - Returns: R and S, of 32 bytes each.
  /// - Throws: ``DPoPKeyError``.
  func signature(for message: Data) async throws(DPoPKeyError) -> Data

  /// Removes the key, as at logout. The next use makes a new one. It is fine if there is none.
  ///
  /// - Throws: ``DPoPKeyError``.
  func remove() async throws(DPoPKeyError)
}

/// Why a key cannot be used.
public enum DPoPKeyError: Error, Hashable, Sendable {
  /// The place where the key is kept. If it is not available now, the key may be there later: nobody
  /// has been logged out.
  case store(StoreError)
  /// What is kept is no key that can be used on this device. It is not replaced unasked, since a
  /// session may be bound to it: ``DPoPKey/remove()`` does so, and the user has to log in again.
  case unusable
  /// The system made no key, or did not sign, by the number that it gives.
  case other(code: Int)
}

extension DPoPKeyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .store(let error): "the key cannot be used: \(error)"
    case .unusable: "the key cannot be used on this device: remove it, and log in again"
    case .other(let code): "the key cannot be used: the system reports error \(code)"
    }
  }
}

/// The public half of a key on the curve P-256.
public struct DPoPPublicKey: Hashable, Sendable {
  /// The coordinates of RFC 7518, section 6.2.1, of 32 bytes each, the most significant first.
  public let x: Data
  public let y: Data

  /// - Returns: nil where a coordinate is not 32 bytes long.
  public init?(x: Data, y: Data) {
    guard x.count == 32, y.count == 32 else { return nil }
    self.x = x
    self.y = y
  }

  /// - Parameter coordinates: both, one behind the other.
  package init?(coordinates: Data) {
    self.init(x: Data(coordinates.prefix(32)), y: Data(coordinates.dropFirst(32)))
  }

  /// The SHA-256 of the key as a JWK (RFC 7638), in base64url: `dpop_jkt` of an authorization request
  /// (RFC 9449, section 10).
  public var thumbprint: String {
    // The members that must be there, by their names' order, and without white space.
    let json =
      #"{"crv":"P-256","kty":"EC","x":"\#(Base64URL.encode(x))","y":"\#(Base64URL.encode(y))"}"#
    return Base64URL.encode(sha256(Array(json.utf8)))
  }
}
