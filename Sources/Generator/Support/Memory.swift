// Tunes how the C library allocates memory.

#if canImport(Glibc)
  import CMalloc
  import Glibc
#endif

package enum Memory {
  /// Makes heaps grow in large steps if the C library supports it. By default, Glibc grows the
  /// heaps of all threads but the first by one page at a time, with one system call each.
  ///
  /// Without it, generating the workload of `Tests/Benchmarks/generator` takes 1.16 times the CPU time
  /// (medians of 30 runs each, in turn).
  ///
  /// Call this before starting other threads.
  package static func growInLargeSteps() {
    #if canImport(Glibc)
      // Only used pages take memory.
      mallopt(M_TOP_PAD, 48 << 20)
    #endif
  }
}
