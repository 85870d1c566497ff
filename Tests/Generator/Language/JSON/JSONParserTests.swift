// Tests the JSON parser: values, their positions, and errors.

import AuthGenLanguage
import AuthGenTestSupport
import Testing

@Suite struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONValue {
    var sources = SourceMap()
    return try JSONValue.parse(try sources.add(path: "a.json", bytes: Array(text.utf8)))
  }

  private func expectError(
    _ text: String, _ message: String, notes: [String] = [], help: String? = nil,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    expectError(
      MarkedText(text), message, notes: notes, help: help, sourceLocation: sourceLocation)
  }

  private func expectError(
    _ text: MarkedText, _ message: String, notes: [String] = [], help: String? = nil,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    var sources = SourceMap()
    do {
      let source = try sources.add(path: "a.json", bytes: text.bytes)
      do throws(Diagnostic) {
        _ = try JSONValue.parse(source)
        Issue.record("no error", sourceLocation: sourceLocation)
      } catch {
        let differences = text.differences(
          of: error, in: source, rule: .json, message: message, notes: notes, help: help)
        #expect(differences == [], sourceLocation: sourceLocation)
      }
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }

  // MARK: Values

  @Test func everyKindOfValueIsParsed() throws {
    #expect(try parse("null").isNull)
    #expect(try parse(" true\n").boolean == true)
    #expect(try parse("\tfalse\r").boolean == false)
    #expect(try parse("-12").integer == -12)
    #expect(try parse("\"a\"").string?.text == "a")
    #expect(try parse("[]").array?.isEmpty == true)
    #expect(try parse("{ }").object?.isEmpty == true)
    #expect(try parse("[1, [2], null]").array?.count == 3)
    let object = try parse("{\"a\": 1, \"b\": {\"c\": [true]}, \"a\": 2}")
    #expect(object.object?.map(\.name) == ["a", "b", "a"])
    #expect(object["a"]?.integer == 1)
    #expect(object["b"]?["c"]?.array?.first?.boolean == true)
    #expect(object["c"] == nil)
  }

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

  @Test func valuesHaveTheirPositions() throws {
    var sources = SourceMap()
    let text = "\u{FEFF}\n{ \"a\" :\n [ 10, \"é\" ] }"
    let value = try JSONValue.parse(try sources.add(path: "a.json", bytes: Array(text.utf8)))
    let place = { (position: Position) in
      sources.location(of: position).map { "\($0.line):\($0.column)" }
    }
    let member = try #require(value.object?.first)
    let elements = try #require(member.value.array)
    #expect(place(value.position) == "2:1")
    #expect(place(member.namePosition) == "2:3")
    #expect(place(member.value.position) == "3:2")
    #expect(elements.map { place($0.position) } == ["3:4", "3:8"])
    #expect(elements[1].literal?.length == 4)
    #expect(elements[1].literal.map { sources.text(of: $0) } == "é")
  }

  @Test(arguments: [
    "0", "-0", "10", "1.5", "-0.25", "1e5", "1E+5", "1.0e-10", "123456789012345678901",
  ])
  func numberKeepsItsSpelling(_ text: String) throws {
    guard case .number(let number) = try parse(text).kind else {
      Issue.record("no number")
      return
    }
    #expect(number == text)
    #expect(try parse(text).integer == Int(text))
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

  @Test func secondValueOrNoValueIsAnError() {
    expectError("▲", "expected a value, found the end of the file")
    expectError(" \n▲", "expected a value, found the end of the file")
    expectError("1 ▲2", "expected the end of the file, found \"2\"")
    expectError("{} ▲{", "expected the end of the file, found \"{\"")
    expectError("[] ▲\"a\"", "expected the end of the file, found a string")
    expectError("▲}", "expected a value, found \"}\"")
  }

  @Test func onlyTrueFalseAndNullAreWords() {
    let help = "the only words of JSON are true, false and null"
    for word in ["True", "nul", "nulls", "truefalse", "NaN", "undefined", "None", "f_alse"] {
      expectError("[▲\(word)]", "expected a value, found \"\(word)\"", help: help)
    }
    expectError("[-▲Infinity]", "invalid number", help: "add a digit here")
  }

  @Test func nameWithoutQuotesIsAnError() {
    expectError("{▲a: 1}", "expected a name in quotes, found \"a\"")
    expectError("{▲1: 1}", "expected a name in quotes, found \"1\"")
    expectError("{▲,}", "expected a name in quotes, found \",\"")
    expectError("{\"a\" ▲1}", "expected \":\" after the name, found \"1\"")
    expectError("{\"a\": ▲}", "expected a value, found \"}\"")
    expectError(
      "{▲'a': 1}", "expected a name in quotes, found \"'\"",
      help: "strings are written with double quotes (\")")
  }

  @Test(arguments: [
    ("△{\"a\"▲", "expected \":\" after the name, found the end of the file", "{", "}"),
    ("△[1▲", "expected \",\" or \"]\", found the end of the file", "[", "]"),
    ("△[1▲}", "expected \",\" or \"]\", found \"}\"", "[", "]"),
    ("{\"a\": △[1▲}", "expected \",\" or \"]\", found \"}\"", "[", "]"),
    (
      "△{\"a\": [{}, [1]], \"}\": \"\\\"}\"\n▲",
      "expected \",\" or \"}\", found the end of the file", "{", "}"
    ),
    ("[△{\"a\": 1▲]", "expected \",\" or \"}\", found \"]\"", "{", "}"),
    ("[△{\"a\": 1, ▲{\"b\": 2}]", "expected a name in quotes, found \"{\"", "{", "}"),
  ])
  func openDelimiterIsNamed(
    _ text: String, _ message: String, _ opening: String, _ closing: String
  ) {
    expectError(
      text, message, notes: ["\"\(opening)\" is not closed"],
      help: "add the missing \"\(closing)\"")
  }

  @Test func missingCommaIsAnError() {
    expectError("[1 ▲2]", "expected \",\" or \"]\", found \"2\"")
    expectError("[1▲}]", "expected \",\" or \"]\", found \"}\"")
    expectError("{\"a\": 1 ▲\"b\": 2}", "expected \",\" or \"}\", found a string")
    expectError("[▲,1]", "expected a value, found \",\"")
    expectError("[1,▲,1]", "expected a value, found \",\"")
    let help = "remove it: JSON has no trailing commas"
    expectError("[1▲, ]", "unexpected \",\" after the last item", help: help)
    expectError("{\"a\": 1▲,}", "unexpected \",\" after the last item", help: help)
  }

  @Test func commentsAreErrors() {
    expectError("▲// a\n1", "expected a value, found \"/\"", help: "JSON has no comments")
    expectError("[1 ▲# a\n]", "expected \",\" or \"]\", found \"#\"", help: "JSON has no comments")
  }

  @Test func numberWithMissingOrExtraDigitsIsAnError() {
    let help = "add a digit here"
    for text in ["-▲", "-▲a", "1.▲", "1.▲e5", "1e▲", "1e+▲ ", "[1.▲]"] {
      expectError(text, "invalid number", help: help)
    }
    expectError("0▲1", "invalid number", help: "remove the leading zeros")
    expectError("-0▲0", "invalid number", help: "remove the leading zeros")
    expectError("▲+1", "expected a value, found \"+\"")
    expectError("▲.5", "expected a value, found \".\"")
    expectError("1.5▲.5", "expected the end of the file, found \".\"")
    expectError("0▲x", "expected the end of the file, found \"x\"")
  }

  @Test func stringEndsOnItsLine() {
    for end in ["", "\n\"", "\r\""] {
      expectError(
        "[△\"a\\\"▲\(end)", "unterminated string", notes: ["the string begins here"],
        help: "close it with \"")
    }
    expectError("\"a▲\u{0}\"", "control character U+0000 in a string", help: "write it as \\u0000")
    expectError("\"a▲\t\"", "control character U+0009 in a string", help: "write it as \\u0009")
    expectError("\"▲\u{1F}\"", "control character U+001F in a string", help: "write it as \\u001F")
    expectError("▲\0", "expected a value, found character U+0000")
    expectError("1▲\0", "expected the end of the file, found character U+0000")
  }

  @Test func unknownEscapeIsAnError() {
    for escape in ["x", "0", "'", "U0041", "\n"] {
      expectError(
        "\"a▲\\\(escape)\"", "invalid escape sequence",
        help: "the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX")
    }
    for escape in ["", "1", "12g4", "004", "{41}", "00 4"] {
      expectError(
        "\"a▲\\u\(escape)\"", "invalid Unicode escape sequence",
        help: "write \\u and four hexadecimal digits")
    }
  }

  @Test func invalidUTF8IsAnErrorAtItsPosition() {
    for bytes: [UInt8] in [[0x80], [0xC3], [0xED, 0xA0, 0x80], [0xF8], [0xE2, 0x82], [0xFF]] {
      let hexadecimal = String(bytes[0], radix: 16, uppercase: true)
      let message = "invalid UTF-8: unexpected byte 0x\(hexadecimal)"
      for (before, after) in [("\"é", "\""), ("[", "]"), ("{\"", "\": 1}"), ("1 ", "")] {
        expectError(
          MarkedText(bytes: before.utf8 + bytes + after.utf8, error: before.utf8.count), message,
          help: "save the file as UTF-8")
      }
    }
  }

  @Test func errorNamesOtherCharacters() {
    expectError("▲é", "expected a value, found \"é\"")
    expectError("[1▲\u{7F}]", "expected \",\" or \"]\", found character U+007F")
    expectError("1 ▲\u{FEFF}", "expected the end of the file, found \"\u{FEFF}\"")
  }

  @Test func nestingIsLimited() throws {
    for open in ["[", "{\"a\":"] {
      let fine = String(repeating: open, count: 512)
      let more = String(repeating: open, count: 100_000)
      expectError("\(fine)▲\(more)", "nested more than 512 levels deep")
    }
    let lists = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(try parse(lists).array?.count == 1)
    #expect(try parse("[1, [\(lists.dropFirst(2).dropLast(2))]]").array?.count == 2)
  }
}
