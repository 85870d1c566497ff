// The credentials that logins have had.

package import AuthGenRuntime
package import Foundation

/// The logins of the last credentials. It keeps no credential: those of the past are expired, and need not be
/// in memory.
nonisolated package struct CredentialHistory: Sendable {
  /// The hash values of credentials, which differ in each run of the app, and their logins. The last is at
  /// the end.
  private var entries: [(hash: Int, login: UUID)] = []

  /// A credential that is older counts as unknown, such as that of a loop that is paused for days.
  private static var maximumCount: Int { 1_000 }

  package init() {}

  package mutating func add(_ credential: Credential, of login: UUID) {
    let hash = credential.hashValue
    if let last = entries.last, last.hash == hash, last.login == login { return }
    entries.removeAll { $0.hash == hash }
    if entries.count >= Self.maximumCount { entries.removeFirst() }
    entries.append((hash, login))
  }

  /// The login that has had a credential last; nil if it is unknown.
  package func login(of credential: Credential) -> UUID? {
    let hash = credential.hashValue
    return entries.last { $0.hash == hash }?.login
  }
}
