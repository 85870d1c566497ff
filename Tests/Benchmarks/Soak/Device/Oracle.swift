// Compares the client's state, the store and the server with the model.

import AuthGenRuntime
import AuthGenSessions
import Foundation

extension Device {
  /// The session that the next run of the app would find.
  var storedSession: System.App.Session? {
    get async {
      await SessionManager<System.App.Session>(store: FileStore(url: disk.file)).state.session
    }
  }

  /// Compares the state after an action with the model, without a request.
  func audit() async throws {
    await app.sessions.settle()
    try await wait { proxy.isIdle }
    take(proxy.exchanges)
    // The time limit of a refresh is 30 seconds.
    if Date().timeIntervalSince(began) > 25 { model.excuse = "a response may have been too late" }
    countRequests()
    proxy.forget()
    let session = await app.sessions.state.session
    let stored = await storedSession
    guard judgeTokens([session?.refreshToken, stored?.refreshToken]) else {
      return lost("the tokens of the last refresh are neither in use nor stored")
    }
    switch (model.isSignedIn, session) {
    case (false, nil):
      if try disk.content != nil { alive("the store still has it") }
    case (false, .some): alive("the user is still signed in")
    case (true, nil):
      let reason = model.endedBy ?? (model.mayBeUsedUp ? Self.failedRefresh : nil)
      if let reason, model.mayKnow {
        try sessionHasEnded(reason)
      } else {
        lost(
          model.endedBy.map { "the client cannot know that \($0)" } ?? "the server still accepts it"
        )
      }
    case (true, .some): if model.isAlive { model.mayKnow = false }
    }
  }

  private static var failedRefresh: String { "the server failed during a refresh" }

  /// Learns from the requests of the last action.
  private func take(_ exchanges: [Exchange]) {
    faults = exchanges.compactMap(\.fault?.kind)
    for exchange in exchanges {
      if let fault = exchange.fault { tally.count(fault: fault.kind) }
      // Horizon refuses with status 200.
      let mayRefuse =
        system.isRefreshed
        ? exchange.path == system.paths.refresh && exchange.serverStatus ?? 0 >= 400
        : exchange.path == system.paths.call
      if mayRefuse, exchange.isDelivered { model.mayKnow = true }
      if exchange.path == system.paths.refresh { take(refresh: exchange) }
    }
  }

  private func take(refresh: Exchange) {
    let status = refresh.serverStatus ?? 0
    if status == 200 {
      model.mayBeUsedUp = false
      if !refresh.isDelivered {
        model.excuse = "the response to a refresh was lost"
      } else if refresh.sender == .neighbour, neighbour == nil {
        model.excuse = "a killed process lost the response to its refresh"
      }
    } else if status >= 500 {
      tally.count(fault: "the server's own 5xx")
      model.mayBeUsedUp = true
    }
  }

  /// The server accepts only the last refresh token that it has issued.
  ///
  /// - Returns: whether the client has this token, or may have missed it.
  private func judgeTokens(_ known: [Secret?]) -> Bool {
    guard system.isRefreshed, model.isAlive else { return true }
    if let issued = proxy.issued, known.contains(Secret(issued)) {
      model.excuse = nil
      return true
    }
    if let excuse = model.excuse { model.end(excuse) }
    return model.excuse != nil || !known.contains { $0 != nil }
  }

  /// Compares the server's responses with the model.
  func prove() async throws {
    if !model.isSignedIn {
      if await call() { alive("a call is authenticated") }
    } else if let reason = model.endedBy {
      try await proveEnd(reason)
    } else {
      try await proveLife()
    }
    proxy.forget()
  }

  private func proveLife() async throws {
    guard await succeeds({ await call() }) else { return lost("calls fail") }
    if system.isRefreshed, random.chance(0.4) {
      let isRefreshed = await succeeds {
        if case .some(.some) = await refresh() { true } else { false }
      }
      guard isRefreshed else {
        if model.mayBeUsedUp, await app.sessions.state.session == nil {
          return try sessionHasEnded(Self.failedRefresh)
        }
        return lost("a refresh fails")
      }
    }
    let session = await app.sessions.state.session
    let stored = await storedSession
    let isStored =
      system.isRefreshed
      ? stored?.refreshToken?.reveal() == proxy.issued : stored == session && stored != nil
    if !isStored { lost("the store does not have the current session") }
    model.mayBeUnsaved = false
  }

  /// Repeats an operation after an error of the server's own, and after a pause: for a while after failed
  /// refreshes, no request is sent. A refresh that the app asks for ends the pause.
  private func succeeds(_ body: () async -> Bool) async -> Bool {
    for _ in 0..<3 {
      proxy.forget()
      if await body() { return true }
      if system.isRefreshed, proxy.exchanges.isEmpty {
        tally.count(fault: "call in the pause after failed refreshes")
        if case .some(.some) = await refresh() { continue }
      }
      guard proxy.exchanges.contains(where: { $0.serverStatus ?? 0 >= 500 }) else { return false }
      tally.count(fault: "the server's own 5xx")
      model.mayBeUsedUp = true
    }
    return false
  }

  private func proveEnd(_ reason: String) async throws {
    _ = await succeeds {
      if system.isRefreshed {
        if case .some(.none) = await refresh() { true } else { false }
      } else {
        !(await call())
      }
    }
    guard await app.sessions.state.session != nil else { return try sessionHasEnded(reason) }
    let responses = proxy.exchanges.filter {
      $0.path == system.paths.refresh ?? system.paths.call && $0.isDelivered
    }.compactMap(\.serverStatus)
    if reason == model.excuse, responses.last == 200 {
      // Two requests with one token came at the same time, and the server has accepted both.
      tally.count(fault: "a used token accepted by the server")
      model = .signedIn
    } else if responses.contains(where: { $0 < 500 }) {
      alive("the server responds with \(responses), because \(reason)")
    }
  }

  private func sessionHasEnded(_ reason: String) throws {
    tally.count(Row.ended, of: system.name)
    tally.count(ending: reason)
    model = .signedOut
    if try disk.content != nil { alive("the store still has it, although \(reason)") }
  }

  /// A copy of a session that a logout or another login has ended must be useless.
  func expectUseless(_ content: Data?, after event: String) async throws {
    let thief = try system.app(store: InMemoryStore(content), clock: clock)
    let isUsed: Bool
    do {
      if system.isRefreshed {
        isUsed = try await thief.sessions.refreshedSession() != nil
      } else {
        try await thief.call()
        isUsed = true
      }
    } catch {
      isUsed = false
    }
    if isUsed { alive("a copy is accepted after \(event)") }
  }

  // MARK: Violations

  private func lost(_ message: String) {
    let faults = self.faults.isEmpty ? "none" : self.faults.joined(separator: ", ")
    let requests = proxy.exchanges.map(\.description).joined(separator: ", ")
    violate(
      Row.lost,
      """
      session lost: \(message); faults: \(faults); the last failure: \(lastFailure); \
      the last requests: \(requests.isEmpty ? "none" : requests)
      """)
    startAgain()
  }

  func alive(_ message: String) {
    violate(Row.alive, "session alive: \(message)")
    startAgain()
  }

  /// Continues with an empty store, so that one violation does not cause others.
  private func startAgain() {
    try? FileStore(url: disk.file).remove()
    if let app = try? system.app(store: disk.store, clock: clock) { self.app = app }
    model = .signedOut
  }
}
