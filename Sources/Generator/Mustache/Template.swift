// A parsed template.

/// A template of a set.
struct Template: Sendable {
  let name: String
  /// The parsed source, for the positions of errors.
  var source: [UInt8] = []
  /// The range of its nodes in the set; nil if the template is only included so far.
  var nodes: Range<Int>?

  /// Returns an error at the byte at `offset` of the source.
  func error(_ reason: MustacheError.Reason, at offset: Int) -> MustacheError {
    MustacheError(template: name, position: position(of: offset), reason: reason)
  }

  func position(of offset: Int) -> MustacheError.Position {
    let lines = source[..<offset].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // UTF-8 continuation bytes belong to a scalar that is already counted.
    let scalars = lines[lines.count - 1].filter { $0 & 0b1100_0000 != 0b1000_0000 }
    return MustacheError.Position(line: lines.count, column: scalars.count + 1)
  }
}

/// A part of a template. The nodes of a section follow its first node, up to its end. Nodes have only
/// numbers, so that copying one counts no references.
enum Node: Sendable {
  /// A line of text or a part of it, a range of the set's text.
  ///
  /// `beginsLine`: whether a partial's indentation comes before it.
  case text(Range<Int>, beginsLine: Bool)
  case variable(Path, isRaw: Bool)
  /// A section whose following node is at `end`.
  case section(Path, isInverted: Bool, end: Int)
  /// The end of a section that repeats from `start`.
  case sectionEnd(start: Int)
  /// An index of the set's partials.
  case partial(Int)

  /// A name to find in the values of the enclosing sections, a range of the set's `pathKeys`: the parts
  /// between periods, or none for the value of the innermost section.
  typealias Path = Range<Int>
}

/// A tag that includes another template.
struct Partial: Sendable {
  /// The index of the template that contains the tag.
  let template: Int
  /// The start of the tag in the template's source.
  let offset: Int
  /// The range of the set's text that indents the included lines further; nil for a tag within a line, whose
  /// lines are not indented.
  let indentation: Range<Int>?
  /// The index of the included template.
  let target: Int
}
