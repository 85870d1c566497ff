// Tests WebSockets of Apple's URLSession with events as the system sends them. `.ci/apple-programs` compiles
// this file with the runtime. The program exits with status 1 at the first failure.

import AuthGenRuntime
import AuthGenStreams
import Foundation
import Networking

@main
struct SocketProgram {
  static func main() async {
    limitTime()
    await openSocketSendsAndReceives()
    await idleSocketStaysOpen()
    await redirectIsNotFollowed()
    await refusalHasItsStatus()
    await otherProtocolClosesTheSocket()
    await closeFrameHasItsCode()
    await lostConnectionIsNotAClosedOne()
    await closingSendsTheCode()
    await releaseEndsTheSession()
    print("All tests of WebSockets passed.")
  }

  static func openSocketSendsAndReceives() async {
    let opening = await Opening()
    expect(opening.header("Sec-WebSocket-Protocol") == "graphql-transport-ws")
    expect(opening.header("Authorization") == "Bearer 1")
    expect(opening.task.maximumMessageSize == 1_000)
    opening.open()
    guard case .success(let socket) = await opening.outcome.value else { fail("not open") }
    opening.task.incoming = [.success(.string("text")), .success(.data(Data("data".utf8)))]
    guard case .text(Data("text".utf8))? = try? await socket.receive(),
      case .binary(Data("data".utf8))? = try? await socket.receive()
    else { fail("the messages differ") }
    try? await socket.send("message")
    guard case .string("message")? = opening.task.sent.first else { fail("nothing is sent") }
  }

  /// `URLSession` ends a task that receives nothing for a minute, unless the request says otherwise.
  static func idleSocketStaysOpen() async {
    let opening = await Opening()
    expect((opening.task.originalRequest?.timeoutInterval ?? 0) >= 3600)
    opening.open()
    _ = await opening.outcome.value
  }

  static func redirectIsNotFollowed() async {
    let opening = await Opening()
    let followed = Shared<[URLRequest?]>([])
    guard let response = opening.response(status: 307) else { fail("no response") }
    opening.delegate.urlSession(
      opening.session, task: opening.task, willPerformHTTPRedirection: response,
      newRequest: URLRequest(url: Opening.other)
    ) { request in followed.change { $0.append(request) } }
    expect(followed.value.count == 1 && followed.value[0] == nil)
    expect(await opening.redirection == 307)
    // A redirect that the system follows without asking.
    let late = await Opening()
    late.task.currentRequest = URLRequest(url: Opening.other)
    late.open()
    expect(await late.redirection != nil)
    expect(late.task.isCancelled)
  }

  static func refusalHasItsStatus() async {
    let opening = await Opening()
    opening.task.response = opening.response(status: 403)
    opening.complete(URLError(.badServerResponse))
    guard case .failure(.refused(status: 403)) = await opening.outcome.value else {
      fail("not refused")
    }
  }

  static func otherProtocolClosesTheSocket() async {
    let opening = await Opening()
    opening.open("graphql-ws")
    guard case .failure(.closed(code: 4406)) = await opening.outcome.value else {
      fail("opened with another protocol")
    }
    expect(opening.task.closingCode == .protocolError)
  }

  static func closeFrameHasItsCode() async {
    // Before the handshake ends, and after it.
    let early = await Opening()
    early.delegate.urlSession(
      early.session, webSocketTask: early.task,
      didCloseWith: .init(rawValue: 4400) ?? .normalClosure, reason: nil)
    guard case .failure(.closed(code: 4400)) = await early.outcome.value else {
      fail("the code is lost")
    }
    let opening = await Opening()
    opening.open()
    guard case .success(let socket) = await opening.outcome.value else { fail("not open") }
    opening.task.closeCode = .init(rawValue: 4403) ?? .normalClosure
    expect(await end(of: socket, opening, NSError(domain: NSPOSIXErrorDomain, code: 57)) == 4403)
  }

  static func lostConnectionIsNotAClosedOne() async {
    for error: any Error in [
      NSError(domain: NSPOSIXErrorDomain, code: 57), URLError(.networkConnectionLost),
    ] {
      let opening = await Opening()
      opening.open()
      guard case .success(let socket) = await opening.outcome.value else { fail("not open") }
      opening.task.incoming = [.failure(error)]
      do throws(WebSocketFailure) {
        _ = try await socket.receive()
        fail("received")
      } catch {
        guard case .transport(TransportError(.connectionLost, wasSent: true)) = error else {
          fail("\(error)")
        }
      }
    }
  }

  static func closingSendsTheCode() async {
    let opening = await Opening()
    opening.open()
    guard case .success(let socket) = await opening.outcome.value else { fail("not open") }
    await socket.close(code: 4499)
    expect(opening.task.closingCode?.rawValue == 4499)
  }

  static func releaseEndsTheSession() async {
    let opening = await Opening()
    opening.open()
    var socket = try? await opening.outcome.value.get()
    expect(socket != nil && !opening.session.isInvalidated)
    socket = nil
    opening.forget()
    await wait { opening.session.isInvalidated }
  }

  /// The code with which the server has closed a socket; nil if it has not.
  private static func end(
    of socket: any WebSocket, _ opening: Opening, _ error: any Error
  ) async -> Int? {
    opening.task.incoming = [.failure(error)]
    do throws(WebSocketFailure) {
      _ = try await socket.receive()
    } catch {
      if case .closed(let code) = error { return code }
    }
    return nil
  }
}

/// A handshake under way, to which the program is the system.
private final class Opening: @unchecked Sendable {
  static let url = URL(string: "wss://api.example.com/graphql") ?? URL(fileURLWithPath: "/")
  static let other = URL(string: "wss://other.example.com/graphql") ?? URL(fileURLWithPath: "/")

  let task: URLSessionWebSocketTask
  let session: URLSession
  private var running: Task<Result<any WebSocket, WebSocketFailure>, Never>?

  init() async {
    let count = URLSession.started.count
    running = Task {
      await Result { () async throws(WebSocketFailure) in
        try await URLSessionTransport().open(
          HTTPRequest(
            method: .get, url: Self.url, headers: ["Authorization": "Bearer 1"],
            maximumResponseSize: 1_000), subprotocol: "graphql-transport-ws")
      }
    }
    await wait { URLSession.started.count > count }
    guard let task = URLSession.started[count] as? URLSessionWebSocketTask,
      let session = task.session
    else { fail("no WebSocket") }
    self.task = task
    self.session = session
  }

  var outcome: Task<Result<any WebSocket, WebSocketFailure>, Never> {
    required(running)
  }

  /// Releases the socket.
  func forget() { running = nil }

  var delegate: any URLSessionWebSocketDelegate {
    required(session.delegate as? any URLSessionWebSocketDelegate)
  }

  func header(_ name: String) -> String? { task.originalRequest?.value(forHTTPHeaderField: name) }

  func response(status: Int) -> HTTPURLResponse? {
    HTTPURLResponse(url: Self.url, statusCode: status, httpVersion: nil, headerFields: [:])
  }

  func open(_ subprotocol: String = "graphql-transport-ws") {
    delegate.urlSession(session, webSocketTask: task, didOpenWithProtocol: subprotocol)
  }

  func complete(_ error: (any Error)?) {
    delegate.urlSession(session, task: task, didCompleteWithError: error)
  }

  /// The status of the redirect that the handshake ended with.
  var redirection: Int? {
    get async {
      guard case .failure(.transport(let error)) = await outcome.value,
        case .redirected(let status) = error.reason
      else { return nil }
      return status
    }
  }
}
