// Tests the secrets of pending logins.

import AuthGenWebLogin
import Foundation
import Testing

struct OneTimeValueTests {
  private struct Failure: Error {}
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  @Test func valueIsTakenOnce() async {
    let value = OneTimeValue("verifier")
    #expect(await value.take(at: now) == "verifier")
    #expect(await value.take(at: now) == nil)
  }

  @Test func failedUseLeavesTheValue() async {
    let value = OneTimeValue("verifier")
    await #expect(throws: Failure.self) {
      try await value.use(at: now) { _ throws(Failure) in throw Failure() }
    }
    #expect(await value.take(at: now) == "verifier")
  }

  @Test func valueIsUsedOnceAtATime() async {
    let value = OneTimeValue("verifier")
    let now = now
    let isFree = await value.use(at: now) { _ in await value.take(at: now) != nil }
    #expect(isFree == false)
    #expect(await !value.isUsable(at: now))
  }

  @Test func valueThatIsDiscardedDuringItsUseIsNotRestored() async {
    let value = OneTimeValue("verifier")
    await #expect(throws: Failure.self) {
      try await value.use(at: now) { _ throws(Failure) in
        await value.discard()
        throw Failure()
      }
    }
    #expect(await value.take(at: now) == nil)
  }

  @Test func expiredValueIsDeleted() async {
    let value = OneTimeValue("verifier", expiresAt: now)
    #expect(await value.isUsable(at: now - 1))
    #expect(await !value.isUsable(at: now))
    #expect(await value.take(at: now - 1) == nil)
  }
}
