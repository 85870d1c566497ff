// Tests the reader of JSON: RFC 8259 to the letter, and the same values as with Foundation's decoder.

@_spi(Generated) import AuthGenRuntime
import Foundation
import Testing

@Suite struct JSONReadingTests {
  struct Numbers: ResponseObject, Codable {
    var int: Int?
    var double: Double?

    init(fields: inout FieldReader) {
      self.int = fields.optionalInt("int")
      self.double = fields.optionalDouble("double")
    }

    func encode(into fields: FieldWriter) {
      fields.optionalInt("int", int)
      fields.optionalDouble("double", double)
    }
  }

  struct Text: ResponseObject, Codable, Equatable {
    var text: String

    init(text: String) { self.text = text }

    init(fields: inout FieldReader) { self.text = fields.string("text") }

    func encode(into fields: FieldWriter) { fields.string("text", text) }
  }

  struct Free: ResponseObject, Codable {
    var json: JSON

    init(fields: inout FieldReader) { self.json = fields.value("json") }

    func encode(into fields: FieldWriter) { fields.value("json", json) }
  }

  struct Pair: ResponseObject, Codable, Equatable {
    var first: Int
    var second: [Text]
    var third: Text?

    init(first: Int, second: [Text], third: Text?) {
      (self.first, self.second, self.third) = (first, second, third)
    }

    init(fields: inout FieldReader) {
      self.first = fields.int("first")
      self.second = fields.objects("second")
      self.third = fields.optionalObject("third")
    }

    func encode(into fields: FieldWriter) {
      fields.int("first", first)
      fields.objects("second", second)
      fields.optionalObject("third", third)
    }
  }

