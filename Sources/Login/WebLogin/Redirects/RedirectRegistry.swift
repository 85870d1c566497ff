// The redirect URIs of the logins in this process, so that no two providers share one.

import AuthGenRuntime
import Foundation

/// The redirect URIs of logins, each as long as its login exists.
///
/// With a redirect URI that two providers share, one of them can send the browser on to the other, and gets
/// the code that the other one issues for the app (RFC 9700, section 4.4). `iss` prevents that (RFC 9207), if
/// both providers send it.
package final class RedirectRegistry: Sendable {
  /// One login's redirect URI.
  package final class Registration: Sendable {
    package let uri: RedirectURI
    private let issuer: String
    private let sendsIssuer: Bool
    private let registry: RedirectRegistry

    fileprivate init(
      _ uri: RedirectURI, issuer: String, sendsIssuer: Bool, registry: RedirectRegistry
    ) {
      self.uri = uri
      self.issuer = issuer
      self.sendsIssuer = sendsIssuer
      self.registry = registry
      registry.entries.withLock { $0[ObjectIdentifier(self)] = entry }
    }

    deinit { _ = registry.entries.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) } }

    private var entry: Entry { Entry(uri: uri, issuer: issuer, sendsIssuer: sendsIssuer) }

    /// Whether a login of another provider has the same redirect URI, and not both providers send `iss`.
    package var isShared: Bool {
      registry.entries.withLock { entries in entries.values.contains { $0.conflicts(with: entry) } }
    }
  }

  private struct Entry {
    let uri: RedirectURI
    let issuer: String
    let sendsIssuer: Bool

    func conflicts(with other: Entry) -> Bool {
      !issuer.hasSameBytes(as: other.issuer) && !(sendsIssuer && other.sendsIssuer)
        && uri.mayReceiveRedirects(to: other.uri)
    }
  }

  package static let shared = RedirectRegistry()

  private let entries = Locked([ObjectIdentifier: Entry]())

  package init() {}

  /// Adds a login's redirect URI until the result is released.
  ///
  /// - Parameter sendsIssuer: whether the provider announces `iss` in its redirects (RFC 9207, section 3).
  package func register(
    _ uri: RedirectURI, issuer: String, sendsIssuer: Bool
  ) -> Registration {
    Registration(uri, issuer: issuer, sendsIssuer: sendsIssuer, registry: self)
  }
}

extension RedirectURI {
  /// Whether a redirect to the other URI can reach this one. Providers accept any port of a loopback address
  /// (RFC 8252, section 7.3).
  fileprivate func mayReceiveRedirects(to other: RedirectURI) -> Bool {
    guard kind == .loopback, other.kind == .loopback else {
      return parts.isSameAddress(as: other.parts)
    }
    return parts.effectivePath.hasSameBytes(as: other.parts.effectivePath)
  }
}
