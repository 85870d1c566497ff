// Which types of variables can have values of an input type in them.

import AuthGenLanguage
import AuthGenTypeSystem

struct InputReach: Sendable {
  /// Of an input type, no more types of variables than this are known.
  private static let maximumCount = 1_000

  private var sources: [Symbol: [Symbol]] = [:]

  /// - Parameter types: those of variables.
  init(from types: [Symbol], old: Schema, new: Schema) {
    for source in types {
      var pending = [source]
      while let type = pending.popLast() {
        // Where a list is full, those of all types below are full, too.
        let known = sources[type, default: []]
        guard known.count < Self.maximumCount, known.last != source else { continue }
        sources[type, default: []].append(source)
        let fields = (old.type(type) ?? new.type(type))?.inputFields ?? []
        pending += fields.map(\.type.symbol)
      }
    }
  }

  /// The types of variables that can have a value of `type` in them, itself included.
  subscript(type: Symbol) -> [Symbol] { sources[type] ?? [] }
}
