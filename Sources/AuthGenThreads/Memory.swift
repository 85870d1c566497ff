// How the C library asks the system for memory.

#if canImport(Glibc)
  import CMalloc
#endif

package enum Memory {
  /// Makes heaps grow in large steps, where the C library can be told so. Glibc's grow by a page at a
  /// time on all threads but the first, with a call to the system for each.
  ///
  /// To be called before there are other threads.
  package static func growInLargeSteps() {
    #if canImport(Glibc)
      // Only what is used of it takes memory.
      mallopt(M_TOP_PAD, 48 << 20)
    #endif
  }
}
