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
  public let extensions: ResponseExtensions

  public init(
    data: Data?, errors: [GraphQLError] = [],
    extensions: ResponseExtensions = ResponseExtensions()
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
  /// What ``GraphQLClient/execute(_:)`` throws where the response is not all that was asked for: a
  /// limit, the errors, or the missing data.
  ///
  /// - Parameter operationName: the operation that was called.
  public func failure(of operationName: String) -> RequestError {
    let reason: RequestError.Reason =
      if let limit = errors.lazy.compactMap(\.rateLimit).first {
        .rateLimited(limit)
      } else if errors.isEmpty {
        .decoding(ResponseDecodingError(.missing, path: ["data"]))
      } else {
        .graphQL(errors)
      }
    return RequestError(
      reason, progress: .answered, operationName: operationName, ray: extensions.ray)
  }
}

nonisolated extension GraphQLResponse: Decodable {
  public init(from decoder: any Decoder) throws {
    let fields = try ResponseFields(decoder)
    data = try fields.optionalObject("data")
    errors = try fields.optionalObjects("errors") ?? []
    extensions = (try? fields.optionalObject("extensions")) ?? ResponseExtensions()
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
  /// What kind of error it is, where the server says so by the usual `extensions.code`.
  public let code: String?
  /// Set where the field failed since there were too many calls.
  public let rateLimit: RateLimit?

  public init(
    message: String, locations: [Location] = [], path: [PathSegment] = [], code: String? = nil,
    rateLimit: RateLimit? = nil
  ) {
    self.message = message
    self.locations = locations
    self.path = path
    self.code = code
    self.rateLimit = rateLimit
  }
}

nonisolated extension GraphQLError: ResponseDecodable {
  public init(fields: ResponseFields) throws {
    message = try fields.string("message")
    locations = (try? fields.optionalValue("locations")) ?? []
    path = (try? fields.optionalValue("path")) ?? []
    let extensions: Extensions? = try? fields.optionalObject("extensions")
    code = extensions?.code
    rateLimit = extensions?.rateLimit
  }

  /// The members of an error's `extensions` that are known.
  nonisolated private struct Extensions: ResponseDecodable {
    let code: String?
    let rateLimit: RateLimit?

    init(fields: ResponseFields) throws {
      code = try? fields.optionalString("code")
      let isLimited = (try? fields.optionalBool("rateLimited")) ?? false
      rateLimit = isLimited ? (try? fields.part()) ?? RateLimit(bucket: nil) : nil
    }
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
