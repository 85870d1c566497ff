// Marks symbols as seen with one array access: uniqueness and set membership without hashing.

import AuthGenLanguage

/// A map from symbols to positions (or other small numbers) that is cleared in constant time, so
/// that one map serves all lists of names in turn.
struct SymbolMarks {
  /// For each symbol, the round in which it was marked and, in the low half, its value.
  private var entries: [UInt64]
  private var round: UInt64 = 0

  init(_ symbols: SymbolTable) {
    entries = [UInt64](repeating: 0, count: symbols.count)
  }

  /// Removes all marks. Call this before the first mark, too.
  mutating func removeAll() {
    round += 1
  }

  /// Marks `symbol` unless it is already marked.
  ///
  /// - Returns: the earlier value, or nil if the symbol was not marked.
  @inline(__always)
  mutating func mark(_ symbol: Symbol, _ value: UInt32) -> UInt32? {
    let entry = entries[symbol.index]
    if entry >> 32 == round { return UInt32(truncatingIfNeeded: entry) }
    entries[symbol.index] = round << 32 | UInt64(value)
    return nil
  }

  /// Marks a name with its position unless it is already marked.
  ///
  /// - Returns: the position of the first occurrence of the name, or nil if this is the first.
  @inline(__always)
  mutating func mark(_ name: Name) -> Position? {
    mark(name.symbol, name.position.offset).map { Position(offset: $0) }
  }

  /// Returns the value of `symbol`, or nil if it is not marked.
  @inline(__always)
  subscript(symbol: Symbol) -> UInt32? {
    let entry = entries[symbol.index]
    return entry >> 32 == round ? UInt32(truncatingIfNeeded: entry) : nil
  }
}
