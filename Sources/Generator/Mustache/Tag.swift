// A tag in a template's source, before it is interpreted.

/// A tag in a template's source. All offsets count bytes from the start of the source.
struct Tag {
  /// The tag types of the specification.
  enum Kind {
    case variable
    case rawVariable
    case section
    case invertedSection
    case end
    case partial
    case comment
    case setDelimiters
  }

  var kind: Kind
  /// The tag with its delimiters.
  var range: Range<Int>
  /// The tag's content without its sigil and padding.
  var content: Range<Int>
  var position: MustacheError.Position
  /// The start of the tag's line, if only blanks come before the tag.
  var lineStart: Int?
  /// The line ending after the tag, if only blanks come between; empty at the end of the source.
  var lineEnding: Range<Int>?

  /// The start of the next line, if only blanks come between.
  var nextLine: Int? {
    lineEnding?.upperBound
  }

  /// Whether the tag is standalone: only blanks share its line, so the tag removes the line.
  var isAlone: Bool {
    lineStart != nil && lineEnding != nil
  }

  /// Whether the tag needs an End Section tag.
  var opensSection: Bool {
    switch kind {
    case .section, .invertedSection: true
    case .variable, .rawVariable, .end, .partial, .comment, .setDelimiters: false
    }
  }

  /// The character after the opening delimiter that identifies the kind of tag.
  var sigil: String {
    switch kind {
    case .variable: ""
    case .rawVariable: "&"
    case .section: "#"
    case .invertedSection: "^"
    case .end: "/"
    case .partial: ">"
    case .comment: "!"
    case .setDelimiters: "="
    }
  }
}
