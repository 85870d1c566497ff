// "Seen before?" for symbols, in one array access: uniqueness and set membership without hashing.

import AuthGenLanguage

/// A map from symbols to places (or other small numbers) that is emptied in constant time, so that
/// one serves for every list of names in turn.
struct SymbolMarks {
  /// Per symbol the round it was marked in and, in the low half, what it was marked with.
  private var entries: [UInt64]
  private var round: UInt64 = 0

  init(_ symbols: SymbolTable) {
    entries = [UInt64](repeating: 0, count: symbols.count)
  }

  /// Forgets all marks. To be called before the first mark, too.
  mutating func removeAll() {
    round += 1
  }

  /// Marks `symbol` unless it is marked already.
  ///
  /// - Returns: what it was marked with before, or nil where it was not marked.
  @inline(__always)
  mutating func mark(_ symbol: Symbol, _ value: UInt32) -> UInt32? {
    let entry = entries[symbol.index]
    if entry >> 32 == round { return UInt32(truncatingIfNeeded: entry) }
    entries[symbol.index] = round << 32 | UInt64(value)
    return nil
  }

  /// Marks a name with its position unless it is marked already.
  ///
  /// - Returns: the position of the first of that name, or nil where this is the first.
  @inline(__always)
  mutating func mark(_ name: Name) -> Position? {
    mark(name.symbol, name.position.offset).map { Position(offset: $0) }
  }

  /// What `symbol` is marked with, or nil where it is not marked.
  @inline(__always)
  subscript(symbol: Symbol) -> UInt32? {
    let entry = entries[symbol.index]
    return entry >> 32 == round ? UInt32(truncatingIfNeeded: entry) : nil
  }
}
