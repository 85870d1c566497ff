// Reads the values of a directive's arguments: plain text, and text in the mapping language.

import AuthGenLanguage

extension ConnectorReader {
  func text(_ value: Value?) -> String? {
    value?.string.map(sources.text(of:))
  }

  mutating func mapping(_ value: Value?) -> MappingExpression? {
    parse(value, MappingParser.mapping)
  }

  mutating func value(_ value: Value?) -> MappingExpression? {
    parse(value, MappingParser.value)
  }

  mutating func template(_ value: Value?) -> [TemplatePiece]? {
    parse(value, MappingParser.template)
  }

  private mutating func parse<Syntax>(
    _ value: Value?, _ parse: (Source) throws(Diagnostic) -> Syntax
  ) -> Syntax? {
    guard let literal = value?.string else {
      if let value, !value.isNull {
        diagnostics.report("a mapping is a string", at: value.position, help: "put it in quotes")
      }
      return nil
    }
    do throws(Diagnostic) {
      return try parse(try sources.add(textOf: literal))
    } catch {
      diagnostics.append(error)
      return nil
    }
  }
}

extension Value {
  /// Returns a field of an object value, by name.
  func field(_ name: String, _ symbols: SymbolTable) -> Value? {
    guard case .object(let fields) = kind, let symbol = symbols.find(name) else { return nil }
    return fields.first { $0.name.symbol == symbol }?.value
  }
}
