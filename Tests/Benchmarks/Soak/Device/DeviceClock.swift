// The clock of a device, which jumps.

import AuthGenTestSupport
import Foundation

final class DeviceClock: Sendable {
  private let offset = Shared<(passed: TimeInterval, error: TimeInterval)>((0, 0))

  var now: Date { Date().addingTimeInterval(offset.withLock { $0.passed + $0.error }) }

  /// Sets how far the clock is ahead of the right time, in seconds.
  func set(ahead seconds: TimeInterval) {
    offset.withLock { $0.error = seconds }
  }

  /// Lets time pass on this device alone, for at most two hours. ID tokens are valid for longer.
  ///
  /// - Returns: whether the time has passed.
  func advance(_ seconds: TimeInterval) -> Bool {
    offset.withLock { offset in
      guard offset.passed + seconds <= 7200 else { return false }
      offset.passed += seconds
      return true
    }
  }

  /// Jumps of minutes, hours and days, in both directions.
  static let jumps: [TimeInterval] = [
    90, -90, 600, -600, 7200, -7200, 86_400, -86_400, 259_200, -259_200,
  ]
}
