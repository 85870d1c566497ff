// Converts a text to a block string, if a block string can represent it.
// https://spec.graphql.org/September2025/#BlockStringValue()

/// A text that a block string can represent.
package struct BlockString: Sendable {
  private let lines: [ArraySlice<UInt8>]

  /// Creates a block string, or returns nil if none can represent the text. A block string reads a
  /// carriage return as a line end, and removes blank lines at either end and common indentation.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard !bytes.contains(0x0D) else { return nil }
    lines = bytes.isEmpty ? [] : bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let first = lines.first, let last = lines.last else { return }
    if first.indentation == nil || last.indentation == nil { return nil }
    if lines.count > 1, lines.commonIndentation > 0 { return nil }
  }

  /// Appends the shortest block string that represents the text.
  package func appendMinimal(to bytes: inout [UInt8]) {
    bytes.append(quote: 3)
    // The first line does not count as indented, so the text sometimes has to start on the next line.
    if lines.dropFirst().commonIndentation > 0 { bytes.append(0x0A) }
    for (index, line) in lines.enumerated() {
      if index > 0 { bytes.append(0x0A) }
      bytes.append(blockStringLine: line)
    }
    if !canEndWithQuotes { bytes.append(0x0A) }
    bytes.append(quote: 3)
  }

  /// Appends the block string in the usual layout: on one line if it fits, otherwise with the
  /// quotes on lines of their own.
  /// - Parameters:
  ///   - indentation: the indentation of all lines, in spaces.
  ///   - width: the page width, in characters.
  package func append(to bytes: inout [UInt8], indentation: Int, width: Int) {
    if lines.isEmpty || lines[0].indentation != 0 {
      // Only a single line can be indented as a whole, and only next to the quotes.
      if lines.count <= 1 { return appendMinimal(to: &bytes) }
    } else if lines.count == 1, canEndWithQuotes, lines[0].first != UInt8(ascii: "\"") {
      if indentation + lines[0].characterCount + 6 <= width { return appendMinimal(to: &bytes) }
    }
    bytes.append(quote: 3)
    for line in lines {
      bytes.append(0x0A)
      if !line.isEmpty { bytes.append(spaces: indentation) }
      bytes.append(blockStringLine: line)
    }
    bytes.append(0x0A)
    bytes.append(spaces: indentation)
    bytes.append(quote: 3)
  }

  /// Whether quotes directly after the text end the string.
  private var canEndWithQuotes: Bool {
    guard let last = lines.last?.last else { return true }
    return last != UInt8(ascii: "\"") && last != UInt8(ascii: "\\")
  }
}

extension Collection<ArraySlice<UInt8>> {
  /// The smallest indentation of the lines that are not blank.
  fileprivate var commonIndentation: Int {
    lazy.compactMap(\.indentation).min() ?? 0
  }
}

extension ArraySlice<UInt8> {
  /// The line's indentation; nil for a blank line.
  fileprivate var indentation: Int? {
    firstIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 - startIndex }
  }
}

extension [UInt8] {
  fileprivate mutating func append(quote count: Int) {
    append(contentsOf: repeatElement(UInt8(ascii: "\""), count: count))
  }

  fileprivate mutating func append(blockStringLine line: ArraySlice<UInt8>) {
    var quotes = 0
    for byte in line {
      quotes = byte == UInt8(ascii: "\"") ? quotes + 1 : 0
      append(byte)
      if quotes == 3 {
        insert(UInt8(ascii: "\\"), at: count - 3)
        quotes = 0
      }
    }
  }
}
