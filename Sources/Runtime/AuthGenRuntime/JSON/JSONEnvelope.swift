// Messages in JSON whose parts are read later.

package import Foundation

/// The members of a JSON object as text. The content of a member is read when it is needed, and not copied
/// before.
nonisolated package struct JSONEnvelope: Sendable {
  /// Of members with the same name, the first counts.
  private let members: [(name: String, text: Data)]

  /// Reads an object.
  ///
  /// - Throws: ``ResponseDecodingError`` if the text is not a JSON object.
  package init(_ json: Data) throws(ResponseDecodingError) {
    guard let members = JSONText.members(of: json) else {
      throw ResponseDecodingError(.invalidJSON, path: [])
    }
    self.members = members.map { (JSON($0.name)?.string ?? "", $0.value) }
  }

  /// The text of a member; nil if it is absent.
  package subscript(name: String) -> Data? {
    members.first { $0.name.hasSameBytes(as: name) }?.text
  }

  /// The value of a member; nil if it is absent.
  package func json(_ name: String) -> JSON? { self[name].flatMap(JSON.init) }

  /// The string in a member; nil if it is absent or has another type.
  package func string(_ name: String) -> String? { json(name)?.string }

  /// Whether the member is absent or null.
  package func isNull(_ name: String) -> Bool { self[name]?.isNull ?? true }
}

/// Divides JSON values into the texts of their parts.
nonisolated package enum JSONText {
  /// The members of an object; nil for any other text. The names have their quotes.
  package static func members(of json: Data) -> [(name: Data, value: Data)]? {
    parts(of: json) { scanner throws(JSONFailure) in
      var members: [(name: Data, value: Data)] = []
      guard try scanner.open(UInt8(ascii: "{"), close: UInt8(ascii: "}")) else { return members }
      repeat {
        scanner.skipSpace()
        let start = scanner.offset
        _ = try scanner.stringBounds()
        let name = json.slice(start..<scanner.offset)
        try scanner.expect(UInt8(ascii: ":"))
        members.append((name, json.slice(try scanner.valueBounds())))
      } while scanner.skip(UInt8(ascii: ","))
      try scanner.expect(UInt8(ascii: "}"))
      return members
    }
  }

  /// The elements of an array; nil for any other text.
  package static func elements(of json: Data) -> [Data]? {
    parts(of: json) { scanner throws(JSONFailure) in
      try scanner.list { scanner throws(JSONFailure) in json.slice(try scanner.valueBounds()) }
    }
  }

  /// What `read` returns for a whole text; nil if it throws or does not end where the text ends.
  static func parts<Parts>(
    of json: Data, _ read: (inout JSONScanner) throws(JSONFailure) -> Parts
  ) -> Parts? {
    json.withUnsafeBytes { bytes in
      var scanner = JSONScanner(bytes)
      guard let parts = try? read(&scanner), (try? scanner.expectEnd()) != nil else { return nil }
      return parts
    }
  }
}

nonisolated extension JSONScanner {
  /// Moves past a value.
  fileprivate mutating func valueBounds() throws(JSONFailure) -> Range<Int> {
    skipSpace()
    let start = offset
    try skipValue()
    return start..<offset
  }
}

nonisolated extension Data {
  /// Whether a JSON value is null.
  package var isNull: Bool { count == 4 && first == UInt8(ascii: "n") }

  /// The bytes at offsets from the start.
  fileprivate func slice(_ bounds: Range<Int>) -> Data {
    dropFirst(bounds.lowerBound).prefix(bounds.count)
  }
}
