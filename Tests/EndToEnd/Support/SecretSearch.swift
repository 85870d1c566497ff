// Searches a run's output for a thousand secrets at once.

import Foundation

/// Finds secrets in a text in a single pass: a secret is compared only where its last bytes occur. (Many
/// secrets have the same prefix: tokens of JSON.)
///
/// This reads tens of megabytes without optimization, hence a loop over memory.
struct SecretSearch {
  /// The number of bytes of a key, at most eight.
  private let width: Int
  private let forms: [UInt64: [[UInt8]]]
  /// Whether a key of a secret has these lowest 16 bits.
  private let ends: [Bool]

  init(_ secrets: Set<String>) {
    let forms = secrets.flatMap(Self.forms).map { Array($0.utf8) }.filter { !$0.isEmpty }
    let width = min(8, forms.map(\.count).min() ?? 8)
    self.width = width
    self.forms = Dictionary(grouping: forms) { $0.suffix(width).reduce(0, Self.key) }
    var ends = [Bool](repeating: false, count: 1 << 16)
    for key in self.forms.keys { ends[Int(key & 0xffff)] = true }
    self.ends = ends
  }

  /// A secret in its plain form, and in JSON, in a URL and in Base64.
  private static func forms(of secret: String) -> Set<String> {
    [
      secret, secret.replacingOccurrences(of: "/", with: "\\/"),
      secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret,
      Data(secret.utf8).base64EncodedString(),
    ]
  }

  private static func key(_ key: UInt64, _ next: UInt8) -> UInt64 { key &<< 8 | UInt64(next) }

  func finds(in text: String) -> Bool {
    let text = Array(text.utf8)
    let mask = UInt64.max >> UInt64(64 - 8 * width)
    return text.withUnsafeBufferPointer { text in
      ends.withUnsafeBufferPointer { ends in
        guard let bytes = text.baseAddress, let ends = ends.baseAddress else { return false }
        var key: UInt64 = 0
        var end = 0
        while end < text.count {
          key = (key &<< 8 | UInt64(bytes[end])) & mask
          end &+= 1
          guard ends[Int(key & 0xffff)], let candidates = forms[key] else { continue }
          if candidates.contains(where: {
            $0.count <= end && memcmp($0, bytes + (end - $0.count), $0.count) == 0
          }) {
            return true
          }
        }
        return false
      }
    }
  }
}
