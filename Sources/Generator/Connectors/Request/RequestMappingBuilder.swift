// Converts a connector's `http` to a request. All values come from literals and from the arguments
// of the connector's field.

import AuthGenLanguage
import AuthGenSupport
import AuthGenTypeSystem

struct RequestMappingBuilder {
  let schema: Schema
  let symbols: SymbolTable
  /// The connector's field; nil for the settings that all connectors of a source share.
  let field: FieldDefinition?
  var diagnostics: [Diagnostic] = []
  /// The arguments that the request uses, whole or in part.
  var usedArguments: Set<String> = []

  // MARK: URLs

  /// - Parameter hasSource: whether the template is relative to the base URL of a source.
  mutating func target(
    _ pieces: [TemplatePiece], hasSource: Bool, at position: Position
  ) -> (target: RequestMapping.Target, query: [RequestMember])? {
    if pieces.count == 1, case .expression(let expression) = pieces[0] {
      guard !hasSource else {
        diagnostics.report(
          "a URL that comes from an argument cannot have a source", at: position,
          help: "leave \"source\" out: the URL is used on the client's own server, or not at all")
        return nil
      }
      return argument(expression, .text).map { (.url($0), []) }
    }
    guard hasSource else {
      diagnostics.reportUnsupported(
        "a URL of its own", at: position,
        instead: "name a source, and write a path that begins with a slash")
      return nil
    }
    return path(pieces, at: position)
  }

  private mutating func path(
    _ pieces: [TemplatePiece], at position: Position
  ) -> (target: RequestMapping.Target, query: [RequestMember])? {
    var path: [RequestPiece] = []
    // The pieces of each parameter of the query; empty before the question mark.
    var parameters: [[RequestPiece]] = []
    var isValid = true
    for piece in pieces {
      switch piece {
      case .text(var text, let place):
        if parameters.isEmpty {
          let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            .map(String.init)
          if let objection = URLText.objection(toPath: parts[0]) {
            diagnostics.report(objection, at: place, help: URLText.help)
            isValid = false
          } else if !parts[0].isEmpty {
            path.append(.text(parts[0]))
          }
          guard parts.count == 2 else { continue }
          parameters = [[]]
          text = parts[1]
        }
        let parts = text.split(separator: "&", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
          if index > 0 { parameters.append([]) }
          if !part.isEmpty { parameters[parameters.count - 1].append(.text(String(part))) }
        }
      case .expression(let expression):
        guard let argument = argument(expression, .text) else {
          isValid = false
          continue
        }
        if parameters.isEmpty {
          path.append(.argument(argument))
        } else {
          parameters[parameters.count - 1].append(.argument(argument))
        }
      }
    }
    var beginsWithSlash = false
    if case .text(let text) = path.first { beginsWithSlash = text.hasPrefix("/") }
    // A query without a path goes to the base URL.
    let isQueryAlone = path.isEmpty && !pieces.isEmpty
    guard beginsWithSlash || isQueryAlone else {
      diagnostics.report("the path must begin with a slash", at: position, help: URLText.help)
      return nil
    }
    if parameters == [[]] { parameters = [] }
    let members = parameters.compactMap { member($0, at: position) }
    guard members.count == parameters.count else {
      diagnostics.reportUnsupported(
        "this query", at: position, instead: "write each parameter as name={$args.value}")
      return nil
    }
    return isValid ? (.path(path), members) : nil
  }

  /// Returns the parameter that is written `name=text` or `name={$args.value}`; nil for another form.
  private func member(_ pieces: [RequestPiece], at position: Position) -> RequestMember? {
    guard case .text(let text) = pieces.first else { return nil }
    let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard pair.count == 2, !pair[0].isEmpty else { return nil }
    let value: RequestValue
    switch pieces.dropFirst().first {
    case nil: value = .literal(.string(String(pair[1])))
    case .argument(let argument) where pair[1].isEmpty && pieces.count == 2:
      value = .argument(argument)
    default: return nil
    }
    return RequestMember(name: String(pair[0]), value: value, position: position)
  }

  // MARK: Headers, query, body

  mutating func header(
    _ name: String, _ pieces: [TemplatePiece], at position: Position
  ) -> RequestHeader? {
    guard name.isHTTPToken else {
      diagnostics.report(
        "a header cannot have this name", at: position,
        help: "use letters, digits and hyphens, as in \"X-Session-Token\"")
      return nil
    }
    var result: [RequestPiece] = []
    for piece in pieces {
      switch piece {
      case .text(let text, let place):
        guard text.unicodeScalars.allSatisfy({ (0x20...0x7E).contains($0.value) }) else {
          diagnostics.report(
            "a header can contain only printable ASCII", at: place,
            help: "remove other characters")
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
        diagnostics.reportUnsupported(
          "a list or an object in a URL or header", at: member.position,
          instead: "write name: $args.value")
      }
      return members
    case nil:
      return []
    default:
      diagnostics.reportUnsupported(
        "this form of query", at: expression.position, instead: "write name: $args.value")
      return []
    }
  }

  mutating func body(_ expression: MappingExpression) -> RequestValue? {
    switch value(expression, .any) {
    case .object(let members), .parts(_, let members): return .object(members)
    case .argument(let argument): return .argument(argument)
    case nil: return nil
    default:
      diagnostics.reportUnsupported(
        "a body that is not an object", at: expression.position,
        instead: "write { name: $args.value }")
      return nil
    }
  }

  // MARK: Values

  enum Use {
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
      diagnostics.reportUnsupported(
        "a choice of values", at: position, instead: "give the argument a default value")
      return nil
    }
  }

  private mutating func members(_ elements: [NamedSelection], _ use: Use) -> [RequestMember] {
    var members: [RequestMember] = []
    for element in elements {
      guard case .alias(let name, let position) = element.name else {
        diagnostics.report(
          "a value in a request requires a name", at: element.position,
          help: "write name: $args.value")
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
        diagnostics.reportUnsupported(
          "this value in a request", at: element.position, instead: "write name: $args.value")
        return nil
      }
      var whole = MappingPath(head: path.head, steps: path.steps, position: inner.position)
      whole.steps.append(.key(key, inner.position))
      whole.steps += inner.steps
      whole.selection = inner.selection
      guard let value = value(.path(whole), use) else { return nil }
      members.append(RequestMember(name: name ?? key, value: value, position: element.position))
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
      diagnostics.report(
        "\"\(member.name)\" is sent twice", at: member.position,
        notes: [.init(earlier, "it is sent here")], help: "keep one of them")
      return false
    }
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
