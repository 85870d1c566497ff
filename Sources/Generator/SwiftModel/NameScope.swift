// The names of one Swift scope. Each name is used once.

struct NameScope {
  /// The maximum number of underscores that make a name unique. Beyond it, a number does.
  private static let maximumUnderscores = 3

  /// All used or reserved names.
  private(set) var all: Set<String>
  /// The last number tried, by name. Malicious input can have thousands of equal names.
  private var numbers: [String: Int] = [:]

  init(reserved: Set<String> = []) {
    all = reserved
  }

  /// Returns `name`, followed by as many underscores as make it unique, or by a number if more than
  /// three are needed.
  mutating func claim(_ name: String) -> String {
    var candidate = name
    for _ in 0...Self.maximumUnderscores {
      if all.insert(candidate).inserted { return candidate }
      candidate += "_"
    }
    var number = numbers[name] ?? Self.maximumUnderscores + 2
    candidate = "\(name)_\(number)"
    while !all.insert(candidate).inserted {
      number += 1
      candidate = "\(name)_\(number)"
    }
    numbers[name] = number + 1
    return candidate
  }

  /// Returns a name for each pair of a GraphQL spelling and a preferred name. A spelling that needs
  /// no conversion keeps its name, even if an earlier spelling converts to it. Adding a field
  /// therefore renames no other field.
  mutating func claim(_ names: [(spelling: String, preferred: String)]) -> [String] {
    var result = names.map(\.preferred)
    var converted: [Int] = []
    for (index, name) in names.enumerated()
    where name.spelling != name.preferred || !all.insert(name.preferred).inserted {
      converted.append(index)
    }
    for index in converted { result[index] = claim(result[index]) }
    return result
  }
}
