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

/// Recognises connections among selected fields.
struct ConnectionFinder {
  private let context: BuilderContext
  private let after: Symbol?
  private let before: Symbol?

  init(_ context: BuilderContext) {
    self.context = context
    after = context.symbols.find("after")
    before = context.symbols.find("before")
  }

  /// Returns the uses of a variable as a cursor.
  ///
  /// - Parameter type: the field's named type.
  func uses(in field: Field, _ key: MemberKey, type: Symbol) -> [ConnectionUse] {
    guard field.selectionSet != nil, !field.arguments.isEmpty else { return [] }
    return field.arguments.compactMap { argument in
      let name = argument.name.symbol
      guard name == after || name == before, case .variable(let variable) = argument.value.kind,
        context.symbols[type].hasSuffix("Connection")
      else { return nil }
      return ConnectionUse(
        field: key, connection: type, variable: variable, isBackward: name == before)
    }
  }
}

/// How a query gets from one page to the next.
package struct PaginationModel: Sendable {
  /// The property of the variable for the cursor.
  package var variable: String
  /// The way to the field that says whether there is another page.
  package var hasNext: [SessionPath.Link]
  /// The way to that page's cursor.
  package var cursor: [SessionPath.Link]
}

/// Decides whether a query has pages: it has one connection, outside of lists, with a variable for the cursor, and
/// selects what the server says about the next page.
struct PaginationBuilder {
  let context: BuilderContext
  let finder: SessionPathFinder

  func pagination(
    _ uses: Set<ConnectionUse>, _ variables: [InputPropertyModel], _ data: StructModel
  ) -> PaginationModel? {
    guard Set(uses.map(\.field)).count == 1 else { return nil }
    for isBackward in [false, true] {
      let directed = uses.filter { $0.isBackward == isBackward }
      if directed.count == 1, let use = directed.first,
        let pagination = pagination(use, variables, data)
      {
        return pagination
      }
    }
    return nil
  }

  private func pagination(
    _ use: ConnectionUse, _ variables: [InputPropertyModel], _ data: StructModel
  ) -> PaginationModel? {
    let name = context.symbols[use.variable]
    let ways = finder.paths(to: [use.field], in: data)
    guard let variable = variables.first(where: { $0.graphQLName == name }),
      variable.type.wrapped == .scalar("String"), ways.count == 1,
      let way = ways.first?.onlyLinks, let info = pageInfo(of: use.connection),
      let hasNext = link(use.isBackward ? "hasPreviousPage" : "hasNextPage", info, way, data),
      let cursor = link(use.isBackward ? "startCursor" : "endCursor", info, way, data),
      cursor.type.wrapped == .scalar("String"), hasNext.type.wrapped == .scalar("Bool")
    else { return nil }
    return PaginationModel(
      variable: variable.name, hasNext: hasNext.links, cursor: cursor.links)
  }

  /// The type of a connection's page information.
  private func pageInfo(of connection: Symbol) -> Symbol? {
    guard let name = context.symbols.find("pageInfo"), let type = context.schema.typeID(connection)
    else { return nil }
    return context.schema.field(name, of: type)?.type.symbol
  }

  /// The way to a selected field of the page information of the connection at `start`.
  private func link(
    _ field: String, _ info: Symbol, _ start: [SessionPath.Link], _ data: StructModel
  ) -> (links: [SessionPath.Link], type: SwiftType)? {
    guard let symbol = context.symbols.find(field) else { return nil }
    let names = start.map(\.name)
    for path in finder.paths(to: [MemberKey(type: info, member: symbol)], in: data) {
      if let links = path.onlyLinks, links.map(\.name).starts(with: names) {
        return (links, path.type)
      }
    }
    return nil
  }
}

extension SessionPath {
  /// The properties on the way, if it leads through no enum.
  fileprivate var onlyLinks: [Link]? { segments.count == 1 ? segments[0].links : nil }
}
