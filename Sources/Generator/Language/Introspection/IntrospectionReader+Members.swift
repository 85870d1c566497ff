// Reads the common members of introspection objects: names, descriptions, default values, deprecation.

extension IntrospectionReader {
  mutating func name(of object: IntrospectionObject) throws(Diagnostic) -> Name {
    let value = try object.required("name")
    guard let string = value.string else { throw .expected("a string", value) }
    let name = string.text
    guard Name.isValid(name.utf8) else {
      throw Diagnostic(
        rule: .introspection, message: "\"\(name)\" is not a name", at: value.position,
        help: "use letters, digits and underscores, no digit first")
    }
    return Name(symbols.intern(name), at: value.position.advanced(by: 1))
  }

  /// Returns the description; nil also if it is empty, because some servers send an empty one by default.
  func description(of object: IntrospectionObject) throws(Diagnostic) -> StringLiteral? {
    let literal = try object.literal("description")
    return literal.map(\.length) == 2 ? nil : literal
  }

  /// Returns the default value. Servers also write it in the notation of their own language, or as JSON: text
  /// that is no GraphQL is a string, and JSON is the value that it stands for.
  mutating func defaultValue(of object: IntrospectionObject) throws(Diagnostic) -> Value? {
    guard let json = object.optional("defaultValue") else { return nil }
    guard let literal = try json.string == nil ? nil : object.literal("defaultValue") else {
      return value(of: json)
    }
    let source = try sources.add(textOf: literal)
    let value = try? Value.parse(source, symbols: &symbols)
    return value ?? Value(position: json.position, kind: .string(literal))
  }

  /// Returns the value that JSON stands for. The depth of JSON has a limit.
  private mutating func value(of json: JSONValue) -> Value {
    let kind: Value.Kind
    switch json.kind {
    case .null: kind = .null
    case .boolean(let value): kind = .boolean(value)
    case .number(let text):
      let length = UInt32(text.utf8.count)
      kind = text.contains { ".eE".contains($0) } ? .float(length: length) : .int(length: length)
    case .string: kind = json.literal.map { .string($0) } ?? .null
    case .array(let elements): kind = .list(elements.map { value(of: $0) })
    case .object(let members):
      kind = .object(
        members.compactMap { member in
          guard Name.isValid(member.name.utf8) else { return nil }
          return Argument(
            name: Name(symbols.intern(member.name), at: member.namePosition),
            value: value(of: member.value))
        })
    }
    return Value(position: json.position, kind: kind)
  }

  /// Returns the deprecation. Omits the default reason, which servers send if the schema gives none.
  func deprecation(of object: IntrospectionObject) throws(Diagnostic) -> [Directive] {
    let reason = try object.literal("deprecationReason")
    let flag = object.optional("isDeprecated")
    let isDeprecated = flag == nil ? reason != nil : try object.boolean("isDeprecated")
    guard isDeprecated else { return [] }
    let position = reason?.position ?? flag?.position ?? object.position
    let isDefault = reason.map { sources.text(of: $0) } == [Directive].defaultDeprecationReason
    return [directive(.deprecated, at: position, isDefault ? nil : reason.map { (.reason, $0) })]
  }

  /// Returns the URL of a scalar's specification. Drafts before 2021 used other keys.
  func specifiedBy(_ object: IntrospectionObject) throws(Diagnostic) -> [Directive] {
    for key in ["specifiedByURL", "specifiedByUrl", "specifiedBy"] {
      if let url = try object.literal(key) {
        return [directive(.specifiedBy, at: url.position, (.url, url))]
      }
    }
    return []
  }

  func directive(
    _ name: Symbol, at position: Position, _ argument: (name: Symbol, value: StringLiteral)? = nil
  ) -> Directive {
    Directive(
      position: position, name: Name(name, at: position),
      arguments: argument.map {
        [
          Argument(
            name: Name($0.name, at: position),
            value: Value(position: $0.value.position, kind: .string($0.value)))
        ]
      } ?? [])
  }
}
