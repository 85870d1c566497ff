// Random valid operations on a random schema, as a model and as text.

import AuthGenTestSupport

/// An element of a selection set.
indirect enum Selection {
  case field(name: String, RandomSchema.Field, arguments: String, [Selection], Condition?)
  case typename(name: String)
  case inline(type: String?, [Selection], Condition?)
  case spread(String, Condition?)
}

/// The condition of `@include` or `@skip`.
struct Condition {
  let isSkip: Bool
  /// The name of a variable, or nil for `value`.
  let variable: String?
  let value: Bool

  var text: String {
    " @\(isSkip ? "skip" : "include")(if: \(variable.map { "$\($0)" } ?? "\(value)"))"
  }
}

struct RandomOperations {
  struct Operation {
    let name: String
    let root: String
    let selections: [Selection]
    /// The text of the operation without its fragments.
    let text: String
  }

  struct Fragment {
    let name: String
    let type: String
    let selections: [Selection]
    let flags: Set<String>

    var text: String { "fragment \(name) on \(type) \(RandomOperations.text(selections))" }
  }

  /// The variables for conditions.
  static let flags = ["flag", "other"]

  private(set) var operations: [Operation] = []
  private(set) var fragments: [Fragment] = []
  private(set) var random: SeededGenerator
  private var schema: RandomSchema
  /// What each response name stands for in the whole document, so that all fields can be merged.
  private var meanings: [String: String] = [:]
  private var budget = 0
  private var variables: [(name: String, definition: String)] = []
  private var variableNames: Set<String> = []
  private var mayUseVariables = false
  /// The variables of the current definition's conditions.
  private var usedFlags: Set<String> = []

  init(schema: RandomSchema, seed: Int, count: Int) {
    self.schema = schema
    random = SeededGenerator(seed: ~seed)
    var fragmentNames: Set<String> = ["on"]
    for _ in 0..<count / 2 {
      let name = definitionName(&fragmentNames)
      let type = random.one(of: schema.outputNames)
      budget = 8
      usedFlags = []
      let selections = selections(on: type, depth: 2)
      fragments.append(
        Fragment(name: name, type: type, selections: selections, flags: usedFlags))
    }
    var names: Set<String> = []
    for _ in 0..<count { addOperation(definitionName(&names)) }
  }

  /// Returns a name that differs from `used` in more than case and underscores, so that it has its own
  /// Swift name.
  private mutating func definitionName(_ used: inout Set<String>) -> String {
    func folded(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }
    while true {
      let all = used
      let name = random.name(&used)
      if !all.contains(where: { folded($0) == folded(name) }) { return name }
    }
  }

  /// One operation and the fragments it needs.
  func document(of operation: Operation) -> String {
    let names = fragmentNames(of: operation)
    let needed = fragments.filter { names.contains($0.name) }
    return ([operation.text] + needed.map(\.text)).joined(separator: "\n")
  }

  /// The names of the fragments that an operation needs.
  func fragmentNames(of operation: Operation) -> Set<String> { reached(operation.selections) }

  var document: String {
    (operations.map(\.text) + fragments.map(\.text)).joined(separator: "\n")
  }

  private func reached(_ selections: [Selection]) -> Set<String> {
    var names: Set<String> = []
    for selection in selections {
      switch selection {
      case .field(_, _, _, let inner, _), .inline(_, let inner, _): names.formUnion(reached(inner))
      case .typename: break
      case .spread(let name, _):
        names.insert(name)
        let fragment = fragments.first { $0.name == name }
        names.formUnion(reached(fragment?.selections ?? []))
      }
    }
    return names
  }

  private mutating func addOperation(_ name: String) {
    let kind = random.number(0...4)
    let (keyword, root) =
      switch kind {
      case 0: ("mutation", schema.roots[1])
      case 1: ("subscription", schema.roots[2])
      default: ("query", schema.roots[0])
      }
    variables = []
    variableNames = Set(Self.flags)
    mayUseVariables = true
    usedFlags = []
    budget = 25
    let selections =
      kind == 1
      ? [field(of: root, depth: 4, isRoot: true)] : selections(on: root, depth: 4)
    mayUseVariables = false
    var definitions = variables.map(\.definition)
    definitions += usedFlags.sorted().map { "$\($0): Boolean!" }
    let list = definitions.isEmpty ? "" : "(\(definitions.joined(separator: ", ")))"
    operations.append(
      Operation(
        name: name, root: root, selections: selections,
        text: "\(keyword) \(name)\(list) \(Self.text(selections))"))
  }

  // MARK: Selections

