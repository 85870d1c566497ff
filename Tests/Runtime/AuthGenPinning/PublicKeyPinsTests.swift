// Tests the decision about a server's certificates, with chains that `openssl` makes.

import AuthGenPinning
import AuthGenRuntime
import Foundation
import HorizonAPI
import Testing

@Suite struct PublicKeyPinsTests {
  private let chains: CertificateChains

  init() async throws {
    chains = try await CertificateChains.made.value
  }

  /// Pins of `api.example.com`.
  private func pins(
    _ keys: [String], backup: [String] = ["renewed"], includesSubdomains: Bool = false,
    host: String = "api.example.com"
  ) throws -> PublicKeyPins {
    func all(_ names: [String]) throws -> [String] {
      try names.map { name in try #require(chains.pins[name]) }
    }
    return try PublicKeyPins([
      PinnedHost(
        host, keys: all(keys), backupKeys: all(backup), includesSubdomains: includesSubdomains)
    ])
  }

  private func decision(
    _ chain: [Data], _ pins: PublicKeyPins, of host: String = "api.example.com",
    after seconds: TimeInterval = 60
  ) -> PublicKeyPins.Decision {
    pins.decision(about: chain, of: host, at: Date() + seconds)
  }

  private func pin(_ name: String) throws -> PublicKeyPin {
    let text = try #require(chains.pins[name])
    return try #require(PublicKeyPin(text))
  }

  private var chain: [Data] { [chains.server, chains.intermediate, chains.root] }

  /// `openssl` computes the same pins.
  @Test func pinIsTheHashOfThePublicKey() throws {
    for (name, certificate) in [
      ("server", chains.server), ("root", chains.root), ("commonNameOnly", chains.commonNameOnly),
    ] {
      #expect(PublicKeyPin(certificate: certificate)?.description == chains.pins[name])
    }
  }

  @Test(arguments: ["server", "intermediate", "root"])
  func keyOfAnyCertificateOfTheChainIsEnough(_ name: String) throws {
    let pins = try pins([name])
    #expect(decision(chain, pins) == .accepted(try pin(name), isBackup: false))
    #expect(pins.trusts(chain, of: "api.example.com"))
  }

  @Test func backupKeyIsAccepted() throws {
    #expect(
      decision([chains.renewed, chains.intermediate, chains.root], try pins(["server"]))
        == .accepted(try pin("renewed"), isBackup: true))
  }

