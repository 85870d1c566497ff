// The generated types in the declarations of a generated file: a file imports the target that has them.

extension OperationModel {
  /// The generated types that the operation refers to.
  package var typeNames: Set<String> {
    var names = data.typeNames.union([connector?.errorType].compactMap(\.self))
    for variable in variables { variable.type.insertTypes(into: &names) }
    return names.union(fragmentNames)
  }
}

extension StructModel {
  /// The generated types that the struct and its nested structs refer to.
  package var typeNames: Set<String> {
    var names: Set<String> = []
    insertTypes(into: &names)
    return names
  }

  private func insertTypes(into names: inout Set<String>) {
    for property in properties { property.type.insertTypes(into: &names) }
    for part in parts { names.insert(part.type) }
    for member in shared { member.type?.insertTypes(into: &names) }
    for type in nested { type.insertTypes(into: &names) }
  }

  /// The lists of possible types that the struct and its nested structs refer to, as expressions.
  fileprivate var possibleTypes: Set<String> {
    var expressions = nested.reduce(into: Set()) { $0.formUnion($1.possibleTypes) }
    for case .ifType(let possible, let known) in parts.map(\.presence) {
      expressions.formUnion([possible, known])
    }
    return expressions
  }
}

extension [DocumentModel] {
  /// The lists of possible types that the documents refer to, as expressions.
  var possibleTypes: Set<String> {
    flatMap { $0.operations.map(\.data) + $0.fragments.map(\.type) }
      .reduce(into: []) { $0.formUnion($1.possibleTypes) }
  }
}

extension SwiftType {
  fileprivate func insertTypes(into names: inout Set<String>) {
    switch self {
    case .object(let name), .openEnum(let name): names.insert(name)
    case .scalar: break
    case .array(let inner), .optional(let inner), .result(let inner):
      inner.insertTypes(into: &names)
    }
  }
}
