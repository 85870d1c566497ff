// Declares the parts of Apple's framework that this project uses, as documented, for type-checking where the
// framework is missing. They never run.

import Foundation

public struct SHA256: Sendable {
  /// Different for different data, but not SHA-256.
  public static func hash<Bytes: DataProtocol>(data: Bytes) -> SHA256Digest {
    SHA256Digest(bytes: Array(data))
  }
}

public struct SHA256Digest: Sequence, Sendable {
  fileprivate let bytes: [UInt8]

  public func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }
}