  @Test func expiredBackupIsRefused() throws {
    let chain = [chains.renewed, chains.intermediate, chains.root]
    #expect(
      decision(chain, try pins(["server"]), after: 2 * 86_400) == .refused(.notValidNow))
    #expect(decision(chain, try pins(["server"]), after: -3_600) == .refused(.notValidNow))
  }

  @Test func otherKeyIsRefused() throws {
    #expect(
      decision([chains.impostor], try pins(["server", "intermediate"])) == .refused(.noPinnedKey))
    #expect(!(try pins(["server"]).trusts([chains.impostor], of: "api.example.com")))
  }

  /// The pinned intermediate did not issue the server's certificate.
  @Test func pinnedIntermediateOfAnotherChainIsRefused() throws {
    let pins = try pins(["root"])
    #expect(decision([chains.server, chains.root], pins) == .refused(.brokenChain))
    // The names match, so the system's verification of the signature decides: it builds no such chain.
    #expect(
      decision([chains.impostor, chains.root], pins) == .refused(.brokenChain))
  }

  @Test func certificateOfAnotherHostIsRefused() throws {
    let chain = [chains.otherHost, chains.intermediate, chains.root]
    #expect(decision(chain, try pins(["server"])) == .refused(.wrongHost))
    #expect(decision(chain, try pins(["intermediate"])) == .refused(.wrongHost))
    // The subject's common name is not a host's name (RFC 9525, section 2).
    #expect(
      decision([chains.commonNameOnly, chains.intermediate], try pins(["intermediate"]))
        == .refused(.wrongHost))
  }

  @Test func namesAreComparedWithoutTheirCase() throws {
    #expect(
      decision(chain, try pins(["server"], host: "Api.Example.com."), of: "API.example.COM")
        == .accepted(try pin("server"), isBackup: false))
  }

  @Test func wildcardStandsForOneLabel() throws {
    let pins = try pins(["server"], includesSubdomains: true, host: "example.com")
    #expect(
      decision(chain, pins, of: "eu.shop.example.com")
        == .accepted(try pin("server"), isBackup: false))
    for host in ["shop.example.com", "a.b.shop.example.com", "xshop.example.com", "example.com"] {
      #expect(decision(chain, pins, of: host) == .refused(.wrongHost))
    }
  }

  @Test func pinsApplyToTheirHostAlone() throws {
    let other = [chains.impostor]
    for host in ["example.com", "a.api.example.com", "myapi.example.com"] {
      #expect(decision(other, try pins(["server"]), of: host) == .notPinned)
      #expect(try pins(["server"]).trusts(other, of: host))
    }
    let all = try pins(["server"], includesSubdomains: true)
    #expect(decision(other, all, of: "myapi.example.com") == .notPinned)
    #expect(decision(other, all, of: "a.api.example.com") == .refused(.wrongHost))
  }

  @Test func pinsOfTheClosestHostApply() throws {
    let server = try #require(chains.pins["server"])
    let renewed = try #require(chains.pins["renewed"])
    let root = try #require(chains.pins["root"])
    let pins = try PublicKeyPins([
      PinnedHost("example.com", keys: [root], backupKeys: [server], includesSubdomains: true),
      PinnedHost("api.example.com", keys: [renewed], backupKeys: [server]),
    ])
    #expect(decision(chain, pins) == .accepted(try pin("server"), isBackup: true))
    #expect(
      decision(chain, pins, of: "a.shop.example.com")
        == .accepted(try pin("server"), isBackup: true))
  }

  /// Every prefix, and every changed byte, of a certificate is refused or has another key or name. None
  /// crashes.
  @Test func malformedCertificatesAreRefused() throws {
    let pins = try pins(["server"])
    #expect(decision([], pins) == .refused(.noCertificate))
    for length in 0..<chains.server.count {
      #expect(
        decision([chains.server.prefix(length)], pins) == .refused(.malformedCertificate))
    }
    #expect(decision([chains.server + [0]], pins) == .refused(.malformedCertificate))
    #expect(
      decision([Data(count: 1 << 17)], pins) == .refused(.malformedCertificate))
    // The second certificate is read, too.
    #expect(
      decision([chains.server, chains.root.dropLast()], pins) == .refused(.malformedCertificate))
    let key = try #require(PublicKeyPin(certificate: chains.server))
    for index in chains.server.indices {
      var changed = chains.server
      changed[index] ^= 0x80
      if case .accepted(let accepted, _) = decision([changed], pins) { #expect(accepted == key) }
    }
  }

  @Test(arguments: [
    ([0x30, 0x80, 0x00, 0x00], "indefinite length"),
    ([0x30, 0x81, 0x05, 0x02, 0x03, 0x01, 0x00, 0x01], "long form of a short length"),
    ([0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], "length beyond the end"),
    ([0x30, 0x85, 0x01, 0x00, 0x00, 0x00, 0x00], "length of five bytes"),
    ([0x30], "no length"), ([0x3F, 0x81, 0x01, 0x00], "long tag"), ([0x31, 0x00], "a set"),
  ])
  func invalidDERIsRefused(_ bytes: [UInt8], _ what: String) throws {
    #expect(PublicKeyPin(certificate: Data(bytes)) == nil, "\(what)")
  }

  // MARK: Pins

  @Test func invalidPinsAreAnError() throws {
    let server = try #require(chains.pins["server"])
    let other = try #require(chains.pins["renewed"])
    func reason(
      _ host: String, _ keys: [String], _ backup: [String]
    ) -> InvalidPins.Reason? {
      do throws(InvalidPins) {
        _ = try PinnedHost(host, keys: keys, backupKeys: backup)
        return nil
      } catch {
        #expect("\(error)".hasPrefix("the pins of \(host): "))
        return error.reason
      }
    }
    #expect(reason("a.example", [server], [other]) == nil)
    #expect(reason("a.example", [server], []) == .noBackupKey)
    #expect(reason("a.example", [server], [server]) == .noBackupKey)
    #expect(reason("a.example", [], [server]) == .noKey)
    for text in ["sha256/", "sha1/AAAA", String(server.dropLast(4)), server + "AAAA", "sha256/*"] {
      #expect(reason("a.example", [text], [other]) == .invalidKey)
    }
    for host in [
      "", ".", "https://a.example", "a.example:443", "*.a.example", "ä.example",
      ".a.example", "a.example..", "192.0.2.10", "[::1]",
    ] {
      #expect(reason(host, [server], [other]) == .invalidHost)
    }
    let host = try PinnedHost("a.example", keys: [server], backupKeys: [other])
    let twice = #expect(throws: InvalidPins.self) { try PublicKeyPins([host, host]) }
    #expect(twice?.reason == .duplicate)
  }

  #if !canImport(Security)
    /// FoundationNetworking never asks about server trust, so a policy would be ignored.
    @Test func clientWithPinsThrowsAtItsFirstCall() async throws {
      let client = try scriptedClient(
        URLSessionTransport(trustPolicy: try pins(["server"])),
        endpoint: "https://127.0.0.1:1/graphql")
      let error = await failure { try await client.execute(GetSocialProvidersQuery()) }
      #expect(error?.short == "trustPolicyUnsupported" && error?.progress == .notSent)
    }
  #endif
}
