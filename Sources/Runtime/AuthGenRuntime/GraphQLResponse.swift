// A response as the specification shapes it: data, errors, or both.
// https://spec.graphql.org/September2025/#sec-Response-Format

/// The response to an operation. It can have both data and errors: a failed field is null in
/// ``data`` and has an error in ``errors``.
nonisolated public struct GraphQLResponse<Data: ResponseObject>: Sendable {
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
  /// The wait that the server asks for in `Retry-After`; nil if it asks for none.
  public internal(set) var retryAfter: Duration?
  /// The size of the HTTP response's body after decompression, in bytes; nil if the response was read from
  /// JSON alone.
  public internal(set) var bodySize: Int?

  /// Why the client cannot replace the credential now that this response refuses. Nil for all other
  /// responses. The session may continue: the response is no sign of its end.
  public internal(set) var credentialUnavailable: CredentialUnavailable?

  /// The lenient fields that could not be read; empty if all could. See `lenient` in the client's options. A
  /// path begins at the object that contains the field. If an error explains data of another type, the list
  /// also has that value, with its path from `data`.
  public internal(set) var unreadableFields: [ResponseDecodingError] = []

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
}

nonisolated extension GraphQLResponse {
  /// Returns the errors of a field and of the fields inside it, in the server's order.
  ///
  /// ```swift
  /// for error in response.errors(at: "products", 0, "price") { print(error.code ?? "") }
  /// ```
  ///
  /// - Parameter path: response names and list indices, outermost first.
  public func errors(at path: GraphQLError.PathSegment...) -> [GraphQLError] {
    errors.filter { $0.path.starts(with: path) }
  }

  /// The data of a response without errors.
  ///
  /// - Throws: ``failure(of:)`` for any other response.
  package func completeData(of operationName: String) throws(RequestError) -> Data {
    if let data, errors.isEmpty { return data }
    throw failure(of: operationName)
  }

  /// The error that ``OperationExecutor/execute(_:options:)`` throws for an incomplete response: the server's
  /// errors, or the missing data.
  ///
  /// - Parameter operationName: the operation that was called.
  public func failure(of operationName: String) -> RequestError {
    let reason: RequestError.Reason =
      errors.isEmpty
      ? .decoding(ResponseDecodingError(.missing, path: ["data"])) : .graphQL(errors)
    var error = RequestError(
      reason, progress: .responded, operationName: operationName, extensions: extensions,
      httpStatus: httpStatus, retryAfter: retryAfter)
    error.credentialUnavailable = credentialUnavailable
    return error
  }
}

/// Reads a response with any decoder. Without a reason to use one, use ``init(json:variables:)``.
nonisolated extension GraphQLResponse: Decodable where Data: Decodable {
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: FieldName.self)
    let errors = [GraphQLError](
      try fields.decodeIfPresent(JSON.self, forKey: FieldName("errors")) ?? .null)
    do {
      data = try fields.decodeIfPresent(Data.self, forKey: FieldName("data"))
    } catch DecodingError.valueNotFound where !errors.isEmpty {
      data = nil
    }
    self.errors = errors
    extensions =
      (try? fields.decodeIfPresent(RedactedJSON.self, forKey: FieldName("extensions")))
      ?? RedactedJSON()
    headers = [:]
    httpStatus = nil
    retryAfter = nil
    bodySize = nil
    credentialUnavailable = nil
  }
}

/// An error from the server, for one field or for the whole operation.
///
/// https://spec.graphql.org/September2025/#sec-Errors
nonisolated public struct GraphQLError: Error, Hashable, Sendable {
  /// A place in the document.
  nonisolated public struct Location: Hashable, Sendable {
    public let line: Int
    public let column: Int
  }

  /// A response name or a list index in the path to a field.
  nonisolated public enum PathSegment: Hashable, Sendable, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral
  {
    case field(String)
    case index(Int)

    /// Compares names by their bytes.
    public static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.field(let left), .field(let right)): left.hasSameBytes(as: right)
      case (.index(let left), .index(let right)): left == right
      default: false
      }
    }

    public func hash(into hasher: inout Hasher) {
      switch self {
      case .field(let name): hasher.combine(ExactString(name))
      case .index(let index): hasher.combine(index)
      }
    }

    public init(stringLiteral name: String) { self = .field(name) }
    public init(integerLiteral index: Int) { self = .index(index) }
  }

  /// The server's message, meant for developers; empty if the server sends none. If the server sends a list
  /// of messages, they are separated by semicolons.
  public let message: String
  /// The places in the document; empty if the server sends none.
  public let locations: [Location]
  /// The path to the failed field; empty if the server sends none. If it has another form, one empty name:
  /// ``members`` has the original.
  public let path: [PathSegment]
  /// The server's additional information about the error; of any form.
  public let extensions: RedactedJSON
  /// All other members of the error, which some servers send in place of extensions, such as AppSync's
  /// `errorType`, and those with another type than the specification's, such as an object in place of the
  /// message. If the error is no object and no string, its JSON. An error without such members has
  /// ``JSON/null``.
  public let members: RedactedJSON

  public init(
    message: String, locations: [Location] = [], path: [PathSegment] = [],
    extensions: RedactedJSON = RedactedJSON(), members: RedactedJSON = RedactedJSON()
  ) {
    self.message = message
    self.locations = locations
    self.path = path
    self.extensions = extensions
    self.members = members
  }

  /// The error's code from `extensions.code`, where most servers send it. Nil if there is none.
  public var code: String? { extensions["code"]?.string }
}

