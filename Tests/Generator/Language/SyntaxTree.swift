// Shows the parts of syntax trees.

import AuthGenLanguage

/// Shows syntax trees: each part that is not empty, with its label and its position.
struct SyntaxTree {
  let symbols: SymbolTable
  let sources: SourceMap

  func text(of tree: Any) -> String { lines(of: tree).joined(separator: "\n") }

  private func lines(of part: Any) -> [String] {
    switch part {
    case let position as Position: return [sources.place(position)]
    case let symbol as Symbol: return [symbols[symbol]]
    case let name as Name: return ["\(symbols[name.symbol]) \(sources.place(name.position))"]
    case let type as TypeReference:
      return ["\(type.text(symbols)) \(sources.place(type.name.position))"]
    case let literal as StringLiteral:
      return ["\(sources.text(of: literal).debugDescription) \(sources.place(literal.position))"]
    case let text as String: return [text.debugDescription]
    default: break
    }
    let number = (part as? Value).flatMap { value in
      sources.number(value).map { "\($0) \(sources.place(value.position))" }
    }
    let mirror = Mirror(reflecting: part)
    if let number { return [number] }
    if mirror.children.isEmpty {
      return [.collection, .optional].contains(mirror.displayStyle) ? [] : ["\(part)"]
    }
    if mirror.displayStyle == .optional { return mirror.children.flatMap { lines(of: $0.value) } }
    return mirror.children.flatMap { child in
      let lines = lines(of: child.value)
      let isElement = mirror.displayStyle == .collection
      let label = isElement ? "-" : "\(child.label ?? "-"):"
      if lines.count == 1 { return ["\(label) \(lines[0])"] }
      return lines.isEmpty ? [] : [label] + lines.map { "  \($0)" }
    }
  }
}
