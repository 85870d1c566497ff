// Classes of ASCII characters in protocols and formats.

nonisolated extension UInt8 {
  package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  package var isASCIIAlphanumeric: Bool {
    isASCIIDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }

  /// The lowercase form of an ASCII letter. All other bytes are unchanged.
  package var asciiLowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 0x20 : self
  }
}

nonisolated extension StringProtocol {
  /// Whether the text consists of one or more ASCII digits.
  package var isASCIIDigits: Bool { !isEmpty && utf8.allSatisfy(\.isASCIIDigit) }

  /// Whether the text is a token, such as the name of a header field (RFC 9110, section 5.6.2).
  package var isHTTPToken: Bool {
    !isEmpty
      && utf8.allSatisfy { $0.isASCIIAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }
}
