// Matches the elements of two lists by name.

import AuthGenLanguage
import AuthGenTypeSystem

/// Two lists, matched by name. If a list has a name twice, the first element is used.
struct NameMatch<Item: Named> {
  private(set) var common: [(old: Item, new: Item)] = []
  private(set) var removed: [Item] = []
  private(set) var added: [Item] = []

  init(_ old: [Item], _ new: [Item]) {
    // The lists are usually alike, so no lookup is needed.
    var count = 0
    let limit = min(old.count, new.count)
    while count < limit, old[count].name.symbol == new[count].name.symbol { count += 1 }
    common.reserveCapacity(count)
    for index in 0..<count { common.append((old[index], new[index])) }
    if count == old.count, count == new.count { return }
    match(old, new, from: count)
  }

  private mutating func match(_ old: [Item], _ new: [Item], from start: Int) {
    var seen: Set<Symbol> = []
    for item in common { seen.insert(item.old.name.symbol) }
    var places: [Symbol: Int] = [:]
    for index in start..<new.count where !seen.contains(new[index].name.symbol) {
      if places[new[index].name.symbol] == nil { places[new[index].name.symbol] = index }
    }
    for item in old[start...] where seen.insert(item.name.symbol).inserted {
      if let index = places[item.name.symbol] {
        common.append((item, new[index]))
      } else {
        removed.append(item)
      }
    }
    for item in new[start...] where seen.insert(item.name.symbol).inserted { added.append(item) }
  }
}
