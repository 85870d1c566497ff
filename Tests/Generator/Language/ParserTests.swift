// Tests the parser of documents and values, with its errors and limits.

import AuthGenLanguage
import AuthGenTestSupport
import Testing

@Suite struct ParserTests {
  @Test(
    arguments: RecordedCase.all("Language/SyntaxTrees.txt")
      + RecordedCase.all("Language/SyntaxErrors.txt"))
  func documentHasItsTreeOrItsError(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { text in
      let workspace = Workspace()
      let source = try workspace.add(text)
      if let error = syntaxError(in: source) { return workspace.sources.text(of: [error]) }
      let document = try Document.parse(source, symbols: &workspace.symbols)
      return SyntaxTree(symbols: workspace.symbols, sources: workspace.sources)
        .text(of: document.definitions)
    }
  }

  @Test func positionOfADocumentIncludesItsFirstDescription() throws {
    let document = try Workspace().parse("\"An operation\" query A { a }")
    guard case .operation(let operation) = document.definitions.first else {
      Issue.record("no operation")
      return
    }
    #expect(document.position < operation.position)
  }

  @Test func directiveArgumentsAreFoundByName() throws {
    let operation = try Workspace().operation("query @skip(if: true) @include { a }")
    #expect(operation.directives[.skip]?[argument: .if]?.boolean == true)
    #expect(operation.directives[.include]?[argument: .if] == nil)
    #expect(operation.directives[.deprecated] == nil)
  }

  @Test(arguments: [("true", [true, false, false]), ("null", [false, true, false])])
  func valueIsOfOneKind(_ text: String, _ kinds: [Bool]) throws {
    let value = try Workspace().value(text)
    #expect([value.boolean != nil, value.isNull, value.enumValue != nil] == kinds)
  }

  // MARK: Types

  @Test func argumentWithoutDefaultAndNullIsRequired() throws {
    let type = try Workspace().type("input A { a: B! b: B c: B! = 1 d: [B!] }")
    #expect(type.inputFields.map(\.isRequired) == [true, false, false, false])
  }

  @Test(arguments: [
    (TypeDefinition.Kind.scalar, "scalar", DirectiveLocation.scalar, [false, true, true, false]),
    (.object, "type", .object, [true, false, false, false]),
    (.interface, "interface", .interface, [true, false, false, true]),
    (.union, "union", .union, [true, false, false, true]),
    (.enum, "enum", .enum, [false, true, true, false]),
    (.inputObject, "input", .inputObject, [false, false, true, false]),
  ])
  func kindHasTheSpecificationsTerms(
    kind: TypeDefinition.Kind, keyword: String, location: DirectiveLocation, facts: [Bool]
  ) throws {
    let type = try Workspace().type("\(keyword) A")
    #expect(type.kind == kind && kind.keyword == keyword)
    #expect(kind.term == (kind == .inputObject ? "input object" : "\(location)"))
    #expect(DirectiveLocation(kind) == location)
    #expect([type.isComposite, type.isLeaf, type.isInputType, type.isAbstract] == facts)
  }

