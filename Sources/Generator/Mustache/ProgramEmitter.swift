// The last step of compiling: converts a template's tags and the text between them to instructions.
// It applies the white space rules for standalone tags and block indentation;
// ProgramEmitter+Text.swift cuts the text.

/// Appends one template to a program. Tracks nesting with its own stack.
struct ProgramEmitter {
  var program: Program
  var keys: KeyTable
  let source: [UInt8]
  private let tags: [Tag]
  private let template: Int
  private let constants: [Key: String]
  private var open: [OpenTag] = []
  /// The end of the processed source.
  var offset = 0
  /// Whether the next output begins a line of the template.
  var isAtLineStart = true
  /// The indentation common to the current argument's lines, which is not part of the argument.
  var intrinsicIndentation: Range<Int> = 0..<0
  /// The last position that is a jump target.
  var mark = 0

  /// The data of a tag whose End Section tag is still to come.
  private enum OpenTag {
    case section(instruction: Int)
    case parent(partial: Int, arguments: [Argument])
    case argument(block: Int, start: Int, outerIndentation: Range<Int>)
    case parameter(block: Int, hasLine: Bool)
  }

  /// - Parameters:
  ///   - tags: the tags of `source`, with their partners.
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
    var index = 0
    while index < tags.count {
      let tag = tags[index]
      if case .parent = open.last, tag.kind != .end, tag.kind != .block {
        // A parent's content only defines blocks; everything else in it is ignored.
        index = tag.opensSection ? (tag.partner ?? index) + 1 : index + 1
      } else {
        emit(tag)
        index += 1
      }
    }
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
      open.append(.section(instruction: program.instructions.count))
      let name = name(tag)
      program.instructions.append(
        tag.kind == .section ? .section(name, end: 0) : .invertedSection(name, end: 0))
    case .partial:
      emitPartial(tag)
    case .parent:
      emitParent(tag)
    case .block:
      if case .parent = open.last {
        beginArgument(tag)
      } else {
        beginParameter(tag)
      }
    case .end:
      emitEnd(tag)
    case .comment, .setDelimiters:
      emitText(before: tag)
    }
  }

  private mutating func emitEnd(_ tag: Tag) {
    switch open.popLast() {
    case .section(let instruction):
      emitText(before: tag)
      endSection(instruction)
    case .parent(let partial, let arguments):
      endParent(tag, partial: partial, arguments: arguments)
    case .argument(let block, let start, let outerIndentation):
      let argument = endArgument(tag, block: block, start: start)
      intrinsicIndentation = outerIndentation
      if case .parent(let partial, var arguments) = open.popLast() {
        arguments.append(argument)
        open.append(.parent(partial: partial, arguments: arguments))
      }
    case .parameter(let block, let hasLine):
      endParameter(tag, block: block, hasLine: hasLine)
    case nil:
      break
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

// MARK: - Partials and parents

extension ProgramEmitter {
  private mutating func emitPartial(_ tag: Tag) {
    emitText(before: tag)
    appendPartial(tag, ownsLine: tag.isAlone)
    program.partials[program.partials.count - 1].next = markedPosition()
  }

  private mutating func emitParent(_ tag: Tag) {
    let end = partner(of: tag)
    let ownsLine = tag.lineStart != nil && (tag.lineEnding != nil || end.lineEnding != nil)
    emitText(before: tag, ownsLine: ownsLine)
    open.append(.parent(partial: program.partials.count, arguments: []))
    appendPartial(tag, ownsLine: ownsLine)
  }

  private mutating func appendPartial(_ tag: Tag, ownsLine: Bool) {
    let target: Partial.Target =
      tag.isDynamic ? .dynamic(name(tag)) : .template(program.internTemplate(text(tag.content)))
    program.partials.append(
      Partial(
        target: target, indentation: ownsLine ? indentation(before: tag) : .none, arguments: 0..<0,
        next: 0, template: template, position: tag.position))
    program.instructions.append(.partial(program.partials.count - 1))
  }

  private mutating func endParent(_ tag: Tag, partial: Int, arguments: [Argument]) {
    let first = program.arguments.count
    program.arguments.append(contentsOf: arguments)
    program.partials[partial].arguments = first..<program.arguments.count
    program.partials[partial].next = markedPosition()

    let start = partner(of: tag)
    if let nextLine = tag.nextLine, start.lineStart != nil || tag.lineStart != nil {
      offset = nextLine
      isAtLineStart = true
    } else {
      offset = tag.range.upperBound
      isAtLineStart = false
    }
  }

  /// Begins a block within a parent, which is an inline template. Its content begins after the tag,
  /// or on the next line if the tag ends its line.
  private mutating func beginArgument(_ tag: Tag) {
    open.append(
      .argument(
        block: program.internBlock(text(tag.content)), start: markedPosition(),
        outerIndentation: intrinsicIndentation))
    if let nextLine = tag.nextLine {
      offset = nextLine
      intrinsicIndentation = blanks(from: nextLine)
    } else {
      offset = tag.range.upperBound
    }
    isAtLineStart = true
  }

  private mutating func endArgument(_ tag: Tag, block: Int, start: Int) -> Argument {
    emitText(upTo: tag.lineStart ?? tag.range.lowerBound)
    let isEmpty = program.instructions.count == start
    program.instructions.append(.end)
    offset = tag.range.upperBound
    return Argument(block: block, start: start, endsLine: isEmpty || tag.lineStart != nil)
  }
}

// MARK: - Parameters

extension ProgramEmitter {
  private mutating func beginParameter(_ tag: Tag) {
    let ownsLine =
      tag.lineStart != nil && (tag.lineEnding != nil || partner(of: tag).lineEnding != nil)
    emitText(before: tag, ownsLine: ownsLine)

    // If the content starts on its own line, that line determines the argument's indentation. If it
    // starts on the tag's line, the tag does.
    var indentation = Indentation.none
    if ownsLine, let nextLine = tag.nextLine {
      indentation = .added(appendText(from: nextLine, upTo: blanks(from: nextLine).upperBound))
    } else if ownsLine {
      indentation = self.indentation(before: tag)
    }
    program.instructions.append(.block(program.blocks.count))
    program.blocks.append(
      Block(
        name: program.internBlock(text(tag.content)), indentation: indentation,
        start: markedPosition(), lineEnding: 0, end: 0))
    open.append(.parameter(block: program.blocks.count - 1, hasLine: ownsLine))

    if ownsLine, tag.lineEnding == nil, let lineStart = tag.lineStart,
      partner(of: tag).range.lowerBound > tag.range.upperBound
    {
      offset = lineStart
      emitText(upTo: tag.range.lowerBound)
      offset = tag.range.upperBound
    }
  }

  private mutating func endParameter(_ tag: Tag, block: Int, hasLine: Bool) {
    emitText(upTo: (tag.isAlone ? tag.lineStart : nil) ?? tag.range.lowerBound)
    offset = (tag.isAlone ? tag.nextLine : nil) ?? tag.range.upperBound
    let isEmpty = program.instructions.count == program.blocks[block].start
    program.blocks[block].lineEnding = markedPosition()
    if hasLine, !tag.isAlone, let lineEnding = tag.lineEnding {
      offset = lineEnding.lowerBound
      emitText(upTo: lineEnding.upperBound)
      isAtLineStart = true
    }
    program.blocks[block].end = markedPosition()
    if isEmpty {
      program.blocks[block].start = program.blocks[block].end
    }
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

  private func partner(of tag: Tag) -> Tag {
    tag.partner.map { tags[$0] } ?? tag
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: source[range], as: UTF8.self)
  }
}
