// Reading a part of a value again, as the parts of a response with @defer and @stream need it.

@_spi(Generated) import AuthGenRuntime
import Foundation

nonisolated extension ResponseObject {
  /// Returns the value with a part that is read from JSON text. Keeps the rest of the value. The response
  /// must have no errors, because fields under `@catch` would miss them.
  ///
  /// - Parameters:
  ///   - path: response names and list indices, from the value to the part. A part is an object or a list.
  ///   - json: all fields of an object, or elements to add at the end of a list.
  ///   - variables: the operation's Boolean variables; nil if they are not known.
  ///   - mayBeDeferred: whether fragments with `@defer` may follow although their objects have no markers.
  /// - Throws: an error if the part does not match the operation or cannot be read alone. Then read the whole
  ///   value.
  func patched(
    at path: [PathSegment], json: Data, variables: [String: Bool]? = nil,
    mayBeDeferred: Bool = false
  ) throws(ResponseDecodingError) -> Self {
    let patching = Patching(path)
    let (value, problem) = json.readPart(variables, mayBeDeferred: mayBeDeferred) { fields in
      let value = patching.patched(self, &fields)
      return (value as? Self, fields.problem)
    }
    if let value, problem == nil, patching.isDone { return value }
    throw problem ?? ResponseDecodingError(.typeMismatch, path: [])
  }
}

/// The way to the part that changes.
nonisolated private final class Patching {
  /// The rest of the path, from the current value to the part.
  private var path: ArraySlice<PathSegment>
  /// Whether the path has led to a part of the value.
  private(set) var isDone = false

  init(_ path: [PathSegment]) {
    self.path = path[...]
  }

  /// Returns a value with the new part; nil if the part cannot be read alone.
  func patched(_ value: Any, _ fields: inout FieldReader) -> Any? {
    switch value {
    case let object as any ResponseObject:
      path.isEmpty ? whole(object, &fields) : view(object, &fields)
    case let value as any PatchedValue: value.patched(self, &fields)
    default: nil
    }
  }

  private func whole<Object: ResponseObject>(
    _ earlier: Object, _ fields: inout FieldReader
  ) -> Any? {
    isDone = true
    return fields.whole(Object.self)
  }

  /// Returns a list with more elements, or with the new part of an element.
  func patched<Element>(
    list: [Element], _ fields: inout FieldReader
  ) -> [Element]? {
    guard let step = path.first else {
      isDone = true
      return fields.whole([Element].self).map { list + $0 }
    }
    guard case .index(let index) = step, list.indices.contains(index) else { return nil }
    let new = inside(step) { patched(list[index], &fields) as? Element }
    guard !fields.hasFailed, let new else {
      fields.failToPatch(String(index))
      return nil
    }
    var list = list
    list[index] = new
    return list
  }

  /// Returns a property with the new part, if the path leads through it.
  func patched(
    _ value: Any, named name: StaticString, _ fields: inout FieldReader
  ) -> Any? {
    guard let step = path.first, case .field(let field) = step, field == name.description else {
      return value
    }
    let new = inside(step) { patched(value, &fields) }
    guard !fields.hasFailed, let new else {
      fields.failToPatch(field)
      return nil
    }
    return new
  }

  private func inside<Value>(_ step: PathSegment, _ body: () -> Value) -> Value {
    path.removeFirst()
    defer { path.insert(step, at: path.startIndex) }
    return body()
  }

  /// Reads a part of an object again, or of another view of the same object.
  func view(_ earlier: Any, _ fields: inout FieldReader) -> Any? {
    let outer = fields.earlier
    defer { fields.earlier = outer }
    let collector = PropertyCollector()
    func properties() -> Properties { Properties(collector.properties, self) }
    switch earlier {
    case let object as any ResponseObject:
      object.encode(into: collector)
      fields.earlier = properties()
      return type(of: object).init(fields: &fields)
    case let object as any ConcreteObject:
      let typename = object.write(fields: collector)
      fields.earlier = properties()
      return type(of: object).init(typename: typename, fields: &fields)
    case let fragment as any PatchedValue: return fragment.patched(self, &fields)
    default: return nil
    }
  }
}

/// The properties of one object.
nonisolated private final class Properties: EarlierProperties {
  private var properties: ArraySlice<PropertyCollector.Property>
  private let patching: Patching
  private(set) var wasNull = false

  init(_ properties: [PropertyCollector.Property], _ patching: Patching) {
    (self.properties, self.patching) = (properties[...], patching)
  }

  func next(_ name: StaticString?, _ fields: inout FieldReader) -> Any? {
    guard let property = properties.popFirst() else {
      fields.failToPatch(name?.description ?? "")
      return nil
    }
    defer { wasNull = property.isNull }
    guard let value = property.value else { return nil }
    guard let name else { return patching.view(value, &fields) }
    return patching.patched(value, named: name, &fields)
  }

  func skipNil() -> Bool {
    guard let first = properties.first, first.value == nil else { return false }
    properties.removeFirst()
    return true
  }
}

/// A value that contains others: a list, the result of a field under `@catch`, or a fragment with `@defer`,
/// which is another view of its object.
nonisolated private protocol PatchedValue {
  func patched(_ patching: Patching, _ fields: inout FieldReader) -> Any?
}

nonisolated extension Array: PatchedValue {
  fileprivate func patched(_ patching: Patching, _ fields: inout FieldReader) -> Any? {
    patching.patched(list: self, &fields)
  }
}

nonisolated extension Result: PatchedValue {
  fileprivate func patched(_ patching: Patching, _ fields: inout FieldReader) -> Any? {
    guard case .success(let value) = self else { return nil }
    return (patching.patched(value, &fields) as? Success).map { Self.success($0) }
  }
}

nonisolated extension Deferred: PatchedValue {
  fileprivate func patched(_ patching: Patching, _ fields: inout FieldReader) -> Any? {
    guard case .delivered(let part) = self else { return self }
    return (patching.view(part, &fields) as? Part).map { Self.delivered($0) }
  }
}
