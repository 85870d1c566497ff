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

/// Section 5.3.3.
private let initialState: [UInt32] = [
  0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
  0x5be0_cd19,
]

/// Section 4.2.2.
private let roundConstants: [UInt32] = [
  0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
  0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
  0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
  0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
  0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
  0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
  0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
  0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
  0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
  0xc671_78f2,
]
