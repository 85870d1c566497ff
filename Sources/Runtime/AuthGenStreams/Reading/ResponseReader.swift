// Reads one subscription, or one result in several parts: opens connections with current credentials, and
// waits between them.

import AuthGenRuntime
import Foundation

nonisolated struct ResponseReader<Operation: GraphQLOperation> {
  typealias Event = StreamEvent<Operation.Data>

  private let call: StreamCall<Operation>
  private var connection: StreamConnection?
  /// The limits of the wait for the next part of a result.
  private var limit: SilenceLimit?
  /// The credential of the connection, or of the one before.
  private var credential: Credential?
  /// The credential for the next connection, after the server has refused one.
  private var replacement: Credential?
  /// The time since the last new credential because of a refusal, and whether the server has accepted it.
  private var lastReplacement: (age: Stopwatch, isAccepted: Bool)?
  /// The next connection, if it is being opened while this one goes on.
  private var preparation: Preparation?
  private var attempts = 0
  /// The number of failures in a row.
  private var failures = 0
  /// The number of new credentials in a row that arrived before the connection was healthy.
  private var renewals = 0
  /// Whether the source knows that the server refuses the connection's credential.
  private var isRefusalReported = false
  /// The time since the operation was first sent.
  private var total: Stopwatch?
  /// The time since the connection was opened.
  private var age: Stopwatch?
  private var wasOpen = false
  /// Whether the session has a new credential for the next connection.
  private var isRenewal = false
  private var lastEventID: String?
  /// The last event before the connection, until the connection has delivered one. A server may send it
  /// again.
  private var resumedID: String?
  /// What the connection has delivered of a query's or mutation's result.
  private var result: IncrementalResult?
  /// The last value of the result.
  private var value: GraphQLResponse<Operation.Data>?
  /// The wait that the server asks for before a new connection.
  private var serverDelay = Duration.zero
  private var isFinished = false

  init(_ call: StreamCall<Operation>) {
    self.call = call.forOneIteration()
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
    closeConnection()
    isFinished = true
  }

  /// Opens a connection or takes one message.
  private mutating func step() async throws -> Event? {
    var wasSent = false
    do throws(StreamFailure) {
      guard let connection else { return try await open() }
      wasSent = true
      guard let message = await connection.mailbox.next() else { return nil }
      limit?.reset()
      let event = try await receive(message)
      // The login may have ended after the message was sent, or while it was read.
      if event != nil, let end = connection.end { throw .permanent(.sessionEnded(end)) }
      return event
    } catch {
      if waitsForSuccessor(after: error) { return nil }
      closeConnection(isTimeout: error.isTimeout)
      try await recover(from: error, wasSent: wasSent)
      return nil
    }
  }

  /// - Parameter isTimeout: whether the server was silent for too long. The silence is no part of a healthy
  ///   connection.
  private mutating func closeConnection(isTimeout: Bool = false) {
    (connection, limit, preparation) = (nil, nil, nil)
    noteHealth(silence: isTimeout ? call.policy.silenceLimit * 2 : .zero)
  }

  /// A healthy connection ends the rows of failures and renewals.
  private mutating func noteHealth(silence: Duration = .zero) {
    if Operation.kind == .subscription, age.elapsed - silence >= call.policy.healthyTime {
      (failures, renewals) = (0, 0)
    }
  }

  /// The time limit of a query or mutation with all of its attempts; nil for none, and for a subscription.
  private var deadline: Duration? {
    guard Operation.kind != .subscription else { return nil }
    return call.options.deadline ?? call.caller.configuration.deadline
  }

  // MARK: Connections

  /// - Returns: ``StreamEvent/reconnected`` if events may be missing.
  private mutating func open() async throws(StreamFailure) -> Event? {
    let before = credential
    age = nil
    if let replacement {
      credential = replacement
    } else {
      credential = try await call.credential(after: credential)
    }
    replacement = nil
    // A source that reports changes without a new credential must not cause connections without a wait.
    if isRenewal, credential == before { throw .connectionLost }
    isRenewal = false
    attempts += 1
    total = total ?? Stopwatch(call.caller.clock)
    let opened = try await call.open(credential, attempt: attempts, lastEventID: lastEventID)
    begin(opened)
    if Operation.kind != .subscription {
      result = IncrementalResult(limit: call.caller.configuration.maximumResponseSize)
      value = nil
      // The next event of a subscription may take any time.
      limit = SilenceLimit(
        opened.connection.mailbox, call.policy.silenceLimit, isRunning: true,
        total: deadline.map { $0 - total.elapsed }, clock: call.caller.clock)
    }
    resumedID = lastEventID
    defer { wasOpen = true }
    return wasOpen && lastEventID == nil ? .reconnected : nil
  }

  private mutating func begin(_ opened: OpenStream) {
    (connection, age) = (opened.connection, opened.age)
    isRefusalReported = false
  }

  // MARK: Renewals

  /// A connection with the session's new credential that is being opened.
  nonisolated private struct Preparation {
    /// Whether the session has another new credential.
    var isOutdated = false
    /// Why the connection before has ended meanwhile.
    var lost: StreamFailure?
  }

  /// Moves to a connection with the session's new credential. A server that gives its events identifiers
  /// resumes. With any other one, this connection delivers events until the next one is open.
  ///
  /// - Parameter retryAfter: the wait that the server asked for when it refused the last attempt.
  private mutating func renew(after retryAfter: Duration? = nil) async throws(StreamFailure) {
    let clock = call.caller.clock
    guard lastEventID == nil, let connection else {
      reopen()
      guard (try? await clock.sleep(for: nextRenewalWait(retryAfter))) != nil else {
        throw .permanent(.request(.cancelled))
      }
      return
    }
    let wait = nextRenewalWait(retryAfter)
    attempts += 1
    preparation = Preparation()
    connection.prepareSuccessor { [call, credential, attempts] in
      var next = credential
      do throws(StreamFailure) {
        // Only the end of this connection interrupts the wait.
        try? await clock.sleep(for: wait)
        next = try await call.credential(after: credential)
        // A source may report a change without a new credential.
        let opened =
          next == credential
          ? nil : try await call.open(next, attempt: attempts, lastEventID: nil)
        return .successor(.success(opened), next)
      } catch {
        return .successor(.failure(error), next)
      }
    }
  }

  /// Closes this connection. The next one gets the session's new credential.
  private mutating func reopen() {
    closeConnection()
    isRenewal = true
  }

  /// Moves to the next connection, or goes on without it.
  ///
  /// - Returns: ``StreamEvent/reconnected``, if the stream has moved.
  private mutating func take(
    _ successor: Result<OpenStream?, StreamFailure>, _ credential: Credential?
  ) async throws(StreamFailure) -> Event? {
    let preparation = self.preparation
    self.preparation = nil
    switch successor {
    case .success(let opened?) where lastEventID == nil:
      self.credential = credential
      begin(opened)
      return .reconnected
    // The server has begun to give its events identifiers.
    case .success(.some): reopen()
    case .success(nil):
      if let lost = preparation?.lost { throw lost }
      if preparation?.isOutdated == true { try await renew() }
    case .failure(.temporary(_, let retryAfter)) where preparation?.lost == nil:
      failures += 1
      // A server may allow one connection alone.
      if failures >= call.policy.retry.maximumAttempts {
        reopen()
      } else {
        try await renew(after: retryAfter)
      }
    case .failure(let failure):
      self.credential = credential
      throw failure
    }
    return nil
  }

  /// Whether the next connection replaces this one, which has failed while it was opened.
  private mutating func waitsForSuccessor(after failure: StreamFailure) -> Bool {
    if case .permanent = failure { return false }
    guard preparation != nil, preparation?.lost == nil else { return false }
    preparation?.lost = failure
    return true
  }

  /// Returns the wait before a connection with a new credential. It is 0 for the first renewal in a row; a
  /// healthy connection ends the row. Without waits, tokens that expire at once would cause connections
  /// without a pause.
  private mutating func nextRenewalWait(_ retryAfter: Duration?) -> Duration {
    renewals += 1
    guard renewals > 1 else { return .zero }
    var policy = call.policy.retry
    policy.maximumAttempts = .max
    if let retryAfter { policy.maximumDelay = max(policy.maximumDelay, retryAfter) }
    return policy.delay(
      afterAttempt: renewals - 1, retryAfter: retryAfter, random: call.caller.random()) ?? .zero
  }

  /// Whether the operation may be sent again after it was sent.
  private var isRepeatable: Bool {
    call.caller.isRepeatable(call.caller.streamExchange(call.operation), call.options)
  }

  // MARK: Messages

  private mutating func receive(_ message: StreamMessage) async throws(StreamFailure) -> Event? {
    switch message {
    case .response(let json, let id):
      try result?.add(json)
      // Parts that are there already make one value.
      if result?.hasNext == true, case .response? = connection?.mailbox.first { return nil }
      return try await event(json, id)
    case .opened, .heartbeat: break
    case .refused: reportRefusal()
    case .delay(let delay): serverDelay = delay
    case .errors(let errors, let extensions):
      throw StreamFailure(
        RequestError(
          .graphQL(errors), progress: .responded, operationName: Operation.operationName,
          extensions: extensions, httpStatus: 200), by: call.refusals)
    case .complete where result?.hasNext == true: throw .connectionLost
    case .complete: finish()
    case .failed(let failure): throw failure
    case .closed(let failure): throw StreamFailure(failure, by: call.refusals)
    case .credentialChanged(.ended(let end)): throw .permanent(.sessionEnded(end))
    case .credentialChanged(.replaced) where Operation.kind == .subscription:
      guard preparation == nil else {
        preparation?.isOutdated = true
        break
      }
      noteHealth()
      try await renew()
    case .successor(let successor, let credential): return try await take(successor, credential)
    // The rest of a result needs no new credential.
    case .credentialChanged(.replaced): break
    }
    return nil
  }

  private mutating func event(_ json: Data, _ id: String?) async throws(StreamFailure) -> Event? {
    let hasNext = result?.hasNext == true
    let response = try self.response(json)
    call.caller.report(response, of: Operation.operationName)
    if response.refusesCredential(by: call.refusals, of: Operation.self) {
      // If the operation is not sent again, the reader gets this response in place of an error.
      if isRepeatable {
        throw .refused(.request(response.refusal(of: Operation.operationName).reason))
      }
      reportRefusal()
    } else {
      lastReplacement?.isAccepted = true
    }
    if result != nil {
      if !hasNext { finish() }
      return .response(response)
    }
    let isRepeated = id != nil && id == resumedID
    resumedID = nil
    if isRepeated { return nil }
    if let id { lastEventID = id.isEmpty ? nil : id }
    return .response(response)
  }

  /// Reads an event, or the result so far.
  private mutating func response(
    _ json: Data
  ) throws(StreamFailure) -> GraphQLResponse<Operation.Data> {
    if let value = patchedValue() { return value }
    do throws(ResponseDecodingError) {
      let response = try GraphQLResponse<Operation.Data>(
        json: result?.json ?? json, variables: call.operation.conditionVariables,
        mayBeDeferred: result?.mayBeDeferred == true)
      if result?.hasNext == true { value = response }
      return response
    } catch {
      throw .permanent(.request(.decoding(error)))
    }
  }

  /// Reads what has changed of the last value.
  ///
  /// - Returns: nil if the whole value must be read.
  private mutating func patchedValue() -> GraphQLResponse<Operation.Data>? {
    guard let patches = result?.takePatches(), let value, var data = value.data else { return nil }
    do throws(ResponseDecodingError) {
      for (path, json) in patches {
        data = try data.patched(
          at: path, json: json, variables: call.operation.conditionVariables,
          mayBeDeferred: result?.mayBeDeferred == true)
      }
    } catch {
      return nil
    }
    self.value = GraphQLResponse(data: data, errors: value.errors, extensions: value.extensions)
    return self.value
  }

  // MARK: Failures

  /// - Parameter wasSent: whether the server may have executed the operation.
  private mutating func recover(from failure: StreamFailure, wasSent: Bool) async throws {
    isRenewal = false
    switch failure {
    case .permanent(let reason): throw error(reason)
    case .refused(let reason, let maySendAgain):
      guard isOnEndpoint else { throw error(reason) }
      guard maySendAgain && !wasSent || isRepeatable else {
        reportRefusal()
        throw error(reason)
      }
      try await replaceCredential(after: reason)
    case .temporary(let reason, let retryAfter):
      guard isRepeatable else { throw error(reason) }
      try await wait(after: reason, retryAfter)
    }
  }

  /// Waits before the next connection.
  private mutating func wait(after reason: StreamError.Reason, _ retryAfter: Duration?) async throws
  {
    let policy = retryPolicy
    failures += 1
    let random = call.caller.random()
    guard
      let delay = policy.delay(afterAttempt: failures, retryAfter: retryAfter, random: random),
      let asked = policy.delay(
        afterAttempt: failures, retryAfter: min(serverDelay, policy.maximumDelay), random: random)
    else { throw error(reason) }
    // A server that asks for no wait gets the policy's.
    let wait = max(delay, asked)
    if let deadline, total.elapsed + wait >= deadline { throw error(reason) }
    try await call.caller.clock.sleep(for: wait)
  }

  /// How often the operation is sent.
  private var retryPolicy: RetryPolicy {
    Operation.kind == .subscription ? call.policy.retry : call.options.retry ?? call.policy.retry
  }

  /// Gets another credential for the next connection, which opens without a wait. Does so at most once in
  /// ``acceptanceTime``. After a second refusal in that time, waits if the server had accepted the new
  /// credential; otherwise reports the session's end to the source.
  private mutating func replaceCredential(after reason: StreamError.Reason) async throws {
    guard let source = call.source, let refused = credential else { throw error(reason) }
    if let lastReplacement, lastReplacement.age.elapsed < Self.acceptanceTime {
      if lastReplacement.isAccepted || age.elapsed >= Self.refusalTime {
        return try await wait(after: reason, nil)
      }
      // The session may have replaced it meanwhile.
      if let current = try? await call.credential(after: refused), current != refused {
        replacement = current
        return
      }
      await source.sessionHasEnded(refused)
      throw error(await call.end(of: refused, source).map { .sessionEnded($0) } ?? reason)
    }
    let other: Credential?
    do throws(StreamFailure) {
      other = try await call.credential { () async throws(CredentialUnavailable) in
        try await source.credential(insteadOf: refused)
      }
    } catch {
      return try await recover(from: error, wasSent: false)
    }
    guard let other else {
      throw error(.sessionEnded(await call.end(of: refused, source) ?? .endedByServer))
    }
    guard other != refused else { throw error(reason) }
    replacement = other
    lastReplacement = (Stopwatch(call.caller.clock), false)
  }

  /// Tells the source that the server refuses the credential, as a call does whose operation is not sent
  /// again.
  private mutating func reportRefusal() {
    guard isOnEndpoint, !isRefusalReported, let source = call.source, let credential else {
      return
    }
    isRefusalReported = true
    // The app waits for the response, and not for a refresh.
    Task { _ = try? await source.credential(insteadOf: credential) }
  }

  /// Whether the stream is on the server of the client's endpoint. Another server does not decide about the
  /// session.
  private var isOnEndpoint: Bool {
    guard let url = call.transport.url else { return true }
    return url.origin == call.caller.configuration.endpoint.origin
  }

  /// The time in which a stream replaces a refused credential at most once.
  private static var acceptanceTime: Duration { .seconds(60) }

  /// A connection that lasts this long means that the server has accepted its credential, also without an
  /// event.
  private static var refusalTime: Duration { .seconds(5) }

  private func error(_ reason: StreamError.Reason) -> StreamError {
    StreamError(reason, operationName: Operation.operationName)
  }
}

nonisolated extension Stopwatch? {
  /// The time since its creation; 0 for none.
  fileprivate var elapsed: Duration { self?.elapsed ?? .zero }
}