  private mutating func selections(on type: String, depth: Int) -> [Selection] {
    var result: [Selection] = []
    let isUnion = schema.unions[type] != nil
    for _ in 0..<random.number(1...(depth > 2 ? 6 : 3)) where budget > 0 || result.isEmpty {
      budget -= 1
      switch random.number(0...9) {
      case 0: result.append(.typename(name: typenameAlias()))
      case 1, 2:
        if let inline = inline(on: type, depth: depth) { result.append(inline) }
      case 3:
        if let spread = spread(on: type) { result.append(spread) }
      default:
        if isUnion {
          if let inline = inline(on: type, depth: depth) { result.append(inline) }
        } else {
          result.append(field(of: type, depth: depth))
        }
      }
    }
    return result.isEmpty ? [.typename(name: typenameAlias())] : result
  }

  private mutating func typenameAlias() -> String {
    let alias = random.once(in: 2) ? "__typename" : random.one(of: HostileTexts.names)
    return responseName(alias, meaning: "__typename: String!")
  }

  /// Returns a response name that stands for nothing else in the document.
  private mutating func responseName(_ preferred: String, meaning: String) -> String {
    var name = preferred
    while let other = meanings[name], other != meaning {
      name = random.one(of: HostileTexts.names) + (random.once(in: 2) ? "_\(meanings.count)" : "")
    }
    meanings[name] = meaning
    return name
  }

  private mutating func field(of type: String, depth: Int, isRoot: Bool = false) -> Selection {
    let fields = schema.fields(type)
    let leaves = fields.filter { !schema.isComposite($0.type.name) }
    let field = random.one(of: depth > 0 || leaves.isEmpty ? fields : leaves)
    let arguments = arguments(of: field)
    let alias = random.once(in: 5) ? random.one(of: HostileTexts.names) : field.name
    let name = responseName(alias, meaning: "\(field.name)\(arguments): \(field.type.text)")
    let inner =
      !schema.isComposite(field.type.name)
      ? []
      : depth > 0
        ? selections(on: field.type.name, depth: depth - 1)
        : [
          .typename(name: responseName("__typename", meaning: "__typename: String!"))
        ]
    return .field(
      name: name, field, arguments: arguments, inner, isRoot ? nil : condition())
  }

  private mutating func arguments(of field: RandomSchema.Field) -> String {
    var given: [String] = []
    for argument in field.arguments where argument.isRequired || random.once(in: 2) {
      given.append("\(argument.name): \(value(of: argument.type))")
    }
    return given.isEmpty ? "" : "(\(given.joined(separator: ", ")))"
  }

  private mutating func value(of type: TypeShape) -> String {
    guard mayUseVariables, random.once(in: 2) else { return schema.literal(of: type) }
    let name = random.name(&variableNames)
    let defaultValue = random.once(in: 4) ? " = \(schema.literal(of: type))" : ""
    variables.append((name, "$\(name): \(type.text)\(defaultValue)"))
    return "$\(name)"
  }

  private mutating func condition() -> Condition? {
    guard random.once(in: 10) else { return nil }
    let isSkip = random.once(in: 2)
    if random.once(in: 3) {
      return Condition(isSkip: isSkip, variable: nil, value: random.once(in: 2))
    }
    let flag = random.one(of: Self.flags)
    usedFlags.insert(flag)
    return Condition(isSkip: isSkip, variable: flag, value: true)
  }

  private mutating func inline(on type: String, depth: Int) -> Selection? {
    guard depth > 0 else { return nil }
    if random.once(in: 6) {
      return .inline(type: nil, selections(on: type, depth: depth - 1), condition())
    }
    let types = schema.outputNames.filter { overlap($0, type) }
    let target = random.one(of: types)
    return .inline(type: target, selections(on: target, depth: depth - 1), condition())
  }

  private func overlap(_ first: String, _ second: String) -> Bool {
    !Set(schema.possibleTypes(first)).isDisjoint(with: schema.possibleTypes(second))
  }

  private mutating func spread(on type: String) -> Selection? {
    let fitting = fragments.filter { overlap($0.type, type) }
    guard !fitting.isEmpty else { return nil }
    let fragment = random.one(of: fitting)
    usedFlags.formUnion(fragment.flags)
    return .spread(fragment.name, condition())
  }

  // MARK: Text

  private static func text(_ selections: [Selection]) -> String {
    let parts = selections.map { selection in
      switch selection {
      case .field(let name, let field, let arguments, let inner, let condition):
        (name == field.name ? name : "\(name): \(field.name)") + arguments
          + (condition?.text ?? "") + (inner.isEmpty ? "" : " " + text(inner))
      case .typename(let name): name == "__typename" ? name : "\(name): __typename"
      case .inline(let type, let inner, let condition):
        "...\(type.map { " on \($0)" } ?? "")\(condition?.text ?? "") \(text(inner))"
      case .spread(let name, let condition): "...\(name)\(condition?.text ?? "")"
      }
    }
    return "{ \(parts.joined(separator: " ")) }"
  }
}
