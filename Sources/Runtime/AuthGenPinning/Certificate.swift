// The parts of a certificate that pinning needs (RFC 5280, section 4.1).

import AuthGenRuntime
import Foundation

/// A certificate whose signature is not verified.
nonisolated struct Certificate {
  /// The names of the issuer and of the subject, in DER.
  let issuer: [UInt8]
  let subject: [UInt8]
  let validity: ClosedRange<Date>
  /// The public key, as `SubjectPublicKeyInfo` in DER.
  let keyInfo: [UInt8]
  /// The hosts, as DNS names in lower case (section 4.2.1.6).
  private let hosts: [String]

  /// In bytes.
  private static var maximumLength: Int { 1 << 16 }

  /// Reads a certificate.
  ///
  /// - Returns: nil if the bytes are not a certificate in DER, or have others after it.
  init?(_ der: [UInt8]) {
    guard der.count <= Self.maximumLength else { return nil }
    var whole = DERReader(der[...])
    guard var certificate = whole.sequence(), whole.isAtEnd, var body = certificate.sequence(),
      certificate.sequence() != nil, certificate.next(0x03) != nil, certificate.isAtEnd
    else { return nil }
    // The version, the serial number, and the algorithm of the signature.
    if body.nextTag == 0xA0 { _ = body.next() }
    guard body.next(0x02) != nil, body.sequence() != nil, let issuer = body.next(0x30),
      var validity = body.sequence(), let start = Self.time(validity.next()),
      let end = Self.time(validity.next()), validity.isAtEnd, start <= end,
      let subject = body.next(0x30), let keyInfo = body.next(0x30)
    else { return nil }
    self.issuer = Array(issuer.encoding)
    self.subject = Array(subject.encoding)
    self.validity = start...end
    self.keyInfo = Array(keyInfo.encoding)
    var hosts: [String] = []
    while !body.isAtEnd {
      guard let part = body.next() else { return nil }
      guard part.tag == 0xA3 else { continue }
      var outer = DERReader(part.content)
      guard let names = outer.sequence().flatMap(Self.alternativeNames), outer.isAtEnd else {
        return nil
      }
      hosts = names
    }
    self.hosts = hosts
  }

  /// Whether the certificate is for a host. In a name, `*` stands for one whole label, the first (RFC 9525,
  /// section 6.3).
  func names(_ host: String) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    return hosts.contains { name in
      guard name.hasPrefix("*.") else { return name == host }
      return labels.count > 2 && name.dropFirst(2) == labels.dropFirst().joined(separator: ".")
    }
  }

  /// The DNS names in a list of extensions.
  ///
  /// - Returns: nil if the list is malformed.
  private static func alternativeNames(_ extensions: DERReader) -> [String]? {
    var extensions = extensions
    var names: [String] = []
    while !extensions.isAtEnd {
      guard var one = extensions.sequence(), let identifier = one.next(0x06) else { return nil }
      if one.nextTag == 0x01 { _ = one.next() }
      guard let value = one.next(0x04), one.isAtEnd else { return nil }
      // 2.5.29.17
      guard identifier.content.elementsEqual([0x55, 0x1D, 0x11]) else { continue }
      var outer = DERReader(value.content)
      guard var list = outer.sequence(), outer.isAtEnd else { return nil }
      while !list.isAtEnd {
        guard let name = list.next() else { return nil }
        if name.tag == 0x82 {
          guard name.content.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
          names.append(String(decoding: name.content, as: UTF8.self).lowercased())
        }
      }
    }
    return names
  }

  /// Reads `UTCTime` (years 1950 to 2049) or `GeneralizedTime`, to the second (section 4.1.2.5).
  private static func time(_ element: DERReader.Element?) -> Date? {
    guard let element else { return nil }
    var text = String(decoding: element.content, as: UTF8.self)
    switch element.tag {
    case 0x17: text = (text < "50" ? "20" : "19") + text
    case 0x18: break
    default: return nil
    }
    guard text.utf8.count == 15, text.hasSuffix("Z"),
      text.utf8.dropLast().allSatisfy(\.isASCIIDigit)
    else { return nil }
    var digits = text[...]
    func taken(_ count: Int) -> Substring {
      defer { digits = digits.dropFirst(count) }
      return digits.prefix(count)
    }
    let date = [taken(4), taken(2), taken(2)].joined(separator: "-")
    let time = [taken(2), taken(2), taken(2)].joined(separator: ":")
    return DateTime("\(date)T\(time)Z")?.date
  }
}
