// Objects, lists of objects, and views of the same object.

nonisolated extension FieldCoder {
  @inline(never)
  public mutating func object<Object: ResponseObject>(_ name: StaticString, _ value: inout Object) {
    guard mode == .json, !hasLocation else {
      return required(name, &value, as: ObjectCoding<Object>.self)
    }
    withMember(name, expected: "an object") { coder, place throws(JSONFailure) in
      guard !place.isNowhere else { throw .missing }
      let pointer = coder.address(&value)
      coder.checkOrder(pointer, alignment: MemoryLayout<Object>.alignment)
      try coder.readObject(into: pointer)
      coder.advance(over: pointer)
    }
  }

  @inline(never)
  public mutating func optionalObject<Object: ResponseObject>(
    _ name: StaticString, _ value: inout Object?
  ) {
    guard mode == .json, !hasLocation else {
      return optional(name, &value, as: ObjectCoding<Object>.self)
    }
    readInPlace(name, &value, expected: "an object") { coder, pointer throws(JSONFailure) in
      try coder.readObject(into: pointer)
    }
  }

  @inline(never)
  public mutating func objects<Object: ResponseObject>(
    _ name: StaticString, _ value: inout [Object]
  ) {
    guard mode == .json, !hasLocation else {
      return required(name, &value, as: ListCoding<ObjectElement<Object>>.self)
    }
    read(name, &value, expected: "a list") { coder throws(JSONFailure) in
      try coder.nextObjects()
    }
  }

  @inline(never)
  public mutating func optionalObjects<Object: ResponseObject>(
    _ name: StaticString, _ value: inout [Object]?
  ) {
    guard mode == .json, !hasLocation else {
      return optional(name, &value, as: ListCoding<ObjectElement<Object>>.self)
    }
    readIfPresent(name, &value, expected: "a list") { coder throws(JSONFailure) in
      try coder.nextObjects()
    }
  }

  /// A list of objects that may contain null.
  @inline(never)
  public mutating func nullableObjects<Object: ResponseObject>(
    _ name: StaticString, _ value: inout [Object?]
  ) {
    required(name, &value, as: ListCoding<NullableElement<Object>>.self)
  }

  @inline(never)
  public mutating func optionalNullableObjects<Object: ResponseObject>(
    _ name: StaticString, _ value: inout [Object?]?
  ) {
    optional(name, &value, as: ListCoding<NullableElement<Object>>.self)
  }

  /// Reads the next object of the JSON text.
  @inline(__always)
  fileprivate mutating func readObject<Object: ResponseObject>(
    into pointer: UnsafeMutablePointer<Object>
  ) throws(JSONFailure) {
    let outer = try json.enter()
    create(pointer)
    if hasFailed { throw .reported }
    do throws(JSONFailure) {
      try json.leave(for: outer)
    } catch {
      pointer.deinitialize(count: 1)
      throw error
    }
  }

  // MARK: Views of the same object

  /// Another view of the same object.
  @inline(never)
  public mutating func part<Part: ResponseObject>(_ value: inout Part) {
    switch mode {
    case .json, .container:
      guard !hasFailed else { return }
      let pointer = address(&value)
      checkOrder(pointer, alignment: MemoryLayout<Part>.alignment)
      create(pointer)
      if !hasFailed { advance(over: pointer) }
    case .encoder: write(value)
    case .reflection: reflect(value, as: propertyName(of: Part.self))
    case .comparison: compare(&value) { FieldCoder.areEqual($0, $1) }
    case .removal: remove(&value)
    }
  }

  /// A view of the same object, or nil if all fields in `names` are absent.
  @inline(never)
  public mutating func part<Part: ResponseObject>(
    _ value: inout Part?, ifAnyOf names: [StaticString]
  ) {
    optionalPart(&value) { $0.hasAny(of: names) }
  }

  /// A fragment on a narrower type. It is non-nil if the object's type is one of `types`. For a type
  /// that is not in `known` either, because it was added to the schema later, it is non-nil if the
  /// object has its fields.
  @inline(never)
  public mutating func part<Part: ResponseObject>(
    _ value: inout Part?, ifTypeIn types: Set<String>, of known: Set<String>
  ) {
    guard mode == .json || mode == .container, !hasFailed else {
      return optionalPart(&value) { _ in true }
    }
    do {
      let typename = try typename(among: known.sorted())
      if types.contains(typename) {
        optionalPart(&value) { _ in true }
      } else if known.contains(typename) {
        initialize(&value, to: nil)
      } else {
        optionalPartIfComplete(&value)
      }
    } catch {}
  }

  mutating func optionalPart<Part: ResponseObject>(
    _ value: inout Part?, if isPresent: (inout FieldCoder) -> Bool
  ) {
    switch mode {
    case .json, .container:
      guard !hasFailed else { return }
      if isPresent(&self) {
        if let part: Part = try? whole({ $0.code(fields: &$1) }) { initialize(&value, to: part) }
      } else if !hasFailed {
        initialize(&value, to: nil)
      }
    case .encoder:
      if let value { write(value) }
    case .reflection: reflect(value, as: propertyName(of: Part.self))
    case .comparison: compareOptional(&value) { FieldCoder.areEqual($0, $1) }
    case .removal: remove(&value)
    }
  }

  /// A part that is nil if one of its non-null fields is absent.
  mutating func optionalPartIfComplete<Part: ResponseObject>(_ value: inout Part?) {
    let state = json.state
    optionalPart(&value) { _ in true }
    guard hasFailed, failure?.isMissing == true else { return }
    json.restore(state)
    recover(&value)
  }

  /// Whether a field of the current object is present, null included.
  package mutating func hasAny(of names: [StaticString]) -> Bool {
    if mode == .container {
      return names.contains { decoded?.container.contains(FieldName($0.description)) == true }
    }
    let state = json.state
    defer { json.restore(state) }
    do throws(JSONFailure) {
      for name in names {
        json.restore(state)
        if try !json.find(name).isNowhere { return true }
      }
    } catch {
      fail(error, path: [])
    }
    return false
  }

  // MARK: Object types

  /// The part for the object's type.
  @inline(never)
  public mutating func concrete<Concrete: ConcreteObject>(_ value: inout Concrete) {
    concrete(&value) { coder throws(Failed) in
      try coder.typename(
        among: Concrete.typenames.description.split(separator: " ").map(String.init))
    }
  }

  /// The part for the object's type, which another value than `__typename` determines.
  ///
  /// - Parameters:
  ///   - value: the stored property.
  ///   - path: the keys that lead to the value.
  ///   - cases: the type for each value.
  ///   - otherwise: the type for all other values. Nil uses the value itself as the type's name.
  @inline(never)
  public mutating func concrete<Concrete: ConcreteObject>(
    _ value: inout Concrete, matching path: [String], _ cases: [(MatchedValue, String)],
    otherwise: String? = nil
  ) {
    if mode == .encoder {
      write(value.typename, matching: path, cases)
      _ = value.write(fields: &self)
    } else {
      concrete(&value) { coder throws(Failed) in
        try coder.typename(matching: path, cases, otherwise: otherwise)
      }
    }
  }

  private mutating func concrete<Concrete: ConcreteObject>(
    _ value: inout Concrete, _ typename: (inout FieldCoder) throws(Failed) -> String
  ) {
    choice(&value) { coder throws(Failed) in
      try Concrete(typename: try typename(&coder), fields: &coder)
    } write: { value, coder in
      let typename = value.typename
      coder.write("__typename") { name, fields, _ in try fields.string(name, typename) }
      _ = value.write(fields: &coder)
    } areEqual: {
      FieldCoder.areEqual($0, $1)
    }
  }

  /// A view of the same object in one of several forms.
  ///
  /// - Parameters:
  ///   - value: the stored property.
  ///   - read: reads the value from the current object.
  ///   - write: writes the value to the current object.
  ///   - areEqual: compares two values.
  @inline(__always)
  package mutating func choice<Value>(
    _ value: inout Value, read: (inout FieldCoder) throws(Failed) -> Value,
    write: (Value, inout FieldCoder) -> Void, areEqual: (Value, Value) -> Bool
  ) {
    switch mode {
    case .json, .container:
      guard !hasFailed else { return }
      do throws(Failed) {
        initialize(&value, to: try read(&self))
      } catch {}
    case .encoder: write(value, &self)
    case .reflection: reflect(value, as: propertyName(of: Value.self))
    case .comparison: compare(&value, areEqual)
    case .removal: remove(&value)
    }
  }

  /// The value of a member of the current object; nil if it is absent, and for samples.
  package mutating func member(_ name: String) throws(Failed) -> JSON? {
    if mode == .container {
      if nameChoice != nil { return nil }
      return try? decoded?.container.decodeIfPresent(JSON.self, forKey: FieldName(name))
    }
    let state = json.state
    defer { json.restore(state) }
    do throws(JSONFailure) {
      return try json.find(name).isNowhere ? nil : try json.scanner.json()
    } catch {
      fail(error, path: [name])
      throw Failed()
    }
  }

  /// Writes a member of the current object.
  package mutating func write(_ name: String, _ value: JSON) {
    do {
      try output?.value(name, value)
    } catch {
      fail(error)
    }
  }

  /// Reads a part that a ``ConcreteObject`` distinguishes.
  @inline(never)
  public mutating func part<Part: ResponseObject>() throws(Failed) -> Part {
    guard !hasFailed, let part: Part = try? whole({ $0.code(fields: &$1) }) else { throw Failed() }
    return part
  }

  /// Reads a view of the same object.
  ///
  /// - Returns: nil if one of its non-null fields is absent.
  package mutating func partIfComplete<Part: ResponseObject>() throws(Failed) -> Part? {
    let state = json.state
    if let part: Part = try? part() { return part }
    guard failure?.isMissing == true else { throw Failed() }
    json.restore(state)
    (hasFailed, failure) = (false, nil)
    return nil
  }

  /// Writes a view of the same object.
  package mutating func write(_ part: some ResponseObject) {
    withUnsafePointer(to: part) { visit($0) }
  }

  /// Writes a part that a ``ConcreteObject`` distinguishes.
  ///
  /// - Returns: the name of the object's type, for which the part is.
  @inline(never)
  public mutating func write(_ typename: StaticString, _ part: some ResponseObject) -> String {
    switch mode {
    case .encoder: write(part)
    case .comparison: concretePart = part
    default: break
    }
    return typename.description
  }

  /// The name of the object's type.
  ///
  /// - Parameter names: the types that are possible, if the decoder chooses one.
  mutating func typename(among names: @autoclosure () -> [String]) throws(Failed) -> String {
    do {
      if let decoded, let name = chosenName(among: names(), "__typename", in: decoded) {
        return name
      }
      return try whole(of: String.self) { $1.string("__typename", &$0) }
    } catch {
      throw Failed()
    }
  }
}

