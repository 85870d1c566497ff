// The time that each stage of a run takes, for `--verbose`.

/// Measures one stage after the other on the thread of the run. Work on another thread counts for
/// the stage that waits for it.
package struct StageTimes: Sendable {
  /// The stages, in running order.
  package enum Stage: String, CaseIterable, Sendable {
    case read
    case parse
    case build = "build schema"
    case validate
    case model
    case render
    case write
    case compare
  }

  private let now: @Sendable () -> Double
  private var seconds: [Stage: Double] = [:]
  private var current: (stage: Stage, start: Double)?

  /// - Parameter now: returns the seconds of a monotonic clock.
  package init(now: @escaping @Sendable () -> Double) {
    self.now = now
  }

  /// Ends the current stage and begins another one. A stage can run several times.
  package mutating func begin(_ stage: Stage) {
    let time = end()
    current = (stage, time)
  }

  /// Ends the current stage.
  ///
  /// - Returns: the time.
  @discardableResult
  package mutating func end() -> Double {
    let time = now()
    if let current { seconds[current.stage, default: 0] += time - current.start }
    current = nil
    return time
  }

  /// The stages that have ended, in running order, with their seconds.
  package var measured: [(stage: Stage, seconds: Double)] {
    Stage.allCases.compactMap { stage in seconds[stage].map { (stage, $0) } }
  }
}
