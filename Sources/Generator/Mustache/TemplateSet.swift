// A Mustache engine for generators: templates are parsed once, names are numbers, and output is appended to
// one array of bytes. The template
//
//     enum {{name}} {
//       {{#items}}
//       case {{.}}
//       {{/items}}
//     }
//
// with {name: Kind, items: [book, film]} gives "enum Kind {\n  case book\n  case film\n}\n".
//
// The engine conforms to the Mustache specification, version 1.4: the modules interpolation, sections,
// inverted, comments, delimiters and partials. The optional modules are not supported: a team overrides whole
// templates, and a context contains only data.
//
// Behaviour that the specification leaves open:
// - An empty text is falsy, like false, null and the empty list.
// - `{{name}}` prints nothing for a list or an object, and `true` or `false` for a truth value.
// - An indented partial does not indent its empty lines, so that no line ends with blanks.

/// Named templates that can include one another, parsed and ready to render.
package struct TemplateSet: Sendable {
  /// The maximum nesting depth of partials during rendering.
  package static let nestingLimit = 200

  /// The maximum number of steps of one rendering. A step is a tag, a line or a written byte. Without this
  /// limit, sections and partials that double at every level would run practically forever.
  package static let stepLimit = 1 << 24

  /// The templates, also those that are only included so far.
  var templates: [Template] = []
  private var templateNames = NameTable()
  private var keyNames = NameTable()
  var nodes: [Node] = []
  var partials: [Partial] = []
  /// The bytes of all text nodes.
  var text: [UInt8] = []
  /// The keys of all paths.
  var pathKeys: [Key] = []
  /// The output for interpolation tags with these names.
  let constants: [String: String]

  /// Creates an empty set.
  ///
  /// - Parameters:
  ///   - keys: The distinct names of the first keys, whose raw values count from 0.
  ///   - constants: The output for interpolation tags with these names, independent of the context.
  ///     It becomes part of a template's text; use it for frequent names.
  package init(keys: [String] = [], constants: [String: String] = [:]) {
    self.constants = constants
    for name in keys { _ = key(named: name) }
  }

  /// The names of all keys. Names from templates follow those that the set was created with.
  package var keys: [String] { keyNames.names }

  /// Returns the key called `name`, and adds it if it is new.
  package mutating func key(named name: String) -> Key { Key(rawValue: Int32(keyNames.add(name))) }

  /// The names of the templates, in order of first mention.
  package var names: [String] { templates.filter { $0.nodes != nil }.map(\.name) }

  /// Parses `source`, unvalidated UTF-8, and adds it as `name`. Replaces an existing template of that name,
  /// also for the templates that include it.
  ///
  /// - Throws: The first error in `source`. The set is then unchanged.
  package mutating func add(_ name: String, source: [UInt8]) throws(MustacheError) {
    var parser = TemplateParser(source, name: name, set: self)
    self = try parser.parse()
  }

  /// Returns the index of the template called `name`. Adds a template without nodes if the name is new.
  mutating func indexOfTemplate(_ name: String) -> Int {
    let index = templateNames.add(name)
    if index == templates.count { templates.append(Template(name: name)) }
    return index
  }

  /// A `missingTemplate` error for the first partial whose template is not in the set, in the order of
  /// templates and tags; nil if the set has all templates. A partial without a template prints nothing.
  package var missingPartial: MustacheError? {
    for case .partial(let index) in templates.compactMap(\.nodes).flatMap({ nodes[$0] }) {
      let partial = partials[index]
      let target = templates[partial.target]
      if target.nodes == nil {
        return templates[partial.template].error(
          .missingTemplate(name: target.name), at: partial.offset)
      }
    }
    return nil
  }

  /// Renders the template called `name`.
  ///
  /// - Parameters:
  ///   - context: The data.
  ///   - root: The value that names in the template refer to; usually an object of the context.
  ///   - capacity: The expected size of the output in bytes, which avoids reallocation. Any size works.
  ///   - stepLimit: The maximum number of steps.
  /// - Returns: The output as UTF-8.
  /// - Throws: `unknownTemplate`, `nestingTooDeep` if more than `nestingLimit` partials
  ///   nest in one another, or `tooManySteps` if it takes more than `stepLimit` steps.
  package func render(
    _ name: String, context: consuming Context, root: Value, capacity: Int = 0,
    stepLimit: Int = stepLimit
  ) throws(MustacheError) -> [UInt8] {
    let template = templates.first { $0.name == name } ?? Template(name: name)
    guard let nodes = template.nodes else { throw template.error(.unknownTemplate, at: 0) }
    var renderer = Renderer(
      set: self, context: context, template: template, stepLimit: stepLimit,
      output: Bytes(capacity: capacity), frames: [Renderer.Frame(value: root)])
    try renderer.render(nodes)
    return renderer.bytes
  }
}
