// A single traversal of operations and fragments that records the uses of the searched elements.
// Types come from the old schema, which the operations were written for, and otherwise from the new
// one. It does not evaluate the uses.

package import AuthGenLanguage
package import AuthGenTypeSystem

package struct UsageTraversal: Sendable {
  /// The arguments or input fields given at one place. Omissions are computed later, because there
  /// can be any number of them.
  package struct Application: Sendable {
    package let use: SchemaUse
    /// The given inputs by name: nil if the input is always given; its use if it is a variable that
    /// a request can omit.
    package var given: [Symbol: SchemaUse?] = [:]
  }

  private let document: ExecutableDocument
  let old: Schema
  let new: Schema
  /// The searched elements; nil for all.
  private let wanted: Set<UseKey>?
  /// The fields, input objects and directives with a search for omissions.
  private var wantedOwners: Set<SchemaElement> = []
  /// The abstract types with a search for members.
  private var wantedAbstract: Set<Symbol> = []
  package private(set) var found: [UseKey: [SchemaUse]] = [:]
  package private(set) var applications: [SchemaElement: [Application]] = [:]
  /// For each type, the variables of that type, in lists or not.
  package private(set) var variables: [Symbol: [SchemaUse]] = [:]
  /// The types of variables, in the order of their first use.
  package private(set) var variableTypes: [Symbol] = []
  /// The conditions on each abstract type, by the other type.
  package private(set) var conditions: [Symbol: [Symbol: [SchemaUse]]] = [:]
  /// For each definition, the fragments that it spreads.
  package private(set) var spreads: [[Int]] = []
  private var definition = 0
  /// The variables of the current operation that a request can omit; nil in fragments, where it
  /// depends on the operation.
  private var optionalVariables: Set<Symbol>?

  package init(_ document: ExecutableDocument, old: Schema, new: Schema, wanted: Set<UseKey>?) {
    self.document = document
    self.old = old
    self.new = new
    self.wanted = wanted
    for key in wanted ?? [] {
      if let owner = key.owner { wantedOwners.insert(owner) }
      if case .member(_, let type) = key.element { wantedAbstract.insert(type) }
    }
  }

  package mutating func visitDefinitions() {
    for operation in document.operations {
      spreads.append([])
      visit(operation.definition)
      definition += 1
    }
    optionalVariables = nil
    for fragment in document.fragments {
      spreads.append([])
      visit(fragment.definition)
      definition += 1
    }
  }

  mutating func note(
    _ element: SchemaElement, _ part: SchemaUse.Part, at position: Position,
    as aspect: UseKey.Aspect = .named
  ) {
    let key = UseKey(element, aspect)
    guard wanted?.contains(key) ?? true else { return }
    found[key, default: []].append(use(part, position))
  }

  /// Records the inputs of a field, input object or directive if they are searched for.
  mutating func note(
    _ owner: SchemaElement, _ part: SchemaUse.Part, at position: Position,
    given: [Argument], _ givenPart: SchemaUse.Part
  ) {
    guard wantedOwners.contains(owner) else { return }
    var application = Application(use: use(part, position))
    for input in given {
      let isSure = !mayBeLeftOut(input.value)
      application.given[input.name.symbol] = .some(
        isSure ? nil : use(givenPart, input.name.position))
    }
    applications[owner, default: []].append(application)
  }

  /// Whether the value is absent if the request omits the variable.
  private func mayBeLeftOut(_ value: Value) -> Bool {
    guard case .variable(let variable) = value.kind else { return false }
    return optionalVariables?.contains(variable) ?? true
  }

  private func use(_ part: SchemaUse.Part, _ position: Position) -> SchemaUse {
    SchemaUse(definition: definition, part: part, position: position)
  }

  // MARK: Definitions

  private mutating func visit(_ operation: OperationDefinition) {
    let place = operation.name?.position ?? operation.position
    note(.root(operation.operationType), .operation, at: place)
    optionalVariables = []
    for variable in operation.variables {
      if !variable.type.isNonNull, variable.defaultValue == nil {
        optionalVariables?.insert(variable.name.symbol)
      }
      visit(variable)
    }
    visit(operation.directives, at: DirectiveLocation(operation.operationType))
    let root =
      old.rootName(operation.operationType) ?? new.rootName(operation.operationType)
    if let root { note(.type(root.symbol), .operation, at: place, as: .selected) }
    visit(operation.selectionSet, on: root?.symbol)
  }

  private mutating func visit(_ variable: VariableDefinition) {
    note(.type(variable.type.symbol), .variable, at: variable.name.position)
    let type = variable.type.symbol
    if variables[type] == nil { variableTypes.append(type) }
    variables[type, default: []].append(use(.variable, variable.name.position))
    if let value = variable.defaultValue { visit(value, variable.type) }
    visit(variable.directives, at: .variableDefinition)
  }

  private mutating func visit(_ fragment: FragmentDefinition) {
    note(.type(fragment.typeCondition.symbol), .typeCondition, at: fragment.typeCondition.position)
    visit(fragment.directives, at: .fragmentDefinition)
    visit(fragment.selectionSet, on: fragment.typeCondition.symbol)
  }

  // MARK: Selections

  private mutating func visit(_ set: SelectionSet, on parent: Symbol?) {
    for selection in set.selections {
      switch selection {
      case .field(let field): visit(field, on: parent)
      case .fragmentSpread(let spread):
        visit(spread.directives, at: .fragmentSpread)
        guard let index = document.fragmentIndex(spread.name.symbol) else { continue }
        spreads[definition].append(index)
        let condition = document.fragments[index].definition.typeCondition.symbol
        visitCondition(condition, on: parent, at: spread.position)
      case .inlineFragment(let fragment):
        visit(fragment.directives, at: .inlineFragment)
        if let condition = fragment.typeCondition {
          note(.type(condition.symbol), .typeCondition, at: condition.position)
          visitCondition(condition.symbol, on: parent, at: condition.position)
        }
        visit(fragment.selectionSet, on: fragment.typeCondition?.symbol ?? parent)
      }
    }
  }

  private mutating func visit(_ field: Field, on parent: Symbol?) {
    visit(field.directives, at: .field)
    guard let parent, let definition = self.field(field.name.symbol, of: parent) else {
      if let set = field.selectionSet { visit(set, on: nil) }
      return
    }
    let name = field.name.symbol
    note(.field(name, of: parent), .selection, at: field.position)
    note(.type(definition.type.symbol), .selection, at: field.position, as: .selected)
    visit(
      field.arguments, definition.arguments, of: .field(name, of: parent), at: field.position
    ) { .argument($0, field: name, of: parent) }
    if let set = field.selectionSet { visit(set, on: definition.type.symbol) }
  }

  /// Records the dependencies on one of the two types being a member of the other.
  private mutating func visitCondition(
    _ condition: Symbol, on parent: Symbol?, at position: Position
  ) {
    guard let parent, parent != condition else { return }
    for (type, other) in [(parent, condition), (condition, parent)]
    where wantedAbstract.contains(type) {
      conditions[type, default: [:]][other, default: []].append(use(.typeCondition, position))
    }
  }

  private func field(_ name: Symbol, of type: Symbol) -> FieldDefinition? {
    old.typeID(type).flatMap { old.field(name, of: $0) }
      ?? new.typeID(type).flatMap { new.field(name, of: $0) }
  }
}
