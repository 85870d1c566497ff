// Prints executable definitions in the shortest form, as sent to servers:
//
//     query Book($id: ID!) {
//       book(id: $id) { title }  # one
//     }
//
// gives query Book($id:ID!){book(id:$id){title}}

/// Appends operations and fragments with the least white space that the grammar allows. Equal
/// definitions have equal text, whatever their source layout. Omits descriptions: they do not
/// affect execution, and servers for editions before September 2025 reject them.
package struct DocumentPrinter: Sendable {
  package private(set) var bytes: [UInt8] = []
  private let symbols: SymbolTable
  private let sources: SourceMap
  /// The selection sets that begin with a generated `__typename`.
  private let typenamePositions: Set<Position>
  /// The labels to add to directives, by the position of the directive.
  private let labels: [Position: String]
  /// A directive that only the client evaluates, and that is left out.
  private let clientDirective: Symbol?
  /// Whether commas and colons are followed by a space.
  private let isSpaced: Bool
  /// Whether the last token was a name, number or string, so that a separator is needed before another one.
  private var needsSpace = false

  /// - Parameters:
  ///   - typenamePositions: the selection sets to insert `__typename` into.
  ///   - labels: the arguments `label` to add to directives, by the position of the directive.
  ///   - clientDirective: a directive of fields to leave out.
  ///   - isSpaced: whether values have commas, spaces after commas and colons, and no block strings,
  ///     as in SDL.
  package init(
    symbols: SymbolTable, sources: SourceMap,
    addingTypenameTo typenamePositions: Set<Position> = [], labels: [Position: String] = [:],
    omitting clientDirective: Symbol? = nil, isSpaced: Bool = false
  ) {
    self.isSpaced = isSpaced
    self.labels = labels
    self.clientDirective = clientDirective
    self.symbols = symbols
    self.sources = sources
    self.typenamePositions = typenamePositions
  }

  package mutating func append(_ operation: OperationDefinition) {
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
      for variable in operation.variables { append(variable) }
      append(")")
    }
    append(operation.directives)
    append(operation.selectionSet)
  }

  package mutating func append(_ fragment: FragmentDefinition) {
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
    append(":")
    bytes.append(variable.type, symbols)
    needsSpace = !variable.type.isNonNull && !variable.type.isList
    if let defaultValue = variable.defaultValue {
      append("=")
      append(defaultValue)
    }
    append(variable.directives)
  }

  // MARK: Selections

  private mutating func append(_ selectionSet: SelectionSet) {
    append("{")
    if typenamePositions.contains(selectionSet.position) { append(Symbol.typename) }
    for selection in selectionSet.selections {
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
          append(Symbol.on)
          append(condition.symbol)
        }
        append(fragment.directives)
        append(fragment.selectionSet)
      }
    }
    append("}")
  }

  private mutating func append(_ field: Field) {
    if let alias = field.alias {
      append(alias.symbol)
      append(":")
    }
    append(field.name.symbol)
    append(field.arguments)
    append(field.directives)
    if let selectionSet = field.selectionSet { append(selectionSet) }
  }

  private mutating func append(_ directives: [Directive]) {
    for directive in directives where directive.name.symbol != clientDirective {
      append("@")
      append(directive.name.symbol)
      append(directive.arguments, label: labels[directive.position])
    }
  }

  private mutating func append(_ arguments: [Argument], label: String? = nil) {
    if arguments.isEmpty, label == nil { return }
    append("(")
    if let label {
      append("label:")
      beginWord()
      bytes.append(quoted: label)
    }
    append(members: arguments)
    append(")")
  }

  // MARK: Values and tokens

  /// Appends arguments or the fields of an input object, without the brackets.
  package mutating func append(members: [Argument]) {
    for (index, member) in members.enumerated() {
      if isSpaced, index > 0 { append(", ") }
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
        if isSpaced, index > 0 { append(", ") }
        append(value)
      }
      append("]")
    case .object(let fields):
      append("{")
      append(members: fields)
      append("}")
    }
  }

  /// Appends a block string as a block string, with the fewest quotes and line ends, unless the
  /// printer is spaced.
  private mutating func append(_ literal: StringLiteral) {
    beginWord()
    let text = sources.text(of: literal)
    if !isSpaced, sources.isBlockString(literal), let blockString = BlockString(text) {
      blockString.appendMinimal(to: &bytes)
    } else {
      bytes.append(quoted: text)
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
}

extension [UInt8] {
  /// Appends a value on one line, with quoted strings (not block strings) and one space after commas
  /// and colons.
  package mutating func append(_ value: Value, _ symbols: SymbolTable, _ sources: SourceMap) {
    var printer = DocumentPrinter(symbols: symbols, sources: sources, isSpaced: true)
    printer.append(value)
    append(contentsOf: printer.bytes)
  }
}
