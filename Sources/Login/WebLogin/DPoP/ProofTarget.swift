// The target of a proof: a server and an address on it.

import Foundation

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
