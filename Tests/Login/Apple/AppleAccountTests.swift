// Tests what a session becomes when the user stops using Apple's account with the app.

import AuthGenApple
import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct AppleAccountTests {
  private let sessions = SessionManager<CustomerSession>(store: InMemoryStore())
  private let session = CustomerSession(token: "opaque-1", customer: nil)

  /// An account with these states, one for each question; the last one stays.
  private func account(
    _ states: Result<AppleAccount.State, AppleSignInError>...,
    notices: @escaping @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } }
  ) -> AppleAccount {
    let states = Shared(states)
    return AppleAccount(
      user: "001234.user",
      ask: { user throws(AppleSignInError) in
        #expect(user == "001234.user")
        let state = states.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        return try state.get()
      }, notices: notices)
  }

  @Test func accountThatWasRevokedWhileTheAppWasClosedEndsTheSession() async throws {
    try await sessions.signIn(session)
    await account(.success(.revoked)).whenRevoked { await sessions.logOutLocally() }
    #expect(await sessions.state.session == nil)
  }

  /// Nothing but Apple's word ends a session: not a missing answer, and not another account on the device.
  @Test(
    arguments: [
      .success(.authorized), .success(.notFound), .success(.transferred), .failure(.failed),
    ] as [Result<AppleAccount.State, AppleSignInError>])
  func otherStatesKeepTheSession(
    _ state: Result<AppleAccount.State, AppleSignInError>
  ) async throws {
    try await sessions.signIn(session)
    await account(state).whenRevoked { await sessions.logOutLocally() }
    #expect(await sessions.state.session == session)
  }

  @Test func noticeEndsTheSessionOnce() async throws {
    try await sessions.signIn(session)
    let (stream, notices) = AsyncStream<Void>.makeStream()
    let ends = Shared(0)
    let account = account(.success(.authorized), .success(.revoked), notices: { stream })
    let task = Task {
      await account.whenRevoked {
        ends.withLock { $0 += 1 }
        await sessions.logOutLocally()
      }
    }
    notices.yield()
    notices.yield()
    await task.value
    #expect(await sessions.state.session == nil)
    #expect(ends.withLock { $0 } == 1)
  }

  /// A notice names no user: it may be about another account, and the system may have no answer now.
  @Test func noticeAboutAnotherAccountEndsNothing() async throws {
    try await sessions.signIn(session)
    let (stream, notices) = AsyncStream<Void>.makeStream()
    notices.yield()
    notices.yield()
    notices.finish()
    let account = account(
      .success(.authorized), .success(.authorized), .failure(.failed), notices: { stream })
    await account.whenRevoked { await sessions.logOutLocally() }
    #expect(await sessions.state.session == session)
  }

  @Test func noticeAfterThatOfAnotherAccountEndsTheSession() async throws {
    try await sessions.signIn(session)
    let (stream, notices) = AsyncStream<Void>.makeStream()
    notices.yield()
    notices.yield()
    let account = account(
      .success(.authorized), .success(.authorized), .success(.revoked), notices: { stream })
    await account.whenRevoked { await sessions.logOutLocally() }
    #expect(await sessions.state.session == nil)
  }

  /// The system posts the notice while it answers the question about the state.
  @Test func noticeDuringTheQuestionIsNotMissed() async {
    let (stream, notices) = AsyncStream<Void>.makeStream()
    let isSubscribed = Shared(false)
    let isAsked = Shared(false)
    let account = AppleAccount(
      user: "001234.user",
      ask: { _ throws(AppleSignInError) in
        #expect(isSubscribed.withLock { $0 })
        notices.yield()
        return isAsked.withLock { isAsked in
          defer { isAsked = true }
          return isAsked ? .revoked : .authorized
        }
      },
      notices: {
        isSubscribed.withLock { $0 = true }
        return stream
      })
    let ends = Shared(0)
    await account.whenRevoked { ends.withLock { $0 += 1 } }
    #expect(ends.withLock { $0 } == 1)
  }

  @Test func cancelledTaskEndsNoSession() async {
    let (stream, _) = AsyncStream<Void>.makeStream()
    let account = account(.success(.authorized), notices: { stream })
    let ends = Shared(0)
    let task = Task { await account.whenRevoked { ends.withLock { $0 += 1 } } }
    task.cancel()
    await task.value
    #expect(ends.withLock { $0 } == 0)
  }
}

extension SessionManager {
  fileprivate func logOutLocally() { _ = try? signOut() }
}
