// What a proof is for: a server, and an address of it.

import Foundation

/// A request's URL, as far as its proof says it.
struct ProofTarget: Hashable, Sendable {
  /// Scheme, host and port: whose nonces and clock are meant.
  let origin: String
  /// The URL without query and fragment (RFC 9449, section 4.2), in the form of RFC 3986, section 6.2.3:
  /// scheme and host in lower case, without the scheme's own port, and with a path.
  let htu: String

  /// - Returns: nil for what is no http or https URL, or has a user's name in it.
  init?(_ url: URL) {
    guard let parts = AddressParts(url.absoluteString), let host = parts.host, !host.isEmpty,
      let ownPort = ["https": 443, "http": 80][parts.scheme]
    else { return nil }
    let port = parts.port.flatMap { $0 == ownPort ? nil : ":\($0)" } ?? ""
    origin = "\(parts.scheme)://\(host)\(port)"
    htu = origin + (parts.path.isEmpty ? "/" : parts.path)
  }
}
