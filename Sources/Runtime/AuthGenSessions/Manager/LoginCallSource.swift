// The credentials of one call, which belong to one login.

package import AuthGenRuntime
package import Foundation

/// The credentials of one call or stream, or of several calls of one login. All of them belong to the login
/// under which the first request for a credential began, even if that request got none.
nonisolated package final class LoginCallSource: LoginBoundSource {
  /// Returns a credential of the login of the origin, and that login. The first request sets the origin.
  package typealias Request =
    @Sendable (Locked<CallOrigin?>) async throws(CredentialUnavailable) -> (
      credential: Credential, login: UUID
    )?

  package let base: any CredentialSource
  private let request: Request
  /// Nil before the first request for a credential.
  private let origin: Locked<CallOrigin?>
  private let lastLogin = Locked<UUID?>(nil)

  /// - Parameter origin: nil for the login under which the first request begins.
  package init(of base: any CredentialSource, _ origin: CallOrigin?, request: @escaping Request) {
    self.base = base
    self.request = request
    self.origin = Locked(origin)
  }

  package var login: UUID? { lastLogin.withLock { $0 } }

  package func credential() async throws(CredentialUnavailable) -> Credential? {
    let found = try await request(origin)
    if let found { lastLogin.withLock { $0 = found.login } }
    return found?.credential
  }
}
