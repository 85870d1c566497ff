// What the walk over the definitions leaves for the rules that look at several of them.

import AuthGenLanguage
import AuthGenTypeSystem

/// A fragment spread whose fragment exists.
struct SpreadUse: Sendable {
  /// Index into `ExecutableDocument.fragments`.
  let fragment: Int
  /// Of the three dots.
  let position: Position
}

/// One definition's part of the lists in a `DocumentSummary`.
struct DefinitionSummary: Sendable {
  /// In the order of the text.
  var spreads: Range<Int>
  /// In the order of the text.
  var uses: Range<Int>
  var fieldSet: FieldSets.SetID
}

struct DocumentSummary: Sendable {
  /// One element an operation of the document, in its order.
  var operations: [DefinitionSummary] = []
  /// One element a fragment of the document, in its order.
  var fragments: [DefinitionSummary] = []
  var spreads: [SpreadUse] = []
  var uses: [VariableUse] = []
  var fieldSets = FieldSets()
}
