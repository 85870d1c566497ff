// Renders the nodes of templates.

/// A rendering. Sections have an explicit stack, so that deep templates or data cannot exhaust the
/// thread's stack. Only partials, whose nesting has a limit, recurse.
struct Renderer: ~Copyable {
  let set: TemplateSet
  let context: Context
  /// The template that is rendered first.
  let template: Template
  let stepLimit: Int
  var output: Bytes
  /// The root and the sections being rendered.
  var frames: [Frame]
  /// What comes before each line: the part from `indentationStart`.
  var indentation = Bytes(capacity: 256)
  var indentationStart = 0
  var nesting = 0
  /// The work done so far, without the written bytes.
  var steps = 0

  /// A value that names refer to, and the items of its list that are still to come.
  struct Frame {
    var value: Value
    var items = 0..<0
  }

  /// The output.
  var bytes: [UInt8] { output.withBytes(in: 0..<output.count) { Array($0) } }

  /// Renders the nodes in `range`.
  ///
  /// - Throws: `nestingTooDeep` or `tooManySteps`.
  mutating func render(_ range: Range<Int>) throws(MustacheError) {
    var next = range.lowerBound
    while next < range.upperBound {
      let node = set.nodes[next]
      next += 1
      steps += 1
      switch node {
      case .text(let text, let beginsLine):
        if beginsLine {
          indentation.withBytes(in: indentationStart..<indentation.count) { output.append($0) }
        }
        output.append(set.text, in: text)
      case .variable(let path, let isRaw):
        write(value(of: path), isRaw: isRaw)
      case .section(let path, let isInverted, let end):
        let value = value(of: path)
        if value.isTruthy == isInverted {
          next = end
        } else if !isInverted {
          beginSection(value)
        }
      case .sectionEnd(let start):
        try checkSteps()
        if continueSection() { next = start }
      case .partial(let index):
        try checkSteps()
        try render(set.partials[index])
      }
    }
  }

  private mutating func write(_ value: Value, isRaw: Bool) {
    switch value {
    case .leaf(let raw, let escaped):
      context.text.withBytes(in: isRaw ? raw.range : escaped.range) { output.append($0) }
    case .bool(let bool):
      output.append(bool ? "true" : "false")
    case .null, .list, .object: break
    }
  }

  private mutating func render(_ partial: Partial) throws(MustacheError) {
    guard let nodes = set.templates[partial.target].nodes else { return }
    guard nesting < TemplateSet.nestingLimit else {
      throw set.templates[partial.template].error(
        .nestingTooDeep(limit: TemplateSet.nestingLimit), at: partial.offset)
    }
    let (outerStart, outerEnd) = (indentationStart, indentation.count)
    if let text = partial.indentation {
      indentation.append(set.text, in: text)
      steps += text.count
    } else {
      indentationStart = outerEnd
    }
    nesting += 1
    try render(nodes)
    nesting -= 1
    indentation.removeAll(from: outerEnd)
    indentationStart = outerStart
  }

  /// Throws if rendering has taken too many steps. Only loops and calls check: the code between
  /// them is no longer than the templates.
  private func checkSteps() throws(MustacheError) {
    if steps + output.count > stepLimit {
      throw template.error(.tooManySteps(limit: stepLimit), at: 0)
    }
  }
}

// MARK: - Sections

extension Renderer {
  /// Begins a section of a truthy value.
  private mutating func beginSection(_ value: Value) {
    if case .list(let items) = value {
      frames.append(Frame(value: .null, items: items.range))
      _ = continueSection()
    } else {
      frames.append(Frame(value: value))
    }
  }

  /// Moves to the next item and returns true, or ends the section and returns false.
  private mutating func continueSection() -> Bool {
    let last = frames.count - 1
    guard let index = frames[last].items.popFirst() else {
      frames.removeLast()
      return false
    }
    frames[last].value = context.items[index]
    return true
  }

  /// Returns the value of `path`, or null. The first part is searched in the values of all sections, from the
  /// innermost, and the other parts only in the value found. A search through many values counts as many
  /// steps.
  private mutating func value(of path: Node.Path) -> Value {
    var index = frames.count - 1
    guard !path.isEmpty else { return frames[index].value }
    steps += frames.count / 8
    let key = set.pathKeys[path.lowerBound]
    while index >= 0 {
      if let value = context.value(of: key, in: frames[index].value) {
        return path.dropFirst().reduce(value) {
          context.value(of: set.pathKeys[$1], in: $0) ?? .null
        }
      }
      index -= 1
    }
    return .null
  }
}
