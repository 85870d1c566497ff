// Tests fields whose values are also read in other forms.

@_spi(Generated) import AuthGenRuntime
import Foundation
import Testing

@Suite struct LenientFieldTests {
  private struct Part: ResponseObject {
    let id: String

    init(fields: inout FieldReader) { id = fields.string("id") }
    func encode(into fields: FieldWriter) { fields.string("id", id) }
  }

  private struct Values: ResponseObject {
    let whole: Int?
    let fraction: Double?
    let flag: Bool?
    let text: String?
    let texts: [String]?
    let parts: [Part]
    let conditional: Int?

    init(fields: inout FieldReader) {
      fields.at(["whole"], isLenient: true)
      whole = fields.optionalInt("whole")
      fields.at(["fraction"], isLenient: true)
      fraction = fields.optionalDouble("fraction")
      fields.at(["flag"], isLenient: true)
      flag = fields.optionalBool("flag")
      fields.at(["text"], isLenient: true)
      text = fields.optionalString("text")
      fields.at(["texts"], isLenient: true)
      texts = fields.optionalStrings("texts")
      fields.at(["parts"], isLenient: true)
      parts = fields.objects("parts")
      fields.at(["conditional"], isLenient: true)
      fields.only(if: "shown")
      conditional = fields.optionalInt("conditional")
    }

    func encode(into fields: FieldWriter) {}
  }

  /// The values in Swift's notation, and the fields that cannot be read.
  private func read(_ members: String) throws -> (values: String, unreadable: [String]) {
    let json = #"{"data":{"parts":[],\#(members),"end":0}}"#
    let response = try GraphQLResponse<Values>(json: Data(json.utf8), variables: ["shown": true])
    let values = try #require(response.data)
    var text = [
      values.whole.map { "\($0)" }, values.fraction.map { "\($0)" }, values.flag.map { "\($0)" },
      values.text.map { "\"\($0)\"" }, values.texts.map { "\($0)" },
      values.conditional.map { "\($0)" },
    ].compactMap { $0 }
    if !values.parts.isEmpty { text.append("\(values.parts.map(\.id))") }
    return (
      text.joined(separator: " "),
      response.unreadableFields.map { $0.path.joined(separator: ".") }
    )
  }

  @Test(
    arguments: [
      (#""whole":"3600""#, "3600"), (#""whole":3599.9"#, "3599"), (#""whole":"-1.5""#, "-1"),
      (#""whole":"many""#, ""), (#""whole":[1]"#, ""), (#""whole":1e300"#, ""),
      (#""whole":true"#, ""), (#""whole":null"#, nil), (#""whole":7"#, "7"),
      (#""fraction":"0.5""#, "0.5"), (#""flag":"true""#, "true"), (#""flag":"FALSE""#, "false"),
      (#""flag":1"#, ""), (#""flag":{}"#, ""), (#""text":5"#, "\"5\""), (#""text":false"#, ""),
      (#""text":["a"]"#, ""), (#""text":{"a":1}"#, ""), (#""texts":"a""#, "[\"a\"]"),
      (#""texts":5"#, "[\"5\"]"), (#""texts":["a",2]"#, "[\"a\", \"2\"]"),
      (#""texts":{"a":1}"#, ""), (#""conditional":"1""#, "1"), (#""conditional":"x""#, ""),
    ] as [(String, String?)])
  func valueIsReadInAnotherForm(members: String, value: String?) throws {
    let found = try read(members)
    #expect(found.values == value ?? "")
    let name = members.split(separator: "\"")[0]
    #expect(found.unreadable == (value == "" ? [String(name)] : []))
  }

  @Test func elementsThatCannotBeReadAreLeftOut() throws {
    let json = #"{"data":{"parts":[{"id":"1"},{"id":2},null,{"id":"3"}],"texts":["a",{},null]}}"#
    let response = try GraphQLResponse<Values>(json: Data(json.utf8))
    #expect(response.data?.parts.map(\.id) == ["1", "3"] && response.data?.texts == ["a"])
    #expect(
      response.unreadableFields.map { $0.path.joined(separator: ".") }
        == ["texts.1", "texts.2", "parts.1", "parts.2"])
  }

  @Test(arguments: [#"{"data":{"whole":1}}"#, #"{"data":{"parts":null}}"#])
  func requiredListMustBeThere(json: String) throws {
    #expect(throws: ResponseDecodingError.self) {
      try GraphQLResponse<Values>(json: Data(json.utf8))
    }
  }

  private struct Tree: ResponseObject {
    let id: String
    let children: [Tree]

    init(fields: inout FieldReader) {
      id = fields.string("id")
      fields.at(["children"], isLenient: true)
      children = fields.objects("children")
    }

    func encode(into fields: FieldWriter) {}
  }

  /// Each element is read once, on all levels.
  @Test func nestedListsAreReadOnce() throws {
    var json = #"{"id":"a","children":[]}"#
    for _ in 0..<100 { json = #"{"id":"a","children":[\#(json),{"id":5},5]}"# }
    let response = try GraphQLResponse<Tree>(json: Data(#"{"data":\#(json)}"#.utf8))
    #expect(response.unreadableFields.count == 200)
    var depth = 0
    var tree = response.data
    while let child = tree?.children.first {
      depth += 1
      tree = child
    }
    #expect(depth == 100)
    // One object in place of a list.
    json = #"{"id":"a","children":[]}"#
    for _ in 0..<100 { json = #"{"id":"a","children":\#(json)}"# }
    let chain = try GraphQLResponse<Tree>(json: Data(#"{"data":\#(json)}"#.utf8))
    #expect(chain.unreadableFields.isEmpty && chain.data?.children.first?.children.count == 1)
  }

  @Test func nothingOfAnUnreadableValueIsInTheError() throws {
    let json = #"{"data":{"parts":[],"whole":"s3cret"}}"#
    let response = try GraphQLResponse<Values>(json: Data(json.utf8))
    #expect(response.unreadableFields.count == 1)
    #expect(!"\(response.unreadableFields)".contains("s3cret"))
  }
}
