// Checks numbers, strings, booleans and enum values against scalars and enums.
// https://spec.graphql.org/September2025/#sec-Scalars

import AuthGenLanguage
import AuthGenTypeSystem

extension ValuesOfCorrectType {
  func checkLeaf(
    _ value: Value, _ type: TypeReference, _ id: TypeID, _ report: inout Report
  ) {
    switch schema.types[id.index].kind {
    case .scalar where !isCustomScalar(id):
      checkScalar(value, type, &report)
    case .scalar: break
    case .enum: checkEnum(value, type, id, &report)
    default: mismatch(value, type, &report)
    }
  }

  private func checkScalar(_ value: Value, _ type: TypeReference, _ report: inout Report) {
    switch (type.symbol, value.kind) {
    case (.int, .int):
      if sources.number(value).flatMap({ Int32($0) }) == nil {
        mismatch(value, type, &report, help: "an Int has 32 bits: -2147483648 to 2147483647")
      }
    case (.float, .int), (.float, .float):
      if sources.number(value).flatMap({ Double($0) })?.isFinite != true {
        mismatch(value, type, &report, help: "a Float has 64 bits: up to about 1.8e308")
      }
    case (.int, .float):
      mismatch(value, type, &report, help: "an Int has neither a fraction nor an exponent")
    case (.string, .string), (.boolean, .boolean), (.id, .string), (.id, .int): break
    case (.string, .enum), (.id, .enum):
      mismatch(value, type, &report, help: "put it in quotes")
    default:
      mismatch(value, type, &report)
    }
  }

  private func checkEnum(
    _ value: Value, _ type: TypeReference, _ id: TypeID, _ report: inout Report
  ) {
    switch value.kind {
    case .enum(let symbol):
      guard !schema.hasValue(symbol, of: id), !report.isFull else { return }
      let values = schema.types[id.index].values.lazy.map(\.name.symbol)
      let help =
        report.didYouMean(symbol, among: values, symbols) ?? listed("its values are", values)
      report.error(
        Self.rule, "enum \(symbols[name(id)]) has no value \"\(symbols[symbol])\"",
        at: value.position, notes: definitionNote(id), help: help)
    case .string:
      mismatch(value, type, &report, help: "enum values are written without quotes")
    default:
      mismatch(value, type, &report)
    }
  }
}
