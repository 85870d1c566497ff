// Tests the parser of definitions and extensions of schemas, types and directives, with its errors.

import AuthGenLanguage
import Testing

@Suite struct TypeSystemParserTests {
  @Test func everyKindOfTypeIsParsed() throws {
    let kinds: [(String, TypeDefinition.Kind)] = [
      ("scalar A", .scalar), ("type A", .object), ("interface A", .interface), ("union A", .union),
      ("enum A", .enum), ("input A", .inputObject),
    ]
    for (text, kind) in kinds {
      let workspace = Workspace()
      let type = try workspace.type("\"d\" \(text) @b")
      #expect(type.kind == kind)
      #expect(!type.isExtension)
      #expect(workspace.symbols[type.name.symbol] == "A")
      #expect(type.description.map { workspace.sources.text(of: $0) } == "d")
      #expect(workspace.sources.location(of: type.position)?.column == 5)
      #expect(workspace.names(type.directives.map(\.name)) == ["b"])
      #expect(text.hasPrefix(kind.keyword))
    }
  }

  @Test func objectHasInterfacesAndFields() throws {
    let workspace = Workspace()
    let type = try workspace.type(
      """
      type A implements & B & C @d {
        "field" e("argument" f: [G!] = [H] @i, \"""other\""" j: K): L! @m
        type: type
      }
      """)
    #expect(workspace.names(type.interfaces) == ["B", "C"])
    #expect(workspace.names(type.fields.map(\.name)) == ["e", "type"])
    let field = type.fields[0]
    #expect(field.description.map { workspace.sources.text(of: $0) } == "field")
    #expect(workspace.names(field.arguments.map(\.name)) == ["f", "j"])
    #expect(field.type.text(workspace.symbols) == "L!")
    #expect(workspace.names(field.directives.map(\.name)) == ["m"])
    let argument = field.arguments[0]
    #expect(argument.description.map { workspace.sources.text(of: $0) } == "argument")
    #expect(argument.type.text(workspace.symbols) == "[G!]")
    #expect(argument.defaultValue != nil)
    #expect(!argument.isRequired)
    #expect(workspace.names(argument.directives.map(\.name)) == ["i"])
    #expect(workspace.sources.location(of: field.name.position)?.column == 11)
  }

  @Test func argumentWithoutDefaultAndNullIsRequired() throws {
    let workspace = Workspace()
    let type = try workspace.type("input A { a: B! b: B c: B! = 1 d: [B!] }")
    #expect(type.inputFields.map(\.isRequired) == [true, false, false, false])
  }

  @Test func interfaceImplementsInterfaces() throws {
    let workspace = Workspace()
    let type = try workspace.type("interface A implements B & C { d: E }")
    #expect(workspace.names(type.interfaces) == ["B", "C"])
    #expect(type.isComposite && type.isAbstract && !type.isLeaf && !type.isInputType)
  }

  @Test func unionAndEnumHaveMembers() throws {
    let workspace = Workspace()
    #expect(workspace.names(try workspace.type("union A = | B | C").members) == ["B", "C"])
    #expect(workspace.names(try workspace.type("union A @b = C").members) == ["C"])
    let type = try workspace.type("enum A { \"d\" B @c, type on }")
    #expect(workspace.names(type.values.map(\.name)) == ["B", "type", "on"])
    #expect(type.values[0].description.map { workspace.sources.text(of: $0) } == "d")
    #expect(workspace.names(type.values[0].directives.map(\.name)) == ["c"])
    #expect(type.isLeaf && type.isInputType && !type.isComposite)
  }

  @Test func directiveHasArgumentsAndLocations() throws {
    let workspace = Workspace()
    let document = try workspace.parse(
      "\"d\" directive @a(b: C = 1) repeatable on | FIELD | VARIABLE_DEFINITION directive @e on ENUM"
    )
    guard case .directive(let first) = document.definitions[0],
      case .directive(let second) = document.definitions[1]
    else {
      Issue.record("other definitions")
      return
    }
    #expect(first.description.map { workspace.sources.text(of: $0) } == "d")
    #expect(workspace.names([first.name, second.name]) == ["a", "e"])
    #expect(workspace.names(first.arguments.map(\.name)) == ["b"])
    #expect(first.isRepeatable && !second.isRepeatable)
    #expect(first.locations == [.field, .variableDefinition])
    #expect(second.locations == [.enum])
  }

