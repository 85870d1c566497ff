// A tag as it stands in a template's source, before any of it is given a meaning.

/// A tag in a template's source. All offsets count bytes from the start of the source.
struct Tag {
  /// The tag types of the specification.
  enum Kind {
    case variable
    case rawVariable
    case section
    case invertedSection
    case parent
    case block
    case end
    case partial
    case comment
    case setDelimiters
  }

  var kind: Kind
  /// The tag with its delimiters.
  var range: Range<Int>
  /// The tag's content without its sigil, the asterisk of a dynamic name, and padding.
  var content: Range<Int>
  /// Whether the content is a dynamic name (`*name`).
  var isDynamic = false
  var position: MustacheError.Position
  /// The start of the tag's line if there are only blanks between it and the tag.
  var lineStart: Int?
  /// The line ending after the tag if there are only blanks between them; empty at the source's end.
  var lineEnding: Range<Int>?
  /// The index of the tag that ends what this one opens; for an End Section tag, of the opening one.
  var partner: Int?

  /// The start of the next line, if there are only blanks between the tag and that.
  var nextLine: Int? {
    lineEnding?.upperBound
  }

  /// Whether nothing but blanks shares a line with the tag, so that it takes the line with it.
  var isAlone: Bool {
    lineStart != nil && lineEnding != nil
  }

  /// Whether an End Section tag has to follow.
  var opensSection: Bool {
    switch kind {
    case .section, .invertedSection, .parent, .block: true
    case .variable, .rawVariable, .end, .partial, .comment, .setDelimiters: false
    }
  }

  /// The character after the opening delimiter that tells this kind of tag.
  var sigil: String {
    switch kind {
    case .variable: ""
    case .rawVariable: "&"
    case .section: "#"
    case .invertedSection: "^"
    case .parent: "<"
    case .block: "$"
    case .end: "/"
    case .partial: ">"
    case .comment: "!"
    case .setDelimiters: "="
    }
  }
}
