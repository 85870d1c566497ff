// One connection of a response stream, over any protocol.

import AuthGenRuntime
import Foundation

/// What a connection delivers.
nonisolated enum StreamMessage: Sendable {
  /// The socket that carries the operation is open.
  case opened
  /// The text of a GraphQL response, and the event's identifier, if the server can resume after it. Or a part
  /// of a result.
  case response(Data, id: String? = nil)
  /// A sign that the connection is alive.
  case heartbeat
  /// The wait that the server asks for before the next connection.
  case delay(Duration)
  /// Errors in place of results. No other message follows.
  case errors([GraphQLError], extensions: RedactedJSON = RedactedJSON())
  /// The server has completed the operation.
  case complete
  /// The server refuses the credential of an operation that is not sent again. Its response follows.
  case refused
  case failed(StreamFailure)
  /// The socket that carries the operation has ended.
  case closed(WebSocketFailure)
  case credentialChanged(CredentialChange)
  /// The connection with the session's new credential, or why it is not open. Nil if the credential is the
  /// same.
  case successor(Result<OpenStream?, StreamFailure>, Credential?)

  /// The size in memory, in bytes; 0 for messages of which a connection has only a few.
  var size: Int {
    switch self {
    case .response(let json, _): json.count
    case .heartbeat, .delay: 64
    default: 0
    }
  }
}

/// A connection under way. Releasing it ends it.
nonisolated final class StreamConnection: Sendable {
  let mailbox: Mailbox<StreamMessage>
  private let close: @Sendable () -> Void
  private let sessionEnd = Locked<SessionEnd?>(nil)
  private let observation = Locked<CredentialObservation?>(nil)
  private let successor = Locked<Task<Void, Never>?>(nil)

  init(_ mailbox: Mailbox<StreamMessage>, end: @escaping @Sendable () -> Void) {
    self.mailbox = mailbox
    close = end
  }

  /// Why the session of the connection has ended; nil if it continues.
  var end: SessionEnd? { sessionEnd.withLock { $0 } }

  /// Delivers the changes of the credential's login. ``end`` has its end at once, before earlier messages are
  /// read.
  ///
  /// - Returns: false if the source does not return within the limit.
  func observe(
    _ credential: Credential, of source: any CredentialSource, _ limit: TimeLimit
  ) async -> Bool {
    let observation = await limit.value { [mailbox, sessionEnd] in
      await source.observe(credential) { change in
        if case .ended(let end) = change { sessionEnd.withLock { $0 = end } }
        mailbox.add(.credentialChanged(change))
      }
    }
    guard let observation else { return false }
    self.observation.withLock { $0 = observation }
    return true
  }

  /// Delivers the message about the next connection, while this one continues. This one ends when the next
  /// one is open.
  func prepareSuccessor(_ open: @escaping @Sendable () async -> StreamMessage) {
    let task = Task { [mailbox, close] in
      let message = await open()
      guard !Task.isCancelled else { return }
      mailbox.add(message)
      if case .successor(.success(.some), _) = message { close() }
    }
    successor.withLock { $0 = task }
  }

  deinit {
    successor.withLock { $0 }?.cancel()
    close()
    mailbox.close()
  }
}

/// Opens the connections of response streams over one protocol.
nonisolated protocol StreamProtocol: Sendable {
  /// The URL of the connections; nil for the client's endpoint.
  var url: URL? { get }

  /// - Parameters:
  ///   - attempt: the number of the connection, from 1.
  ///   - lastEventID: the identifier of the last event that the reader has received.
  func open<Operation: GraphQLOperation>(
    _ call: StreamCall<Operation>, _ credential: Credential?, attempt: Int, lastEventID: String?
  ) async throws(StreamFailure) -> StreamConnection
}
