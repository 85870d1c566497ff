// SHA-256 as FIPS 180-4 specifies it, for hashes of public data. The project has no package
// dependencies, and Foundation has no digest. Not constant-time: do not use it to compare secrets.

/// The SHA-256 digest of a message.
package struct SHA256Digest: Hashable, Sendable {
  /// The 32 bytes.
  package let bytes: [UInt8]

  /// Hashes `message`, of less than 2^61 bytes (FIPS 180-4, section 6.2).
  package init(of message: [UInt8]) {
    var state = initialState
    // Section 5.1.1: a one, zeros, and the length in bits, to the end of a block.
    let whole = message.count & ~63
    var tail = Array(message[whole...])
    tail.append(0x80)
    tail.append(contentsOf: repeatElement(0, count: (120 - tail.count % 64) % 64))
    let bitCount = UInt64(message.count) &* 8
    for shift in stride(from: 56, through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      message.withUnsafeBufferPointer { bytes in
        for start in stride(from: 0, to: whole, by: 64) {
          compress(&state, bytes, from: start, schedule)
        }
      }
      tail.withUnsafeBufferPointer { bytes in
        for start in stride(from: 0, to: bytes.count, by: 64) {
          compress(&state, bytes, from: start, schedule)
        }
      }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for word in state {
      for shift in stride(from: UInt32(24), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    self.bytes = bytes
  }

  /// 64 lower-case hexadecimal digits.
  package var hexadecimal: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    for byte in bytes {
      digits.append(Self.digit(byte >> 4))
      digits.append(Self.digit(byte & 15))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + (value - 10)
  }
}

/// Section 6.2.2, steps 1 to 4, on one block of 64 bytes.
private func compress(
  _ state: inout [UInt32], _ bytes: UnsafeBufferPointer<UInt8>, from start: Int,
  _ schedule: UnsafeMutableBufferPointer<UInt32>
) {
  let block = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[start..<start + 64])
  for index in 0..<16 {
    schedule[index] = UInt32(
      bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
  }
  for index in 16..<64 {
    let (early, late) = (schedule[index - 15], schedule[index - 2])
    let sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3
    let sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10
    schedule[index] = sigma1 &+ schedule[index - 7] &+ sigma0 &+ schedule[index - 16]
  }
  var (a, b, c, d) = (state[0], state[1], state[2], state[3])
  var (e, f, g, h) = (state[4], state[5], state[6], state[7])
  roundConstants.withUnsafeBufferPointer { constants in
    // After eight rounds every variable is back in its place, so the rounds move none of them.
    for index in stride(from: 0, to: 64, by: 8) {
      let word = { (offset: Int) in constants[index + offset] &+ schedule[index + offset] }
      round(a, b, c, &d, e, f, g, &h, word(0))
      round(h, a, b, &c, d, e, f, &g, word(1))
      round(g, h, a, &b, c, d, e, &f, word(2))
      round(f, g, h, &a, b, c, d, &e, word(3))
      round(e, f, g, &h, a, b, c, &d, word(4))
      round(d, e, f, &g, h, a, b, &c, word(5))
      round(c, d, e, &f, g, h, a, &b, word(6))
      round(b, c, d, &e, f, g, h, &a, word(7))
    }
  }
  state[0] &+= a
  state[1] &+= b
  state[2] &+= c
  state[3] &+= d
  state[4] &+= e
  state[5] &+= f
  state[6] &+= g
  state[7] &+= h
}

/// Step 3, without the renaming of the variables.
@inline(__always)
private func round(
  _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
  _ h: inout UInt32, _ word: UInt32
) {
  let sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
  let choice = (e & f) ^ (~e & g)
  h = h &+ sum1 &+ choice &+ word
  d = d &+ h
  let sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
  let majority = (a & b) ^ (a & c) ^ (b & c)
  h = h &+ sum0 &+ majority
}

@inline(__always)
private func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
  word >> count | word << (32 - count)
}

// Both functions start with the same fractional parts, and SHA-512 takes twice as many bits of each.

/// Section 5.3.3.
private let initialState = SHA512Digest.initialState512.map { UInt32($0 >> 32) }

/// Section 4.2.2.
private let roundConstants = SHA512Digest.roundConstants.prefix(64).map { UInt32($0 >> 32) }
