// What a client has sent.

import AuthGenRuntime
import Foundation

/// A request that a ``MockTransport`` received. Its descriptions, also those of its parts, contain no secret values.
nonisolated public struct RecordedCall: Sendable {
  /// The operation's name in the document; empty if the request is for no operation.
  public let operationName: String
  /// The complete request, with the credential.
  public let request: HTTPRequest
  /// The variables of the operation. For an operation with a connector, the body of the request. `null` without
  /// variables or body.
  public let variables: RedactedJSON

  init(_ request: HTTPRequest) {
    self.request = request
    operationName = request.operationName ?? ""
    let body = request.body.flatMap(JSON.init)
    variables = RedactedJSON(
      body?["variables"] ?? Self.parameter("variables", of: request) ?? body ?? .null)
  }

  /// A parameter of a query that was sent with GET.
  private static func parameter(_ name: String, of request: HTTPRequest) -> JSON? {
    let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems
    let text = items?.first { $0.name == name }?.value
    return text.flatMap { JSON(Data($0.utf8)) }
  }

  /// The value of the header `Authorization`, to compare it.
  public var authorization: Secret? { request.headers["Authorization"].map { Secret($0) } }
}

nonisolated extension RecordedCall: CustomStringConvertible, CustomReflectable {
  public var description: String {
    operationName.isEmpty ? "\(request.method.rawValue) \(request.url.path)" : operationName
  }

  public var customMirror: Mirror {
    Mirror(self, children: ["operationName": operationName, "request": request])
  }
}
