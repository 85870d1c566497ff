// Tests the parser of operations, fragments, selections and values, with its errors and limits.

import AuthGenLanguage
import Testing

@Suite struct ExecutableParserTests {
  @Test func operationIsParsedWithAllItsParts() throws {
    let workspace = Workspace()
    let operation = try workspace.operation(
      "  mutation LogIn($email: String!, $codes: [Int!] = [1, 2] @a @b(c: 1)) @live { logIn }")
    #expect(operation.operationType == .mutation)
    #expect(workspace.symbols[try #require(operation.name).symbol] == "LogIn")
    #expect(workspace.sources.location(of: operation.position)?.column == 3)
    #expect(workspace.names(operation.variables.map(\.name)) == ["email", "codes"])
    #expect(operation.variables.map { $0.type.text(workspace.symbols) } == ["String!", "[Int!]"])
    let second = operation.variables[1]
    #expect(workspace.sources.location(of: second.name.position)?.column == 35)
    #expect(workspace.sources.location(of: second.type.name.position)?.column == 44)
    #expect(workspace.names(second.directives.map(\.name)) == ["a", "b"])
    guard case .list(let values) = second.defaultValue?.kind else {
      Issue.record("no list")
      return
    }
    #expect(values.map { workspace.sources.number($0) } == ["1", "2"])
    #expect(workspace.names(operation.directives.map(\.name)) == ["live"])
    #expect(operation.selectionSet.selections.count == 1)
  }

  @Test func everyOperationTypeHasItsKeyword() throws {
    for type in OperationType.allCases {
      let workspace = Workspace()
      let operation = try workspace.operation("\(type.keyword) { a }")
      #expect(operation.operationType == type)
      #expect(operation.name == nil)
    }
  }

  @Test func shorthandIsAQuery() throws {
    let workspace = Workspace()
    let operation = try workspace.operation("\n{ a }")
    #expect(operation.operationType == .query)
    #expect(operation.name == nil)
    #expect(operation.position == operation.selectionSet.position)
    #expect(workspace.sources.location(of: operation.position)?.line == 2)
  }

  @Test func executableDefinitionsAndVariablesMayHaveDescriptions() throws {
    let workspace = Workspace()
    let document = try workspace.parse(
      """
      "An operation" query A("A variable" $a: Int, \"""Another\""" $b: Int = 1 @c) { a }
      \"""A fragment\""" fragment F on A { a }
      """)
    guard case .operation(let operation) = document.definitions[0],
      case .fragment(let fragment) = document.definitions[1]
    else {
      Issue.record("other definitions")
      return
    }
    let text = { (literal: StringLiteral?) in literal.map { workspace.sources.text(of: $0) } }
    #expect(text(operation.description) == "An operation")
    #expect(operation.variables.map { text($0.description) } == ["A variable", "Another"])
    #expect(text(fragment.description) == "A fragment")
    #expect(workspace.sources.location(of: operation.position)?.column == 16)
    #expect(document.position < operation.position)
  }

  @Test func shorthandHasNoDescription() {
    expectSyntaxError(
      "\"A query\" ▲{ a }", "expected a definition after its description, found \"{\"")
    expectSyntaxError(
      "\"\"\"A\"\"\" ▲", "expected a definition after its description, found the end of the file")
    expectSyntaxError(
      "▲\"A\" extend type B { c: D }",
      "unexpected description: \"extend\" is not a definition",
      help: "make it a comment (#), or remove it")
  }

  @Test func selectionsAreFieldsSpreadsAndInlineFragments() throws {
    let workspace = Workspace()
    let operation = try workspace.operation(
      "{ a: b(c: $d, e: E) @f { g } ...H @i ... on J @k { l } ... @m { n } ... { o } on }")
    let selections = operation.selectionSet.selections
    guard selections.count == 6, case .field(let field) = selections[0],
      case .fragmentSpread(let spread) = selections[1],
      case .inlineFragment(let typed) = selections[2],
      case .inlineFragment(let conditional) = selections[3],
      case .inlineFragment(let bare) = selections[4], case .field(let last) = selections[5]
    else {
      Issue.record("other selections")
      return
    }
    let name = { (name: Name?) in name.map { workspace.symbols[$0.symbol] } }
    #expect(name(field.alias) == "a")
    #expect(name(field.name) == "b")
    #expect(workspace.symbols[field.responseName] == "a")
    #expect(workspace.names(field.arguments.map(\.name)) == ["c", "e"])
    #expect(field.selectionSet?.selections.count == 1)
    #expect(workspace.sources.location(of: field.position)?.column == 3)
    #expect(name(spread.name) == "H")
    #expect(workspace.sources.location(of: spread.position)?.column == 30)
    #expect(name(typed.typeCondition) == "J")
    #expect(conditional.typeCondition == nil)
    #expect(bare.directives.isEmpty)
    #expect(name(last.name) == "on")
    #expect(workspace.symbols[last.responseName] == "on")
    #expect(selections.map(\.directives.count) == [1, 1, 1, 1, 0, 0])
  }

