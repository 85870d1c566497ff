// The server of one system, behind its proxy.

import AuthGenRuntime
import AuthGenTestServers
import AuthGenTestSupport
import Foundation

/// A server that can be killed and started again. Clients see one address.
final class SoakServer: Sendable {
  let proxy: Proxy
  private let module: String
  private let arguments: [String]
  private let seconds: Int
  private let process = Shared<PythonServer?>(nil)

  /// - Parameter seconds: the maximum lifetime of each process.
  init(_ module: String, _ arguments: [String], seconds: Int) throws {
    proxy = try Proxy()
    self.module = module
    self.arguments = arguments
    self.seconds = seconds
  }

  func start() async throws {
    let server = try await PythonServer(
      module, arguments + ["--origin", proxy.origin], seconds: seconds)
    process.withLock { $0 = server }
    proxy.forward(to: server.origin.port)
  }

  func kill() {
    proxy.forward(to: nil)
    let server = process.withLock { process in
      defer { process = nil }
      return process
    }
    server?.kill()
  }

  /// Sends a request with JSON or a form to the server, for a test.
  func send(_ path: String, json: [String: any Sendable]) async throws {
    try await send(
      path, type: "application/json", body: try JSONSerialization.data(withJSONObject: json))
  }

  func send(_ path: String, form: [String: String]) async throws {
    var components = URLComponents()
    components.queryItems = form.map { URLQueryItem(name: $0, value: $1) }
    let text = components.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B") ?? ""
    try await send(path, type: "application/x-www-form-urlencoded", body: Data(text.utf8))
  }

  private func send(_ path: String, type: String, body: Data) async throws {
    guard let origin = process.withLock({ $0?.origin }) else { throw SoakFailure("no server") }
    let request = HTTPRequest(
      method: .post, url: origin.appending(path: path), headers: ["Content-Type": type], body: body)
    // Foundation on Linux rarely leaves a response unread. These requests may be sent twice.
    var received: HTTPResponse?
    for _ in 0..<2 where received == nil {
      received = try await TimeLimit(.seconds(20), clock: ContinuousClock()).value {
        try await URLSessionTransport().send(request)
      }
    }
    guard let response = received else {
      throw SoakFailure("\(module) does not respond to a control request")
    }
    guard response.status == 200 else {
      throw SoakFailure("\(module) responds to a control request with status \(response.status)")
    }
  }
}
