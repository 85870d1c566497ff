// Measures how long both kinds of types take to decode the same responses.

import Foundation

struct Race {
  private static let rounds = 51
  /// In milliseconds.
  private var generated = 0.0
  private var synthesised = 0.0

  /// Decodes a response with all fields. Both kinds run in turn, and begin in turn.
  mutating func run<Generated: Decodable, Synthesised: Codable>(
    _: Generated.Type, _: Synthesised.Type
  ) throws {
    let response = try JSONEncoder().encode(Synthesised(from: SampleDecoder()))
    let decoder = JSONDecoder()
    var times: (generated: [Double], synthesised: [Double]) = ([], [])
    for round in 0..<Self.rounds {
      if round.isMultiple(of: 2) {
        times.generated.append(
          try milliseconds { _ = try decoder.decode(Generated.self, from: response) })
      }
      times.synthesised.append(
        try milliseconds { _ = try decoder.decode(Synthesised.self, from: response) })
      if !round.isMultiple(of: 2) {
        times.generated.append(
          try milliseconds { _ = try decoder.decode(Generated.self, from: response) })
      }
    }
    generated += times.generated.sorted()[Self.rounds / 2]
    synthesised += times.synthesised.sorted()[Self.rounds / 2]
  }

  /// Prints the sums of the medians.
  func report() {
    print(String(format: "%.3f %.3f", generated, synthesised))
  }

  private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let duration = try ContinuousClock().measure(body)
    return Double(duration.components.attoseconds) * 1e-15
      + Double(duration.components.seconds) * 1000
  }
}
