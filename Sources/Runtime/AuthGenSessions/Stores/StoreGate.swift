// A question to the user before a stored session is used.

import AuthGenRuntime

/// Why a gate is closed.
nonisolated public enum GateRefusal: Error, Hashable, Sendable {
  /// The user has not been asked. Only calls that need the session ask, and ``StoreGate/open()``.
  case notAsked
  /// The user declined.
  case cancelled
  /// The user was not recognised.
  case failed
  /// The system asks no more, because of too many failed attempts. On Apple platforms, the user unlocks the
  /// device with its passcode.
  case lockedOut
  /// The device has no passcode, or no face and no fingerprint are set up.
  case notEnrolled
  /// The system cannot ask now, for example because the app is in the background.
  case notInteractive

  /// Whether the user has decided. Calls do not ask again by themselves.
  var isDecision: Bool { self == .cancelled || self == .failed }
}

/// Asks the user before a stored session is used: see ``GatedStore``, and `KeychainStore` with a
/// `KeychainGate`. Stores may share a gate, such as those of several accounts.
///
/// A gate is closed at first.
///
/// - A call that needs a session asks the user if the gate is closed and the store has a session. Concurrent
///   calls share one question.
/// - Reading the state, logging out and erasing never ask.
/// - A login does not open the gate. The calls of that login do not ask until ``close()``, because the user
///   has just signed in, except before their first refresh, which reads the store.
/// - If the user declines, the calls fail with ``StoreError/Reason/gateIsClosed(_:)``, and so do later ones,
///   without another question. The user stays signed in. The app asks again with ``open()``, for example when
///   the user taps a button.
///
/// Call ``close()`` when the user has left the app for some time.
nonisolated public final class StoreGate: Sendable {
  private typealias Answer = Result<Void, GateRefusal>
  package typealias Acceptance = @Sendable () -> Void

  nonisolated private struct State {
    var isOpen = false
    /// The user's decision not to open the gate.
    var refusal: GateRefusal?
    /// The question that is being asked, and its number.
    var question: Task<Answer, Never>?
    var number = 0
    var closings = 0
    /// How many refreshes still need the answer, also after the gate is closed.
    var keepers = 0

    /// Ends the question without an answer, and returns it.
    mutating func endQuestion() -> Task<Answer, Never>? {
      defer { question = nil }
      number += 1
      refusal = nil
      return question
    }
  }

  private let state = Locked(State())
  private let ask: @Sendable () async throws -> Acceptance
  private let whenClosed: @Sendable () -> Void

  /// Creates a closed gate.
  ///
  /// - Parameter ask: asks the user, and returns if the answer is yes. Otherwise it throws ``GateRefusal``,
  ///   or another error for ``GateRefusal/failed``. It counts toward the time limit of a call: a call whose
  ///   limit is over fails, and the answer is for the next one. It must not use the session.
  public convenience init(ask: @escaping @Sendable () async throws -> Void) {
    self.init(
      asking: {
        try await ask()
        return {}
      }, whenClosed: {})
  }

  /// - Parameters:
  ///   - ask: asks the user, and returns what to do if the answer opens the gate.
  ///   - whenClosed: forgets the answer.
  package init(
    asking ask: @escaping @Sendable () async throws -> Acceptance,
    whenClosed: @escaping @Sendable () -> Void
  ) {
    self.ask = ask
    self.whenClosed = whenClosed
  }

  /// Whether stores can be read.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Asks the user if the gate is closed, also after the user has declined.
  ///
  /// - Throws: ``StoreError`` with the reason ``StoreError/Reason/gateIsClosed(_:)``.
  public func open() async throws(StoreError) { try await open(evenIfRefused: true) }

  /// Closes the gate. The next call asks the user. A question that is being asked is cancelled, and its
  /// answer opens nothing. A refresh that is under way is still stored.
  public func close() {
    let (question, isForgotten) = state.withLock { state in
      state.isOpen = false
      state.closings += 1
      return (state.endQuestion(), state.keepers == 0)
    }
    question?.cancel()
    if isForgotten { whenClosed() }
  }

  /// How often the gate was closed.
  var closings: Int { state.withLock { $0.closings } }

  /// Ends a question that is being asked, and forgets that the user has declined: the user logs in.
  ///
  /// - Returns: how often the gate was closed before.
  func endQuestion() -> Int {
    let (question, closings) = state.withLock { ($0.endQuestion(), $0.closings) }
    question?.cancel()
    return closings
  }

  /// Keeps the answer for changes of the stored session until the object is released. Reading ends when the
  /// gate is closed.
  func keepAnswer() -> any AnyObject & Sendable {
    state.withLock { $0.keepers += 1 }
    return KeptAnswer(gate: self)
  }

  nonisolated private final class KeptAnswer: Sendable {
    private let gate: StoreGate

    init(gate: StoreGate) {
      self.gate = gate
    }

    deinit { gate.releaseAnswer() }
  }

  private func releaseAnswer() {
    let isForgotten = state.withLock { state in
      state.keepers -= 1
      return state.keepers == 0 && !state.isOpen
    }
    if isForgotten { whenClosed() }
  }

  /// Closes the gate, because the system does not give the item without a question.
  func closeAfterRead() {
    state.withLock { $0.isOpen = false }
  }

  /// Asks the user if the gate is closed. Concurrent callers get one answer.
  ///
  /// - Parameter evenIfRefused: whether to ask a user who has declined.
  func open(evenIfRefused: Bool) async throws(StoreError) {
    let asked: Result<Task<Answer, Never>?, StoreError> = state.withLock { state in
      if state.isOpen { return .success(nil) }
      if let question = state.question { return .success(question) }
      if !evenIfRefused, let refusal = state.refusal {
        return .failure(StoreError(.gateIsClosed(refusal)))
      }
      state.number += 1
      let question = Task { [self, number = state.number] in await answer(number) }
      state.question = question
      return .success(question)
    }
    guard let question = try asked.get() else { return }
    let (answers, continuation) = AsyncStream.makeStream(of: Answer.self)
    let forwarding = Task {
      continuation.yield(await question.value)
      continuation.finish()
    }
    defer { forwarding.cancel() }
    // A cancelled caller leaves the question to the others.
    guard let answer = await answers.first(where: { _ in true }) else {
      throw StoreError(.gateIsClosed(.notAsked))
    }
    try answer.mapError { StoreError(.gateIsClosed($0)) }.get()
  }

  private func answer(_ number: Int) async -> Answer {
    let answer: Result<Acceptance, GateRefusal>
    do {
      answer = .success(try await ask())
    } catch let refusal as GateRefusal {
      answer = .failure(refusal)
    } catch {
      answer = .failure(error is CancellationError ? .notInteractive : .failed)
    }
    return state.withLock { state in
      // The gate was closed in the meantime, or the user has logged in.
      guard state.number == number else { return .failure(.notAsked) }
      state.question = nil
      switch answer {
      case .success(let accept):
        accept()
        (state.isOpen, state.refusal) = (true, nil)
      case .failure(let refusal): state.refusal = refusal.isDecision ? refusal : nil
      }
      return answer.map { _ in }
    }
  }
}

nonisolated extension StoreGate: RedactedDescription {}
