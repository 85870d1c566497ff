// A subscription selects exactly one root field, without introspection fields and without
// conditions. https://spec.graphql.org/September2025/#sec-Single-Root-Field

import AuthGenLanguage
import AuthGenTypeSystem

extension ExecutableValidation {
  static func checkSubscriptions(
    _ document: ExecutableDocument, schema: Schema, _ symbols: SymbolTable, _ report: inout Report
  ) {
    guard let root = schema.root(.subscription),
      document.operations.contains(where: { $0.definition.operationType == .subscription })
    else { return }
    var rule = SingleFieldSubscriptions(document, schema, symbols, root)
    for operation in document.operations.lazy.map(\.definition)
    where operation.operationType == .subscription && !report.isFull {
      rule.check(operation, &report)
    }
  }
}

private struct SingleFieldSubscriptions {
  private static let rule = Diagnostic.Rule.singleFieldSubscriptions

  /// The first field of a selection set with fragments expanded, and the first field with another
  /// response name.
  private struct RootFields {
    var first: Field?
    var second: Field?

    mutating func add(_ field: Field) {
      if let first {
        if second == nil, first.responseName != field.responseName { second = field }
      } else {
        first = field
      }
    }

    mutating func add(_ fields: RootFields) {
      if let first = fields.first { add(first) }
      if let second = fields.second { add(second) }
    }
  }

  /// A selection set that is being searched.
  private struct Step {
    var rest: ArraySlice<Selection>
    /// The fragment of the set; nil for the operation and for inline fragments.
    let fragment: Symbol?
    var fields = RootFields()
  }

  private let document: ExecutableDocument
  private let schema: Schema
  private let symbols: SymbolTable
  private let root: TypeID
  /// The root fields of each searched fragment; empty while the search is in progress.
  private var known: [Symbol: RootFields] = [:]

  init(
    _ document: ExecutableDocument, _ schema: Schema, _ symbols: SymbolTable, _ root: TypeID
  ) {
    self.document = document
    self.schema = schema
    self.symbols = symbols
    self.root = root
  }

  mutating func check(_ operation: OperationDefinition, _ report: inout Report) {
    let fields = rootFields(operation.selectionSet, &report)
    guard let first = fields.first, let second = fields.second,
      !symbols.isReserved(second.name.symbol)
    else { return }
    report.error(
      Self.rule,
      "a subscription must select one field at its root, and"
        + " \"\(symbols[second.responseName])\" is another one",
      at: second.position, notes: [.init(first.position, "the first is here")],
      help: "make a subscription of its own for each field")
  }

  /// Implements CollectSubscriptionFields, and reports forbidden root fields. Searches each
  /// fragment once, without recursion, because a chain of fragments can be long.
  private mutating func rootFields(_ set: SelectionSet, _ report: inout Report) -> RootFields {
    var steps = [Step(rest: set.selections[...], fragment: nil)]
    while true {
      let top = steps.count - 1
      guard let selection = steps[top].rest.popFirst() else {
        let finished = steps.removeLast()
        if let fragment = finished.fragment { known[fragment] = finished.fields }
        if steps.isEmpty { return finished.fields }
        steps[top - 1].fields.add(finished.fields)
        continue
      }
      checkDirectives(of: selection, &report)
      switch selection {
      case .field(let field):
        checkIntrospection(field, &report)
        steps[top].fields.add(field)
      case .inlineFragment(let fragment) where applies(fragment.typeCondition):
        steps.append(Step(rest: fragment.selectionSet.selections[...], fragment: nil))
      case .fragmentSpread(let spread):
        let name = spread.name.symbol
        if let fields = known[name] {
          steps[top].fields.add(fields)
        } else if let fragment = document.fragment(name)?.definition,
          applies(fragment.typeCondition)
        {
          known[name] = RootFields()
          steps.append(Step(rest: fragment.selectionSet.selections[...], fragment: name))
        }
      case .inlineFragment: break
      }
    }
  }

  private func checkIntrospection(_ field: Field, _ report: inout Report) {
    guard symbols.isReserved(field.name.symbol) else { return }
    report.error(
      Self.rule, "a subscription cannot select \"\(symbols[field.name.symbol])\" at its root",
      at: field.position, help: "select it inside the event's field")
  }

  private func checkDirectives(of selection: Selection, _ report: inout Report) {
    for directive in selection.directives
    where directive.name.symbol == .skip || directive.name.symbol == .include {
      report.error(
        Self.rule,
        "@\(symbols[directive.name.symbol]) is not allowed at the root of a subscription",
        at: condition(of: directive) ?? directive.position,
        help: "decide before subscribing whether to subscribe")
    }
  }

  /// Returns the position of the variable that a directive depends on. Its value is known only at
  /// run time.
  private func condition(of directive: Directive) -> Position? {
    directive.arguments.lazy.map(\.value).first { value in
      if case .variable = value.kind { true } else { false }
    }?.position
  }

  /// Whether a fragment on that type selects from the subscription type.
  private func applies(_ condition: Name?) -> Bool {
    guard let condition else { return true }
    guard let type = schema.typeID(condition.symbol) else { return false }
    return schema.isPossible(root, as: type)
  }
}
