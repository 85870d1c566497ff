// Random choices of schemas, operations and texts.

import AuthGenTestSupport

extension SeededGenerator {
  init(seed: Int) {
    self.init(seed: UInt64(bitPattern: Int64(seed)))
  }

  /// True once in `count` times.
  mutating func once(in count: Int) -> Bool {
    Int.random(in: 0..<count, using: &self) == 0
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// Returns one of `items`, which must not be empty.
  mutating func one<Items: RandomAccessCollection>(of items: Items) -> Items.Element
  where Items.Index == Int {
    items[items.startIndex + Int.random(in: 0..<items.count, using: &self)]
  }
}