  @Test func directiveHasDirectivesBeforeRepeatable() throws {
    let workspace = Workspace()
    let document = try workspace.parse(
      "directive @a(b: C) @d @e(f: 1) repeatable on FIELD directive @g @d on DIRECTIVE_DEFINITION")
    let directives = document.definitions.compactMap { definition in
      if case .directive(let directive) = definition { directive } else { nil }
    }
    #expect(directives.map { workspace.names($0.directives.map(\.name)) } == [["d", "e"], ["d"]])
    #expect(directives.map(\.isRepeatable) == [true, false])
    #expect(directives.map(\.locations) == [[.field], [.directiveDefinition]])
  }

  @Test func directiveExtensionHasDirectives() throws {
    let workspace = Workspace()
    let document = try workspace.parse("extend directive @a @b @c(d: 1)")
    guard case .directiveExtension(let directive) = document.definitions[0] else {
      Issue.record("another definition")
      return
    }
    #expect(workspace.names([directive.name]) == ["a"])
    #expect(workspace.names(directive.directives.map(\.name)) == ["b", "c"])
    #expect(workspace.sources.location(of: directive.position)?.column == 1)
  }

  @Test func schemaNamesItsRootTypes() throws {
    let workspace = Workspace()
    let document = try workspace.parse(
      "\"d\" schema @a { query: Q subscription: S } extend schema @b extend schema { mutation: M }")
    let schemas = document.definitions.compactMap { definition in
      if case .schema(let schema) = definition { schema } else { nil }
    }
    #expect(schemas.map(\.isExtension) == [false, true, true])
    #expect(schemas[0].description.map { workspace.sources.text(of: $0) } == "d")
    #expect(schemas[0].rootOperations.map(\.operationType) == [.query, .subscription])
    #expect(workspace.names(schemas[0].rootOperations.map(\.type)) == ["Q", "S"])
    #expect(schemas.map(\.directives.count) == [1, 1, 0])
    #expect(schemas[2].rootOperations.map(\.operationType) == [.mutation])
  }

  @Test func everyKindOfExtensionIsParsed() throws {
    for text in [
      "scalar A @b", "type A implements B", "type A @b", "type A { b: C }", "interface A { b: C }",
      "interface A implements B", "union A = B", "union A @b", "enum A { B }", "input A { b: C }",
    ] {
      let workspace = Workspace()
      let type = try workspace.type("extend \(text)")
      #expect(type.isExtension)
      #expect(workspace.sources.location(of: type.position)?.column == 1)
    }
  }

