// The objects of introspection JSON. Members are read by name and type.

struct IntrospectionObject {
  let value: JSONValue

  var position: Position { value.position }

  /// - Throws: a diagnostic if the value is not an object, or if it repeats a name.
  init(_ value: JSONValue) throws(Diagnostic) {
    guard let members = value.object else { throw .expected("an object", value) }
    if let (first, second) = members.firstDuplicate {
      throw Diagnostic(
        rule: .introspection, message: "\"\(second.name)\" is given twice",
        at: second.namePosition, notes: [.init(first.namePosition, "the first one")])
    }
    self.value = value
  }

  /// Returns the member; nil if it is missing or null.
  func optional(_ name: String) -> JSONValue? {
    value[name].flatMap { $0.isNull ? nil : $0 }
  }

  /// - Parameter help: additional help if the member is missing.
  func required(_ name: String, help: String? = nil) throws(Diagnostic) -> JSONValue {
    if let value = optional(name) { return value }
    let null = value[name]
    throw Diagnostic(
      rule: .introspection,
      message: null == nil ? "\"\(name)\" is missing here" : "\"\(name)\" must not be null here",
      at: null?.position ?? position,
      help: help ?? (null == nil ? "use the response to a complete introspection query" : nil))
  }

  /// Returns the member; false if it is missing.
  func boolean(_ name: String) throws(Diagnostic) -> Bool {
    guard let value = optional(name) else { return false }
    guard let boolean = value.boolean else { throw .expected("true or false", value) }
    return boolean
  }

  /// Returns a string that is also a valid GraphQL string; nil if it is missing or null.
  func literal(_ name: String) throws(Diagnostic) -> StringLiteral? {
    guard let value = optional(name) else { return nil }
    guard let string = value.string, let literal = value.literal else {
      throw .expected("a string", value)
    }
    if let offset = string.loneSurrogate {
      throw Diagnostic(
        rule: .introspection, message: "half of a surrogate pair in a string",
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

  /// Returns the array; empty if it is missing or null.
  func optionalArray(_ name: String) throws(Diagnostic) -> [JSONValue] {
    optional(name) == nil ? [] : try array(name)
  }
}

extension Diagnostic {
  static func expected(_ expected: String, _ found: JSONValue) -> Diagnostic {
    Diagnostic(
      rule: .introspection, message: "expected \(expected) here, found \(found.kindDescription)",
      at: found.position)
  }
}

extension [JSONValue] {
  /// Like `map`, for a throwing transformation with one type of error.
  func convert<Result>(
    _ body: (IntrospectionObject) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for element in self { results.append(try body(try IntrospectionObject(element))) }
    return results
  }
}
