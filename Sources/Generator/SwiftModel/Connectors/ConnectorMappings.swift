// The response mappings of a client with connectors, and the restrictions on its selections.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenTypeSystem
import AuthGenValidation

/// The mappings of all selections: one per operation, and one per fragment. All uses of a fragment
/// must have the same mapping.
struct ConnectorMappings: Sendable {
  private let context: BuilderContext
  private let connectors: Connectors
  private let document: ExecutableDocument
  private(set) var byFragment: [Symbol: ObjectMapping] = [:]
  /// The fields with connectors, by operation name.
  private(set) var roots: [Symbol: Root] = [:]
  /// The first spread of each fragment.
  private var spreads: [Symbol: Position] = [:]
  private(set) var diagnostics: [Diagnostic] = []

  private var schema: Schema { context.schema }

  /// The single field of an operation, and its connector.
  struct Root: Sendable {
    let field: Field
    let definition: FieldDefinition
    let connector: Connector
    let mapping: ObjectMapping
  }

  init(of document: ExecutableDocument, _ connectors: Connectors, _ context: BuilderContext) {
    self.document = document
    self.connectors = connectors
    self.context = context
    for operation in document.operations.map(\.definition) {
      if let name = operation.name { roots[name.symbol] = read(operation) }
    }
  }

  func root(of operation: OperationDefinition) -> ObjectMapping? {
    operation.name.flatMap { roots[$0.symbol]?.mapping }
  }

  /// Checks an operation, and records the mappings of its fragments.
  ///
  /// - Returns: nil after an error.
  private mutating func read(_ operation: OperationDefinition) -> Root? {
    guard let type = schema.root(operation.operationType) else { return nil }
    let typeName = schema.name(of: type).symbol
    guard operation.selectionSet.selections.count == 1,
      case .field(let field) = operation.selectionSet.selections[0]
    else {
      report(
        "an operation of a schema with connectors must have exactly one field",
        at: operation.name?.position ?? operation.position,
        help: "each is one HTTP exchange: write an operation for each field")
      return nil
    }
    guard let definition = schema.field(field.name.symbol, of: type) else { return nil }
    guard let connector = connectors[type: typeName, field: field.name.symbol] else {
      report(
        "\"\(context.symbols[typeName]).\(context.symbols[field.name.symbol])\" has no connector",
        at: field.position, help: "add @connect to the field in the schema")
      return nil
    }
    for variable in operation.variables {
      if let value = variable.defaultValue {
        report(
          "a variable's default value is not supported without a GraphQL server",
          at: value.position, help: "leave it out, or write the value in place of the variable")
      }
    }
    let mapping = connector.root(context.symbols[field.name.symbol])
    refuseConditions(of: field.directives)
    visitInside(of: field, definition, mapping)
    return Root(field: field, definition: definition, connector: connector, mapping: mapping)
  }

  // MARK: Nested selections

  private mutating func visitInside(
    of field: Field, _ definition: FieldDefinition, _ mapping: ObjectMapping
  ) {
    guard let set = field.selectionSet, let type = schema.typeID(definition.type.symbol),
      let inner = mapping.fields[context.symbols[field.name.symbol]]?.object
    else { return }
    visit(set, on: type, inner)
  }

  private mutating func visit(_ set: SelectionSet, on type: TypeID, _ mapping: ObjectMapping) {
    for selection in set.selections {
      refuseConditions(of: selection.directives)
      switch selection {
      case .field(let field):
        visit(field, on: type, mapping)
      case .inlineFragment(let fragment):
        let condition = fragment.typeCondition.flatMap { schema.typeID($0.symbol) } ?? type
        visit(
          fragment.selectionSet, on: condition,
          narrowed(mapping, from: type, to: condition, at: fragment.position))
      case .fragmentSpread(let spread):
        visit(spread, on: type, mapping)
      }
    }
  }

  private mutating func visit(_ field: Field, on type: TypeID, _ mapping: ObjectMapping) {
    guard let definition = schema.field(field.name.symbol, of: type) else { return }
    if field.name.symbol == .typename {
      if mapping.match == nil {
        report(
          "__typename is not supported on an object type here",
          at: field.position,
          help: "leave __typename out: it is \"\(context.symbols[schema.name(of: type).symbol])\"")
      }
      return
    }
    if let argument = field.arguments.first {
      report(
        "a nested field cannot have arguments", at: argument.name.position,
        help: "only the field with the connector has arguments")
    }
    guard let own = mapping.fields[context.symbols[field.name.symbol]] else {
      report(
        "the connector maps nothing to \"\(context.symbols[schema.name(of: type).symbol])"
          + ".\(context.symbols[field.name.symbol])\"",
        at: field.position, notes: [.init(mapping.position, "the mapping is here")],
        help: "add the field to the connector's selection")
      return
    }
    if own.object != nil { visitInside(of: field, definition, mapping) }
  }

