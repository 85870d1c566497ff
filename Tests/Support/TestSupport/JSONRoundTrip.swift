// Decodes values from JSON and encodes them again.

import Foundation

/// The encoded value differs from the decoded JSON.
package struct RoundTripFailure: Error {
  /// The encoded JSON.
  package let written: String
}

/// Decodes a value, and requires that encoding gives the same JSON.
package func roundTrip<Value: Codable>(_ type: Value.Type, _ json: String) throws -> Value {
  let value = try JSONDecoder().decode([Value].self, from: Data("[\(json)]".utf8))[0]
  let encoder = JSONEncoder()
  encoder.outputFormatting = .withoutEscapingSlashes
  let written = String(decoding: try encoder.encode([value]), as: UTF8.self)
  guard written == "[\(json)]" else { throw RoundTripFailure(written: written) }
  return value
}
