// The configuration of a client and of its calls.

public import Foundation

/// How a client calls one GraphQL endpoint, or one service that a schema's connectors describe.
///
/// ```swift
/// let endpoint = URL(string: "https://api.example.com/graphql")
/// ```
nonisolated public struct ClientConfiguration: Sendable {
  /// Which form of an operation is sent: its document, or the hash that identifies it on the server.
  nonisolated public enum PersistedOperations: Sendable {
    /// Sends documents. An operation that was generated without its document is sent as its hash.
    case off
    /// Sends queries without secret variables as the hash alone, and repeats them with the document
    /// if the server does not know the hash. Sends all other operations as documents.
    case automatic
    /// Sends the hash alone, for servers that know all documents.
    case only
  }

  /// The server's URL. Must use https, unless the host is this machine.
  public var endpoint: URL
  /// Headers of every request, such as the app's name. Default: none.
  public var headers: HTTPHeaders
  /// The time limit of one attempt of a call: waiting for the session's refresh, for the response,
  /// and for a second response if the server refused the first credential. Each retry has the same
  /// limit again. While a request's ``HTTPRequest/bodyStream`` is sent, the limit starts again with each
  /// part: such a call fails after one to two limits without progress. Default: 30 seconds.
  public var timeout: Duration
  /// The time limit of a call with all of its attempts and the waits between them. Default: nil, for none:
  /// with the defaults of ``timeout`` and ``retry``, a query takes up to about two minutes.
  public var deadline: Duration?
  /// The maximum size of a response after decompression, in bytes. A larger response is always an
  /// error. On Linux, more bytes may be in memory before `URLSession` stops. Default: 16 million.
  public var maximumResponseSize: Int
  public var retry: RetryPolicy
  public var persistedOperations: PersistedOperations
  /// Whether queries without secret variables are sent with GET, so that HTTP caches may serve
  /// them. Default: false.
  public var usesGETForQueries: Bool
  /// The encoding of the bodies of operations with a connector, in place of the schema's. Some OAuth
  /// servers require forms, others JSON. Default: nil, which uses the schema's encoding.
  public var bodyEncoding: BodyEncoding?

  public init(
    endpoint: URL, headers: HTTPHeaders = [:], timeout: Duration = .seconds(30),
    deadline: Duration? = nil,
    maximumResponseSize: Int = 16_000_000, retry: RetryPolicy = RetryPolicy(),
    persistedOperations: PersistedOperations = .off, usesGETForQueries: Bool = false,
    bodyEncoding: BodyEncoding? = nil
  ) {
    self.endpoint = endpoint
    self.headers = headers
    self.timeout = timeout
    self.deadline = deadline
    self.maximumResponseSize = maximumResponseSize
    self.retry = retry
    self.persistedOperations = persistedOperations
    self.usesGETForQueries = usesGETForQueries
    self.bodyEncoding = bodyEncoding
  }
}

/// Options for one call.
nonisolated public struct CallOptions: Sendable {
  /// Headers of this call. They replace the configuration's headers with the same names. Default: none.
  public var headers: HTTPHeaders
  /// The time limit of an attempt of this call. Default: nil, which uses the configuration's limit.
  public var timeout: Duration?
  /// The time limit of this call with all of its attempts. Default: nil, which uses the configuration's.
  public var deadline: Duration?
  /// How often the call is retried if it is a query that sends no secret. Default: nil, which uses the
  /// configuration's policy; for `updates(of:)` of AuthGenStreams, `StreamPolicy.retry`.
  public var retry: RetryPolicy?
  /// Receives the number of bytes that the transport has taken of a request's ``HTTPRequest/bodyStream``,
  /// and their total, after each part. It starts again if the request is sent again. It must return soon,
  /// because the transport waits for it. Default: nil.
  public var bodyProgress: (@Sendable (_ sent: Int64, _ total: Int64) -> Void)?
  /// The login of calls that belong together. Default: nil, for the current login of each call.
  package var login: CommonLogin?

  public init(
    headers: HTTPHeaders = [:], timeout: Duration? = nil, deadline: Duration? = nil,
    retry: RetryPolicy? = nil,
    bodyProgress: (@Sendable (_ sent: Int64, _ total: Int64) -> Void)? = nil
  ) {
    self.headers = headers
    self.timeout = timeout
    self.deadline = deadline
    self.retry = retry
    self.bodyProgress = bodyProgress
  }
}
