// A random valid schema, as a model and as text. A seed determines it.

import AuthGenTestSupport

/// The type of a field or an input value: a name in lists.
indirect enum TypeShape: Equatable {
  case named(String)
  case list(TypeShape)
  case nonNull(TypeShape)

  var text: String {
    switch self {
    case .named(let name): name
    case .list(let item): "[\(item.text)]"
    case .nonNull(let type): "\(type.text)!"
    }
  }

  var name: String {
    switch self {
    case .named(let name): name
    case .list(let type), .nonNull(let type): type.name
    }
  }

  var nullable: TypeShape {
    if case .nonNull(let type) = self { type } else { self }
  }
}

struct RandomSchema {
  struct Value {
    let name: String
    let type: TypeShape
    /// The text in the schema.
    let defaultValue: String?

    var isRequired: Bool { type != type.nullable && defaultValue == nil }
  }

  struct Field {
    let name: String
    let type: TypeShape
    let arguments: [Value]
    /// The directives' text.
    let directives: String
  }

  struct Composite {
    var fields: [Field] = []
    var interfaces: [String] = []
  }

  struct Input {
    let isOneOf: Bool
    let fields: [Value]
  }

  private(set) var random: SeededGenerator
  private(set) var scalars: [String] = []
  private(set) var enums: [String: [String]] = [:]
  private(set) var inputs: [String: Input] = [:]
  private(set) var interfaces: [String: Composite] = [:]
  private(set) var objects: [String: Composite] = [:]
  private(set) var unions: [String: [String]] = [:]
  /// The root types of queries, mutations and subscriptions.
  private(set) var roots: [String] = []
  /// The text of the definitions.
  private(set) var text = ""

  static let builtInScalars = ["Int", "Float", "String", "Boolean", "ID"]
  private var taken: Set<String> = [
    "Int", "Float", "String", "Boolean", "ID", "Day", "Token", "Features",
  ]
  private var enumNames: [String] = []
  private var inputNames: [String] = []
  private(set) var outputNames: [String] = []
  private(set) var objectNames: [String] = []

  init(seed: Int) {
    random = SeededGenerator(seed: seed)
    text = """
      directive @authenticated on FIELD_DEFINITION
      directive @if(feature: Features!) on FIELD_DEFINITION | INPUT_FIELD_DEFINITION
      directive @weight(value: Int!) on FIELD_DEFINITION
      directive @rateLimit(bucket: String!) on FIELD_DEFINITION
      enum Features { PRESENT ABSENT }

      """
    addLeaves()
    addInputs()
    addComposites()
  }

  /// The possible object types of a type, in a fixed order.
  func possibleTypes(_ name: String) -> [String] {
    if objects[name] != nil { return [name] }
    if let members = unions[name] { return members }
    return objectNames.filter { objects[$0]?.interfaces.contains(name) == true }
  }

  func fields(_ name: String) -> [Field] {
    objects[name]?.fields ?? interfaces[name]?.fields ?? []
  }

  func isComposite(_ name: String) -> Bool {
    objects[name] != nil || interfaces[name] != nil || unions[name] != nil
  }

  // MARK: Leaves

  private mutating func addLeaves() {
    scalars = ["Day", "Token"] + (0..<2).map { _ in random.name(&taken) }
    for scalar in scalars { define("scalar \(scalar)") }
    for _ in 0..<5 {
      let name = random.name(&taken)
      enumNames.append(name)
      var values: Set<String> = ["true", "false", "null"]
      let names = (0..<random.number(1...9)).map { _ in random.name(&values) }
      enums[name] = names
      let body = names.map { description() + $0 + deprecation() }.joined(separator: "\n  ")
      define("enum \(name) {\n  \(body)\n}")
    }
  }

  private mutating func define(_ definition: String) {
    text += description() + definition + "\n"
  }

  private mutating func description() -> String {
    random.once(in: 3) ? random.literal(random.text()) + " " : ""
  }

