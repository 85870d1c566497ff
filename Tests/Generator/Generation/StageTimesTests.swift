// Tests the measured times of stages with a clock that the test sets.

import AuthGenGeneration
import AuthGenTestSupport
import Testing

@Suite struct StageTimesTests {
  private let clock = Shared(0.0)

  private func wait(_ seconds: Double) { clock.withLock { $0 += seconds } }

  @Test func timeBetweenStagesIsAddedUp() {
    var times = StageTimes { [clock] in clock.withLock { $0 } }
    wait(7)
    times.begin(.parse)
    wait(1)
    times.begin(.read)
    wait(2)
    times.begin(.parse)
    wait(4)
    times.end()
    wait(8)
    times.end()
    #expect(times.measured.map(\.stage) == [.read, .parse])
    #expect(times.measured.map(\.seconds) == [2, 5])
  }

  @Test func stageThatRunsIsNotYetMeasured() {
    var times = StageTimes { 0 }
    #expect(times.measured.isEmpty)
    times.begin(.model)
    #expect(times.measured.isEmpty)
  }
}
