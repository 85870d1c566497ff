// What generated operations are, and who may run them.

/// What an operation does: reads once, changes something, or listens.
///
/// https://spec.graphql.org/September2025/#sec-Language.Operations
nonisolated public enum OperationKind: String, Sendable {
  case query
  case mutation
  case subscription
}

/// One operation of a document with its variables. It encodes as what a request's body is made of: the
/// variables' values or, where it is a ``ConnectedOperation``, the body itself.
nonisolated public protocol GraphQLOperation: FieldEncodable {
  /// What a successful response has under `data`.
  associatedtype Data: ResponseDecodable

  /// As in the document: a request's `operationName`.
  static var operationName: String { get }
  static var kind: OperationKind { get }
  /// What the operation's fields weigh together, as the schema's weights say.
  static var weight: Int { get }
  /// The buckets in which the server counts calls of this operation.
  static var rateLimitBuckets: [String] { get }
}

nonisolated extension GraphQLOperation {
  public static var weight: Int { 0 }
  public static var rateLimitBuckets: [String] { [] }

  public func encode(into fields: FieldEncoder) throws {}
}

/// An operation that a server may know by its document's hash.
nonisolated public protocol HashedOperation: GraphQLOperation {
  /// SHA-256 of the document, in lower-case hexadecimal digits.
  static var documentHash: String { get }
}

/// An operation that carries its document.
nonisolated public protocol DocumentOperation: HashedOperation {
  /// The operation and the fragments that it needs, minified.
  static var document: String { get }
}

/// A query or mutation that anyone may run.
nonisolated public protocol AnonymousOperation: GraphQLOperation {}

/// A query or mutation that needs a session: it selects a field that the schema marks so.
nonisolated public protocol AuthenticatedOperation: GraphQLOperation {}

/// A subscription that anyone may start.
nonisolated public protocol AnonymousSubscription: GraphQLOperation {}

/// A subscription that needs a session.
nonisolated public protocol AuthenticatedSubscription: GraphQLOperation {}

/// Runs operations without a session.
nonisolated public protocol OperationExecutor: Sendable {
  /// What calls throw.
  associatedtype Failure: Error

  /// Sends the operation, and gives what the response has under `data`.
  func execute<Operation: AnonymousOperation>(
    _ operation: Operation
  ) async throws(Failure) -> Operation.Data
}

/// Runs all operations, on behalf of a customer who has a session. Only such a type has a method for
/// authenticated operations, so that running one without a session does not compile.
nonisolated public protocol AuthenticatedOperationExecutor: OperationExecutor {
  /// Sends the operation with the session's token or cookie, and gives what the response has under
  /// `data`.
  func execute<Operation: AuthenticatedOperation>(
    _ operation: Operation
  ) async throws(Failure) -> Operation.Data
}
