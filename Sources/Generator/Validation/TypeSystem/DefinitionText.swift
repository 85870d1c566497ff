// The terms and positions of definitions in diagnostics.

import AuthGenLanguage
import AuthGenTypeSystem

extension DirectiveDefinition {
  func coordinate(_ symbols: SymbolTable) -> String {
    SchemaElement.directive(name.symbol).coordinate(symbols)
  }
}

// MARK: Positions

extension SourceMap {
  /// Returns the start of a type reference, including brackets before its name. The reference does
  /// not store it, so this searches the text.
  func start(of type: TypeReference) -> Position {
    let position = type.name.position
    var brackets = 0
    var element = type.element
    while let inner = element {
      brackets += 1
      element = inner.element
    }
    guard brackets > 0, let source = source(at: position) else { return position }
    var start = position
    var offset = position.offset
    while brackets > 0, offset > source.base {
      offset -= 1
      switch source.slice(at: Position(offset: offset), length: 1).first {
      case UInt8(ascii: "["):
        brackets -= 1
        start = Position(offset: offset)
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
        UInt8(ascii: ","):
        continue
      default: return position
      }
    }
    return start
  }
}

extension SchemaDefinition {
  /// The position including the description.
  var start: Position { description?.position ?? position }
}