nonisolated extension FieldCoder {
  /// The name that the decoder chooses for a field; nil if it reads names.
  func chosenName(
    among names: @autoclosure () -> [String], _ name: String, in fields: DecodedFields
  ) -> String? {
    nameChoice.map { $0(names(), fields.container.codingPath + [FieldName(name)]) }
  }
}

// MARK: Codings

nonisolated enum ObjectCoding<Object: ResponseObject>: FieldCoding {
  static var expected: String? { "an object" }

  static func areEqual(_ left: Object, _ right: Object) -> Bool {
    FieldCoder.areEqual(left, right)
  }

  static func read(_ coder: inout FieldCoder) throws(JSONFailure) -> Object {
    let pointer = UnsafeMutablePointer<Object>.allocate(capacity: 1)
    defer { pointer.deallocate() }
    try coder.readObject(into: pointer)
    return pointer.move()
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ coder: inout FieldCoder
  ) throws -> Object {
    try coder.decode(from: try fields.inside(name))
  }

  static func encode(
    _ value: Object, as name: String, to fields: FieldEncoder, _ coder: inout FieldCoder
  ) throws {
    coder.encode(value, to: try fields.inside(name))
  }
}

nonisolated extension FieldCoder {
  fileprivate mutating func decode<Object: ResponseObject>(
    from fields: DecodedFields
  ) throws -> Object {
    let outer = decoded
    defer { decoded = outer }
    decoded = fields
    return try whole { $0.code(fields: &$1) }
  }

  mutating func encode(_ object: some ResponseObject, to fields: FieldEncoder) {
    let (outer, outerOmitsNil) = (output, omitsNil)
    (output, omitsNil) = (fields, false)
    write(object)
    (output, omitsNil) = (outer, outerOmitsNil)
  }
}

