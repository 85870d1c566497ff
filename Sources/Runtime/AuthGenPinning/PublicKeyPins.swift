// The public keys that servers must have.

public import AuthGenRuntime
public import Foundation

/// Trusts a server only if one of its certificates has a pinned public key, so that a certificate authority
/// that is deceived, or added to a device, cannot impersonate it (RFC 7469, section 2.6; OWASP MASVS,
/// NETWORK-2).
///
/// ```swift
/// let pins = try PublicKeyPins([
///   PinnedHost(
///     "api.example.com", keys: ["sha256/7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y="],
///     backupKeys: ["sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="])
/// ])
/// let client = GraphQLClient(configuration, transport: URLSessionTransport(trustPolicy: pins))
/// ```
///
/// Hosts without pins have the system's verification alone. If a host's keys change without an update of the
/// app, its users are locked out: pin the key of an intermediate certificate, or keep a backup key offline.
///
/// Pins work on Apple platforms. On other platforms, a client with a policy throws at its first call.
nonisolated public struct PublicKeyPins: ServerTrustPolicy, Hashable {
  private let hosts: [PinnedHost]

  /// Creates the pins of an app.
  ///
  /// - Throws: ``InvalidPins`` if a host is listed twice.
  public init(_ hosts: [PinnedHost]) throws(InvalidPins) {
    let names = hosts.map(\.name)
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      throw InvalidPins(host: name, reason: .duplicate)
    }
    self.hosts = hosts
  }

  public func trusts(_ chain: [Data], of host: String) -> Bool {
    switch decision(about: chain, of: host, at: Date()) {
    case .accepted, .notPinned: true
    case .refused: false
    }
  }

  /// Decides whether to trust a server. The decision depends on these values alone.
  ///
  /// The system verifies signatures, revocation and the root. This checks again that the certificates name
  /// the host, that each was issued by the next, and that all up to the pinned one are valid at the time.
  ///
  /// - Parameters:
  ///   - chain: the certificates in DER, from the server's own to the root's.
  ///   - host: the host of the request.
  ///   - date: the time of the request.
  public func decision(about chain: [Data], of host: String, at date: Date) -> Decision {
    let name = PinnedHost.normalised(host)
    guard let pinned = pins(of: name) else { return .notPinned }
    var certificates: [Certificate] = []
    for data in chain {
      guard let certificate = Certificate(Array(data)) else {
        return .refused(.malformedCertificate)
      }
      certificates.append(certificate)
    }
    guard let own = certificates.first else { return .refused(.noCertificate) }
    guard own.names(name) else { return .refused(.wrongHost) }
    for (index, certificate) in certificates.enumerated() {
      guard index == 0 || certificates[index - 1].issuer == certificate.subject else {
        return .refused(.brokenChain)
      }
      guard certificate.validity.contains(date) else { return .refused(.notValidNow) }
      let key = PublicKeyPin(keyInfo: certificate.keyInfo)
      if pinned.keys.contains(key) { return .accepted(key, isBackup: false) }
      if pinned.backupKeys.contains(key) { return .accepted(key, isBackup: true) }
    }
    return .refused(.noPinnedKey)
  }

  /// The result of a decision.
  nonisolated public enum Decision: Hashable, Sendable {
    /// A certificate has this pinned key. A backup key in use is a reason to update the app.
    case accepted(PublicKeyPin, isBackup: Bool)
    /// The host has no pins.
    case notPinned
    case refused(Refusal)
  }

  /// Why a server is not trusted.
  nonisolated public enum Refusal: Hashable, Sendable {
    case noCertificate
    /// A certificate is not in the form of RFC 5280.
    case malformedCertificate
    /// The server's certificate is for other hosts.
    case wrongHost
    /// A certificate was not issued by the next.
    case brokenChain
    /// A certificate has expired, or is not valid yet.
    case notValidNow
    /// No certificate has a pinned key.
    case noPinnedKey
  }

  /// The pins of the host, or of the closest host above it whose pins include subdomains.
  private func pins(of name: String) -> PinnedHost? {
    let matching = hosts.filter {
      $0.name == name || $0.includesSubdomains && name.hasSuffix("." + $0.name)
    }
    return matching.max { $0.name.utf8.count < $1.name.utf8.count }
  }
}

