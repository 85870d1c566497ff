// Pages that the system drops without a word.

import AuthGenTestSupport
import Foundation
import Testing

struct LostPages: Sendable {
  /// The number of pages that will be lost.
  let count: Shared<Int>

  init(_ count: Int) {
    self.count = Shared(count)
  }

  /// Opens a page. If it is lost, waits until the task is cancelled.
  ///
  /// - Returns: whether it was lost.
  func open() async -> Bool {
    let isLost = count.withLock { count in
      count -= 1
      return count >= 0
    }
    if isLost, (try? await Task.sleep(for: .seconds(60))) != nil {
      Issue.record("expected the page to be closed within 60 s")
    }
    return isLost
  }
}
