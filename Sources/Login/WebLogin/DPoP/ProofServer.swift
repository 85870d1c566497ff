// The state of a server that receives proofs.

import AuthGenRuntime
import Foundation

/// The values for a server's next proof.
struct ProofServer: Hashable, Sendable {
  /// The server's last nonce; nil if it has sent none.
  var nonce: String?
  /// How far the server's clock is ahead of this device's, in seconds. It is updated only if the
  /// server refuses a proof.
  var clockOffset: TimeInterval = 0

  /// The clock difference from which the offset is corrected, in seconds. A `Date` header has whole
  /// seconds, and arrives some time after it was written.
  static let clockTolerance: TimeInterval = 5

  /// Updates the values from a response.
  ///
  /// - Parameter time: the time of arrival, by this device's clock.
  mutating func learn(from response: HTTPResponse, _ refusal: ProofRefusal?, at time: Date) {
    if let nonce = response.headers.proofNonce { self.nonce = nonce }
    // Trust a server's clock only if it refuses a proof.
    guard refusal == .invalid, let serverTime = response.headers.serverTime else { return }
    let offset = serverTime.timeIntervalSince(time)
    if abs(offset - clockOffset) >= Self.clockTolerance { clockOffset = offset }
  }
}
