// One walk over operations and fragments that notes where they use what is looked for. Types are those
// of the old schema, for which the operations were written, and of the new one where only that has
// them. Nothing is judged here.

import AuthGenLanguage
import AuthGenTypeSystem

struct UsageTraversal {
  private let document: ExecutableDocument
  let old: Schema
  let new: Schema
  let wanted: Set<UseKey>
  /// Of a field, an input object or a directive, what is looked for where it is left out.
  private(set) var leftOut: [ChangedElement: [Symbol]] = [:]
  /// Of an abstract type, the types that are looked for as members of it.
  private var members: [Symbol: [Symbol]] = [:]
  private(set) var found: [UseKey: [SchemaUse]] = [:]
  /// Per definition, the fragments that it spreads.
  private(set) var spreads: [[Int]] = []
  private var definition = 0
  private var inputs: InputReach
  /// The variables of the operation under way that may be left out at run time; nil in fragments,
  /// where it depends on the operation.
  private(set) var optionalVariables: Set<Symbol>?

  init(_ document: ExecutableDocument, old: Schema, new: Schema, wanted: Set<UseKey>) {
    self.document = document
    self.old = old
    self.new = new
    self.wanted = wanted
    var variableTypes: Set<Symbol> = []
    for key in wanted {
      switch (key.element, key.aspect) {
      case (.argument(let name, let field, let type), .leftOut):
        leftOut[.field(field, of: type), default: []].append(name)
      case (.inputField(let name, let type), .leftOut):
        leftOut[.type(type), default: []].append(name)
      case (.directiveArgument(let name, let directive), .leftOut):
        leftOut[.directive(directive), default: []].append(name)
      case (.member(let member, let type), _): members[type, default: []].append(member)
      case (.type(let type), .variable): variableTypes.insert(type)
      default: break
      }
    }
    inputs = InputReach(old: old, new: new, wanted: variableTypes)
  }

  mutating func visitDefinitions() {
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
    _ element: ChangedElement, _ part: SchemaUse.Part, at position: Position,
    as aspect: UseKey.Aspect = .named
  ) {
    let key = UseKey(element, aspect)
    guard wanted.contains(key) else { return }
    found[key, default: []].append(
      SchemaUse(definition: definition, part: part, position: position))
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
    for type in inputs.types(within: variable.type.symbol) {
      note(.type(type), .variable, at: variable.name.position, as: .variable)
    }
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

  /// Notes what depends on one of the two types being a member of the other.
  private mutating func visitCondition(
    _ condition: Symbol, on parent: Symbol?, at position: Position
  ) {
    guard !members.isEmpty, let parent, parent != condition else { return }
    for (type, other) in [(parent, condition), (condition, parent)] {
      for member in members[type] ?? [] where member == other || isPossible(member, as: other) {
        note(.member(member, of: type), .typeCondition, at: position)
      }
    }
  }

  private func isPossible(_ member: Symbol, as type: Symbol) -> Bool {
    guard let member = old.typeID(member), let type = old.typeID(type), old[type].isAbstract else {
      return false
    }
    return old.overlaps(member, type)
  }

  private func field(_ name: Symbol, of type: Symbol) -> FieldDefinition? {
    old.typeID(type).flatMap { old.field(name, of: $0) }
      ?? new.typeID(type).flatMap { new.field(name, of: $0) }
  }
}
