// Reading responses from JSON text.

public import Foundation

nonisolated extension GraphQLResponse {
  /// Reads a response's JSON.
  ///
  /// - Parameters:
  ///   - json: the body of the response.
  ///   - variables: the operation's Boolean variables, which decide what `@include` and `@skip`
  ///     select. Nil if they are not known: a field that is absent then counts as not selected.
  /// - Throws: an error with the path of the invalid field, without its value.
  public init(
    json: Foundation.Data, variables: [String: Bool]? = nil
  ) throws(ResponseDecodingError) {
    try self.init(json: json, variables: variables, mayBeDeferred: false)
  }

  /// Reads what there is of a response's JSON so far.
  ///
  /// - Parameter mayBeDeferred: whether fragments with `@defer` may follow although their objects have no markers.
  package init(
    json: Foundation.Data, variables: [String: Bool]?, mayBeDeferred: Bool
  ) throws(ResponseDecodingError) {
    let result = json.withUnsafeBytes { bytes in
      var coder = FieldCoder(.json, bytes)
      coder.variables = variables
      coder.mayBeDeferred = mayBeDeferred
      return Result<Self, ResponseDecodingError> { () throws(ResponseDecodingError) in
        try coder.response()
      }
    }
    self = try result.get()
  }
}

nonisolated extension ResponseObject {
  /// Reads a value from JSON, such as the `data` of a response.
  ///
  /// - Parameters:
  ///   - json: JSON text in UTF-8 (RFC 8259).
  ///   - variables: the operation's Boolean variables, which decide what `@include` and `@skip`
  ///     select. Nil if they are not known: a field that is absent then counts as not selected.
  /// - Throws: an error with the path of the invalid field, without its value.
  public init(json: Data, variables: [String: Bool]? = nil) throws(ResponseDecodingError) {
    let result = json.withUnsafeBytes { bytes in
      var coder = FieldCoder(.json, bytes)
      coder.variables = variables
      return Result { () throws(ResponseDecodingError) in try coder.document(Self.self) }
    }
    self = try result.get()
  }
}

nonisolated extension FieldCoder {
  fileprivate mutating func response<Data: ResponseObject>() throws(ResponseDecodingError)
    -> GraphQLResponse<Data>
  {
    var data: Data?
    var errors: [GraphQLError] = []
    var extensions = JSON.null
    var nullFound: Failure?
    isInResponse = true
    read { coder throws(JSONFailure) in
      let outer = try coder.json.enter()
      try coder.member("data") { coder throws(JSONFailure) in
        let state = coder.json.state
        do throws(JSONFailure) {
          data = try ObjectCoding.read(&coder)
        } catch {
          // A semantically non-null field is null if it has an error, and the errors follow.
          guard let failure = coder.failure, case .null = failure.reason else { throw error }
          nullFound = failure
          nullFound?.path.append("data")
          (coder.hasFailed, coder.failure) = (false, nil)
          coder.json.restore(state)
          try coder.json.scanner.skipValue()
        }
      }
      try coder.member("errors") { coder throws(JSONFailure) in
        errors = try coder.json.scanner.list { scanner throws(JSONFailure) in
          guard let error = GraphQLError(try scanner.json()) else { throw .typeMismatch }
          return error
        }
      }
      try coder.member("extensions") { coder throws(JSONFailure) in
        extensions = try coder.json.scanner.json()
      }
      try coder.json.leave(for: outer)
      try coder.json.scanner.expectEnd()
    }
    if let failure = failure ?? (errors.isEmpty ? nullFound : nil) {
      throw ResponseDecodingError(failure)
    }
    return GraphQLResponse(data: data, errors: errors, extensions: RedactedJSON(extensions))
  }

  /// Reads a member of the current object, unless it is absent or null.
  private mutating func member(
    _ name: StaticString, _ read: (inout FieldCoder) throws(JSONFailure) -> Void
  ) throws(JSONFailure) {
    let place = try json.find(name)
    if try !isNull(place) {
      do throws(JSONFailure) {
        try read(&self)
      } catch {
        fail(error, at: name)
        throw .reported
      }
    }
    if let cursor = place.cursor { json.scanner.offset = cursor }
  }

  private mutating func read(_ body: (inout FieldCoder) throws(JSONFailure) -> Void) {
    do throws(JSONFailure) {
      try body(&self)
    } catch {
      fail(error, path: [])
    }
  }

  /// Reads a whole JSON text as one object.
  mutating func document<Object: ResponseObject>(
    _ type: Object.Type = Object.self
  ) throws(ResponseDecodingError) -> Object {
    var object: Object?
    read { coder throws(JSONFailure) in
      object = try ObjectCoding.read(&coder)
      try coder.json.scanner.expectEnd()
    }
    if let object, failure == nil { return object }
    throw failure.map { ResponseDecodingError($0) } ?? ResponseDecodingError(.invalidJSON, path: [])
  }

  /// Reads from the fields of a JSON text's object.
  mutating func inObject<Value>(
    _ read: (inout FieldCoder) -> Value
  ) throws(ResponseDecodingError) -> Value {
    do throws(JSONFailure) {
      _ = try json.enter()
      return read(&self)
    } catch {
      throw ResponseDecodingError(.invalidJSON, path: [])
    }
  }
}
