// Writing objects. The code here is compiled once, and generated code only names fields.

public import Foundation

/// Takes the fields of one object and writes them as JSON or to another encoder.
nonisolated public struct FieldEncoder {
  nonisolated enum Target {
    case json(JSONWriter)
    case container(Container)
    /// An object whose fields are written in parts. Parts of the same field are merged before
    /// encoding.
    case tree(MergedObject)
  }

  /// Keeps the container in one place, because all views of an object write to it.
  nonisolated final class Container {
    var keyed: KeyedEncodingContainer<FieldName>

    init(_ keyed: KeyedEncodingContainer<FieldName>) {
      self.keyed = keyed
    }
  }

  let target: Target

  init(_ encoder: any Encoder) {
    target = .container(Container(encoder.container(keyedBy: FieldName.self)))
  }

  init(_ target: Target) {
    self.target = target
  }

  // MARK: Fields
  //
  // A nil value is left out, or written as null if `isNull` is true.

  public func string(_ name: String, _ value: String) throws {
    switch target {
    case .json(let json): json.member(name) { $0.write(value) }
    case .container(let container): try container.keyed.encode(value, forKey: FieldName(name))
    case .tree(let tree): tree.add(.leaf(value), as: name)
    }
  }

  public func optionalString(_ name: String, _ value: String?, orNull isNull: Bool = false) throws {
    if let value { try string(name, value) } else if isNull { try null(name) }
  }

  public func int(_ name: String, _ value: Int) throws {
    switch target {
    case .json(let json): json.member(name) { $0.write(value) }
    case .container(let container): try container.keyed.encode(value, forKey: FieldName(name))
    case .tree(let tree): tree.add(.leaf(value), as: name)
    }
  }

  public func optionalInt(_ name: String, _ value: Int?, orNull isNull: Bool = false) throws {
    if let value { try int(name, value) } else if isNull { try null(name) }
  }

  public func double(_ name: String, _ value: Double) throws {
    switch target {
    case .json(let json): try json.member(name) { try $0.write(value) }
    case .container(let container): try container.keyed.encode(value, forKey: FieldName(name))
    case .tree(let tree): tree.add(.leaf(value), as: name)
    }
  }

  public func optionalDouble(_ name: String, _ value: Double?, orNull isNull: Bool = false) throws {
    if let value { try double(name, value) } else if isNull { try null(name) }
  }

  public func bool(_ name: String, _ value: Bool) throws {
    switch target {
    case .json(let json): json.member(name) { $0.write(value) }
    case .container(let container): try container.keyed.encode(value, forKey: FieldName(name))
    case .tree(let tree): tree.add(.leaf(value), as: name)
    }
  }

  public func optionalBool(_ name: String, _ value: Bool?, orNull isNull: Bool = false) throws {
    if let value { try bool(name, value) } else if isNull { try null(name) }
  }

  public func strings(_ name: String, _ value: [String]) throws {
    guard case .json(let json) = target else { return try self.value(name, value) }
    json.member(name) { $0.array(value) { $0.write($1) } }
  }

  public func optionalStrings(
    _ name: String, _ value: [String]?, orNull isNull: Bool = false
  ) throws {
    if let value { try strings(name, value) } else if isNull { try null(name) }
  }

  @inline(never)
  public func enumValue<Value: OpenEnum>(_ name: String, _ value: Value) throws {
    try string(name, value.graphQLName)
  }

  /// In the caller, which knows the type and copies nothing.
  @_alwaysEmitIntoClient @inline(__always)
  public func optionalEnumValue<Value: OpenEnum>(
    _ name: String, _ value: Value?, orNull isNull: Bool = false
  ) throws {
    if let value { try enumValue(name, value) } else if isNull { try null(name) }
  }

  @inline(never)
  public func object<Object: FieldWritable>(_ name: String, _ value: Object) throws {
    try value.encode(into: try inside(name))
    if case .json(let json) = target { json.close("}") }
  }

  @_alwaysEmitIntoClient @inline(__always)
  public func optionalObject<Object: FieldWritable>(
    _ name: String, _ value: Object?, orNull isNull: Bool = false
  ) throws {
    if let value { try object(name, value) } else if isNull { try null(name) }
  }

  @inline(never)
  public func objects<Object: FieldWritable>(_ name: String, _ value: [Object]) throws {
    guard case .json(let json) = target else {
      let list = try list(name)
      for element in value { try element.encode(into: try list.object()) }
      return
    }
    try json.member(name) { try $0.array(value) }
  }

  @inline(never)
  public func optionalObjects<Object: FieldWritable>(
    _ name: String, _ value: [Object]?, orNull isNull: Bool = false
  ) throws {
    if let value { try objects(name, value) } else if isNull { try null(name) }
  }

  /// A list of objects that may contain null.
  @inline(never)
  public func nullableObjects<Object: FieldWritable>(_ name: String, _ value: [Object?]) throws {
    guard case .json(let json) = target else {
      let list = try list(name)
      for element in value {
        if let element { try element.encode(into: try list.object()) } else { try list.null() }
      }
      return
    }
    try json.member(name) {
      try $0.array(value) { json, element in
        if let element { try json.write(element) } else { json.writeNull() }
      }
    }
  }

  @inline(never)
  public func optionalNullableObjects<Object: FieldWritable>(
    _ name: String, _ value: [Object?]?, orNull isNull: Bool = false
  ) throws {
    if let value { try nullableObjects(name, value) } else if isNull { try null(name) }
  }

  /// A value of any other type.
  @inline(never)
  public func value<Value: Encodable>(_ name: String, _ value: Value) throws {
    switch target {
    case .json(let json): try json.member(name) { try $0.write(any: value) }
    case .container(let container):
      if let value = value as? any ServerFormCodable {
        try container.keyed.encode(value.inServerForm, forKey: FieldName(name))
      } else {
        try container.keyed.encode(value, forKey: FieldName(name))
      }
    case .tree(let tree):
      tree.add(.leaf((value as? any ServerFormCodable)?.inServerForm ?? value), as: name)
    }
  }

  @inline(never)
  public func optionalValue<Value: Encodable>(
    _ name: String, _ value: Value?, orNull isNull: Bool = false
  ) throws {
    if let value { try self.value(name, value) } else if isNull { try null(name) }
  }

  /// A list of lists of objects, at any depth.
  public func nestedObjects<Value: Encodable>(_ name: String, _ value: Value) throws {
    try self.value(name, value)
  }

  public func optionalNestedObjects<Value: Encodable>(
    _ name: String, _ value: Value?, orNull isNull: Bool = false
  ) throws {
    try optionalValue(name, value, orNull: isNull)
  }

  public func null(_ name: String) throws {
    switch target {
    case .json(let json): json.member(name) { $0.writeNull() }
    case .container(let container): try container.keyed.encodeNil(forKey: FieldName(name))
    case .tree(let tree): tree.add(.null, as: name)
    }
  }

  // MARK: Objects in objects

  /// Writes all fields of another object to this one.
  public func part(_ part: some FieldWritable) throws {
    try part.encode(into: self)
  }

  /// Writes an object with the fields that `body` writes, null, or nothing.
  public func object(
    _ name: String, if isThere: Bool = true, orNull isNull: Bool = false,
    _ body: (FieldEncoder) throws -> Void
  ) throws {
    if isThere {
      try body(try inside(name))
      if case .json(let json) = target { json.close("}") }
    } else if isNull {
      try null(name)
    }
  }

  /// Writes to a nested object. The caller closes it in JSON text.
  func inside(_ name: String) throws -> FieldEncoder {
    switch target {
    case .json(let json):
      json.key(name)
      json.open("{")
      return self
    case .container(let container):
      let nested = container.keyed.nestedContainer(
        keyedBy: FieldName.self, forKey: FieldName(name))
      return FieldEncoder(.container(Container(nested)))
    case .tree(let tree): return FieldEncoder(.tree(tree.object(name)))
    }
  }

  /// Writes to a nested list of objects, not in JSON text.
  func list(_ name: String) throws -> ListEncoder {
    switch target {
    case .json: preconditionFailure("lists of responses are not written as JSON text")
    case .container(let container):
      ListEncoder(.container(container.keyed.nestedUnkeyedContainer(forKey: FieldName(name))))
    case .tree(let tree): ListEncoder(.tree(tree.list(name)))
    }
  }
}

