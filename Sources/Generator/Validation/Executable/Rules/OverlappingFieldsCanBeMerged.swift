// Fields with the same response name share one place in the response. They must be the same field, or have
// the same shape if no object has both. `FieldMerging`, in the folder above, finds the conflicts.
// https://spec.graphql.org/September2025/#sec-Field-Selection-Merging

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  mutating func checkOverlappingFieldsCanBeMerged(_ graph: FragmentGraph) {
    var merging = FieldMerging(
      summary.fieldSets, symbols: symbols, sources: sources,
      maximumConflicts: Report.maximumErrors - report.errorCount)
    merging.check(graph.rootSets(summary))
    reportConflicts(of: merging)
  }

  mutating func reportConflicts(of merging: FieldMerging) {
    for conflict in merging.conflicts { reportConflict(conflict, merging) }
    guard !merging.isComplete else { return }
    report.error(
      .overlappingFieldsCanBeMerged,
      "the fragments are spread into each other in too many ways to check whether fields conflict",
      at: merging.fieldSets.fields.first?.position ?? .unknown,
      help: "spread fewer fragments in the same selection sets")
  }

  private mutating func reportConflict(_ conflict: FieldMerging.Conflict, _ merging: FieldMerging) {
    let field = merging.fieldSets.fields[conflict.field]
    let other = merging.fieldSets.fields[conflict.other]
    let name = merging.path(to: conflict.merge, symbols) + symbols[field.responseName]
    let message: String
    let help: String
    switch conflict.kind {
    case .name:
      message =
        "\"\(name)\" is field \"\(symbols[field.name])\" here and field"
        + " \"\(symbols[other.name])\" elsewhere"
      help = "give one of the two another alias"
    case .arguments:
      message = "\"\(name)\" is selected with different arguments"
      help = "give both the same arguments, or one of the two another alias"
    case .stream:
      message = "\"\(name)\" has @stream and is selected more than once"
      help = "remove one of the two, or give one another alias"
    case .shape:
      let types = [field, other].map { $0.type?.text(symbols) ?? "" }
      message = "\"\(name)\" is of type \(types[0]) here and of type \(types[1]) elsewhere"
      help = "give one of the two another alias"
    }
    report.error(
      .overlappingFieldsCanBeMerged, message, at: field.position,
      notes: [.init(other.position, "it is also selected here")], help: help)
  }
}

extension FieldMerging {
  /// Returns the response names that lead to the fields of a merge, each followed by a dot.
  fileprivate func path(to merge: Int, _ symbols: SymbolTable) -> String {
    var names: [String] = []
    var merge = merge
    while merge >= 0, merges[merge].parent >= 0, names.count < 6 {
      names.append(symbols[merges[merge].responseName] + ".")
      merge = merges[merge].parent
    }
    if merge >= 0, merges[merge].parent >= 0 { names.append("...") }
    return names.reversed().joined()
  }
}
