// A refresh while the system suspends the app.

import Foundation

/// Asks the system not to suspend the process while this value exists. iOS suspends an app soon after the
/// user leaves it. A refresh that is suspended between the server's response and its storing loses the new
/// tokens.
nonisolated final class ExpiringActivity: Sendable {
  #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    private let end = DispatchSemaphore(value: 0)

    init() {
      let end = end
      // The call blocks its thread until the activity ends.
      Thread.detachNewThread {
        ProcessInfo.processInfo.performExpiringActivity(withReason: "Refresh of a session") {
          isExpired in
          // The system calls this again when it waits no longer, and ends an app that does not return.
          if isExpired { end.signal() } else { end.wait() }
        }
      }
    }

    deinit { end.signal() }
  #endif
}
