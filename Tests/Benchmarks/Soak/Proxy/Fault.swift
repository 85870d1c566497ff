// What can go wrong between a client and its server.

/// One damaged request or response.
enum Fault: Hashable, Sendable {
  /// The connection is reset, and the server does not get the request.
  case cutBefore
  /// The server processes the request, and the connection is reset: the response is lost.
  case cutAfter
  /// The connection is reset in the middle of the response.
  case cutWithin
  /// This status in place of the server, which does not get the request.
  case status(Int, retryAfter: Int? = nil)
  /// The server gets the request late, in seconds.
  case stalled(Double)
  /// The server processes the request, and its response is late, in seconds.
  case slow(Double)

  /// The fault's name in the table.
  var kind: String {
    switch self {
    case .cutBefore: "connection cut before the request"
    case .cutAfter: "connection cut before the response"
    case .cutWithin: "connection cut within the response"
    case .status(let status, retryAfter: nil): "status \(status)"
    case .status(let status, _): "status \(status) with Retry-After"
    case .stalled: "request delayed"
    case .slow: "response delayed"
    }
  }

  /// The faults that end a single exchange in less than a second.
  static let short: [Fault] = [
    .cutBefore, .cutBefore, .cutAfter, .cutWithin, .status(500), .status(502), .status(503),
    .status(503, retryAfter: 1), .status(429), .status(429, retryAfter: 1), .stalled(0.2),
    .slow(0.2),
  ]
}

/// The process that sends a request.
enum Sender: Sendable {
  case client
  /// The second process, which marks its requests with ``header``.
  case neighbour

  static let header = "x-soak-neighbour"
}

/// A request that the proxy received.
struct Exchange: Sendable, CustomStringConvertible {
  let path: String
  let sender: Sender
  var fault: Fault?
  /// The status of the server's own response; nil without a response.
  var serverStatus: Int?
  /// Whether the client gets the server's own response.
  var isDelivered = false

  var description: String {
    let response = serverStatus.map { "\($0)\(isDelivered ? "" : " (lost)")" } ?? "no response"
    return "\(sender) \(path): \(fault?.kind ?? response)"
  }
}
