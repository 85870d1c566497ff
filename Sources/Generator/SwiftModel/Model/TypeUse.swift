// The Swift types in the declarations of a generated file: the file imports the modules that have them.

extension Sequence<SwiftType> {
  /// The scalars in the types.
  package var scalars: Set<String> {
    Set(compactMap { if case .scalar(let name) = $0.innermost { name } else { nil } })
  }

  /// The generated types in the types.
  package var generated: Set<String> {
    Set(
      compactMap { type in
        switch type.innermost {
        case .object(let name), .openEnum(let name): name
        default: nil
        }
      })
  }
}

extension OperationModel {
  /// The types that the operation refers to.
  package var types: [SwiftType] {
    let names = fragmentNames + [connector?.errorType].compactMap(\.self)
    return data.types + variables.map(\.type) + names.map(SwiftType.object)
  }
}

extension StructModel {
  /// The types that the struct and its nested structs refer to.
  package var types: [SwiftType] {
    properties.map(\.type) + parts.map { .object($0.type) } + forwarded.map(\.type)
      + nested.flatMap(\.types)
  }

  /// Whether a condition holds for the struct or one inside it.
  package func contains(where condition: (StructModel) -> Bool) -> Bool {
    condition(self) || nested.contains { $0.contains(where: condition) }
  }

  /// Adds the lists of possible types that the struct and its nested structs refer to, as expressions.
  fileprivate func addPossibleTypes(to expressions: inout Set<String>) {
    for case .ifType(let possible, let known) in parts.map(\.presence) {
      expressions.formUnion([possible, known])
    }
    for type in nested { type.addPossibleTypes(to: &expressions) }
  }
}

extension [DocumentModel] {
  /// The lists of possible types that the documents refer to, as expressions.
  var possibleTypes: Set<String> {
    flatMap { $0.operations.map(\.data) + $0.fragments.map(\.type) }
      .reduce(into: []) { $1.addPossibleTypes(to: &$0) }
  }
}

extension SessionModel {
  /// The types of the session's properties and of the variables of its logins.
  package var types: [SwiftType] {
    storedProperties.map(\.type) + logIns.flatMap(\.operation.variables).map(\.type)
  }
}
