// Converts a connector's `http` to a request. All values come from literals and from the arguments
// of the connected field.

import AuthGenLanguage
import AuthGenTypeSystem

struct RequestMappingBuilder {
  private let schema: Schema
  private let symbols: SymbolTable
  /// The connected field; nil for the settings that all connectors of a source share.
  private let field: FieldDefinition?
  private(set) var diagnostics: [Diagnostic] = []
  /// The arguments that the request uses, whole or in part.
  private(set) var usedArguments: Set<String> = []

  init(schema: Schema, symbols: SymbolTable, field: FieldDefinition?) {
    self.schema = schema
    self.symbols = symbols
    self.field = field
  }

  // MARK: URLs

  /// - Parameter hasSource: whether the template is relative to the base URL of a source.
  mutating func target(
    _ pieces: [TemplatePiece], hasSource: Bool, at position: Position
  ) -> (target: RequestMapping.Target, query: [RequestMember])? {
    if pieces.count == 1, case .expression(let expression) = pieces[0] {
      guard !hasSource else {
        diagnostics.append(
          ConnectSubset.wrong(
            "a URL that comes from an argument cannot have a source", at: position,
            help: "leave \"source\" out: the URL is used on the client's own server, or not at all")
        )
        return nil
      }
      return argument(expression, .text).map { (.url($0), []) }
    }
    guard hasSource else {
      diagnostics.append(
        ConnectSubset.unsupported(
          "a URL of its own", at: position,
          instead: "name a source, and write a path that begins with a slash"))
      return nil
    }
    return path(pieces, at: position)
  }

  private mutating func path(
    _ pieces: [TemplatePiece], at position: Position
  ) -> (target: RequestMapping.Target, query: [RequestMember])? {
    var path: [RequestPiece] = []
    var query = TemplateQuery()
    var isValid = true
    for piece in pieces {
      switch piece {
      case .text(let text, let place):
        guard !query.isOpen else {
          query.add(text, place)
          continue
        }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
          .map(String.init)
        if let objection = URLText.objection(toPath: parts[0]) {
          diagnostics.append(ConnectSubset.wrong(objection, at: place, help: URLText.help))
          isValid = false
        } else if !parts[0].isEmpty {
          path.append(.text(parts[0]))
        }
        if parts.count == 2 { query.add(parts[1], place) }
      case .expression(let expression):
        guard let argument = argument(expression, .text) else {
          isValid = false
          continue
        }
        if query.isOpen { query.add(argument) } else { path.append(.argument(argument)) }
      }
    }
    var beginsWithSlash = false
    if case .text(let text) = path.first { beginsWithSlash = text.hasPrefix("/") }
    // A query without a path goes to the base URL.
    let isQueryAlone = path.isEmpty && !pieces.isEmpty
    guard beginsWithSlash || isQueryAlone else {
      diagnostics.append(
        ConnectSubset.wrong("the path must begin with a slash", at: position, help: URLText.help))
      return nil
    }
    guard let members = query.members else {
      diagnostics.append(
        ConnectSubset.unsupported(
          "this query", at: position, instead: "write each parameter as name={$args.value}"))
      return nil
    }
    return isValid ? (.path(path), members) : nil
  }

  // MARK: Headers, query, body

  mutating func header(
    _ name: String, _ pieces: [TemplatePiece], at position: Position
  ) -> RequestHeader? {
    guard !name.isEmpty, name.utf8.allSatisfy(URLText.isTokenCharacter) else {
      diagnostics.append(
        ConnectSubset.wrong(
          "a header cannot have this name", at: position,
          help: "use letters, digits and hyphens, as in \"X-Session-Token\""))
      return nil
    }
    var result: [RequestPiece] = []
    for piece in pieces {
      switch piece {
      case .text(let text, let place):
        guard text.unicodeScalars.allSatisfy({ (0x20...0x7E).contains($0.value) }) else {
          diagnostics.append(
            ConnectSubset.wrong(
              "a header can contain only printable ASCII", at: place,
              help: "remove other characters"))
          return nil
        }
        result.append(.text(text))
      case .expression(let expression):
        guard let argument = argument(expression, .text) else { return nil }
        result.append(.argument(argument))
      }
    }
    return RequestHeader(name: name, pieces: result, position: position)
  }

