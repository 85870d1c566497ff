// Circles in small graphs.

import Testing

@testable import AuthGenValidation

struct CyclicComponentsTests {
  private func components(_ edges: [[Int]], roots: Range<Int>? = nil) -> [[Int]] {
    CyclicComponents(count: edges.count, roots: roots ?? edges.indices) { $1 += edges[$0] }
      .components
  }

  @Test func `graphs without circles have none`() {
    #expect(components([]) == [])
    #expect(components([[]]) == [])
    #expect(components([[1, 2], [3], [3], []]) == [])
  }

  @Test func `a node that leads to itself is a circle`() {
    #expect(components([[0], []]) == [[0]])
  }

  @Test func `circles that share a node are one`() {
    #expect(components([[1], [0, 2], [1]]) == [[0, 1, 2]])
  }

  @Test func `separate circles are separate, inner ones first`() {
    #expect(components([[1], [0, 2], [3], [2], [0]]) == [[2, 3], [0, 1]])
  }

  @Test func `what cannot be reached is not searched`() {
    #expect(components([[], [2], [1]], roots: 0..<1) == [])
  }
}
