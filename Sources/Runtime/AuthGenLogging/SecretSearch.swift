// The places of secrets in a text. A server repeats "p&ss wörd" in many forms:
//
//     p&amp;ss w&#246;rd    p%26ss+w%C3%B6rd    p\u0026ss w\u00f6rd    P&SS WöRD
//
// The search compares the decoded forms.

import AuthGenRuntime

/// Finds the secrets of a request in the strings of its response.
nonisolated struct SecretSearch {
  private let secrets: [[UInt8]]
  /// The number of bytes that the longest form of a secret may take.
  private let longest: Int

  init(_ secrets: Set<ExactString>) {
    self.secrets = secrets.map { Decoded(Array($0.text.utf8)).bytes }.filter { !$0.isEmpty }
    // `&#x000041;` and `%2525` stand for one byte.
    longest = (self.secrets.map(\.count).max() ?? 0) * 12
  }

  /// Returns a text with `<secret>` in place of each secret.
  ///
  /// - Parameters:
  ///   - bytes: the text, or the beginning of a longer one.
  ///   - isCut: whether the text goes on after its last byte. Its end may be a part of a secret, and is left
  ///     out.
  func redacted(_ bytes: [UInt8], isCut: Bool = false) -> String {
    let ranges = ranges(in: bytes)
    let end = isCut ? max(bytes.count - longest, 0) : bytes.count
    var shown: [UInt8] = []
    var position = 0
    for range in ranges where range.lowerBound < end {
      shown += bytes[position..<max(position, range.lowerBound)]
      if range.upperBound > position { shown += Array("<secret>".utf8) }
      position = max(position, range.upperBound)
    }
    if position < end { shown += bytes[position..<end] }
    return String(decoding: shown, as: UTF8.self)
  }

  /// The places of secrets, in the order of their starts.
  private func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    guard !secrets.isEmpty else { return [] }
    let text = Decoded(bytes)
    var ranges: [Range<Int>] = []
    for secret in secrets {
      var rest = text.bytes[...]
      while let found = rest.firstRange(of: secret) {
        ranges.append(
          text.sources[found.lowerBound].lowerBound..<text.sources[found.upperBound - 1].upperBound)
        rest = rest[found.upperBound...]
      }
    }
    return ranges.sorted { $0.lowerBound < $1.lowerBound }
  }
}

/// A text without the escapes of JSON, HTML and URLs, in lower case.
nonisolated private struct Decoded {
  private(set) var bytes: [UInt8]
  /// The bytes of the text from which each byte comes.
  private(set) var sources: [Range<Int>]

  init(_ text: [UInt8]) {
    bytes = text
    sources = text.indices.map { $0..<($0 + 1) }
    // A server may quote the request in JSON, in a page.
    for _ in 0..<3 where !decode() { break }
  }

  /// Decodes one level of escapes.
  ///
  /// - Returns: whether there were any.
  private mutating func decode() -> Bool {
    var decoded: (bytes: [UInt8], sources: [Range<Int>]) = ([], [])
    decoded.bytes.reserveCapacity(bytes.count)
    decoded.sources.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let (values, count) = escape(at: index) ?? ([bytes[index].asciiLowercased], 1)
      let source = sources[index].lowerBound..<sources[index + count - 1].upperBound
      for value in values {
        decoded.bytes.append(value)
        decoded.sources.append(source)
      }
      index += count
    }
    let isChanged = decoded.bytes.count != bytes.count
    (bytes, sources) = decoded
    return isChanged
  }

  /// Decodes the escape at an index.
  ///
  /// - Returns: the decoded bytes, and the length of the escape; nil if there is no escape.
  private func escape(at index: Int) -> (values: [UInt8], count: Int)? {
    let rest = bytes[index...].prefix(12)
    switch bytes[index] {
    case UInt8(ascii: "+"): return ([UInt8(ascii: " ")], 1)
    case UInt8(ascii: "%"):
      return Self.number(rest.dropFirst().prefix(2), radix: 16, digits: 2).map {
        ([UInt8($0).asciiLowercased], 3)
      }
    case UInt8(ascii: "\\"): return Self.jsonEscape(rest)
    case UInt8(ascii: "&"): return Self.entity(rest)
    default: return nil
    }
  }

  private static func jsonEscape(_ rest: ArraySlice<UInt8>) -> (values: [UInt8], count: Int)? {
    let values = Array(rest)
    guard values.count > 1 else { return nil }
    switch values[1] {
    case UInt8(ascii: "n"): return ([0x0A], 2)
    case UInt8(ascii: "r"): return ([0x0D], 2)
    case UInt8(ascii: "t"): return ([0x09], 2)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return ([values[1]], 2)
    case UInt8(ascii: "u"):
      guard let first = number(values[2...].prefix(4), radix: 16, digits: 4) else { return nil }
      guard (0xD800..<0xDC00).contains(first) else { return utf8(first).map { ($0, 6) } }
      guard values.count == 12, values[6] == UInt8(ascii: "\\"), values[7] == UInt8(ascii: "u"),
        let second = number(values[8...].prefix(4), radix: 16, digits: 4),
        (0xDC00..<0xE000).contains(second)
      else { return nil }
      return utf8(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)).map { ($0, 12) }
    default: return nil
    }
  }

  private static func entity(_ rest: ArraySlice<UInt8>) -> (values: [UInt8], count: Int)? {
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = rest[(rest.startIndex + 1)..<end]
    let count = end - rest.startIndex + 1
    let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    if let text = named[String(decoding: name, as: UTF8.self)] { return (Array(text.utf8), count) }
    guard name.first == UInt8(ascii: "#") else { return nil }
    let isHex = name.dropFirst().first.map { $0.asciiLowercased == UInt8(ascii: "x") } ?? false
    let digits = name.dropFirst(isHex ? 2 : 1)
    return number(digits, radix: isHex ? 16 : 10, digits: digits.count).flatMap { utf8($0) }
      .map { ($0, count) }
  }

  private static func number(_ text: ArraySlice<UInt8>, radix: Int, digits: Int) -> UInt32? {
    guard text.count == digits, digits > 0, text.allSatisfy({ $0 != UInt8(ascii: "+") }) else {
      return nil
    }
    return UInt32(String(decoding: text, as: UTF8.self), radix: radix)
  }

  private static func utf8(_ scalar: UInt32) -> [UInt8]? {
    Unicode.Scalar(scalar).map { Array(Character($0).utf8).map(\.asciiLowercased) }
  }
}
