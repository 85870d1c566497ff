// Parses a template's source in one pass: finds the tags, checks them and makes nodes of them.
// TemplateParser+Text.swift makes nodes of the text between tags.

/// Parses a template. Sections have an explicit stack, so that deep nesting cannot exhaust the thread's
/// stack.
struct TemplateParser {
  var set: TemplateSet
  var template: Template
  private let index: Int
  private var opening = Array("{{".utf8)
  private var closing = Array("}}".utf8)
  /// The sections whose end is still to come.
  private var open: [(tag: Tag, node: Int)] = []
  /// The end of the parsed source.
  var offset = 0
  /// The start of the text that no node has yet.
  var textStart: Int
  /// Whether that text begins a line.
  var beginsLine = true

  /// A tag in a template's source.
  private struct Tag {
    let start: Int
    /// The character that identifies the kind of tag; nil for a variable.
    let sigil: Unicode.Scalar?
    /// The content without the sigil and padding.
    let content: ArraySlice<UInt8>

    var text: String { String(decoding: content, as: UTF8.self) }
  }

  init(_ source: [UInt8], name: String, set: TemplateSet) {
    self.set = set
    template = Template(name: name, source: source)
    index = self.set.indexOfTemplate(name)
    textStart = set.text.count
  }

  /// Parses the whole source.
  ///
  /// - Returns: the set with the template.
  /// - Throws: the first tag that is unclosed or empty, has an invalid name, sets no delimiters or does not
  ///   end the innermost open section; otherwise the innermost section left open.
  mutating func parse() throws(MustacheError) -> TemplateSet {
    let start = set.nodes.count
    while let start = find(opening, from: offset) {
      try parseTag(at: start)
    }
    appendText(upTo: template.source.count)
    if textStart < set.text.count { endText() }
    if let tag = open.last?.tag {
      let sigil = tag.sigil.map(String.init) ?? ""
      throw template.error(
        .unclosedSection(name: tag.text, tag: "{{\(sigil)\(tag.text)}}"), at: tag.start)
    }
    template.nodes = start..<set.nodes.count
    set.templates[index] = template
    return set
  }

  private mutating func parseTag(at start: Int) throws(MustacheError) {
    let (tag, end) = try scanTag(at: start)
    let isVariable = tag.sigil == nil || tag.sigil == "{" || tag.sigil == "&"
    if isVariable, let constant = set.constants[tag.text] {
      appendText(upTo: start)
      appendText(constant.utf8)
      offset = end
      return
    }

    let line = isVariable ? nil : line(around: start..<end)
    appendText(upTo: line?.lowerBound ?? start)
    offset = line?.upperBound ?? end
    if line == nil, beginsLine || textStart < set.text.count { endText() }
    switch tag.sigil {
    case "!": break
    case "=": try setDelimiters(tag)
    case "#", "^":
      open.append((tag, set.nodes.count))
      set.nodes.append(.section(try path(tag), isInverted: tag.sigil == "^", end: 0))
    case "/": try endSection(tag)
    case ">":
      try checkName(tag)
      let indentation = line.map { appendIndentation(template.source[$0.lowerBound..<start]) }
      set.nodes.append(.partial(set.partials.count))
      set.partials.append(
        Partial(
          template: index, offset: start, indentation: indentation,
          target: set.indexOfTemplate(tag.text)))
    default:
      set.nodes.append(.variable(try path(tag), isRaw: tag.sigil != nil))
    }
  }

  private mutating func setDelimiters(_ tag: Tag) throws(MustacheError) {
    let delimiters = tag.content.split(whereSeparator: isWhitespace)
    guard delimiters.count == 2, !tag.content.contains(UInt8(ascii: "=")) else {
      throw template.error(.invalidDelimiters(excerpt(tag.content)), at: tag.start)
    }
    opening = Array(delimiters[0])
    closing = Array(delimiters[1])
  }