/// Writes the elements of a list of objects.
nonisolated final class ListEncoder {
  nonisolated enum Target {
    case container(any UnkeyedEncodingContainer)
    case tree(MergedList)
  }

  private var target: Target
  private var count = 0

  init(_ target: Target) {
    self.target = target
  }

  /// Writes to the next element.
  func object() throws -> FieldEncoder {
    defer { count += 1 }
    switch target {
    case .container(var container):
      let nested = container.nestedContainer(keyedBy: FieldName.self)
      target = .container(container)
      return FieldEncoder(.container(FieldEncoder.Container(nested)))
    case .tree(let tree): return FieldEncoder(.tree(tree.object(at: count)))
    }
  }

  /// Writes to the list that is the next element.
  func list() throws -> ListEncoder {
    defer { count += 1 }
    switch target {
    case .container(var container):
      let nested = container.nestedUnkeyedContainer()
      target = .container(container)
      return ListEncoder(.container(nested))
    case .tree(let tree): return ListEncoder(.tree(tree.list(at: count)))
    }
  }

  func null() throws {
    defer { count += 1 }
    switch target {
    case .container(var container):
      try container.encodeNil()
      target = .container(container)
    case .tree(let tree): tree.null(at: count)
    }
  }
}

/// A type that writes itself as the fields of one object.
nonisolated public protocol FieldWritable: Sendable {
  /// Writes the value's fields.
  ///
  /// - Throws: the encoder's error.
  func encode(into fields: FieldEncoder) throws
}

nonisolated extension FieldWritable {
  /// Writes the value as JSON, such as an operation's variables as requests contain them. It contains
  /// secrets, so do not log it.
  ///
  /// - Throws: an `EncodingError` if a value has no JSON, such as an infinite number.
  public func json() throws -> Data {
    let json = JSONWriter()
    try json.write(self)
    return json.data
  }
}

/// A type that encodes as the fields of one object: an input or an operation's variables.
public typealias FieldEncodable = Encodable & FieldWritable

nonisolated extension FieldWritable where Self: Encodable {
  @inline(never)
  public func encode(to encoder: any Encoder) throws {
    try encode(into: FieldEncoder(encoder))
  }
}
