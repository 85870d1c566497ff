// The code in the article of AuthGenRuntime.

@_spi(Generated) import AuthGenRuntime
import Foundation
import Testing

struct Place: ResponseObject, Codable {
  var name: String
  var city: String?

  init(fields: inout FieldReader) {
    name = fields.string("name")
    city = fields.optionalString("city")
  }

  func encode(into fields: FieldWriter) {
    fields.string("name", name)
    fields.optionalString("city", city)
  }
}

struct RuntimeSnippets {
  @Test func responseTypeWrittenByHandReadsAndWrites() throws {
    let json = Data(#"{"city":"Bern","name":"Harbour"}"#.utf8)
    let place = try JSONDecoder().decode(Place.self, from: json)
    #expect(place.name == "Harbour" && place.city == "Bern")
    #expect(try Place(json: json).city == "Bern")
    let written = try JSONDecoder().decode(
      [String: String].self, from: JSONEncoder().encode(place))
    #expect(written == ["name": "Harbour", "city": "Bern"])
    #expect(throws: ResponseDecodingError.self) { try Place(json: Data(#"{"city":"Bern"}"#.utf8)) }
  }
}
