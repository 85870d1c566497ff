// Memory that stays allocated until the process ends.

enum ProcessMemory {
  /// Keeps a value until the process ends, when the system frees all memory at once. Deallocating
  /// the trees of a run instead takes 1.12 of the CPU time (lower quartiles of 60 runs each, in
  /// turn, of validating the workload of `Tests/Benchmarks/generator`).
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
