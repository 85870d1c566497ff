// A signed JWT, taken apart (RFC 7515, section 7.1; RFC 7519).

import AuthGenRuntime
import Foundation

/// A JWT whose signature nobody has checked yet.
package struct JSONWebToken: Sendable {
  package struct Header: Decodable, Sendable {
    package let alg: String
    package let kid: String?
    package let typ: String?
    /// Extensions that whoever reads the token must know (RFC 7515, section 4.1.11).
    package let crit: [String]?
  }

  package let header: Header
  package let payload: Data
  /// What is signed.
  package let signingInput: [UInt8]
  package let signature: [UInt8]

  /// Longer ones are not looked at, in bytes.
  private static let maximumLength = 64 << 10

  /// - Returns: nil for what has not the form of a signed JWT.
  package init?(_ token: Secret) {
    let text = token.reveal()
    guard text.utf8.count <= Self.maximumLength else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64URL.decode(parts[0]),
      let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]),
      let read = try? JSONDecoder().decode(Header.self, from: Data(header))
    else { return nil }
    self.header = read
    self.payload = Data(payload)
    self.signature = signature
    signingInput = Array("\(parts[0]).\(parts[1])".utf8)
  }

  /// All claims by their names; nil where the payload is no object.
  package var claims: [String: JSON]? {
    try? JSONDecoder().decode([String: JSON].self, from: payload)
  }
}