  /// Reads `json` with the runtime's reader and with Foundation's decoder.
  private func both<Value: ResponseObject & Decodable>(
    _ json: String, as type: Value.Type = Value.self
  ) -> (own: Value?, foundations: Value?) {
    let json = Data(json.utf8)
    return (try? Value(json: json), try? JSONDecoder().decode(Value.self, from: json))
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("1.0", 1), ("1e3", 1000), ("1E2", 100), ("100e-2", 1), ("-12.50e1", -125),
    ("9223372036854775807", .max), ("-9223372036854775808", .min),
    ("9007199254740993.0", 9_007_199_254_740_993),
    ("000", nil), ("01", nil), ("+1", nil), ("1.", nil), (".5", nil), ("1e", nil), ("0x10", nil),
    ("9223372036854775808", nil), ("1.5", nil), ("1e400", nil), ("1e99999999999999999999", nil),
    ("true", nil),
    ("\"1\"", nil), ("-", nil),
  ])
  func integersAreExact(_ text: String, _ expected: Int?) {
    let read = both(#"{"int":\#(text)}"#, as: Numbers.self)
    #expect(read.own?.int == expected)
    #expect(read.foundations?.int == expected)
  }

  @Test(arguments: [
    "0", "-0.0", "1.5", "0.1", "1e10", "6.02e-23", "123456789012345678901234567890",
    "2.2250738585072011e-308",
    "1.7976931348623157e308", "9007199254740993", "0.30000000000000004", "1e22", "1e23", "4.9e-324",
    "179769313486231570000000000000000000000", "0.000001", "3",
  ])
  func doublesAreRoundedCorrectly(_ text: String) {
    let read = both(#"{"double":\#(text)}"#, as: Numbers.self)
    #expect(read.own?.double?.bitPattern == Double(text)?.bitPattern)
    #expect(read.foundations?.double == Double(text))
  }

  @Test func numbersOutOfRangeAreInvalid() {
    let error = #expect(throws: ResponseDecodingError.self) {
      try Numbers(json: Data(#"{"double":1e400}"#.utf8))
    }
    #expect(error?.reason == .invalidValue && error?.path == ["double"])
  }

  @Test(arguments: [
    (#""""#, ""), (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"),
    (#""\ud83d\ude42""#, "🙂"), (#""\u0000""#, "\0"), ("\"é€🙂\"", "é€🙂"),
    (#""a text of more than fifteen bytes, é""#, "a text of more than fifteen bytes, é"),
  ])
  func stringsAreUnescaped(_ text: String, _ expected: String) {
    let read = both(#"{"text":\#(text)}"#, as: Text.self)
    #expect(read.own?.text == expected)
    #expect(read.foundations?.text == expected)
  }

  /// Deliberately unlike Foundation, which refuses the whole response: JavaScript servers cut strings there.
  @Test(arguments: [
    (#""a\ud83d""#, "a\u{FFFD}"), (#""\ude42b""#, "\u{FFFD}b"),
    (#""\ud83d\ud83d\ude42""#, "\u{FFFD}🙂"),
    (#""\ud83dx\u0041""#, "\u{FFFD}xA"),
  ])
  func halfOfASurrogatePairIsAReplacementCharacter(_ text: String, _ expected: String) {
    #expect(both(#"{"text":\#(text)}"#, as: Text.self).own?.text == expected)
  }

  /// Also where the value is skipped.
  @Test(arguments: [
    "", "null", "[]", "{", #"{"text"}"#, #"{"text":"a"#, #"{"text":"a"} x"#, #"{"text":"a"}{}"#,
    #"{"text":"\x"}"#,
    #"{"text":"\u12"}"#, "{\"text\":\"\t\"}", "{\"text\":\"\0\"}", #"{text:"a"}"#, #"{'text':'a'}"#,
    #"{"text":"a",,}"#,
    #"{"text":"a","b":tru}"#, #"{"text":"a","b":[1 2]}"#, #"{"text":"a","b":{"c":1]}"#,
    #"{"text":"a","b":[}"#, #"{"text":"a" "b":1}"#, #"{"text":"a","b":NaN}"#,
    "{\"text\":\"a\"}\u{0}",
    "\u{B}{\"text\":\"a\"}", #"{"text":"a"/**/}"#,
  ])
  func whatIsNotJSONIsRefused(_ text: String) {
    let read = both(text, as: Text.self)
    #expect(read.own == nil)
    #expect(read.foundations == nil)
  }

  /// Deliberately unlike Foundation, which accepts a comma at the end and any digits in a skipped number.
  @Test func textThatFoundationAcceptsIsRefused() {
    #expect(both(#"{"text":"a",}"#, as: Text.self).own == nil)
    #expect(both(#"{"text":"a","b":01}"#, as: Text.self).own == nil)
  }

  @Test(
    arguments: [
      [0x22, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xE0, 0x80, 0x80, 0x22],
      [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xF0, 0x9F, 0x99, 0x22], [0x22, 0xFF, 0x22],
      [0x22, 0xC3],
    ] as [[UInt8]])
  func invalidUTF8IsRefusedEverywhere(_ bytes: [UInt8]) {
    for before in [#"{"text":"#, #"{"text":"a","skipped":"#] {
      #expect(throws: ResponseDecodingError.self) {
        try Text(json: Data(before.utf8) + bytes + Data("}".utf8))
      }
    }
  }

  @Test func byteOrderMarkIsIgnored() {
    #expect(both("\u{FEFF}{\"text\":\"a\"}", as: Text.self).own?.text == "a")
  }

  /// Two members whose names are known at run time.
  struct Named: ResponseObject, Codable {
    @TaskLocal static var names = ["", ""]
    var first: Int?
    var second: Int?

    init(fields: inout FieldReader) {
      fields.at([Self.names[0]])
      self.first = fields.optionalInt("first")
      fields.at([Self.names[1]])
      self.second = fields.optionalInt("second")
    }

    func encode(into fields: FieldWriter) {
      fields.at([Self.names[0]]).optionalInt("first", first)
      fields.at([Self.names[1]]).optionalInt("second", second)
    }
  }

  /// Names are compared by eight bytes at a time. The object ends the text.
  @Test(arguments: 0...20) func similarNamesAreDistinguished(count: Int) throws {
    let start = String(repeating: "x", count: count)
    let names = [start + "a", start + "b"]
    for json in [
      #"{"\#(names[0])":1,"\#(names[1])":2}"#, #"{"\#(names[1])":2,"\#(names[0])":1}"#,
      #"{"\#(start)":3,"\#(names[1])":2,"\#(start)c":4,"\#(names[0])":1}"#,
    ] {
      let value = try Named.$names.withValue(names) { try Named(json: Data(json.utf8)) }
      #expect(value.first == 1 && value.second == 2, "\(json)")
    }
  }

  @Test(arguments: [
    "a\"b", "a\\b", "longer than a word \"b", "longer than a word \\n", "a\n",
    "longer than a word\n", "\"", "\\",
  ])
  func namesWithEscapesEqualEscapedKeysOnly(_ name: String) throws {
    let key = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
    let (escaped, unescaped) = Named.$names.withValue([name, "other"]) {
      (
        try? Named(json: Data("{\(key):1}".utf8)), try? Named(json: Data("{\"\(name)\":1}".utf8))
      )
    }
    #expect(escaped?.first == 1)
    #expect(unescaped?.first == nil)
  }

  @Test func escapedKeyEqualsItsPlainForm() {
    let read = both(#"{"\u0074e\u0078t":"a"}"#, as: Text.self)
    #expect(read.own?.text == "a" && read.foundations?.text == "a")
  }

  @Test(arguments: [
    #"{"first":1,"second":[{"text":"a"}],"third":{"text":"b"}}"#,
    #"{"third":{"text":"b"},"x":[{"y":{}}],"second":[{"text":"a"}],"first":1}"#,
    #" { "second" : [ { "x" : null , "text" : "a" } ] , "first" : 1 , "third" : { "text" : "b" } } "#,
    #"{"first":1,"first":2,"second":[{"text":"a","text":"z"}],"third":{"text":"b"},"third":null}"#,
    #"{"third":{"text":"b"},"first":1,"second":[{"text":"a"}],"third":null,"first":3}"#,
  ])
  func membersAreFoundInAnyOrder(_ text: String) {
    let expected = Pair(first: 1, second: [Text(text: "a")], third: Text(text: "b"))
    let read = both(text, as: Pair.self)
    #expect(read.own == expected)
    #expect(read.foundations == expected)
  }

  /// Of members with the same name, the first counts, for each view of the object.
  @Test func viewsOfOneObjectReadTheSameMembers() throws {
    struct Whole: ResponseObject, Codable {
      var text: String
      var part: Text
      var again: Text

      init(fields: inout FieldReader) {
        self.text = fields.string("text")
        self.part = fields.part()
        self.again = fields.part()
      }

      func encode(into fields: FieldWriter) {
        fields.string("text", text)
        fields.part(part)
        fields.part(again)
      }
    }
    let read = both(#"{"text":"1","text":"2","text":"3"}"#, as: Whole.self)
    for value in [read.own, read.foundations] {
      #expect(value?.text == "1" && value?.part.text == "1" && value?.again.text == "1")
    }
  }

  @Test func depthIsLimited() {
    func nested(_ depth: Int) -> String {
      #"{"text":"a","b":"# + String(repeating: "[", count: depth)
        + String(repeating: "]", count: depth) + "}"
    }
    #expect(both(nested(511), as: Text.self).own?.text == "a")
    #expect(both(nested(512), as: Text.self).own == nil)
    #expect(both(nested(100_000), as: Text.self).own == nil)
    let json =
      #"{"json":"# + String(repeating: "[", count: 511) + String(repeating: "]", count: 511) + "}"
    #expect(both(json, as: Free.self).own != nil)
  }

  @Test func jsonKeepsAllDigits() throws {
    let text =
      #"{"json":[12345678901234567890,-0.0,1.10,1e2,7,-0,123456789012345678901234567890123456789012]}"#
    let json = try Free(json: Data(text.utf8)).json
    let numbers = json.array ?? []
    #expect(numbers[0] == JSONNumber("12345678901234567890").map(JSON.number))
    #expect(numbers[1].double?.sign == .minus)
    #expect(numbers[2] == JSONNumber("1.10").map(JSON.number) && numbers[2].double == 1.1)
    #expect(numbers[4] == .integer(7))
    #expect(numbers[6] == JSONNumber("123456789012345678901234567890123456789012").map(JSON.number))
    let foundations = try JSONDecoder().decode(Free.self, from: Data(text.utf8)).json.array ?? []
    #expect(foundations[0] == numbers[0])
    #expect(foundations[1].double?.sign == .minus)
    #expect(foundations[4] == .integer(7))
  }

  @Test func nullInANonNullJSONOrBooleanIsAnError() {
    struct Flag: ResponseObject, Codable {
      var flag: Bool

      init(fields: inout FieldReader) { self.flag = fields.bool("flag") }

      func encode(into fields: FieldWriter) { fields.bool("flag", flag) }
    }
    for error in [
      #expect(throws: ResponseDecodingError.self) { try Free(json: Data(#"{"json":null}"#.utf8)) },
      #expect(throws: ResponseDecodingError.self) { try Flag(json: Data(#"{"flag":null}"#.utf8)) },
    ] { #expect(error?.reason == .null) }
    #expect(both(#"{"json":null}"#, as: Free.self).foundations == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Flag.self, from: Data(#"{"flag":null}"#.utf8))
    }
  }

  /// Each value before the problem is on the heap, so an allocation that is not freed would be found by a
  /// sanitizer, and one that is freed twice would crash.
  @Test func incompleteValuesAreDestroyed() {
    let long = String(repeating: "a", count: 100)
    for end in [#""third":{"text":1}}"#, #""third":{}}"#, #""third":{"text":"a"},x"#, ""] {
      let text = #"{"first":1,"second":[{"text":"\#(long)"},{"text":"\#(long)"}],"# + end
      for _ in 0..<100 { #expect(both(text, as: Pair.self).own == nil) }
    }
    for text in [#"{"first":1,"second":[{"text":"\#(long)"},{"text":null}]}"#] {
      let error = #expect(throws: ResponseDecodingError.self) { try Pair(json: Data(text.utf8)) }
      #expect(error?.path == ["second", "1", "text"] && error?.reason == .null)
    }
  }
}
