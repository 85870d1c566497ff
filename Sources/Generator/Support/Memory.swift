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

  /// Makes this thread's heap use large pages if the system has them. The first access to each page
  /// costs a fault, and a run touches thousands of small pages.
  ///
  /// Without it, generating that workload takes 1.06 times the CPU time, and validating it 1.05 times
  /// (medians of 31 runs each, in turn; `PR_SET_THP_DISABLE` switches large pages off).
  ///
  /// Call this first on a thread. It is only a hint, and fails without effect if the system does
  /// not support it.
  static func useLargePages() {
    #if canImport(Glibc)
      guard let block = malloc(1) else { return }
      defer { free(block) }
      guard let heap = mapping(of: UInt(bitPattern: block)) else { return }
      _ = madvise(UnsafeMutableRawPointer(bitPattern: heap.lowerBound), heap.count, MADV_HUGEPAGE)
    #endif
  }

  #if canImport(Glibc)
    /// Returns the addresses of the mapping with an address, as the kernel lists them.
    private static func mapping(of address: UInt) -> Range<UInt>? {
      guard let file = fopen("/proc/self/maps", "r") else { return nil }
      defer { fclose(file) }
      var line: UnsafeMutablePointer<CChar>?
      var capacity = 0
      defer { free(line) }
      while getline(&line, &capacity, file) > 0, let text = line {
        var rest: UnsafeMutablePointer<CChar>?
        let start = strtoul(text, &rest, 16)
        guard let rest, rest.pointee == CChar(UInt8(ascii: "-")) else { return nil }
        let end = strtoul(rest + 1, nil, 16)
        if start <= address, address < end { return start..<end }
      }
      return nil
    }
  #endif
}
