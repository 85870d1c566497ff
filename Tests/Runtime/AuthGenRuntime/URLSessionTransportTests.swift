// Tests the transport against a misbehaving server.

import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct URLSessionTransportTests {
  private let transport = URLSessionTransport()

  private func send(
    to server: LoopbackServer, maximumSize: Int = 1_000_000
  ) async -> Result<HTTPResponse, TransportError> {
    let request = HTTPRequest(
      url: server.url, headers: ["Content-Type": "application/json"], body: Data("{}".utf8),
      maximumResponseSize: maximumSize)
    do throws(TransportError) {
      return .success(try await transport.send(request))
    } catch {
      return .failure(error)
    }
  }

  @Test func requestArrivesAndItsResponseReturns() async throws {
    let server = try LoopbackServer { request in
      LoopbackServer.response(
        request.text, status: 201,
        headers: ["X-Seen: \(request.method) \(request.headers["content-type"] ?? "")"])
    }
    let response = try await send(to: server).get()
    #expect(response.status == 201)
    #expect(response.headers["x-seen"] == "POST application/json")
    #expect(response.body == Data("{}".utf8))
  }

  @Test func noListenerMeansNotSent() async throws {
    var server: LoopbackServer? = try LoopbackServer { _ in [] }
    let url = try #require(server?.url)
    server = nil
    let error = await #expect(throws: TransportError.self) {
      try await transport.send(HTTPRequest(url: url))
    }
    #expect(error?.reason == .cannotConnect)
    #expect(error?.wasSent == false)
  }

  @Test func responseBeyondTheLimitIsRejected() async throws {
    let announced = try LoopbackServer { _ in
      LoopbackServer.response(String(repeating: "x", count: 2_000))
    }
    let error = await #expect(throws: TransportError.self) {
      try await send(to: announced, maximumSize: 1_000).get()
    }
    #expect(error?.reason == .responseTooLarge(limit: 1_000))
    #expect(try await send(to: announced, maximumSize: 2_000).get().body.count == 2_000)
  }

  @Test func noResponseIsCached() async throws {
    let requests = Counter()
    let server = try LoopbackServer { _ in
      requests.increment()
      return LoopbackServer.response("{}", headers: ["Cache-Control: max-age=3600", "ETag: \"1\""])
    }
    let transport = URLSessionTransport()
    for _ in 1...2 { _ = try await transport.send(HTTPRequest(method: .get, url: server.url)) }
    #expect(requests.value == 2)
  }

  @Test func noCookieIsKept() async throws {
    let cookies = Counter()
    let server = try LoopbackServer { request in
      if request.headers["cookie"] != nil { cookies.increment() }
      return LoopbackServer.response("{}", headers: ["Set-Cookie: session=abc; Path=/"])
    }
    for _ in 1...3 { _ = try await send(to: server).get() }
    #expect(cookies.value == 0)
  }

  @Test(.timeLimit(.minutes(5))) func cancellationEndsACallWithoutResponse() async throws {
    let (arrived, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let server = try LoopbackServer { _ in
      arrived.signal()
      done.wait()
      return []
    }
    defer { done.signal() }
    let call = Task { await send(to: server) }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        arrived.wait()
        continuation.resume()
      }
    }
    call.cancel()
    await #expect(throws: TransportError(.cancelled, wasSent: true)) { try await call.value.get() }
  }

  @Test func callInACancelledTaskIsNotSent() async throws {
    let arrived = Counter()
    let server = try LoopbackServer { _ in
      arrived.increment()
      return LoopbackServer.response("{}")
    }
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await send(to: server)
    }
    await #expect(throws: TransportError(.cancelled, wasSent: false)) { try await call.value.get() }
    #expect(arrived.value == 0)
  }

  @Test func callsCancelledAtAnyMomentAllEnd() async throws {
    let server = try LoopbackServer { _ in LoopbackServer.response("{}") }
    let ended = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<300 {
        group.addTask {
          let call = Task { await send(to: server) }
          try? await Task.sleep(for: .microseconds(index * 37 % 5_000))
          call.cancel()
          _ = await call.value
          return true
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(ended == 300)
  }
}
