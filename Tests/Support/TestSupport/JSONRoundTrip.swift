// Values that are read from JSON and written back.

import Foundation

/// Why a value is not what was read.
package struct RoundTripFailure: Error {
  /// What was written instead of what was read.
  package let written: String
}

/// Reads a value, and requires that it writes what was read.
package func roundTrip<Value: Codable>(_ type: Value.Type, _ json: String) throws -> Value {
  let value = try JSONDecoder().decode([Value].self, from: Data("[\(json)]".utf8))[0]
  let encoder = JSONEncoder()
  encoder.outputFormatting = .withoutEscapingSlashes
  let written = String(decoding: try encoder.encode([value]), as: UTF8.self)
  guard written == "[\(json)]" else { throw RoundTripFailure(written: written) }
  return value
}
