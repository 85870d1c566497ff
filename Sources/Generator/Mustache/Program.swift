// Compiled templates: one flat list of instructions for all templates of a set, with all references
// resolved to integers.

/// The instructions of all templates of a set, and the tables they refer to.
struct Program: Sendable {
  var instructions: [Instruction] = []
  /// The bytes of all text instructions and indentations.
  var text: [UInt8] = []
  /// The lines of all text instructions.
  var lines: [Line] = []
  /// The parts of all dotted names.
  var keys: [Key] = []
  var partials: [Partial] = []
  /// Every template that is compiled or referenced by a partial, in order of first mention.
  var templates: [Template] = []
  private var templateIndices: [String: Int] = [:]

  /// Returns the index in `templates` of the template called `name`, or nil if it is not there.
  func indexOfTemplate(named name: String) -> Int? {
    templateIndices[name]
  }

  /// Returns the index in `templates` of the template called `name`, and adds it if it is new.
  mutating func internTemplate(_ name: String) -> Int {
    if let index = templateIndices[name] {
      return index
    }
    templates.append(Template(name: name))
    templateIndices[name] = templates.count - 1
    return templates.count - 1
  }
}

/// A step of rendering. Positions are indices of `Program.instructions`, and ranges of text are
/// ranges of `Program.text`.
enum Instruction: Sendable {
  /// Writes text of the template: unchanged, or line by line (this range of `Program.lines`) if
  /// lines are indented and the text begins some.
  case text(Range<Int>, lines: Range<Int>, beginsLines: Bool)
  /// Writes the indentation of a line that begins with a tag.
  case lineStart
  case variable(Name)
  case rawVariable(Name)
  /// Pushes the value and continues, or jumps to `end` if it is falsy.
  case section(Name, end: Int)
  /// Continues if the value is falsy, or jumps to `end`.
  case invertedSection(Name, end: Int)
  /// Jumps back to `body` with the next item of a list, or pops the section's value and continues.
  case sectionEnd(body: Int)
  /// Renders the partial at this index of `Program.partials`.
  case partial(Int)
  /// Ends a template.
  case end
}

/// A line of a text, or a part of a line.
struct Line: Sendable {
  var text: Range<Int>
  /// Whether this begins a non-empty line.
  var isIndented: Bool
}

/// A name to resolve against the context stack.
enum Name: Sendable {
  case implicitIterator
  case key(Key)
  /// Two or more parts: a range of `Program.keys`.
  case dotted(Range<Int>)
}

/// A template by name.
struct Template: Sendable {
  var name: String
  /// The first instruction, or nil if the template is only referenced so far.
  var start: Int?
  /// The partials, in source order.
  var partials: Range<Int> = 0..<0
}

/// A Partial tag.
struct Partial: Sendable {
  /// The included template: an index of `Program.templates`.
  var target: Int
  var indentation: Indentation
  /// The instruction after it.
  var next: Int
  /// The template that contains the tag.
  var template: Int
  var position: MustacheError.Position
}

/// The indentation of an included template's lines.
enum Indentation: Sendable {
  /// A tag within a line: the template's own indentation.
  case none
  /// A tag alone on its line: the current indentation followed by this text.
  case added(Range<Int>)
}
