// The variable types that can contain values of an input type.

import AuthGenLanguage
import AuthGenTypeSystem

struct InputReach: Sendable {
  /// The maximum number of variable types per input type.
  private static let maximumCount = 1_000

  private var sources: [Symbol: [Symbol]] = [:]

  /// - Parameter types: the types of variables.
  init(from types: [Symbol], old: Schema, new: Schema) {
    for source in types {
      var pending = [source]
      while let type = pending.popLast() {
        // If a list is full, the lists of all nested types are full too.
        let known = sources[type, default: []]
        guard known.count < Self.maximumCount, known.last != source else { continue }
        sources[type, default: []].append(source)
        let fields = (old.type(type) ?? new.type(type))?.inputFields ?? []
        pending += fields.map(\.type.symbol)
      }
    }
  }

  /// The variable types that can contain a value of `type`, including `type` itself.
  subscript(type: Symbol) -> [Symbol] { sources[type] ?? [] }
}