  private mutating func endSection(_ tag: Tag) throws(MustacheError) {
    try checkName(tag)
    guard let section = open.popLast() else {
      throw template.error(.unopenedSection(name: tag.text), at: tag.start)
    }
    guard tag.content == section.tag.content else {
      let opened = template.position(of: section.tag.start)
      throw template.error(
        .mismatchedSection(name: tag.text, expected: section.tag.text, opened: opened),
        at: tag.start)
    }
    guard case .section(let path, let isInverted, _) = set.nodes[section.node] else { return }
    if !isInverted { set.nodes.append(.sectionEnd(start: section.node + 1)) }
    set.nodes[section.node] = .section(path, isInverted: isInverted, end: set.nodes.count)
  }

  private mutating func path(_ tag: Tag) throws(MustacheError) -> Node.Path {
    try checkName(tag)
    let start = set.pathKeys.count
    for part in tag.content.split(separator: UInt8(ascii: ".")) {
      set.pathKeys.append(set.key(named: String(decoding: part, as: UTF8.self)))
    }
    return start..<set.pathKeys.count
  }

  private func checkName(_ tag: Tag) throws(MustacheError) {
    guard let first = tag.content.first else { throw template.error(.emptyTag, at: tag.start) }
    if tag.content.contains(UInt8(ascii: "\n")) {
      // The closing delimiter found probably belongs to a later tag.
      throw template.error(.unclosedTag(closing: excerpt(closing[...])), at: tag.start)
    }
    if "<$*".utf8.contains(first) {
      throw template.error(.unsupportedTag(excerpt(tag.content)), at: tag.start)
    }
    let parts = tag.content.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let hasEmptyPart = tag.sigil != ">" && tag.content.count > 1 && parts.contains(where: \.isEmpty)
    if hasEmptyPart || tag.content.contains(where: isWhitespace) {
      throw template.error(.invalidName(excerpt(tag.content)), at: tag.start)
    }
  }
}

// MARK: - Scanning

extension TemplateParser {
  /// Returns the tag at `start` and its end.
  private func scanTag(at start: Int) throws(MustacheError) -> (tag: Tag, end: Int) {
    let rest = template.source[(start + opening.count)...].drop(while: isWhitespace)
    let first = Unicode.Scalar(rest.first ?? 0)
    let sigil: Unicode.Scalar? =
      switch first {
      case "{", "&", "#", "^", "/", ">", "!", "=": first
      default: nil
      }
    let terminator =
      switch sigil {
      case "{": Array("}".utf8) + closing
      case "=": Array("=".utf8) + closing
      default: closing
      }
    let contentStart = rest.startIndex + (sigil == nil ? 0 : 1)
    guard let contentEnd = find(terminator, from: contentStart) else {
      throw template.error(.unclosedTag(closing: excerpt(terminator[...])), at: start)
    }
    var content = template.source[contentStart..<contentEnd].drop(while: isWhitespace)
    while let last = content.last, isWhitespace(last) { content.removeLast() }
    return (Tag(start: start, sigil: sigil, content: content), contentEnd + terminator.count)
  }

  private func find(_ pattern: [UInt8], from offset: Int) -> Int? {
    var rest = template.source[offset...]
    while let start = rest.firstIndex(of: pattern[0]) {
      rest = rest[start...]
      if rest.starts(with: pattern) { return start }
      rest.removeFirst()
    }
    return nil
  }
}

/// Whether `byte` may pad the content of a tag.
private func isWhitespace(_ byte: UInt8) -> Bool {
  switch Unicode.Scalar(byte) {
  case " ", "\t", "\r", "\n": true
  default: false
  }
}

/// Returns a part of the source for a message, shortened if it is long.
private func excerpt(_ bytes: ArraySlice<UInt8>) -> String {
  let characters = String(decoding: bytes, as: UTF8.self)
  return characters.count > 60 ? characters.prefix(60) + "…" : characters
}
