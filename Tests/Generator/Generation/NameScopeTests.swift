// Tests how equal names are made unique.

import Testing

@testable import AuthGenSwiftModel

@Suite struct NameScopeTests {
  @Test func equalNamesGetUnderscores() {
    var scope = NameScope(reserved: ["a"])
    #expect((0..<5).map { _ in scope.claim("a") } == ["a_", "a__", "a___", "a_5", "a_6"])
  }

  @Test func numberedNameIsUniqueToo() {
    var scope = NameScope(reserved: ["a", "a_", "a__", "a___", "a_5"])
    #expect(scope.claim("a") == "a_6")
    #expect(scope.claim("a_6") == "a_6_")
    #expect(scope.claim("a") == "a_7")
  }

  @Test func manyEqualNamesStayShortAndFast() {
    var scope = NameScope()
    let names = (0..<50_000).map { _ in scope.claim("a") }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.utf8.count < 10 })
  }
}
