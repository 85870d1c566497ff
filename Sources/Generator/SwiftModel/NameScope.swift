// The names of one Swift scope. Each name is used once.

struct NameScope {
  /// The maximum number of underscores that make a name unique. Beyond it, a number does.
  private static let maximumUnderscores = 3

  private var taken: NameSet
  /// The last number tried, by name. Malicious input can have thousands of equal names.
  private var numbers: [String: Int] = [:]

  init(reserved: Set<String> = []) {
    taken = NameSet(reserved)
  }

  /// All used or reserved names.
  var all: Set<String> { taken.all }

  /// Returns `name`, followed by as many underscores as make it unique, or by a number if more than
  /// three are needed.
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

  /// Returns a name for each pair of a GraphQL spelling and a preferred name. A spelling that needs
  /// no conversion keeps its name, even if an earlier spelling converts to it. Adding a field
  /// therefore renames no other field.
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

/// A set of names, compared by short hashes. For the few names of most scopes, this is faster than
/// `Set`.
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

  /// Returns the FNV-1a hash.
  private static func hash(_ name: String) -> UInt32 {
    var name = name
    return name.withUTF8 { utf8 in
      var hash: UInt32 = 2_166_136_261
      for byte in utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
      return hash
    }
  }
}
