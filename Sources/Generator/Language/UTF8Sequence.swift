// Validates UTF-8, for scanners that read text byte by byte.

/// Returns the length in bytes of the well-formed UTF-8 sequence at `text`, or 0 (Unicode, table 3-7).
/// - Parameter text: a text that ends in a NUL. Bytes after the end of the sequence are not read.
package func utf8SequenceLength(_ text: UnsafePointer<UInt8>) -> Int {
  let first = text[0]
  func isContinuation(_ index: Int) -> Bool { text[index] & 0xC0 == 0x80 }
  switch first {
  case 0x00...0x7F:
    return 1
  case 0xC2...0xDF:
    return isContinuation(1) ? 2 : 0
  case 0xE0...0xEF:
    let second = text[1]
    guard isContinuation(1), isContinuation(2) else { return 0 }
    if first == 0xE0, second < 0xA0 { return 0 }
    if first == 0xED, second > 0x9F { return 0 }
    return 3
  case 0xF0...0xF4:
    let second = text[1]
    guard isContinuation(1), isContinuation(2), isContinuation(3) else { return 0 }
    if first == 0xF0, second < 0x90 { return 0 }
    if first == 0xF4, second > 0x8F { return 0 }
    return 4
  default:
    return 0
  }
}
