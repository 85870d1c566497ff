// Bytes that nobody can guess.

import Foundation

#if canImport(Security)
  import Security
#endif

/// Gives random bytes for secrets.
package protocol RandomSource: Sendable {
  /// - Throws: ``RandomSourceError``, where the source fails: there is no second best.
  func bytes(_ count: Int) throws(RandomSourceError) -> [UInt8]
}

/// The system's source of random bytes failed. Nothing was sent.
public struct RandomSourceError: Error, Hashable, Sendable {
  public init() {}
}

extension RandomSourceError: CustomStringConvertible {
  public var description: String { "the system has no random bytes to give" }
}

extension RandomSource {
  /// A secret of 32 bytes, as 43 characters that URLs can hold.
  package func secret() throws(RandomSourceError) -> String {
    Base64URL.encode(try bytes(32))
  }
}

/// The operating system's source.
package struct SystemRandomSource: RandomSource {
  package init() {}

  package func bytes(_ count: Int) throws(RandomSourceError) -> [UInt8] {
    #if canImport(Security)
      var bytes = [UInt8](repeating: 0, count: count)
      guard SecRandomCopyBytes(kSecRandomDefault, count, &bytes) == errSecSuccess else {
        throw RandomSourceError()
      }
      return bytes
    #else
      guard let file = FileHandle(forReadingAtPath: "/dev/urandom"),
        let data = try? file.read(upToCount: count), data.count == count
      else { throw RandomSourceError() }
      return Array(data)
    #endif
  }
}