nonisolated extension GraphQLError: Decodable {
  public init(from decoder: any Decoder) throws { self.init(try JSON(from: decoder)) }

  /// Reads an error of any form. ``members`` has the members that are not as the specification says.
  package init(_ json: JSON) {
    guard case .object(var others) = json else {
      self.init(
        message: json.string ?? "", members: RedactedJSON(json.string == nil ? json : .null))
      return
    }
    /// Removes a member that can be read.
    func taken<Value>(_ name: String, _ read: (JSON) -> Value?) -> Value? {
      guard let value = others[name].flatMap(read) else { return nil }
      others[name] = nil
      return value
    }
    let message = taken("message", \.string)
    let locations = taken("locations") { $0 == .null ? [] : $0.array?.compactMap(Location.init) }
    let path = taken("path", PathSegment.path)
    let extensions = taken("extensions") { $0 }
    self.init(
      message: message ?? others["message"]?.messages ?? "", locations: locations ?? [],
      // A path of another form is also a sign that the server has executed the operation, and no field's own
      // path.
      path: path ?? (others["path"] == nil ? [] : [.field("")]),
      extensions: RedactedJSON(extensions ?? .null),
      members: RedactedJSON(others.isEmpty ? .null : .object(others)))
  }
}

nonisolated extension [GraphQLError] {
  /// Reads the errors of a response: a list, or one error alone. Null, false and empty values mean no errors.
  package init(_ json: JSON) {
    switch json {
    case .array(let elements): self = elements.map { GraphQLError($0) }
    case .null, .boolean(false), .integer(0), .string(""), .object([:]): self = []
    default: self = [GraphQLError(json)]
    }
  }
}

nonisolated extension JSON {
  /// The messages of a list, as one text; nil for another form.
  fileprivate var messages: String? {
    guard let texts = array?.compactMap(\.string), !texts.isEmpty else { return nil }
    return texts.joined(separator: "; ")
  }
}

nonisolated extension GraphQLError.Location {
  fileprivate init?(_ json: JSON) {
    guard let line = json["line"]?.integer, let column = json["column"]?.integer else { return nil }
    self.init(line: line, column: column)
  }
}

nonisolated extension GraphQLError.PathSegment {
  /// Reads a path; nil if it has another form.
  package static func path(_ json: JSON) -> [GraphQLError.PathSegment]? {
    if json == .null { return [] }
    guard let elements = json.array else { return nil }
    let segments = elements.compactMap { element in
      switch element {
      case .integer(let index): GraphQLError.PathSegment.index(index)
      case .string(let name): .field(name)
      default: nil
      }
    }
    return segments.count == elements.count ? segments : nil
  }
}

nonisolated extension JSON {
  /// The error as servers send it.
  package init(_ error: GraphQLError) {
    var members: Object = [:]
    switch error.members.json {
    case .object(let others): members = others
    case .null: break
    case let json:
      self = json
      return
    }
    if members["message"] == nil { members["message"] = .string(error.message) }
    if !error.locations.isEmpty {
      members["locations"] = .array(
        error.locations.map {
          .object(["line": .integer($0.line), "column": .integer($0.column)])
        })
    }
    if !error.path.isEmpty, members["path"] == nil {
      members["path"] = .array(error.path.map(JSON.init))
    }
    if error.extensions.json != .null { members["extensions"] = error.extensions.json }
    self = .object(members)
  }

  private init(_ segment: GraphQLError.PathSegment) {
    self =
      switch segment {
      case .field(let name): .string(name)
      case .index(let index): .integer(index)
      }
  }
}
