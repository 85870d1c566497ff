// Checks the requests to the listener. Any page in the browser and any program on this machine can
// send requests; only the browser's redirect is accepted.

import AuthGenRuntime
import AuthGenWebLogin
package import Foundation

/// The listener's address, as in the redirect URI.
package struct LoopbackAddress: Hashable, Sendable {
  /// `127.0.0.1`, `[::1]` or `localhost`.
  let host: String
  let port: Int
  /// Never empty.
  let path: String

  package init(host: String, port: Int, path: String) {
    self.host = host
    self.port = port
    self.path = path
  }

  /// Whether a `Host` field matches. Browsers omit the scheme's default port.
  fileprivate func isNamed(_ field: String) -> Bool {
    let field = field.lowercased()
    return field == "\(host):\(port)" || port == 80 && field == host
  }
}

/// The decision about a request.
package enum LoopbackVerdict: Hashable, Sendable {
  /// The request is the redirect.
  case callback(URL)
  case refused(LoopbackResponse)
}

/// The head of a request, parsed byte by byte (RFC 9112, sections 2 to 5). The parser is strict: it
/// refuses only requests that no browser sends.
package struct LoopbackRequest {
  static let limit = 16 * 1024

  private var bytes: [UInt8] = []

  package init() {}

  /// Adds bytes, and decides about the request when its head is complete.
  ///
  /// - Returns: nil until the head is complete.
  package mutating func verdict(adding new: some Collection<UInt8>, at address: LoopbackAddress)
    -> LoopbackVerdict?
  {
    // Other protocols, such as TLS, are refused at once.
    guard new.allSatisfy(\.isInHeads) else { return .refused(.badRequest) }
    let searched = max(0, bytes.count - 3)
    bytes += new
    guard let end = Self.endOfHead(in: bytes[searched...]) else {
      return bytes.count < Self.limit ? nil : .refused(.tooLarge)
    }
    guard end <= Self.limit else { return .refused(.tooLarge) }
    guard let head = Head(bytes[..<end]) else { return .refused(.badRequest) }
    return head.verdict(at: address)
  }

  /// The index of the empty line.
  private static func endOfHead(in bytes: ArraySlice<UInt8>) -> Int? {
    let mark = Array("\r\n\r\n".utf8)
    return bytes.indices.first { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
  }
}

private struct Head {
  let method: String
  let path: String
  let query: String?
  /// The fields by their names in lower case.
  let fields: [String: [String]]

  /// Parses the head of a request.
  ///
  /// - Returns: nil if the bytes are not the head of a request for a path, or if it announces a body.
  init?(_ bytes: ArraySlice<UInt8>) {
    var lines: [String] = []
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let isLast = line.endIndex == bytes.endIndex
      guard isLast || line.last == UInt8(ascii: "\r") else { return nil }
      let content = isLast ? line : line.dropLast()
      guard !content.contains(UInt8(ascii: "\r")) else { return nil }
      lines.append(String(decoding: content, as: UTF8.self))
    }
    let words = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
    // Only the form with a path is accepted; the form for proxies begins with a scheme.
    guard words.count == 3, words[0].isHTTPToken, words[1].hasPrefix("/"),
      words[1].utf8.allSatisfy(\.isInTargets), words[2] == "HTTP/1.1"
    else { return nil }
    method = String(words[0])
    let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    query = parts.count == 2 ? String(parts[1]) : nil
    guard let fields = Self.fields(lines), fields["transfer-encoding"] == nil,
      fields["content-length"] ?? ["0"] == ["0"]
    else { return nil }
    self.fields = fields
  }

  private static func fields(_ lines: [String]) -> [String: [String]]? {
    let blanks = CharacterSet(charactersIn: " \t")
    var fields: [String: [String]] = [:]
    for line in lines {
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let name = line[..<colon]
      guard name.isHTTPToken else { return nil }
      let value = line[line.utf8.index(after: colon)...].trimmingCharacters(in: blanks)
      fields[name.lowercased(), default: []].append(value)
    }
    return fields
  }

  func verdict(at address: LoopbackAddress) -> LoopbackVerdict {
    // Another site's name may resolve to this machine (DNS rebinding).
    guard let hosts = fields["host"], hosts.count == 1, address.isNamed(hosts[0]) else {
      return .refused(.badRequest)
    }
    guard path == address.path else { return .refused(.notFound) }
    guard method == "GET" else { return .refused(.methodNotAllowed) }
    // Refuses requests from images, frames and scripts on other pages (Fetch Metadata). Older
    // browsers send no such field.
    guard fields["sec-fetch-dest"] ?? ["document"] == ["document"] else {
      return .refused(.badRequest)
    }
    let target = query.map { "\(path)?\(Self.escaped($0))" } ?? path
    let text = "http://\(address.host):\(address.port)\(target)"
    // Foundation fixes invalid URLs, and a changed URL is not the one that arrived.
    guard let url = URL(string: text), url.absoluteString == text else {
      return .refused(.badRequest)
    }
    return .callback(url)
  }

  /// Escapes a query as RFC 3986, section 3.4, requires. Servers and browsers leave some characters
  /// unescaped.
  private static func escaped(_ query: String) -> String {
    let bytes = Array(query.utf8)
    return bytes.indices.reduce(into: "") { text, index in
      let byte = bytes[index]
      let isEscape = bytes[(index + 1)...].prefix(2).count { $0.isHexDigit } == 2
      if byte == UInt8(ascii: "%") ? isEscape : !"\"<>[\\]^`{|}".utf8.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}

extension UInt8 {
  /// A horizontal tab, line ends, and all characters except control characters.
  fileprivate var isInHeads: Bool {
    self >= 0x20 && self != 0x7F || [0x09, 0x0A, 0x0D].contains(self)
  }

  fileprivate var isInTargets: Bool { (0x21...0x7E).contains(self) && self != UInt8(ascii: "#") }
}
