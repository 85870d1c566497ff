// A random valid response to an operation on a random schema.
// https://spec.graphql.org/September2025/#sec-Execution

import AuthGenTestSupport
import Foundation

struct RandomResponse {
  private let schema: RandomSchema
  private let fragments: [String: RandomOperations.Fragment]
  private var random: SeededGenerator
  /// The values of the variables for conditions, in the last response.
  private(set) var flags: [String: Bool] = [:]

  init(schema: RandomSchema, operations: RandomOperations, seed: Int) {
    self.schema = schema
    fragments = Dictionary(uniqueKeysWithValues: operations.fragments.map { ($0.name, $0) })
    random = SeededGenerator(seed: seed)
  }

  /// The `data` of a response.
  mutating func data(of operation: RandomOperations.Operation) -> [String: Any] {
    for flag in RandomOperations.flags { flags[flag] = random.once(in: 2) }
    return object(operation.root, operation.selections)
  }

  private mutating func object(_ type: String, _ selections: [Selection]) -> [String: Any] {
    var collected: [(name: String, fields: [Selection])] = []
    collect(selections, type, &collected)
    // The sent document selects it where the generated code needs it.
    var result: [String: Any] = ["__typename": type]
    for (name, fields) in collected {
      guard case .field(_, let field, _, _, _) = fields[0] else {
        result[name] = type
        continue
      }
      let inner = fields.flatMap { selection -> [Selection] in
        if case .field(_, _, _, let inner, _) = selection { inner } else { [] }
      }
      result[name] = value(of: field.type, inner)
    }
    return result
  }

  private func collect(
    _ selections: [Selection], _ type: String,
    _ collected: inout [(name: String, fields: [Selection])]
  ) {
    for selection in selections {
      switch selection {
      case .field(let name, _, _, _, let condition):
        if holds(condition) { add(selection, name, &collected) }
      case .typename(let name): add(selection, name, &collected)
      case .inline(let target, let inner, let condition):
        guard holds(condition), target.map({ isPossible(type, $0) }) ?? true else { continue }
        collect(inner, type, &collected)
      case .spread(let name, let condition):
        guard holds(condition), let fragment = fragments[name], isPossible(type, fragment.type)
        else { continue }
        collect(fragment.selections, type, &collected)
      }
    }
  }

  private func add(
    _ selection: Selection, _ name: String,
    _ collected: inout [(name: String, fields: [Selection])]
  ) {
    if let index = collected.firstIndex(where: { $0.name == name }) {
      collected[index].fields.append(selection)
    } else {
      collected.append((name, [selection]))
    }
  }

  private func isPossible(_ object: String, _ type: String) -> Bool {
    schema.possibleTypes(type).contains(object)
  }

  private func holds(_ condition: Condition?) -> Bool {
    guard let condition else { return true }
    let value = condition.variable.map { flags[$0] == true } ?? condition.value
    return value != condition.isSkip
  }

  private mutating func value(of type: TypeShape, _ selections: [Selection]) -> Any {
    switch type {
    case .nonNull(let type): nonNullValue(of: type, selections)
    default: random.once(in: 4) ? NSNull() : nonNullValue(of: type, selections)
    }
  }

  private mutating func nonNullValue(of type: TypeShape, _ selections: [Selection]) -> Any {
    switch type {
    case .nonNull(let type): return nonNullValue(of: type, selections)
    case .list(let item):
      return (0..<random.number(0...2)).map { _ in value(of: item, selections) }
    case .named(let name):
      if schema.isComposite(name) {
        return object(random.one(of: schema.possibleTypes(name)), selections)
      }
      if let values = schema.enums[name] {
        return random.once(in: 8) ? "A_VALUE_OF_LATER" : random.one(of: values)
      }
      switch name {
      case "Int": return random.one(of: [0, -1, 2_147_483_647, -2_147_483_648])
      case "Float": return random.one(of: [0, -1.5, 1e10, 6.02e-23, 3])
      case "Boolean": return random.once(in: 2)
      case "Day": return "2024-02-29"
      default: return random.text()
      }
    }
  }
}
