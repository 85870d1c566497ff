// One Swift scope's names: each is given out once.

struct NameScope {
  private(set) var taken: Set<String>

  init(reserved: Set<String> = []) {
    taken = reserved
  }

  /// `name`, or `name` with as many underscores behind it as make it unique.
  mutating func claim(_ name: String) -> String {
    var candidate = name
    while !taken.insert(candidate).inserted { candidate += "_" }
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
