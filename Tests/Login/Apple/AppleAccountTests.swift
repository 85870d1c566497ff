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
    _ states: [Result<AppleAccount.State, AppleSignInError>],
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

  /// Nothing but Apple's word ends a session: not a missing answer, and not another account on the device.
  @Test(
    arguments: [
      (.success(.revoked), true), (.success(.authorized), false), (.success(.notFound), false),
      (.success(.transferred), false), (.failure(.failed), false),
    ] as [(Result<AppleAccount.State, AppleSignInError>, Bool)])
  func onlyARevokedAccountEndsTheSession(
    _ state: Result<AppleAccount.State, AppleSignInError>, _ isEnded: Bool
  ) async throws {
    try await sessions.logIn { session }
    await account([state]).whenRevoked { await sessions.logOutLocally() }
    #expect(await sessions.state.session == (isEnded ? nil : session))
  }

  /// A notice names no user: it may be about another account, and the system may have no answer now.
  @Test(
    arguments: [
      ([.success(.authorized), .success(.revoked)], 1),
      ([.success(.authorized), .success(.authorized), .failure(.failed)], 0),
      ([.success(.authorized), .success(.authorized), .success(.revoked)], 1),
    ] as [([Result<AppleAccount.State, AppleSignInError>], Int)])
  func noticeOfARevokedAccountEndsTheSessionOnce(
    _ states: [Result<AppleAccount.State, AppleSignInError>], _ expected: Int
  ) async throws {
    try await sessions.logIn { session }
    let (stream, notices) = AsyncStream<Void>.makeStream()
    notices.yield()
    notices.yield()
    if expected == 0 { notices.finish() }
    let ends = Shared(0)
    await account(states, notices: { stream }).whenRevoked {
      ends.withLock { $0 += 1 }
      await sessions.logOutLocally()
    }
    #expect(await sessions.state.session == (expected == 0 ? session : nil))
    #expect(ends.withLock { $0 } == expected)
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
    let account = account([.success(.authorized)], notices: { stream })
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
