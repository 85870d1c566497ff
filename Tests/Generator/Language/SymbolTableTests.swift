// Tests symbols for names, and the constants for well-known names.

import AuthGenLanguage
import Testing

@Suite struct SymbolTableTests {
  @Test func equalNamesAreOneSymbol() {
    var symbols = SymbolTable()
    let count = symbols.count
    let user = symbols.intern("User")
    #expect(symbols.intern("User") == user)
    #expect(symbols.intern("user") != user)
    #expect(symbols.count == count + 2)
    #expect(symbols[user] == "User")
    #expect(Array(symbols.utf8(user)) == Array("User".utf8))
  }

  @Test func findDoesNotAddANewName() {
    var symbols = SymbolTable()
    let count = symbols.count
    #expect(symbols.find("User") == nil)
    #expect(symbols.count == count)
    let user = symbols.intern("User")
    #expect(symbols.find("User") == user)
    #expect(symbols.find("aUser".dropFirst()) == user)
  }

  @Test func growingTableKeepsItsSymbols() {
    var symbols = SymbolTable()
    let first = symbols.count
    for index in 0..<10_000 { #expect(symbols.intern("name\(index)").index == first + index) }
    for index in 0..<10_000 {
      #expect(symbols.find("name\(index)") == Symbol(id: UInt32(first + index)))
    }
    #expect(symbols[Symbol(id: UInt32(first + 9_999))] == "name9999")
  }

  @Test func wellKnownNamesAreConstants() {
    let symbols = SymbolTable()
    let expected: [(Symbol, String)] = [
      (.empty, ""), (.query, "query"), (.mutation, "mutation"), (.subscription, "subscription"),
      (.fragment, "fragment"), (.on, "on"), (.true, "true"), (.false, "false"), (.null, "null"),
      (.schema, "schema"), (.scalar, "scalar"), (.type, "type"), (.interface, "interface"),
      (.union, "union"), (.enum, "enum"), (.input, "input"), (.directive, "directive"),
      (.extend, "extend"), (.implements, "implements"), (.repeatable, "repeatable"), (.int, "Int"),
      (.float, "Float"), (.string, "String"), (.boolean, "Boolean"), (.id, "ID"), (.skip, "skip"),
      (.include, "include"), (.deprecated, "deprecated"), (.specifiedBy, "specifiedBy"),
      (.oneOf, "oneOf"), (.if, "if"), (.reason, "reason"), (.url, "url"),
      (.typename, "__typename"), (.schemaField, "__schema"), (.typeField, "__type"),
      (.queryType, "Query"), (.mutationType, "Mutation"), (.subscriptionType, "Subscription"),
      (.defer, "defer"), (.stream, "stream"), (.label, "label"),
    ]
    for (symbol, name) in expected {
      #expect(symbols[symbol] == name)
      #expect(symbols.find(name) == symbol)
    }
  }

  @Test func directiveLocationsAreSymbols() {
    let symbols = SymbolTable()
    let names = DirectiveLocation.allCases.map { symbols[$0.symbol] }
    #expect(
      names == [
        "QUERY", "MUTATION", "SUBSCRIPTION", "FIELD", "FRAGMENT_DEFINITION", "FRAGMENT_SPREAD",
        "INLINE_FRAGMENT", "VARIABLE_DEFINITION", "SCHEMA", "SCALAR", "OBJECT", "FIELD_DEFINITION",
        "ARGUMENT_DEFINITION", "INTERFACE", "UNION", "ENUM", "ENUM_VALUE", "INPUT_OBJECT",
        "INPUT_FIELD_DEFINITION", "DIRECTIVE_DEFINITION",
      ])
    for location in DirectiveLocation.allCases {
      #expect(DirectiveLocation(location.symbol) == location)
    }
    #expect(DirectiveLocation(.label) == nil)
    #expect(DirectiveLocation(Symbol(id: UInt32(symbols.count))) == nil)
  }

  @Test func namesWithTwoLeadingUnderscoresAreReserved() {
    var symbols = SymbolTable()
    let underscores = symbols.intern("__")
    let single = symbols.intern("_a_")
    #expect(symbols.isReserved(.typename))
    #expect(symbols.isReserved(underscores))
    #expect(!symbols.isReserved(single))
    #expect(!symbols.isReserved(.empty))
  }
}
