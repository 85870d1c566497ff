// Converts a connector's `isSuccess` to the statuses that it accepts, by evaluating it for each status.

import AuthGenLanguage

package enum SuccessStatuses {
  /// The success statuses if `isSuccess` is absent.
  package static let usual = [200...299]

  private static let all = 100...599

  /// - Returns: the statuses for which `expression` is true, in ascending order.
  /// - Throws: a diagnostic if the expression depends on more than the status.
  static func ranges(_ expression: MappingExpression) throws(Diagnostic) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for status in all {
      let value = try value(expression, Scope(status: status, current: .null))
      guard case .boolean(let isSuccess) = value else {
        throw ConnectSubset.wrong(
          "isSuccess must be true or false", at: expression.position,
          help: "compare, as in $status->in([200, 422])")
      }
      guard isSuccess else { continue }
      if let last = ranges.last, last.upperBound == status - 1 {
        ranges[ranges.count - 1] = last.lowerBound...status
      } else {
        ranges.append(status...status)
      }
    }
    guard !ranges.isEmpty else {
      throw ConnectSubset.wrong(
        "isSuccess accepts no status", at: expression.position,
        help: "name the statuses of success, as in $status->in([200, 422])")
    }
    return ranges
  }

  private indirect enum Value: Equatable {
    case int(Int)
    case boolean(Bool)
    case null
    case array([Value])
  }

  private struct Scope {
    let status: Int
    /// The value of `@`.
    let current: Value
  }

  private static func value(
    _ expression: MappingExpression, _ scope: Scope
  ) throws(Diagnostic) -> Value {
    switch expression {
    case .literal(.number(let text), let position):
      guard let number = Int(text) else { throw unsupported(position) }
      return .int(number)
    case .literal(.boolean(let boolean), _): return .boolean(boolean)
    case .literal(.null, _): return .null
    case .array(let elements, _):
      var values: [Value] = []
      for element in elements { values.append(try value(element, scope)) }
      return .array(values)
    case .path(let path):
      return try value(path, scope)
    case .literal, .object, .chain:
      throw unsupported(expression.position)
    }
  }

  private static func value(_ path: MappingPath, _ scope: Scope) throws(Diagnostic) -> Value {
    guard path.selection == nil else { throw unsupported(path.position) }
    var value: Value
    switch path.head {
    case .variable("status"): value = .int(scope.status)
    case .current: value = scope.current
    case .expression(let inner): value = try Self.value(inner, scope)
    case .variable, .key: throw unsupported(path.position)
    }
    for step in path.steps {
      guard case .method(let name, let arguments, let position) = step else {
        throw unsupported(step.position)
      }
      let inner = Scope(status: scope.status, current: value)
      var values: [Value] = []
      for argument in arguments { values.append(try Self.value(argument, inner)) }
      guard let result = apply(name, to: value, values) else { throw unsupported(position) }
      value = result
    }
    return value
  }

  private static func apply(_ method: String, to value: Value, _ arguments: [Value]) -> Value? {
    switch (method, value, arguments.count) {
    case ("eq", _, 1): return .boolean(value == arguments[0])
    case ("ne", _, 1): return .boolean(value != arguments[0])
    case ("not", .boolean(let boolean), 0): return .boolean(!boolean)
    case ("in", _, 1):
      guard case .array(let elements) = arguments[0] else { return nil }
      return .boolean(elements.contains(value))
    case ("and", .boolean(let first), 1...), ("or", .boolean(let first), 1...):
      var result = first
      for argument in arguments {
        guard case .boolean(let next) = argument else { return nil }
        result = method == "and" ? result && next : result || next
      }
      return .boolean(result)
    case (_, .int(let left), 1):
      guard case .int(let right) = arguments[0] else { return nil }
      switch method {
      case "gt": return .boolean(left > right)
      case "gte": return .boolean(left >= right)
      case "lt": return .boolean(left < right)
      case "lte": return .boolean(left <= right)
      default: return nil
      }
    default:
      return nil
    }
  }

  private static func unsupported(_ position: Position) -> Diagnostic {
    ConnectSubset.unsupported(
      "this condition in isSuccess", at: position,
      instead: "decide by the status, as in $status->in([200, 422])")
  }
}
