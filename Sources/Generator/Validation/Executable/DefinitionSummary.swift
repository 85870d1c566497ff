// The results of the traversal for the rules about several definitions.

import AuthGenLanguage
import AuthGenTypeSystem

/// A spread of an existing fragment.
struct SpreadUse: Sendable {
  /// The index in `ExecutableDocument.fragments`.
  let fragment: Int
  /// The position of the three dots.
  let position: Position
}

/// One definition's ranges of the lists in a `DocumentSummary`.
struct DefinitionSummary: Sendable {
  /// The spreads, in source order.
  var spreads: Range<Int>
  /// The variable uses, in source order.
  var uses: Range<Int>
  var fieldSet: FieldSets.SetID
}

struct DocumentSummary: Sendable {
  /// One element for each operation of the document, in its order.
  var operations: [DefinitionSummary] = []
  /// One element for each fragment of the document, in its order.
  var fragments: [DefinitionSummary] = []
  var spreads: [SpreadUse] = []
  var uses: [VariableUse] = []
  /// The directives of incremental delivery that have a label.
  var labelled: [Directive] = []
  var fieldSets = FieldSets()
}
