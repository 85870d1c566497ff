// Tests ES256 with NIST's and RFC 7515's vectors, and with hostile keys and signatures.

import Testing

@testable import AuthGenCryptography

@Suite struct P256PublicKeyTests {
  private static let vectors = (try? VectorFile("ES256").vectors) ?? []

  @Test func allPublishedVectorsAreIncluded() {
    #expect(Self.vectors.count == 15)
    #expect(Self.vectors.count { $0.isValid } == 3)
  }

  @Test(arguments: vectors) func publishedVectorGivesItsResult(_ vector: VectorFile.Vector) throws {
    let digest = SHA256Digest(of: vector.bytes("Msg")).bytes
    let key = P256PublicKey(x: vector.bytes("Qx"), y: vector.bytes("Qy"))
    let isValid = key?.isValid(vector.bytes("R") + vector.bytes("S"), ofDigest: digest) ?? false
    #expect(isValid == vector.isValid)
  }

  /// RFC 6979 appendix A.2.5: the signatures of P-256 with SHA-256.
  @Test(arguments: [
    (
      "sample", "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
      "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
    ),
    (
      "test", "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367",
      "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"
    ),
  ])
  func deterministicSignatureIsValid(_ message: String, _ r: String, _ s: String) throws {
    let key = try #require(
      P256PublicKey(
        x: [UInt8](
          hexadecimal: "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"),
        y: [UInt8](
          hexadecimal: "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299")))
    let signature = [UInt8](hexadecimal: r + s)
    #expect(key.isValid(signature, ofDigest: SHA256Digest(of: Array(message.utf8)).bytes))
    #expect(!key.isValid(signature, ofDigest: SHA256Digest(of: Array("other".utf8)).bytes))
  }

  @Test func rAndSOutsideTheirRangeAreRejected() throws {
    let (key, digest, signature) = try valid()
    let (r, s) = (Array(signature[..<32]), Array(signature[32...]))
    let order = P256.order.modulus.bigEndianBytes(count: 32)
    let zero = [UInt8](repeating: 0, count: 32)
    let largest = [UInt8](repeating: 0xff, count: 32)
    #expect(key.isValid(r + s, ofDigest: digest))
    for wrong in [zero, order, largest] {
      #expect(!key.isValid(wrong + s, ofDigest: digest))
      #expect(!key.isValid(r + wrong, ofDigest: digest))
    }
    #expect(!key.isValid(zero + zero, ofDigest: digest))
  }

  @Test func signatureOfAnotherLengthIsRejected() throws {
    let (key, digest, signature) = try valid()
    for other in [[0] + signature, signature + [0], Array(signature.dropLast()), []] {
      #expect(!key.isValid(other, ofDigest: digest))
    }
    #expect(!key.isValid(signature, ofDigest: Array(digest.dropLast())))
  }

  /// With the generator as key and equal factors, the sum doubles a point. With opposite factors, the sum is
  /// the point at infinity.
  @Test func equalAndOppositePointsAreAdded() throws {
    let order = P256.order
    let generator = P256.Point.generator
    let one: [UInt64] = [1, 0, 0, 0]
    let two: [UInt64] = [2, 0, 0, 0]
    let last = order.number(order.difference(order.zero, order.one))
    let doubled = try #require(
      P256.Point.sum(of: generator, times: one, and: generator, times: one).affineX)
    #expect(
      doubled
        == P256.Point.sum(of: generator, times: two, and: generator, times: [0, 0, 0, 0]).affineX)
    #expect(
      doubled.bigEndianBytes(count: 32)
        == [UInt8](
          hexadecimal: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978"))
    #expect(P256.Point.sum(of: generator, times: one, and: generator, times: last).affineX == nil)
  }

  @Test func keyOutsideTheCurveIsRejected() throws {
    let vector = try #require(Self.vectors.first { $0.isValid })
    let (x, y) = (vector.bytes("Qx"), vector.bytes("Qy"))
    let zero = [UInt8](repeating: 0, count: 32)
    let prime = P256.field.modulus.bigEndianBytes(count: 32)
    #expect(P256PublicKey(x: x, y: y) != nil)
    #expect(P256PublicKey(x: y, y: x) == nil)
    #expect(P256PublicKey(x: zero, y: zero) == nil)
    #expect(P256PublicKey(x: prime, y: y) == nil)
    #expect(P256PublicKey(x: [0] + x, y: y) == nil)
    #expect(P256PublicKey(x: Array(x.dropFirst()), y: y) == nil)
  }

  private func valid() throws -> (key: P256PublicKey, digest: [UInt8], signature: [UInt8]) {
    let vector = try #require(Self.vectors.first { $0.isValid })
    let key = try #require(P256PublicKey(x: vector.bytes("Qx"), y: vector.bytes("Qy")))
    return (
      key, SHA256Digest(of: vector.bytes("Msg")).bytes, vector.bytes("R") + vector.bytes("S")
    )
  }
}
