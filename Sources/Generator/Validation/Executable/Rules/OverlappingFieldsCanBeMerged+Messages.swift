// The diagnostics of fields that cannot be merged.

import AuthGenLanguage

extension OverlappingFieldsCanBeMerged {
  /// Records a conflict, and reports it if the strictness is exact.
  mutating func add(
    _ conflict: Conflict, _ field: Int, _ first: Int, _ merge: Int, _ report: inout Report
  ) {
    hasConflict = true
    guard strictness == .exact, !isReported[field] else { return }
    isReported[field] = true
    let (node, other) = (fieldSets.fields[field], fieldSets.fields[first])
    let name = path(merge) + symbols[node.responseName]
    let message: String
    let help: String
    switch conflict {
    case .name:
      message =
        "\"\(name)\" is field \"\(symbols[node.name])\" here and field"
        + " \"\(symbols[other.name])\" elsewhere"
      help = "give one of the two another alias"
    case .arguments:
      message = "\"\(name)\" is selected with different arguments"
      help = "give both the same arguments, or one of the two another alias"
    case .shape:
      let types = [node, other].map { $0.type?.text(symbols) ?? "" }
      message = "\"\(name)\" is of type \(types[0]) here and of type \(types[1]) elsewhere"
      help = "give one of the two another alias"
    }
    report.error(
      Self.rule, message, at: node.position,
      notes: [.init(other.position, "it is also selected here")], help: help)
  }

  /// Returns the response names that lead to the fields of a merge, each followed by a dot.
  private func path(_ merge: Int) -> String {
    var names: [String] = []
    var merge = merge
    while merge >= 0, merges[merge].parent >= 0, names.count < 6 {
      names.append(symbols[merges[merge].responseName] + ".")
      merge = merges[merge].parent
    }
    if merge >= 0, merges[merge].parent >= 0 { names.append("...") }
    return names.reversed().joined()
  }

  /// Reports that the check was too complex to finish.
  func reportComplexity(_ report: inout Report) {
    let position = fieldSets.fields.first?.position ?? .unknown
    report.error(
      Self.rule,
      "the fragments are spread into each other in too many ways to check whether fields conflict",
      at: position, help: "spread fewer fragments in the same selection sets")
  }
}
