// Properties with a location in a connector's response.

import AuthGenConnectors
import AuthGenMustache
import AuthGenSwiftModel

extension Context {
  /// Returns the locations of a property's value; null if it is where its name says.
  mutating func locations(_ paths: PropertyPathsModel, of property: PropertyModel) -> Value {
    let isNullable = property.type.isOptional && property.condition?.isNonNull != true
    let isLenient = paths.isLenient && (isNullable || property.type.isList)
    if paths.paths == [[]] {
      // The object itself.
      let keys = paths.innerKeys.map { literal($0) }
      return fields([
        (.isPart, .bool(true)),
        (.ifAnyOf, property.type.isOptional ? fields([(.names, names(keys))]) : .null),
      ])
    }
    if !isLenient, paths.paths == [[property.graphQLName]] { return .null }
    let lists = paths.paths.map { path in
      fields([(.names, names(path.map { literal($0) }))])
    }
    let all = list(lists.indices) { index, context in
      context.fields([
        (.path, lists[index]), (.isFirst, .bool(index == 0)),
        (.comma, context.code(index == lists.count - 1 ? "" : ", ")),
      ])
    }
    return fields([
      (.isPart, .bool(false)), (.paths, all), (.isLenient, .bool(isLenient)), (.ifAnyOf, .null),
    ])
  }

  mutating func typeMatch(_ match: TypeMatch) -> Value {
    let path = fields([(.names, names(match.path.keys.map { literal($0) }))])
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
