// Operations that call a REST service, as a connector in the schema describes them.

/// A query or mutation without a document: one HTTP exchange with a service. It encodes as the
/// request's body.
///
/// The same clients and interceptors run it as any other operation.
nonisolated public protocol ConnectorOperation: GraphQLOperation {
  /// The statuses that count as success, in ascending order. Default: 200 to 299.
  static var successStatuses: [ClosedRange<Int>] { get }
  /// Whether a value of the response is its whole body. Default: false.
  static var readsBody: Bool { get }
  /// Reads the service's error from its body.
  ///
  /// - Returns: nil if the schema does not describe errors. Default: nil.
  @_spi(Generated) static func serviceError(_ fields: inout FieldReader) -> (any ServiceError)?

  /// The parts of the request other than the body.
  var request: ServiceRequest { get }
}

nonisolated extension ConnectorOperation {
  public static var successStatuses: [ClosedRange<Int>] { [200...299] }
  public static var readsBody: Bool { false }
  @_spi(Generated) public static func serviceError(_ fields: inout FieldReader) -> (
    any ServiceError
  )? { nil }
}

/// The error that a service reports when it refuses a call. Generated types read it from the response's body.
nonisolated public protocol ServiceError: Error, ResponseObject {}

/// A refused call with the service's error.
nonisolated public struct ServiceFailure: Sendable {
  public let http: HTTPFailure
  /// The error, in the type that the client's schema defines for it.
  public let error: any ServiceError
  /// The whole body, for members that the schema leaves out.
  public let body: RedactedJSON
}
