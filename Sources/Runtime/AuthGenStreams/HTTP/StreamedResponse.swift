// Responses of `URLSession` that are read while they arrive.

public import AuthGenRuntime
import Foundation

/// A response under way. It keeps what the reader has not taken yet.
nonisolated private final class StreamedResponse: ResponseReceiver {
  nonisolated private enum Part {
    case head(HTTPResponse)
    case body(Data)
    case end(TransportError?)

    var size: Int { if case .body(let data) = self { data.count } else { 0 } }
  }

  private let parts: Mailbox<Part>
  private let limit: Int

  /// - Parameter limit: the maximum size of what is not read yet, in bytes.
  init(limit: Int) {
    self.limit = limit
    parts = Mailbox(limit: limit, size: \.size)
  }

  func receive(_ head: HTTPResponse) { parts.add(.head(head)) }

  func receive(_ data: Data) -> TransportError? {
    parts.offer(.body(data))
      ? nil : TransportError(.responseTooLarge(limit: limit), wasSent: true)
  }

  func end(_ error: TransportError?) { parts.add(.end(error)) }

  func head() async throws(TransportError) -> HTTPResponse {
    switch await parts.next() {
    case .head(let head): return head
    case .end(let error?): throw error
    case .body, .end(nil): throw TransportError(.connectionLost, wasSent: true)
    case nil: throw TransportError(.cancelled, wasSent: true)
    }
  }

  func next() async throws(TransportError) -> Data? {
    switch await parts.next() {
    case .body(let data): return data
    case .head, .end(nil): return nil
    case .end(let error?): throw error
    case nil: throw TransportError(.cancelled, wasSent: true)
    }
  }
}

nonisolated extension URLSessionTransport: StreamingTransport {
  /// Sends a request and returns the response as soon as its header is there.
  ///
  /// The body waits in memory until it is read. More of it than `maximumResponseSize` is an error:
  /// `URLSession` on Linux cannot pause a response.
  public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponseStream {
    let response = StreamedResponse(limit: request.maximumResponseSize)
    let exchange = try begin(request, for: response)
    let head: HTTPResponse
    do throws(TransportError) {
      head = try await response.head()
    } catch {
      exchange.cancel()
      throw error
    }
    return HTTPResponseStream(
      status: head.status, headers: head.headers,
      next: { () async throws(TransportError) in try await response.next() },
      cancel: { exchange.cancel() })
  }
}
