// Asks a policy about a server, on the platforms whose URLSession asks its delegate.

#if canImport(Security)
  import Security

  #if canImport(FoundationNetworking)
    import Foundation
    package import FoundationNetworking
  #else
    package import Foundation
  #endif

  nonisolated extension URLAuthenticationChallenge {
    /// Whether the challenge is about a server that the policy does not trust. The system verifies the server
    /// first.
    package func isRefused(by policy: any ServerTrustPolicy) -> Bool {
      // Nil for challenges about anything else, such as a password.
      guard let trust = protectionSpace.serverTrust else { return false }
      // The system refuses such a server itself, with an error of its own.
      guard SecTrustEvaluateWithError(trust, nil) else { return false }
      guard let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] else {
        return true
      }
      let certificates = chain.map { SecCertificateCopyData($0) as Data }
      return !policy.trusts(certificates, of: protectionSpace.host.lowercased())
    }
  }
#endif
