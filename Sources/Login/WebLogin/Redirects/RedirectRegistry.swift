// The redirect URIs of the logins in this process, so that no two providers share one.

import AuthGenRuntime
import Foundation

/// The redirect URIs of logins. Each one stays until its login is released.
///
/// If two providers share a redirect URI, a malicious one can redirect the browser to the other, and the app
/// sends the other provider's code to it (RFC 9700, section 4.4). The parameter `iss` prevents this attack if
/// both providers send it (RFC 9207).
package final class RedirectRegistry: Sendable {
  /// One login's redirect URI.
  package final class Registration: Sendable {
    private let entry: Entry
    private let registry: RedirectRegistry

    fileprivate init(_ entry: Entry, in registry: RedirectRegistry) {
      self.entry = entry
      self.registry = registry
      registry.entries.withLock { $0[ObjectIdentifier(self)] = entry }
    }

    deinit { _ = registry.entries.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) } }

    package var uri: RedirectURI { entry.uri }

    /// Whether a login of another provider has the same redirect URI, and not both providers send `iss`.
    package var isShared: Bool {
      registry.entries.withLock { entries in entries.values.contains { $0.conflicts(with: entry) } }
    }
  }

  fileprivate struct Entry {
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
    Registration(Entry(uri: uri, issuer: issuer, sendsIssuer: sendsIssuer), in: self)
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
