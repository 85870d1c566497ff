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

  public init(data: Data?, errors: [GraphQLError] = []) {
    self.data = data
    self.errors = errors
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

nonisolated extension GraphQLResponse: Decodable {
  public init(from decoder: any Decoder) throws {
    let fields = try ResponseFields(decoder)
    data = try fields.optionalValue("data")
    errors = try fields.optionalValue("errors") ?? []
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

  public init(message: String, locations: [Location] = [], path: [PathSegment] = []) {
    self.message = message
    self.locations = locations
    self.path = path
  }
}

nonisolated extension GraphQLError: Decodable {
  public init(from decoder: any Decoder) throws {
    let fields = try ResponseFields(decoder)
    message = try fields.string("message")
    locations = try fields.optionalValue("locations") ?? []
    path = try fields.optionalValue("path") ?? []
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
