// A search for a thousand secrets at once, in all that a run has printed.

import Foundation

/// Finds secrets in a text, which is read once: whatever begins like one of them is compared with those.
struct SecretSearch {
  /// So many bytes, at most eight, make a key.
  private let width: Int
  private let forms: [UInt64: [[UInt8]]]

  init(_ secrets: Set<String>) {
    let forms = secrets.flatMap(Self.forms).map { Array($0.utf8) }.filter { !$0.isEmpty }
    let width = min(8, forms.map(\.count).min() ?? 8)
    self.width = width
    self.forms = Dictionary(grouping: forms) { Self.key($0.prefix(width)) }
  }

  /// A secret as it is, and as JSON, a URL or Base64 would have it.
  private static func forms(of secret: String) -> Set<String> {
    [
      secret, secret.replacingOccurrences(of: "/", with: "\\/"),
      secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret,
      Data(secret.utf8).base64EncodedString(),
    ]
  }

  private static func key(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  func finds(in text: String) -> Bool {
    let text = Array(text.utf8)
    let mask = UInt64.max >> UInt64(64 - 8 * width)
    var key: UInt64 = 0
    for (index, byte) in text.enumerated() {
      key = (key << 8 | UInt64(byte)) & mask
      let start = index + 1 - width
      guard start >= 0, let candidates = forms[key] else { continue }
      if candidates.contains(where: { text[start...].starts(with: $0) }) { return true }
    }
    return false
  }
}
