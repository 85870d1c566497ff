// SHA-256 of the system, if it has a framework for it.

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// The SHA-256 of a message (FIPS 180-4).
package func sha256(_ message: [UInt8]) -> [UInt8] {
  #if canImport(CryptoKit)
    Array(SHA256.hash(data: message))
  #else
    SHA256Digest(of: message).bytes
  #endif
}
