// What has happened so far, for the table.

import AuthGenTestSupport
import Foundation

/// Counts by name, and the violations of the oracle.
final class Tally: Sendable {
  private struct State {
    var faults: [String: Int] = [:]
    var endings: [String: Int] = [:]
    var rows: [String: [String: Int]] = [:]
    var violations: [String] = []
    var requests = 0
    var processes = 0
  }

  private let state = Shared(State())

  func count(fault: String) {
    state.withLock { $0.faults[fault, default: 0] += 1 }
  }

  /// Counts why the server has ended a session.
  func count(ending: String) {
    state.withLock { $0.endings[ending, default: 0] += 1 }
  }

  func count(_ row: String, of system: String) {
    state.withLock { $0.rows[row, default: [:]][system, default: 0] += 1 }
  }

  /// Counts requests that the proxies have received.
  func count(requests: Int) {
    state.withLock { $0.requests += requests }
  }

  /// Counts a process that this one starts.
  func countProcess() {
    state.withLock { $0.processes += 1 }
  }

  /// Keeps a violation for the table, and prints it at once.
  func note(violation: String) {
    log(violation)
    state.withLock { $0.violations.append(violation) }
  }

  func log(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }

  var faults: [String: Int] { state.withLock { $0.faults } }
  var endings: [String: Int] { state.withLock { $0.endings } }
  /// The counts of each row, by system.
  var rows: [String: [String: Int]] { state.withLock { $0.rows } }
  var requests: Int { state.withLock { $0.requests } }
  var processes: Int { state.withLock { $0.processes } }
  var violations: [String] { state.withLock { $0.violations } }
}

/// The rows that every table has.
enum Row {
  static let logins = "logins"
  static let refreshes = "refreshes"
  static let calls = "calls"
  static let logouts = "logouts"
  static let relaunches = "app restarts"
  static let ended = "sessions that the server ended"
  static let lost = "sessions lost wrongly"
  static let alive = "sessions alive wrongly"

  static let first = [logins, refreshes, calls, logouts, relaunches]
  static let last = [ended, lost, alive]
}
