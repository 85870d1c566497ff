// Tests that work on several threads has the same result as on one thread.

import AuthGenSupport
import Testing

@Suite struct ThreadsTests {
  struct Failure: Error, Equatable {
    let number: Int
  }

  @Test(arguments: [0, 1, 2, 3, 100])
  func resultsAreInTheOrderOfTheElements(_ count: Int) {
    #expect(Threads.map(Array(0..<count)) { $0 * 2 } == (0..<count).map { $0 * 2 })
  }

  @Test(arguments: [0, 1, 2, 3, 100])
  func eachElementIsHandledWithOneThreadsState(_ count: Int) {
    let seen = Threads.map(Array(0..<count), with: [-1]) { seen, number in
      seen.append(number)
      return seen
    }
    #expect(seen.map(\.last) == Array(0..<count))
    // A thread has the numbers that it took before.
    #expect(seen.allSatisfy { $0.first == -1 && $0 == Set($0).sorted() })
  }

  @Test(arguments: [[0], [7], [8, 7], [99, 50, 51]])
  func firstFailingElementsErrorIsThrown(_ failing: [Int]) {
    let error = #expect(throws: Failure.self) {
      try Threads.map(Array(0..<100)) { number throws(Failure) in
        if failing.contains(number) { throw Failure(number: number) }
        return number
      }
    }
    #expect(error?.number == failing.min())
  }

  /// An error in one file often occurs in all files, and each file may take long.
  @Test func threadStopsAtItsFirstError() {
    var isTried = [Bool](repeating: false, count: 10_000)
    isTried.withUnsafeMutableBufferPointer { buffer in
      // Each element has its own entry.
      nonisolated(unsafe) let places = buffer
      _ = try? Threads.map(Array(places.indices)) { number throws(Failure) in
        places[number] = true
        throw Failure(number: number)
      }
    }
    let count = isTried.count { $0 }
    #expect(count >= 1)
    #expect(count <= 1_000, "\(count)")
  }
}
