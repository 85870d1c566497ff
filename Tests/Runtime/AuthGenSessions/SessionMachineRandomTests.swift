// Tests the session machine with random events of two processes.

import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import Testing

@testable import AuthGenSessions

/// `AUTHGEN_SEQUENCES` sets the number of sequences. Default: 4,000.
@Suite struct SessionMachineRandomTests {
  @Test func randomEventsOfTwoProcessesBreakNoRule() throws {
    let count =
      ProcessInfo.processInfo.environment["AUTHGEN_SEQUENCES"].flatMap { UInt64($0) } ?? 4_000
    var resumed = 0
    for seed in 0..<count {
      var world = SessionWorld()
      do {
        try world.run(seed)
      } catch let violation as SessionWorld.Violation {
        world = SessionWorld()
        world.trace = []
        try? world.run(seed)
        let trace = world.trace ?? []
        Issue.record("seed \(seed): \(violation.text)\n\(trace.joined(separator: "\n"))")
        return
      }
      resumed += world.resumedCalls
    }
    #expect(resumed > Int(count))
  }
}

extension SessionWorld {
  mutating func run(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Int.random(in: 4...60, using: &generator) { try step(using: &generator) }
    try settle()
  }
}

extension SessionWorld {
  /// One random event.
  mutating func step(using generator: inout SeededGenerator) throws {
    let index = Int.random(in: 0..<2, using: &generator)
    let machine = processes[index].machine
    if let credential = machine.session?.credential, credential != processes[index].credentials.last
    {
      processes[index].credentials = processes[index].credentials.suffix(15) + [credential]
    }
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<4:
      let seconds: [TimeInterval?] = [nil, 10, 3_600]
      try logIn(index, lasts: seconds[Int.random(in: 0..<3, using: &generator)])
    case 4..<6: try begin(.login, index)
    case 6..<8: try begin(.deletion, index)
    case 8..<11: try logOut(index)
    case 11: try begin(Bool.random(using: &generator) ? .call : .renewal, index)
    case 12..<16: try finishStep(index, using: &generator)
    case 16..<32: try ask(.valid, index)
    case 32..<35: try replaceTokens(index)
    case 35..<38: try ask(.refreshed(after: machine.session), index)
    case 38..<46:
      // The credential may be of the other process.
      let owner = Int.random(in: 0..<8, using: &generator) == 0 ? 1 - index : index
      guard let refused = processes[owner].credentials.randomElement(using: &generator) else {
        return
      }
      try ask(insteadOf: refused, index)
    case 46..<49:
      let last = processes[index].credentials.suffix(3)
      guard let refused = last.randomElement(using: &generator) else { return }
      // The server refuses credentials of a login that it has ended.
      let isCurrent = machine.session?.credential == refused
      let login = isCurrent ? machine.session?.login : nil
      if let login, Bool.random(using: &generator) { ended.insert(login) }
      try receive(.refused(refused), index)
      // A server that refuses a new token has ended the login.
      if let login, case .signedOut(.ended) = processes[index].machine.state { ended.insert(login) }
      if !isCurrent, machine.login != nil,
        case .signedOut(.ended) = processes[index].machine.state
      {
        throw Violation(text: "a refused credential of an earlier login ends the session")
      }
    case 49..<64: try grantTurn(index)
    case 64..<76: try serve(index)
    case 76..<87: try deliver(index, isLost: Int.random(in: 0..<6, using: &generator) == 0)
    case 87..<89:
      guard let call = processes[index].calls.keys.min() else { return }
      processes[index].calls[call] = nil
      try receive(.callCancelled(call), index)
    case 89..<92:
      let jumps: [TimeInterval] = [-200_000, -60, 20, 60, 4_000, 200_000]
      let jump = jumps.randomElement(using: &generator) ?? 0
      clock += jump
      if jump < 0 { isClockSetBack = true }
    case 92..<94: uptime += .seconds(Int.random(in: 1...100, using: &generator))
    case 94: restart(index)
    case 95: (readsFail, hasStoreFailed) = (!readsFail, true)
    case 96: (writesFail, hasStoreFailed) = (!writesFail, true)
    case 97: isDown.toggle()
    case 98: (readsFail, writesFail, isDown) = (false, false, false)
    default: if let login = content?.session.login { ended.insert(login) }
    }
  }
}
