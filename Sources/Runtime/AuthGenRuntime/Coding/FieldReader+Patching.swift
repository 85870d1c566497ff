// Reading a part of a value again, as the parts of a response with @defer and @stream need it.

package import Foundation

/// New JSON text for a part of a value.
nonisolated package struct ValuePatch {
  /// Response names and list indices, from the value to the part. A part is an object or a list.
  let path: [GraphQLError.PathSegment]
  /// All fields of an object, or elements to add at the end of a list.
  let json: Data
  /// The errors of the response. Fields under `@catch` contain them.
  let errors: [GraphQLError]

  package init(
    at path: [GraphQLError.PathSegment], json: Data, errors: [GraphQLError] = []
  ) {
    self.path = path
    self.json = json
    self.errors = errors
  }
}

nonisolated extension ResponseObject {
  /// Returns the value with a part that is read from JSON text. Nothing else is read: the rest is the earlier value.
  ///
  /// - Parameters:
  ///   - variables: the operation's Boolean variables; nil if they are not known.
  ///   - mayBeDeferred: whether fragments with `@defer` may follow although their objects have no markers.
  /// - Throws: an error if the part does not match the operation or cannot be read alone. Then read the whole value.
  package func patched(
    by patch: ValuePatch, variables: [String: Bool]? = nil, mayBeDeferred: Bool = false
  ) throws(ResponseDecodingError) -> Self {
    try patch.json.readJSON { json throws(ResponseDecodingError) in
      var reader = FieldReader(json)
      reader.variables = variables
      reader.mayBeDeferred = mayBeDeferred
      reader.knownErrors = ServerErrors(patch, reader.json)
      reader.origin = .value(EarlierObject(path: patch.path, start: reader.json.state))
      if let value = reader.patched(self), reader.isPatched { return value }
      throw reader.failure.map { ResponseDecodingError($0) }
        ?? ResponseDecodingError(.typeMismatch, path: [])
    }
  }
}

/// The properties of an earlier value, in order of declaration, and the way to the part that changes.
nonisolated final class EarlierObject {
  private var properties: ArraySlice<PropertyCollector.Property> = []
  /// The rest of the path, from the object to the part.
  fileprivate var path: ArraySlice<GraphQLError.PathSegment>
  /// Where the JSON text of the part begins.
  fileprivate let start: JSONReader.State

  fileprivate init(path: [GraphQLError.PathSegment], start: JSONReader.State) {
    (self.path, self.start) = (path[...], start)
  }

  /// - Parameter outer: the object around it, or another view of the object.
  fileprivate init(_ properties: [PropertyCollector.Property], in outer: EarlierObject) {
    (self.properties, path, start) = (properties[...], outer.path, outer.start)
  }

  /// Returns the next property; nil if it is nil or if there is none.
  fileprivate func next() -> PropertyCollector.Property? { properties.popFirst() }

  /// Whether the next property is nil.
  fileprivate var isNil: Bool { properties.first.map { $0.value == nil } ?? false }
}

