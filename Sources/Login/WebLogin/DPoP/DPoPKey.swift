// The key to which tokens are bound. It signs, and stays secret.

import AuthGenCryptography
public import AuthGenSessions
public import Foundation

/// A private key on the curve P-256 that never leaves its store. Its signatures prove that tokens
/// are used by the app that received them (RFC 9449).
///
/// On Apple platforms, create it with `PlatformKey`. On other platforms, implement it with a key of
/// the platform's keystore.
///
/// Use the same key for the whole life of a session, because refresh tokens are bound to it (RFC
/// 9449, section 5). The key outlives the app's process, and is removed at logout.
public protocol DPoPKey: Sendable {
  /// The public key. Creates the key if it does not exist.
  ///
  /// - Throws: ``DPoPKeyError``.
  var publicKey: DPoPPublicKey { get async throws(DPoPKeyError) }

  /// Signs a message with ECDSA and SHA-256 (ES256 in RFC 7518, section 3.4).
  ///
  /// - Returns: R and S, 32 bytes each.
  /// - Throws: ``DPoPKeyError``.
  func signature(for message: Data) async throws(DPoPKeyError) -> Data

  /// Removes the key, for example at logout. The next use creates a new key. Does nothing if there is no key.
  ///
  /// - Throws: ``DPoPKeyError``.
  func remove() async throws(DPoPKeyError)
}

/// Why a key cannot be used.
public enum DPoPKeyError: Error, Hashable, Sendable {
  /// The key's store failed. If the store is unavailable now, the key may be available later: the
  /// user stays signed in.
  case store(StoreError)
  /// The stored key cannot be used on this device. It is not replaced automatically, because a
  /// session may be bound to it. Call ``DPoPKey/remove()``; the user has to log in again.
  case unusable
  /// The system failed to create a key or to sign, with its error code.
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
  /// The coordinates (RFC 7518, section 6.2.1), 32 bytes each, the most significant first.
  public let x: Data
  public let y: Data

  /// Creates a public key from its coordinates.
  ///
  /// - Returns: nil if a coordinate is not 32 bytes long.
  public init?(x: Data, y: Data) {
    guard x.count == 32, y.count == 32 else { return nil }
    self.x = x
    self.y = y
  }

  /// Creates a public key from its coordinates.
  ///
  /// - Parameter coordinates: X followed by Y.
  package init?(coordinates: Data) {
    self.init(x: Data(coordinates.prefix(32)), y: Data(coordinates.dropFirst(32)))
  }

  /// The SHA-256 of the key as a JWK (RFC 7638), in base64url. It is the parameter `dpop_jkt` of an
  /// authorization request (RFC 9449, section 10).
  public var thumbprint: String {
    // The required members, sorted by name, without white space.
    let json =
      #"{"crv":"P-256","kty":"EC","x":"\#(Base64URL.encode(x))","y":"\#(Base64URL.encode(y))"}"#
    return Base64URL.encode(sha256(Array(json.utf8)))
  }
}
