// The protocols of generated operations and of the clients that run them.

/// The kind of an operation: a query reads, a mutation changes data, a subscription listens.
///
/// https://spec.graphql.org/September2025/#sec-Language.Operations
nonisolated public enum OperationKind: String, Sendable {
  case query
  case mutation
  case subscription
}

/// The parts of an operation that do not depend on its variables. A class, because every operation
/// returns one, and a reference takes the least code.
nonisolated public final class OperationDefinition: Sendable {
  public let kind: OperationKind
  /// The operation's name in the document, sent as the request's `operationName`.
  public let name: String
  /// SHA-256 of the document, in lower-case hexadecimal digits; nil without a document on the server.
  public let hash: String?
  private let text: String?
  private let fragments: [String]
  /// The sum of the weights that the schema gives to the operation's fields.
  public let weight: Int
  /// The buckets in which the server counts calls of this operation.
  public let rateLimitBuckets: [String]
  /// The variable that gets the session's token, if the server expects it there; nil if it does not.
  public let credentialVariable: String?
  /// The response name of the only root field of a mutation; nil if it may have several. If that field is not
  /// null and fails, the response's `data` is null, and the error says whether the mutation was executed.
  package let onlyRootField: String?
  /// Whether a response contains a secret value, such as a token.
  public let returnsSecrets: Bool
  /// How responses in several parts are read; nil for operations whose responses are one JSON object.
  public let responseFormat: ResponseFormat?

  /// - Parameters:
  ///   - kind: query, mutation or subscription.
  ///   - name: the operation's name in the document.
  ///   - weight: the sum of the weights that the schema gives to the operation's fields. Default: 0.
  ///   - rateLimitBuckets: the buckets in which the server counts calls. Default: none.
  ///   - credentialVariable: the variable that gets the session's token. Default: none.
  ///   - onlyRootField: the response name of the only root field of a mutation. Default: nil, for any other
  ///     operation.
  ///   - returnsSecrets: whether a response contains a secret value. Default: false.
  ///   - responseFormat: how responses in several parts are read. Default: responses are one JSON object.
  ///   - fragments: the texts of the fragments that the operation uses. Default: none.
  ///   - hash: SHA-256 of the document, in lower-case hexadecimal digits. Default: none.
  ///   - document: the operation's text, without fragments; nil if only the hash is sent. Default: nil.
  public init(
    _ kind: OperationKind, _ name: String, weight: Int = 0, rateLimitBuckets: [String] = [],
    credentialVariable: String? = nil, onlyRootField: String? = nil, returnsSecrets: Bool = false,
    responseFormat: ResponseFormat? = nil, fragments: [String] = [], hash: String? = nil,
    document: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.hash = hash
    text = document
    self.fragments = fragments
    self.weight = weight
    self.rateLimitBuckets = rateLimitBuckets
    self.credentialVariable = credentialVariable
    self.onlyRootField = onlyRootField
    self.returnsSecrets = returnsSecrets
    self.responseFormat = responseFormat
  }

  /// Creates a definition as most are: without weights and credentials.
  public convenience init(
    _ kind: OperationKind, _ name: String, fragments: [String] = [], hash: String? = nil,
    document: String? = nil
  ) {
    self.init(kind, name, weight: 0, fragments: fragments, hash: hash, document: document)
  }

  /// The operation and the fragments that it uses, minified; nil if only its hash is sent.
  public var document: String? { text.map { $0 + fragments.joined() } }
}

/// How the responses of an operation are read if they come in several parts. Generated code chooses it.
nonisolated public struct ResponseFormat: Sendable {
  /// The media types that the client can read.
  package let accept: String
  /// Combines the parts of a complete response to one GraphQL response.
  let combined: @Sendable (HTTPResponse) throws(RequestError.Reason.Failure) -> HTTPResponse

  package init(
    accept: String,
    combined: @escaping @Sendable (HTTPResponse) throws(RequestError.Reason.Failure) -> HTTPResponse
  ) {
    self.accept = accept
    self.combined = combined
  }
}

/// One operation of a document with its variables. It writes the variables' values, or the request's
/// body if it is a ``ConnectorOperation``.
nonisolated public protocol GraphQLOperation: FieldWritable {
  /// The type of a successful response's `data`.
  associatedtype Data: ResponseObject

  static var definition: OperationDefinition { get }
}

nonisolated extension GraphQLOperation {
  @_spi(Generated) public func encode(into fields: FieldWriter) {}
}

/// An operation with fields or fragments under `@include` or `@skip`.
nonisolated public protocol ConditionalOperation: GraphQLOperation {
  /// The values of the Boolean variables, with their defaults.
  @_spi(Generated) var conditions: ConditionVariables { get }
}

/// The values of an operation's Boolean variables, by their names.
@_spi(Generated)
nonisolated public struct ConditionVariables: ExpressibleByDictionaryLiteral, Sendable {
  package let values: [String: Bool]

  @inline(never)
  public init(dictionaryLiteral elements: (String, Bool)...) {
    values = Dictionary(elements) { $1 }
  }
}

/// An operation whose data shows whether the server refused the credential.
nonisolated public protocol CredentialRefusingOperation: GraphQLOperation {
  /// Whether the data of a response without errors, to a call with a credential, shows that the server
  /// refused it.
  static func refusesCredential(_ data: Data) -> Bool
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

/// Sends operations. Call it with ``execute(_:options:)`` and ``response(to:options:)``.
nonisolated public protocol OperationExecutor: Sendable {
  /// The error that calls throw.
  associatedtype Failure: Error

  /// Sends any operation and returns the response's `data`.
  ///
  /// - Throws: an error also if the response has both errors and data.
  func data<Operation: GraphQLOperation>(
    for operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(Failure) -> Operation.Data

  /// Sends any operation and returns the whole response: data, errors, or both, and extensions. Default:
  /// a response with the result of ``data(for:options:permit:)``, as a test's executor returns.
  ///
  /// - Throws: an error if there is no GraphQL response.
  func wholeResponse<Operation: GraphQLOperation>(
    to operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(Failure) -> GraphQLResponse<Operation.Data>
}

/// An executor that sends a user's credential. Only such a type has `execute` and `response` for
/// authenticated operations, so a call without a session does not compile. Conform only if every call has a
/// credential.
nonisolated public protocol AuthenticatedOperationExecutor: OperationExecutor {}

/// Proof that the compiler has checked a call: the operation is anonymous, or the executor is authenticated.
/// The runtime creates it. An executor that calls another one passes it on.
nonisolated public struct CallPermit: Sendable {
  package init() {}
}

nonisolated extension GraphQLOperation {
  /// The operation's name in the document.
  public static var operationName: String { definition.name }
  public static var kind: OperationKind { definition.kind }
  /// The sum of the weights that the schema gives to the operation's fields.
  public static var weight: Int { definition.weight }
  /// The buckets in which the server counts calls of this operation.
  public static var rateLimitBuckets: [String] { definition.rateLimitBuckets }
  /// The variable that gets the session's token, if the server expects it there; nil if it does not.
  public static var credentialVariable: String? { definition.credentialVariable }
  /// The operation and the fragments that it uses, minified; empty if only its hash is sent.
  public static var document: String { definition.document ?? "" }
  /// SHA-256 of the document, in lower-case hexadecimal digits; empty without a document on the server.
  public static var documentHash: String { definition.hash ?? "" }
}
