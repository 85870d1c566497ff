// The parts of an operation's request to a service other than the body.

import Foundation

/// A request's target and headers. Its description shows only the method, because all other parts
/// may contain tokens.
nonisolated public struct ServiceRequest: Sendable {
  let method: HTTPRequest.Method
  /// A path below the client's endpoint, or a complete URL from the server.
  private let target: RequestText
  private let isURL: Bool
  let query: [(String, RequestText)]
  let headers: [(String, RequestText)]
  let hasBody: Bool
  /// Whether a value in the URL or in a header is secret.
  var hasSecrets: Bool {
    target.hasSecret || query.contains(where: \.1.hasSecret)
      || headers.contains(where: \.1.hasSecret)
  }

  /// A request to a path below the client's endpoint. Values in the path are percent-encoded.
  public init(
    _ method: HTTPRequest.Method, _ path: RequestText, query: [(String, RequestText)] = [],
    headers: [(String, RequestText)] = [], hasBody: Bool = false
  ) {
    self.init(method, path, isURL: false, query, headers, hasBody)
  }

  /// A request to a URL from the server. The URL must have the origin of the client's endpoint.
  public init(
    _ method: HTTPRequest.Method, url: RequestText, query: [(String, RequestText)] = [],
    headers: [(String, RequestText)] = [], hasBody: Bool = false
  ) {
    self.init(method, url, isURL: true, query, headers, hasBody)
  }

  private init(
    _ method: HTTPRequest.Method, _ target: RequestText, isURL: Bool,
    _ query: [(String, RequestText)], _ headers: [(String, RequestText)], _ hasBody: Bool
  ) {
    self.method = method
    self.target = target
    self.isURL = isURL
    self.query = query
    self.headers = headers
    self.hasBody = hasBody
  }

  /// The request's URL, relative to an endpoint.
  ///
  /// - Throws: ``RequestError/NotSent`` with the reason why there is no URL.
  func url(at endpoint: URL) throws(RequestError.NotSent) -> URL {
    var components: URLComponents?
    if isURL {
      // The part before an @ looks like a server but is not one, so a URL with user information is refused.
      components = try target.text().flatMap { URLComponents(string: $0) }
      guard components?.user == nil, components?.password == nil else {
        throw .foreignOrigin
      }
      components?.fragment = nil
    } else {
      components = URLComponents(url: endpoint, resolvingAgainstBaseURL: false)
      var base = components?.percentEncodedPath ?? ""
      while base.hasSuffix("/") { base.removeLast() }
      components?.percentEncodedPath = try base + target.percentEncodedPath()
    }
    var parameters: [(name: String, value: String)] = []
    for (name, value) in query {
      if let value = try value.text() { parameters.append((name, value)) }
    }
    components?.appendQuery(parameters)
    guard let url = components?.url else { throw .invalidVariables }
    guard url.origin == endpoint.origin else { throw .foreignOrigin }
    return url
  }
}

/// Text that operations build from values, as in `"/users/\(id)"`.
///
/// A value is a string, number, Boolean, enum or any other scalar. If a value is nil, the whole
/// text is left out.
nonisolated public struct RequestText: ExpressibleByStringInterpolation, Sendable {
  nonisolated fileprivate enum Piece: Sendable {
    case literal(String)
    case value(String)
    case missing
    /// A value that is not a scalar.
    case invalid
  }

  nonisolated public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []
    fileprivate var hasSecret = false

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.literal(literal)) }
    }

    public mutating func appendInterpolation<Value: Encodable>(_ value: Value?) {
      guard let value else { return pieces.append(.missing) }
      let json = JSONWriter()
      let isWritten = (try? json.write(any: value)) != nil
      let text = isWritten ? JSON(json.data)?.scalarText : nil
      pieces.append(text.map(Piece.value) ?? .invalid)
      if json.hasSeenSecret { hasSecret = true }
    }
  }

  private let pieces: [Piece]
  /// Whether a value is secret.
  let hasSecret: Bool

  public init(stringLiteral value: String) {
    pieces = [.literal(value)]
    hasSecret = false
  }

  public init(stringInterpolation: StringInterpolation) {
    pieces = stringInterpolation.pieces
    hasSecret = stringInterpolation.hasSecret
  }

  /// The unescaped text, or nil if a value is missing.
  func text() throws(RequestError.NotSent) -> String? {
    var text = ""
    for piece in pieces {
      switch piece {
      case .literal(let part), .value(let part): text += part
      case .missing: return nil
      case .invalid: throw .invalidVariables
      }
    }
    return text
  }

  /// The text as a path. Each value is percent-encoded, so it stays within one segment (RFC 3986,
  /// section 3.3).
  ///
  /// - Throws: ``RequestError/NotSent/invalidVariables`` if a value is missing, or if a segment is
  ///   empty, `.` or `..`, which would change the path.
  func percentEncodedPath() throws(RequestError.NotSent) -> String {
    var path = ""
    for piece in pieces {
      switch piece {
      case .literal(let part): path += part
      case .value(let part): path += part.percentEncoded
      case .missing, .invalid: throw .invalidVariables
      }
    }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let hasValues = pieces.contains { if case .value = $0 { true } else { false } }
    if hasValues, segments.contains(where: { ["", ".", ".."].contains($0) }) {
      throw .invalidVariables
    }
    return path
  }
}

nonisolated extension ServiceRequest: RedactedDescription {
  public var description: String { method.rawValue }
}

nonisolated extension RequestText: RedactedDescription {
  public var description: String { "<redacted>" }
}

nonisolated extension JSON {
  /// A scalar as text; nil for null, arrays and objects.
  var scalarText: String? {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): value.text
    case .string(let value): value
    case .null, .array, .object: nil
    }
  }
}
