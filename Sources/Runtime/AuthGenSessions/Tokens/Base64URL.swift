// Bytes as text that URLs can hold (RFC 4648, section 5), without padding.

import AuthGenRuntime
import Foundation

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
