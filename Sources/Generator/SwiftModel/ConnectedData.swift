// Where responses of a connected client have what selections ask for, as the model says it.

import AuthGenConnectors
import AuthGenLanguage

/// The mappings of a client's operations and fragments.
struct ConnectedData: Sendable {
  let byFragment: [Symbol: ObjectMapping]
  /// The connected fields, by the operations' names.
  let roots: [Symbol: ConnectedSelections.Root]
  /// What errors are made of where an operation's are not as those of others, by its name.
  var errorProperties: [Symbol: [PropertyModel]] = [:]

  func root(of operation: OperationDefinition) -> ObjectMapping? {
    operation.name.flatMap { roots[$0.symbol]?.mapping }
  }
}

extension PropertyPathsModel {
  convenience init(_ mapping: FieldMapping, areIDs: Bool) {
    let inner = mapping.object.map { Array($0.fields.values) } ?? []
    self.init(
      paths: mapping.paths.map(\.keys),
      innerKeys: Set(inner.compactMap(\.paths.first?.keys.first)).sorted(), areIDs: areIDs,
      isLenient: false)
  }

  /// The same paths, at which a value of another form is as good as none.
  var leniently: PropertyPathsModel {
    PropertyPathsModel(paths: paths, innerKeys: innerKeys, areIDs: areIDs, isLenient: true)
  }
}

extension TypeMatchModel {
  convenience init(_ match: TypeMatch) {
    self.init(
      path: match.path.keys,
      cases: match.cases.map { Case(candidate: LiteralModel($0.candidate), typename: $0.typename) },
      otherwise: match.otherwise)
  }
}

extension StructModel {
  /// Whether properties are written to objects inside of this one, to which others may be, too.
  var reachesInside: Bool {
    let first = properties.compactMap { $0.paths?.paths.first }
    return first.contains { $0.count > 1 } || first.count > 1 && first.contains(where: \.isEmpty)
  }
}
