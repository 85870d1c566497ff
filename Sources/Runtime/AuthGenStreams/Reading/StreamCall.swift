// Credentials and connections of one stream.

import AuthGenRuntime
import Foundation

/// An operation with its client. It opens the connections of one stream, one after the other.
nonisolated struct StreamCall<Operation: GraphQLOperation>: Sendable {
  let operation: Operation
  let options: CallOptions
  let caller: OperationCaller
  /// Nil for a client without a session.
  private(set) var source: (any CredentialSource)?
  let transport: any StreamProtocol
  let policy: StreamPolicy

  init(
    _ operation: Operation, _ options: CallOptions, _ caller: OperationCaller,
    _ source: (any CredentialSource)?, _ transport: SubscriptionTransport?, _ policy: StreamPolicy?
  ) {
    self.operation = operation
    self.options = options
    self.caller = caller
    self.source = source
    self.transport = (transport ?? .http).streams
    self.policy = policy ?? StreamPolicy()
  }

  /// The same operation for one iteration of its stream.
  func forOneIteration() -> StreamCall {
    var call = self
    call.source = source?.forOneCall()
    return call
  }

  var isSubscription: Bool { Operation.kind == .subscription }

  /// The signs of a refused credential.
  var refusals: [RefusalRule] { source?.refusals ?? [] }

  func makeMailbox() -> Mailbox<StreamMessage> {
    Mailbox(limit: policy.maximumUnreadSize, size: \.size)
  }

  /// Opens a connection that ends with the login of its credential.
  func open(
    _ credential: Credential?, attempt: Int, lastEventID: String?
  ) async throws(StreamFailure) -> OpenStream {
    let connection = try await transport.open(
      self, credential, attempt: attempt, lastEventID: lastEventID)
    let age = Stopwatch(caller.clock)
    if let credential, let source {
      let limit = caller.timeLimit(options)
      guard await connection.observe(credential, of: source, limit) else { throw .timedOut }
    }
    return OpenStream(connection: connection, age: age)
  }

  /// Returns the credential for the next connection; nil for a client without a session.
  ///
  /// - Parameter earlier: the credential of the connection before; nil for none.
  func credential(after earlier: Credential?) async throws(StreamFailure) -> Credential? {
    guard let source else { return nil }
    let found = try await credential { () async throws(CredentialUnavailable) in
      guard let earlier else { return try await source.credential() }
      return try await source.credential(after: earlier)
    }
    if let found { return found }
    guard let earlier else { throw .permanent(.request(.notSent(.noSession))) }
    throw .permanent(.sessionEnded(await end(of: earlier, source) ?? .noSession))
  }

  /// Returns what a function of the source returns within the time limit of the call.
  func credential(
    _ body: @escaping @Sendable () async throws(CredentialUnavailable) -> Credential?
  ) async throws(StreamFailure) -> Credential? {
    do throws(RequestError) {
      return try await caller.credential(
        Operation.operationName, caller.timeLimit(options), from: body)
    } catch {
      switch error.reason {
      case .cancelled: throw .permanent(.request(.cancelled))
      // The stream is not cancelled, so another account was chosen.
      case .notSent(.credentialUnavailable(let why)) where why.reason == .cancelled:
        throw .permanent(.sessionEnded(.otherLogin))
      // The session may still exist.
      case .notSent(.credentialUnavailable): throw .temporary(.request(error.reason))
      default: throw StreamFailure(error, by: [])
      }
    }
  }

  /// The reason why a credential's session is over; nil if that is not known.
  func end(of credential: Credential, _ source: any CredentialSource) async -> SessionEnd? {
    let end = Locked<SessionEnd?>(nil)
    _ = await caller.timeLimit(options).value {
      await source.observe(credential) { change in
        if case .ended(let why) = change { end.withLock { $0 = why } }
      }
    }
    return end.withLock { $0 }
  }
}

/// A connection, and the time since it was opened.
nonisolated struct OpenStream: Sendable {
  let connection: StreamConnection
  let age: Stopwatch
}
