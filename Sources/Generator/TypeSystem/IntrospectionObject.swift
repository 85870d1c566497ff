// The objects of introspection JSON, whose members are asked for by name and kind.

import AuthGenLanguage

struct IntrospectionObject {
  let value: JSONValue
  private let members: [JSONValue.Member]

  var position: Position { value.position }

  /// - Throws: where the value is no object, or where a name in it repeats.
  init(_ value: JSONValue) throws(Diagnostic) {
    guard let members = value.object else { throw .expected("an object", value) }
    if let (first, second) = members.firstDuplicate {
      throw Diagnostic(
        rule: "introspection", message: "\"\(second.name)\" is here a second time",
        at: second.namePosition, notes: [.init(first.namePosition, "the first one")])
    }
    self.value = value
    self.members = members
  }

  /// Nil where the member is missing or null.
  func optional(_ name: String) throws(Diagnostic) -> JSONValue? {
    guard let member = members.first(where: { $0.name == name }) else { return nil }
    return member.value.isNull ? nil : member.value
  }

  /// - Parameter help: what else to say where the member is missing.
  func required(_ name: String, help: String? = nil) throws(Diagnostic) -> JSONValue {
    if let member = members.first(where: { $0.name == name }) {
      if !member.value.isNull { return member.value }
      throw Diagnostic(
        rule: "introspection", message: "\"\(name)\" must not be null here",
        at: member.value.position, help: help)
    }
    throw Diagnostic(
      rule: "introspection", message: "\"\(name)\" is missing here", at: position,
      help: help ?? "use the answer to a complete introspection query")
  }

  /// False where the member is missing.
  func boolean(_ name: String) throws(Diagnostic) -> Bool {
    guard let value = try optional(name) else { return false }
    guard let boolean = value.boolean else { throw .expected("true or false", value) }
    return boolean
  }

  /// A string that GraphQL can hold too; nil where the member is missing or null.
  func literal(_ name: String) throws(Diagnostic) -> StringLiteral? {
    guard let value = try optional(name) else { return nil }
    guard let string = value.string, let literal = value.literal else {
      throw .expected("a string", value)
    }
    if let offset = string.loneSurrogate {
      throw Diagnostic(
        rule: "introspection", message: "half of a surrogate pair in a string",
        at: value.position.advanced(by: offset),
        help: "a character beyond U+FFFF is escaped as two: \\ud83d\\ude00")
    }
    return literal
  }

  func array(_ name: String) throws(Diagnostic) -> [JSONValue] {
    let value = try required(name)
    guard let array = value.array else { throw .expected("an array", value) }
    return array
  }

  /// Nothing where the member is missing or null.
  func optionalArray(_ name: String) throws(Diagnostic) -> [JSONValue] {
    try optional(name) == nil ? [] : try array(name)
  }
}

extension Diagnostic {
  static func expected(_ expected: String, _ found: JSONValue) -> Diagnostic {
    Diagnostic(
      rule: "introspection", message: "expected \(expected) here, found \(found.kindDescription)",
      at: found.position)
  }
}

extension [JSONValue] {
  /// `map` for a throwing transformation of one kind of error.
  func convert<Result>(
    _ body: (IntrospectionObject) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for element in self { results.append(try body(try IntrospectionObject(element))) }
    return results
  }
}
