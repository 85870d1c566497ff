// Messages in JSON whose parts are read later.

package import Foundation

/// The members of a JSON object as text. The content of a member is read when it is needed, and not copied before.
nonisolated package struct JSONEnvelope: Sendable {
  /// The text of each member that was asked for and is there. Of members with the same name, the first counts.
  private let members: [String: Data]

  /// Reads an object.
  ///
  /// - Parameters:
  ///   - json: the text.
  ///   - names: the members to find. The others are checked and skipped.
  /// - Throws: ``ResponseDecodingError`` if the text is not a JSON object.
  package init(_ json: Data, _ names: [String]) throws(ResponseDecodingError) {
    var members: [String: Data] = [:]
    let isObject = json.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      do throws(JSONFailure) {
        let outer = try reader.enter()
        for name in names {
          let place = try reader.find(name)
          if place.isNowhere { continue }
          reader.scanner.skipSpace()
          let start = reader.scanner.offset
          try reader.scanner.skipValue()
          members[name] = json.dropFirst(start).prefix(reader.scanner.offset - start)
          if let cursor = place.cursor { reader.scanner.offset = cursor }
        }
        try reader.leave(for: outer)
        try reader.scanner.expectEnd()
        return true
      } catch {
        return false
      }
    }
    guard isObject else { throw ResponseDecodingError(.invalidJSON, path: []) }
    self.members = members
  }

  /// The text of a member; nil if it is absent.
  package subscript(name: String) -> Data? { members[name] }

  /// The string in a member; nil if it is absent or has another type.
  package func string(_ name: String) -> String? { members[name].flatMap { JSON($0)?.string } }

  /// Whether the member is absent or null.
  package func isNull(_ name: String) -> Bool {
    members[name].map { $0.elementsEqual("null".utf8) } ?? true
  }
}
