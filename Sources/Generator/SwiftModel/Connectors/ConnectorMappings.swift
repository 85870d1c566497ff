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
  init(_ mapping: FieldMapping, areIDs: Bool) {
    let inner = mapping.object.map { Array($0.fields.values) } ?? []
    self.init(
      paths: mapping.paths.map(\.keys),
      // The whole body is there in any case.
      innerKeys: Set(inner.compactMap(\.paths.first?.keys.first)).subtracting([
        ResponsePath.bodyKey
      ]).sorted(), areIDs: areIDs)
  }
}
