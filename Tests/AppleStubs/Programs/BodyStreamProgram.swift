// Tests the streams of request bodies for Apple's URLSession, which the program reads as the system does.
// `.ci/apple-programs` compiles this file with the runtime. The program exits with status 1 at the first
// failure.

import AuthGenRuntime
import AuthGenUploads
import Foundation
import Networking
import ObjectiveC

@main
struct BodyStreamProgram {
  static func main() async {
    limitTime()
    await bodyArrivesInOrder()
    await writerEndsWithTheCall()
    await writerEndsWhenAnotherStreamIsNeeded()
    await unreadableBodyEndsTheCall()
    print("All tests of streams of bodies passed.")
  }

  static let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

  /// A body in parts of 100,000 bytes, each read in an autorelease pool.
  static func body(of size: Int64 = 300_000) -> RequestBody {
    RequestBody(length: size) {
      var rest = content
      return {
        expect(AutoreleasePools.depth > 0)
        guard !rest.isEmpty else { return nil }
        defer { rest = Data(rest.dropFirst(100_000)) }
        return Data(rest.prefix(100_000))
      }
    }
  }

  static func bodyArrivesInOrder() async {
    let call = await Upload(body())
    expect(call.task.originalRequest?.value(forHTTPHeaderField: "Content-Length") == "300000")
    let stream = call.stream()
    expect(read(stream) == content)
    expect(stream.pair.writerEnds())
    call.end(status: 200)
    expect(await call.outcome.value == .success(200))
  }

  /// `URLSession` leaves a stream without closing it.
  static func writerEndsWithTheCall() async {
    let responded = await Upload(body())
    let left = responded.stream()
    expect(left.pair.fillsUp())
    responded.end(status: 413)
    expect(await responded.outcome.value == .success(413))
    expect(left.pair.writerEnds())

    let cancelled = await Upload(body())
    let stream = cancelled.stream()
    expect(stream.pair.fillsUp())
    cancelled.outcome.cancel()
    expect(await cancelled.outcome.value == .failure(TransportError(.cancelled, wasSent: true)))
    expect(stream.pair.writerEnds())
  }

  static func writerEndsWhenAnotherStreamIsNeeded() async {
    let call = await Upload(body())
    let first = call.stream()
    expect(first.pair.fillsUp())
    let second = call.stream()
    expect(first.pair.writerEnds())
    expect(read(second) == content)
    call.end(status: 200)
    expect(await call.outcome.value == .success(200))
  }

  static func unreadableBodyEndsTheCall() async {
    let call = await Upload(body(of: 300_001))
    let stream = call.stream()
    _ = read(stream)
    let failure = HTTPBodyFailure(RequestBodyError(.tooShort, place: ""))
    expect(
      await call.outcome.value == .failure(TransportError(.unreadableBody(failure), wasSent: true)))
    await wait { call.task.isCancelled }
  }

  static func read(_ stream: InputStream) -> Data {
    var all = Data()
    var buffer = [UInt8](repeating: 0, count: 7_000)
    while true {
      let count = stream.read(&buffer, maxLength: buffer.count)
      guard count > 0 else { return all }
      all += buffer.prefix(count)
    }
  }
}

/// A call under way, to which the program is the system.
private struct Upload {
  let task: URLSessionTask
  let outcome: Task<Result<Int, TransportError>, Never>

  init(_ body: RequestBody) async {
    let count = URLSession.started.count
    outcome = Task {
      var request = HTTPRequest(url: URL(fileURLWithPath: "/"))
      request.bodyStream = body
      do throws(TransportError) {
        return .success(try await URLSessionTransport().send(request).status)
      } catch {
        return .failure(error)
      }
    }
    await wait { URLSession.started.count > count }
    task = URLSession.started[count]
  }

  private var session: URLSession { required(task.session) }
  private var delegate: any URLSessionDataDelegate {
    required(session.delegate as? any URLSessionDataDelegate)
  }

  /// Asks for a stream of the body.
  func stream() -> BoundInputStream {
    let stream = Shared<InputStream?>(nil)
    delegate.urlSession(session, task: task) { stream.value = $0 }
    return required(stream.value as? BoundInputStream)
  }

  func end(status: Int) {
    task.response = HTTPURLResponse(
      url: URL(fileURLWithPath: "/"), statusCode: status, httpVersion: nil, headerFields: [:])
    delegate.urlSession(session, task: task, didCompleteWithError: nil)
  }
}
