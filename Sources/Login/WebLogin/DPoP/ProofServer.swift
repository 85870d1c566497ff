// The servers that receive proofs, and the addresses in proofs.

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

/// The part of a request's URL that its proof contains.
struct ProofTarget: Hashable, Sendable {
  /// Scheme, host and port, which identify the nonce and the clock.
  let origin: String
  /// The URL without query and fragment (RFC 9449, section 4.2), in the form of RFC 3986, section
  /// 6.2.3: scheme and host in lower case, without the scheme's default port, and with a path.
  let htu: String

  /// Creates a target from a request's URL.
  ///
  /// - Returns: nil if the URL does not use http or https, or contains a user name.
  init?(_ url: URL) {
    guard let parts = AddressParts(url.absoluteString), let host = parts.host, !host.isEmpty,
      let ownPort = ["https": 443, "http": 80][parts.scheme]
    else { return nil }
    let port = parts.port.flatMap { $0 == ownPort ? nil : ":\($0)" } ?? ""
    origin = "\(parts.scheme)://\(host)\(port)"
    htu = origin + (parts.path.isEmpty ? "/" : parts.path)
  }
}