  private mutating func visit(_ spread: FragmentSpread, on type: TypeID, _ mapping: ObjectMapping) {
    guard let fragment = document.fragment(spread.name.symbol)?.definition,
      let condition = schema.typeID(fragment.typeCondition.symbol)
    else { return }
    let mapping = narrowed(mapping, from: type, to: condition, at: spread.position)
    guard let known = byFragment[spread.name.symbol] else {
      byFragment[spread.name.symbol] = mapping
      spreads[spread.name.symbol] = spread.position
      visit(fragment.selectionSet, on: condition, mapping)
      return
    }
    guard known !== mapping, !agree(known, mapping, in: fragment.selectionSet) else { return }
    var notes: [Diagnostic.Note] = []
    if let first = spreads[spread.name.symbol] { notes.append(.init(first, "the other is here")) }
    report(
      "the fragment \"\(context.symbols[spread.name.symbol])\" has two different mappings",
      at: spread.position, notes: notes,
      help: "write a fragment for each, or map both alike")
  }

  private mutating func narrowed(
    _ mapping: ObjectMapping, from type: TypeID, to condition: TypeID, at position: Position
  ) -> ObjectMapping {
    guard condition != type else { return mapping }
    guard schema.kind(of: condition) == .object else {
      // A condition on a type that every object has can be read in place.
      if !schema.isSubtype(type, of: condition) {
        report(
          "a condition on an interface or union is not supported here", at: position,
          help: "write a condition for each object type")
      }
      return mapping
    }
    return mapping.narrowed(to: context.symbols[schema.name(of: condition).symbol])
  }

  /// Whether two mappings have the same locations for everything that is selected.
  private func agree(
    _ first: ObjectMapping, _ second: ObjectMapping, in set: SelectionSet
  ) -> Bool {
    set.selections.allSatisfy { selection in
      switch selection {
      case .field(let field):
        let name = context.symbols[field.name.symbol]
        guard let one = first.fields[name], let other = second.fields[name] else {
          return first.fields[name] == nil && second.fields[name] == nil
            && first.match?.path == second.match?.path
        }
        guard one.paths == other.paths else { return false }
        guard let set = field.selectionSet, let inner = one.object, let otherInner = other.object
        else { return true }
        return agree(inner, otherInner, in: set)
      case .inlineFragment(let fragment):
        guard let name = fragment.typeCondition.map({ context.symbols[$0.symbol] }) else {
          return agree(first, second, in: fragment.selectionSet)
        }
        return first.match?.path == second.match?.path
          && agree(first.narrowed(to: name), second.narrowed(to: name), in: fragment.selectionSet)
      case .fragmentSpread(let spread):
        guard let fragment = document.fragment(spread.name.symbol)?.definition else { return true }
        let name = context.symbols[fragment.typeCondition.symbol]
        return agree(first.narrowed(to: name), second.narrowed(to: name), in: fragment.selectionSet)
      }
    }
  }

  private mutating func refuseConditions(of directives: [Directive]) {
    for directive in directives where [.skip, .include].contains(directive.name.symbol) {
      report(
        "@skip and @include are not supported without a GraphQL server", at: directive.position,
        help: "select the field without a condition")
    }
  }

  private mutating func report(
    _ message: String, at position: Position, notes: [Diagnostic.Note] = [], help: String
  ) {
    diagnostics.report(.connectors, message, at: position, notes: notes, help: help)
  }
}

extension PropertyPathsModel {
  init(_ mapping: FieldMapping, areIDs: Bool) {
    let inner = mapping.object.map { Array($0.fields.values) } ?? []
    self.init(
      paths: mapping.paths.map(\.keys),
      // The whole body is there in any case.
      innerKeys: Set(inner.compactMap(\.paths.first?.keys.first)).subtracting([
        ResponsePath.bodyKey
      ]).sorted(), areIDs: areIDs)
  }
}
