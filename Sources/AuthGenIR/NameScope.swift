// One Swift scope's names: each is given out once.

struct NameScope {
  /// How many underscores tell names apart before numbers do.
  private static let maximumUnderscores = 3

  private var taken: NameSet
  /// Where the search for a number ended, by name: hostile input has thousands of one name.
  private var numbers: [String: Int] = [:]

  init(reserved: Set<String> = []) {
    taken = NameSet(reserved)
  }

  /// All names given out or reserved.
  var all: Set<String> { taken.all }

  /// `name`, or `name` with as many underscores behind it as make it unique, or with a number where
  /// these would be more than three.
  mutating func claim(_ name: String) -> String {
    var candidate = name
    for _ in 0...Self.maximumUnderscores {
      if taken.insert(candidate) { return candidate }
      candidate += "_"
    }
    var number = numbers[name] ?? Self.maximumUnderscores + 2
    candidate = "\(name)_\(number)"
    while !taken.insert(candidate) {
      number += 1
      candidate = "\(name)_\(number)"
    }
    numbers[name] = number + 1
    return candidate
  }

  /// Takes exactly `name`.
  ///
  /// - Returns: whether it was free.
  mutating func claims(_ name: String) -> Bool {
    taken.insert(name)
  }

  /// A name for each pair of a spelling and the name wished for it. A spelling that needs no
  /// conversion keeps it even where an earlier one converts to it, so that adding a field renames
  /// no other.
  mutating func claim(_ names: [(spelling: String, wished: String)]) -> [String] {
    var result = [String?](repeating: nil, count: names.count)
    for (index, name) in names.enumerated() where name.spelling == name.wished {
      if taken.insert(name.wished) { result[index] = name.wished }
    }
    return names.enumerated().map { index, name in result[index] ?? claim(name.wished) }
  }
}

/// Names that differ: few are compared one by one, which takes less than to hash them, as most scopes
/// have few.
private struct NameSet {
  private static let limit = 12

  private var few: [String] = []
  private var many: Set<String> = []

  init(_ names: Set<String>) {
    if names.count > Self.limit { many = names } else { few = Array(names) }
  }

  var all: Set<String> { many.union(few) }

  /// - Returns: whether the name is new.
  mutating func insert(_ name: String) -> Bool {
    guard many.isEmpty else { return many.insert(name).inserted }
    guard !few.contains(name) else { return false }
    few.append(name)
    if few.count > Self.limit { (many, few) = (Set(few), []) }
    return true
  }
}
