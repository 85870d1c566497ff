// The protocols of generated operations and of the clients that run them.

/// The kind of an operation: a query reads, a mutation changes data, a subscription listens.
///
/// https://spec.graphql.org/September2025/#sec-Language.Operations
nonisolated public enum OperationKind: String, Sendable {
  case query
  case mutation
  case subscription
}

/// One operation of a document with its variables. It encodes as the variables' values, or as the
/// request's body if it is a ``ConnectorOperation``.
nonisolated public protocol GraphQLOperation: FieldEncodable {
  /// The type of a successful response's `data`.
  associatedtype Data: ResponseDecodable

  /// The operation's name in the document, sent as the request's `operationName`.
  static var operationName: String { get }
  static var kind: OperationKind { get }
  /// The sum of the weights that the schema gives to the operation's fields.
  static var weight: Int { get }
  /// The buckets in which the server counts calls of this operation.
  static var rateLimitBuckets: [String] { get }
  /// The variable that gets the session's token, if the server expects it there; nil if it does not.
  static var credentialVariable: String? { get }
  /// Whether the data of a response without errors, to a call with a credential, shows that the server
  /// refused it.
  static func refusesCredential(_ data: Data) -> Bool
}

nonisolated extension GraphQLOperation {
  public static var weight: Int { 0 }
  public static var rateLimitBuckets: [String] { [] }
  public static var credentialVariable: String? { nil }
  public static func refusesCredential(_ data: Data) -> Bool { false }

  public func encode(into fields: FieldEncoder) throws {}
}

/// An operation that a server can identify by its document's hash.
nonisolated public protocol HashedOperation: GraphQLOperation {
  /// SHA-256 of the document, in lower-case hexadecimal digits.
  static var documentHash: String { get }
}

/// An operation that carries its document.
nonisolated public protocol DocumentOperation: HashedOperation {
  /// The operation and the fragments that it uses, minified.
  static var document: String { get }
}

/// A query or mutation that needs no session.
nonisolated public protocol AnonymousOperation: GraphQLOperation {}

/// A query or mutation that needs a session, because it selects a field that the schema marks as
/// authenticated.
nonisolated public protocol AuthenticatedOperation: GraphQLOperation {}

/// A subscription that needs no session.
nonisolated public protocol AnonymousSubscription: GraphQLOperation {}

/// A subscription that needs a session.
nonisolated public protocol AuthenticatedSubscription: GraphQLOperation {}

/// Runs operations without a session.
nonisolated public protocol OperationExecutor: Sendable {
  /// The error that calls throw.
  associatedtype Failure: Error

  /// Sends the operation and returns the response's `data`.
  func execute<Operation: AnonymousOperation>(
    _ operation: Operation
  ) async throws(Failure) -> Operation.Data
}

/// Runs all operations, on behalf of a user with a session. Only such a type has a method for
/// authenticated operations, so running one without a session does not compile.
nonisolated public protocol AuthenticatedOperationExecutor: OperationExecutor {
  /// Sends the operation with the session's token or cookie and returns the response's `data`.
  func execute<Operation: AuthenticatedOperation>(
    _ operation: Operation
  ) async throws(Failure) -> Operation.Data
}
