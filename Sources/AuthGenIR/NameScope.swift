// One Swift scope's names: each is given out once.

struct NameScope {
  /// How many underscores tell names apart before numbers do.
  private static let maximumUnderscores = 3

  private(set) var taken: Set<String>
  /// Where the search for a number ended, by name: hostile input has thousands of one name.
  private var numbers: [String: Int] = [:]

  init(reserved: Set<String> = []) {
    taken = reserved
  }

  /// `name`, or `name` with as many underscores behind it as make it unique, or with a number where
  /// these would be more than three.
  mutating func claim(_ name: String) -> String {
    var candidate = name
    for _ in 0...Self.maximumUnderscores {
      if taken.insert(candidate).inserted { return candidate }
      candidate += "_"
    }
    var number = numbers[name] ?? Self.maximumUnderscores + 2
    candidate = "\(name)_\(number)"
    while !taken.insert(candidate).inserted {
      number += 1
      candidate = "\(name)_\(number)"
    }
    numbers[name] = number + 1
    return candidate
  }

  /// A name for each pair of a spelling and the name wished for it. A spelling that needs no
  /// conversion keeps it even where an earlier one converts to it, so that adding a field renames
  /// no other.
  mutating func claim(_ names: [(spelling: String, wished: String)]) -> [String] {
    var result = [String?](repeating: nil, count: names.count)
    for (index, name) in names.enumerated() where name.spelling == name.wished {
      if taken.insert(name.wished).inserted { result[index] = name.wished }
    }
    return names.enumerated().map { index, name in result[index] ?? claim(name.wished) }
  }
}