  /// The members of `queryParams`.
  mutating func query(_ expression: MappingExpression) -> [RequestMember] {
    switch value(expression, .text) {
    case .object(let members), .parts(_, let members):
      for member in members where !member.value.isText {
        diagnostics.append(
          ConnectSubset.unsupported(
            "a list or an object in a URL or header", at: member.position,
            instead: "write name: $args.value"))
      }
      return members
    case nil:
      return []
    default:
      diagnostics.append(
        ConnectSubset.unsupported(
          "this form of query", at: expression.position, instead: "write name: $args.value"))
      return []
    }
  }

  mutating func body(_ expression: MappingExpression) -> RequestValue? {
    switch value(expression, .any) {
    case .object(let members), .parts(_, let members): return .object(members)
    case .argument(let argument): return .argument(argument)
    case nil: return nil
    default:
      diagnostics.append(
        ConnectSubset.unsupported(
          "a body that is not an object", at: expression.position,
          instead: "write { name: $args.value }"))
      return nil
    }
  }

  // MARK: Values

  private enum Use {
    /// A value that can be written as one string.
    case text
    case any
  }

  private mutating func value(_ expression: MappingExpression, _ use: Use) -> RequestValue? {
    switch expression.unwrapped {
    case .literal(let literal, _):
      return .literal(literal)
    case .object(let elements, _):
      return .object(members(elements, use))
    case .array(let elements, let position):
      let values = elements.compactMap { value($0, use) }
      return values.count == elements.count ? .array(values, position) : nil
    case .path(let path):
      guard let selection = path.selection else {
        return argument(.path(path), use).map(RequestValue.argument)
      }
      guard let whole = argument(.path(path.withoutSelection), .any),
        let members = members(selection, of: path, use)
      else { return nil }
      return .parts(whole, members)
    case .chain(_, _, let position):
      diagnostics.append(
        ConnectSubset.unsupported(
          "a choice of values", at: position, instead: "give the argument a default value"))
      return nil
    }
  }

  private mutating func members(_ elements: [NamedSelection], _ use: Use) -> [RequestMember] {
    var members: [RequestMember] = []
    for element in elements {
      guard case .alias(let name, let position) = element.name else {
        diagnostics.append(
          ConnectSubset.wrong(
            "a value in a request requires a name", at: element.position,
            help: "write name: $args.value"))
        continue
      }
      if let value = value(element.value, use) {
        members.append(RequestMember(name: name, value: value, position: position))
      }
    }
    return unique(members)
  }

  /// `$args.input { a b: c }`
  private mutating func members(
    _ elements: [NamedSelection], of path: MappingPath, _ use: Use
  ) -> [RequestMember]? {
    var members: [RequestMember] = []
    for element in elements {
      var name: String?
      if case .alias(let alias, _) = element.name { name = alias }
      guard case .path(let inner) = element.value, case .key(let key) = inner.head,
        name != nil || inner.singleKey != nil
      else {
        diagnostics.append(
          ConnectSubset.unsupported(
            "this value in a request", at: element.position, instead: "write name: $args.value"))
        return nil
      }
      var whole = MappingPath(head: path.head, steps: path.steps, position: inner.position)
      whole.steps.append(.key(key, inner.position))
      whole.steps += inner.steps
      whole.selection = inner.selection
      guard let value = value(.path(whole), use) else { return nil }
      members.append(
        RequestMember(name: name ?? key, value: value, position: element.position))
    }
    return unique(members)
  }

  private mutating func unique(_ members: [RequestMember]) -> [RequestMember] {
    var positions: [String: Position] = [:]
    return members.filter { member in
      guard let earlier = positions[member.name] else {
        positions[member.name] = member.position
        return true
      }
      diagnostics.append(
        ConnectSubset.wrong(
          "\"\(member.name)\" is sent twice", at: member.position,
          notes: [.init(earlier, "it is sent here")], help: "keep one of them"))
      return false
    }
  }

