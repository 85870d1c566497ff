// Reading a response's objects. Generated initialisers call these methods, one per field. The
// methods are compiled once, here, so generated code stays small. Objects and lists are read
// through nested containers, which cost less than passing each value to the decoder again.

/// The fields of one object of a response.
///
/// A nullable field reads as nil if it is null or absent. Errors contain the field's path and the
/// expected type, never the value.
nonisolated public struct ResponseFields {
  let container: KeyedDecodingContainer<FieldName>

  init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: FieldName.self)
  }

  init(_ container: KeyedDecodingContainer<FieldName>) {
    self.container = container
  }

  // MARK: Fields

  public func string(_ name: String) throws -> String {
    try container.decode(String.self, forKey: FieldName(name))
  }

  public func optionalString(_ name: String) throws -> String? {
    try isPresent(name) ? string(name) : nil
  }

  public func int(_ name: String) throws -> Int {
    do {
      return try container.decode(Int.self, forKey: FieldName(name))
    } catch {
      throw invalid(name, error)
    }
  }

  public func optionalInt(_ name: String) throws -> Int? {
    try isPresent(name) ? int(name) : nil
  }

  public func double(_ name: String) throws -> Double {
    do {
      return try container.decode(Double.self, forKey: FieldName(name))
    } catch {
      throw invalid(name, error)
    }
  }

  public func optionalDouble(_ name: String) throws -> Double? {
    try isPresent(name) ? double(name) : nil
  }

  public func bool(_ name: String) throws -> Bool {
    try container.decode(Bool.self, forKey: FieldName(name))
  }

  public func optionalBool(_ name: String) throws -> Bool? {
    try isPresent(name) ? bool(name) : nil
  }

  @inline(never)
  public func enumValue<Value: OpenEnum>(_ name: String) throws -> Value {
    Value(graphQLName: try string(name))
  }

  @inline(never)
  public func optionalEnumValue<Value: OpenEnum>(_ name: String) throws -> Value? {
    try isPresent(name) ? enumValue(name) : nil
  }

  /// A value of any other type.
  @inline(never)
  public func value<Value: Decodable>(_ name: String) throws -> Value {
    do {
      return try container.decode(Value.self, forKey: FieldName(name))
    } catch {
      throw invalid(name, error)
    }
  }

  @inline(never)
  public func optionalValue<Value: Decodable>(_ name: String) throws -> Value? {
    try isPresent(name) ? value(name) : nil
  }

  /// Whether the field is present and not null. Fields are nearly always present, so this makes one
  /// lookup.
  func isPresent(_ name: String) throws -> Bool {
    do {
      return try !container.decodeNil(forKey: FieldName(name))
    } catch DecodingError.keyNotFound {
      return false
    }
  }

  /// Removes values from errors: Foundation's decoder quotes numbers that do not fit.
  private func invalid(_ name: String, _ error: any Error) -> DecodingError {
    DecodingError(withoutValue: error, at: container.codingPath + [FieldName(name)])
  }

  // MARK: Objects and lists

  @inline(never)
  public func object<Object: FieldReadable>(_ name: String) throws -> Object {
    let inner = try container.nestedContainer(keyedBy: FieldName.self, forKey: FieldName(name))
    return try Object(fields: ResponseFields(inner))
  }

  @inline(never)
  public func optionalObject<Object: FieldReadable>(_ name: String) throws -> Object? {
    try isPresent(name) ? object(name) : nil
  }

  @inline(never)
  public func object<Object: FieldReadable>(_ name: String) throws -> Indirect<Object> {
    Indirect(box: .init(try object(name)))
  }

  @inline(never)
  public func optionalObject<Object: FieldReadable>(
    _ name: String
  ) throws -> Indirect<Object?> {
    Indirect(box: .init(try optionalObject(name)))
  }

  @inline(never)
  public func objects<Object: FieldReadable>(_ name: String) throws -> [Object] {
    try list(name) { try Object(fields: ResponseFields(nextIn: &$0)) }
  }

  @inline(never)
  public func optionalObjects<Object: FieldReadable>(_ name: String) throws -> [Object]? {
    try isPresent(name) ? objects(name) : nil
  }

  /// A list of objects that may contain null.
  @inline(never)
  public func nullableObjects<Object: FieldReadable>(_ name: String) throws -> [Object?] {
    try list(name) { try $0.decodeNil() ? nil : Object(fields: ResponseFields(nextIn: &$0)) }
  }

  @inline(never)
  public func optionalNullableObjects<Object: FieldReadable>(
    _ name: String
  ) throws -> [Object?]? {
    try isPresent(name) ? nullableObjects(name) : nil
  }

  // Objects selected under a condition. The response may contain the field because of another
  // selection, without the fields selected here. The object then reads as nil.

  @inline(never)
  public func objectIfSelected<Object: FieldReadable>(
    _ name: String
  ) throws -> Indirect<Object?> {
    Indirect(box: .init(try ifSelected { try optionalObject(name) }))
  }

  @inline(never)
  public func objectsIfSelected<Object: FieldReadable>(_ name: String) throws -> [Object]? {
    try ifSelected { try optionalObjects(name) }
  }

  @inline(never)
  public func nullableObjectsIfSelected<Object: FieldReadable>(
    _ name: String
  ) throws -> [Object?]? {
    try ifSelected { try optionalNullableObjects(name) }
  }

  @inline(never)
  public func valueIfSelected<Value: Decodable>(_ name: String) throws -> Value? {
    try ifSelected { try optionalValue(name) }
  }

  private func ifSelected<Value>(_ read: () throws -> Value?) throws -> Value? {
    do {
      return try read()
    } catch DecodingError.keyNotFound {
      return nil
    }
  }

  public func strings(_ name: String) throws -> [String] {
    try list(name) { try $0.decode(String.self) }
  }

  public func optionalStrings(_ name: String) throws -> [String]? {
    try isPresent(name) ? strings(name) : nil
  }

  private init(nextIn list: inout any UnkeyedDecodingContainer) throws {
    self.init(try list.nestedContainer(keyedBy: FieldName.self))
  }

  private func list<Element>(
    _ name: String, _ next: (inout any UnkeyedDecodingContainer) throws -> Element
  ) throws -> [Element] {
    var elements = try container.nestedUnkeyedContainer(forKey: FieldName(name))
    var result: [Element] = []
    // The server chooses the count, and the first element may already be an error.
    if let count = elements.count { result.reserveCapacity(min(count, 1_024)) }
    while !elements.isAtEnd { result.append(try next(&elements)) }
    return result
  }

  // MARK: Fragments

  /// Another view of the same object.
  public func part<Part: FieldReadable>() throws -> Part {
    try Part(fields: self)
  }

  @inline(never)
  public func part<Part: FieldReadable>() throws -> Indirect<Part> {
    Indirect(box: .init(try Part(fields: self)))
  }

  /// A fragment selected under a condition. It is non-nil if it can be read and, unless `names` is
  /// empty, at least one of `names` is present. The presence of a name alone is not enough, because
  /// an enclosing fragment can select the same name.
  @inline(never)
  public func part<Part: FieldReadable>(ifAnyOf names: [String]) throws -> Part? {
    guard names.isEmpty || names.contains(where: { container.contains(FieldName($0)) }) else {
      return nil
    }
    return try ifSelected { try Part(fields: self) }
  }

  @inline(never)
  public func part<Part: FieldReadable>(ifAnyOf names: [String]) throws -> Indirect<Part?> {
    Indirect(box: .init(try part(ifAnyOf: names)))
  }

  /// A fragment on a narrower type. It is non-nil if the object's type is one of `types`.
  @inline(never)
  public func part<Part: FieldReadable>(ifTypeIn types: Set<String>) throws -> Part? {
    types.contains(try typename()) ? try Part(fields: self) : nil
  }

  @inline(never)
  public func part<Part: FieldReadable>(ifTypeIn types: Set<String>) throws -> Indirect<Part?> {
    Indirect(box: .init(try part(ifTypeIn: types)))
  }

  /// The name of the object's type.
  public func typename() throws -> String {
    try string("__typename")
  }
}
