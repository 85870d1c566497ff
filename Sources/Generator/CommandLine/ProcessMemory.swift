// Memory that the process does not give back piece by piece.

enum ProcessMemory {
  /// Keeps a value until the process ends: to take large trees apart takes a while, and the system
  /// takes all of a process's memory back at once.
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
