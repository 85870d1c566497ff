// The response mappings of a client with connectors, in the form of the model.

import AuthGenConnectors
import AuthGenLanguage

/// The mappings of a client's operations and fragments.
struct ConnectorMappings: Sendable {
  let byFragment: [Symbol: ObjectMapping]
  /// The fields with connectors, by operation name.
  let roots: [Symbol: ConnectorSelections.Root]
  /// The properties of errors, by operation name, for operations whose errors differ from the
  /// others'.
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
      // The whole body is there in any case.
      innerKeys: Set(inner.compactMap(\.paths.first?.keys.first)).subtracting([
        ResponsePath.bodyKey
      ]).sorted(), areIDs: areIDs,
      isLenient: false)
  }

  /// A member of the object.
  convenience init(member: String) {
    self.init(paths: [[member]], innerKeys: [], areIDs: false, isLenient: false)
  }

  /// The same paths, but a value of an unexpected form counts as absent.
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

extension LiteralModel {
  init(_ literal: MappingLiteral) {
    switch literal {
    case .string(let text): self = .string(text)
    case .int(let number): self = .number(String(number))
    case .number(let text): self = .number(text)
    case .boolean(let boolean): self = .boolean(boolean)
    case .null: self = .null
    }
  }
}
