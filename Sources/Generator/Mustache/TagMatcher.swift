// The second step of compiling: pairs the tags that open sections, parents and blocks with the tags
// that close them. The steps after it cannot fail.

/// Pairs tags with an explicit stack, so that deep nesting cannot exhaust the thread's stack.
enum TagMatcher {
  /// Sets the partner of every tag that opens or closes something.
  ///
  /// - Throws: the first End Section tag that does not match the innermost open tag, otherwise the
  ///   innermost tag left open.
  static func match(
    _ tags: inout [Tag], of source: [UInt8], template: String
  ) throws(MustacheError) {
    var open: [Int] = []
    for index in tags.indices {
      if tags[index].opensSection {
        open.append(index)
      } else if tags[index].kind == .end {
        let end = tags[index]
        guard let opening = open.popLast() else {
          throw MustacheError(
            template: template, position: end.position,
            reason: .unopenedSection(name: name(of: end, in: source)))
        }
        let start = tags[opening]
        guard ends(end, start, in: source) else {
          throw MustacheError(
            template: template, position: end.position,
            reason: .mismatchedSection(
              name: name(of: end, in: source), expected: name(of: start, in: source),
              opened: start.position))
        }
        tags[index].partner = opening
        tags[opening].partner = index
      }
    }
    if let innermost = open.last {
      let tag = tags[innermost]
      let name = name(of: tag, in: source)
      throw MustacheError(
        template: template, position: tag.position,
        reason: .unclosedSection(name: name, tag: "{{\(tag.sigil)\(name)}}"))
    }
  }

  private static func ends(_ end: Tag, _ start: Tag, in source: [UInt8]) -> Bool {
    var content = source[end.content]
    if start.isDynamic {
      guard content.popFirst() == UInt8(ascii: "*") else { return false }
      content = content.drop(while: Byte.isWhitespace)
    }
    return content == source[start.content]
  }

  private static func name(of tag: Tag, in source: [UInt8]) -> String {
    (tag.isDynamic ? "*" : "") + String(decoding: source[tag.content], as: UTF8.self)
  }
}
