// The definition of a type and its extensions, wherever they stand, belong together: names must be
// unique among all of them.

import AuthGenLanguage

/// Definitions and extensions by the type they are about, as linked lists of their indexes.
struct TypeGroups {
  /// The first of each group, in the order of their appearance.
  private(set) var first: [Int] = []
  /// The next of the same group per index, -1 at its end.
  private var next: [Int32]

  init(_ types: [TypeDefinition], _ symbols: SymbolTable) {
    next = [Int32](repeating: -1, count: types.count)
    var last = [Int32](repeating: -1, count: symbols.count)
    first.reserveCapacity(types.count)
    for index in types.indices {
      let symbol = types[index].name.symbol.index
      if last[symbol] < 0 { first.append(index) } else { next[Int(last[symbol])] = Int32(index) }
      last[symbol] = Int32(index)
    }
  }

  /// The next of the same group, or nil at its end.
  func next(after index: Int) -> Int? {
    next[index] < 0 ? nil : Int(next[index])
  }
}
