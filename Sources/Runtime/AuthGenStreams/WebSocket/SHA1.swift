// SHA-1, for the handshake of a WebSocket (RFC 6455, section 4.1). It is not used for security.
// https://csrc.nist.gov/pubs/fips/180-4/upd1/final

/// Returns the SHA-1 digest of a message: 20 bytes.
nonisolated func sha1(_ message: [UInt8]) -> [UInt8] {
  var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
  // Section 5.1.1: a bit, zeros, and the length in bits, in blocks of 64 bytes.
  var padded = message + [0x80]
  padded += Array(repeating: 0, count: (120 - padded.count % 64) % 64)
  padded += (0..<8).map { UInt8(truncatingIfNeeded: (message.count * 8) >> (56 - 8 * $0)) }
  for block in stride(from: 0, to: padded.count, by: 64) {
    var words = stride(from: block, to: block + 64, by: 4).map { start in
      padded[start..<(start + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<80 {
      words.append(
        (words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]).rotated(1))
    }
    // Section 6.1.2.
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (choice, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: (b & c | ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      (a, b, c, d, e) = (a.rotated(5) &+ choice &+ e &+ constant &+ word, a, b.rotated(30), c, d)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }
  return state.flatMap { word in
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
  }
}

nonisolated extension UInt32 {
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self << count | self >> (32 - count) }
}