/// The elements of a list.
nonisolated protocol ListElement {
  associatedtype Value

  static func areEqual(_ left: Value, _ right: Value) -> Bool
  static func read(
    _ coder: inout FieldCoder, into pointer: UnsafeMutablePointer<Value>
  ) throws(JSONFailure)
  static func decode(
    _ list: inout any UnkeyedDecodingContainer, _ coder: inout FieldCoder
  ) throws -> Value
  static func encode(_ value: Value, to list: ListEncoder, _ coder: inout FieldCoder) throws
}

nonisolated enum ObjectElement<Object: ResponseObject>: ListElement {
  static func areEqual(_ left: Object, _ right: Object) -> Bool {
    FieldCoder.areEqual(left, right)
  }

  @inline(__always)
  static func read(
    _ coder: inout FieldCoder, into pointer: UnsafeMutablePointer<Object>
  ) throws(JSONFailure) {
    try coder.readObject(into: pointer)
  }

  static func decode(
    _ list: inout any UnkeyedDecodingContainer, _ coder: inout FieldCoder
  ) throws -> Object {
    try coder.decode(from: DecodedFields(try list.nestedContainer(keyedBy: FieldName.self)))
  }

  static func encode(_ value: Object, to list: ListEncoder, _ coder: inout FieldCoder) throws {
    coder.encode(value, to: try list.object())
  }
}

