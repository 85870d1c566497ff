// Declares the parts of Apple's framework that this project uses, as documented, for type-checking where the
// framework is missing. They never run.

import Foundation

public struct SHA256: Sendable {
  public static func hash<Bytes: DataProtocol>(data: Bytes) -> SHA256Digest { SHA256Digest() }
}

public struct SHA256Digest: Sequence, Sendable {
  public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}
