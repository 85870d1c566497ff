// Multipart bodies, part by part.
// https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1

import AuthGenRuntime
import Foundation

/// Reads a multipart body. What arrives may be cut anywhere.
///
/// A part is complete as soon as the delimiter after it is there, without the rest of the delimiter's line:
/// servers send that with the next part.
nonisolated struct MultipartParser {
  nonisolated enum Element: Equatable {
    /// The content of a part. Its header fields are left out.
    case part(Data)
    /// The delimiter after the last part.
    case end
  }

  nonisolated private enum State {
    /// Before the first delimiter.
    case preamble
    /// After the boundary in a delimiter's line.
    case delimiter
    case header
    case content
    /// After the last delimiter. What follows is ignored.
    case end
  }

  private let limit: Int
  private let delimiter: BytePattern
  private static let endOfHeader = BytePattern("\r\n\r\n")
  private var state = State.preamble
  /// What is not read yet. The body begins as if there were a line end before it.
  private var bytes: [UInt8] = [.carriageReturn, .lineFeed]
  /// The offset of the first byte that is not read. Bytes before it are removed once for each call.
  private var start = 0
  /// The offset from which the next delimiter may start.
  private var searched = 0
  private static let maximumHeaderSize = 65_536

  /// - Parameters:
  ///   - boundary: the parameter of the media type.
  ///   - limit: the maximum size of a part, in bytes.
  /// - Returns: nil if the boundary is empty or has more than 70 characters.
  init?(boundary: String, limit: Int) {
    guard (1...70).contains(boundary.utf8.count) else { return nil }
    self.limit = limit
    delimiter = BytePattern("\r\n--\(boundary)")
  }

  /// Reads the next bytes.
  ///
  /// - Returns: the elements that they complete.
  /// - Throws: an error for a part above the limit, or for an invalid delimiter.
  mutating func parse(_ data: Data) throws(StreamFailure) -> [Element] {
    var elements: [Element] = []
    if case .end = state { return [] }
    bytes += data
    while try advance(&elements) {}
    bytes.removeFirst(start)
    (start, searched) = (0, searched - start)
    return elements
  }

  /// Reads as far as the next change of the state.
  ///
  /// - Returns: false if more bytes are necessary.
  private mutating func advance(_ elements: inout [Element]) throws(StreamFailure) -> Bool {
    switch state {
    case .preamble: return try readToDelimiter() != nil
    case .delimiter: return try readDelimiter(&elements)
    case .header: return try readHeader()
    case .content:
      guard let content = try readToDelimiter() else { return false }
      elements.append(.part(Data(content)))
      return true
    case .end: return false
    }
  }

  private mutating func readToDelimiter() throws(StreamFailure) -> ArraySlice<UInt8>? {
    guard let end = find(delimiter) else {
      // Parts above the limit are refused, and what is before the first part is not kept.
      if case .preamble = state { skip(max(0, unread.count - delimiter.bytes.count)) }
      guard unread.count - delimiter.bytes.count <= limit else { throw .tooLarge(limit: limit) }
      return nil
    }
    let content = bytes[start..<end]
    if case .content = state, content.count > limit { throw .tooLarge(limit: limit) }
    skip(content.count + delimiter.bytes.count)
    state = .delimiter
    return content
  }

  private mutating func readDelimiter(
    _ elements: inout [Element]
  ) throws(StreamFailure) -> Bool {
    guard unread.count >= 2 else { return false }
    if unread.starts(with: "--".utf8) {
      skip(unread.count)
      state = .end
      elements.append(.end)
      return false
    }
    let space = unread.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    try checkLine(size: space.count)
    guard space.count < unread.count else { return false }
    guard bytes[space.endIndex] == .carriageReturn else { throw .permanent(.invalidMessage) }
    // The line end may also be the one of the empty line after the header.
    skip(space.count)
    state = .header
    return true
  }

  private mutating func readHeader() throws(StreamFailure) -> Bool {
    // Some servers send a delimiter after each part, and another one at the end.
    if unread.starts(with: delimiter.bytes) {
      skip(delimiter.bytes.count)
      state = .delimiter
      return true
    }
    let end = find(Self.endOfHeader)
    try checkLine(size: (end ?? bytes.count) - start)
    guard let end else { return false }
    skip(end + 4 - start)
    state = .content
    return true
  }

  /// Refuses a delimiter's line or a header that is too long.
  private func checkLine(size: Int) throws(StreamFailure) {
    guard size <= Self.maximumHeaderSize else { throw .permanent(.invalidMessage) }
  }

  private var unread: ArraySlice<UInt8> { bytes[start...] }

  /// Finds a pattern, and remembers where to continue with more bytes.
  private mutating func find(_ pattern: BytePattern) -> Int? {
    let count = pattern.bytes.count
    while searched + count <= bytes.count {
      let step = pattern.steps[Int(bytes[searched + count - 1])]
      if step == count {
        // The processor predicts this branch, and loads the next byte early: 0.04 ns/byte, not 0.22.
        searched += count
      } else if bytes[searched...].starts(with: pattern.bytes) {
        return searched
      } else {
        searched += step
      }
    }
    return nil
  }

  private mutating func skip(_ count: Int) {
    start += count
    searched = start
  }
}

nonisolated extension HTTPHeaders {
  /// The parameter `boundary` of the media type; the first of several. Nil without one.
  var boundary: String? {
    var rest = Substring(self[ascii: "Content-Type"] ?? "")
    _ = rest.take { $0 != ";" }
    while rest.popFirst() == ";" {
      let name = rest.take { $0 != "=" && $0 != ";" }
      guard rest.first == "=" else { continue }
      rest.removeFirst()
      let value = rest.parameterValue()
      if name.lowercased() == "boundary" { return value }
    }
    return nil
  }
}

nonisolated extension Substring {
  /// Removes the characters at the start that match, and returns them without spaces around them.
  fileprivate mutating func take(while matches: (Character) -> Bool) -> String {
    let taken = prefix(while: matches)
    self = self[taken.endIndex...]
    return taken.trimmingCharacters(in: .whitespaces)
  }

  /// Removes a token or a quoted string, and what follows it before the next semicolon (RFC 9110, section
  /// 5.6.6).
  fileprivate mutating func parameterValue() -> String {
    guard first == "\"" else { return take { $0 != ";" } }
    removeFirst()
    var value = ""
    while let character = popFirst(), character != "\"" {
      value.append(character == "\\" ? popFirst() ?? "\\" : character)
    }
    _ = take { $0 != ";" }
    return value
  }
}

/// Bytes to search for. The search of Boyer, Moore and Horspool looks at few of the bytes of a text.
nonisolated private struct BytePattern {
  let bytes: [UInt8]
  /// How far to move the pattern, by the text's byte at its end. By its size for a byte that it does not
  /// contain.
  let steps: [Int]

  init(_ text: String) {
    bytes = Array(text.utf8)
    var steps = [Int](repeating: bytes.count, count: 256)
    for (index, byte) in bytes.enumerated() {
      steps[Int(byte)] = max(1, bytes.count - 1 - index)
    }
    self.steps = steps
  }
}
