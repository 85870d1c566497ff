// Subscriptions over WebSockets.

public import AuthGenRuntime
public import Foundation

/// The WebSocket of a client's subscriptions (`graphql-transport-ws`). Use one for each endpoint.
///
/// ```swift
/// let socket = SubscriptionSocket(endpoint: URL(string: "wss://api.example.com/graphql")!)
/// ```
///
/// Subscriptions share one connection if they have the same credential, headers, transport,
/// ``StreamPolicy/silenceLimit`` and ``StreamPolicy/maximumUnreadSize``. It opens with the first one and
/// closes after the last one. When the session gets a new credential, the subscriptions move to a new
/// connection.
///
/// The message `connection_init` carries the credential. Interceptors and the signer of the client do not
/// run, because there is no HTTP request for a subscription. The handshake has the headers of the client's
/// configuration and of the call's options.
///
/// A socket with another host or port than the client's endpoint never refreshes or ends the session. If it
/// refuses the credential, the stream throws that error.
///
/// On most Linux systems, `URLSession` has no WebSockets with TLS: subscribe over HTTP, connect to a proxy on
/// this machine that adds TLS (`ws://127.0.0.1`), or pass another ``WebSocketTransport``.
public actor SubscriptionSocket: RedactedDescription {
  /// What the subscriptions of a connection have in common.
  nonisolated private struct Key: Hashable {
    let credential: Credential?
    let headers: HTTPHeaders
    let silenceLimit: Duration
    let maximumMessageSize: Int
    let transport: ObjectIdentifier
  }

  /// Makes the payload of `connection_init`.
  public typealias Parameters = @Sendable (Credential?) -> JSON?

  private let endpoint: URL
  private let transport: (any WebSocketTransport)?
  private let parameters: Parameters
  private var connections: [Key: SocketConnection] = [:]

  /// - Parameters:
  ///   - endpoint: the URL of the WebSocket. The scheme is `wss`, or `ws` on this machine. `https` and `http`
  ///     are replaced by `wss` and `ws`.
  ///   - transport: opens WebSockets. Default: nil, which uses the client's transport and its trust policy. A
  ///     client's custom transport must then be a ``WebSocketTransport``, too.
  ///   - parameters: makes the payload of `connection_init` from the session's credential. Default:
  ///     ``headerParameters(_:)``.
  public init(
    endpoint: URL, transport: (any WebSocketTransport)? = nil,
    parameters: @escaping Parameters = SubscriptionSocket.headerParameters
  ) {
    self.endpoint = endpoint.withWebSocketScheme
    self.transport = transport
    self.parameters = parameters
  }

  /// Returns the credential as a member with the name of its header field, such as
  /// `{"Authorization": "Bearer …"}`. Nil for a credential in a variable, and without one.
  public static func headerParameters(_ credential: Credential?) -> JSON? {
    credential?.header.map { .object([ExactString($0.name): .string($0.value)]) }
  }

  /// Returns the connection with a credential, or a new one.
  private func connection<Operation: GraphQLOperation>(
    _ call: StreamCall<Operation>, _ credential: Credential?
  ) async throws(StreamFailure) -> SocketConnection {
    let headers = call.caller.headers(call.options)
    guard endpoint.origin?.isTrustworthy == true else {
      throw .permanent(.request(.notSent(.insecureEndpoint)))
    }
    guard headers.areValid else { throw .permanent(.request(.notSent(.invalidHeader))) }
    guard let transport = transport ?? call.caller.transport as? any WebSocketTransport else {
      throw .permanent(.webSocketsUnsupported)
    }
    let key = Key(
      credential: credential, headers: headers, silenceLimit: call.policy.silenceLimit,
      maximumMessageSize: call.policy.maximumUnreadSize, transport: ObjectIdentifier(transport))
    while let known = connections[key] {
      if await !known.isClosed { return known }
      remove(known, key)
    }
    guard let message = initialisation(credential) else {
      throw .permanent(.request(.notSent(.invalidVariables)))
    }
    var request = HTTPRequest(method: .get, url: endpoint, headers: headers)
    request.maximumResponseSize = key.maximumMessageSize
    let connection = SocketConnection(
      transport, request, initialisation: message, silenceLimit: key.silenceLimit,
      clock: call.caller.clock
    ) { [weak self] connection in await self?.remove(connection, key) }
    connections[key] = connection
    return connection
  }

  private func initialisation(_ credential: Credential?) -> String? {
    guard let parameters = parameters(credential) else {
      return TransportSocketProtocol.initialisation(payload: nil)
    }
    guard let json = try? JSONEncoder().encode(parameters) else { return nil }
    return TransportSocketProtocol.initialisation(payload: String(decoding: json, as: UTF8.self))
  }

  private func remove(_ connection: SocketConnection, _ key: Key) {
    if connections[key] === connection { connections[key] = nil }
  }
}

extension SubscriptionSocket: StreamProtocol {
  nonisolated var url: URL? { endpoint }

  nonisolated func open<Operation: GraphQLOperation>(
    _ call: StreamCall<Operation>, _ credential: Credential?, attempt: Int, lastEventID: String?
  ) async throws(StreamFailure) -> StreamConnection {
    let payload = try self.payload(call, credential)
    let mailbox = call.makeMailbox()
    var subscribed: (connection: SocketConnection, id: TransportSocketProtocol.ID)?
    // A connection may close between the look-up and the subscription. Nothing is sent then.
    while subscribed == nil {
      let connection = try await connection(call, credential)
      subscribed = await connection.subscribe(payload, mailbox).map { (connection, $0) }
    }
    guard let (connection, id) = subscribed else { throw .connectionLost }
    let stream = StreamConnection(mailbox) { Task { await connection.complete(id) } }
    // The time limit cancels the wait, which then returns nil.
    let first = await call.caller.timeLimit(call.options).value { await mailbox.next() }
    switch first ?? nil {
    case .opened: return stream
    case .failed(let failure): throw failure
    case .closed(let failure): throw StreamFailure(failure, by: call.refusals)
    case nil where Task.isCancelled: throw .permanent(.request(.cancelled))
    case nil: throw .timedOut
    default: throw .permanent(.invalidMessage)
    }
  }

  private nonisolated func payload<Operation: GraphQLOperation>(
    _ call: StreamCall<Operation>, _ credential: Credential?
  ) throws(StreamFailure) -> String {
    do throws(RequestError) {
      var request = try call.caller.streamRequest(
        for: call.operation, call.options, accept: "application/json")
      if let credential, case .variable = credential.placement {
        do throws(RequestError.NotSent) {
          try credential.add(
            to: &request.http, variable: Operation.definition.credentialVariable)
        } catch {
          throw RequestError(notSent: error, operationName: Operation.operationName)
        }
      }
      return String(decoding: request.http.body ?? Data(), as: UTF8.self)
    } catch {
      throw StreamFailure(error, by: [])
    }
  }
}

nonisolated extension URL {
  /// The URL with the scheme of WebSockets in place of that of HTTP. `URLSession` opens no WebSocket with
  /// another one.
  var withWebSocketScheme: URL {
    guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
      return self
    }
    switch components.scheme?.lowercased() {
    case "https": components.scheme = "wss"
    case "http": components.scheme = "ws"
    default: break
    }
    return components.url ?? self
  }
}
