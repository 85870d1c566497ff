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

  init(of document: ExecutableDocument, context: BuilderContext) {
    var finder = FactsFinder(context: context)
    operations = document.operations.map(\.definition).map { operation in
      context.schema.root(operation.operationType).map {
        finder.facts(
          of: operation.selectionSet, on: $0,
          tokenVariables: context.sessionTokens.variables(of: operation))
      } ?? DefinitionFacts()
    }
    var ofFragments: [(name: Symbol, facts: DefinitionFacts)] = []
    for fragment in document.fragments.map(\.definition) {
      if let type = context.schema.typeID(fragment.typeCondition.symbol) {
        ofFragments.append(
          (fragment.name.symbol, finder.facts(of: fragment.selectionSet, on: type)))
      }
    }
    fragments = FragmentFacts(ofFragments)
    diagnostics = finder.diagnostics
    secretLookalikes = finder.secretNames.coordinates
  }
}
