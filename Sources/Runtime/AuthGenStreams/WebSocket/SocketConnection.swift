// One WebSocket and the subscriptions on it.

import AuthGenRuntime
import Foundation

/// Carries out what ``TransportSocketProtocol`` decides.
actor SocketConnection {
  private typealias ID = TransportSocketProtocol.ID

  private let transport: any WebSocketTransport
  private let request: HTTPRequest
  private let initialisation: String
  private let silenceLimit: Duration
  private let clock: any Clock<Duration>
  private let whenClosed: @Sendable (SocketConnection) async -> Void
  private var state = TransportSocketProtocol()
  private var mailboxes: [TransportSocketProtocol.ID: Mailbox<StreamMessage>] = [:]
  private let outgoing = Mailbox<String>(limit: maximumUnsentSize, size: \.utf8.count)
  private var tasks: [Task<Void, Never>] = []
  private var socket: (any WebSocket)?
  private(set) var isClosed = false

  /// The maximum size of the unsent messages, in bytes. The connection ends if they exceed it, because the
  /// server does not read.
  private static let maximumUnsentSize = 16_000_000

  init(
    _ transport: any WebSocketTransport, _ request: HTTPRequest, initialisation: String,
    silenceLimit: Duration, clock: any Clock<Duration>,
    whenClosed: @escaping @Sendable (SocketConnection) async -> Void
  ) {
    self.transport = transport
    self.request = request
    self.initialisation = initialisation
    self.silenceLimit = silenceLimit
    self.clock = clock
    self.whenClosed = whenClosed
  }

  /// Opens the WebSocket in the background.
  private func start() {
    tasks.append(
      Task {
        do throws(WebSocketFailure) {
          let socket = try await transport.open(
            request, subprotocol: TransportSocketProtocol.name)
          try await self.run(socket)
        } catch {
          self.perform(self.state.end(error))
          self.close(code: nil)
        }
      })
    tasks.append(Task { await self.checkSilence() })
  }

  private func run(_ socket: any WebSocket) async throws(WebSocketFailure) {
    guard !isClosed else { return await socket.close(code: CloseCode.normal) }
    self.socket = socket
    try await socket.send(initialisation)
    tasks.append(
      Task { [outgoing] in
        while let text = await outgoing.next() {
          // A failure ends the loop that receives.
          do { try await socket.send(text) } catch { return }
        }
      })
    while !isClosed {
      let message = try await socket.receive()
      perform(state.receive(message))
    }
  }

  private func checkSilence() async {
    while !isClosed, !Task.isCancelled {
      let taken = await clock.measure { try? await clock.sleep(for: silenceLimit) }
      // The system may have suspended the process.
      if taken < silenceLimit * 2, !Task.isCancelled { perform(state.checkSilence()) }
    }
  }

  // MARK: Subscriptions

  /// The first subscription opens the WebSocket, so that its mailbox receives a failure to open.
  ///
  /// - Returns: nil if the connection is closed.
  func subscribe(
    _ payload: String, _ mailbox: Mailbox<StreamMessage>
  ) -> TransportSocketProtocol.ID? {
    guard !isClosed else { return nil }
    if tasks.isEmpty { start() }
    let (id, actions) = state.subscribe(payload: payload)
    mailboxes[id] = mailbox
    perform(actions)
    return id
  }

  func complete(_ id: TransportSocketProtocol.ID) {
    mailboxes[id] = nil
    perform(state.complete(id))
    closeIfUnused()
  }

  // MARK: Actions

  private func perform(_ actions: [TransportSocketProtocol.Action]) {
    for action in actions {
      switch action {
      case .send(let text):
        if !outgoing.offer(text) { perform(state.end(.closed(code: nil)) + [.close(code: 1001)]) }
      case .deliver(let message, let id): deliver(message, to: id)
      case .close(let code): close(code: code)
      }
    }
  }

  private func deliver(_ message: StreamMessage, to id: ID) {
    guard let mailbox = mailboxes[id] else { return }
    guard mailbox.offer(message) else {
      mailboxes[id] = nil
      mailbox.add(.failed(.permanent(.tooManyUnread(limit: mailbox.limit))))
      return perform(state.complete(id))
    }
    if !state.operations.contains(id) { mailboxes[id] = nil }
  }

  private func closeIfUnused() {
    if mailboxes.isEmpty, state.operations.isEmpty { close(code: CloseCode.normal) }
  }

  /// - Parameter code: nil if the socket is closed already.
  private func close(code: Int?) {
    guard !isClosed else { return }
    isClosed = true
    // An operation that starts from now on fails, and its reader opens another connection.
    perform(state.end(.closed(code: nil)))
    for task in tasks.dropFirst() { task.cancel() }
    outgoing.close()
    let (socket, receiving) = (socket, tasks.first)
    self.socket = nil
    Task {
      if let code, let socket { await socket.close(code: code) }
      receiving?.cancel()
      await whenClosed(self)
    }
  }
}