  @Test func kindsHaveTheSpecificationsTerms() {
    let kinds: [TypeDefinition.Kind] = [.scalar, .object, .interface, .union, .enum, .inputObject]
    #expect(
      kinds.map(\.term) == ["scalar", "object", "interface", "union", "enum", "input object"])
    #expect(kinds.map(\.keyword) == ["scalar", "type", "interface", "union", "enum", "input"])
    #expect(
      kinds.map { DirectiveLocation($0) } == [
        .scalar, .object, .interface, .union, .enum, .inputObject,
      ])
    #expect(
      OperationType.allCases.map { DirectiveLocation($0) } == [.query, .mutation, .subscription])
  }

  // MARK: Errors

  @Test func emptyExtensionIsAnError() {
    for text in ["scalar A", "type A", "interface A", "union A", "enum A", "input A", "schema"] {
      expectSyntaxError(
        "extend \(text) ▲type B", "expected the contents of the extension, found name \"type\"")
    }
    expectSyntaxError(
      "extend directive @a ▲on FIELD", "expected the contents of the extension, found name \"on\"")
    expectSyntaxError("extend directive @a @b ▲on FIELD", "unexpected name \"on\"")
    expectSyntaxError("extend ▲query { a }", "unexpected name \"query\"")
    expectSyntaxError("extend ▲{ a }", "expected a definition, found \"{\"")
    expectSyntaxError(
      "extend type A ▲\"d\" { b: C }", "expected the contents of the extension, found a string")
  }

  @Test func emptyBodyIsAnError() {
    expectSyntaxError("type A {▲}", "expected a name, found \"}\"")
    expectSyntaxError("type A { b(▲): C }", "expected a name, found \")\"")
    expectSyntaxError("enum A {▲}", "expected a name, found \"}\"")
    expectSyntaxError("input A {▲}", "expected a name, found \"}\"")
    expectSyntaxError("union A = ▲", "expected a name, found the end of the file")
    expectSyntaxError("union A = |▲| B", "expected a name, found \"|\"")
    expectSyntaxError("schema {▲}", "expected a name, found \"}\"")
    expectSyntaxError("schema ▲type A", "expected \"{\", found name \"type\"")
    expectSyntaxError("type A implements ▲{ b: C }", "expected a name, found \"{\"")
  }

  @Test func incompleteMemberIsAnError() {
    expectSyntaxError("type A { b ▲}", "expected \":\", found \"}\"")
    expectSyntaxError("type A { b: ▲}", "expected a name, found \"}\"")
    expectSyntaxError("type A { b: C ▲= 1 }", "expected a name, found \"=\"")
    expectSyntaxError("input A { b▲(c: D): E }", "expected \":\", found \"(\"")
    expectSyntaxError("input A { b: C = ▲}", "expected a value, found \"}\"")
    expectSyntaxError("scalar ▲\"A\"", "expected a name, found a string")
    expectSyntaxError("scalar A ▲= B", "unexpected \"=\"")
    expectSyntaxError("type A implements B ▲C { d: E }", "unexpected name \"C\"")
    expectSyntaxError("enum A { ▲1 }", "expected a name, found number 1")
    expectSyntaxError("enum A { B▲: 1 }", "expected a name, found \":\"")
  }

  @Test func reservedNameIsNotAnEnumValue() {
    for name in ["true", "false", "null"] {
      expectSyntaxError(
        "enum A { B ▲\(name) }", "\"\(name)\" is reserved and cannot be an enum value")
    }
  }

  @Test func unknownRootOperationIsAnError() {
    expectSyntaxError(
      "schema { query: A ▲foo: B }", "unexpected name \"foo\"",
      help: "the root operations are query, mutation and subscription")
    expectSyntaxError("schema { query ▲A }", "expected \":\", found name \"A\"")
    expectSyntaxError("schema { ▲\"d\" query: A }", "expected a name, found a string")
  }

  @Test func unknownDirectiveLocationIsAnError() {
    expectSyntaxError(
      "directive @a on FIELD | ▲FIELDS", "unknown directive location \"FIELDS\"")
    expectSyntaxError("directive @a on ▲field", "unknown directive location \"field\"")
    expectSyntaxError(
      "directive @a on ▲", "expected a directive location, found the end of the file")
    expectSyntaxError("directive @a ▲FIELD", "expected \"on\", found name \"FIELD\"")
    expectSyntaxError("directive @a repeatable ▲@b on FIELD", "expected \"on\", found \"@\"")
    expectSyntaxError("directive @a on FIELD ▲@b", "unexpected \"@\"")
    expectSyntaxError("directive ▲a on FIELD", "expected \"@\", found name \"a\"")
    expectSyntaxError(
      "directive @a repeatable ▲repeatable on FIELD", "expected \"on\", found name \"repeatable\"")
  }

  @Test func descriptionWithoutDefinitionIsAnError() {
    expectSyntaxError(
      "\"a\" ▲\"b\" type C", "expected a definition after its description, found a string")
    expectSyntaxError("type A { \"b\" ▲}", "expected a name, found \"}\"")
  }
}
