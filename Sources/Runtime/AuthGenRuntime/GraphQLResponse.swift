// A response as the specification shapes it: data, errors, or both.
// https://spec.graphql.org/September2025/#sec-Response-Format

public import Foundation

/// The response to an operation. It can have both data and errors: a failed field is null in
/// ``data`` and has an error in ``errors``.
nonisolated public struct GraphQLResponse<Data: ResponseDecodable>: Sendable {
  /// Nil if the operation failed as a whole.
  public let data: Data?
  /// The errors in the server's order; empty if there are none.
  public let errors: [GraphQLError]
  /// The server's additional information; of any form.
  public let extensions: RedactedJSON
  /// The header fields of the HTTP response; empty if the response was read from JSON alone.
  public internal(set) var headers: HTTPHeaders
  /// The HTTP status; nil if the response was read from JSON alone.
  public internal(set) var httpStatus: Int?

  public init(
    data: Data?, errors: [GraphQLError] = [], extensions: RedactedJSON = RedactedJSON(),
    headers: HTTPHeaders = [:], httpStatus: Int? = nil
  ) {
    self.data = data
    self.errors = errors
    self.extensions = extensions
    self.headers = headers
    self.httpStatus = httpStatus
  }

  /// Reads a response's JSON.
  ///
  /// - Parameters:
  ///   - json: the body of the response.
  ///   - decoder: reads the JSON. Default: a new decoder. Custom scalars may need other decoding
  ///     strategies.
  /// - Throws: an error with the path of the invalid field, without its value.
  public init(
    json: Foundation.Data, decoder: JSONDecoder = JSONDecoder()
  ) throws(ResponseDecodingError) {
    do {
      self = try decoder.decode(GraphQLResponse.self, from: json)
    } catch {
      throw ResponseDecodingError(error)
    }
  }
}

nonisolated extension GraphQLResponse {
  /// The error that ``GraphQLClient/execute(_:)`` throws for an incomplete response: the server's
  /// errors, or the missing data.
  ///
  /// - Parameter operationName: the operation that was called.
  public func failure(of operationName: String) -> RequestError {
    let reason: RequestError.Reason =
      errors.isEmpty
      ? .decoding(ResponseDecodingError(.missing, path: ["data"])) : .graphQL(errors)
    return RequestError(
      reason, progress: .answered, operationName: operationName, extensions: extensions,
      httpStatus: httpStatus)
  }
}

nonisolated extension GraphQLResponse: Decodable {
  public init(from decoder: any Decoder) throws {
    let fields = try ResponseFields(decoder)
    data = try fields.optionalObject("data")
    errors = try fields.optionalObjects("errors") ?? []
    extensions = (try? fields.optionalValue("extensions")) ?? RedactedJSON()
    headers = [:]
    httpStatus = nil
  }
}

/// An error from the server, for one field or for the whole operation.
///
/// https://spec.graphql.org/September2025/#sec-Errors
nonisolated public struct GraphQLError: Error, Hashable, Sendable {
  /// A place in the document.
  nonisolated public struct Location: Decodable, Hashable, Sendable {
    public let line: Int
    public let column: Int
  }

  /// A response name or a list index in the path to a field.
  nonisolated public enum PathSegment: Hashable, Sendable {
    case field(String)
    case index(Int)
  }

  /// The server's message, meant for developers.
  public let message: String
  /// The places in the document; empty if the server sends none.
  public let locations: [Location]
  /// The path to the failed field; empty if the server sends none.
  public let path: [PathSegment]
  /// The server's additional information about the error; of any form.
  public let extensions: RedactedJSON

  public init(
    message: String, locations: [Location] = [], path: [PathSegment] = [],
    extensions: RedactedJSON = RedactedJSON()
  ) {
    self.message = message
    self.locations = locations
    self.path = path
    self.extensions = extensions
  }

  /// The error's code from `extensions.code`, where most servers send it. Nil if there is none.
  public var code: String? { extensions["code"]?.string }
}

nonisolated extension GraphQLError: ResponseDecodable {
  public init(fields: ResponseFields) throws {
    message = try fields.string("message")
    locations = (try? fields.optionalValue("locations")) ?? []
    path = (try? fields.optionalValue("path")) ?? []
    extensions = (try? fields.optionalValue("extensions")) ?? RedactedJSON()
  }
}

nonisolated extension GraphQLError.PathSegment: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let index = try? container.decode(Int.self) {
      self = .index(index)
    } else {
      self = .field(try container.decode(String.self))
    }
  }
}
