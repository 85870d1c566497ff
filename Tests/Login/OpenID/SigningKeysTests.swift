import AuthGenOpenID
import AuthGenRuntime
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import Testing

struct SigningKeysTests {
  private let path = "/.well-known/jwks.json"

  /// A login whose server has these keys.
  private func pretend(
    _ keys: (PretendLogin, _ other: TokenSigner) -> [[String: String]]
  ) async throws -> PretendLogin {
    let pretend = try await PretendLogin()
    let all = keys(pretend, try await TokenSigner.otherRSA.value)
    try await pretend.server.respond(to: path, ["keys": all])
    return pretend
  }

  @Test func keysAreFetchedOnceForManyTokens() async throws {
    let pretend = try await PretendLogin()
    for _ in 0..<3 { #expect(try await pretend.reason() == nil) }
    #expect(await pretend.server.count(path) == 1)
  }

  @Test func unknownKeyIsLookedUpOnceMore() async throws {
    let pretend = try await PretendLogin()
    #expect(try await pretend.reason() == nil)
    pretend.clock.withLock { $0 += 61 }
    let rotated = try await TokenSigner.otherRSA.value
    try await pretend.server.respond(
      to: "/.well-known/jwks.json",
      ["keys": [pretend.key(pretend.signer), pretend.key(rotated, id: "key-2")]])
    #expect(try await pretend.reason(header: ["kid": "key-2"], signer: rotated) == nil)
    #expect(await pretend.server.count(path) == 2)
  }

  @Test func invalidKeyIdentifiersCauseOneRequestPerMinute() async throws {
    let pretend = try await PretendLogin()
    for number in 0..<5 {
      let reason = try await pretend.reason(header: ["kid": "made-up-\(number)"])
      #expect(reason?.idTokenError == .unknownKey)
    }
    #expect(await pretend.server.count(path) == 1)
    pretend.clock.withLock { $0 += 60 }
    for number in 0..<5 {
      _ = try await pretend.reason(header: ["kid": "made-up-\(number)"])
    }
    #expect(await pretend.server.count(path) == 2)
  }

  @Test func withdrawnKeyIsTrustedForADay() async throws {
    let pretend = try await PretendLogin()
    #expect(try await pretend.reason() == nil)
    let other = try await TokenSigner.otherRSA.value
    try await pretend.server.respond(
      to: "/.well-known/jwks.json", ["keys": [pretend.key(other, id: "key-2")]])
    pretend.clock.withLock { $0 += 24 * 3600 - 1 }
    #expect(try await pretend.reason() == nil)
    pretend.clock.withLock { $0 += 1 }
    #expect(try await pretend.reason()?.idTokenError == .unknownKey)
    #expect(await pretend.server.count(path) == 2)
  }

  /// A key set with thousands of keys of one identifier would block the app.
  @Test(arguments: [(7, nil), (8, IDTokenError.wrongSignature)])
  func eightKeysOfOneIdentifierAreTried(_ others: Int, _ expected: IDTokenError?) async throws {
    let pretend = try await pretend { pretend, other in
      Array(repeating: pretend.key(other), count: others) + [pretend.key(pretend.signer)]
    }
    #expect(try await pretend.reason()?.idTokenError == expected)
  }

  @Test func onlyKeyIsUsedWithoutAnIdentifier() async throws {
    #expect(try await PretendLogin().reason(header: [:]) == nil)
    let several = try await pretend { [$0.key($0.signer), $0.key($1, id: "key-2")] }
    #expect(try await several.reason(header: [:])?.idTokenError == .unknownKey)
  }

  @Test(
    arguments: [
      (["use": "enc"], false), (["alg": "RS512"], false), (["kty": "oct"], false),
      (["key_ops": ["sign", "encrypt"]], false), (["key_ops": [String]()], false),
      (["key_ops": ["verify"]], true),
    ] as [([String: any Sendable], Bool)])
  func keysForOtherPurposesAreNotUsed(
    _ member: [String: any Sendable], isUsed: Bool
  ) async throws {
    let pretend = try await PretendLogin()
    let key = (pretend.key(pretend.signer) as [String: any Sendable]).merging(member) { $1 }
    try await pretend.server.respond(to: "/.well-known/jwks.json", ["keys": [key]])
    let reason = try await pretend.reason()
    #expect((reason == nil) == isUsed && (reason?.idTokenError == .unknownKey) == !isUsed)
  }

  @Test func unavailableKeysAreNotAnInvalidSignature() async throws {
    let pretend = try await PretendLogin()
    await pretend.server.respond(to: path) { _ in PretendServer.response(500) }
    #expect(try await pretend.reason().map { "\($0)".hasPrefix("request(") } == true)
  }

  @Test func concurrentTokensFetchTheKeysOnce() async throws {
    let signer = try await TokenSigner.rsa.value
    let count = Shared(0)
    let keys = SigningKeys { () async throws(RequestError) in
      count.withLock { $0 += 1 }
      await Task.yield()
      return [
        SigningKeys.JSONWebKey(
          keyType: "RSA", keyId: "k", modulus: signer.publicKey["n"], exponent: "AQAB")
      ]
    }
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<20 {
        group.addTask { try? await keys.candidates(for: .rs256, id: "k").count }
      }
      for await found in group { #expect(found == 1) }
    }
    #expect(count.withLock { $0 } == 1)
  }
}
