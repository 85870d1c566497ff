// The facts of all of a client's definitions, and the diagnostics found while collecting them.

import AuthGenLanguage
import AuthGenTypeSystem
import AuthGenValidation

struct ClientFacts: Sendable {
  /// The facts in the order of the document's operations.
  let operations: [DefinitionFacts]
  let fragments: FragmentFacts
  let diagnostics: [Diagnostic]
  /// The coordinates of fields and arguments that look secret.
  let secretLookalikes: Set<String>
  let labels: DeferralLabels

  init(of document: ExecutableDocument, context: BuilderContext) {
    var finder = FactsFinder(context: context)
    operations = document.operations.map(\.definition).map { operation in
      context.schema.root(operation.operationType).map {
        finder.facts(
          of: operation.selectionSet,
          operation.directives + operation.variables.flatMap(\.directives), on: $0,
          tokenVariables: context.sessionTokens.variables(of: operation))
      } ?? DefinitionFacts()
    }
    var ofFragments: [(name: Symbol, facts: DefinitionFacts)] = []
    for fragment in document.fragments.map(\.definition) {
      if let type = context.schema.typeID(fragment.typeCondition.symbol) {
        ofFragments.append(
          (
            fragment.name.symbol,
            finder.facts(of: fragment.selectionSet, fragment.directives, on: type)
          ))
      }
    }
    fragments = FragmentFacts(ofFragments)
    diagnostics = finder.diagnostics
    secretLookalikes = finder.secretLookalikes
    labels = DeferralLabels(
      zip(document.operations, operations).map { operation, facts in
        (operation.definition.name.map { context.symbols[$0.symbol] } ?? "", facts)
      }
        + ofFragments.map { ("fragment " + context.symbols[$0.name], $0.facts) })
  }
}

/// The labels of `@defer`. A server names a fragment by its label, so that each has one: if the document
/// gives none, the name of the definition and a number.
struct DeferralLabels: Sendable {
  /// All labels, by the position of the directive, and whether the document gives them.
  private var labels: [Position: (text: String, isOwn: Bool)] = [:]

  fileprivate init(_ definitions: [(name: String, facts: DefinitionFacts)]) {
    for (name, facts) in definitions {
      for (index, deferral) in facts.deferrals.enumerated() {
        labels[deferral.directive] = (
          deferral.label ?? "\(name).\(index + 1)", deferral.label != nil
        )
      }
    }
  }

  subscript(directive: Position) -> String { labels[directive]?.text ?? "" }

  /// The labels to add, by the position of the directive.
  var additions: [Position: String] { labels.filter { !$0.value.isOwn }.mapValues(\.text) }

  /// Returns the label that the document gives; nil if it gives none.
  func own(_ directive: Position) -> String? {
    labels[directive].flatMap { $0.isOwn ? $0.text : nil }
  }
}
