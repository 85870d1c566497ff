// Identifiers that have the time of their creation.

import Foundation

nonisolated extension UUID {
  /// Creates an identifier of version 7: with the time in 1/4096 of a millisecond, as RFC 9562 allows in
  /// section 6.2, method 3.
  init(createdAt date: Date) {
    let milliseconds = min(max(0, date.timeIntervalSince1970 * 1_000), 0xFFFF_FFFF_FFFF)
    let time = UInt64(milliseconds * 4_096)
    func byte(_ shift: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: time >> shift) }
    let random = UUID().uuid
    self.init(
      uuid: (
        byte(52), byte(44), byte(36), byte(28), byte(20), byte(12), byte(8) & 0x0F | 0x70, byte(0),
        random.8, random.9, random.10, random.11, random.12, random.13, random.14, random.15
      ))
  }

  /// The time of the identifier's creation; nil if it is not of version 7.
  var createdAt: Date? {
    let bytes = uuid
    guard bytes.6 >> 4 == 7 else { return nil }
    let milliseconds = [bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5]
      .reduce(0) { $0 << 8 | Int64($1) }
    let time = milliseconds << 12 | Int64(bytes.6 & 0x0F) << 8 | Int64(bytes.7)
    return Date(timeIntervalSince1970: Double(time) / 4_096_000)
  }
}
