// A subscription selects exactly one root field, without introspection fields and without
// conditions. https://spec.graphql.org/September2025/#sec-Single-Root-Field

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  mutating func checkSingleFieldSubscriptions() {
    guard let root = schema.root(.subscription),
      document.operations.contains(where: { $0.definition.operationType == .subscription })
    else { return }
    var search = RootFieldSearch(document, schema, root: root)
    for operation in document.operations.lazy.map(\.definition)
    where operation.operationType == .subscription && !report.isFull {
      let fields = search.rootFields(of: operation)
      for selection in search.visited { checkRootSelection(selection) }
      checkSingleField(fields)
    }
  }

  private mutating func checkRootSelection(_ selection: Selection) {
    for directive in selection.directives
    where directive.name.symbol == .skip || directive.name.symbol == .include {
      report.error(
        .singleFieldSubscriptions,
        "@\(symbols[directive.name.symbol]) is not allowed at the root of a subscription",
        at: directive.condition ?? directive.position,
        help: "decide before subscribing whether to subscribe")
    }
    guard case .field(let field) = selection, symbols.isReserved(field.name.symbol) else { return }
    report.error(
      .singleFieldSubscriptions,
      "a subscription cannot select \"\(symbols[field.name.symbol])\" at its root",
      at: field.position, help: "select it inside the event's field")
  }

  private mutating func checkSingleField(_ fields: RootFields) {
    guard let first = fields.first, let second = fields.second,
      !symbols.isReserved(second.name.symbol)
    else { return }
    report.error(
      .singleFieldSubscriptions,
      "a subscription must select one field at its root, and"
        + " \"\(symbols[second.responseName])\" is another one",
      at: second.position, notes: [.init(first.position, "the first is here")],
      help: "make a subscription of its own for each field")
  }
}

extension Directive {
  /// The position of the variable that the directive depends on. Its value is known only at run time.
  fileprivate var condition: Position? {
    arguments.lazy.map(\.value).first { value in
      if case .variable = value.kind { true } else { false }
    }?.position
  }
}

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

/// Implements CollectSubscriptionFields. Searches each fragment once, without recursion, because a
/// chain of fragments can be long.
private struct RootFieldSearch {
  /// A selection set that is being searched.
  private struct Step {
    var rest: ArraySlice<Selection>
    /// The fragment of the set; nil for the operation and for inline fragments.
    let fragment: Symbol?
    var fields = RootFields()
  }

  /// The selections that the last search visited. Those of a fragment are visited once.
  private(set) var visited: [Selection] = []
  private let document: ExecutableDocument
  private let schema: Schema
  private let root: TypeID
  /// The root fields of each searched fragment; empty while the search is in progress.
  private var known: [Symbol: RootFields] = [:]

  init(_ document: ExecutableDocument, _ schema: Schema, root: TypeID) {
    self.document = document
    self.schema = schema
    self.root = root
  }

  mutating func rootFields(of operation: OperationDefinition) -> RootFields {
    visited.removeAll()
    var steps = [Step(rest: operation.selectionSet.selections[...], fragment: nil)]
    while true {
      let top = steps.count - 1
      guard let selection = steps[top].rest.popFirst() else {
        let finished = steps.removeLast()
        if let fragment = finished.fragment { known[fragment] = finished.fields }
        if steps.isEmpty { return finished.fields }
        steps[top - 1].fields.add(finished.fields)
        continue
      }
      visited.append(selection)
      switch selection {
      case .field(let field):
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

  /// Whether a fragment on that type selects from the subscription type.
  private func applies(_ condition: Name?) -> Bool {
    guard let condition else { return true }
    guard let type = schema.typeID(condition.symbol) else { return false }
    return schema.isPossible(root, as: type)
  }
}
