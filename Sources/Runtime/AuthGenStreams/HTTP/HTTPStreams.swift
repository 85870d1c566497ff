// Response streams over HTTP, one request each. The media type of the response decides how it is read.

import AuthGenRuntime
import Foundation

nonisolated struct HTTPStreams: StreamProtocol {
  /// The protocols that the client accepts, the preferred one first. nil accepts all: subscriptions prefer
  /// event streams, which have heartbeats and can be resumed; results prefer multipart.
  var protocols: [SubscriptionTransport.HTTPProtocol]?

  var url: URL? { nil }

  /// The media types that the client accepts. Some servers read the first one alone.
  private func accept(isSubscription: Bool) -> String {
    let types = (protocols ?? (isSubscription ? [.serverSentEvents, .multipart] : [.multipart]))
      .flatMap { name in
        switch name {
        case .serverSentEvents: ["text/event-stream"]
        case .multipart where isSubscription: ["multipart/mixed;subscriptionSpec=1.0"]
        case .multipart: IncrementalResult.mediaTypes
        }
      }
    let last = isSubscription || protocols != nil ? [] : ["text/event-stream;q=0.7"]
    return (types + ["application/graphql-response+json;q=0.9", "application/json;q=0.8"] + last)
      .joined(separator: ", ")
  }

  func open<Operation: GraphQLOperation>(
    _ call: StreamCall<Operation>, _ credential: Credential?, attempt: Int, lastEventID: String?
  ) async throws(StreamFailure) -> StreamConnection {
    let opener = StreamOpener(call.caller.transport)
    let response: HTTPResponse
    var sendsSecrets = false
    do throws(RequestError) {
      var request = try call.caller.streamRequest(
        for: call.operation, call.options,
        accept: accept(isSubscription: call.isSubscription))
      sendsSecrets = request.hasSecrets
      request.http.maximumResponseSize = call.policy.maximumUnreadSize
      if let lastEventID { request.http.headers["Last-Event-ID"] = lastEventID }
      response = try await call.caller.send(
        request, of: Operation.definition, attempt: attempt, credential,
        call.caller.timeLimit(call.options), over: opener)
    } catch {
      opener.cancel()
      throw StreamFailure(error, by: [])
    }
    guard let stream = opener.stream else {
      return try result(
        RoundTrip(
          response, to: call.caller.streamExchange(call.operation), sendsSecrets: sendsSecrets,
          now: call.caller.now()),
        response.body, call)
    }
    guard
      let reader = BodyReader(
        stream.headers, call.isSubscription ? .events : .results,
        limit: call.policy.maximumUnreadSize)
    else {
      stream.cancel()
      throw .permanent(.invalidMessage)
    }
    return connection(stream, reader, call)
  }

  private func connection<Operation: GraphQLOperation>(
    _ stream: HTTPResponseStream, _ reader: BodyReader, _ call: StreamCall<Operation>
  ) -> StreamConnection {
    let mailbox = call.makeMailbox()
    let silence =
      call.isSubscription
      ? SilenceLimit(
        mailbox, call.policy.silenceLimit, isRunning: false, clock: call.caller.clock) : nil
    let reading = Task {
      var reader = reader
      await reader.read(stream, into: mailbox, silence)
    }
    return StreamConnection(mailbox) {
      reading.cancel()
      stream.cancel()
    }
  }

  /// A response that is no stream: one result, or errors in place of results.
  private func result<Operation: GraphQLOperation>(
    _ trip: RoundTrip<GraphQLExchange<Operation>>, _ body: Data, _ call: StreamCall<Operation>
  ) throws(StreamFailure) -> StreamConnection {
    let isRefused = trip.refusesCredential(by: call.refusals)
    let maySendAgain = isRefused && trip.maySendAgain(by: call.refusals)
    do throws(RequestError) {
      let response = try trip.result.get()
      if maySendAgain { throw response.refusal(of: Operation.operationName) }
      if response.data == nil { throw response.failure(of: Operation.operationName) }
    } catch {
      guard isRefused else { throw StreamFailure(error, by: []) }
      throw .refused(.request(error.reason), maySendAgain: maySendAgain)
    }
    let mailbox = call.makeMailbox()
    if isRefused { mailbox.add(.refused) }
    mailbox.add(.response(body))
    mailbox.add(.complete)
    return StreamConnection(mailbox) {}
  }
}

/// A transport that keeps the body of a stream for its reader, and returns all other responses.
nonisolated private final class StreamOpener: Transport {
  private let transport: any Transport
  private let opened = Locked<(stream: HTTPResponseStream?, isCancelled: Bool)>((nil, false))

  init(_ transport: any Transport) {
    self.transport = transport
  }

  /// The last response that is a stream.
  var stream: HTTPResponseStream? { opened.withLock { $0.stream } }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let stream = try await transport.stream(request)
    guard (200..<300).contains(stream.status), BodyReader.reads(stream.headers) else {
      set(nil)
      return try await stream.complete(limit: request.maximumResponseSize)
    }
    set(stream)
    return HTTPResponse(status: stream.status, headers: stream.headers)
  }

  /// Ends the stream, also one that opens later: a call that is cancelled does not wait for the transport.
  func cancel() {
    opened.withLock { $0.isCancelled = true }
    set(nil)
  }

  /// An interceptor may send a request again. Only its last response counts.
  private func set(_ stream: HTTPResponseStream?) {
    let unused = opened.withLock { opened in
      if opened.isCancelled, let stream { return stream as HTTPResponseStream? }
      defer { opened.stream = stream }
      return opened.stream
    }
    unused?.cancel()
  }
}
