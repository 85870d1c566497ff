// Threads of the C library: work on all processors, and stacks as deep as the parser's limit of
// nesting needs. Foundation would triple the time that the tool takes to start.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

package enum Threads {
  /// The room that the deepest nesting allowed takes, in bytes, in builds without optimisation too.
  /// Only what is used of it takes memory.
  private static let stackSize = 64 << 20

  /// Runs `body` on a thread of its own, and waits for it. Where the system has no room for such a
  /// thread, `body` is run on the caller's.
  package static func run<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) -> Result {
    // Written by the other thread, and read once it has ended.
    nonisolated(unsafe) var result: Result?
    if let thread = start(Job { result = body() }) {
      pthread_join(thread, nil)
    }
    return result ?? body()
  }

  /// Runs `first` on a thread of its own and `second` on the caller's, and waits for both.
  package static func both<First: Sendable, Second>(
    _ first: @escaping @Sendable () -> First, _ second: () -> Second
  ) -> (First, Second) {
    nonisolated(unsafe) var result: First?
    let thread = processorCount > 1 ? start(Job { result = first() }) : nil
    let other = second()
    if let thread { pthread_join(thread, nil) }
    return (result ?? first(), other)
  }

  /// Transforms all elements, on as many threads as there are processors.
  ///
  /// - Returns: the results in the order of `elements`.
  /// - Throws: the error of the first element that has one. A thread stops at its own first.
  package static func map<Element: Sendable, Result: Sendable, Failure>(
    _ elements: [Element], _ transform: @escaping @Sendable (Element) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    let count = max(1, min(processorCount, elements.count))
    // Every count-th element is one thread's, and so is every count-th result.
    let part: @Sendable (Int) -> (results: [Result], failure: Failure?) = { first in
      var results: [Result] = []
      do throws(Failure) {
        for index in stride(from: first, to: elements.count, by: count) {
          results.append(try transform(elements[index]))
        }
        return (results, nil)
      } catch {
        return (results, error)
      }
    }
    let parts = run(part, times: count)
    let failed = parts.indices.filter { parts[$0].failure != nil }
    let first = failed.min {
      parts[$0].results.count * count + $0 < parts[$1].results.count * count + $1
    }
    if let first, let failure = parts[first].failure { throw failure }
    return elements.indices.map { parts[$0 % count].results[$0 / count] }
  }

  /// - Returns: what `body` gives for each number below `count`, each on a thread of its own.
  private static func run<Result: Sendable>(
    _ body: @escaping @Sendable (Int) -> Result, times count: Int
  ) -> [Result] {
    nonisolated(unsafe) var results = [Result?](repeating: nil, count: count)
    results.withUnsafeMutableBufferPointer { buffer in
      nonisolated(unsafe) let places = buffer
      let threads = (1..<count).map { index in start(Job { places[index] = body(index) }) }
      places[0] = body(0)
      for (index, thread) in zip(1..<count, threads) {
        if let thread { pthread_join(thread, nil) } else { places[index] = body(index) }
      }
    }
    return results.compactMap(\.self)
  }

  /// Transforms as many equal parts of `elements` as there are processors, each on a thread of its own.
  ///
  /// - Parameter transform: gets elements that follow one another.
  /// - Returns: the results in the order of the parts.
  package static func mapParts<Element: Sendable, Result: Sendable>(
    of elements: [Element], _ transform: @escaping @Sendable (ArraySlice<Element>) -> Result
  ) -> [Result] {
    let count = max(1, min(processorCount, elements.count))
    let bounds = (0...count).map { elements.count * $0 / count }
    return map(zip(bounds, bounds.dropFirst()).map { elements[$0..<$1] }, transform)
  }

  private static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// What a thread does.
  private final class Job {
    let body: () -> Void

    init(body: @escaping () -> Void) {
      self.body = body
    }
  }

  /// - Returns: nil where the system refuses.
  private static func start(_ job: Job) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    guard pthread_attr_setstacksize(&attributes, stackSize) == 0 else { return nil }
    let argument = Unmanaged.passRetained(job)
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(
        &thread, &attributes,
        { argument in
          Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body()
          return nil
        }, argument.toOpaque())
    #else
      var thread = pthread_t()
      let status = pthread_create(
        &thread, &attributes,
        { argument in
          if let argument { Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body() }
          return nil
        }, argument.toOpaque())
    #endif
    guard status == 0 else {
      argument.release()
      return nil
    }
    return thread
  }
}
