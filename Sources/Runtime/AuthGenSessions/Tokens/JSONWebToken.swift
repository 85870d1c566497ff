// A signed JWT, parsed (RFC 7515, section 7.1; RFC 7519), and the encoding of its parts.

@_spi(Generated) package import AuthGenRuntime
package import Foundation

/// A JWT whose signature is not verified.
nonisolated package struct JSONWebToken: Sendable {
  nonisolated package struct Header: Sendable {
    /// Empty if it is not ASCII, as no algorithm is.
    package let alg: String
    package let kid: String?
    package let typ: String?
    /// The extensions that a reader must support (RFC 7515, section 4.1.11).
    package let crit: [String]?

    /// - Returns: nil if a parameter is missing or has another type.
    fileprivate init?(_ json: JSON) {
      func isNull(_ name: String) -> Bool { (json[name] ?? .null) == .null }
      guard let alg = json["alg"]?.string else { return nil }
      self.alg = alg.nameOrEmpty
      kid = json["kid"]?.string
      typ = json["typ"]?.string
      crit = json["crit"]?.array.flatMap {
        $0.contains { $0.string == nil } ? nil : $0.compactMap(\.string)
      }
      guard kid != nil || isNull("kid"), typ != nil || isNull("typ"), crit != nil || isNull("crit")
      else { return nil }
    }
  }

  package let header: Header
  package let payload: Data
  /// The bytes that the signature covers.
  package let signingInput: [UInt8]
  package let signature: [UInt8]

  /// The maximum length of a token, in bytes. Longer tokens are not parsed.
  private static let maximumLength = 64 << 10

  /// Parses a token. Does not verify its signature.
  ///
  /// - Returns: nil if the text does not have the form of a signed JWT.
  package init?(_ token: Secret) {
    let text = token.reveal()
    guard text.utf8.count <= Self.maximumLength else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { Substring($0) }
    guard parts.count == 3, let header = Base64URL.decode(parts[0]),
      let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]),
      let read = JSON(Data(header), hasUniqueNames: true).flatMap(Header.init)
    else { return nil }
    self.header = read
    self.payload = Data(payload)
    self.signature = signature
    signingInput = Array("\(parts[0]).\(parts[1])".utf8)
  }

  /// All claims by their names; nil if the payload is not an object, or if two claims have one name
  /// (RFC 7519, section 4).
  package var claims: JSON.Object? {
    if case .object(let claims)? = JSON(payload, hasUniqueNames: true) { claims } else { nil }
  }
}

nonisolated package enum Base64URL {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  /// Decodes base64url text to bytes.
  ///
  /// - Returns: nil if the text is not the canonical encoding: it has padding, other characters, or
  ///   nonzero leftover bits.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    guard text.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }) else {
      return nil
    }
    let standard = text.replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: standard + padding), encode(data) == text else {
      return nil
    }
    return Array(data)
  }
}
