// "Did you mean": finds the names that a misspelt name resembles.

/// Returns the candidates that `name` is probably a misspelling of: at most five, the closest
/// first, then in the given order.
package func suggestions(for name: String, among candidates: [String]) -> [String] {
  var speller = Speller(Array(name.utf8))
  for (index, candidate) in candidates.enumerated() {
    speller.consider(Array(candidate.utf8)[...], index)
  }
  return speller.closest.map { candidates[$0] }
}

/// Returns a sentence that suggests the candidates close to `name`, or nil if there are none.
package func didYouMean(_ name: String, among candidates: [String]) -> String? {
  didYouMean(suggestions(for: name, among: candidates))
}

/// Returns a sentence that suggests `names`, or nil if there are none.
package func didYouMean(_ names: [String]) -> String? {
  guard let last = names.last else { return nil }
  let quoted = names.dropLast().map { "\"\($0)\"" }.joined(separator: ", ")
  return quoted.isEmpty ? "did you mean \"\(last)\"?" : "did you mean \(quoted) or \"\(last)\"?"
}

/// Finds the closest of many candidates for one name.
package struct Speller {
  /// The maximum length of a name to compare. A longer name is usually copied and not misspelt.
  private static let maximumLength = 64
  private static let maximumCount = 5

  private let name: [UInt8]
  private let threshold: Int
  private var rows: [Int]
  private var found: [(distance: Int, index: Int)] = []

  package init(_ name: some Sequence<UInt8>) {
    self.name = name.map(Self.lowercase)
    threshold = self.name.count > Self.maximumLength ? -1 : self.name.count * 2 / 5 + 1
    rows = [Int](repeating: 0, count: 3 * (self.name.count + 1))
  }

  /// The indexes of the closest candidates so far, the closest first.
  package var closest: [Int] { found.map(\.index) }

  /// Compares one more candidate. `index` identifies it to the caller.
  package mutating func consider(_ candidate: ArraySlice<UInt8>, _ index: Int) {
    guard abs(candidate.count - name.count) <= threshold else { return }
    let distance = distance(to: candidate)
    guard distance <= threshold else { return }
    let rank = found.firstIndex { $0.distance > distance } ?? found.count
    guard rank < Self.maximumCount else { return }
    found.insert((distance, index), at: rank)
    if found.count > Self.maximumCount { found.removeLast() }
  }

  /// Returns the number of bytes to insert, remove, replace or swap with a neighbour, ignoring letter case.
  private mutating func distance(to candidate: ArraySlice<UInt8>) -> Int {
    let width = name.count + 1
    var (older, previous, current) = (0, width, 2 * width)
    for column in 0..<width { rows[previous + column] = column }
    var last: UInt8 = 0
    for (row, raw) in candidate.enumerated() {
      let byte = Self.lowercase(raw)
      rows[current] = row + 1
      var best = row + 1
      for column in 1..<width {
        let cost = name[column - 1] == byte ? 0 : 1
        var value = min(
          rows[previous + column] + 1, rows[current + column - 1] + 1,
          rows[previous + column - 1] + cost)
        if row > 0, column > 1, name[column - 1] == last, name[column - 2] == byte {
          value = min(value, rows[older + column - 2] + 1)
        }
        rows[current + column] = value
        best = min(best, value)
      }
      if best > threshold { return best }
      last = byte
      (older, previous, current) = (previous, current, older)
    }
    return rows[previous + width - 1]
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
