// Executes a program. Contexts, loops and calls have explicit stacks, so deep templates or data
// cannot exhaust the thread's stack.

/// The constant state of a rendering. All mutable state is in a `RenderState`; this way the
/// compiler does not reference-count the program at every step.
struct Renderer {
  let program: Program
  let stepLimit: Int

  /// Renders from the instruction at `start` to the end of its template.
  ///
  /// - Throws: `nestingTooDeep` or `tooManySteps`.
  func run(from start: Int, _ state: inout RenderState) throws(MustacheError) {
    var next = start
    while true {
      state.steps += 1
      switch program.instructions[next] {
      case .text(let text, let lines, let beginsLines):
        if beginsLines, state.isIndented {
          write(lines, &state)
        } else {
          state.output.append(program.text, in: text)
        }
        next += 1
      case .lineStart:
        state.writeIndentation()
        next += 1
      case .variable(let name):
        write(value(of: name, &state), isEscaped: true, &state)
        next += 1
      case .rawVariable(let name):
        write(value(of: name, &state), isEscaped: false, &state)
        next += 1
      case .section(let name, let end):
        let value = value(of: name, &state)
        next = state.beginSection(value) ? next + 1 : end
      case .invertedSection(let name, let end):
        next = state.context.isTruthy(value(of: name, &state)) ? end : next + 1
      case .sectionEnd(let body):
        next = state.continueSection() ? body : next + 1
        try checkSteps(state)
      case .partial(let index):
        next = try begin(program.partials[index], &state)
        try checkSteps(state)
      case .end:
        guard let following = state.endCall() else { return }
        next = following
      }
    }
  }

  /// Throws if rendering has taken too many steps. Only loops and calls check: the code between
  /// them is no longer than the templates.
  private func checkSteps(_ state: borrowing RenderState) throws(MustacheError) {
    guard state.steps + state.output.count <= stepLimit else {
      throw MustacheError(
        template: program.templates[state.template].name,
        position: MustacheError.Position(line: 1, column: 1),
        reason: .tooManySteps(limit: stepLimit))
    }
  }

  /// Returns the value of a name. A search through many values counts as many steps.
  private func value(of name: Name, _ state: inout RenderState) -> Value {
    if case .implicitIterator = name {} else { state.steps += state.contexts.count / 8 }
    return state.value(of: name, in: program)
  }
}

// MARK: - Text and interpolation

extension Renderer {
  private func write(_ lines: Range<Int>, _ state: inout RenderState) {
    for index in lines {
      let line = program.lines[index]
      if line.isIndented {
        state.writeIndentation()
      }
      state.output.append(program.text, in: line.text)
    }
  }

  private func write(_ value: Value, isEscaped: Bool, _ state: inout RenderState) {
    switch value {
    case .leaf(let leaf): state.context.write(leaf, isEscaped: isEscaped, to: &state.output)
    case .bool(let bool): state.output.append(bool ? "true" : "false")
    case .null, .list, .object: break
    }
  }
}

// MARK: - Partials

extension Renderer {
  /// Enters `partial` and returns the next instruction.
  private func begin(
    _ partial: Partial, _ state: inout RenderState
  ) throws(MustacheError) -> Int {
    guard let start = program.templates[partial.target].start else { return partial.next }
    pushCall(returningTo: partial.next, indentation: partial.indentation, &state)
    guard state.nesting <= TemplateSet.nestingLimit else {
      throw MustacheError(
        template: program.templates[partial.template].name, position: partial.position,
        reason: .nestingTooDeep(limit: TemplateSet.nestingLimit))
    }
    return start
  }

  private func pushCall(
    returningTo next: Int, indentation: Indentation, _ state: inout RenderState
  ) {
    state.pushCall(returningTo: next)
    switch indentation {
    case .none: state.dropIndentation()
    case .added(let text): state.addIndentation(program.text, in: text)
    }
  }
}
