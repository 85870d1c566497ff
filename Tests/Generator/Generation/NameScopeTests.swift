// Tests which names a scope gives.

import Testing

@testable import AuthGenSwiftModel

@Suite struct NameScopeTests {
  @Test func firstFreeCandidateIsTaken() {
    var scope = NameScope()
    #expect(scope.claim("Item", "Items", as: .type) == "Item")
    #expect(scope.claim("Item", "Items", as: .type) == "Items")
  }

  @Test func takenNamesGetNumbers() {
    var scope = NameScope()
    #expect((0..<3).map { _ in scope.claim("a", as: .member) } == ["a", "a2", "a3"])
    #expect(scope.claim("a2", as: .member) == "a22")
  }

  @Test func reservedWordsGetUnderscores() {
    var scope = NameScope(
      reserved: ["unknown"], visible: VisibleTypes(words: ["String"], types: ["Kind"]))
    #expect(scope.claim("unknown", as: .member) == "unknown_")
    #expect(scope.claim("unknown", as: .type) == "unknown")
    #expect(scope.claim("String", as: .type) == "String_")
    #expect(scope.claim("self", as: .member) == "self_")
    #expect(scope.claim("Type", as: .type) == "Type_")
    #expect(scope.claim("none", as: .member) == "none")
    #expect(
      ["none", "some", "init"].map { scope.claim($0, as: .enumCase) } == [
        "none_", "some_", "init_",
      ])
  }

  @Test func typesThatCodeRefersToAreNotHidden() {
    var scope = NameScope(visible: VisibleTypes(types: ["Kind"], fragments: ["UserFragment"]))
    #expect(scope.claim("Kind", "Category", as: .type) == "Category")
    #expect(scope.claim("UserFragment", as: .type) == "UserFragment2")
    #expect(scope.claim("Kind", as: .member) == "Kind")
  }

  @Test func exactNamesTakePrecedenceOverConvertedOnes() {
    var scope = NameScope()
    let names = scope.claim(
      [
        .init(graphQL: "user_id", preferred: "userId"),
        .init(graphQL: "USER_ID", preferred: "userId"),
        .init(graphQL: "userId", preferred: "userId"),
      ], as: .member)
    #expect(names == ["user_id", "USER_ID", "userId"])
  }

  @Test func manyEqualNamesStayShortAndFast() {
    var scope = NameScope()
    let names = (0..<50_000).map { _ in scope.claim("a", as: .member) }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.utf8.count < 10 })
  }
}
