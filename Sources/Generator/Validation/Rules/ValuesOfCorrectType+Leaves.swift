// Checks numbers, strings, booleans and enum values against scalars and enums.
// https://spec.graphql.org/September2025/#sec-Scalars

import AuthGenLanguage
import AuthGenTypeSystem

extension Validator {
  mutating func checkLeaf(_ value: Value, _ type: TypeReference, _ id: TypeID) {
    switch schema.types[id.index].kind {
    case .scalar where !schema.isCustomScalar(id): checkScalar(value, type)
    case .scalar: break
    case .enum: checkEnum(value, type, id)
    default: reportMismatch(value, type)
    }
  }

  private mutating func checkScalar(_ value: Value, _ type: TypeReference) {
    switch (type.symbol, value.kind) {
    case (.int, .int):
      if sources.number(value).flatMap({ Int32($0) }) == nil {
        reportMismatch(value, type, help: "an Int has 32 bits: -2147483648 to 2147483647")
      }
    case (.float, .int), (.float, .float):
      if sources.number(value).flatMap({ Double($0) })?.isFinite != true {
        reportMismatch(value, type, help: "a Float has 64 bits: up to about 1.8e308")
      }
    case (.int, .float):
      reportMismatch(value, type, help: "an Int has neither a fraction nor an exponent")
    case (.string, .string), (.boolean, .boolean), (.id, .string), (.id, .int): break
    case (.string, .enum(let symbol)), (.id, .enum(let symbol)):
      reportMismatch(
        value, type,
        help: hasVariable(symbol)
          ? "for the variable, write $\(symbols[symbol]); for text, put it in quotes"
          : "put it in quotes")
    default:
      reportMismatch(value, type)
    }
  }

  private mutating func checkEnum(_ value: Value, _ type: TypeReference, _ id: TypeID) {
    switch value.kind {
    case .enum(let symbol):
      guard !schema.hasValue(symbol, of: id), !report.isFull else { return }
      let (schema, symbols) = (schema, symbols)
      let values = schema.types[id.index].values.lazy.map(\.name.symbol)
      let help =
        report.didYouMean(symbol, among: values, symbols)
        ?? symbols.listed("its values are", values)
      report.error(
        .valuesOfCorrectType,
        "enum \(symbols[schema.name(of: id).symbol]) has no value \"\(symbols[symbol])\"",
        at: value.position, notes: schema.definitionNote(id, symbols), help: help)
    case .string:
      reportMismatch(value, type, help: "enum values are written without quotes")
    default:
      reportMismatch(value, type)
    }
  }
}
