// Tests RS256 with NIST's vectors and vectors of this project, and with hostile keys and signatures.

import Testing

@testable import AuthGenCryptography

@Suite struct RSAPublicKeyTests {
  private static let vectors = (try? VectorFile("RS256").vectors) ?? []

  private func publicKey(modulus: [UInt8], exponent: [UInt8]) -> RSAPublicKey? {
    RSAParameters(modulus: modulus, exponent: exponent).flatMap(RSAPublicKey.init)
  }

  @Test func allVectorsAreIncluded() {
    #expect(Self.vectors.count == 75)
    #expect(Self.vectors.count { $0.isValid } == 10)
  }

  @Test(arguments: vectors) func vectorGivesItsResult(_ vector: VectorFile.Vector) throws {
    let key = try #require(publicKey(modulus: vector.bytes("n"), exponent: vector.bytes("e")))
    let digest = SHA256Digest(of: vector.bytes("Msg")).bytes
    #expect(key.isValid(vector.bytes("S"), ofDigest: digest) == vector.isValid)
  }

  @Test func signatureOfAnotherLengthIsRejected() throws {
    let vector = try #require(Self.vectors.first { $0.isValid })
    let key = try #require(publicKey(modulus: vector.bytes("n"), exponent: vector.bytes("e")))
    let digest = SHA256Digest(of: vector.bytes("Msg")).bytes
    let signature = vector.bytes("S")
    #expect(key.isValid(signature, ofDigest: digest))
    for other in [[0] + signature, signature + [0], Array(signature.dropLast()), []] {
      #expect(!key.isValid(other, ofDigest: digest))
    }
    #expect(!key.isValid(signature, ofDigest: Array(digest.dropLast())))
    #expect(!key.isValid(signature, ofDigest: []))
  }

  @Test func signatureNotBelowTheModulusIsRejected() throws {
    var sums = 0
    for vector in Self.vectors where vector.isValid {
      let modulus = vector.bytes("n")
      let key = try #require(publicKey(modulus: modulus, exponent: vector.bytes("e")))
      let digest = SHA256Digest(of: vector.bytes("Msg")).bytes
      for wrong: UInt8 in [0, 0xff] {
        #expect(!key.isValid([UInt8](repeating: wrong, count: modulus.count), ofDigest: digest))
      }
      #expect(!key.isValid(modulus, ofDigest: digest))
      // The same number modulo the key's modulus.
      if let sum = sum(vector.bytes("S"), modulus) {
        sums += 1
        #expect(!key.isValid(sum, ofDigest: digest))
      }
    }
    #expect(sums > 0)
  }

  /// - Returns: nil if the sum has more bytes than each summand.
  private func sum(_ first: [UInt8], _ second: [UInt8]) -> [UInt8]? {
    var sum: [UInt8] = []
    var carry = 0
    for (first, second) in zip(first, second).reversed() {
      let digit = Int(first) + Int(second) + carry
      sum.append(UInt8(digit & 0xff))
      carry = digit >> 8
    }
    return carry == 0 ? sum.reversed() : nil
  }

  @Test func invalidKeyIsRejected() {
    let modulus = Self.vectors.first?.bytes("n") ?? []
    let even = Array(modulus.dropLast()) + [0xfe]
    let exponent: [UInt8] = [1, 0, 1]
    #expect(publicKey(modulus: modulus, exponent: exponent) != nil)
    #expect(publicKey(modulus: [0, 0] + modulus, exponent: [0] + exponent) != nil)
    #expect(publicKey(modulus: even, exponent: exponent) == nil)
    #expect(publicKey(modulus: [], exponent: exponent) == nil)
    for wrong: [UInt8] in [[], [0], [1], [0, 1], [2], [1, 0, 0]] {
      #expect(publicKey(modulus: modulus, exponent: wrong) == nil)
    }
    for zeros in [31, 70_000] {
      let long = [1] + [UInt8](repeating: 0, count: zeros) + [1]
      #expect(publicKey(modulus: modulus, exponent: long) == nil)
    }
  }

  /// RFC 7518 section 3.3: a key of size 2048 bits or larger MUST be used.
  @Test func modulusOfFewerThan2048BitsIsRejected() {
    let exponent: [UInt8] = [1, 0, 1]
    let middle = [UInt8](repeating: 0x55, count: 254)
    #expect(publicKey(modulus: [0x80] + middle + [1], exponent: exponent) != nil)
    #expect(publicKey(modulus: [0x7f] + middle + [1], exponent: exponent) == nil)
    let long = [UInt8](repeating: 0x55, count: 1022)
    #expect(publicKey(modulus: [0x80] + long + [1], exponent: exponent) != nil)
    #expect(publicKey(modulus: [1, 0x80] + long + [1], exponent: exponent) == nil)
  }
}
