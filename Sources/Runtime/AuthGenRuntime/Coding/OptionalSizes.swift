// The sizes of optional properties.

/// The sizes of optionals in memory. In code for any type, `MemoryLayout<Value?>` looks up the type
/// `Value?` in a table of all generic types, which takes longer than reading a short value.
nonisolated struct OptionalSizes: ~Copyable {
  private static let capacity = 16

  /// The size last asked for by each part of the types' addresses.
  private let entries = UnsafeMutablePointer<(type: UInt, size: Int)>.allocate(capacity: capacity)

  init() {
    entries.initialize(repeating: (type: 0, size: 0), count: Self.capacity)
  }

  deinit {
    entries.deallocate()
  }

  /// The size of an optional of a type, in bytes.
  subscript<Value>(type: Value.Type) -> Int {
    @inline(__always) get {
      let address = UInt(bitPattern: ObjectIdentifier(type))
      let entry = entries + Int(address >> 4 ^ address >> 8) & (Self.capacity - 1)
      return entry.pointee.type == address ? entry.pointee.size : look(up: type, entry)
    }
  }

  @inline(never)
  private func look<Value>(
    up type: Value.Type, _ entry: UnsafeMutablePointer<(type: UInt, size: Int)>
  ) -> Int {
    entry.pointee = (UInt(bitPattern: ObjectIdentifier(type)), MemoryLayout<Value?>.size)
    return entry.pointee.size
  }
}
