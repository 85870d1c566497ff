// A server's keys for ID tokens, fetched on demand (RFC 7517; OpenID Connect Core, section 10.1.1).

package import AuthGenRuntime
import AuthGenSessions
package import AuthGenWebLogin
package import Foundation
package import OpenIDAPI

/// The keys of one server.
package actor SigningKeys {
  package typealias JSONWebKey = JSONWebKeySetQuery.Data.JsonWebKeySet.Key

  /// Why the keys are unavailable.
  package enum Failure: Error {
    case request(RequestError)
    /// No key is suitable, and the last request was too recent to send another one.
    case coolDown
  }

  private let fetch: @Sendable () async throws(RequestError) -> [JSONWebKey]
  private let now: @Sendable () -> Date
  /// The minimum time between two requests for a missing key, in seconds. It limits the requests
  /// that tokens with made-up keys can cause.
  private let coolDown: TimeInterval
  /// The time after which keys are fetched again, in seconds. A key that the server has withdrawn
  /// is not trusted for longer.
  private let maximumAge: TimeInterval
  private var keys: [JSONWebKey]?
  private var lastFetch: Date?
  private var underWay: Task<Result<[JSONWebKey], RequestError>, Never>?

  package init(
    coolDown: TimeInterval = 60, maximumAge: TimeInterval = 24 * 3600,
    now: @escaping @Sendable () -> Date = { Date() },
    fetch: @escaping @Sendable () async throws(RequestError) -> [JSONWebKey]
  ) {
    self.coolDown = coolDown
    self.maximumAge = maximumAge
    self.now = now
    self.fetch = fetch
  }

  /// Returns the keys that may have signed a token with this header. If there are none, fetches the
  /// keys and tries once more.
  ///
  /// - Parameters:
  ///   - serves: whether a key signs the tokens of the issuer. Default: all keys do.
  ///   - rejects: whether a key has certainly not signed the token. If all known keys of a token without an
  ///     identifier have not, the keys are fetched, because the server may have replaced its only key.
  package func candidates(
    for algorithm: SignatureAlgorithm, id: String?,
    where serves: @Sendable (JSONWebKey) -> Bool = { _ in true },
    unless rejects: @Sendable (VerificationKey) -> Bool = { _ in false }
  ) async throws(Failure) -> [VerificationKey] {
    func candidates(in keys: [JSONWebKey]) -> [VerificationKey] {
      Self.candidates(in: keys.filter(serves), for: algorithm, id: id)
    }
    let known = areCurrent ? candidates(in: keys ?? []) : []
    let isReplaced = id == nil && mayFetch && known.allSatisfy(rejects)
    guard known.isEmpty || isReplaced else { return known }
    guard mayFetch else { throw .coolDown }
    do throws(RequestError) {
      return candidates(in: try await refetched())
    } catch {
      throw .request(error)
    }
  }

  /// A clock that was set back must neither block fetching nor keep old keys.
  private var age: TimeInterval {
    guard let age = lastFetch.map(now().timeIntervalSince), age >= 0 else { return .infinity }
    return age
  }

  private var areCurrent: Bool { age < maximumAge }

  private var mayFetch: Bool { age >= coolDown }

  private func refetched() async throws(RequestError) -> [JSONWebKey] {
    if let underWay { return try await underWay.value.get() }
    let task = Task { [fetch] in
      await Result { () async throws(RequestError) in try await fetch() }
    }
    underWay = task
    defer { underWay = nil }
    let fetched = try await task.value.get()
    keys = fetched
    lastFetch = now()
    return fetched
  }

  /// The number of keys with one identifier that a signature is checked with. A check takes milliseconds.
  private static let maximumCandidates = 8

  /// The keys with the token's identifier. A token without an identifier requires that there is
  /// only one suitable key (OpenID Connect Core, section 10.1).
  private static func candidates(
    in keys: [JSONWebKey], for algorithm: SignatureAlgorithm, id: String?
  ) -> [VerificationKey] {
    let suitable = keys.lazy.filter { key in
      key.isSuitable(for: algorithm)
        && id.map { key.keyId?.hasSameBytes(as: $0) ?? false } ?? true
    }.prefix(maximumCandidates)
    guard id != nil || suitable.count == 1 else { return [] }
    return suitable.compactMap(\.verificationKey)
  }
}

extension SigningKeys.JSONWebKey {
  fileprivate func isSuitable(for algorithm: SignatureAlgorithm) -> Bool {
    // RFC 7517, sections 4.2 and 4.3.
    guard use?.hasSameBytes(as: "sig") ?? true,
      keyOperations?.containsSameBytes(as: "verify") ?? true,
      self.algorithm?.hasSameBytes(as: algorithm.rawValue) ?? true
    else {
      return false
    }
    return keyType.hasSameBytes(as: algorithm.keyType)
      && (algorithm.curve.map { curve?.hasSameBytes(as: $0) == true } ?? true)
  }

  fileprivate var verificationKey: VerificationKey? {
    func bytes(_ text: String?) -> [UInt8]? { text.flatMap { Base64URL.decode($0) } }
    if let modulus = bytes(modulus), let exponent = bytes(exponent) {
      return VerificationKey(rsaModulus: modulus, exponent: exponent)
    }
    guard let curve, let x = bytes(x) else { return nil }
    guard let y = bytes(y) else { return VerificationKey(ed25519: x) }
    return VerificationKey(curve: curve, x: x, y: y)
  }
}
