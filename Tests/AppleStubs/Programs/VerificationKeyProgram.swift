// Tests Apple's form of VerificationKey with a stub that records the encoding of keys. `.ci/apple-programs`
// compiles this file together with VerificationKey.swift. The program exits with status 1 at the first
// failure.

import Foundation
import Security

@main
struct VerificationKeyProgram {
  static func main() {
    hostileKeysAreRejected()
    keyIsEncodedAsDER()
    print("All tests of VerificationKey passed.")
  }

  static func modulus(_ count: Int, last: UInt8 = 1) -> [UInt8] {
    [0x80] + [UInt8](repeating: 0x55, count: count - 2) + [last]
  }

  static func hostileKeysAreRejected() {
    let good: [UInt8] = [1, 0, 1]
    expect(VerificationKey(rsaModulus: modulus(256), exponent: good) != nil)
    expect(VerificationKey(rsaModulus: modulus(1024), exponent: good) != nil)
    for count in [255, 1025, 70_000] {
      expect(VerificationKey(rsaModulus: modulus(count), exponent: good) == nil)
    }
    expect(VerificationKey(rsaModulus: modulus(256, last: 2), exponent: good) == nil)
    let long = [1] + [UInt8](repeating: 0, count: 31) + [1]
    let huge = [UInt8](repeating: 1, count: 70_000)
    for exponent: [UInt8] in [[], [0], [1], [2], [1, 0, 0], long, huge] {
      expect(VerificationKey(rsaModulus: modulus(256), exponent: exponent) == nil)
    }
  }

  /// SEQUENCE { INTEGER modulus, INTEGER exponent }: RFC 8017, appendix A.1.1.
  static func keyIsEncodedAsDER() {
    let modulus = modulus(256)
    let key = VerificationKey(rsaModulus: [0] + modulus, exponent: [0, 1, 0, 1])
    expect(key?.isValid([], of: [], by: .rs256) == false)
    let header: [UInt8] = [0x30, 0x82, 0x01, 0x0A, 0x02, 0x82, 0x01, 0x01, 0]
    expect(RecordedKey.data == Data(header + modulus + [0x02, 0x03, 1, 0, 1]))
  }

  static func expect(_ isTrue: Bool, line: Int = #line) {
    guard isTrue else {
      print("failed: \(#fileID), line \(line)")
      exit(1)
    }
  }
}
