// Queries for one page of a list.
// https://relay.dev/graphql/connections.htm

/// A query with one connection, as the Relay specification defines it. Generated queries conform if they
/// select `pageInfo` with the next page's cursor, and pass a variable to the connection's argument for it.
nonisolated public protocol PaginatedOperation: GraphQLOperation {
  /// Sets the cursor to that of the page that follows `data`: the next one, or the one before if the query
  /// pages backward.
  mutating func turnPage(after data: Data) -> PageTurn
}

/// The link from a page to the one that follows it.
nonisolated public struct PageTurn: Hashable, Sendable {
  /// Whether the server says that there is another page.
  public let hasNext: Bool
  /// The cursor of that page; nil if the server sends none.
  public let cursor: String?

  /// - Parameters:
  ///   - hasNext: `hasNextPage` or `hasPreviousPage`; nil if there is no connection.
  ///   - cursor: `endCursor` or `startCursor`.
  public init(hasNext: Bool?, cursor: String?) {
    self.hasNext = hasNext ?? false
    self.cursor = cursor
  }
}
