// Prints a schema as SDL, always in the same form.
// https://spec.graphql.org/September2025/#sec-Type-System

package import AuthGenLanguage

/// Prints everything in a schema that is not built in. Printing the parsed output gives the same
/// output again. Extensions are merged into their definitions. Omits empty descriptions, and a
/// `schema` definition that states only the defaults.
package struct SchemaPrinter: Sendable {
  static let width = 80

  package private(set) var bytes: [UInt8] = []
  private let schema: Schema
  private let symbols: SymbolTable
  private let sources: SourceMap

  /// - Parameter sorted: whether to sort types and directives by name; otherwise they keep the
  ///   schema's order. Members always keep it.
  /// - Returns: UTF-8 that ends with a line end, or nothing for a schema without definitions.
  package static func print(
    _ schema: Schema, symbols: SymbolTable, sources: SourceMap, sorted: Bool = true
  ) -> [UInt8] {
    var printer = SchemaPrinter(schema: schema, symbols: symbols, sources: sources)
    printer.printSchemaDefinition()
    let directives = schema.directives.dropFirst(schema.builtInDirectiveCount)
    for directive in printer.arranged(directives, sorted, by: \.name) { printer.print(directive) }
    let types = schema.types.dropFirst(schema.builtInTypeCount)
    for type in printer.arranged(types, sorted, by: \.name) { printer.print(type) }
    return printer.bytes
  }

  private init(schema: Schema, symbols: SymbolTable, sources: SourceMap) {
    self.schema = schema
    self.symbols = symbols
    self.sources = sources
  }

  private func arranged<Item>(
    _ items: ArraySlice<Item>, _ sorted: Bool, by name: (Item) -> Name
  ) -> [Item] {
    guard sorted else { return Array(items) }
    return items.sorted {
      symbols.utf8(name($0).symbol).lexicographicallyPrecedes(symbols.utf8(name($1).symbol))
    }
  }

  // MARK: Definitions

  private mutating func printSchemaDefinition() {
    let directives = schema.definitions.flatMap(\.directives)
    let roots = OperationType.allCases.filter { schema.rootName($0) != nil }
    if text(of: schema.description) == nil, directives.isEmpty, hasDefaultRoots { return }
    beginDefinition(schema.description)
    // A definition requires a root type; directives alone can only come from an extension.
    bytes.append(roots.isEmpty ? "extend schema" : "schema")
    append(directives)
    if !roots.isEmpty {
      bytes.append(" {\n")
      for operationType in roots {
        bytes.append("  \(operationType.keyword): ")
        if let name = schema.rootName(operationType) { append(name) }
        bytes.append("\n")
      }
      bytes.append("}")
    }
    bytes.append("\n")
  }

  private var hasDefaultRoots: Bool {
    zip(OperationType.allCases, [Symbol.queryType, .mutationType, .subscriptionType])
      .allSatisfy { operationType, name in
        schema.rootName(operationType)?.symbol == (schema.typeID(name) == nil ? nil : name)
      }
  }

  private mutating func print(_ directive: DirectiveDefinition) {
    beginDefinition(directive.description)
    let start = bytes.count
    bytes.append("directive @")
    append(directive.name)
    append(directive.arguments, at: start, indentation: 0) { printer in
      printer.append(directive.directives)
      printer.bytes.append(directive.isRepeatable ? " repeatable on" : " on")
    }
    append(directive.locations.map(\.symbol), separator: " |", at: start)
  }

  private mutating func print(_ type: TypeDefinition) {
    beginDefinition(type.description)
    let start = bytes.count
    bytes.append(type.kind.keyword)
    bytes.append(" ")
    append(type.name)
    for (index, interface) in type.interfaces.enumerated() {
      bytes.append(index == 0 ? " implements " : " & ")
      append(interface)
    }
    append(type.directives)
    if !type.members.isEmpty {
      bytes.append(" =")
      append(type.members.map(\.symbol), separator: " |", at: start)
      return
    }
    let count = type.fields.count + type.values.count + type.inputFields.count
    bytes.append(count == 0 ? "\n" : " {\n")
    for (index, field) in type.fields.enumerated() { print(field, isFirst: index == 0) }
    for (index, value) in type.values.enumerated() {
      beginMember(value.description, isFirst: index == 0, indentation: 2)
      append(value.name)
      append(value.directives)
      bytes.append("\n")
    }
    print(type.inputFields, indentation: 2)
    if count > 0 { bytes.append("}\n") }
  }

  // MARK: Members

  private mutating func print(_ field: FieldDefinition, isFirst: Bool) {
    beginMember(field.description, isFirst: isFirst, indentation: 2)
    let start = bytes.count - 2
    append(field.name)
    append(field.arguments, at: start, indentation: 2) { printer in
      printer.bytes.append(": ")
      printer.bytes.append(field.type, printer.symbols)
      printer.append(field.directives)
    }
    bytes.append("\n")
  }

  /// Appends arguments on the line that began at `start`, or on separate lines if that line would
  /// be too long or if an argument has a description.
  /// - Parameter rest: appends the rest of the line.
  private mutating func append(
    _ arguments: [InputValueDefinition], at start: Int, indentation: Int,
    rest: (inout SchemaPrinter) -> Void
  ) {
    let end = bytes.count
    if !arguments.contains(where: { text(of: $0.description) != nil }) {
      for (index, argument) in arguments.enumerated() {
        bytes.append(index == 0 ? "(" : ", ")
        append(argument)
      }
      if !arguments.isEmpty { bytes.append(")") }
      rest(&self)
      if arguments.isEmpty || bytes[start...].characterCount <= Self.width { return }
      bytes.removeSubrange(end...)
    }
    bytes.append("(\n")
    print(arguments, indentation: indentation + 2)
    bytes.append(spaces: indentation)
    bytes.append(")")
    rest(&self)
  }

  private mutating func print(_ values: [InputValueDefinition], indentation: Int) {
    for (index, value) in values.enumerated() {
      beginMember(value.description, isFirst: index == 0, indentation: indentation)
      append(value)
      bytes.append("\n")
    }
  }

  private mutating func append(_ value: InputValueDefinition) {
    append(value.name)
    bytes.append(": ")
    bytes.append(value.type, symbols)
    if let defaultValue = value.defaultValue {
      bytes.append(" = ")
      bytes.append(defaultValue, symbols, sources)
    }
    append(value.directives)
  }

  /// Ends the definition that began at `start` with names and separators, on one line if they fit,
  /// otherwise on one line each.
  private mutating func append(_ names: [Symbol], separator: String, at start: Int) {
    let end = bytes.count
    for (index, name) in names.enumerated() {
      bytes.append(index == 0 ? " " : separator + " ")
      bytes.append(name, symbols)
    }
    let line = bytes[start...].reversed().prefix { $0 != 0x0A }
    if line.characterCount > Self.width {
      bytes.removeSubrange(end...)
      for name in names {
        bytes.append("\n " + separator + " ")
        bytes.append(name, symbols)
      }
    }
    bytes.append("\n")
  }

  // MARK: Parts

  private mutating func beginDefinition(_ description: StringLiteral?) {
    if !bytes.isEmpty { bytes.append("\n") }
    append(description: text(of: description), indentation: 0)
  }

  /// Begins a member. A blank line separates a member with a description from the previous one.
  private mutating func beginMember(
    _ description: StringLiteral?, isFirst: Bool, indentation: Int
  ) {
    let text = text(of: description)
    if !isFirst, text != nil { bytes.append("\n") }
    append(description: text, indentation: indentation)
    bytes.append(spaces: indentation)
  }

  /// Returns the text; nil also for an empty description.
  private func text(of description: StringLiteral?) -> String? {
    let text = description.map { sources.text(of: $0) }
    return text == "" ? nil : text
  }

  private mutating func append(description text: String?, indentation: Int) {
    guard let text else { return }
    bytes.append(spaces: indentation)
    // Control characters are only visible as escapes, which block strings do not support.
    let isPrintable = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x09 }
    if isPrintable, let blockString = BlockString(text) {
      blockString.append(to: &bytes, indentation: indentation, width: Self.width)
    } else {
      bytes.append(quoted: text)
    }
    bytes.append("\n")
  }

  private mutating func append(_ directives: [Directive]) {
    for directive in directives {
      bytes.append(" @")
      append(directive.name)
      for (index, argument) in directive.arguments.enumerated() {
        bytes.append(index == 0 ? "(" : ", ")
        append(argument.name)
        bytes.append(": ")
        bytes.append(argument.value, symbols, sources)
      }
      if !directive.arguments.isEmpty { bytes.append(")") }
    }
  }

  private mutating func append(_ name: Name) {
    bytes.append(name.symbol, symbols)
  }
}
