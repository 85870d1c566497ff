// Compiles and runs the code of AuthGenPinning about the rotation of keys.

import AuthGenPinning
import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import Testing

/// Pins until a date, so that an app that is never updated is not locked out.
struct PinsUntil: ServerTrustPolicy {
  let end: Date
  let pins: PublicKeyPins
  /// Receives each decision that is a reason to act. It must not block.
  let report: @Sendable (PublicKeyPins.Decision) -> Void

  func trusts(_ chain: [Data], of host: String) -> Bool {
    let decision = pins.decision(about: chain, of: host, at: Date())
    switch decision {
    case .accepted(_, isBackup: false), .notPinned: return true
    case .accepted(_, isBackup: true):
      report(decision)
      return true
    case .refused:
      report(decision)
      return Date() > end
    }
  }
}

@Suite struct PinningSnippets {
  private func makeTransport(_ pins: PublicKeyPins) -> URLSessionTransport {
    #if DEBUG
      let transport = URLSessionTransport()
    #else
      let transport = URLSessionTransport(trustPolicy: pins)
    #endif
    return transport
  }

  @Test func pinsEndAndRefusalsAreReported() throws {
    let reported = Shared<[PublicKeyPins.Decision]>([])
    let pins = try PublicKeyPins([
      PinnedHost(
        "api.example.com", keys: ["sha256/7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y="],
        backupKeys: ["sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="])
    ])
    func policy(until end: Date) -> PinsUntil {
      PinsUntil(end: end, pins: pins) { decision in reported.withLock { $0.append(decision) } }
    }
    #expect(!policy(until: .distantFuture).trusts([], of: "api.example.com"))
    #expect(policy(until: .distantPast).trusts([], of: "api.example.com"))
    #expect(policy(until: .distantFuture).trusts([], of: "other.example.com"))
    #expect(
      reported.withLock { $0 } == [.refused(.noCertificate), .refused(.noCertificate)])
    #if DEBUG
      #expect(makeTransport(pins).trustPolicy == nil)
    #endif
  }
}
