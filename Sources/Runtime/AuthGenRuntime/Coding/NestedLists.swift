// Lists of lists of objects. They are rare, so their forms are found at run time.

nonisolated extension FieldCoder {
  /// A list of lists of objects, at any depth.
  @inline(never)
  public mutating func nestedObjects<Value: Codable>(_ name: StaticString, _ value: inout Value) {
    required(name, &value, as: NestedCoding<Value>.self)
  }

  @inline(never)
  public mutating func optionalNestedObjects<Value: Codable>(
    _ name: StaticString, _ value: inout Value?
  ) {
    optional(name, &value, as: NestedCoding<Value>.self)
  }

  public mutating func optionalNestedObjects<Value: Codable>(
    _ name: StaticString, _ value: inout Value?, if condition: StaticString, nonNull: Bool = false
  ) {
    optional(name, &value, if: condition, nonNull) { $0.optionalNestedObjects(name, &$1) }
  }
}

/// An object, a list of objects, or lists of lists.
nonisolated enum NestedCoding<Value: Decodable>: FieldCoding {
  static var expected: String? { Value.self is any ResponseObject.Type ? "an object" : "a list" }

  static func areEqual(_ left: Value, _ right: Value) -> Bool {
    FieldCoder.areEqual(custom: left, right)
  }

  static func read(_ coder: inout FieldCoder) throws(JSONFailure) -> Value {
    try coder.nested(Value.self)
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ coder: inout FieldCoder
  ) throws -> Value {
    try fields.value(name)
  }

  static func encode(
    _ value: Value, as name: String, to fields: FieldEncoder, _ coder: inout FieldCoder
  ) throws {
    switch (value as? any NestedValue)?.content ?? .object(value) {
    case .null: try fields.null(name)
    case .list(let elements): try coder.encode(elements, to: try fields.list(name))
    case .object(let object):
      guard let object = object as? any ResponseObject else { throw FieldCoder.Failed() }
      coder.encode(object, to: try fields.inside(name))
    }
  }
}

nonisolated extension FieldCoder {
  fileprivate mutating func nested<Value>(_ type: Value.Type) throws(JSONFailure) -> Value {
    let value: Any
    switch type {
    case let type as any ResponseObject.Type: value = try object(type)
    case let type as any NestedValue.Type: value = try type.read(&self)
    default: throw .typeMismatch
    }
    guard let value = value as? Value else { throw .typeMismatch }
    return value
  }

  private mutating func object<Object: ResponseObject>(
    _ type: Object.Type
  ) throws(JSONFailure) -> any ResponseObject {
    try ObjectCoding<Object>.read(&self)
  }

  fileprivate mutating func encode(_ elements: [Any], to list: ListEncoder) throws {
    for element in elements {
      switch (element as? any NestedValue)?.content ?? .object(element) {
      case .null: try list.null()
      case .list(let elements): try encode(elements, to: try list.list())
      case .object(let object):
        guard let object = object as? any ResponseObject else { throw Failed() }
        encode(object, to: try list.object())
      }
    }
  }
}

/// A list or an optional.
nonisolated protocol NestedValue {
  static func read(_ coder: inout FieldCoder) throws(JSONFailure) -> Self

  var content: NestedContent { get }
}

nonisolated enum NestedContent {
  case null
  case list([Any])
  case object(Any)
}

nonisolated extension Array: NestedValue {
  static func read(_ coder: inout FieldCoder) throws(JSONFailure) -> [Element] {
    try coder.list { coder throws(JSONFailure) in try coder.nested(Element.self) }
  }

  var content: NestedContent { .list(self) }
}

nonisolated extension Optional: NestedValue {
  static func read(_ coder: inout FieldCoder) throws(JSONFailure) -> Wrapped? {
    if try coder.json.scanner.skipNull() { return nil }
    return try coder.nested(Wrapped.self)
  }

  var content: NestedContent {
    guard let self else { return .null }
    return (self as? any NestedValue)?.content ?? .object(self)
  }
}

nonisolated extension FieldCoder {
  fileprivate mutating func list<Element>(
    _ element: (inout FieldCoder) throws(JSONFailure) -> Element
  ) throws(JSONFailure) -> [Element] {
    var elements: [Element] = []
    guard try json.scanner.openArray() else { return elements }
    do throws(JSONFailure) {
      repeat { elements.append(try element(&self)) } while try json.scanner.nextElement()
    } catch {
      fail(error, path: [String(elements.count)], expected: "an object")
      throw .reported
    }
    return elements
  }
}
