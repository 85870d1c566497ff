// What templates are compiled into: one flat list of instructions for all templates of a set, with
// everything a renderer needs resolved to integers.

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
  var arguments: [Argument] = []
  var blocks: [Block] = []
  /// Every template that is compiled or that a partial names, in order of first mention.
  var templates: [Template] = []
  private var templateIndices: [String: Int] = [:]
  private var blockNames: [String: Int] = [:]

  /// The position in `templates` of the template called `name`, if anything mentions it.
  func indexOfTemplate(named name: String) -> Int? {
    templateIndices[name]
  }

  /// The position in `templates` of the template called `name`, which is entered if it is new.
  mutating func internTemplate(_ name: String) -> Int {
    if let index = templateIndices[name] {
      return index
    }
    templates.append(Template(name: name))
    templateIndices[name] = templates.count - 1
    return templates.count - 1
  }

  /// The number that stands for the block name `name`. Block names are a namespace of their own.
  mutating func internBlock(_ name: String) -> Int {
    let index = blockNames[name] ?? blockNames.count
    blockNames[name] = index
    return index
  }
}

/// A step of rendering. Positions are indices of `Program.instructions`, ranges of text those of
/// `Program.text`.
enum Instruction: Sendable {
  /// Writes text of the template: as it is, or where lines are indented and some begin in it, the
  /// lines in this range of `Program.lines`.
  case text(Range<Int>, lines: Range<Int>, beginsLines: Bool)
  /// Writes the indentation of a line that begins with a tag.
  case lineStart
  case variable(Name)
  case rawVariable(Name)
  /// Pushes the value and goes on, or jumps to `end` if it is falsy.
  case section(Name, end: Int)
  /// Goes on if the value is falsy, or jumps to `end`.
  case invertedSection(Name, end: Int)
  /// Goes back to `body` with the next item of a list, or pops the section's value and goes on.
  case sectionEnd(body: Int)
  /// Renders the partial or parent at this index of `Program.partials`.
  case partial(Int)
  /// Renders the block at this index of `Program.blocks`.
  case block(Int)
  /// Ends a template, or an argument of a parent.
  case end
}

/// A line of a text, or a part of one.
struct Line: Sendable {
  var text: Range<Int>
  /// Whether it begins a line that isn't empty.
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
  /// Its first instruction, or nil if it was only mentioned so far.
  var start: Int?
  /// Its partials and parents, in the order in which it has them.
  var partials: Range<Int> = 0..<0
}

/// A Partial tag, or a Parent tag with its arguments.
struct Partial: Sendable {
  enum Target: Sendable {
    /// An index of `Program.templates`.
    case template(Int)
    case dynamic(Name)
  }

  var target: Target
  var indentation: Indentation
  /// What a parent passes: a range of `Program.arguments`.
  var arguments: Range<Int>
  /// The instruction after it.
  var next: Int
  /// The template that contains the tag, and where.
  var template: Int
  var position: MustacheError.Position
}

/// How the lines of an injected template begin.
enum Indentation: Sendable {
  /// A tag within a line: as the injected template has them.
  case none
  /// A tag that has its line for itself: with the present indentation and this text.
  case added(Range<Int>)
}

/// A block that a parent's content gives: what replaces the default content.
struct Argument: Sendable {
  /// The number of the block's name.
  var block: Int
  var start: Int
  /// Whether it has no content or its content ends with a line ending.
  var endsLine: Bool
}

/// A block elsewhere: a parameter of its template.
struct Block: Sendable {
  /// The number of the block's name.
  var name: Int
  var indentation: Indentation
  /// The default content's first instruction.
  var start: Int
  /// The instruction to go on with after an argument that leaves its last line open.
  var lineEnding: Int
  /// The instruction after it all.
  var end: Int
}
