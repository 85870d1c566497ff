// Writing objects. As with reading, the work is done here once and what is generated only names
// fields.

/// Takes the fields of one object and writes them to an encoder.
nonisolated public final class FieldEncoder {
  nonisolated fileprivate enum Target {
    case container(KeyedEncodingContainer<FieldName>)
    /// Objects that are written in parts: what several parts say of one field is put together first.
    case tree(MergedObject)
  }

  private var target: Target

  init(_ encoder: any Encoder) {
    target = .container(encoder.container(keyedBy: FieldName.self))
  }

  init(_ tree: MergedObject) {
    target = .tree(tree)
  }

  // MARK: Fields

  public func string(_ name: String, _ value: String) throws {
    try value.write(name, to: &target)
  }

  public func optionalString(_ name: String, _ value: String?) throws {
    try value.write(name, to: &target)
  }

  public func int(_ name: String, _ value: Int) throws {
    try value.write(name, to: &target)
  }

  public func optionalInt(_ name: String, _ value: Int?) throws {
    try value.write(name, to: &target)
  }

  public func double(_ name: String, _ value: Double) throws {
    try value.write(name, to: &target)
  }

  public func optionalDouble(_ name: String, _ value: Double?) throws {
    try value.write(name, to: &target)
  }

  public func bool(_ name: String, _ value: Bool) throws {
    try value.write(name, to: &target)
  }

  public func optionalBool(_ name: String, _ value: Bool?) throws {
    try value.write(name, to: &target)
  }

  @inline(never)
  public func value(_ name: String, _ value: some Encodable) throws {
    try value.write(name, to: &target)
  }

  /// Writes null where there is no value.
  @inline(never)
  public func optionalValue<Value: Encodable>(_ name: String, _ value: Value?) throws {
    try value.write(name, to: &target)
  }

  /// Writes nothing where there is no value.
  @inline(never)
  public func valueIfPresent<Value: Encodable>(_ name: String, _ value: Value?) throws {
    try value?.write(name, to: &target)
  }

  /// Writes the value, an explicit null, or nothing.
  @inline(never)
  public func input<Value: Encodable>(
    _ name: String, _ value: Value?, orNull isNull: Bool
  ) throws {
    if isNull || value != nil { try value.write(name, to: &target) }
  }

  // MARK: Fragments

  /// Writes another view of the same object.
  public func part(_ part: some FieldEncodable) throws {
    try part.encode(into: self)
  }

  @inline(never)
  public func optionalPart<Part: FieldEncodable>(_ part: Part?) throws {
    try part?.encode(into: self)
  }

  /// Puts together what `body` writes, field by field, before it is written: for objects of which
  /// two parts have different fields of the same inner object.
  @inline(never)
  public func merging(_ body: (FieldEncoder) throws -> Void) throws {
    switch target {
    case .tree:
      try body(self)
    case .container(var container):
      let tree = MergedObject()
      try body(FieldEncoder(tree))
      try tree.write(to: &container)
      target = .container(container)
    }
  }
}

nonisolated extension Encodable {
  fileprivate func write(_ name: String, to target: inout FieldEncoder.Target) throws {
    switch target {
    case .container(var container):
      try container.encode(self, forKey: FieldName(name))
      target = .container(container)
    case .tree(let tree):
      try tree.add(self, as: name)
    }
  }
}
