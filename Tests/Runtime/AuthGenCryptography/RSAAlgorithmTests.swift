// Tests the other algorithms of RSA keys with Wycheproof's vectors, and SHA-384 and SHA-512 with those of
// FIPS 180-4.

import Testing

@testable import AuthGenCryptography

@Suite struct RSAAlgorithmTests {
  private static let algorithms: [(name: String, hash: HashFunction, count: Int, valid: Int)] = [
    ("RS384", .sha384, 258, 7), ("RS512", .sha512, 259, 8), ("PS256", .sha256, 108, 63),
    ("PS384", .sha384, 141, 95), ("PS512", .sha512, 179, 132),
  ]

  @Test(arguments: algorithms.indices) func vectorsGiveTheirResults(_ index: Int) throws {
    let (name, hash, count, valid) = Self.algorithms[index]
    let vectors = try VectorFile(name).vectors
    #expect(vectors.count == count && vectors.count { $0.isValid } == valid)
    for vector in vectors {
      let parameters = RSAParameters(modulus: vector.bytes("n"), exponent: vector.bytes("e"))
      let key = try #require(parameters.flatMap(RSAPublicKey.init))
      let digest = hash.digest(of: vector.bytes("Msg"))
      let isValid =
        name.hasPrefix("RS")
        ? key.isValid(vector.bytes("S"), ofDigest: digest, hash)
        : key.isValidPSS(vector.bytes("S"), ofDigest: digest, hash)
      #expect(isValid == vector.isValid, "\(name) \(vector.testDescription)")
    }
  }

  /// A signature by one algorithm is invalid for the other algorithms of the same key.
  @Test func algorithmsAreNotConfused() throws {
    let vectors = try ["PS256", "RS384"].map {
      try #require(try VectorFile($0).vectors.first { $0.isValid })
    }
    for vector in vectors {
      let parameters = RSAParameters(modulus: vector.bytes("n"), exponent: vector.bytes("e"))
      let key = try #require(parameters.flatMap(RSAPublicKey.init))
      let (message, signature) = (vector.bytes("Msg"), vector.bytes("S"))
      var valid = 0
      for hash in [HashFunction.sha256, .sha384, .sha512] {
        let digest = hash.digest(of: message)
        if key.isValid(signature, ofDigest: digest, hash) { valid += 1 }
        if key.isValidPSS(signature, ofDigest: digest, hash) { valid += 1 }
      }
      #expect(valid == 1)
    }
  }

  @Test(arguments: [
    (
      HashFunction.sha384, "abc",
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
    ),
    (
      .sha512, "abc",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
    (
      .sha384,
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712fcc7c71a557e2db966c3e9fa91746039"
    ),
    (
      .sha512,
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
    ),
  ]) func publishedDigestsAreRight(_ hash: HashFunction, _ text: String, _ digest: String) {
    #expect(hash.digest(of: Array(text.utf8)) == [UInt8](hexadecimal: digest))
  }

  /// All positions of the padding: the digest of each prefix of a text, hashed again.
  @Test func everyLengthIsPadded() {
    for (hash, expected) in [
      (
        HashFunction.sha384,
        "fb7e25551d83b9f137c9bbbe3e3a2c1ebaa8120b3c3cb21c0d0814593718452cb5f17fdf356c205ba84346d9b6fa0f4e"
      ),
      (
        .sha512,
        "f468bca9f4a756dcf44c686a6ac7b40fbcd67a1aa503c67f4a84364b5c14e3ce65b08933a1e0e41cd3e0d938d3ac343f4c73a664788df895ce09bd3de0f9c50a"
      ),
    ] {
      var all: [UInt8] = []
      for count in 0...260 { all += hash.digest(of: [UInt8](repeating: 0x61, count: count)) }
      #expect(hash.digest(of: all) == [UInt8](hexadecimal: expected))
    }
  }
}