  private mutating func deprecation() -> String {
    guard random.once(in: 6) else { return "" }
    return random.once(in: 3)
      ? " @deprecated" : " @deprecated(reason: \(random.literal(random.text())))"
  }

  // MARK: Input

  private mutating func addInputs() {
    inputNames = (0..<5).map { _ in random.name(&taken) }
    for (index, name) in inputNames.enumerated() {
      let isOneOf = random.once(in: 3)
      var names: Set<String> = []
      var body: [String] = []
      let fields = (0..<random.number(1...8)).map { number in
        // The first field is nullable, so no value must contain itself.
        let value = inputValue(
          &names, inputs: number == 0 ? [] : inputNames, nonNullInputs: index, isOneOf: isOneOf)
        let mark = value.isRequired || isOneOf ? "" : deprecation()
        let feature = random.once(in: 8) && !value.isRequired ? " @if(feature: ABSENT)" : ""
        body.append(description() + text(of: value) + mark + feature)
        return value
      }
      inputs[name] = Input(isOneOf: isOneOf, fields: fields)
      define("input \(name)\(isOneOf ? " @oneOf" : "") {\n  \(body.joined(separator: "\n  "))\n}")
    }
  }

  private func text(of value: Value) -> String {
    "\(value.name): \(value.type.text)\(value.defaultValue.map { " = \($0)" } ?? "")"
  }

  /// - Parameter nonNullInputs: how many of the input objects exist already. A required field or a default
  ///   value of another one could create a cycle.
  private mutating func inputValue(
    _ names: inout Set<String>, inputs: [String], nonNullInputs: Int, isOneOf: Bool = false
  ) -> Value {
    let name = random.name(&names)
    let base = random.once(in: 3) && !inputs.isEmpty ? random.one(of: inputs) : leaf()
    let isLater = inputNames.firstIndex(of: base).map { $0 >= nonNullInputs } ?? false
    let type = wrapped(.named(base), mayBeNonNull: !isLater)
    if isOneOf { return Value(name: name, type: type.nullable, defaultValue: nil) }
    let hasDefault = !isLater && random.once(in: 3)
    return Value(name: name, type: type, defaultValue: hasDefault ? literal(of: type) : nil)
  }

  private mutating func leaf() -> String {
    switch random.number(0...4) {
    case 0: random.one(of: enumNames)
    case 1: random.one(of: scalars)
    default: random.one(of: Self.builtInScalars)
    }
  }

  private mutating func wrapped(_ type: TypeShape, mayBeNonNull: Bool = true) -> TypeShape {
    var type = type
    if mayBeNonNull, random.once(in: 3) { type = .nonNull(type) }
    for _ in 0..<(random.once(in: 4) ? random.number(1...3) : 0) {
      type = .list(type)
      if mayBeNonNull, random.once(in: 3) { type = .nonNull(type) }
    }
    return type
  }

  /// A valid literal without variables.
  mutating func literal(of type: TypeShape) -> String {
    switch type {
    case .nonNull(let type): return nonNullLiteral(of: type)
    default: return random.once(in: 5) ? "null" : nonNullLiteral(of: type)
    }
  }

  private mutating func nonNullLiteral(of type: TypeShape) -> String {
    switch type {
    case .nonNull(let type): return nonNullLiteral(of: type)
    case .list(let item):
      return
        "[\((0..<random.number(0...2)).map { _ in literal(of: item) }.joined(separator: ", "))]"
    case .named(let name):
      if let values = enums[name] { return random.one(of: values) }
      if let input = inputs[name] { return literal(of: input) }
      switch name {
      case "Int": return random.one(of: ["0", "-1", "2147483647", "-2147483648"])
      case "Float": return random.one(of: ["0", "-1.5", "1e10", "-0.0", "6.02e-23"])
      case "Boolean": return random.one(of: ["true", "false"])
      case "ID": return random.one(of: ["1", "\"a\\\"b\"", "\"\""])
      case "Day": return "\"2024-02-29\""
      // Documents must not contain secrets.
      case "Token": return "\"\""
      default: return random.literal(random.text())
      }
    }
  }

