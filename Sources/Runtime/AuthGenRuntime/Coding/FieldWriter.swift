// Writing objects. Generated code names fields and their values, and the code here, which is compiled once,
// does the rest.

public import Foundation

/// Takes the fields of one object. Subclasses write them: as JSON text, to another encoder, or for a
/// comparison.
///
/// No method throws. After the first problem, the owner of the writer throws it.
///
/// This class ignores all fields.
@_spi(Generated)
nonisolated public class FieldWriter {
  /// The first problem.
  final var error: (any Error)?
  /// The nil fields of the current object that are written as null. Nil if all are.
  final var nulls: Set<String>?

  init() {}

  // MARK: Fields
  //
  // A nil value is written as null, unless ``omitNil(except:)`` leaves it out.

  @inline(never) public final func string(_ name: StaticString, _ value: String) {
    write(name, value)
  }
  @inline(never) public final func optionalString(_ name: StaticString, _ value: String?) {
    if let value { write(name, value) } else { nilField(name) }
  }

  @inline(never) public final func int(_ name: StaticString, _ value: Int) { write(name, value) }
  @inline(never) public final func optionalInt(_ name: StaticString, _ value: Int?) {
    if let value { write(name, value) } else { nilField(name) }
  }

  @inline(never) public final func double(_ name: StaticString, _ value: Double) {
    write(name, value)
  }
  @inline(never) public final func optionalDouble(_ name: StaticString, _ value: Double?) {
    if let value { write(name, value) } else { nilField(name) }
  }

  @inline(never) public final func bool(_ name: StaticString, _ value: Bool) { write(name, value) }
  @inline(never) public final func optionalBool(_ name: StaticString, _ value: Bool?) {
    if let value { write(name, value) } else { nilField(name) }
  }

  @inline(never) public final func strings(_ name: StaticString, _ value: [String]) {
    write(name, value)
  }
  @inline(never) public final func optionalStrings(_ name: StaticString, _ value: [String]?) {
    if let value { write(name, value) } else { nilField(name) }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func enumValue<Value: OpenEnum>(_ name: StaticString, _ value: Value) {
    write(name, enum: value)
  }

  /// In the caller, which knows the type and copies nothing.
  @_alwaysEmitIntoClient @inline(__always)
  public final func optionalEnumValue<Value: OpenEnum>(_ name: StaticString, _ value: Value?) {
    if let value { enumValue(name, value) } else { nilField(name) }
  }

  /// A value of any other type.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func value<Value: Encodable>(_ name: StaticString, _ value: Value) {
    write(name, any: value)
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func optionalValue<Value: Encodable>(_ name: StaticString, _ value: Value?) {
    if let value { write(name, any: value) } else { nilField(name) }
  }

  // MARK: Objects
  //
  // Each method exists twice, because input objects and response objects have no common protocol: another
  // conformance of each type would add to the code of apps.

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func object<Object: ResponseObject>(_ name: StaticString, _ value: Object) {
    write(name, object: value) { value.encode(into: $0) }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func optionalObject<Object: ResponseObject>(_ name: StaticString, _ value: Object?) {
    if let value { object(name, value) } else { nilField(name) }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func objects<Object: ResponseObject>(_ name: StaticString, _ value: [Object]) {
    write(name, list: value) { list in
      for index in 0..<value.count { list.object { value[index].encode(into: $0) } }
    }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func optionalObjects<Object: ResponseObject>(
    _ name: StaticString, _ value: [Object]?
  ) {
    if let value { objects(name, value) } else { nilField(name) }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func object<Object: FieldWritable>(_ name: StaticString, _ value: Object) {
    write(name, object: value) { value.encode(into: $0) }
  }

  @_alwaysEmitIntoClient @inline(__always)
  public final func optionalObject<Object: FieldWritable>(_ name: StaticString, _ value: Object?) {
    if let value { object(name, value) } else { nilField(name) }
  }

  @_alwaysEmitIntoClient
  public final func objects<Object: FieldWritable>(_ name: StaticString, _ value: [Object]) {
    objects(name, count: value.count) { value[$0].encode(into: $1) }
  }

  @usableFromInline
  final func objects(_ name: StaticString, count: Int, _ fields: (Int, FieldWriter) -> Void) {
    write(name, list: nil) { list in
      for index in 0..<count { list.object { fields(index, $0) } }
    }
  }

  @_alwaysEmitIntoClient @inline(__always)
  public final func optionalObjects<Object: FieldWritable>(_ name: StaticString, _ value: [Object]?)
  {
    if let value { objects(name, value) } else { nilField(name) }
  }

  /// A list of objects that may contain null, or of lists, at any depth.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func nestedObjects<Element>(_ name: StaticString, _ value: [Element]) {
    write(name, nested: value)
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func optionalNestedObjects<Element>(_ name: StaticString, _ value: [Element]?) {
    if let value { write(name, nested: value) } else { nilField(name) }
  }

  /// An object with the fields that `body` writes.
  @inline(never)
  public final func object(_ name: StaticString, _ body: (FieldWriter) -> Void) {
    write(name, object: nil, body)
  }

  public final func null(_ name: StaticString) { writeNil(name, orNull: true) }

  /// A field that is not selected.
  public final func omitted(_ name: StaticString) { writeNil(name, orNull: false) }

  /// A field that is not selected, unless it is one of `nulls`.
  public final func omitted(_ name: StaticString, unlessIn nulls: NullFields) {
    writeNil(name, orNull: nulls.contains(name))
  }

  /// Leaves out the nil fields of an input object.
  ///
  /// - Parameter nulls: the fields that are written as null. Default: none.
  public final func omitNil(except nulls: Set<String> = []) { self.nulls = nulls }

  /// Returns a writer whose next value is at a path of keys, and not at its name.
  public func at(_ path: [String]) -> FieldWriter { self }

  /// Writes an object, a list of objects, or null.
  package final func write(_ name: StaticString, nested value: Any) {
    switch value {
    case let object as any ResponseObject: write(name, object: object) { object.encode(into: $0) }
    case let value as any NestedValue: value.write(name, to: self)
    default: preconditionFailure("expected an object or a list, found \(type(of: value))")
    }
  }

  // MARK: Views of the same object

  /// Writes all fields of another view of the object.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func part<Part: ResponseObject>(_ part: Part) {
    if !collect(part: part, Part.self) { write { part.encode(into: $0) } }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func part<Part: ResponseObject>(_ part: Part?) {
    if collect(part: part, Part.self) { return }
    if let part { write { part.encode(into: $0) } } else { writeNoPart() }
  }

  /// Writes all fields of an input object.
  public final func part(_ input: some FieldWritable) {
    let outer = nulls
    input.encode(into: self)
    nulls = outer
  }

  /// Writes the name of the object's type and the part for it.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func concrete<Concrete: ConcreteObject>(_ value: Concrete) {
    if collect(part: value, Concrete.self) { return }
    write("__typename", value.typename)
    _ = value.write(fields: self)
  }

  /// Writes a part that a ``ConcreteObject`` distinguishes.
  ///
  /// - Returns: the name of the object's type, for which the part is.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func write<Part: ResponseObject>(
    _ typename: StaticString, _ part: Part
  ) -> String {
    self.part(part)
    return typename.description
  }

  // MARK: What subclasses write

  func write(_ name: StaticString, _ value: String) { write(name, any: value) }
  func write(_ name: StaticString, _ value: Int) { write(name, any: value) }
  func write(_ name: StaticString, _ value: Double) { write(name, any: value) }
  func write(_ name: StaticString, _ value: Bool) { write(name, any: value) }
  func write(_ name: StaticString, _ value: [String]) { write(name, any: value) }
  func write<Value: OpenEnum>(_ name: StaticString, enum value: Value) {
    write(name, value.graphQLName)
  }
  package func write(_ name: StaticString, any value: any Encodable) {}
  /// - Parameters:
  ///   - object: the object, for subclasses that keep it as a whole.
  ///   - fields: writes its fields.
  func write(
    _ name: StaticString, object: @autoclosure () -> Any?, _ fields: (FieldWriter) -> Void
  ) {}
  func write(
    _ name: StaticString, list: @autoclosure () -> Any?, _ elements: (ListWriter) -> Void
  ) {}
  package func write(_ name: StaticString, failure: GraphQLError) { writeNil(name, orNull: true) }
  func writeNil(_ name: StaticString, orNull isNull: Bool) {}
  /// Writes another view of the object.
  func write(_ part: (FieldWriter) -> Void) { part(self) }
  func writeNoPart() {}

  /// Writes a member that is no field of the schema.
  package func write(member name: String, _ value: JSON) {}

  // MARK: What subclasses keep as a whole

  /// - Returns: whether the writer keeps the value and needs nothing of what it contains.
  package func collect(_ name: StaticString, _ value: @autoclosure () -> Any?) -> Bool { false }

  /// - Returns: whether the writer keeps the view and needs nothing of what it contains.
  package func collect(part: @autoclosure () -> Any?, _ type: any Any.Type) -> Bool { false }

  @usableFromInline
  final func nilField(_ name: StaticString) {
    writeNil(name, orNull: nulls.map { !$0.isEmpty && $0.contains(name.description) } ?? true)
  }

  /// Records a problem.
  final func fail(_ error: any Error) {
    if self.error == nil { self.error = error }
  }

  /// Throws the problem.
  final func check() throws {
    if let error { throw error }
  }
}

/// Takes the elements of a list of objects.
@_spi(Generated)
nonisolated public class ListWriter {
  init() {}

  func object(_ fields: (FieldWriter) -> Void) {}
  func list(_ body: (ListWriter) -> Void) {}
  func null() {}
}

/// A type that writes itself as the fields of one object.
nonisolated public protocol FieldWritable: Sendable {
  /// Writes the value's fields.
  @_spi(Generated) func encode(into fields: FieldWriter)
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
    try TreeFieldWriter.encode(to: encoder) { encode(into: $0) }
  }
}
