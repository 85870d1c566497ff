// Converts a path of the mapping language to the keys in a response.

import AuthGenLanguage

extension ResponseMappingBuilder {
  mutating func resolve(_ path: MappingPath) -> ResponsePath? {
    var keys: [String]
    switch path.head {
    case .key(let key):
      keys = scope.prefix + [key]
    case .variable(""), .current:
      keys = scope.prefix
    case .variable("status"):
      guard isWithinReach("$status", at: path.position) else { return nil }
      keys = ResponsePath.status.keys
    case .variable("response"):
      return header(path)
    case .variable(let name):
      diagnostics.reportUnsupported("$\(name) in a response mapping", at: path.position)
      return nil
    case .expression(.literal(let literal, let position)):
      reportLiteral(literal, at: position)
      return nil
    case .expression(let inner):
      guard case .path(let innerPath) = inner.unwrapped, innerPath.selection == nil,
        let found = resolve(innerPath)
      else {
        diagnostics.reportUnsupported("this expression", at: path.position)
        return nil
      }
      keys = found.keys
    }
    for step in path.steps {
      switch step {
      case .key(let key, _): keys.append(key)
      case .optional: break
      case .method(let name, _, let position):
        diagnostics.reportUnsupported("->\(name) in a response mapping", at: position)
        return nil
      }
    }
    return ResponsePath(keys)
  }

  /// Reads `$response.headers.'name'->first`.
  private mutating func header(_ path: MappingPath) -> ResponsePath? {
    let named = path.steps.filter { if case .optional = $0 { false } else { true } }
    guard named.count == 3, case .key("headers", _) = named[0], case .key(let name, _) = named[1],
      case .method("first", let arguments, _) = named[2], arguments.isEmpty
    else {
      diagnostics.reportUnsupported(
        "this part of $response", at: path.position,
        instead: "write $response.headers.'x-name'->first")
      return nil
    }
    return isWithinReach("a header", at: path.position) ? .header(name) : nil
  }

  /// Whether the scope is the whole response, which has the status and headers.
  private mutating func isWithinReach(_ what: String, at position: Position) -> Bool {
    if scope.isRoot { return true }
    diagnostics.reportUnsupported(
      "\(what) inside an object of the response", at: position,
      instead: "map it to a field of the type that the operation's field returns")
    return false
  }
}

extension MappingExpression {
  /// The expression without `$(…)` around it.
  var unwrapped: MappingExpression {
    guard case .path(let path) = self, case .expression(let inner) = path.head, path.steps.isEmpty,
      path.selection == nil
    else { return self }
    return inner.unwrapped
  }
}

extension MappingPath {
  /// Whether the expression is `$` or `@` without steps.
  var isCurrent: Bool {
    guard steps.isEmpty else { return false }
    return switch head {
    case .current, .variable(""): true
    default: false
    }
  }
}
