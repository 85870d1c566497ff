// The texts of operations and fragments: the minified text to send, the same for a reader, and the
// documentation of a definition.

import AuthGenLanguage

struct DefinitionTexts {
  let context: BuilderContext
  /// The selection sets to add `__typename` to.
  let typenamePositions: Set<Position>
  /// The labels to add to directives `@defer`, by the position of the directive.
  let labels: [Position: String]
  private(set) var texts: [Position: String] = [:]

  func text(of operation: OperationDefinition) -> String {
    text { $0.append(operation) }
  }

  mutating func text(of fragment: FragmentDefinition) -> String {
    if let known = texts[fragment.position] { return known }
    let made = text { $0.append(fragment) }
    texts[fragment.position] = made
    return made
  }

  private func text(_ append: (inout DocumentPrinter) -> Void) -> String {
    var printer = DocumentPrinter(
      symbols: context.symbols, sources: context.sources, addingTypenameTo: typenamePositions,
      labels: labels, omitting: context.clientDirectives)
    append(&printer)
    return String(decoding: printer.bytes, as: UTF8.self)
  }

  /// Returns a definition as in its document, with a line for each selection.
  func formattedText(_ append: (inout DocumentPrinter) -> Void) -> String {
    var printer = DocumentPrinter(
      symbols: context.symbols, sources: context.sources, layout: .lines(width: Self.lineWidth))
    append(&printer)
    return String(decoding: printer.bytes, as: UTF8.self)
  }

  /// The width of comments, without the indentation and the slashes.
  private static let lineWidth = 105

  /// Returns the definition's description, or the comment lines directly above it, because other
  /// tools reject descriptions on executable definitions.
  func documentation(_ description: StringLiteral?, _ position: Position) -> [String] {
    if description != nil { return context.documentation(description) }
    guard context.settings.documentation != .none,
      let source = context.sources.source(at: position)
    else { return [] }
    return context.documentation(source.commentLines(above: position))
  }
}

extension Source {
  /// Returns the comment lines that end on the line above `position`, without number signs. Only a
  /// definition at the start of its line has any: searching for the line start would take quadratic
  /// time for thousands of definitions on one line.
  fileprivate func commentLines(above position: Position) -> [String] {
    let text = bytes
    var end = text.startIndex + Int(position.offset - base)
    var comments: [String] = []
    func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    func lineStart(before index: Int) -> Int {
      (text[..<index].lastIndex(where: isBreak) ?? text.startIndex - 1) + 1
    }
    while end > text.startIndex, text[end - 1] == 0x20 || text[end - 1] == 0x09 { end -= 1 }
    guard end > text.startIndex, isBreak(text[end - 1]) else { return [] }
    while end > text.startIndex {
      var last = end - 1
      if text[last] == 0x0A, last > text.startIndex, text[last - 1] == 0x0D { last -= 1 }
      let start = lineStart(before: last)
      let line = text[start..<last].drop { $0 == 0x20 || $0 == 0x09 }
      guard line.first == UInt8(ascii: "#") else { break }
      let comment = line.drop { $0 == UInt8(ascii: "#") }
      comments.append(
        String(decoding: comment.first == 0x20 ? comment.dropFirst() : comment, as: UTF8.self))
      end = start
    }
    return comments.reversed()
  }
}
