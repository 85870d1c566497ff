// SHA-256, with the system's framework if there is one.

#if canImport(CryptoKit)
  import CryptoKit
#else
  import AuthGenCryptography
#endif

/// The SHA-256 of a message (FIPS 180-4).
package func sha256(_ message: [UInt8]) -> [UInt8] {
  #if canImport(CryptoKit)
    Array(SHA256.hash(data: message))
  #else
    SHA256Digest(of: message).bytes
  #endif
}
