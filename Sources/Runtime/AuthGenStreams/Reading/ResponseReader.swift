// The life of one subscription, or of one result in several parts: connections, credentials, and the waits between
// them.

import AuthGenRuntime
import Foundation

nonisolated struct ResponseReader<Operation: GraphQLOperation>: EventReader {
  typealias Event = StreamEvent<Operation.Data>

  private let operation: Operation
  private let options: CallOptions
  private let client: StreamingCaller
  private var connection: StreamConnection?
  /// The credential of the connection, or of the one before.
  private var credential: Credential?
  /// The credential for the next connection, after the server has refused one.
  private var replacement: Credential?
  /// Whether the connection's credential replaced one that the server refused.
  private var isReplaced = false
  private var attempts = 0
  /// The number of failures in a row.
  private var failures = 0
  private var opened: Date?
  private var wasOpen = false
  /// Whether the session has a new credential for the next connection.
  private var isRenewal = false
  private var lastEventID: String?
  /// What the connection has delivered of a query's or mutation's result.
  private var result: IncrementalResult?
  /// The wait that the server asks for before a new connection.
  private var serverDelay = Duration.zero
  private var isFinished = false

  init(_ operation: Operation, _ options: CallOptions, _ client: StreamingCaller) {
    self.operation = operation
    self.options = options
    self.client = client
  }

  mutating func next() async throws -> Event? {
    do {
      while !isFinished {
        if Task.isCancelled { throw CancellationError() }
        if let event = try await step() { return event }
      }
      return nil
    } catch {
      finish()
      if let error = error as? StreamError, case .request(.cancelled) = error.reason {
        throw CancellationError()
      }
      throw error
    }
  }

  private mutating func finish() {
    connection = nil
    isFinished = true
  }

  /// Opens a connection or takes one message.
  private mutating func step() async throws -> Event? {
    do throws(StreamFailure) {
      guard let connection else { return try await open() }
      guard let message = await connection.mailbox.next() else { return nil }
      return try await receive(message)
    } catch {
      connection = nil
      try await recover(from: error)
      return nil
    }
  }

  // MARK: Connections

  /// - Returns: ``StreamEvent/reconnected`` if events may be missing.
  private mutating func open() async throws(StreamFailure) -> Event? {
    isReplaced = replacement != nil
    let before = credential
    credential = try await nextCredential()
    replacement = nil
    // A source that reports changes without a new credential must not cause connections without a wait.
    if isRenewal, credential == before { throw .connectionLost }
    isRenewal = false
    attempts += 1
    let connection = try await client.transport.open(
      StreamCall(
        operation: operation, options: options, caller: client.caller, policy: client.policy,
        credential: credential, refusals: client.source?.refusals ?? [], attempt: attempts,
        lastEventID: lastEventID))
    if Operation.kind == .subscription {
      if let credential, let source = client.source { connection.watch(credential, of: source) }
    } else {
      result = IncrementalResult(limit: client.caller.configuration.maximumResponseSize)
    }
    self.connection = connection
    opened = client.caller.now()
    defer { wasOpen = true }
    return wasOpen && lastEventID == nil ? .reconnected : nil
  }

  private func nextCredential() async throws(StreamFailure) -> Credential? {
    guard let source = client.source else { return nil }
    if let replacement { return replacement }
    let earlier = credential
    let found: Credential?
    do throws(RequestError) {
      found = try await client.caller.credential(
        Operation.operationName, client.caller.timeLimit(options)
      ) { () async throws(CredentialUnavailable) in
        guard let earlier else { return try await source.credential() }
        return try await source.credential(after: earlier)
      }
    } catch {
      throw failure(error)
    }
    if let found { return found }
    guard let earlier else { throw .permanent(.request(.notSent(.noSession))) }
    throw .permanent(.sessionEnded(await end(of: earlier, source)))
  }

  /// A failure to get a credential. The session may still exist.
  private func failure(_ error: RequestError) -> StreamFailure {
    switch error.reason {
    case .cancelled: .permanent(.request(.cancelled))
    case .notSent(.credentialUnavailable): .temporary(.request(error.reason))
    default: StreamFailure(error, by: [])
    }
  }

  /// The reason why a credential's session is over.
  private func end(of credential: Credential, _ source: any CredentialSource) async -> SessionEnd {
    let change = await client.caller.timeLimit(options).value {
      await source.change(of: credential)
    }
    if case .ended(let end)? = change ?? nil { return end }
    return .endedByServer
  }

  // MARK: Messages

  private mutating func receive(_ message: StreamMessage) async throws(StreamFailure) -> Event? {
    switch message {
    case .response(let json, let id, let isFollowed):
      try result?.add(json)
      // Parts that arrive together make one value: each value is read as a whole.
      if let result, isFollowed, result.hasNext { return nil }
      return try event(json, id)
    case .opened: break
    case .heartbeat: failures = 0
    case .delay(let delay): serverDelay = delay
    case .errors(let errors, let extensions):
      throw StreamFailure(
        RequestError(
          .graphQL(errors), progress: .answered, operationName: Operation.operationName,
          extensions: extensions, httpStatus: 200), by: client.source?.refusals ?? [])
    case .complete where result?.hasNext == true: throw .connectionLost
    case .complete: finish()
    case .failed(let failure): throw failure
    case .credentialChanged(.ended(let end)): throw .permanent(.sessionEnded(end))
    case .credentialChanged(.replaced): (connection, isRenewal) = (nil, true)
    }
    return nil
  }

  private mutating func event(_ json: Data, _ id: String?) throws(StreamFailure) -> Event? {
    let hasNext = result?.hasNext == true
    let response: GraphQLResponse<Operation.Data>
    do throws(ResponseDecodingError) {
      response = try GraphQLResponse(
        json: result?.json ?? json, variables: operation.conditionVariables,
        mayBeDeferred: result?.mayBeDeferred == true)
    } catch {
      throw .permanent(.request(.decoding(error)))
    }
    // A mutation that was executed is not sent again.
    if let source = client.source, Operation.kind != .mutation,
      response.refusesCredential(by: source.refusals, of: Operation.self)
    {
      throw .refused(.request(.graphQL(response.errors)))
    }
    failures = 0
    isReplaced = false
    if result != nil {
      if !hasNext { finish() }
      return .response(response)
    }
    // After a new connection, the server may send the last event again.
    if let id, id == lastEventID { return nil }
    lastEventID = id ?? lastEventID
    return .response(response)
  }

  // MARK: Failures

  private mutating func recover(from failure: StreamFailure) async throws {
    isRenewal = false
    switch failure {
    case .permanent(let reason): throw error(reason)
    case .refused(let reason): try await replaceCredential(after: reason)
    case .temporary(let reason, _) where Operation.kind == .mutation: throw error(reason)
    case .temporary(let reason, let retryAfter):
      let policy = client.policy.retry
      if takeDuration() > policy.maximumDelay / .seconds(1) { failures = 0 }
      failures += 1
      let delay = policy.delay(
        afterAttempt: failures, retryAfter: retryAfter, random: client.caller.random())
      guard let delay else { throw error(reason) }
      // A server that asks for no wait gets the policy's.
      let wait = max(delay, min(serverDelay, policy.maximumDelay))
      try await client.caller.clock.sleep(for: wait)
    }
  }

  /// Returns how long the connection was open, in seconds, and forgets it.
  private mutating func takeDuration() -> Double {
    defer { opened = nil }
    return opened.map { client.caller.now().timeIntervalSince($0) } ?? 0
  }

  /// Gets another credential, for a connection without a wait.
  private mutating func replaceCredential(after reason: StreamError.Reason) async throws {
    guard let source = client.source, let refused = credential else { throw error(reason) }
    if takeDuration() < Self.acceptanceTime, isReplaced {
      await source.sessionHasEnded(refused)
      throw error(.sessionEnded(.endedByServer))
    }
    let other: Credential?
    do throws(RequestError) {
      other = try await client.caller.credential(
        Operation.operationName, client.caller.timeLimit(options)
      ) { () async throws(CredentialUnavailable) in
        try await source.credential(insteadOf: refused)
      }
    } catch {
      return try await recover(from: failure(error))
    }
    guard let other, other != refused else {
      throw error(.sessionEnded(await end(of: refused, source)))
    }
    replacement = other
  }

  /// A server that refuses a new credential after this time, in seconds, has accepted it before.
  private static var acceptanceTime: Double { 60 }

  private func error(_ reason: StreamError.Reason) -> StreamError {
    StreamError(reason, operationName: Operation.operationName)
  }
}

/// What the streams of a client have in common.
nonisolated struct StreamingCaller: Sendable {
  let caller: OperationCaller
  /// Nil for a client without a session.
  let source: (any CredentialSource)?
  let transport: any StreamProtocol
  let policy: StreamPolicy
}
