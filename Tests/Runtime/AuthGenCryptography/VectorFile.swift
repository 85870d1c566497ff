// Reads NIST's response files: one "name = value" per line, and a result at the end of each case.

import Foundation
import Testing

struct VectorFile {
  /// One case: its own values, and the values shared by all cases below some line.
  struct Vector: CustomTestStringConvertible {
    let number: Int
    let values: [String: String]

    /// "P" if the signature is valid, otherwise "F" and the reason.
    var isValid: Bool { values["Result"]?.hasPrefix("P") == true }

    func bytes(_ name: String) -> [UInt8] {
      [UInt8](hexadecimal: values[name] ?? "")
    }

    var testDescription: String { "\(number): \(values["Result"] ?? "")" }
  }

  let vectors: [Vector]

  init(_ name: String) throws {
    let url = try #require(Bundle.module.url(forResource: "Vectors/\(name)", withExtension: "txt"))
    var values: [String: String] = [:]
    var vectors: [Vector] = []
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard parts.count == 2, !line.hasPrefix("#"), !line.hasPrefix("[") else { continue }
      values[parts[0]] = parts[1]
      if parts[0] == "Result" {
        vectors.append(Vector(number: vectors.count + 1, values: values))
      }
    }
    self.vectors = vectors
  }
}

extension [UInt8] {
  init(hexadecimal digits: String) {
    let values = digits.compactMap(\.hexDigitValue).map(UInt8.init)
    self = stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}
