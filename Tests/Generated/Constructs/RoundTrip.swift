// Decoding and encoding as an app does it, and the comparison of JSON by value.

import AuthGenRuntime
import Foundation
import Testing

/// Reads `json` as the `data` of a response.
func decode<Response: ResponseDecodable>(_ json: String, as type: Response.Type) throws -> Response
{
  let response = try GraphQLResponse<Response>(json: Data(#"{"data":\#(json)}"#.utf8))
  return try #require(response.data)
}

/// Reads `json`, and expects that writing it gives the same JSON value.
func roundTrip<Response: ResponseObject>(
  _ json: String, as type: Response.Type, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Response {
  let response = try decode(json, as: type)
  try expectEncoding(of: response, json, sourceLocation: sourceLocation)
  return response
}

/// Expects that `value` is written as `json`, whatever the order of fields.
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
