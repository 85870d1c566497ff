// Block strings with a given meaning, and which texts have one.
// https://spec.graphql.org/September2025/#BlockStringValue()

/// A text that a block string can mean.
package struct BlockString: Sendable {
  private let lines: [ArraySlice<UInt8>]

  /// The text as a block string, or nil where none means it: a carriage return would be read as a
  /// line end, and blank lines at either end and an indentation that all lines share as layout.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard !bytes.contains(0x0D) else { return nil }
    lines = bytes.isEmpty ? [] : bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let first = lines.first, let last = lines.last else { return }
    if first.indentation == nil || last.indentation == nil { return nil }
    if lines.count > 1, lines.commonIndentation > 0 { return nil }
  }

  /// Appends the shortest block string that means the text.
  package func appendMinimal(to bytes: inout [UInt8]) {
    bytes.append(quote: 3)
    // The line after the quotes is not counted as indented, so the text may have to begin on the next.
    if lines.dropFirst().commonIndentation > 0 { bytes.append(0x0A) }
    for (index, line) in lines.enumerated() {
      if index > 0 { bytes.append(0x0A) }
      bytes.append(blockStringLine: line)
    }
    if !canEndWithQuotes { bytes.append(0x0A) }
    bytes.append(quote: 3)
  }

  /// Appends the block string as people write it: on one line where it fits, otherwise with the
  /// quotes on lines of their own.
  /// - Parameters:
  ///   - indentation: of the place where it begins and of all its lines, in spaces.
  ///   - width: of the page, in characters.
  package func append(to bytes: inout [UInt8], indentation: Int, width: Int) {
    if lines.isEmpty || lines[0].indentation != 0 {
      // Only a single line may be indented as a whole, and only next to the quotes.
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

  /// Whether quotes right after the text are read as the end.
  private var canEndWithQuotes: Bool {
    guard let last = lines.last?.last else { return true }
    return last != UInt8(ascii: "\"") && last != UInt8(ascii: "\\")
  }
}

extension Collection<ArraySlice<UInt8>> {
  /// The least indentation of the lines that are not blank.
  fileprivate var commonIndentation: Int {
    lazy.compactMap(\.indentation).min() ?? 0
  }
}

extension ArraySlice<UInt8> {
  /// Nil for a blank line.
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
