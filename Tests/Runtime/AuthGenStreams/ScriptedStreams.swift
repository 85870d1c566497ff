// A server of response streams, as a transport.

import AuthGenRuntime
import AuthGenTestSupport
import Foundation

/// Responds to each request with a script, and records the requests.
final class ScriptedStreams: StreamingTransport {
  struct Script: Sendable {
    enum End: Sendable {
      /// The response ends.
      case end
      /// Nothing more is sent.
      case silence
      case fail(TransportError)
    }

    var status = 200
    var type = "text/event-stream"
    var parts: [String] = []
    /// Runs before the part with this index.
    var before: (index: Int, action: @Sendable () async -> Void)?
    var end = End.end
    /// Runs before the response has a head.
    var opening: (@Sendable () async -> Void)?
    /// The number of parts that are sent at once. Each ``ScriptedStreams/permit()`` allows another one.
    var permits = Int.max

    static func events(
      _ texts: String..., end: End = .silence, opening: (@Sendable () async -> Void)? = nil,
      before: (Int, @Sendable () async -> Void)? = nil
    ) -> Script {
      Script(parts: texts, before: before, end: end, opening: opening)
    }

    static func json(_ parts: String..., status: Int = 200) -> Script {
      Script(status: status, type: "application/json", parts: parts)
    }

    static func status(_ status: Int, opening: (@Sendable () async -> Void)? = nil) -> Script {
      Script(status: status, type: "text/plain", opening: opening)
    }

    /// Parts with delimiters. The delimiter follows each part at once, and the rest of its line comes
    /// with the part after it.
    static func multipart(
      _ parts: [String], boundary: String = "-", type: String? = nil, isComplete: Bool = true,
      end: End = .end
    ) -> Script {
      let bodies = parts.map {
        "\r\nContent-Type: application/json\r\n\r\n\($0)\r\n--\(boundary)"
      }
      return Script(
        type: type ?? #"multipart/mixed;boundary="\#(boundary)""#,
        parts: ["--\(boundary)"] + bodies + (isComplete ? ["--\r\n"] : []), end: end)
    }
  }

  private struct State {
    var requests: [HTTPRequest] = []
    var cancelled = 0
    /// The number of parts that the last response may have.
    var permits = 0
  }

  private let state = Shared(State())
  private let script: @Sendable (_ number: Int) -> Script

  /// - Parameter script: the response to a request; the first one has the number 1.
  init(_ script: @escaping @Sendable (Int) -> Script) {
    self.script = script
  }

  /// Responds to the first request with the first script, and so on. The last one repeats.
  convenience init(_ scripts: Script...) {
    self.init { number in scripts[min(number, scripts.count) - 1] }
  }

  /// Allows the last response to have another part.
  func permit() { state.withLock { if $0.permits < .max { $0.permits += 1 } } }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  /// The header fields of all requests.
  func sent(_ header: String) -> [String?] { requests.map { $0.headers[header] } }
  var cancelled: Int { state.withLock { $0.cancelled } }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    throw TransportError(.cannotConnect, wasSent: false)
  }

  func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponseStream {
    let number = state.withLock { state in
      state.requests.append(request)
      return state.requests.count
    }
    let script = script(number)
    state.withLock { $0.permits = script.permits }
    await script.opening?()
    let index = Shared(0)
    return HTTPResponseStream(
      status: script.status, headers: ["Content-Type": script.type],
      next: { [state] () async throws(TransportError) in
        let next = index.withLock { index in
          defer { index += 1 }
          return index
        }
        while state.withLock({ $0.permits }) <= next, !Task.isCancelled {
          try? await Task.sleep(for: .milliseconds(1))
        }
        if let before = script.before, before.index == next { await before.action() }
        if next < script.parts.count { return Data(script.parts[next].utf8) }
        switch script.end {
        case .end: return nil
        case .fail(let error): throw error
        case .silence:
          try? await Task.sleep(for: .seconds(60))
          throw TransportError(.cancelled, wasSent: true)
        }
      }, cancel: { [state] in state.withLock { $0.cancelled += 1 } })
  }
}

/// A server-sent event with ticks.
func tick(_ count: Int, id: String? = nil) -> String {
  (id.map { "id: \($0)\n" } ?? "") + next(#"{"data":{"ticks":{"count":\#(count)}}}"#)
}

/// A server-sent event with an execution result.
func next(_ json: String) -> String { "event: next\ndata: \(json)\n\n" }

let complete = "event: complete\ndata:\n\n"
