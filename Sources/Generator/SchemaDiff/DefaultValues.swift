// Whether two default values are equal.

import AuthGenLanguage
import AuthGenTypeSystem

extension SourceMap {
  /// Whether two constant values are equal. Servers print the values of their schema in different
  /// forms. The order of an object's fields does not matter.
  ///
  /// - Parameter type: the type of the values' position, which determines coercion; nil if it is unknown.
  func areEqual(_ first: Value, _ second: Value, of type: TypeReference?) -> Bool {
    switch (first.kind, second.kind) {
    case (.list(let left), .list(let right)):
      return left.count == right.count
        && zip(left, right).allSatisfy { areEqual($0, $1, of: type?.element) }
    // A single value is coerced to a list of one.
    case (.list(let values), _) where type?.isList == true && values.count == 1 && !second.isNull:
      return areEqual(values[0], second, of: type?.element)
    case (_, .list(let values)) where type?.isList == true && values.count == 1 && !first.isNull:
      return areEqual(first, values[0], of: type?.element)
    case (.object(let left), .object(let right)):
      guard left.count == right.count else { return false }
      let values = Dictionary(
        right.map { ($0.name.symbol, $0.value) }, uniquingKeysWith: { first, _ in first })
      return left.allSatisfy { field in
        values[field.name.symbol].map { areEqual(field.value, $0, of: nil) } ?? false
      }
    case (.string(let left), .string(let right)):
      return text(of: left) == text(of: right)
    case (.boolean(let left), .boolean(let right)):
      return left == right
    case (.null, .null):
      return true
    case (.enum(let left), .enum(let right)), (.variable(let left), .variable(let right)):
      return left == right
    case (.int, .int), (.int, .float), (.float, .int), (.float, .float):
      guard let left = number(first), let right = number(second) else { return false }
      if left == right { return true }
      if case (.int, .int) = (first.kind, second.kind) { return false }
      return Double(left).flatMap { left in Double(right).map { left == $0 } } ?? false
    // An ID can be a string or an integer.
    case (.int, .string(let literal)) where type?.symbol == .id:
      return number(first) == text(of: literal)
    case (.string(let literal), .int) where type?.symbol == .id:
      return number(second) == text(of: literal)
    default:
      return false
    }
  }
}
