// What changes while a program is executed: the output, and the stacks that take the place of
// recursion.

/// The state of one rendering.
struct RenderState: ~Copyable {
  var output: Output
  var contexts: ContextStack
  /// The partials, parents and arguments being rendered.
  var calls: [Call] = []
  /// How many of the calls are partials and parents.
  var nesting = 0
  /// The work done so far, but for the bytes written.
  var steps = 0
  /// The template that is rendered, for errors without a better place.
  let template: Int
  /// The arguments passed by the parents being rendered.
  private(set) var environments: [Environment] = []
  /// The environment in force, an index of `environments`.
  var environment: Int?
  private var loops: [Loop] = []
  /// The indentation in force is the part of this from `indentationStart`.
  private var indentation: [UInt8] = []
  private var indentationStart = 0

  /// What to restore after a partial, a parent or an argument.
  struct Call {
    var next: Int
    var nesting: Int
    var indentationStart: Int
    var indentationCount: Int
    var environment: Int?
    var environmentCount: Int
  }

  /// The arguments that a parent passes, and the environment that the parent tag itself is in.
  struct Environment {
    var arguments: Range<Int>
    var outer: Int?
  }

  /// A section being rendered: the list it iterates over, if the value is one, and the item it is at.
  private struct Loop {
    let items: (any Items)?
    let count: Int
    var index: Int
  }

  init(template: Int, context: Value, capacity: Int) {
    self.template = template
    output = Output(capacity: capacity)
    contexts = ContextStack(context)
  }
}

// MARK: - Sections

extension RenderState {
  /// Whether there is a body to render; if so its context is pushed.
  mutating func beginSection(_ value: Value) -> Bool {
    guard value.isTruthy else { return false }
    if case .list(let items) = value {
      loops.append(Loop(items: items, count: items.count, index: 0))
      contexts.push(items.item(at: 0))
    } else {
      loops.append(Loop(items: nil, count: 1, index: 0))
      contexts.push(value)
    }
    return true
  }

  /// Whether there is a next item; if not the section's context is popped.
  mutating func continueSection() -> Bool {
    let innermost = loops.count - 1
    let index = loops[innermost].index + 1
    guard index < loops[innermost].count, let items = loops[innermost].items else {
      loops.removeLast()
      contexts.pop()
      return false
    }
    loops[innermost].index = index
    contexts.replaceTop(items.item(at: index))
    return true
  }
}

// MARK: - Calls

extension RenderState {
  /// Notes what to restore when the call that begins now ends.
  mutating func pushCall(returningTo next: Int) {
    calls.append(
      Call(
        next: next, nesting: nesting, indentationStart: indentationStart,
        indentationCount: indentation.count, environment: environment,
        environmentCount: environments.count))
  }

  /// Puts the arguments of a parent in force.
  mutating func pushEnvironment(_ arguments: Range<Int>) {
    environments.append(Environment(arguments: arguments, outer: environment))
    environment = environments.count - 1
  }

  /// Restores what was in force before `call` and returns the instruction to go on with.
  mutating func end(_ call: Call) -> Int {
    nesting = call.nesting
    indentationStart = call.indentationStart
    indentation.removeLast(indentation.count - call.indentationCount)
    environment = call.environment
    environments.removeLast(environments.count - call.environmentCount)
    return call.next
  }
}

// MARK: - Indentation

extension RenderState {
  /// Whether lines of the template are to be indented.
  var isIndented: Bool {
    indentationStart < indentation.count
  }

  /// Indents further, until the present call ends.
  mutating func addIndentation(_ text: ArraySlice<UInt8>) {
    indentation.append(contentsOf: text)
  }

  /// Doesn't indent, until the present call ends.
  mutating func dropIndentation() {
    indentationStart = indentation.count
  }

  /// Writes the indentation in force.
  mutating func writeIndentation() {
    output.append(indentation, in: indentationStart..<indentation.count)
  }
}
