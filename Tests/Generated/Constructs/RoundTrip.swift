// Decodes and encodes as an app does, and compares JSON by value.

import AuthGenRuntime
import Foundation
import Testing

/// Decodes `json` as the `data` of a response.
func decode<Response: ResponseObject & Decodable>(
  _ json: String, as type: Response.Type
) throws -> Response {
  let response = try GraphQLResponse<Response>(json: Data(#"{"data":\#(json)}"#.utf8))
  return try #require(response.data)
}

/// Decodes `json`, and expects that encoding gives the same JSON value.
func roundTrip<Response: ResponseObject & Codable>(
  _ json: String, as type: Response.Type, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Response {
  let response = try decode(json, as: type)
  try expectEncoding(of: response, json, sourceLocation: sourceLocation)
  return response
}

/// Expects that `value` is encoded as `json`, in any order of fields.
func expectEncoding(
  of value: some Encodable, _ json: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let encoded = try object(JSONEncoder().encode(value))
  let expected = try object(Data(json.utf8))
  #expect(encoded == expected, sourceLocation: sourceLocation)
}

private func object(_ json: Data) throws -> NSObject {
  try #require(JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed) as? NSObject)
}
