// How the C library asks the system for memory.

#if canImport(Glibc)
  import CMalloc
  import Glibc
#endif

package enum Memory {
  /// Makes heaps grow in large steps, where the C library can be told so. Glibc's grow by a page at a
  /// time on all threads but the first, with a call to the system for each.
  ///
  /// To be called before there are other threads.
  package static func growInLargeSteps() {
    #if canImport(Glibc)
      // Only what is used of it takes memory.
      mallopt(M_TOP_PAD, Int32(step))
    #endif
  }

  /// Makes this thread's heap come in large pages, where the system has them: touching memory first
  /// costs a fault for each page, and the small ones of a run are thousands.
  ///
  /// To be called first on a thread. It is advice alone: it fails where there is nothing to follow it.
  static func useLargePages() {
    #if canImport(Glibc)
      // Heaps of all threads but the first begin at multiples of 64 MB (HEAP_MAX_SIZE of Glibc's
      // arena.c), and whatever was allocated first is in the first of them.
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
