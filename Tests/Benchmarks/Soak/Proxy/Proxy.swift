// A proxy on this machine between a client and its server. It cuts, delays and responds as ordered.

import AuthGenTestSupport
import Foundation

/// Forwards requests to a server. Its own address stays the same when the server is started again.
final class Proxy: Sendable {
  private struct State {
    /// The server's port; nil while the server is down.
    var server: Int?
    var orders: [(path: String, sender: Sender, fault: Fault)] = []
    /// The faults of all requests for a path.
    var breakdowns: [String: Fault] = [:]
    var exchanges: [Exchange] = []
    var arrivals = 0
    var underWay = 0
    var issued: String?
  }

  private let state: Shared<State>
  private let listener: LoopbackServer

  init() throws {
    let state = Shared(State())
    self.state = state
    listener = try LoopbackServer { Self.steps(for: $0, state) }
  }

  /// For example `http://127.0.0.1:54321`.
  var origin: String { "http://127.0.0.1:\(listener.port)" }

  /// Forwards requests to this port from now on. Nil resets all connections.
  func forward(to port: Int?) {
    state.withLock { $0.server = port }
  }

  // MARK: Orders

  /// Damages the next request for a path.
  func order(_ fault: Fault, path: String, from sender: Sender = .client) {
    state.withLock { $0.orders.append((path, sender, fault)) }
  }

  /// Damages all requests for a path from now on; none if the fault is nil.
  func breakDown(_ fault: Fault?, path: String) {
    state.withLock { $0.breakdowns[path] = fault }
  }

  /// Cancels the orders that no request has used up.
  func cancelOrders() {
    state.withLock { $0.orders = [] }
  }

  // MARK: What the proxy has seen

  /// The exchanges since the last call of ``forget()``, in the order in which they ended.
  var exchanges: [Exchange] { state.withLock { $0.exchanges } }

  func forget() {
    state.withLock { $0.exchanges = [] }
  }

  /// The number of requests that have arrived.
  var arrivals: Int { state.withLock { $0.arrivals } }

  var isIdle: Bool { state.withLock { $0.underWay == 0 } }

  /// The last refresh token that the server has issued, delivered or not.
  var issued: String? {
    get { state.withLock { $0.issued } }
    set { state.withLock { $0.issued = newValue } }
  }

  // MARK: One request

  private static func steps(
    for request: LoopbackServer.Request, _ state: Shared<State>
  ) -> [LoopbackServer.Step] {
    let path = String(request.target.prefix { $0 != "?" })
    let sender: Sender = request.headers[Sender.header] == nil ? .client : .neighbour
    var exchange = Exchange(path: path, sender: sender)
    exchange.fault = state.withLock { state in
      state.arrivals += 1
      state.underWay += 1
      let index = state.orders.firstIndex { $0.path == path && $0.sender == sender }
      return index.map { state.orders.remove(at: $0).fault } ?? state.breakdowns[path]
    }
    defer {
      state.withLock { state in
        state.exchanges.append(exchange)
        state.underWay -= 1
      }
    }
    switch exchange.fault {
    case .cutBefore: return [.reset]
    case .status(let status, let retryAfter):
      return LoopbackServer.response(
        "<html></html>", status: status, type: "text/html",
        headers: retryAfter.map { ["Retry-After: \($0)"] } ?? [])
    case .stalled(let seconds): Thread.sleep(forTimeInterval: seconds)
    default: break
    }
    let port = state.withLock { $0.server }
    guard let response = port.flatMap({ ServerResponse(to: request, port: $0) }) else {
      return [.reset]
    }
    exchange.serverStatus = response.status
    if let token = response.refreshToken { state.withLock { $0.issued = token } }
    switch exchange.fault {
    case .cutAfter: return [.reset]
    case .cutWithin:
      return [.send(Array(response.bytes.dropLast(response.bytes.count / 3))), .reset]
    case .slow(let seconds): Thread.sleep(forTimeInterval: seconds)
    default: break
    }
    exchange.isDelivered = true
    return [.send(response.bytes)]
  }
}
