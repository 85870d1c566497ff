// How the C library asks the system for memory.

#if canImport(Glibc)
  import Glibc
#endif

package enum Memory {
  /// Makes heaps grow in large steps, where the C library can be told so. Glibc's grow by a page at a
  /// time on all threads but the first, with a call to the system for each.
  ///
  /// To be called before there are other threads.
  package static func growInLargeSteps() {
    #if canImport(Glibc)
      // It is in <malloc.h>, which Swift's overlay leaves out.
      guard let symbol = dlsym(nil, "mallopt") else { return }
      typealias Option = @convention(c) (_ option: Int32, _ value: Int32) -> Int32
      let topPad: Int32 = -2
      // Only what is used of it takes memory.
      _ = unsafeBitCast(symbol, to: Option.self)(topPad, 48 << 20)
    #endif
  }
}
