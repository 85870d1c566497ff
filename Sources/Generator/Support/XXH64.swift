// XXH64 of the xxHash specification, version 0.1.1. It detects changed contents in a tenth of the
// time of SHA-256. Use it only where collisions are not a security risk.
// https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md

/// Returns the XXH64 hash of bytes.
///
/// - Parameter seed: hashes with different seeds are unrelated. Default: 0.
package func xxh64(_ bytes: some Collection<UInt8>, seed: UInt64 = 0) -> UInt64 {
  bytes.withContiguousStorageIfAvailable { hash(UnsafeRawBufferPointer($0), seed) }
    ?? Array(bytes).withUnsafeBytes { hash($0, seed) }
}

private let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
private let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
private let prime3: UInt64 = 0x1656_67B1_9E37_79F9
private let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
private let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

private func hash(_ bytes: UnsafeRawBufferPointer, _ seed: UInt64) -> UInt64 {
  var offset = 0
  var result: UInt64
  if bytes.count < 32 {
    result = seed &+ prime5
  } else {
    var lanes = SIMD4(seed &+ prime1 &+ prime2, seed &+ prime2, seed, seed &- prime1)
    while bytes.count - offset >= 32 {
      lanes[0] = round(lanes[0], bytes.word(at: offset))
      lanes[1] = round(lanes[1], bytes.word(at: offset + 8))
      lanes[2] = round(lanes[2], bytes.word(at: offset + 16))
      lanes[3] = round(lanes[3], bytes.word(at: offset + 24))
      offset += 32
    }
    result =
      rotate(lanes[0], 1) &+ rotate(lanes[1], 7) &+ rotate(lanes[2], 12) &+ rotate(lanes[3], 18)
    for lane in 0..<4 { result = (result ^ round(0, lanes[lane])) &* prime1 &+ prime4 }
  }
  result &+= UInt64(bytes.count)
  while bytes.count - offset >= 8 {
    result = rotate(result ^ round(0, bytes.word(at: offset)), 27) &* prime1 &+ prime4
    offset += 8
  }
  if bytes.count - offset >= 4 {
    let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    result = rotate(result ^ UInt64(half) &* prime1, 23) &* prime2 &+ prime3
    offset += 4
  }
  while offset < bytes.count {
    result = rotate(result ^ UInt64(bytes[offset]) &* prime5, 11) &* prime1
    offset += 1
  }
  result = (result ^ result >> 33) &* prime2
  result = (result ^ result >> 29) &* prime3
  return result ^ result >> 32
}

private func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
  rotate(lane &+ word &* prime2, 31) &* prime1
}

private func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
  word << count | word >> (64 - count)
}

extension UnsafeRawBufferPointer {
  fileprivate func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
