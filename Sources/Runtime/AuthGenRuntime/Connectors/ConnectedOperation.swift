// Operations that are calls of a REST service, as a connector in the schema describes them.

/// A query or mutation without a document: one HTTP exchange with a service. It encodes as the
/// request's body.
///
/// It is run by the same clients as all other operations, through the same interceptors.
nonisolated public protocol ConnectedOperation: GraphQLOperation {
  /// The statuses that count as success, in ascending order. Default: 200 to 299.
  static var successStatuses: [ClosedRange<Int>] { get }
  /// Reads an error of the service's from the fields of its body.
  ///
  /// - Returns: nil where the schema does not say what errors are, which is the default.
  static func serviceError(_ fields: ResponseFields) throws -> (any ServiceError)?

  /// What is sent beside the body.
  var request: ServiceRequest { get }
}

nonisolated extension ConnectedOperation {
  public static var successStatuses: [ClosedRange<Int>] { [200...299] }
  public static func serviceError(_ fields: ResponseFields) throws -> (any ServiceError)? { nil }
}

/// What a service says of a call that it refused. Generated types read it from the response's body.
nonisolated public protocol ServiceError: Error, FieldReadable {}

/// A call that a service refused, and said why.
nonisolated public struct ServiceFailure: Sendable {
  public let http: HTTPFailure
  /// The error in the type that the client's schema has for it.
  public let error: any ServiceError
  /// The whole body, for members that the schema leaves out.
  public let body: RedactedJSON

  public init(http: HTTPFailure, error: any ServiceError, body: RedactedJSON = RedactedJSON()) {
    self.http = http
    self.error = error
    self.body = body
  }
}
