// What a client needs to know of the server, and how it goes about its calls.

import Foundation

/// How a client calls one GraphQL endpoint, or one service that a schema's connectors describe.
///
/// ```swift
/// let endpoint = URL(string: "https://api.example.com/graphql")
/// ```
nonisolated public struct ClientConfiguration: Sendable {
  /// What of operations is sent: documents, or the hashes by which a server knows them.
  nonisolated public enum PersistedOperations: Sendable {
    /// Documents. An operation that was generated without its document is sent as its hash.
    case off
    /// Of queries without secrets in their variables, the hash alone first, and the document too
    /// where the server does not know it yet. Of all others, documents.
    case automatic
    /// The hash alone, for servers that know all documents.
    case only
  }

  /// Must be https, unless the host is this machine.
  public var endpoint: URL
  /// Sent with every request, such as an app's name. Default: none.
  public var headers: HTTPHeaders
  /// The seconds until one request is given up. A retry has as many again. Default: 30.
  public var timeout: Duration
  /// The most bytes of a response, unpacked. A larger one is an error for certain; on Linux, more than
  /// that may be in memory before `URLSession` stops. Default: 16 million.
  public var maximumResponseSize: Int
  public var retry: RetryPolicy
  public var persistedOperations: PersistedOperations
  /// Whether queries without secrets in their variables are sent with GET, so that caches on the way
  /// may answer. Default: false.
  public var usesGETForQueries: Bool
  /// How the bodies of connected operations are written, whatever their schema says: some servers of
  /// OAuth want forms where others want JSON. Default: nil, as the schema says.
  public var bodyEncoding: BodyEncoding?

  public init(
    endpoint: URL, headers: HTTPHeaders = [:], timeout: Duration = .seconds(30),
    maximumResponseSize: Int = 16_000_000, retry: RetryPolicy = RetryPolicy(),
    persistedOperations: PersistedOperations = .off, usesGETForQueries: Bool = false,
    bodyEncoding: BodyEncoding? = nil
  ) {
    self.endpoint = endpoint
    self.headers = headers
    self.timeout = timeout
    self.maximumResponseSize = maximumResponseSize
    self.retry = retry
    self.persistedOperations = persistedOperations
    self.usesGETForQueries = usesGETForQueries
    self.bodyEncoding = bodyEncoding
  }
}

/// What is asked of one call.
nonisolated public struct CallOptions: Sendable {
  /// Sent with this call, in place of the configuration's headers of the same names. Default: none.
  public var headers: HTTPHeaders
  /// Takes the place of the configuration's. Default: that one.
  public var timeout: Duration?

  public init(headers: HTTPHeaders = [:], timeout: Duration? = nil) {
    self.headers = headers
    self.timeout = timeout
  }
}
