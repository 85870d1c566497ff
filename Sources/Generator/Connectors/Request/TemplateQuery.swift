// The query of a connector's URL template.

import AuthGenLanguage

/// The part of a URL template after the question mark.
struct TemplateQuery {
  private(set) var isOpen = false
  private var parts: [(name: String, value: RequestValue?, position: Position)] = []
  private var isValid = true

  mutating func add(_ text: String, _ position: Position) {
    isOpen = true
    let pieces = text.split(separator: "&", omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() {
      // Text directly after an argument is empty or begins with the separator.
      if index == 0, !parts.isEmpty {
        if !piece.isEmpty { isValid = false }
        continue
      }
      let pair = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[0].isEmpty else {
        if !(piece.isEmpty && pieces.count == 1) { isValid = false }
        continue
      }
      let isOpen = pair[1].isEmpty && index == pieces.count - 1
      parts.append(
        (String(pair[0]), isOpen ? nil : .literal(.string(String(pair[1]))), position))
    }
  }

  mutating func add(_ argument: ArgumentPath) {
    guard let last = parts.last, last.value == nil else {
      isValid = false
      return
    }
    parts[parts.count - 1].value = .argument(argument)
  }

  /// The members, or nil if the text has another form.
  var members: [RequestMember]? {
    guard isValid else { return nil }
    return parts.map { part in
      RequestMember(
        name: part.name, value: part.value ?? .literal(.string("")), position: part.position)
    }
  }
}
