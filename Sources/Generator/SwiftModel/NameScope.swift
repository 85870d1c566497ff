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

  /// A name for each pair of a spelling and the name wished for it. A spelling that needs no
  /// conversion keeps it even where an earlier one converts to it, so that adding a field renames
  /// no other.
  mutating func claim(_ names: [(spelling: String, wished: String)]) -> [String] {
    var result = names.map(\.wished)
    var converted: [Int] = []
    for (index, name) in names.enumerated()
    where name.spelling != name.wished || !taken.insert(name.wished) {
      converted.append(index)
    }
    for index in converted { result[index] = claim(result[index]) }
    return result
  }
}

/// Names that differ: few are compared by short hashes, which takes less than a set does, as most
/// scopes have few.
private struct NameSet {
  private static let limit = 32

  private struct Entry {
    let hash: UInt32
    let name: String
  }

  private var few: [Entry] = []
  private var many: Set<String> = []

  init(_ names: Set<String>) {
    if names.count > Self.limit {
      many = names
    } else {
      few = names.map { Entry(hash: Self.hash($0), name: $0) }
    }
  }

  var all: Set<String> { many.union(few.lazy.map(\.name)) }

  /// - Returns: whether the name is new.
  mutating func insert(_ name: String) -> Bool {
    guard many.isEmpty else { return many.insert(name).inserted }
    let hash = Self.hash(name)
    for index in few.indices where few[index].hash == hash && few[index].name == name {
      return false
    }
    if few.isEmpty { few.reserveCapacity(8) }
    few.append(Entry(hash: hash, name: name))
    if few.count > Self.limit { (many, few) = (all, []) }
    return true
  }

  /// FNV-1a.
  private static func hash(_ name: String) -> UInt32 {
    var name = name
    return name.withUTF8 { utf8 in
      var hash: UInt32 = 2_166_136_261
      for byte in utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
      return hash
    }
  }
}
