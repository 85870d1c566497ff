// Objects, lists of objects, and views of the same object.

/// The names of object types. They are one text in generated code, because a set literal adds code to the
/// app.
@_spi(Generated)
nonisolated public struct TypeNames: Sendable {
  let names: Set<String>

  /// - Parameter names: the names with white space between them.
  @inline(never)
  public init(_ names: StaticString) {
    self.names = Set(names.description.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}

nonisolated extension FieldReader {
  @inline(never)
  public mutating func object<Object: ResponseObject>(_ name: StaticString) -> Object {
    required(name, ObjectCoding<Object>.self) { Object(fields: &$0) }
  }

  @inline(never)
  public mutating func optionalObject<Object: ResponseObject>(_ name: StaticString) -> Object? {
    optional(name, ObjectCoding<Object>.self)
  }

  @inline(never)
  public mutating func objects<Object: ResponseObject>(_ name: StaticString) -> [Object] {
    required(name, ObjectsCoding<Object>.self) { _ in [] }
  }

  @inline(never)
  public mutating func optionalObjects<Object: ResponseObject>(_ name: StaticString) -> [Object]? {
    optional(name, ObjectsCoding<Object>.self)
  }

  /// Reads the next object of the JSON text.
  @inline(__always)
  mutating func nextObject<Object: ResponseObject>() throws(JSONFailure) -> Object {
    let outer = try json.enter()
    let object = Object(fields: &self)
    if hasFailed { throw .reported }
    try json.leave(for: outer)
    return object
  }

  @inline(never)
  mutating func nextObjects<Object: ResponseObject>() throws(JSONFailure) -> [Object] {
    try nextList { fields throws(JSONFailure) in try fields.nextObject() }
  }

  /// Reads the elements of the next JSON array.
  @inline(__always)
  mutating func nextList<Element>(
    _ element: (inout FieldReader) throws(JSONFailure) -> Element
  ) throws(JSONFailure) -> [Element] {
    var elements: [Element] = []
    let lenientList = self.lenientList
    self.lenientList = nil
    guard try json.scanner.openArray() else { return elements }
    if let lenientList { return try lenientElements(at: lenientList, element) }
    elements.reserveCapacity(4)
    do throws(JSONFailure) {
      repeat { elements.append(try element(&self)) } while try json.scanner.nextElement()
    } catch {
      fail(error, path: [String(elements.count)], expected: "an object")
      throw .reported
    }
    return elements
  }

  // MARK: Views of the same object

  /// Another view of the same object.
  @inline(never)
  public mutating func part<Part: ResponseObject>() -> Part {
    if let earlier: Part = earlierView() { return earlier }
    json.beginView()
    return Part(fields: &self)
  }

  /// A view of the same object, or nil if all fields in `names` are absent.
  @inline(never)
  public mutating func part<Part: ResponseObject>(ifAnyOf names: [StaticString]) -> Part? {
    optionalPart({ $0.hasAny(of: names) }, reading: { $0.part() })
  }

  /// A fragment that is selected if a condition is true.
  ///
  /// - Parameters:
  ///   - condition: names of Boolean variables, such as `a && !b || c`.
  ///   - names: fields that only this fragment selects. Without variables, a fragment is selected if
  ///     its non-null fields are present, and one of `names`, unless `names` is empty.
  @inline(never)
  public mutating func part<Part: ResponseObject>(
    if condition: StaticString, orAnyOf names: [StaticString] = []
  ) -> Part? {
    optionalPart({ $0.isTrue(condition, orAnyOf: names) }, reading: { $0.part() })
  }

  /// A fragment on a narrower type. It is non-nil if the object's type is one of `types`. For a type
  /// that is not in `known` either, because it was added to the schema later, it is non-nil if the
  /// object has all of its fields.
  @inline(never)
  public mutating func part<Part: ResponseObject>(
    ifTypeIn types: TypeNames, of known: TypeNames
  ) -> Part? {
    let outer = isComplete
    defer { isComplete = outer }
    return optionalPart { fields in
      let typename = fields.typename(among: known.names.sorted()).nameOrEmpty
      if types.names.contains(typename) { return true }
      if known.names.contains(typename) || fields.hasFailed { return false }
      fields.isComplete = true
      return nil
    } reading: {
      $0.part()
    }
  }

  /// Reads a view of the same object that may be absent.
  ///
  /// - Parameter isPresent: whether the object has the view; nil if it has if all non-null fields are
  ///   present.
  package mutating func optionalPart<Part>(
    _ isPresent: (inout FieldReader) -> Bool?, reading read: (inout FieldReader) -> Part
  ) -> Part? {
    guard !hasFailed else { return nil }
    if let earlier { return earlier.skipNil() ? nil : read(&self) }
    switch isPresent(&self) {
    case true?: return read(&self)
    case false?: return nil
    case nil: return partIfComplete(read)
    }
  }

  /// Whether a condition is true. Without variables, nil if the object has one of the fields, otherwise
  /// false.
  package mutating func isTrue(_ condition: StaticString, orAnyOf names: [StaticString]) -> Bool? {
    isTrue(condition) ?? (names.isEmpty || hasAny(of: names) ? nil : false)
  }

  /// Reads a view of the same object.
  ///
  /// - Returns: nil if one of its non-null fields is absent.
  package mutating func partIfComplete<Part>(_ read: (inout FieldReader) -> Part) -> Part? {
    let state = json.state
    let part = read(&self)
    if !hasFailed { return part }
    _ = recover(ifMissing: state)
    return nil
  }

  /// Whether a field of the current object is present, null included.
  package mutating func hasAny(of names: [StaticString]) -> Bool {
    if case .decoder(let fields) = origin {
      return names.contains { fields.container.contains(FieldName($0.description)) }
    }
    return names.contains { name in
      peek { json throws(JSONFailure) in try json.find(name).isNowhere ? nil : true } ?? false
    }
  }

  /// The value of a member of the current object; nil if it is absent, and for samples.
  package mutating func member(_ name: String) -> JSON? {
    if case .decoder(let fields) = origin {
      if nameChoice != nil { return nil }
      return try? fields.container.decodeIfPresent(JSON.self, forKey: FieldName(name))
    }
    return peek { json throws(JSONFailure) in
      try json.find(name).isNowhere ? nil : try json.scanner.json()
    }
  }

  /// Reads JSON text. Afterwards, the position is the same.
  private mutating func peek<Value>(
    _ read: (inout JSONReader) throws(JSONFailure) -> Value?
  ) -> Value? {
    let state = json.state
    defer { json.restore(state) }
    do throws(JSONFailure) {
      return try read(&json)
    } catch {
      fail(error, path: [])
      return nil
    }
  }

  // MARK: Object types

  /// The part for the object's type.
  @inline(never)
  public mutating func concrete<Concrete: ConcreteObject>() -> Concrete {
    concrete { fields in
      fields.typename(
        among: Concrete.typenames.description.split(separator: " ").map(String.init))
    }
  }

  /// The part for the object's type, which another value than `__typename` determines.
  ///
  /// - Parameters:
  ///   - path: the keys that lead to the value.
  ///   - cases: the type for each value.
  ///   - otherwise: the type for all other values. Nil uses the value itself as the type's name.
  @inline(never)
  public mutating func concrete<Concrete: ConcreteObject>(
    matching path: [String], _ cases: [(MatchedValue, String)], otherwise: String? = nil
  ) -> Concrete {
    concrete { $0.typename(matching: path, cases, otherwise: otherwise) }
  }

  private mutating func concrete<Concrete: ConcreteObject>(
    _ typename: (inout FieldReader) -> String
  ) -> Concrete {
    if let earlier: Concrete = earlierView() { return earlier }
    return Concrete(typename: hasFailed ? "" : typename(&self), fields: &self)
  }

  /// The name of the object's type.
  ///
  /// - Parameter names: the types that are possible, if the decoder chooses one.
  mutating func typename(among names: @autoclosure () -> [String]) -> String {
    if let name = chosenName(among: names(), "__typename") { return name }
    json.beginView()
    return string("__typename")
  }

  /// The name that another decoder chooses for a field of the current object; nil if the name is to be read.
  func chosenName(among names: @autoclosure () -> [String], _ name: String) -> String? {
    guard let nameChoice, case .decoder(let fields) = origin else { return nil }
    return nameChoice(names(), fields.container.codingPath + [FieldName(name)])
  }
}

// MARK: Whole values

nonisolated extension FieldReader {
  /// Reads a value from another decoder, with the variables in its user information.
  static func decode<Object: ResponseObject>(
    _ type: Object.Type, from decoder: any Decoder
  ) throws -> Object {
    var reader = FieldReader(JSONReader())
    reader.variables = decoder.userInfo[.conditionVariables] as? [String: Bool]
    reader.nameChoice = decoder.userInfo[.nameChoice] as? NameChoice
    return try reader.object(from: try DecodedFields(decoder))
  }

  /// Reads an object from another decoder.
  mutating func object<Object: ResponseObject>(
    from fields: DecodedFields
  ) throws -> Object {
    let outer = origin
    defer { origin = outer }
    origin = .decoder(fields)
    let object = Object(fields: &self)
    try check()
    return object
  }
}

// MARK: Codings

nonisolated enum ObjectCoding<Object: ResponseObject>: FieldCoding {
  static var expected: String? { "an object" }

  @inline(__always)
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Object {
    try reader.nextObject()
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Object {
    try reader.object(from: try fields.inside(name))
  }
}

nonisolated enum ObjectsCoding<Object: ResponseObject>: FieldCoding {
  static var expected: String? { "a list" }

  @inline(__always)
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> [Object] {
    try reader.nextObjects()
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> [Object] {
    try fields.list(name) { list in
      try reader.object(from: DecodedFields(try list.nestedContainer(keyedBy: FieldName.self)))
    }
  }
}
