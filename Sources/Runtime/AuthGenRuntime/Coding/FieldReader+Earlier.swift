// Properties of an earlier value, of which a part is read again from JSON text. AuthGenStreams does it, for
// the parts of a response with @defer and @stream.

package import Foundation

/// The properties of an earlier value, in order of declaration.
nonisolated package protocol EarlierProperties: AnyObject {
  /// Returns the next property, with the part that is read again; nil if it is nil, and after a problem.
  ///
  /// - Parameter name: the response name; nil for another view of the object.
  func next(_ name: StaticString?, _ fields: inout FieldReader) -> Any?

  /// Whether the last property is a null field.
  var wasNull: Bool { get }

  /// Whether the next property is nil. If so, moves past it.
  func skipNil() -> Bool
}

nonisolated extension FieldReader {
  /// The earlier value whose properties the next calls return; nil to read JSON text.
  package var earlier: (any EarlierProperties)? {
    get { if case .value(let earlier) = origin { earlier } else { nil } }
    set { origin = newValue.map { .value($0) } ?? .json }
  }

  /// Returns the next property of the earlier value, which is another view of the object; nil without an
  /// earlier value, and after a problem.
  package mutating func earlierView<View>(_ type: View.Type = View.self) -> View? {
    guard !hasFailed, let earlier else { return nil }
    return self.earlier(earlier.next(nil, &self), path: [])
  }

  mutating func earlier<Value>(_ property: Any?, path: [String]) -> Value? {
    guard let property, !hasFailed else { return nil }
    if let value = property as? Value { return value }
    fail(.typeMismatch, path: path)
    return nil
  }

  /// Reads the whole JSON text as a value: an object, a scalar, or a list of such values.
  ///
  /// - Returns: nil after a problem.
  package mutating func whole<Value>(_ type: Value.Type) -> Value? {
    let outer = origin
    origin = .json
    defer { origin = outer }
    json = json.restarted
    do throws(JSONFailure) {
      let value = try nested(type)
      try json.scanner.expectEnd()
      return value
    } catch {
      fail(error, path: [])
      return nil
    }
  }

  /// Records that a part of a value cannot be read again.
  ///
  /// - Parameter step: the response name or the list index.
  package mutating func failToPatch(_ step: String) {
    fail(hasFailed ? .reported : .typeMismatch, path: [step])
  }

  /// The first problem.
  package var problem: ResponseDecodingError? { failure.map { ResponseDecodingError($0) } }
}

nonisolated extension Data {
  /// Reads JSON text that is a part of a response.
  ///
  /// - Parameters:
  ///   - variables: the operation's Boolean variables; nil if they are not known.
  ///   - mayBeDeferred: whether fragments with `@defer` may follow although their objects have no markers.
  package func readPart<Value>(
    _ variables: [String: Bool]?, mayBeDeferred: Bool, _ read: (inout FieldReader) -> Value
  ) -> Value {
    readJSON { (json: consuming JSONReader) in
      var reader = FieldReader(json)
      reader.variables = variables
      reader.mayBeDeferred = mayBeDeferred
      return read(&reader)
    }
  }
}
