import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import Testing

struct CodeVerifierTests {
  /// RFC 7636, appendix B.
  @Test func specificationsExamplePasses() {
    let verifier = CodeVerifier("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(verifier.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  /// RFC 7636, section 4.1.
  @Test func verifierHas43UnreservedCharactersOf32RandomBytes() throws {
    let unreserved = Set(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    var seen: Set<String> = []
    for _ in 0..<200 {
      let text = try CodeVerifier(SystemRandomSource()).secret.reveal()
      #expect(text.count == 43 && text.allSatisfy(unreserved.contains))
      #expect(Base64URL.decode(text)?.count == 32)
      seen.insert(text)
    }
    #expect(seen.count == 200)
  }

  @Test func everyBitOfTheRandomBytesIsInTheVerifier() throws {
    let bytes = (0..<32).map { UInt8($0 * 8 + 7) }
    let verifier = try CodeVerifier(FixedRandomSource(bytes: bytes))
    #expect(Base64URL.decode(verifier.secret.reveal()) == bytes)
  }

  @Test func failingRandomSourceThrows() {
    #expect(throws: RandomSourceError()) { try CodeVerifier(FailingRandomSource()) }
  }

  @Test func verifierIsNeverPrinted() throws {
    let verifier = CodeVerifier("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    for text in shapes(of: verifier) { #expect(!text.contains("dBjft")) }
  }
}

/// Returns the same bytes each time.
struct FixedRandomSource: RandomSource {
  let bytes: [UInt8]

  func bytes(_ count: Int) -> [UInt8] { Array(bytes.prefix(count)) }
}

struct FailingRandomSource: RandomSource {
  func bytes(_ count: Int) throws(RandomSourceError) -> [UInt8] { throw RandomSourceError() }
}
