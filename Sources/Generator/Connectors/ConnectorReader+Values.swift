// Reads the values of a directive's arguments: plain text, and text in the mapping language.

import AuthGenLanguage

extension ConnectorReader {
  func text(_ value: Value?) -> String? {
    value?.string.map(sources.text(of:))
  }

  /// Parses a string in the mapping language. Returns nil for an absent string and after an error.
  mutating func parse<Syntax>(
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
