// Tests type references: parsing, wrapping, unwrapping, limits.

import AuthGenLanguage
import Testing

@Suite struct TypeReferenceTests {
  private func parse(_ text: String, _ workspace: Workspace) throws -> TypeReference {
    let source = try workspace.add("query($a: \(text)) { b }")
    let document = try Document.parse(source, symbols: &workspace.symbols)
    guard case .operation(let query) = document.definitions.first else {
      return .init(Name(.empty))
    }
    return try #require(query.variables.first).type
  }

  @Test(arguments: ["A", "A!", "[A]", "[A!]", "[A]!", "[A!]!", "[[A]!]", "[[[A!]]!]!"])
  func printedTextEqualsTheParsedText(_ text: String) throws {
    let workspace = Workspace()
    #expect(try parse(text, workspace).text(workspace.symbols) == text)
  }

  @Test func wrappersAreRemovedFromTheOutside() throws {
    let workspace = Workspace()
    let type = try parse("[[A!]]!", workspace)
    #expect(type.isNonNull)
    #expect(type.isList)
    #expect(type.nullable.text(workspace.symbols) == "[[A!]]")
    #expect(type.element?.text(workspace.symbols) == "[A!]")
    #expect(type.element?.element?.text(workspace.symbols) == "A!")
    #expect(type.element?.element?.element == nil)
    #expect(type.element?.element?.isList == false)
    #expect(workspace.symbols[type.symbol] == "A")
  }

  @Test func wrappersAreAdded() throws {
    let workspace = Workspace()
    let type = try parse("A", workspace)
    #expect(!type.isNonNull)
    #expect(!type.isList)
    #expect(type.nonNull.nonNull == type.nonNull)
    #expect(type.nonNull.list.nonNull.text(workspace.symbols) == "[A!]!")
    #expect(type.nullable == type)
  }

  @Test func equalityComparesNamesButShapeDoesNot() throws {
    let workspace = Workspace()
    let first = try parse("[A!]", workspace)
    let elsewhere = try parse("  [A!]", workspace)
    let other = try parse("[B!]", workspace)
    #expect(first.isSameType(as: elsewhere))
    #expect(first != elsewhere)
    #expect(!first.isSameType(as: other))
    #expect(first.shape == other.shape)
    #expect(first.shape != first.nonNull.shape)
  }

  @Test func listsNestAtMostThirtyLevels() throws {
    let workspace = Workspace()
    let open = String(repeating: "[", count: 30)
    let close = String(repeating: "]!", count: 30)
    let text = "\(open)A!\(close)"
    #expect(try parse(text, workspace).text(workspace.symbols) == text)
    expectSyntaxError(
      "query($a: \(open)▲[A]\(close)) {b}", "list types are nested more than 30 levels deep")
    let many = String(repeating: "[", count: 100_000)
    expectSyntaxError(
      "query($a: \(open)▲\(many)", "list types are nested more than 30 levels deep")
  }

  @Test func incompleteTypeIsAnError() {
    expectSyntaxError("query($a: ▲!) {b}", "expected a name, found \"!\"")
    expectSyntaxError("query($a: [▲]) {b}", "expected a name, found \"]\"")
    expectSyntaxError(
      "query($a: △[A▲) {b}", "expected \"]\", found \")\"", notes: ["\"[\" is not closed"],
      help: "add the missing \"]\"")
    expectSyntaxError("query($a: A!▲!) {b}", "expected \"$\", found \"!\"")
  }
}
