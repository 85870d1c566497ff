// Memory that stays allocated until the process ends.

enum ProcessMemory {
  /// Keeps a value until the process ends. Deallocating large trees takes time; at exit the system
  /// frees all memory at once.
  static func keep(_ value: some Any) {
    _ = Unmanaged.passRetained(Kept(value))
  }

  private final class Kept<Value> {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }
}
