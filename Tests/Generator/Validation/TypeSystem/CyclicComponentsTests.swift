// Tests cycles in small graphs.

import Testing

@testable import AuthGenValidation

struct CyclicComponentsTests {
  private func components(_ edges: [[Int]], roots: Range<Int>? = nil) -> [[Int]] {
    CyclicComponents(count: edges.count, roots: roots ?? edges.indices) { $1 += edges[$0] }
      .components
  }

  @Test func acyclicGraphHasNoCycle() {
    #expect(components([]) == [])
    #expect(components([[]]) == [])
    #expect(components([[1, 2], [3], [3], []]) == [])
  }

  @Test func nodeWithAnEdgeToItselfIsACycle() {
    #expect(components([[0], []]) == [[0]])
  }

  @Test func cyclesThatShareANodeAreOne() {
    #expect(components([[1], [0, 2], [1]]) == [[0, 1, 2]])
  }

  @Test func separateCyclesAreSeparateInnerOnesFirst() {
    #expect(components([[1], [0, 2], [3], [2], [0]]) == [[2, 3], [0, 1]])
  }

  @Test func unreachableNodesAreNotSearched() {
    #expect(components([[], [2], [1]], roots: 0..<1) == [])
  }
}
