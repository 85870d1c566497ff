// The diagnostics of JSON syntax errors.

extension JSONParser {
  /// - Parameter help: the help text if there is no specific one for the unexpected text.
  func unexpected(_ expected: String, help: String? = nil) -> Diagnostic {
    let byte = text[offset]
    if byte >= 0x80, utf8SequenceLength(text + offset) == 0 { return invalidUTF8() }
    var end = offset
    while end < offset + 20, Lexer.isNameContinue(text[end]) { end += 1 }
    if end == offset, byte != 0 { end += utf8SequenceLength(text + offset) }
    let word = String(
      decoding: UnsafeBufferPointer(start: text + offset, count: end - offset), as: UTF8.self)
    let found =
      switch byte {
      case _ where offset == source.count: "the end of the file"
      case UInt8(ascii: "\""): "a string"
      case ..<0x21, 0x7F: "character \(codePoint(UInt32(byte)))"
      default: "\"\(word)\""
      }
    let advice: String? =
      switch byte {
      case UInt8(ascii: "'"): "strings are written with double quotes (\")"
      case UInt8(ascii: "/"), UInt8(ascii: "#"): "JSON has no comments"
      default: help
      }
    let error = error(at: offset, "expected \(expected), found \(found)", help: advice)
    guard advice == nil, let open = unclosedDelimiter(before: error.position) else { return error }
    return error.naming(open)
  }

  /// Returns the innermost delimiter before `end` that the text does not close. Nil without one, or if a
  /// string is not closed.
  private func unclosedDelimiter(before end: Position) -> OpenDelimiter? {
    var delimiters = DelimiterMatcher()
    var isInString = false
    var index = 0
    while index < source.count {
      switch text[index] {
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "\\") where isInString: index += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"):
        if !isInString { delimiters.read(text[index], at: position(index)) }
      default: break
      }
      index += 1
    }
    return isInString ? nil : delimiters.unclosed(before: end)
  }

  func unexpectedControlCharacter(in start: Int) -> Diagnostic {
    let byte = text[offset]
    guard offset < source.count, byte != 0x0A, byte != 0x0D else {
      return unterminated("string", from: start, help: "close it with \"")
    }
    return error(
      at: offset, "control character \(codePoint(UInt32(byte))) in a string",
      help: "write it as \\u\(codePoint(UInt32(byte)).dropFirst(2))")
  }
}
