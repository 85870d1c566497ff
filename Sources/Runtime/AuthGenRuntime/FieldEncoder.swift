// Writing objects. The code here is compiled once, and generated code only names fields.

/// Takes the fields of one object and writes them to an encoder.
nonisolated public struct FieldEncoder {
  nonisolated enum Target {
    case container(Container)
    /// An object whose fields are written in parts. Parts of the same field are merged before
    /// encoding.
    case tree(MergedObject)
  }

  /// Keeps the container in one place, because all views of an object write to it.
  nonisolated final class Container {
    var keyed: KeyedEncodingContainer<FieldName>

    init(_ encoder: any Encoder) {
      keyed = encoder.container(keyedBy: FieldName.self)
    }

    private init(keyed: KeyedEncodingContainer<FieldName>) {
      self.keyed = keyed
    }

    /// A nested object.
    func nested(_ name: String) -> Container {
      Container(keyed: keyed.nestedContainer(keyedBy: FieldName.self, forKey: FieldName(name)))
    }
  }

  let target: Target

  init(_ encoder: any Encoder) {
    target = .container(Container(encoder))
  }

  init(_ tree: MergedObject) {
    target = .tree(tree)
  }

  init(_ container: Container) {
    target = .container(container)
  }

  // MARK: Fields

  public func string(_ name: String, _ value: String) throws {
    switch target {
    case .container(let container): try container.keyed.encode(value, forKey: FieldName(name))
    case .tree(let tree): try tree.add(value, as: name)
    }
  }

  public func optionalString(_ name: String, _ value: String?) throws {
    if let value { try string(name, value) } else { try null(name) }
  }

  public func int(_ name: String, _ value: Int) throws {
    switch target {
    case .container(let container): try container.keyed.encode(value, forKey: FieldName(name))
    case .tree(let tree): try tree.add(value, as: name)
    }
  }

  public func optionalInt(_ name: String, _ value: Int?) throws {
    if let value { try int(name, value) } else { try null(name) }
  }

  public func double(_ name: String, _ value: Double) throws {
    switch target {
    case .container(let container): try container.keyed.encode(value, forKey: FieldName(name))
    case .tree(let tree): try tree.add(value, as: name)
    }
  }

  public func optionalDouble(_ name: String, _ value: Double?) throws {
    if let value { try double(name, value) } else { try null(name) }
  }

  public func bool(_ name: String, _ value: Bool) throws {
    switch target {
    case .container(let container): try container.keyed.encode(value, forKey: FieldName(name))
    case .tree(let tree): try tree.add(value, as: name)
    }
  }

  public func optionalBool(_ name: String, _ value: Bool?) throws {
    if let value { try bool(name, value) } else { try null(name) }
  }

  @inline(never)
  public func value<Value: Encodable>(_ name: String, _ value: Value) throws {
    switch target {
    case .container(let container): try container.keyed.encode(value, forKey: FieldName(name))
    case .tree(let tree): try tree.add(value, as: name)
    }
  }

  /// Writes the value, or null if it is nil.
  @inline(never)
  public func optionalValue<Value: Encodable>(_ name: String, _ value: Value?) throws {
    if let value { try self.value(name, value) } else { try null(name) }
  }

  /// Writes the value, or nothing if it is nil.
  @inline(never)
  public func valueIfPresent<Value: Encodable>(_ name: String, _ value: Value?) throws {
    if let value { try self.value(name, value) }
  }

  // Objects out of line.

  @inline(never)
  public func value<Object: FieldEncodable>(_ name: String, _ object: Indirect<Object>) throws {
    try value(name, object.box.value)
  }

  @inline(never)
  public func optionalValue<Object: FieldEncodable>(
    _ name: String, _ object: Indirect<Object?>
  ) throws {
    try optionalValue(name, object.box.value)
  }

  @inline(never)
  public func valueIfPresent<Object: FieldEncodable>(
    _ name: String, _ object: Indirect<Object?>
  ) throws {
    try valueIfPresent(name, object.box.value)
  }

  /// Writes the value, an explicit null, or nothing.
  @inline(never)
  public func input<Value: Encodable>(
    _ name: String, _ value: Value?, orNull isNull: Bool
  ) throws {
    if let value {
      try self.value(name, value)
    } else if isNull {
      try null(name)
    }
  }

  private func null(_ name: String) throws {
    switch target {
    case .container(let container): try container.keyed.encodeNil(forKey: FieldName(name))
    case .tree(let tree): try tree.add(String?.none, as: name)
    }
  }

  // MARK: Fragments

  /// Writes another view of the same object.
  public func part(_ part: some FieldWritable) throws {
    try part.encode(into: self)
  }

  @inline(never)
  public func optionalPart<Part: FieldWritable>(_ part: Part?) throws {
    try part?.encode(into: self)
  }

  @inline(never)
  public func part<Part: FieldWritable>(_ part: Indirect<Part>) throws {
    try part.box.value.encode(into: self)
  }

  @inline(never)
  public func optionalPart<Part: FieldWritable>(_ part: Indirect<Part?>) throws {
    try part.box.value?.encode(into: self)
  }

  /// Merges what `body` writes, field by field, before encoding it. Use it for objects with two
  /// parts that write different fields of the same nested object.
  @inline(never)
  public func merging(_ body: (FieldEncoder) throws -> Void) throws {
    switch target {
    case .tree:
      try body(self)
    case .container(let container):
      let tree = MergedObject()
      try body(FieldEncoder(tree))
      try tree.write(to: &container.keyed)
    }
  }
}
