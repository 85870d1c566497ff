// Memory that stays allocated until the process ends.

enum ProcessMemory {
  /// Keeps a value until the process ends, when the system frees all memory at once.
  ///
  /// Without it, validating the workload of `Tests/Benchmarks/generator` takes 1.12 times the CPU
  /// time (lower quartiles of 60 runs each, in turn).
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
