// The boundary of multipart bodies.

import AuthGenRuntime
import Foundation

nonisolated extension HTTPHeaders {
  /// The parameter `boundary` of the media type; the first of several. Nil without one.
  var boundary: String? {
    var rest = Substring(self["Content-Type"] ?? "")
    _ = rest.take { $0 != ";" }
    while rest.popFirst() == ";" {
      let name = rest.take { $0 != "=" && $0 != ";" }
      guard rest.first == "=" else { continue }
      rest.removeFirst()
      let value = rest.parameterValue()
      if name.lowercased() == "boundary" { return value }
    }
    return nil
  }
}

nonisolated extension Substring {
  /// Removes the characters at the start that match, and returns them without spaces around them.
  fileprivate mutating func take(while matches: (Character) -> Bool) -> String {
    let taken = prefix(while: matches)
    self = self[taken.endIndex...]
    return taken.trimmingCharacters(in: .whitespaces)
  }

  /// Removes a token or a quoted string, and what follows it before the next semicolon (RFC 9110, section 5.6.6).
  fileprivate mutating func parameterValue() -> String {
    guard first == "\"" else { return take { $0 != ";" } }
    removeFirst()
    var value = ""
    while let character = popFirst(), character != "\"" {
      value.append(character == "\\" ? popFirst() ?? "\\" : character)
    }
    _ = take { $0 != ";" }
    return value
  }
}
