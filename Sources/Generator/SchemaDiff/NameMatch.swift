// Matches the elements of two lists by name.

import AuthGenLanguage
import AuthGenTypeSystem

/// An element with a name.
protocol Named {
  var symbol: Symbol { get }
}

extension Name: Named {}

extension FieldDefinition: Named {
  var symbol: Symbol { name.symbol }
}

extension InputValueDefinition: Named {
  var symbol: Symbol { name.symbol }
}

extension EnumValueDefinition: Named {
  var symbol: Symbol { name.symbol }
}

/// Two lists, matched by name. If a list has a name twice, the first element is used.
struct NameMatch<Item: Named> {
  private(set) var common: [(old: Item, new: Item)] = []
  private(set) var removed: [Item] = []
  private(set) var added: [Item] = []

  init(_ old: [Item], _ new: [Item]) {
    // The lists are usually alike, so no lookup is needed.
    var count = 0
    let limit = min(old.count, new.count)
    while count < limit, old[count].symbol == new[count].symbol { count += 1 }
    common.reserveCapacity(count)
    for index in 0..<count { common.append((old[index], new[index])) }
    if count == old.count, count == new.count { return }
    match(old, new, from: count)
  }

  private mutating func match(_ old: [Item], _ new: [Item], from start: Int) {
    var seen: Set<Symbol> = []
    for item in common { seen.insert(item.old.symbol) }
    var places: [Symbol: Int] = [:]
    for index in start..<new.count where !seen.contains(new[index].symbol) {
      if places[new[index].symbol] == nil { places[new[index].symbol] = index }
    }
    for item in old[start...] where seen.insert(item.symbol).inserted {
      if let index = places[item.symbol] {
        common.append((item, new[index]))
      } else {
        removed.append(item)
      }
    }
    for item in new[start...] where seen.insert(item.symbol).inserted { added.append(item) }
  }
}
