// Groups the definition of a type with its extensions, wherever they are: names must be unique
// within a group.

import AuthGenLanguage

/// Definitions and extensions, grouped by type, as linked lists of their indexes.
struct TypeGroups {
  /// The first element of each group, in source order.
  private(set) var first: [Int] = []
  /// The next element of the same group for each index; -1 at the end.
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

  /// Returns the next element of the same group, or nil at the end.
  func next(after index: Int) -> Int? {
    next[index] < 0 ? nil : Int(next[index])
  }
}
