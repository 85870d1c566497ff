// A Mustache engine for generators: templates are compiled once into flat instructions, names are
// interned to integers, and output is appended to one buffer of bytes.
//
// The engine conforms to the Mustache specification, version 1.4: the modules interpolation,
// sections, inverted, comments, delimiters and partials. The optional modules are not supported: a team overrides
// whole templates, and a context contains only data.
//
// Behaviour that the specification leaves open:
// - An empty text is falsy, like false, null and the empty list.
// - `{{name}}` prints nothing for a list or an object, and `true` or `false` for a truth value.
// - An indented partial does not indent its empty lines, so that no line ends with blanks.

/// Named templates that can include one another, compiled and ready to render.
package struct TemplateSet: Sendable {
  /// The maximum nesting depth of partials during rendering.
  package static let nestingLimit = 200

  /// The maximum number of steps of one rendering. A step is a tag, a text or a written byte.
  /// Without this limit, sections and partials that double at every level would run practically
  /// forever.
  package static let stepLimit = 1 << 24

  private var program = Program()

  /// Creates an empty set.
  package init() {}

  /// The names of the templates, in order of first mention.
  package var names: [String] {
    program.templates.filter { $0.start != nil }.map(\.name)
  }

  /// Compiles `source` and adds it as `name`. Replaces an existing template of that name, also for
  /// the templates that include it.
  ///
  /// - Parameters:
  ///   - keys: The table that contexts are built with. New names are added to it.
  ///   - constants: The output for interpolation tags with these names, independent of the context.
  ///     It becomes part of the template's text; use it for frequent names.
  /// - Throws: The first error in `source`. The set and the table are then unchanged.
  package mutating func add(
    _ name: String, source: String, keys: inout KeyTable, constants: [Key: String] = [:]
  ) throws(MustacheError) {
    try add(name, source: Array(source.utf8), keys: &keys, constants: constants)
  }

  /// Compiles `source`, unvalidated UTF-8, and adds it as `name`.
  ///
  /// See the method for strings.
  package mutating func add(
    _ name: String, source: [UInt8], keys: inout KeyTable, constants: [Key: String] = [:]
  ) throws(MustacheError) {
    let tags = try TagScanner.tags(of: source, template: name)
    try TagMatcher.match(tags, of: source, template: name)

    var emitter = ProgramEmitter(
      program: program, keys: keys, source: source, tags: tags, template: name,
      constants: constants)
    // The emitter must hold the only reference while it appends; otherwise each template copies all
    // others.
    program = Program()
    keys = KeyTable()
    emitter.emit()
    program = emitter.program
    keys = emitter.keys
  }

  /// A `missingTemplate` error for every partial that names a template that is not in the set, in the order of
  /// templates and tags. These tags render as nothing, so a host can treat them as errors.
  package var missingPartials: [MustacheError] {
    program.templates.flatMap { template in
      program.partials[template.partials].compactMap { partial in
        let target = program.templates[partial.target]
        guard target.start == nil else { return nil }
        return MustacheError(
          template: template.name, position: partial.position,
          reason: .missingTemplate(name: target.name))
      }
    }
  }

  /// Renders the template called `name`.
  ///
  /// - Parameters:
  ///   - context: The data.
  ///   - root: The value that names in the template refer to; usually an object of the context.
  ///   - capacity: The expected size of the output in bytes, which avoids reallocation. Any size
  ///     works.
  ///   - stepLimit: The maximum number of steps.
  /// - Returns: The output as UTF-8.
  /// - Throws: `unknownTemplate`, `nestingTooDeep` if more than `nestingLimit` partials
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
