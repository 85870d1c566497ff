// The clock of a device, which jumps.

import AuthGenTestSupport
import Foundation

final class DeviceClock: Sendable {
  private let error = Shared<TimeInterval>(0)

  var now: Date { Date().addingTimeInterval(error.withLock { $0 }) }

  /// Sets how far the clock is ahead of the right time, in seconds.
  func set(ahead seconds: TimeInterval) {
    error.withLock { $0 = seconds }
  }

  /// Jumps of minutes, hours and days, in both directions.
  static let jumps: [TimeInterval] = [
    90, -90, 600, -600, 7200, -7200, 86_400, -86_400, 259_200, -259_200,
  ]
}
