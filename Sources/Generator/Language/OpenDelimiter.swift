// Finds the delimiter that a syntax error leaves open: the place to look for a missing "}", ")" or
// "]". Runs only after an error, so parsing does not pay for it.

/// A delimiter that is not closed.
struct OpenDelimiter {
  /// The delimiter in ASCII.
  let byte: UInt8
  let position: Position

  fileprivate var closing: UInt8 {
    switch byte {
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    case UInt8(ascii: "("): UInt8(ascii: ")")
    default: UInt8(ascii: "]")
    }
  }
}

extension Diagnostic {
  /// Returns the diagnostic with a note at a delimiter that is not closed, and the help to close it.
  func naming(_ open: OpenDelimiter) -> Diagnostic {
    func quoted(_ byte: UInt8) -> String { "\"\(Character(Unicode.Scalar(byte)))\"" }
    return Diagnostic(
      severity, rule: rule, message: message, at: position,
      notes: notes + [Note(open.position, "\(quoted(open.byte)) is not closed")],
      help: "add the missing \(quoted(open.closing))")
  }
}

/// Matches the delimiters of a text, in their order. Indentation does not count.
struct DelimiterMatcher {
  private var open: [OpenDelimiter] = []
  /// The number of open delimiters that each byte closes. Searching `open` for each byte would take
  /// quadratic time.
  private var awaited: [UInt8: Int] = [:]
  /// The first delimiter that is not closed before an outer one.
  private var skipped: OpenDelimiter?

  /// Reads a delimiter. After the first one that is not closed, the others do not count.
  mutating func read(_ byte: UInt8, at position: Position) {
    guard skipped == nil else { return }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["):
      let delimiter = OpenDelimiter(byte: byte, position: position)
      open.append(delimiter)
      awaited[delimiter.closing, default: 0] += 1
    default:
      // A closing delimiter that no open one awaits is superfluous.
      guard awaited[byte, default: 0] > 0, let last = open.last else { return }
      guard last.closing == byte else {
        skipped = last
        return
      }
      open.removeLast()
      awaited[byte, default: 0] -= 1
    }
  }

  /// Returns the innermost delimiter before `end` that the text does not close. Nil without one.
  func unclosed(before end: Position) -> OpenDelimiter? {
    if let skipped { return skipped.position < end ? skipped : nil }
    return open.last { $0.position < end }
  }
}
