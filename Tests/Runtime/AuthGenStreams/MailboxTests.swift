// The queue between a connection and its reader.

import AuthGenRuntime
import AuthGenTestSupport
import Testing

@testable import AuthGenStreams

@Suite(.timeLimit(.minutes(5))) struct MailboxTests {
  private let mailbox = Mailbox<Int>(limit: 10, size: { $0 })

  @Test func elementsLeaveInTheirOrder() async {
    for element in 1...3 { #expect(mailbox.offer(element)) }
    #expect([await mailbox.next(), await mailbox.next(), await mailbox.next()] == [1, 2, 3])
    #expect(mailbox.isEmpty)
  }

  @Test func elementAddedFirstIsTakenBeforeTheOthers() async {
    mailbox.add(1)
    mailbox.add(2)
    #expect(await mailbox.next() == 1)
    mailbox.add(9, first: true)
    #expect([await mailbox.next(), await mailbox.next()] == [9, 2])
  }

  @Test func limitIsOfAllElementsTogether() async {
    #expect(mailbox.offer(6) && !mailbox.offer(5) && mailbox.offer(4) && !mailbox.offer(1))
    #expect(await mailbox.next() == 6)
    #expect(mailbox.offer(5))
    // An element without a size always has room.
    #expect(mailbox.offer(0))
  }

  @Test func senderWaitsForRoom() async {
    let mailbox = mailbox
    async let sent: Void = mailbox.send([1])
    #expect(await mailbox.next() == 1)
    await sent
    // As much as the limit is there without a wait, and the rest is added in any case.
    await mailbox.send([4, 6])
    let isSent = Locked(false)
    async let more: Void = {
      await mailbox.send([20, 7])
      isSent.withLock { $0 = true }
    }()
    for element in [4, 6, 20] {
      #expect(await mailbox.next() == element && !isSent.withLock { $0 } || element == 20)
    }
    await more
    #expect(mailbox.first == 7 && !mailbox.isEmpty)
    #expect(await mailbox.next() == 7)
    #expect(mailbox.first == nil)
  }

  @Test func cancelledReaderAndSenderReturn() async {
    let mailbox = mailbox
    let reader = Task { await mailbox.next() }
    reader.cancel()
    #expect(await reader.value == nil)
    let sender = Task { await mailbox.send([1, 20]) }
    sender.cancel()
    await sender.value
    // What it has sent is not lost.
    #expect(await mailbox.next() == 1)
  }

  @Test func closedMailboxReleasesAllWaiting() async {
    let mailbox = mailbox
    let reader = Task { await mailbox.next() }
    mailbox.close()
    #expect(await reader.value == nil)
    mailbox.add(1)
    #expect(await mailbox.next() == nil)
    await mailbox.send([2])
  }

  /// An element may be a connection. Its end runs the app's code, which may wait for another thread that adds
  /// an element.
  @Test func elementsAreReleasedOutsideTheLock() {
    final class Element: Sendable {
      let released: @Sendable () -> Void
      init(_ released: @escaping @Sendable () -> Void) { self.released = released }
      deinit { released() }
    }
    let isReleased = Shared(false)
    let mailbox = Mailbox<Element>(limit: 10) { _ in 1 }
    mailbox.add(
      Element { [weak mailbox] in
        // If the lock is still held, this line deadlocks.
        _ = mailbox?.isEmpty
        isReleased.withLock { $0 = true }
      })
    mailbox.close()
    #expect(isReleased.withLock { $0 })
  }
}
