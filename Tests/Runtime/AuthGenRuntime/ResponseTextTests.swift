// Tests the JSON text of response types.

@_spi(Generated) import AuthGenRuntime
import Foundation
import Testing

@Suite struct ResponseTextTests {
  private struct Account: ResponseObject, Codable {
    var traits: JSON
    var rows: [JSON]

    init(fields: inout FieldReader) {
      traits = fields.value("traits")
      rows = fields.value("rows")
    }

    func encode(into fields: FieldWriter) {
      fields.value("traits", traits)
      fields.value("rows", rows)
    }
  }

  @Test func numbersOfJSONScalarsKeepTheirDigits() throws {
    let text =
      #"{"traits":{"a":1.0,"b":[1e3,-0.0,1E+2,12345678901234567890.10],"c":1},"rows":[2.0,0.10]}"#
    let account = try Account(json: Data(text.utf8))
    #expect(account.traits["a"] != .integer(1))
    #expect(String(decoding: try Data(json: account), as: UTF8.self) == text)
  }

  /// Foundation's coders do not pass the digits, so a whole number becomes an integer.
  @Test func wholeNumbersAreIntegersWithFoundationsCoders() throws {
    let text = #"{"traits":1.0,"rows":[1e3]}"#
    let account = try JSONDecoder().decode(Account.self, from: Data(text.utf8))
    #expect(account.traits == .integer(1) && account.rows == [.integer(1000)])
  }

  @Test func fieldsHaveTheOrderOfTheSelection() throws {
    let account = try Account(json: Data(#"{"rows":[],"traits":true}"#.utf8))
    #expect(
      String(decoding: try Data(json: account), as: UTF8.self) == #"{"traits":true,"rows":[]}"#)
  }

  @Test func infiniteNumberHasNoText() throws {
    struct Size: ResponseObject, Codable {
      var width: Double
      init(fields: inout FieldReader) { width = fields.double("width") }
      func encode(into fields: FieldWriter) { fields.double("width", width) }
    }
    var size = try Size(json: Data(#"{"width":1}"#.utf8))
    size.width = .infinity
    #expect(throws: EncodingError.self) { try Data(json: size) }
  }
}
