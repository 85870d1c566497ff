// The choices of a run, which its seed repeats.

/// SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// - Parameter name: gives each device its own sequence.
  init(seed: UInt64, name: String) {
    state = name.utf8.reduce(seed) { ($0 &* 1_099_511_628_211) ^ UInt64($1) }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
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
