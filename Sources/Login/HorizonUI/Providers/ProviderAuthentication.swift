// The login that a provider's button begins.

public import AuthGenHorizon
import AuthGenRuntime

extension SocialLogin {
  /// Authenticates the customer at a provider, and signs in with the credential.
  ///
  /// - Parameter authenticate: returns the credential of the provider's SDK, or nil if the customer cancels.
  /// - Returns: a sentence to show if the provider's SDK failed; nil otherwise. It contains nothing of the
  ///   error.
  public nonisolated func signIn(
    authenticating authenticate: @MainActor () async throws -> ProviderCredential?
  ) async -> String? {
    do {
      // Another customer may sign in while the provider's page is shown.
      let start = await loginStart
      guard let credential = try await authenticate() else { return nil }
      try await signIn(with: credential, since: start)
    } catch is CancellationError {
      return nil
    } catch is IllegalTransition {
      // Another login has begun, whose state is shown.
      return nil
    } catch {
      return HorizonUIText.providerFailed.text()
    }
    return nil
  }
}
