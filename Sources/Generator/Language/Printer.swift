// Prints executable definitions in the shortest form, as sent to servers:
//
//     query Book($id: ID!) {
//       book(id: $id) { title }  # one
//     }
//
// gives query Book($id:ID!){book(id:$id){title}}, or a line for each selection.

/// Appends operations and fragments. Equal definitions have equal text, whatever their source layout. Omits
/// descriptions: they do not affect execution, and servers for editions before September 2025 reject them.
package struct DocumentPrinter: Sendable {
  package enum Layout: Sendable {
    /// The least white space that the grammar allows.
    case minified
    /// One line, with spaces after commas and colons, and no block strings.
    case line
    /// A line for each selection, with no block strings. Longer lines than `width` are broken after commas
    /// and before directives.
    case lines(width: Int)
  }

  package private(set) var bytes: [UInt8] = []
  private let symbols: SymbolTable
  private let sources: SourceMap
  /// The selection sets that begin with a generated `__typename`.
  private let typenamePositions: Set<Position>
  /// The labels to add to directives, by the position of the directive.
  private let labels: [Position: String]
  /// The directives that only clients evaluate, and that are left out.
  private let clientDirectives: Set<Symbol>
  /// Whether commas and colons are followed by a space.
  private let isSpaced: Bool
  /// The length of lines; nil for a single line.
  private let width: Int?
  /// The selection sets around the current place.
  private var depth = 0
  private var lineStart = 0
  /// The selection sets around the start of the current line.
  private var lineDepth = 0
  /// The space in the current line that can become a line break.
  private var lastBreak: Int?
  /// Whether the last token was a name, number or string, so that a separator is needed before another one.
  private var needsSpace = false

  /// - Parameters:
  ///   - typenamePositions: the selection sets to insert `__typename` into.
  ///   - labels: the arguments `label` to add to directives, by the position of the directive.
  ///   - clientDirectives: the directives to leave out.
  package init(
    symbols: SymbolTable, sources: SourceMap,
    addingTypenameTo typenamePositions: Set<Position> = [], labels: [Position: String] = [:],
    omitting clientDirectives: Set<Symbol> = [], layout: Layout = .minified
  ) {
    switch layout {
    case .minified: (isSpaced, width) = (false, nil)
    case .line: (isSpaced, width) = (true, nil)
    case .lines(let maximum): (isSpaced, width) = (true, maximum)
    }
    self.labels = labels
    self.clientDirectives = clientDirectives
    self.symbols = symbols
    self.sources = sources
    self.typenamePositions = typenamePositions
  }

  package mutating func append(_ operation: OperationDefinition) {
    if !bytes.isEmpty { beginLine() }
    let isShorthand =
      operation.operationType == .query && operation.name == nil && operation.variables.isEmpty
      && operation.directives.isEmpty
    if !isShorthand {
      beginWord()
      bytes.append(operation.operationType.keyword)
      if let name = operation.name { append(name.symbol) }
    }
    if !operation.variables.isEmpty {
      append("(")
      for (index, variable) in operation.variables.enumerated() {
        if index > 0 { appendSeparator() }
        append(variable)
      }
      append(")")
    }
    append(operation.directives)
    append(operation.selectionSet)
  }

  package mutating func append(_ fragment: FragmentDefinition) {
    if !bytes.isEmpty { beginLine() }
    append(Symbol.fragment)
    append(fragment.name.symbol)
    append(Symbol.on)
    append(fragment.typeCondition.symbol)
    append(fragment.directives)
    append(fragment.selectionSet)
  }

  private mutating func append(_ variable: VariableDefinition) {
    append("$")
    append(variable.name.symbol)
    append(isSpaced ? ": " : ":")
    bytes.append(variable.type, symbols)
    needsSpace = !variable.type.isNonNull && !variable.type.isList
    if let defaultValue = variable.defaultValue {
      append(isSpaced ? " = " : "=")
      append(defaultValue)
    }
    append(variable.directives)
  }

  // MARK: Selections

  private mutating func append(_ selectionSet: SelectionSet) {
    if isSpaced, bytes.count > lineStart { append(" ") }
    append("{")
    depth += 1
    if typenamePositions.contains(selectionSet.position) {
      beginLine()
      append(Symbol.typename)
    }
    for selection in selectionSet.selections {
      beginLine()
      switch selection {
      case .field(let field):
        append(field)
      case .fragmentSpread(let spread):
        append("...")
        append(spread.name.symbol)
        append(spread.directives)
      case .inlineFragment(let fragment):
        append("...")
        if let condition = fragment.typeCondition {
          if isSpaced { append(" ") }
          append(Symbol.on)
          append(condition.symbol)
        }
        append(fragment.directives)
        append(fragment.selectionSet)
      }
    }
    depth -= 1
    beginLine()
    append("}")
  }

  private mutating func append(_ field: Field) {
    if let alias = field.alias {
      append(alias.symbol)
      append(isSpaced ? ": " : ":")
    }
    append(field.name.symbol)
    append(field.arguments)
    append(field.directives)
    if let selectionSet = field.selectionSet { append(selectionSet) }
  }

  private mutating func append(_ directives: [Directive]) {
    for directive in directives where !clientDirectives.contains(directive.name.symbol) {
      if isSpaced { appendSpace() }
      append("@")
      append(directive.name.symbol)
      append(directive.arguments, label: labels[directive.position])
    }
  }

  private mutating func append(_ arguments: [Argument], label: String? = nil) {
    if arguments.isEmpty, label == nil { return }
    append("(")
    if let label {
      append(isSpaced ? "label: " : "label:")
      beginWord()
      bytes.append(quoted: label)
      if !arguments.isEmpty { appendSeparator() }
    }
    append(members: arguments)
    append(")")
  }

  // MARK: Values and tokens

  /// Appends arguments or the fields of an input object, without the brackets.
  package mutating func append(members: [Argument]) {
    for (index, member) in members.enumerated() {
      if index > 0 { appendSeparator() }
      append(member.name.symbol)
      append(isSpaced ? ": " : ":")
      append(member.value)
    }
  }

  package mutating func append(_ value: Value) {
    switch value.kind {
    case .variable(let name):
      append("$")
      append(name)
    case .int, .float:
      beginWord()
      bytes.append(sources.number(value) ?? "0")
    case .string(let literal):
      append(literal)
    case .boolean(let value):
      append(value ? Symbol.true : .false)
    case .null:
      append(Symbol.null)
    case .enum(let name):
      append(name)
    case .list(let values):
      append("[")
      for (index, value) in values.enumerated() {
        if index > 0 { appendSeparator() }
        append(value)
      }
      append("]")
    case .object(let fields):
      append("{")
      append(members: fields)
      append("}")
    }
  }

  /// Appends a block string as a block string, with the fewest quotes and line ends, if the text is minified.
  private mutating func append(_ literal: StringLiteral) {
    beginWord()
    let text = sources.text(of: literal)
    if !isSpaced, sources.isBlockString(literal), let blockString = BlockString(text) {
      blockString.appendMinimal(to: &bytes)
    } else {
      bytes.append(quoted: text, escapesInvisible: width != nil)
    }
  }

  private mutating func append(_ symbol: Symbol) {
    beginWord()
    bytes.append(symbol, symbols)
  }

  private mutating func append(_ punctuator: StaticString) {
    punctuator.withUTF8Buffer { bytes.append(contentsOf: $0) }
    needsSpace = false
  }

  private mutating func beginWord() {
    if needsSpace { bytes.append(0x20) }
    needsSpace = true
  }

  // MARK: Lines

  /// Appends what separates two values or arguments: nothing if the text is minified.
  private mutating func appendSeparator() {
    guard isSpaced else { return }
    append(",")
    appendSpace()
  }

  /// Appends a space that can become a line break.
  private mutating func appendSpace() {
    breakLongLine()
    lastBreak = bytes.count
    append(" ")
  }

  private mutating func beginLine() {
    guard width != nil else { return }
    breakLongLine()
    lineStart = bytes.count + 1
    lineDepth = depth
    lastBreak = nil
    append("\n")
    bytes.append(spaces: 2 * depth)
  }

  /// Breaks the current line at the last space that allows it, if the line has become too long. The rest of
  /// the line is indented more than the selections below it.
  private mutating func breakLongLine() {
    guard let width, let space = lastBreak, bytes.count - lineStart > width else { return }
    var indentation: [UInt8] = [0x0A]
    indentation.append(spaces: 2 * lineDepth + 4)
    bytes.replaceSubrange(space...space, with: indentation)
    lineStart = space + 1
    lastBreak = nil
  }
}

extension [UInt8] {
  /// Appends a value on one line, with quoted strings (not block strings) and one space after commas
  /// and colons.
  package mutating func append(_ value: Value, _ symbols: SymbolTable, _ sources: SourceMap) {
    var printer = DocumentPrinter(symbols: symbols, sources: sources, layout: .line)
    printer.append(value)
    append(contentsOf: printer.bytes)
  }
}

extension Directive {
  /// Returns the applied directive on one line.
  package func text(_ symbols: SymbolTable, _ sources: SourceMap) -> String {
    var text = "@" + symbols[name.symbol]
    if arguments.isEmpty { return text }
    var bytes: [UInt8] = []
    for argument in arguments {
      bytes.append((bytes.isEmpty ? "(" : ", ") + symbols[argument.name.symbol] + ": ")
      bytes.append(argument.value, symbols, sources)
    }
    text += String(decoding: bytes, as: UTF8.self) + ")"
    return text
  }
}
