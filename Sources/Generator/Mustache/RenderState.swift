// What changes while a program is executed: the output, and the stacks that take the place of
// recursion.

/// The state of one rendering.
struct RenderState: ~Copyable {
  let context: Context
  var output: Output
  var contexts: ContextStack
  /// The partials, parents and arguments being rendered.
  private var calls = Buffer<Call>(capacity: 64)
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
  /// For each section being rendered the items yet to come, if its value is a list.
  private var loops = Buffer<List>(capacity: 64)
  /// The indentation in force is the part of this from `indentationStart`.
  private var indentation = Buffer<UInt8>(capacity: 256)
  private var indentationStart = 0

  /// What to restore after a partial, a parent or an argument.
  struct Call: BitwiseCopyable {
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

  init(template: Int, context: consuming Context, root: Value, capacity: Int) {
    self.template = template
    self.context = context
    output = Output(capacity: capacity)
    contexts = ContextStack(root)
  }
}

// MARK: - Sections

extension RenderState {
  /// What `name` refers to.
  func value(of name: Name, in program: Program) -> Value {
    contexts.value(of: name, in: program, context)
  }

  /// Whether there is a body to render; if so its context is pushed.
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

  /// Whether there is a next item; if not the section's context is popped.
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

  /// Restores what was in force before the innermost call and returns the instruction to go on with;
  /// nil if there is no call.
  mutating func endCall() -> Int? {
    guard calls.count > 0 else { return nil }
    let call = calls[calls.count - 1]
    calls.removeLast()
    nesting = call.nesting
    indentationStart = call.indentationStart
    indentation.removeAll(from: call.indentationCount)
    environment = call.environment
    // Few templates have parents.
    if environments.count > call.environmentCount {
      environments.removeLast(environments.count - call.environmentCount)
    }
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
  mutating func addIndentation(_ text: [UInt8], in range: Range<Int>) {
    // A slice would count references, and most of these are a few blanks.
    for index in range {
      indentation.append(text[index])
    }
  }

  /// Doesn't indent, until the present call ends.
  mutating func dropIndentation() {
    indentationStart = indentation.count
  }

  /// Writes the indentation in force.
  mutating func writeIndentation() {
    indentation.withElements(in: indentationStart..<indentation.count) { output.append($0) }
  }
}