nonisolated enum NullableElement<Object: ResponseObject>: ListElement {
  static func areEqual(_ left: Object?, _ right: Object?) -> Bool {
    FieldCoder.areEqual(left, right) { FieldCoder.areEqual($0, $1) }
  }

  static func read(
    _ coder: inout FieldCoder, into pointer: UnsafeMutablePointer<Object?>
  ) throws(JSONFailure) {
    if try coder.json.scanner.skipNull() {
      pointer.initialize(to: nil)
    } else {
      pointer.initialize(to: try ObjectCoding<Object>.read(&coder))
    }
  }

  static func decode(
    _ list: inout any UnkeyedDecodingContainer, _ coder: inout FieldCoder
  ) throws -> Object? {
    try list.decodeNil() ? nil : ObjectElement<Object>.decode(&list, &coder)
  }

  static func encode(_ value: Object?, to list: ListEncoder, _ coder: inout FieldCoder) throws {
    if let value {
      try ObjectElement<Object>.encode(value, to: list, &coder)
    } else {
      try list.null()
    }
  }
}

nonisolated extension FieldCoder {
  @inline(never)
  fileprivate mutating func nextObjects<Object: ResponseObject>() throws(JSONFailure) -> [Object] {
    try nextList { coder, pointer throws(JSONFailure) in try coder.readObject(into: pointer) }
  }

  /// Reads the elements of a JSON array in place. The array gets exactly their number.
  @inline(__always)
  fileprivate mutating func nextList<Value>(
    _ read: (inout FieldCoder, UnsafeMutablePointer<Value>) throws(JSONFailure) -> Void
  ) throws(JSONFailure) -> [Value] {
    guard try json.scanner.openArray() else { return [] }
    let (stride, alignment) = (MemoryLayout<Value>.stride, MemoryLayout<Value>.alignment)
    var (count, capacity) = (0, 4)
    var memory = UnsafeMutableRawPointer.allocate(
      byteCount: capacity * stride, alignment: alignment)
    defer { memory.deallocate() }
    do throws(JSONFailure) {
      repeat {
        if count == capacity {
          capacity *= 2
          let larger = UnsafeMutableRawPointer.allocate(
            byteCount: capacity * stride, alignment: alignment)
          // Swift moves values by copying their bytes.
          larger.copyMemory(from: memory, byteCount: count * stride)
          memory.deallocate()
          memory = larger
        }
        try read(&self, (memory + count * stride).assumingMemoryBound(to: Value.self))
        count += 1
      } while try json.scanner.nextElement()
    } catch {
      memory.assumingMemoryBound(to: Value.self).deinitialize(count: count)
      fail(error, path: [String(count)], expected: "an object")
      throw .reported
    }
    return [Value](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      UnsafeMutableRawPointer(buffer.baseAddress.unsafelyUnwrapped).copyMemory(
        from: memory, byteCount: count * stride)
      initializedCount = count
    }
  }
}

nonisolated enum ListCoding<Element: ListElement>: FieldCoding {
  static var expected: String? { "a list" }

  static func areEqual(_ left: [Element.Value], _ right: [Element.Value]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy(Element.areEqual)
  }

  static func read(_ coder: inout FieldCoder) throws(JSONFailure) -> [Element.Value] {
    try coder.nextList { coder, pointer throws(JSONFailure) in
      try Element.read(&coder, into: pointer)
    }
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ coder: inout FieldCoder
  ) throws -> [Element.Value] {
    try fields.list(name) { try Element.decode(&$0, &coder) }
  }

  static func encode(
    _ value: [Element.Value], as name: String, to fields: FieldEncoder, _ coder: inout FieldCoder
  ) throws {
    let list = try fields.list(name)
    for element in value { try Element.encode(element, to: list, &coder) }
  }
}
