// Lists of objects that may contain null, and lists of lists of objects. They are rare, so their forms are
// found at run time.

nonisolated extension FieldReader {
  /// A list of objects that may contain null, or of lists, at any depth.
  @inline(never)
  public mutating func nestedObjects<Element>(_ name: StaticString) -> [Element] {
    required(name, NestedCoding<[Element]>.self) { _ in [] }
  }

  @inline(never)
  public mutating func optionalNestedObjects<Element>(_ name: StaticString) -> [Element]? {
    optional(name, NestedCoding<[Element]>.self)
  }
}

/// An object, a list of objects, or lists of lists.
nonisolated package enum NestedCoding<Value>: FieldCoding {
  package static var expected: String? {
    Value.self is any ResponseObject.Type ? "an object" : "a list"
  }

  package static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Value {
    try reader.nested(Value.self)
  }

  package static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Value {
    try reader.nested(Value.self, from: try fields.container.superDecoder(forKey: FieldName(name)))
  }
}

nonisolated extension FieldReader {
  mutating func nested<Value>(_ type: Value.Type) throws(JSONFailure) -> Value {
    let value: Any
    switch type {
    case let type as any ResponseObject.Type: value = try type.next(&self)
    case let type as any NestedValue.Type: value = try type.read(&self)
    case let type as any Decodable.Type: value = try json.scanner.value(type)
    default: throw .typeMismatch
    }
    guard let value = value as? Value else { throw .typeMismatch }
    return value
  }

  fileprivate mutating func nested<Value>(
    _ type: Value.Type, from decoder: any Decoder
  ) throws -> Value {
    let value: Any
    switch type {
    case let type as any ResponseObject.Type:
      value = try type.decode(try DecodedFields(decoder), &self)
    case let type as any NestedValue.Type: value = try type.decode(from: decoder, &self)
    default: throw ResponseDecodingError(.typeMismatch, path: [])
    }
    guard let value = value as? Value else {
      throw ResponseDecodingError(.typeMismatch, path: [])
    }
    return value
  }
}

nonisolated extension ResponseObject {
  fileprivate static func next(_ reader: inout FieldReader) throws(JSONFailure) -> Self {
    try reader.nextObject()
  }

  fileprivate static func decode(
    _ fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Self {
    try reader.object(from: fields)
  }
}

/// A list or an optional.
nonisolated protocol NestedValue {
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Self
  static func decode(from decoder: any Decoder, _ reader: inout FieldReader) throws -> Self
  /// Writes the value as an element of a list.
  func write(to list: ListWriter)
  /// Writes the value as a field.
  func write(_ name: StaticString, to fields: FieldWriter)
}

nonisolated extension Array: NestedValue {
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> [Element] {
    try reader.nextList { reader throws(JSONFailure) in try reader.nested(Element.self) }
  }

  static func decode(from decoder: any Decoder, _ reader: inout FieldReader) throws -> [Element] {
    var list = try decoder.unkeyedContainer()
    var elements: [Element] = []
    while !list.isAtEnd {
      elements.append(try reader.nested(Element.self, from: try list.superDecoder()))
    }
    return elements
  }

  func write(to list: ListWriter) { list.list { for element in self { $0.nested(element) } } }

  func write(_ name: StaticString, to fields: FieldWriter) {
    fields.write(name, list: self) { for element in self { $0.nested(element) } }
  }
}

nonisolated extension Optional: NestedValue {
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Wrapped? {
    if try reader.json.scanner.skipNull() { return nil }
    return try reader.nested(Wrapped.self)
  }

  static func decode(from decoder: any Decoder, _ reader: inout FieldReader) throws -> Wrapped? {
    if try decoder.singleValueContainer().decodeNil() { return nil }
    return try reader.nested(Wrapped.self, from: decoder)
  }

  func write(to list: ListWriter) {
    if let self { list.nested(self) } else { list.null() }
  }

  func write(_ name: StaticString, to fields: FieldWriter) {
    if let self { fields.write(name, nested: self) } else { fields.null(name) }
  }
}

nonisolated extension ListWriter {
  /// Writes an object, a list, or null.
  func nested(_ element: Any) {
    switch element {
    case let object as any ResponseObject: self.object { object.encode(into: $0) }
    case let object as any FieldWritable: self.object { object.encode(into: $0) }
    case let value as any NestedValue: value.write(to: self)
    default: preconditionFailure("expected an object or a list, found \(type(of: element))")
    }
  }
}
