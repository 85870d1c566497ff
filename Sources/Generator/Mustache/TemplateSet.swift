// A Mustache engine for generators: templates are compiled once into flat instructions, names are
// interned to integers, and output is appended to one buffer of bytes.
//
// It conforms to the Mustache specification, version 1.4: the modules interpolation, sections,
// inverted, comments, delimiters and partials, and of the optional ones `~inheritance` and
// `~dynamic-names`. Lambdas are not supported, since a context holds data only.
//
// Where the specification leaves a choice or a case open:
// - An empty text is falsy, like false, null and the empty list.
// - `{{name}}` prints nothing for a list or an object, and `true` or `false` for a truth value.
// - An indented partial doesn't indent its empty lines, so that no line ends in blanks.
// - Text within a parent, other than in the blocks directly in it, is ignored with all its tags. Of
//   two such blocks with one name the first one counts.
// - Block arguments are visible to everything that the parent includes in turn. The argument itself
//   sees those that were visible where it was written.
// - A block that has its line for itself takes the line with it if it turns out empty.

/// Named templates that may include one another, compiled and ready to render.
package struct TemplateSet: Sendable {
  /// How deep partials and parents may nest in one another while rendering.
  package static let nestingLimit = 200

  /// How much work one rendering may be: a step is a tag, a text or a byte that is written. Sections
  /// and partials that double at every level would never come to an end.
  package static let stepLimit = 1 << 24

  private var program = Program()

  /// Makes an empty set.
  package init() {}

  /// The names of the templates, in order of first mention.
  package var names: [String] {
    program.templates.filter { $0.start != nil }.map(\.name)
  }

  /// Compiles `source` and adds it as `name`. If there is a template of that name it is replaced,
  /// also for the templates that include it.
  ///
  /// - Parameters:
  ///   - keys: The table that contexts are built with. Names that are new to it are added.
  ///   - constants: What interpolation tags of these names print, whatever the context. It becomes a
  ///     part of the template's text, for names that are in much of what is rendered.
  /// - Throws: The first fault in `source`. The set and the table stay as they were.
  package mutating func add(
    _ name: String, source: String, keys: inout KeyTable, constants: [Key: String] = [:]
  ) throws(MustacheError) {
    try add(name, source: Array(source.utf8), keys: &keys, constants: constants)
  }

  /// Compiles `source`, UTF-8 that isn't checked, and adds it as `name`.
  ///
  /// See the method for strings.
  package mutating func add(
    _ name: String, source: [UInt8], keys: inout KeyTable, constants: [Key: String] = [:]
  ) throws(MustacheError) {
    var tags = try TagScanner.tags(of: source, template: name)
    try TagMatcher.match(&tags, of: source, template: name)

    var emitter = ProgramEmitter(
      program: program, keys: keys, source: source, tags: tags, template: name,
      constants: constants)
    // The emitter shall be the only owner while it appends, or each template would copy all others.
    program = Program()
    keys = KeyTable()
    emitter.emit()
    program = emitter.program
    keys = emitter.keys
  }

  /// A `missingTemplate` for every partial and parent that names a template the set doesn't have, in
  /// the order of templates and tags. These tags render as nothing, so a host may want to make them
  /// errors.
  ///
  /// Dynamic names aren't known before rendering and not reported.
  package var missingPartials: [MustacheError] {
    program.templates.flatMap { template in
      program.partials[template.partials].compactMap { partial in
        guard case .template(let target) = partial.target, program.templates[target].start == nil
        else { return nil }
        return MustacheError(
          template: template.name, position: partial.position,
          reason: .missingTemplate(name: program.templates[target].name))
      }
    }
  }

  /// Renders the template called `name`.
  ///
  /// - Parameters:
  ///   - context: The data.
  ///   - root: What names in the template refer to; most often an object of the context.
  ///   - capacity: The expected size of the output in bytes, to save it growing. Any size is right.
  ///   - stepLimit: How many steps it may take.
  /// - Returns: The output as UTF-8.
  /// - Throws: `unknownTemplate`, `nestingTooDeep` if more than `nestingLimit` partials and parents
  ///   nest in one another, or `tooManySteps` if it takes more than `stepLimit` steps.
  package func render(
    _ name: String, context: consuming Context, root: Value, capacity: Int = 0,
    stepLimit: Int = stepLimit
  ) throws(MustacheError) -> [UInt8] {
    guard let template = program.indexOfTemplate(named: name),
      let start = program.templates[template].start
    else {
      throw MustacheError(
        template: name, position: MustacheError.Position(line: 1, column: 1),
        reason: .unknownTemplate)
    }
    let renderer = Renderer(program: program, stepLimit: stepLimit)
    var state = RenderState(template: template, context: context, root: root, capacity: capacity)
    try renderer.run(from: start, &state)
    return state.output.bytes
  }
}