  /// Reads `$args.name.field`, and checks that it exists.
  private mutating func argument(_ expression: MappingExpression, _ use: Use) -> ArgumentPath? {
    guard case .path(let path) = expression.unwrapped, case .variable(let variable) = path.head,
      path.selection == nil
    else {
      diagnostics.append(
        ConnectSubset.unsupported(
          "this value in a request", at: expression.position, instead: "write $args.name"))
      return nil
    }
    guard variable == "args" else {
      diagnostics.append(
        ConnectSubset.unsupported(
          "$\(variable) in a request", at: path.position,
          instead: "make it an argument of the field, or a header of the client's configuration"))
      return nil
    }
    var names: [String] = []
    var skipsNull = false
    for step in path.steps {
      switch step {
      case .key(let key, _): names.append(key)
      case .optional: skipsNull = true
      case .method(let name, _, let position):
        diagnostics.append(
          ConnectSubset.unsupported("->\(name) in a request", at: position))
        return nil
      }
    }
    guard !names.isEmpty else {
      diagnostics.append(
        ConnectSubset.unsupported(
          "all arguments at once", at: path.position, instead: "write $args.name for each"))
      return nil
    }
    usedArguments.insert(names[0])
    let found = ArgumentPath(names: names, skipsNull: skipsNull, position: path.position)
    return check(found, use) ? found : nil
  }

  private mutating func check(_ path: ArgumentPath, _ use: Use) -> Bool {
    guard let field else {
      diagnostics.append(
        ConnectSubset.wrong(
          "a source has no arguments", at: path.position,
          help: "move what depends on arguments to the connectors"))
      return false
    }
    var candidates = field.arguments
    var type: TypeReference?
    for (depth, name) in path.names.enumerated() {
      guard let next = candidates.first(where: { symbols[$0.name.symbol] == name }) else {
        let names = candidates.map { symbols[$0.name.symbol] }
        let owner = depth == 0 ? symbols[field.name.symbol] : path.names[depth - 1]
        diagnostics.append(
          ConnectSubset.wrong(
            depth == 0
              ? "\"\(owner)\" has no argument \"\(name)\""
              : "\"\(owner)\" has no input field \"\(name)\"",
            at: path.position, help: didYouMean(name, among: names)))
        return false
      }
      type = next.type
      let isLast = depth == path.names.count - 1
      candidates = schema.type(next.type.symbol)?.inputFields ?? []
      if next.type.isList, !isLast {
        diagnostics.append(
          ConnectSubset.unsupported("a part of a list's elements", at: path.position))
        return false
      }
    }
    guard use == .text, let type else { return true }
    let kind = schema.typeID(type.symbol).map(schema.kind(of:))
    guard !type.isList, kind != .inputObject else {
      diagnostics.append(
        ConnectSubset.unsupported(
          "a list or an object in a URL or header", at: path.position))
      return false
    }
    return true
  }
}

extension RequestValue {
  /// Whether the value can be written as one string.
  fileprivate var isText: Bool {
    switch self {
    case .literal, .argument: true
    case .object, .parts, .array: false
    }
  }
}

extension MappingPath {
  fileprivate var withoutSelection: MappingPath {
    var path = self
    path.selection = nil
    return path
  }
}

/// The part of a URL template after the question mark.
private struct TemplateQuery {
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

/// The characters that a URL can contain unescaped.
enum URLText {
  static let help = "write a path such as \"/users/{$args.id}\""

  /// Returns why a text cannot be a part of a path (RFC 3986, section 3.3), or nil.
  static func objection(toPath text: String) -> String? {
    guard text.utf8.allSatisfy(isPathCharacter) else {
      return "a path can contain only letters, digits and -._~!$&'()*+,;=:@/"
    }
    let segments = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !segments.contains("."), !segments.contains("..") else {
      return "a path has no segments \".\" and \"..\""
    }
    return nil
  }

  private static func isPathCharacter(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "-._~!$&'()*+,;=:@/".utf8.contains(byte)
  }

  /// Whether a token can contain the character (RFC 9110, section 5.6.2).
  static func isTokenCharacter(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
