// What is known of the servers that proofs are for.

import AuthGenRuntime
import Foundation

/// What a server's next proof has to have.
struct ProofServer: Hashable, Sendable {
  /// The last nonce that it gave.
  var nonce: String?
  /// The seconds by which its clock is ahead of this device's, where that is known to matter.
  var clockOffset: TimeInterval = 0

  /// The seconds that a clock may be wrong by before it is corrected. A `Date` header has whole
  /// seconds, and comes some time after it was written.
  static let clockTolerance: TimeInterval = 5

  /// Learns from an answer.
  ///
  /// - Parameter time: when it came, by this device's clock.
  mutating func learn(from response: HTTPResponse, _ refusal: ProofRefusal?, at time: Date) {
    if let nonce = response.headers.proofNonce { self.nonce = nonce }
    // Only a server that refuses a proof needs to have its clock believed.
    guard refusal == .invalid, let serverTime = response.headers.serverTime else { return }
    let offset = serverTime.timeIntervalSince(time)
    if abs(offset - clockOffset) >= Self.clockTolerance { clockOffset = offset }
  }
}

/// The servers by their origins. None is told what another one said.
actor ProofServers {
  private var servers: [String: ProofServer] = [:]

  subscript(origin: String) -> ProofServer { servers[origin] ?? ProofServer() }

  /// - Returns: what is known of the server then.
  func learn(
    from response: HTTPResponse, _ refusal: ProofRefusal?, of origin: String, at time: Date
  ) -> ProofServer {
    servers[origin, default: ProofServer()].learn(from: response, refusal, at: time)
    return self[origin]
  }
}
