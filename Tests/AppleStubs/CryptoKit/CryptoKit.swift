// The declarations of Apple's framework that this project uses, as its documentation has them, for
// type-checking where there is no such framework. Nothing runs them.

import Foundation

public struct SHA256: Sendable {
  public static func hash<Bytes: DataProtocol>(data: Bytes) -> SHA256Digest { SHA256Digest() }
}

public struct SHA256Digest: Sequence, Sendable {
  public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}
