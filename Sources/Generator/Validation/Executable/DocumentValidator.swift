// The state of the rules for operations and fragments, and the single traversal that tracks the
// parent type of selections, runs the rules about single nodes, and collects the summary for the
// other rules. Each rule is an extension, in `Rules`.

import AuthGenLanguage
import AuthGenTypeSystem

struct DocumentValidator: Validator {
  static let argumentRules = (
    unknown: Diagnostic.Rule.knownArgumentNames, missing: Diagnostic.Rule.providedRequiredArguments
  )

  let document: ExecutableDocument
  let schema: Schema
  let symbols: SymbolTable
  let sources: SourceMap
  let options: ValidationOptions
  var report = Report()
  private(set) var summary = DocumentSummary()

  /// The kind of each type of the schema, cached because it is read often.
  let kinds: [TypeDefinition.Kind]
  /// Those of `@defer` and `@stream` that the schema defines as the draft does.
  let incrementalDirectives: Set<Symbol>
  /// The directives of other clients.
  let clientDirectives: [Symbol: ClientDirective]
  var names: SymbolMarks
  var values: ValueMemory
  /// For pairs of abstract types, whether they have a common object type.
  var overlaps: [UInt64: Bool] = [:]

  init(
    _ document: ExecutableDocument, schema: Schema, symbols: SymbolTable, sources: SourceMap,
    options: ValidationOptions
  ) {
    self.document = document
    self.schema = schema
    self.symbols = symbols
    self.sources = sources
    self.options = options
    kinds = schema.types.indices.map { schema.types[$0].kind }
    incrementalDirectives = schema.incrementalDirectives
    clientDirectives = ClientDirective.known(in: symbols) { schema.directive($0) }
    names = SymbolMarks(symbols)
    values = ValueMemory(symbols)
  }

  func hasVariable(_ name: Symbol) -> Bool {
    document.operations.contains { $0.definition.variables.contains { $0.name.symbol == name } }
  }

  mutating func note(_ use: VariableUse) {
    summary.uses.append(use)
  }

  mutating func note(_ directive: Directive) {
    if incrementalDirectives.contains(directive.name.symbol), directive[argument: .label] != nil {
      summary.labelled.append(directive)
    }
    checkClientDirective(directive)
  }

  mutating func checkArgument(_ value: Value, _ definition: InputValueDefinition?) {
    checkValuesOfCorrectType(
      value, type: definition?.type, hasDefaultValue: definition?.defaultValue != nil)
  }

  // MARK: Definitions

  mutating func visitDefinitions() {
    visitMisplacedDefinitions()
    for operation in document.operations {
      summary.operations.append(summarize { $0.visit(operation.definition) })
    }
    for fragment in document.fragments {
      summary.fragments.append(summarize { $0.visit(fragment.definition) })
    }
    summary.fieldSets.fragmentSets = summary.fragments.map(\.fieldSet)
  }

  private mutating func summarize(
    _ visit: (inout DocumentValidator) -> FieldSets.SetID
  ) -> DefinitionSummary {
    let (spreads, uses) = (summary.spreads.count, summary.uses.count)
    let set = visit(&self)
    return DefinitionSummary(
      spreads: spreads..<summary.spreads.count, uses: uses..<summary.uses.count, fieldSet: set)
  }

  private mutating func visit(_ operation: OperationDefinition) -> FieldSets.SetID {
    checkUniqueVariableNames(operation.variables)
    for variable in operation.variables {
      checkVariablesAreInputTypes(variable)
      checkDirectives(variable.directives, at: .variableDefinition)
      if let value = variable.defaultValue {
        checkUniqueInputFieldNames(value)
        checkValuesOfCorrectType(value, type: variable.type)
      }
    }
    checkDirectives(operation.directives, at: DirectiveLocation(operation.operationType))
    return visit(operation.selectionSet, on: schema.root(operation.operationType))
  }

  private mutating func visit(_ fragment: FragmentDefinition) -> FieldSets.SetID {
    let type = checkFragmentsOnCompositeTypes(fragment.typeCondition)
    checkDirectives(fragment.directives, at: .fragmentDefinition)
    return visit(fragment.selectionSet, on: type)
  }

  // MARK: Selections

  private mutating func visit(_ set: SelectionSet, on parent: TypeID?) -> FieldSets.SetID {
    let start = summary.fieldSets.begin()
    visitSelections(set, on: parent)
    return summary.fieldSets.end(start)
  }

  /// - Parameter parent: the composite type of the selections; nil if it is unknown because of an error.
  private mutating func visitSelections(_ set: SelectionSet, on parent: TypeID?) {
    for selection in set.selections {
      switch selection {
      case .field(let field): visit(field, on: parent)
      case .fragmentSpread(let spread): visit(spread, on: parent)
      case .inlineFragment(let fragment): visit(fragment, on: parent)
      }
    }
  }

  private mutating func visit(_ field: Field, on parent: TypeID?) {
    let definition = parent.flatMap { schema.field(field.name.symbol, of: $0) }
    if definition == nil, let parent { reportUnknownField(field, on: parent) }
    let type = definition.flatMap { schema.typeID($0.type.symbol) }
    let isComposite = type.map { kinds[$0.index].isComposite } ?? false
    checkArguments(field.arguments, definition?.arguments, of: .field(field, of: parent))
    if !field.directives.isEmpty {
      checkDirectives(field.directives, at: .field)
      if let definition, let parent {
        checkStreamDirectiveOnListField(field, definition, of: parent)
      }
    }
    if let type { checkScalarLeafs(field, type, isComposite: isComposite) }

    let set = field.selectionSet.map { visit($0, on: isComposite ? type : nil) }
    summary.fieldSets.add(
      FieldSets.Node(
        responseName: field.responseName, name: field.name.symbol, position: field.position,
        parent: parent, isParentObject: parent.map { kinds[$0.index] == .object } ?? false,
        type: definition?.type,
        leafType: isComposite ? .empty : definition?.type.symbol ?? .empty,
        arguments: summary.fieldSets.addArguments(field.arguments),
        isStreamed: incrementalDirectives.contains(.stream) && field.directives[.stream] != nil,
        selectionSet: set ?? FieldSets.none))
  }

  private mutating func visit(_ spread: FragmentSpread, on parent: TypeID?) {
    if !spread.directives.isEmpty { checkDirectives(spread.directives, at: .fragmentSpread) }
    guard let fragment = document.fragmentIndex(spread.name.symbol) else {
      reportUnknownFragment(spread)
      return
    }
    checkPossibleFragmentSpreads(spread, of: document.fragments[fragment].definition, on: parent)
    summary.spreads.append(SpreadUse(fragment: fragment, position: spread.position))
    summary.fieldSets.addSpread(of: fragment)
  }

  private mutating func visit(_ fragment: InlineFragment, on parent: TypeID?) {
    if !fragment.directives.isEmpty { checkDirectives(fragment.directives, at: .inlineFragment) }
    var type = parent
    if let condition = fragment.typeCondition {
      type = checkFragmentsOnCompositeTypes(condition)
      checkPossibleFragmentSpreads(fragment, type, on: parent)
    }
    visitSelections(fragment.selectionSet, on: type)
  }
}
