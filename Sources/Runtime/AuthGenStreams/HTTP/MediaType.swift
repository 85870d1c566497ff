// Media types with parameters.

import AuthGenRuntime

/// The value of a `Content-Type` header field (RFC 9110, section 8.3.1).
nonisolated struct MediaType {
  /// Type and subtype in lower case, such as `multipart/mixed`.
  let name: String
  /// The parameters, by their names in lower case. The first of several with the same name counts.
  private(set) var parameters: [String: String] = [:]

  init(_ text: String) {
    var rest = Substring(text)
    name = rest.take { $0 != ";" }.trimmed.lowercased()
    while rest.popFirst() == ";" {
      let parameter = rest.take { $0 != "=" && $0 != ";" }.trimmed.lowercased()
      guard rest.first == "=" else { continue }
      rest.removeFirst()
      let value = rest.parameterValue()
      if parameters[parameter] == nil { parameters[parameter] = value }
    }
  }
}

nonisolated extension Substring {
  /// Removes the characters at the start that match.
  fileprivate mutating func take(while matches: (Character) -> Bool) -> Substring {
    let taken = prefix(while: matches)
    self = self[taken.endIndex...]
    return taken
  }

  fileprivate var trimmed: Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }

  /// Removes a token or a quoted string, and what follows it before the next semicolon (RFC 9110, section 5.6.6).
  fileprivate mutating func parameterValue() -> String {
    guard first == "\"" else { return String(take { $0 != ";" }.trimmed) }
    removeFirst()
    var value = ""
    while let character = popFirst(), character != "\"" {
      value.append(character == "\\" ? popFirst() ?? "\\" : character)
    }
    _ = take { $0 != ";" }
    return value
  }
}
