// A response as the specification shapes it: data, errors, or both.
// https://spec.graphql.org/September2025/#sec-Response-Format

import Foundation

/// The answer to an operation. Both members can be there at once: fields that failed are null in
/// ``data`` and have an error each.
nonisolated public struct GraphQLResponse<Data: ResponseDecodable>: Sendable {
  /// Nil where the operation failed as a whole.
  public let data: Data?
  /// In the server's order; empty where all went well.
  public let errors: [GraphQLError]
  /// What the server says beside data and errors; of any form.
  public let extensions: RedactedJSON

  public init(
    data: Data?, errors: [GraphQLError] = [], extensions: RedactedJSON = RedactedJSON()
  ) {
    self.data = data
    self.errors = errors
    self.extensions = extensions
  }

  /// Reads a response's JSON.
  ///
  /// - Parameters:
  ///   - json: the body of the response.
  ///   - decoder: reads it; scalars of your own may need one with strategies of its own.
  /// - Throws: an error with the path of the field at fault, and never its value.
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
  /// What ``GraphQLClient/execute(_:)`` throws where the response is not all that was asked for: the
  /// errors, or the missing data.
  ///
  /// - Parameter operationName: the operation that was called.
  public func failure(of operationName: String) -> RequestError {
    let reason: RequestError.Reason =
      errors.isEmpty
      ? .decoding(ResponseDecodingError(.missing, path: ["data"])) : .graphQL(errors)
    return RequestError(
      reason, progress: .answered, operationName: operationName, extensions: extensions)
  }
}

nonisolated extension GraphQLResponse: Decodable {
  public init(from decoder: any Decoder) throws {
    let fields = try ResponseFields(decoder)
    data = try fields.optionalObject("data")
    errors = try fields.optionalObjects("errors") ?? []
    extensions = (try? fields.optionalValue("extensions")) ?? RedactedJSON()
  }
}

/// An error that the server tells of, for one field or the whole operation.
///
/// https://spec.graphql.org/September2025/#sec-Errors
nonisolated public struct GraphQLError: Error, Hashable, Sendable {
  /// A place in the document.
  nonisolated public struct Location: Decodable, Hashable, Sendable {
    public let line: Int
    public let column: Int
  }

  /// A response name or a place in a list, on the way to the field at fault.
  nonisolated public enum PathSegment: Hashable, Sendable {
    case field(String)
    case index(Int)
  }

  /// The server's words, meant for developers.
  public let message: String
  /// Where in the document, as far as the server tells.
  public let locations: [Location]
  /// The way to the field at fault; empty where there is none.
  public let path: [PathSegment]
  /// What else the server says of the error; of any form.
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

  /// The kind of error, if the server sends one as `extensions.code`, as most servers do.
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
