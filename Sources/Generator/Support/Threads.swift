// Threads of the C library, for work on all processors and for stacks as deep as the parser's
// nesting limit requires. Foundation would triple the tool's start time.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

package enum Threads {
  /// The stack size for the deepest allowed nesting, in bytes, which also suffices for builds
  /// without optimisation. Only used pages take memory.
  private static let stackSize = 64 << 20

  /// Runs `body` on its own thread and waits for it. If the system cannot create such a thread,
  /// runs `body` on the caller's thread.
  package static func run<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) -> Result {
    start(body)()
  }

  /// Runs `first` on its own thread and `second` on the caller's thread, and waits for both.
  package static func both<First: Sendable, Second>(
    _ first: @escaping @Sendable () -> First, _ second: () -> Second
  ) -> (First, Second) {
    let first = processorCount > 1 ? start(first) : first
    let other = second()
    return (first(), other)
  }

  /// Runs `body` on its own thread, and does not wait for it: the end of the process ends it. Does nothing if
  /// the system cannot create the thread.
  package static func detach(_ body: @escaping @Sendable () -> Void) {
    if let thread = thread(for: Job(body: body)) { pthread_detach(thread) }
  }

  /// Suspends the calling thread. A signal ends the wait early.
  package static func sleep(seconds: Double) {
    let whole = seconds.rounded(.down)
    var time = timespec(tv_sec: Int(whole), tv_nsec: Int((seconds - whole) * 1e9))
    nanosleep(&time, nil)
  }

  /// Transforms all elements, on as many threads as there are processors.
  ///
  /// - Returns: the results in the order of `elements`.
  /// - Throws: the error of the first failing element. Each thread stops at its own first error.
  package static func map<Element: Sendable, Result: Sendable, Failure>(
    _ elements: [Element], _ transform: @escaping @Sendable (Element) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    try map(elements, with: ()) { _, element throws(Failure) in try transform(element) }
  }

  /// Transforms all elements, on as many threads as there are processors. Each thread has its own
  /// state. The assignment of elements to threads is arbitrary: results must not depend on it.
  ///
  /// - Parameter state: the initial state of each thread.
  /// - Returns: the results in the order of `elements`.
  /// - Throws: the error of the first failing element. Each thread stops at its own first error.
  package static func map<Element: Sendable, State: Sendable, Result: Sendable, Failure>(
    _ elements: [Element], with state: State,
    _ transform: @escaping @Sendable (inout State, Element) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    // Elements take different times and processors have other work, so each thread takes the next element.
    let turns = Locked(0)
    let nextTurn: @Sendable () -> Int = {
      turns.withLock { turn in
        defer { turn += 1 }
        return turn
      }
    }
    let part: @Sendable () -> Part<Result, Failure> = {
      var part = Part<Result, Failure>()
      var state = state
      var index = nextTurn()
      do throws(Failure) {
        while index < elements.count {
          part.results.append((index, try transform(&state, elements[index])))
          index = nextTurn()
        }
      } catch {
        part.failure = (index, error)
      }
      return part
    }
    let others = (0..<min(processorCount, elements.count)).dropFirst().map { _ in start(part) }
    let parts = [part()] + others.map { $0() }
    // All elements before a failing one are taken by then, and are finished.
    if let first = parts.compactMap(\.failure).min(by: { $0.index < $1.index }) {
      throw first.error
    }
    var results = [Result?](repeating: nil, count: elements.count)
    for part in parts {
      for (index, result) in part.results { results[index] = result }
    }
    return results.compactMap(\.self)
  }

  /// The result of one of several threads.
  private struct Part<Result: Sendable, Failure: Error>: Sendable {
    var results: [(index: Int, result: Result)] = []
    var failure: (index: Int, error: Failure)?
  }

  private static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// The work of a thread.
  private final class Job {
    let body: () -> Void

    init(body: @escaping () -> Void) {
      self.body = body
    }
  }

  /// Starts `body` on its own thread if the system can create one.
  ///
  /// - Returns: a function that waits for the result. Without the thread, it runs `body`.
  private static func start<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) -> () -> Result {
    // Written by the other thread, and read after that thread has ended.
    nonisolated(unsafe) var result: Result?
    let thread = thread(
      for: Job {
        Memory.useLargePages()
        result = body()
      })
    return {
      if let thread { pthread_join(thread, nil) }
      return result ?? body()
    }
  }

  /// - Returns: the thread that runs a job; nil if the system cannot create it.
  private static func thread(for job: Job) -> pthread_t? {
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
