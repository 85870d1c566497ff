// Queries for one page of a connection, as the Relay specification defines it.
// https://relay.dev/graphql/connections.htm

import AuthGenLanguage
import AuthGenTypeSystem

/// A field with a connection, and the variable that contains its cursor.
struct ConnectionUse: Hashable {
  let field: MemberKey
  let connection: Symbol
  let variable: Symbol
  /// Whether the cursor is that of `before`.
  let isBackward: Bool
}

/// How a query gets from one page to the next.
package struct PaginationModel: Sendable {
  /// The property of the variable for the cursor.
  package var variable: String
  /// The path to the field that says whether there is another page.
  package var hasNext: [FieldPath.Link]
  /// The path to that page's cursor.
  package var cursor: [FieldPath.Link]
}

/// Decides whether a query has pages: it has one connection, outside of lists, with a variable for the
/// cursor, and selects what the server says about the next page.
struct PaginationBuilder {
  let context: BuilderContext
  let finder: FieldPathFinder

  func pagination(
    _ uses: Set<ConnectionUse>, _ variables: [PropertyModel], _ data: StructModel
  ) -> PaginationModel? {
    guard Set(uses.map(\.field)).count == 1 else { return nil }
    let found = [false, true].compactMap { isBackward in
      let directed = uses.filter { $0.isBackward == isBackward }
      return directed.count == 1 ? directed.first.flatMap { pagination($0, variables, data) } : nil
    }
    // A query with both directions does not state which one it uses.
    return found.count == 1 ? found[0] : nil
  }

  private func pagination(
    _ use: ConnectionUse, _ variables: [PropertyModel], _ data: StructModel
  ) -> PaginationModel? {
    let name = context.symbols[use.variable]
    guard let variable = variables.first(where: { $0.graphQLName == name }),
      variable.type.wrapped == .scalar("String"), variable.deprecation == nil,
      let path = onlyPath(to: use.field, in: data),
      let info = pageInfo(of: use.connection, after: path, in: data),
      let hasNext = link(use.isBackward ? "hasPreviousPage" : "hasNextPage", info, data),
      let cursor = link(use.isBackward ? "startCursor" : "endCursor", info, data),
      cursor.type.wrapped == .scalar("String"), hasNext.type.wrapped == .scalar("Bool")
    else { return nil }
    return PaginationModel(
      variable: variable.name, hasNext: hasNext.links, cursor: cursor.links)
  }

  /// The path to a field that is selected once, and outside of lists.
  private func onlyPath(to field: MemberKey, in data: StructModel) -> [FieldPath.Link]? {
    let paths = finder.paths(to: [field], in: data, throughLists: true)
    return paths.count == 1 ? paths[0].onlyLinks : nil
  }

  /// The type of a connection's page information, and the path to it: the shortest one below the connection.
  private func pageInfo(
    of connection: Symbol, after path: [FieldPath.Link], in data: StructModel
  ) -> (type: Symbol, path: [FieldPath.Link])? {
    guard let name = context.symbols.find("pageInfo"), let type = context.schema.typeID(connection),
      let field = context.schema.field(name, of: type)
    else { return nil }
    return shortest(to: MemberKey(type: connection, member: name), after: path, in: data).map {
      (field.type.symbol, $0.links)
    }
  }

  /// The path to a selected field of the page information.
  private func link(
    _ field: String, _ info: (type: Symbol, path: [FieldPath.Link]), _ data: StructModel
  ) -> (links: [FieldPath.Link], type: SwiftType)? {
    context.symbols.find(field).flatMap {
      shortest(to: MemberKey(type: info.type, member: $0), after: info.path, in: data)
    }
  }

  private func shortest(
    to field: MemberKey, after path: [FieldPath.Link], in data: StructModel
  ) -> (links: [FieldPath.Link], type: SwiftType)? {
    let names = path.map(\.name)
    let found = finder.paths(to: [field], in: data).compactMap { path in
      path.onlyLinks.map { (links: $0, type: path.type) }
    }.filter { $0.links.map(\.name).starts(with: names) }
    return found.min { $0.links.count < $1.links.count }
  }
}

extension FieldPath {
  /// The properties on the path, if it leads through no enum, no list and no deprecated property.
  fileprivate var onlyLinks: [Link]? {
    guard segments.count == 1, case .value = segments[0].end,
      !segments[0].links.contains(where: \.isDeprecated)
    else { return nil }
    return segments[0].links
  }
}
