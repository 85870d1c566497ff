// Tests the JSON parser: values, their positions, and errors.

import AuthGenLanguage
import AuthGenTestSupport
import Testing

@Suite struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONValue {
    var sources = SourceMap()
    return try JSONValue.parse(try sources.add(path: "", bytes: Array(text.utf8)))
  }

  /// The error of a text.
  private func error(_ bytes: [UInt8]) throws -> String {
    var sources = SourceMap()
    let source = try sources.add(path: "", bytes: bytes)
    let error = #expect(throws: Diagnostic.self) { _ = try JSONValue.parse(source) }
    return sources.text(of: [try #require(error)])
  }

  @Test(arguments: RecordedCase.all("Language/JSONErrors.txt"))
  func invalidJSONHasItsError(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { try error(Array($0.utf8)) }
  }

  @Test(arguments: RecordedCase.all("Language/JSONValues.txt"))
  func jsonHasItsTree(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { text in
      var sources = SourceMap()
      let source = try sources.add(path: "", bytes: Array(text.utf8))
      return SyntaxTree(symbols: SymbolTable(), sources: sources)
        .text(of: try JSONValue.parse(source))
    }
  }

  // MARK: Values

  @Test func accessorsOfOtherKindsReturnNil() throws {
    for text in ["null", "true", "1", "\"a\"", "[]", "{}"] {
      let value = try parse(text)
      let kinds = [
        value.isNull, value.boolean != nil, value.integer != nil, value.string != nil,
        value.array != nil, value.object != nil,
      ]
      #expect(kinds.count(where: \.self) == 1)
      #expect(value["a"] == nil)
      #expect((value.literal != nil) == (value.string != nil))
    }
  }

  @Test func kindIsDescribedForMessages() throws {
    let texts = ["null", "true", "false", "1", "\"a\"", "[]", "{}"]
    #expect(
      try texts.map { try parse($0).kindDescription } == [
        "null", "true", "false", "a number", "a string", "an array", "an object",
      ])
  }

  @Test(arguments: ["-12", "0", "-0", "1.5", "1E+5", "123456789012345678901"])
  func integerIsAWholeNumberThatFits(_ text: String) throws {
    #expect(try parse(text).integer == Int(text))
  }

  @Test func memberIsFoundByItsName() throws {
    let object = try parse("{\"a\": 1, \"b\": {\"c\": [true]}, \"a\": 2}")
    #expect(object["a"]?.integer == 1)
    #expect(object["b"]?["c"]?.array?.first?.boolean == true)
    #expect(object["c"] == nil)
  }

  @Test func literalHasTheStringsPlaceInTheSource() throws {
    var sources = SourceMap()
    let value = try JSONValue.parse(try sources.add(path: "", bytes: Array(" \"é\"".utf8)))
    #expect(value.literal?.length == 4)
    #expect(value.literal.map { sources.text(of: $0) } == "é")
  }

  @Test func repeatedNamesAreFound() throws {
    let few = try parse("{\"a\": 1, \"b\": 2, \"b\": 3, \"a\": 4}").object
    #expect(few?.firstDuplicate?.first.value.integer == 2)
    #expect(few?.firstDuplicate?.second.value.integer == 3)
    let names = (0..<100).map { "\"name\($0)\": \($0)" }.joined(separator: ",")
    let many = try parse("{\(names), \"name7\": 100}").object
    #expect(many?.firstDuplicate?.first.value.integer == 7)
    #expect(many?.firstDuplicate?.second.value.integer == 100)
    #expect(try parse("{\(names)}").object?.firstDuplicate == nil)
    #expect(try parse("{}").object?.firstDuplicate == nil)
  }

  // MARK: Errors

  @Test(
    arguments: [[0x80], [0xC3], [0xED, 0xA0, 0x80], [0xF8], [0xE2, 0x82], [0xFF]] as [[UInt8]])
  func invalidUTF8IsAnErrorAtItsPosition(_ bytes: [UInt8]) throws {
    let hexadecimal = String(bytes[0], radix: 16, uppercase: true)
    for (before, after) in [("\"é", "\""), ("[", "]"), ("{\"", "\": 1}"), ("1 ", "")] {
      #expect(
        try error(before.utf8 + bytes + after.utf8) == """
          1:\(before.utf8.count + 1) json: invalid UTF-8: unexpected byte 0x\(hexadecimal)
          help: save the file as UTF-8
          """)
    }
  }

  @Test func nestingIsLimited() throws {
    for open in ["[", "{\"a\":"] {
      let text = String(repeating: open, count: 100_512)
      let column = 512 * open.utf8.count + 1
      #expect(
        try error(Array(text.utf8)) == "1:\(column) json: nested more than 512 levels deep")
    }
    let lists = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(try parse(lists).array?.count == 1)
    #expect(try parse("[1, [\(lists.dropFirst(2).dropLast(2))]]").array?.count == 2)
  }
}
