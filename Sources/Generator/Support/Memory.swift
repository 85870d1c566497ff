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
      mallopt(M_TOP_PAD, Int32(step))
    #endif
  }

  /// Makes this thread's heap use large pages if the system has them. The first access to each page
  /// costs a fault, and a run touches thousands of small pages. Without it, validating that workload
  /// takes 1.06 times the CPU time (lower quartiles of 60 runs each, in turn).
  ///
  /// Call this first on a thread. It is only a hint, and fails without effect if the system does
  /// not support it.
  static func useLargePages() {
    #if canImport(Glibc)
      // Heaps of all threads but the first begin at multiples of 64 MB (HEAP_MAX_SIZE in Glibc's
      // arena.c). The first allocation is in the first heap.
      let alignment: UInt = 64 << 20
      guard let block = malloc(1) else { return }
      defer { free(block) }
      let heap = UInt(bitPattern: block) & ~(alignment - 1)
      _ = madvise(UnsafeMutableRawPointer(bitPattern: heap), step, MADV_HUGEPAGE)
    #endif
  }

  #if canImport(Glibc)
    private static let step = 48 << 20
  #endif
}
