// The responses of a mock transport.

public import AuthGenRuntime
public import Foundation

/// The response to one call of an operation.
nonisolated public struct MockResponse<Operation: GraphQLOperation>: Sendable {
  let result: Result<HTTPResponse, TransportError>
  private(set) var delay: Duration = .zero

  private init(_ result: Result<HTTPResponse, TransportError>) {
    self.result = result
  }

  /// Returns the same response after a delay, by the transport's clock.
  public func delayed(by delay: Duration) -> MockResponse {
    var delayed = self
    delayed.delay += delay
    return delayed
  }

  /// A response of any form, such as a status and a header.
  public static func http(_ response: HTTPResponse) -> MockResponse {
    MockResponse(.success(response))
  }

  /// A response with this body as JSON, and the status 200, such as one that a server has sent.
  public static func json(_ body: Data) -> MockResponse {
    http(HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: body))
  }

  /// A network error in place of a response.
  public static func failure(_ error: TransportError) -> MockResponse {
    MockResponse(.failure(error))
  }

  /// A response with errors of the server and without data.
  public static func errors(_ errors: GraphQLError...) -> MockResponse {
    json(#"{"data":null,"errors":"#, JSON.array(errors.map(JSON.init)).data, "}")
  }

  fileprivate static func json(_ start: String, _ value: Data, _ end: String) -> MockResponse {
    json(Data(start.utf8) + value + Data(end.utf8))
  }
}

nonisolated extension MockResponse where Operation.Data: Encodable {
  /// A response with data, and with errors if some fields have failed. For an operation with a connector, the
  /// service's response that gives this data; it has no errors.
  ///
  /// - Throws: an error if a value cannot be written.
  public static func data(
    _ data: Operation.Data, errors: [GraphQLError] = []
  ) throws -> MockResponse {
    if Operation.self is any ConnectorOperation.Type { return try service(data) }
    if errors.isEmpty { return json(#"{"data":"#, try Data(json: data), "}") }
    let text = String(decoding: JSON.array(errors.map(JSON.init)).data, as: UTF8.self)
    return json(#"{"data":"#, try Data(json: data), #","errors":\#(text)}"#)
  }

  /// The events of a subscription, in this order, as server-sent events. Then the server completes the
  /// subscription.
  ///
  /// - Throws: an error if a value cannot be written.
  public static func events(_ events: Operation.Data...) throws -> MockResponse {
    var body = Data()
    for data in events {
      body += Data("event: next\ndata: {\"data\":".utf8) + (try Data(json: data))
      body += Data("}\n\n".utf8)
    }
    body += Data("event: complete\ndata:\n\n".utf8)
    return http(
      HTTPResponse(status: 200, headers: ["Content-Type": "text/event-stream"], body: body))
  }

  /// The response of a service. A connector may read values from its status and headers, which the data has
  /// as members of `$response`, and from the whole body, which is the member `$`.
  private static func service(_ data: Operation.Data) throws -> MockResponse {
    let encoded = try Data(json: data)
    guard case .object(var members)? = JSON(encoded) else {
      return json(encoded)
    }
    let response = members.removeValue(forKey: "$response")
    let whole = members.removeValue(forKey: "$")
    // Members of the data are also members of a body that is an object.
    if case .object(let all) = whole { members.merge(all) { own, _ in own } }
    let isObject = whole.map { if case .object = $0 { true } else { false } } ?? true
    let body = (isObject ? .object(members) : whole ?? .null).data
    var headers: HTTPHeaders = ["Content-Type": "application/json"]
    if case .object(let values) = response?["headers"] {
      for (name, value) in values { headers[name.text] = value.string }
    }
    return http(
      HTTPResponse(status: response?["status"]?.integer ?? 200, headers: headers, body: body))
  }
}
