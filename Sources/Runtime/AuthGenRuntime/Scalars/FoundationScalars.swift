// Types of Foundation as servers represent them.

public import Foundation

/// A point in time: text in any form of ISO 8601 with an offset from UTC. A date without a time is the
/// beginning of the day in UTC.
nonisolated extension Date: ServerScalar {
  init?(_ json: JSON) {
    guard let parsed = json.string.flatMap(ISO8601.init) else { return nil }
    if let date = parsed.date {
      self = date
    } else if !parsed.hasTime {
      self.init(timeIntervalSince1970: Double(parsed.day) * 86_400)
    } else {
      return nil
    }
  }

  func json() -> JSON {
    .string(formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }
}

/// A number or a string with one, to all 38 digits. Written as a number.
nonisolated extension Decimal: ServerScalar {
  init?(_ json: JSON) {
    let text: String
    switch json {
    case .string(let string): text = string
    case .integer(let value): text = String(value)
    case .number(let number): text = number.text
    default: return nil
    }
    // Decimal reads any beginning of a text that is a number.
    guard let number = JSONNumber(text), let value = number.decimal, !value.isNaN else {
      return nil
    }
    self = value
  }

  func json() throws -> JSON {
    guard let number = JSONNumber(description) else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: [], debugDescription: "expected a number, found NaN"))
    }
    return .number(number)
  }
}

/// A string of hexadecimal digits (RFC 9562, section 4). Written in lower case.
nonisolated extension UUID: ServerScalar {
  init?(_ json: JSON) {
    guard let value = json.string.flatMap(UUID.init(uuidString:)) else { return nil }
    self = value
  }

  func json() -> JSON { .string(uuidString.lowercased()) }
}

/// A string that `URL(string:)` accepts.
nonisolated extension URL: ServerScalar {
  init?(_ json: JSON) {
    guard let value = json.string.flatMap(URL.init(string:)) else { return nil }
    self = value
  }

  func json() -> JSON { .string(absoluteString) }
}
