// Reads the arguments in a request, and checks that they exist.

import AuthGenLanguage
import AuthGenTypeSystem

extension RequestMappingBuilder {
  /// Reads `$args.name.field`, and checks that it exists.
  mutating func argument(_ expression: MappingExpression, _ use: Use) -> ArgumentPath? {
    guard case .path(let path) = expression.unwrapped, case .variable(let variable) = path.head,
      path.selection == nil
    else {
      diagnostics.reportUnsupported(
        "this value in a request", at: expression.position, instead: "write $args.name")
      return nil
    }
    guard variable == "args" else {
      diagnostics.reportUnsupported(
        "$\(variable) in a request", at: path.position,
        instead: "make it an argument of the field, or a header of the client's configuration")
      return nil
    }
    var names: [String] = []
    var skipsNull = false
    for step in path.steps {
      switch step {
      case .key(let key, _): names.append(key)
      case .optional: skipsNull = true
      case .method(let name, _, let position):
        diagnostics.reportUnsupported("->\(name) in a request", at: position)
        return nil
      }
    }
    guard !names.isEmpty else {
      diagnostics.reportUnsupported(
        "all arguments at once", at: path.position, instead: "write $args.name for each")
      return nil
    }
    usedArguments.insert(names[0])
    let found = ArgumentPath(names: names, skipsNull: skipsNull, position: path.position)
    return check(found, use) ? found : nil
  }

  private mutating func check(_ path: ArgumentPath, _ use: Use) -> Bool {
    guard let field else {
      diagnostics.report(
        "a source has no arguments", at: path.position,
        help: "move what depends on arguments to the connectors")
      return false
    }
    var candidates = field.arguments
    var type: TypeReference?
    for (depth, name) in path.names.enumerated() {
      guard let next = candidates.first(where: { symbols[$0.name.symbol] == name }) else {
        let names = candidates.map { symbols[$0.name.symbol] }
        let owner = depth == 0 ? symbols[field.name.symbol] : path.names[depth - 1]
        diagnostics.report(
          depth == 0
            ? "\"\(owner)\" has no argument \"\(name)\""
            : "\"\(owner)\" has no input field \"\(name)\"",
          at: path.position, help: didYouMean(name, among: names))
        return false
      }
      type = next.type
      let isLast = depth == path.names.count - 1
      candidates = schema.type(next.type.symbol)?.inputFields ?? []
      if next.type.isList, !isLast {
        diagnostics.reportUnsupported("a part of a list's elements", at: path.position)
        return false
      }
    }
    guard use == .text, let type else { return true }
    let kind = schema.typeID(type.symbol).map(schema.kind(of:))
    guard !type.isList, kind != .inputObject else {
      diagnostics.reportUnsupported("a list or an object in a URL or header", at: path.position)
      return false
    }
    return true
  }
}
