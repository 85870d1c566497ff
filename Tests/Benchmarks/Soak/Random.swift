// The choices of a run, which its seed repeats.

import AuthGenTestSupport

extension SeededGenerator {
  /// - Parameter name: gives each device its own sequence.
  init(seed: UInt64, name: String) {
    self.init(seed: name.utf8.reduce(seed) { ($0 &* 1_099_511_628_211) ^ UInt64($1) })
  }

  /// Whether something with this probability happens.
  mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// One of the elements. Nil for none.
  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &self)
  }
}
