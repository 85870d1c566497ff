// Which input types can be part of a variable's value.

import AuthGenLanguage
import AuthGenTypeSystem

struct InputReach {
  private let old: Schema
  private let new: Schema
  private let wanted: Set<Symbol>
  private var known: [Symbol: [Symbol]] = [:]

  /// - Parameter wanted: the types to look for.
  init(old: Schema, new: Schema, wanted: Set<Symbol>) {
    self.old = old
    self.new = new
    self.wanted = wanted
  }

  /// The wanted types among `type` and those of its fields, their fields and so on.
  mutating func types(within type: Symbol) -> [Symbol] {
    if wanted.isEmpty { return [] }
    if let known = known[type] { return known }
    var found: [Symbol] = []
    var seen: Set<Symbol> = [type]
    var pending = [type]
    while let next = pending.popLast() {
      if wanted.contains(next) { found.append(next) }
      for field in fields(of: next) where seen.insert(field.type.symbol).inserted {
        pending.append(field.type.symbol)
      }
    }
    known[type] = found
    return found
  }

  private func fields(of type: Symbol) -> [InputValueDefinition] {
    (old.type(type) ?? new.type(type))?.inputFields ?? []
  }
}
