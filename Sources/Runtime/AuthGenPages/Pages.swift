// The pages of a query, one after the other:
//
//     {"first":1}                pageInfo {"hasNextPage":true,"endCursor":"a"}
//     {"first":1,"after":"a"}    pageInfo {"hasNextPage":false,"endCursor":"b"}
//
// gives two elements, with one call for each.

public import AuthGenRuntime
public import Foundation

/// The pages of a connection, each as the data of one call. Create it with `pages(of:)`.
///
/// ```swift
/// for try await page in shop.pages(of: ProductsQuery(first: 20)) { show(page.products.edges) }
/// ```
///
/// Each iteration sends one call, when the loop asks for it. The sequence ends when the server says that
/// there is no other page, and after an error. It never changes the number of elements that the query asks
/// for. Leaving the loop, or cancelling its task, stops it.
///
/// All pages belong to the login of the first one. After another login, the sequence throws a `RequestError`
/// with the reason `notSent(.noSession)`, so the pages of two users are never mixed.
nonisolated public struct Pages<Query: PaginatedOperation>: AsyncSequence, Sendable {
  public typealias Element = Query.Data

  let query: Query
  let options: CallOptions
  let send: @Sendable (Query, CallOptions) async throws -> Query.Data

  public func makeAsyncIterator() -> Iterator {
    var options = options
    options.login = CommonLogin()
    return Iterator(query: query, options: options, send: send)
  }

  /// Sends the calls, beginning with the query's own page.
  nonisolated public struct Iterator: AsyncIteratorProtocol {
    /// The query for the next page; nil after the last one.
    fileprivate var query: Query?
    /// The problem that makes another call impossible. The page before it is returned first.
    fileprivate var problem: PageError?
    fileprivate var cursors: Set<ExactString> = []
    fileprivate let options: CallOptions
    fileprivate let send: @Sendable (Query, CallOptions) async throws -> Query.Data

    /// Returns the data of the next page; nil after the last one.
    ///
    /// - Throws: the error of the call; ``PageError`` if the server's cursors lead nowhere;
    ///   `CancellationError` if the task is cancelled.
    public mutating func next() async throws -> Query.Data? {
      guard var next = query else { return nil }
      query = nil
      if let problem { throw problem }
      try Task.checkCancellation()
      let data = try await send(next, options)
      let turn = next.turnPage(after: data)
      guard turn.hasNext else { return data }
      query = next
      if let cursor = turn.cursor {
        if !cursors.insert(ExactString(cursor)).inserted { problem = .repeatedCursor }
      } else {
        problem = .missingCursor
      }
      return data
    }
  }
}

/// The reason why the pages of a query cannot be continued, although the server says that there are more.
nonisolated public enum PageError: Error, Hashable, Sendable {
  /// The server sends a cursor that it has sent before. Its pages would never end.
  case repeatedCursor
  /// The server sends no cursor for the next page.
  case missingCursor
}

nonisolated extension PageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .repeatedCursor:
      "the server has another page, and repeats a cursor: expected a new one in pageInfo"
    case .missingCursor: "the server has another page, and sends no cursor for it in pageInfo"
    }
  }
}

/// The text for the user of an app. The server has to be fixed.
nonisolated extension PageError: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText { .unexpectedResponse }
}

// MARK: Generated clients

nonisolated extension OperationFacade {
  /// Explains why a query has no pages.
  @available(
    *, unavailable,
    message:
      "the query has no pages: select pageInfo { hasNextPage endCursor } of one connection, and pass a variable as its argument after"
  )
  public func pages<Query: GraphQLOperation>(
    of query: Query, options: CallOptions = CallOptions()
  ) -> AsyncStream<Query.Data> {
    AsyncStream { $0.finish() }
  }

  /// Returns the pages of a query.
  ///
  /// - Parameters:
  ///   - query: the first page, with the number of elements of each page.
  ///   - options: the options of each call. Default: none.
  public func pages<Query: PaginatedOperation & AnonymousOperation>(
    of query: Query, options: CallOptions = CallOptions()
  ) -> Pages<Query> {
    Pages(query: query, options: options) { try await executor.execute($0, options: $1) }
  }

  /// Returns the pages of a query that needs a session.
  ///
  /// - Parameters:
  ///   - query: the first page, with the number of elements of each page.
  ///   - options: the options of each call. Default: none.
  public func pages<Query: PaginatedOperation & AuthenticatedOperation>(
    of query: Query, options: CallOptions = CallOptions()
  ) -> Pages<Query> where Executor: AuthenticatedOperationExecutor {
    Pages(query: query, options: options) { try await executor.execute($0, options: $1) }
  }
}