  @Test func operationTypeHasItsLocation() {
    #expect(
      OperationType.allCases.map { DirectiveLocation($0) } == [.query, .mutation, .subscription])
  }

  @Test func wrappersAreRemovedFromTheOutside() throws {
    let workspace = Workspace()
    let type = try workspace.reference("[[A!]]!")
    #expect(type.isNonNull && type.isList)
    #expect(type.nullable.text(workspace.symbols) == "[[A!]]")
    #expect(type.element?.text(workspace.symbols) == "[A!]")
    #expect(type.element?.element?.text(workspace.symbols) == "A!")
    #expect(type.element?.element?.element == nil)
    #expect(type.element?.element?.isList == false)
    #expect(workspace.symbols[type.symbol] == "A")
  }

  @Test func wrappersAreAdded() throws {
    let workspace = Workspace()
    let type = try workspace.reference("A")
    #expect(!type.isNonNull && !type.isList)
    #expect(type.nonNull.nonNull == type.nonNull)
    #expect(type.nonNull.list.nonNull.text(workspace.symbols) == "[A!]!")
    #expect(type.nullable == type)
  }

  @Test func equalityComparesNamesButShapeDoesNot() throws {
    let workspace = Workspace()
    let first = try workspace.reference("[A!]")
    let elsewhere = try workspace.reference("  [A!]")
    let other = try workspace.reference("[B!]")
    #expect(first.isSameType(as: elsewhere))
    #expect(first != elsewhere)
    #expect(!first.isSameType(as: other))
    #expect(first.shape == other.shape)
    #expect(first.shape != first.nonNull.shape)
  }

  // MARK: UTF-8 and limits

  /// Each text is tested in a string, in a comment, in a block string and between names.
  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF5],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xFF], [0xEF, 0xBB],
    ] as [[UInt8]])
  func invalidUTF8IsAnErrorAtItsPosition(_ bytes: [UInt8]) {
    let hexadecimal = String(bytes[0], radix: 16, uppercase: true)
    for (before, after) in [
      ("{a(b:\"é", "\")}"), ("#é", "\n{a}"), ("{a(b:\"\"\"é", "\"\"\")}"), ("{", ""), ("", "{"),
    ] {
      expectSyntaxError(
        before.utf8 + bytes + after.utf8, at: before.utf8.count,
        "invalid UTF-8: unexpected byte 0x\(hexadecimal)", help: "save the file as UTF-8")
    }
  }

  @Test func manyOpenDelimitersTakeLinearTime() {
    let count = 200_000
    let rest = String(repeating: "{", count: count) + String(repeating: ")", count: count)
    expectSyntaxError(Array("5 \(rest)".utf8), at: 0, "unexpected number 5")
  }

  @Test(arguments: [("", "{a", 256), ("{a(b:", "[", 255), ("{a(b:", "{a:", 255)])
  func nestingIsLimited(start: String, open: String, levels: Int) {
    expectSyntaxError(
      Array((start + String(repeating: open, count: 100_000)).utf8),
      at: start.utf8.count + levels * open.utf8.count, "nested more than 256 levels deep",
      help: "move the inner levels into a fragment or a variable")
  }

  @Test func listTypesNestAtMostThirtyLevels() throws {
    let (open, close) = (String(repeating: "[", count: 30), String(repeating: "]!", count: 30))
    let workspace = Workspace()
    let type = "\(open)A!\(close)"
    #expect(try workspace.reference(type).text(workspace.symbols) == type)
    for more in ["[A]\(close)) {b}", String(repeating: "[", count: 100_000)] {
      expectSyntaxError(
        Array("query($a: \(open)\(more)".utf8), at: 40,
        "list types are nested more than 30 levels deep")
    }
  }

  @Test func nestingWithinTheLimitIsParsed() throws {
    func nested(_ open: String, _ close: String, _ levels: Int) -> String {
      String(repeating: open, count: levels) + String(repeating: close, count: levels)
    }
    let lists = nested("[", "]", 255)
    for text in [nested("{a", "}", 256), "{a(b: \(lists)) c(b: \(lists))}"] {
      #expect(syntaxError(in: try Workspace().add(text)) == nil)
    }
  }

  // MARK: Single values

  @Test func singleValueIsParsed() throws {
    let workspace = Workspace()
    let source = try workspace.add(" [1, {a: B}] ")
    let value = try Value.parse(source, symbols: &workspace.symbols)
    #expect(value.position == Position(offset: source.base + 1))
  }

  @Test(arguments: [
    ("1 2", "1:3 syntax: expected the end of the value, found number 2"),
    ("", "1:1 syntax: expected a value, found the end of the file"),
    ("$a", "1:1 syntax: unexpected variable \"$a\" in a constant value"),
  ])
  func textAfterSingleValueIsAnError(_ text: String, _ problem: String) throws {
    let workspace = Workspace()
    let source = try workspace.add(text)
    let error = #expect(throws: Diagnostic.self) {
      _ = try Value.parse(source, symbols: &workspace.symbols)
    }
    #expect(workspace.sources.text(of: [try #require(error)]) == problem)
  }

  @Test func symbolsAreKeptAfterAnError() throws {
    let workspace = Workspace()
    #expect(throws: Diagnostic.self) { try workspace.parse("{ before ") }
    #expect(workspace.symbols.find("before") != nil)
    #expect(workspace.symbols.find("query") == .query)
  }

  // MARK: Strings

  @Test(arguments: RecordedCase.all("Language/StringValues.txt"))
  func literalHasItsKindAndValue(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { text in
      let workspace = Workspace()
      let string = try #require(try workspace.value(text).string)
      let kind = workspace.sources.isBlockString(string) ? "block string" : "string"
      return "\(kind) \(workspace.sources.text(of: string).debugDescription)"
    }
  }

  @Test func literalWithoutSourceIsEmpty() {
    let literal = StringLiteral(position: .unknown, length: 10)
    #expect(SourceMap().text(of: literal) == "")
    #expect(!SourceMap().isBlockString(literal))
  }

  @Test func tenMegabyteDescriptionIsParsed() throws {
    let line = String(repeating: "abcdefg ", count: 125)
    let description = String(repeating: "  \(line)\n", count: 10_000)
    let workspace = Workspace()
    let type = try workspace.type("\"\"\"\n\(description)\"\"\" scalar A")
    let text = workspace.sources.text(of: try #require(type.description))
    #expect(text.utf8.count == 10_000 * 1001 - 1)
    #expect(text.hasPrefix("abcdefg "))
  }
}
