// An app's own check of a server's certificates.

public import Foundation

/// Decides whether an app trusts a server, in addition to the system's verification of its certificates.
nonisolated public protocol ServerTrustPolicy: Sendable {
  /// Whether to trust a server whose certificates the system has verified.
  ///
  /// - Parameters:
  ///   - chain: the verified certificates in DER, from the server's own to the root's.
  ///   - host: the host of the request, in lower case.
  func trusts(_ chain: [Data], of host: String) -> Bool
}