  private mutating func literal(of input: Input) -> String {
    if input.isOneOf {
      let field = input.fields[0]
      return "{\(field.name): \(nonNullLiteral(of: field.type))}"
    }
    let given = input.fields.filter { $0.isRequired || random.once(in: 4) }
    let fields = given.map { field in
      // A field that may contain its own type, or a type not defined yet, stays null.
      !inputNames.contains(field.type.name) || field.type != field.type.nullable
        ? "\(field.name): \(literal(of: field.type))" : "\(field.name): null"
    }
    return "{\(fields.joined(separator: ", "))}"
  }

  // MARK: Output

  private mutating func addComposites() {
    let interfaceNames = (0..<3).map { _ in random.name(&taken) }
    objectNames = (0..<8).map { _ in random.name(&taken) }
    let unionNames = (0..<2).map { _ in random.name(&taken) }
    outputNames = interfaceNames + objectNames + unionNames
    // Each interface has its own field names, so that a type can implement all of them.
    var interfaceFields: Set<String> = []
    for (index, name) in interfaceNames.enumerated() {
      var interface = Composite()
      for parent in interfaceNames[..<index] where random.once(in: 2) {
        implement(parent, &interface)
      }
      interface.fields += fields(random.number(1...4), &interfaceFields)
      interfaces[name] = interface
      define("interface \(name)" + body(interface))
    }
    for (index, name) in objectNames.enumerated() {
      var object = Composite()
      for parent in interfaceNames where random.once(in: 2) || index == objectNames.count - 1 {
        implement(parent, &object)
      }
      var names = Set(object.fields.map(\.name))
      object.fields += fields(random.number(1...9), &names, marked: true)
      objects[name] = object
      define("type \(name)" + body(object))
    }
    for name in unionNames {
      let members = objectNames.filter { _ in random.once(in: 2) }
      unions[name] = members.isEmpty ? [objectNames[0]] : members
      define("union \(name) = \((unions[name] ?? []).joined(separator: " | "))")
    }
    roots = Array(objectNames.prefix(3))
    define("schema { query: \(roots[0]) mutation: \(roots[1]) subscription: \(roots[2]) }")
  }

  private func implement(_ parent: String, _ type: inout Composite) {
    guard let interface = interfaces[parent] else { return }
    for name in interface.interfaces + [parent] where !type.interfaces.contains(name) {
      type.interfaces.append(name)
      let names = type.fields.map(\.name)
      type.fields += (interfaces[name]?.fields ?? []).filter { !names.contains($0.name) }
    }
  }

  private mutating func fields(
    _ count: Int, _ names: inout Set<String>, marked: Bool = false
  ) -> [Field] {
    (0..<count).map { _ in
      let name = random.name(&names)
      let base = random.once(in: 2) ? random.one(of: outputNames) : leaf()
      var arguments: [Value] = []
      if random.once(in: 3) {
        var argumentNames: Set<String> = []
        arguments = (0..<random.number(1...3)).map { _ in
          inputValue(&argumentNames, inputs: inputNames, nonNullInputs: inputNames.count)
        }
      }
      return Field(
        name: name, type: wrapped(.named(base)), arguments: arguments,
        directives: marked ? marks() : "")
    }
  }

  private mutating func marks() -> String {
    switch random.number(0...19) {
    case 0: " @authenticated"
    case 1: " @if(feature: PRESENT)"
    case 2: " @weight(value: 7)"
    case 3: " @rateLimit(bucket: \(random.literal(random.text())))"
    default: deprecation()
    }
  }

  private mutating func body(_ type: Composite) -> String {
    let interfaces =
      type.interfaces.isEmpty ? "" : " implements " + type.interfaces.joined(separator: " & ")
    let fields = type.fields.map { field in
      let arguments = field.arguments.map { description() + text(of: $0) }
      let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
      return description() + field.name + list + ": " + field.type.text + field.directives
    }
    return "\(interfaces) {\n  \(fields.joined(separator: "\n  "))\n}"
  }
}
