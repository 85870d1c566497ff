// The second step of compiling: checks that each section has its end. The steps after it cannot fail.

/// Matches tags with an explicit stack, so that deep nesting cannot exhaust the thread's stack.
enum TagMatcher {
  /// Matches every tag that opens a section with the tag that closes it.
  ///
  /// - Throws: the first End Section tag that does not match the innermost open tag, otherwise the
  ///   innermost tag left open.
  static func match(
    _ tags: [Tag], of source: [UInt8], template: String
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
        guard source[end.content] == source[start.content] else {
          throw MustacheError(
            template: template, position: end.position,
            reason: .mismatchedSection(
              name: name(of: end, in: source), expected: name(of: start, in: source),
              opened: start.position))
        }
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

  private static func name(of tag: Tag, in source: [UInt8]) -> String {
    String(decoding: source[tag.content], as: UTF8.self)
  }
}
