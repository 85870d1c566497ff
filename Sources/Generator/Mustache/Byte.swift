// The ASCII bytes that the compiler and the renderer look for, and the definition of white space.

/// Bytes with a meaning in a template or in its output.
enum Byte {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let period = UInt8(ascii: ".")
  static let equalsSign = UInt8(ascii: "=")

  /// Whether `byte` may surround a tag that is alone on its line, or indent a line.
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// Whether `byte` may pad the content of a tag.
  static func isWhitespace(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == lineFeed || byte == carriageReturn
  }
}
