// The last step of compiling: converts a template's tags and the text between them to instructions.
// It applies the white space rules for standalone tags; ProgramEmitter+Text.swift cuts the text.

/// Appends one template to a program. Tracks nesting with its own stack.
struct ProgramEmitter {
  var program: Program
  var keys: KeyTable
  let source: [UInt8]
  private let tags: [Tag]
  private let template: Int
  private let constants: [Key: String]
  /// The instructions of the sections whose End Section tag is still to come.
  private var open: [Int] = []
  /// The end of the processed source.
  var offset = 0
  /// Whether the next output begins a line of the template.
  var isAtLineStart = true
  /// The last position that is a jump target.
  var mark = 0

  /// - Parameters:
  ///   - tags: the tags of `source`, whose sections match.
  ///   - constants: the output for interpolation tags with these names.
  init(
    program: Program, keys: KeyTable, source: [UInt8], tags: [Tag], template: String,
    constants: [Key: String]
  ) {
    self.program = program
    self.keys = keys
    self.source = source
    self.tags = tags
    self.constants = constants
    self.template = self.program.internTemplate(template)
  }

  /// Appends the instructions, and sets the template's start.
  mutating func emit() {
    let start = markedPosition()
    let firstPartial = program.partials.count
    for tag in tags { emit(tag) }
    emitText(upTo: source.count)
    program.instructions.append(.end)
    program.templates[template].start = start
    program.templates[template].partials = firstPartial..<program.partials.count
  }

  private mutating func emit(_ tag: Tag) {
    switch tag.kind {
    case .variable, .rawVariable:
      emitVariable(tag)
    case .section, .invertedSection:
      emitText(before: tag)
      open.append(program.instructions.count)
      let name = name(tag)
      program.instructions.append(
        tag.kind == .section ? .section(name, end: 0) : .invertedSection(name, end: 0))
    case .partial:
      emitPartial(tag)
    case .end:
      emitText(before: tag)
      if let instruction = open.popLast() { endSection(instruction) }
    case .comment, .setDelimiters:
      emitText(before: tag)
    }
  }

  private mutating func emitVariable(_ tag: Tag) {
    let name = name(tag)
    if case .key(let key) = name, let constant = constants[key] {
      emitText(upTo: tag.range.lowerBound)
      emitText(constant)
      offset = tag.range.upperBound
    } else {
      emitText(before: tag)
      program.instructions.append(tag.kind == .variable ? .variable(name) : .rawVariable(name))
    }
  }

  private mutating func endSection(_ instruction: Int) {
    switch program.instructions[instruction] {
    case .section(let name, _):
      program.instructions.append(.sectionEnd(body: instruction + 1))
      program.instructions[instruction] = .section(name, end: markedPosition())
    case .invertedSection(let name, _):
      program.instructions[instruction] = .invertedSection(name, end: markedPosition())
    default:
      break
    }
  }

  /// Returns the position of the next instruction, and marks it as a jump target, so that it is not
  /// merged with the previous instruction.
  private mutating func markedPosition() -> Int {
    mark = program.instructions.count
    return mark
  }
}

// MARK: - Partials

extension ProgramEmitter {
  private mutating func emitPartial(_ tag: Tag) {
    emitText(before: tag)
    program.partials.append(
      Partial(
        target: program.internTemplate(text(tag.content)),
        indentation: tag.isAlone ? indentation(before: tag) : .none, next: 0, template: template,
        position: tag.position))
    program.instructions.append(.partial(program.partials.count - 1))
    program.partials[program.partials.count - 1].next = markedPosition()
  }
}

// MARK: - Names

extension ProgramEmitter {
  private mutating func name(_ tag: Tag) -> Name {
    let parts = source[tag.content].split(separator: Byte.period)
    if parts.isEmpty {
      return .implicitIterator
    }
    let interned = parts.map { keys.intern(String(decoding: $0, as: UTF8.self)) }
    if interned.count == 1 {
      return .key(interned[0])
    }
    program.keys.append(contentsOf: interned)
    return .dotted(program.keys.count - interned.count..<program.keys.count)
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: source[range], as: UTF8.self)
  }
}