nonisolated extension FieldReader {
  // MARK: Properties

  /// Returns the next property of the earlier value. If the path leads through it, a part of it is read again.
  mutating func earlier<Coding: FieldCoding>(
    _ name: StaticString, _ coding: Coding.Type
  ) -> Coding.Value? {
    guard case .value(let object) = origin, let property = object.next() else {
      fail(.typeMismatch, at: name)
      return nil
    }
    guard let any = property.value else { return nil }
    guard let value = any as? Coding.Value else {
      fail(.typeMismatch, at: name)
      return nil
    }
    guard case .field(let step)? = object.path.first, step == name.description else { return value }
    object.path.removeFirst()
    defer { object.path.insert(.field(step), at: object.path.startIndex) }
    let new = Coding.patch(value, &self)
    if new == nil { fail(hasFailed ? .reported : .typeMismatch, at: name) }
    return new
  }

  /// Returns the next property of the earlier value, which is another view of the object.
  package mutating func earlierPart<Part>(_ type: Part.Type = Part.self) -> Part? {
    guard case .value(let object) = origin else { return nil }
    let property = object.next()
    guard let any = property?.value else { return nil }
    guard let part = any as? Part else {
      fail(.typeMismatch, path: [])
      return nil
    }
    return part
  }

  /// Whether the next property of the earlier value is nil. If so, moves past it.
  mutating func earlierIsNil() -> Bool {
    guard case .value(let object) = origin, object.isNil else { return false }
    _ = object.next()
    return true
  }

  // MARK: Values

  /// Reads a part of another view of the object again.
  package mutating func patchedPart<Part: ResponseObject>(_ earlier: Part) -> Part {
    let collector = PropertyCollector()
    earlier.encode(into: collector)
    return inside(collector) { Part(fields: &$0) }
  }

  mutating func patched<Concrete: ConcreteObject>(_ earlier: Concrete) -> Concrete {
    let collector = PropertyCollector()
    let typename = earlier.write(fields: collector)
    return inside(collector) { Concrete(typename: typename, fields: &$0) }
  }

  private mutating func inside<Value>(
    _ collector: PropertyCollector, _ read: (inout FieldReader) -> Value
  ) -> Value {
    let outer = origin
    defer { origin = outer }
    if case .value(let object) = outer {
      origin = .value(EarlierObject(collector.properties, in: object))
    }
    return read(&self)
  }

  /// Reads an object or a part of it again.
  mutating func patched<Object: ResponseObject>(_ earlier: Object) -> Object? {
    if let object: Object = readAtEnd({ reader throws(JSONFailure) in try reader.nextObject() }) {
      return object
    }
    if hasFailed { return nil }
    let object = patchedPart(earlier)
    return hasFailed ? nil : object
  }

  /// Adds elements to a list, or reads a part of an element again.
  mutating func patched<Element>(
    _ earlier: [Element], _ next: (inout FieldReader) throws(JSONFailure) -> [Element],
    _ patch: (Element, inout FieldReader) -> Element?
  ) -> [Element]? {
    if let added = readAtEnd(next) { return earlier + added }
    guard !hasFailed, case .value(let object) = origin, case .index(let index)? = object.path.first,
      earlier.indices.contains(index)
    else { return nil }
    object.path.removeFirst()
    defer { object.path.insert(.index(index), at: object.path.startIndex) }
    guard let element = patch(earlier[index], &self) else {
      if hasFailed { fail(.reported, path: [String(index)]) }
      return nil
    }
    var list = earlier
    list[index] = element
    return list
  }

  /// Adds elements to a list of scalars.
  mutating func patchedScalars<Value>(_ earlier: Value) -> Value? {
    guard let list = earlier as? any ScalarList else { return nil }
    return readAtEnd { reader throws(JSONFailure) in
      guard let new = try list.adding(&reader.json.scanner) as? Value else { throw .typeMismatch }
      return new
    }
  }

  /// Reads the JSON text of the part.
  ///
  /// - Returns: nil if the path leads further, or after a problem.
  private mutating func readAtEnd<Value>(
    _ read: (inout FieldReader) throws(JSONFailure) -> Value
  ) -> Value? {
    guard !hasFailed, case .value(let object) = origin, object.path.isEmpty else { return nil }
    origin = .json
    defer { origin = .value(object) }
    isPatched = true
    json.restore(object.start)
    do throws(JSONFailure) {
      let value = try read(&self)
      try json.scanner.expectEnd()
      return value
    } catch {
      fail(error, path: [])
      return nil
    }
  }
}

/// A list whose elements are read alone.
nonisolated private protocol ScalarList {
  /// Returns the list with more elements.
  func adding(_ scanner: inout JSONScanner) throws(JSONFailure) -> Any
}

nonisolated extension Array: ScalarList where Element: Decodable {
  fileprivate func adding(_ scanner: inout JSONScanner) throws(JSONFailure) -> Any {
    self + (try scanner.value([Element].self))
  }
}
