// The mutable state of executing a program: the output, and the stacks that replace recursion.

/// The state of one rendering.
struct RenderState: ~Copyable {
  let context: Context
  var output: Output
  var contexts: ContextStack
  /// The partials being rendered.
  private var calls = Buffer<Call>(capacity: 64)
  /// The number of partials being rendered.
  var nesting: Int { calls.count }
  /// The work done so far, without the written bytes.
  var steps = 0
  /// The rendered template, for errors without a more specific position.
  let template: Int
  /// For each section being rendered, the remaining items if its value is a list.
  private var loops = Buffer<List>(capacity: 64)
  /// The current indentation is the part from `indentationStart`.
  private var indentation = Buffer<UInt8>(capacity: 256)
  private var indentationStart = 0

  /// The state to restore after a partial.
  struct Call: BitwiseCopyable {
    var next: Int
    var indentationStart: Int
    var indentationCount: Int
  }

  init(template: Int, context: consuming Context, root: Value, capacity: Int) {
    self.template = template
    self.context = context
    output = Output(capacity: capacity)
    contexts = ContextStack(root)
  }
}

// MARK: - Sections

extension RenderState {
  /// Returns the value of `name`.
  func value(of name: Name, in program: Program) -> Value {
    contexts.value(of: name, in: program, context)
  }

  /// Pushes the section's context and returns true, or returns false if the section is not
  /// rendered.
  mutating func beginSection(_ value: Value) -> Bool {
    if case .list(let list) = value {
      guard let (item, others) = context.firstItem(of: list) else { return false }
      loops.append(others)
      contexts.push(item)
    } else {
      guard context.isTruthy(value) else { return false }
      loops.append(List())
      contexts.push(value)
    }
    return true
  }

  /// Moves to the next item and returns true, or pops the section's context and returns false.
  mutating func continueSection() -> Bool {
    guard let (item, others) = context.firstItem(of: loops[loops.count - 1]) else {
      loops.removeLast()
      contexts.pop()
      return false
    }
    loops[loops.count - 1] = others
    contexts.replaceTop(item)
    return true
  }
}

// MARK: - Calls

extension RenderState {
  /// Saves the state to restore at the end of the call.
  mutating func pushCall(returningTo next: Int) {
    calls.append(
      Call(
        next: next, indentationStart: indentationStart, indentationCount: indentation.count))
  }

  /// Restores the state before the innermost call. Returns the next instruction, or nil if there is
  /// no call.
  mutating func endCall() -> Int? {
    guard calls.count > 0 else { return nil }
    let call = calls[calls.count - 1]
    calls.removeLast()
    indentationStart = call.indentationStart
    indentation.removeAll(from: call.indentationCount)
    return call.next
  }
}

// MARK: - Indentation

extension RenderState {
  /// Whether lines of the template are indented.
  var isIndented: Bool {
    indentationStart < indentation.count
  }

  /// Adds indentation until the current call ends.
  mutating func addIndentation(_ text: [UInt8], in range: Range<Int>) {
    // A slice would be reference-counted, and most indentations are a few blanks.
    for index in range {
      indentation.append(text[index])
    }
  }

  /// Removes the indentation until the current call ends.
  mutating func dropIndentation() {
    indentationStart = indentation.count
  }

  /// Writes the current indentation.
  mutating func writeIndentation() {
    indentation.withElements(in: indentationStart..<indentation.count) { output.append($0) }
  }
}