  @Test func keywordsAreValidNames() throws {
    let workspace = Workspace()
    let operation = try workspace.operation(
      "query query($query: query = query @query) { query: fragment(true: null) ...query }")
    #expect(workspace.names([operation.name].compactMap(\.self)) == ["query"])
    #expect(operation.selectionSet.selections.count == 2)
  }

  @Test func valuesOfEveryKindAreParsed() throws {
    let workspace = Workspace()
    let value = try workspace.value(
      """
      {a: $v, b: 1, c: 1.5, d: "x", e: \"""y\""", f: true, g: false, h: null, i: RED, j: [], k: {}}
      """)
    guard case .object(let fields) = value.kind else {
      Issue.record("no object")
      return
    }
    #expect(workspace.names(fields.map(\.name)).joined() == "abcdefghijk")
    let values = fields.map(\.value)
    if case .variable(let name) = values[0].kind {
      #expect(workspace.symbols[name] == "v")
    } else {
      Issue.record("no variable")
    }
    #expect(values.map { workspace.sources.number($0) }[1...2] == ["1", "1.5"])
    #expect(
      values[3...4].compactMap(\.string).map { workspace.sources.text(of: $0) } == ["x", "y"])
    #expect(values[5...6].map(\.boolean) == [true, false])
    #expect(values.indices.filter { values[$0].isNull } == [7])
    #expect(values[8].enumValue.map { workspace.symbols[$0] } == "RED")
    #expect(values[7].enumValue == nil)
    #expect(values[7].boolean == nil)
  }

  @Test func directiveArgumentsAreFoundByName() throws {
    let workspace = Workspace()
    let operation = try workspace.operation("query @skip(if: true) @include { a }")
    #expect(operation.directives[.skip]?[argument: .if]?.boolean == true)
    #expect(operation.directives[.include]?[argument: .if] == nil)
    #expect(operation.directives[.deprecated] == nil)
  }

  // MARK: Errors

  @Test func emptyDocumentIsAnError() {
    expectSyntaxError("▲", "unexpected end of the file")
    expectSyntaxError(" # nothing\n▲", "unexpected end of the file")
    expectSyntaxError("▲}", "unexpected \"}\"")
    expectSyntaxError("{a} ▲5", "unexpected number 5")
    expectSyntaxError("▲foo { a }", "unexpected name \"foo\"")
    expectSyntaxError("{a} ▲on { a }", "unexpected name \"on\"")
  }

  @Test func emptySelectionSetIsAnError() {
    expectSyntaxError("{▲}", "expected a name, found \"}\"")
    expectSyntaxError("{ a {▲} }", "expected a name, found \"}\"")
    expectSyntaxError("query A▲", "expected \"{\", found the end of the file")
  }

  @Test func emptyArgumentAndVariableListsAreErrors() {
    expectSyntaxError("{ a(▲) }", "expected a name, found \")\"")
    expectSyntaxError("query(▲) { a }", "expected \"$\", found \")\"")
    expectSyntaxError("{ a @b(▲) }", "expected a name, found \")\"")
  }

  @Test func errorNamesTheUnexpectedToken() {
    expectSyntaxError("{ a: ▲\"b\" }", "expected a name, found a string")
    expectSyntaxError("{ a: ▲\"\"\"b\"\"\" }", "expected a name, found a block string")
    expectSyntaxError("{ a: ▲-12.5e3 }", "expected a name, found number -12.5e3")
    expectSyntaxError("{ a(b ▲c) }", "expected \":\", found name \"c\"")
    expectSyntaxError("{ a(b: ▲) }", "expected a value, found \")\"")
    expectSyntaxError("{ a(b: {c▲}) }", "expected \":\", found \"}\"")
    expectSyntaxError("{ a(b: $▲1) }", "expected a name, found number 1")
    expectSyntaxError("query($a▲) { b }", "expected \":\", found \")\"")
    expectSyntaxError("{ a @ ▲}", "expected a name, found \"}\"")
    expectSyntaxError("{ ...▲5 }", "expected \"{\", found number 5")
    expectSyntaxError("{ ... on ▲{ a } }", "expected a name, found \"{\"")
  }

  @Test func variableInConstantValueIsAnError() {
    expectSyntaxError(
      "query($a: Int = ▲$b) { c }", "unexpected variable \"$b\" in a constant value")
    expectSyntaxError(
      "query($a: A = {b: [▲$c]}) { c }", "unexpected variable \"$c\" in a constant value")
    expectSyntaxError(
      "query($a: A @b(c: ▲$d)) { c }", "unexpected variable \"$d\" in a constant value")
    expectSyntaxError("type A @b(c: ▲$d)", "unexpected variable \"$d\" in a constant value")
    expectSyntaxError("query($a: A = $▲)", "unexpected \")\"")
  }

  @Test(arguments: [
    ("△{ a▲", "expected a name, found the end of the file", "{", "}"),
    ("{ a △{ b▲", "expected a name, found the end of the file", "{", "}"),
    ("△{ a { b } c(d: [1, {e: 2}])▲", "expected a name, found the end of the file", "{", "}"),
    ("{ a } △{ b { c }\n#}\n▲", "expected a name, found the end of the file", "{", "}"),
    ("△{ a { b }\n\nquery B(▲$c: Int) { d }", "expected a name, found \"$\"", "{", "}"),
    ("{ a△(b: 1 ▲}", "expected a name, found \"}\"", "(", ")"),
    ("{ a(b: △[1▲) }", "expected a value, found \")\"", "[", "]"),
    ("{ a(b: △{c: 1▲) }", "expected a name, found \")\"", "{", "}"),
    ("{ a(b: \"}\", c: △[\"\"\"]\"\"\"▲) }", "expected a value, found \")\"", "[", "]"),
    ("query△($a: Int ▲{ b }", "expected \"$\", found \"{\"", "(", ")"),
    ("type A △{ b: C\n\ntype ▲D { e: F }", "expected \":\", found name \"D\"", "{", "}"),
    ("type A { b: △[C ▲}", "expected \"]\", found \"}\"", "[", "]"),
    ("enum A △{ B ▲", "expected a name, found the end of the file", "{", "}"),
  ])
  func openDelimiterIsNamed(
    _ text: String, _ message: String, _ opening: String, _ closing: String
  ) {
    expectSyntaxError(
      text, message, notes: ["\"\(opening)\" is not closed"],
      help: "add the missing \"\(closing)\"")
  }

  /// A note at a delimiter that is closed would be wrong.
  @Test(arguments: [
    ("{ a { b } ▲5 c(d: [1]) }", "expected a name, found number 5"),
    ("{ a ▲] }", "expected a name, found \"]\""),
    ("{ a } ▲}", "unexpected \"}\""),
    ("{ a { b } } ▲5 { c", "unexpected number 5"),
    ("{ a ▲5 b(c: [1) }", "expected a name, found number 5"),
    ("{ a ▲5 b(c: \"d) }", "expected a name, found number 5"),
  ])
  func closedDelimiterIsNotNamed(_ text: String, _ message: String) {
    expectSyntaxError(text, message)
  }

  @Test func manyOpenDelimitersTakeLinearTime() {
    let count = 200_000
    let rest = String(repeating: "{", count: count) + String(repeating: ")", count: count)
    expectSyntaxError("▲5 " + rest, "unexpected number 5")
  }

  @Test func fragmentCannotBeNamedOn() {
    expectSyntaxError(
      "fragment ▲on on A { b }", "unexpected name \"on\"", help: "a fragment cannot be named \"on\""
    )
    expectSyntaxError("fragment A ▲{ b }", "expected \"on\", found \"{\"")
    expectSyntaxError("fragment A▲(", "expected \"on\", found \"(\"")
    expectSyntaxError("fragment A on on▲: ", "expected \"{\", found \":\"")
  }

  // MARK: Limits

  @Test func nestingIsLimited() {
    // Each text begins with the opening tokens. The first is in an operation's selection set.
    for (start, open, levels) in [("", "{a", 256), ("{a(b:", "[", 255), ("{a(b:", "{a:", 255)] {
      let fine = String(repeating: open, count: levels)
      let more = String(repeating: open, count: 100_000 - levels)
      expectSyntaxError(
        start + fine + "▲" + more, "nested more than 256 levels deep",
        help: "move the inner levels into a fragment or a variable")
    }
  }

  @Test func nestingWithinTheLimitIsParsed() throws {
    let workspace = Workspace()
    func nested(_ open: String, _ close: String, _ levels: Int) -> String {
      String(repeating: open, count: levels) + String(repeating: close, count: levels)
    }
    let lists = nested("[", "]", 255)
    for text in [nested("{a", "}", 256), "{a(b: \(lists)) c(b: \(lists))}"] {
      #expect(syntaxError(in: try workspace.add(text)) == nil)
    }
  }

  // MARK: Single values

  @Test func singleValueIsParsed() throws {
    let workspace = Workspace()
    let source = try workspace.add(" [1, {a: B}] ")
    let value = try Value.parse(source, symbols: &workspace.symbols)
    #expect(value.position == Position(offset: source.base + 1))
  }

  @Test func textAfterSingleValueIsAnError() throws {
    let workspace = Workspace()
    for (text, message, offset) in [
      ("1 2", "expected the end of the value, found number 2", 2),
      ("", "expected a value, found the end of the file", 0),
      ("$a", "unexpected variable \"$a\" in a constant value", 0),
    ] {
      let source = try workspace.add(text)
      let error = #expect(throws: Diagnostic.self) {
        _ = try Value.parse(source, symbols: &workspace.symbols)
      }
      #expect(error?.message == message)
      #expect(error?.position == Position(offset: source.base + UInt32(offset)))
    }
  }

  @Test func symbolsAreKeptAfterAnError() throws {
    let workspace = Workspace()
    #expect(throws: Diagnostic.self) { try workspace.parse("{ before ") }
    #expect(workspace.symbols.find("before") != nil)
    #expect(workspace.symbols.find("query") == .query)
  }
}