/// The pinned keys of a host.
nonisolated public struct PinnedHost: Hashable, Sendable {
  public let name: String
  /// The keys in use.
  public let keys: Set<PublicKeyPin>
  /// The keys that replace them.
  public let backupKeys: Set<PublicKeyPin>
  public let includesSubdomains: Bool

  /// Pins the keys of a host.
  ///
  /// - Parameters:
  ///   - name: the host's name, such as `api.example.com`.
  ///   - keys: the keys in use, as `sha256/` and the base64 of the hash of a `SubjectPublicKeyInfo`. A key of
  ///     any certificate of the chain is enough.
  ///   - backupKeys: keys that are not in use, at least one: without one, the loss of a key locks all users
  ///     out (RFC 7469, section 2.5).
  ///   - includesSubdomains: whether the pins apply to hosts below this one. Default: false.
  /// - Throws: ``InvalidPins``.
  public init(
    _ name: String, keys: [String], backupKeys: [String], includesSubdomains: Bool = false
  ) throws(InvalidPins) {
    let normalised = Self.normalised(name)
    let labels = normalised.split(separator: ".", omittingEmptySubsequences: false)
    guard
      labels.allSatisfy({ label in
        !label.isEmpty
          && label.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
      }),
      labels.last?.allSatisfy(\.isNumber) == false
    else { throw InvalidPins(host: name, reason: .invalidHost) }
    var pins: [PublicKeyPin] = []
    for text in keys + backupKeys {
      guard let pin = PublicKeyPin(text) else { throw InvalidPins(host: name, reason: .invalidKey) }
      pins.append(pin)
    }
    guard !keys.isEmpty else { throw InvalidPins(host: name, reason: .noKey) }
    guard !backupKeys.isEmpty else { throw InvalidPins(host: name, reason: .noBackupKey) }
    self.name = normalised
    self.keys = Set(pins.prefix(keys.count))
    self.backupKeys = Set(pins.dropFirst(keys.count))
    self.includesSubdomains = includesSubdomains
    guard self.keys.isDisjoint(with: self.backupKeys) else {
      throw InvalidPins(host: name, reason: .noBackupKey)
    }
  }

  /// The name in lower case, without a dot at its end.
  static func normalised(_ name: String) -> String {
    let name = name.lowercased()
    return name.hasSuffix(".") ? String(name.dropLast()) : name
  }
}

/// Why pins are invalid.
nonisolated public struct InvalidPins: Error, Hashable, Sendable {
  nonisolated public enum Reason: Hashable, Sendable {
    /// The host is not a name such as `api.example.com`. IP addresses cannot be pinned.
    case invalidHost
    /// A key is not `sha256/` and the base64 of 32 bytes.
    case invalidKey
    case noKey
    /// There is no backup key, or a key is both in use and a backup.
    case noBackupKey
    /// The host is listed twice.
    case duplicate
  }

  public let host: String
  public let reason: Reason
}

nonisolated extension InvalidPins: CustomStringConvertible {
  public var description: String {
    let what =
      switch reason {
      case .invalidHost: "expected a host name such as api.example.com"
      case .invalidKey: "expected keys of the form sha256/BASE64, with the hash of a public key"
      case .noKey: "expected a key, found none: add the hash of the server's public key"
      case .noBackupKey:
        "expected a backup key that is not in use, found none: without one, the loss of a key locks all users out"
      case .duplicate: "the host is listed twice: list its keys together"
      }
    return "the pins of \(host): \(what)"
  }
}

/// The text for the user of an app. Its developer has to fix the pins.
nonisolated extension InvalidPins: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText { .appSetUp }
}
