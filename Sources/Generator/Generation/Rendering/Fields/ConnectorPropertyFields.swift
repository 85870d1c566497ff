// Properties with a location in a connector's response.

import AuthGenMustache
import AuthGenSwiftModel

extension Context {
  /// Returns the fields for reading and writing a property with a location.
  mutating func connectorPropertyFields(_ property: PropertyModel) -> Object {
    guard let paths = property.paths else { return Object() }
    let isLenient = property.type.isOptional && paths.isLenient
    return object([
      (.paths, readings(property, paths)), (.path, writing(property, paths)),
      (.isLenient, .bool(isLenient)),
      (.fallback, isLenient && property.type.isIndirect ? code("Indirect(nil)") : .null),
    ])
  }

  /// Returns the locations to read the property from. Each but the last is read only if it exists.
  private mutating func readings(_ property: PropertyModel, _ paths: PropertyPathsModel) -> Value {
    list(paths.paths.indices) { index, context in
      let path = paths.paths[index]
      let isOptional = property.type.isOptional || index < paths.paths.count - 1
      let type = isOptional ? property.type.optional : property.type
      let names = context.names(paths.innerKeys.map { context.literal($0) })
      return context.fields([
        (.isFirst, .bool(index == 0)),
        (.steps, context.steps(path.dropLast(), isOptional ? "insideIfAny" : "inside")),
        (
          .decode,
          context.code(
            path.isEmpty ? "part" : FieldMethod.decodingFromConnector(type, areIDs: paths.areIDs))
        ),
        (.key, path.last.map { context.literal($0) } ?? .null),
        (.ifAnyOf, path.isEmpty && isOptional ? context.fields([(.names, names)]) : .null),
      ])
    }
  }

  /// Returns the location to write the property to.
  private mutating func writing(_ property: PropertyModel, _ paths: PropertyPathsModel) -> Value {
    guard let path = paths.paths.first else { return .null }
    let part = property.type.isOptional ? "optionalPart" : "part"
    return fields([
      (.steps, steps(path.dropLast(), "inside")),
      (.encode, code(path.isEmpty ? part : FieldMethod.encoding(property.type))),
      (.key, path.last.map { literal($0) } ?? .null),
    ])
  }

  private mutating func steps(_ keys: ArraySlice<String>, _ method: String) -> Value {
    list(keys) { key, context in
      context.fields([(.inside, context.code(method)), (.key, context.literal(key))])
    }
  }

  mutating func typeMatch(_ match: TypeMatchModel) -> Value {
    let path = fields([(.names, names(match.path.map { literal($0) }))])
    let cases = list(match.cases.indices) { index, context in
      context.fields([
        (.candidate, context.literal(match.cases[index].candidate)),
        (.graphQLType, context.literal(match.cases[index].typename)),
        (.comma, context.code(index == match.cases.count - 1 ? "" : ", ")),
      ])
    }
    return fields([
      (.path, path), (.cases, cases), (.otherwise, match.otherwise.map { literal($0) } ?? .null),
    ])
  }
}

extension StructModel {
  /// The property that contains the object's type name.
  var typenameProperty: String? {
    concrete?.typenameName ?? properties.first { $0.responseName == "__typename" }?.name
  }
}
