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
  /// - Parameter mayBeDeferred: whether fragments with `@defer` may follow although their objects have no
  ///   markers.
  package init(
    json: Foundation.Data, variables: [String: Bool]?, mayBeDeferred: Bool
  ) throws(ResponseDecodingError) {
    self = try json.readJSON { (json: consuming JSONReader) throws(ResponseDecodingError) in
      var reader = FieldReader(json)
      reader.variables = variables
      reader.mayBeDeferred = mayBeDeferred
      return try reader.response()
    }
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
    self = try json.readJSON { (json: consuming JSONReader) throws(ResponseDecodingError) in
      var reader = FieldReader(json)
      reader.variables = variables
      return try reader.document()
    }
  }
}

nonisolated extension FieldReader {
  fileprivate mutating func response<Data: ResponseObject>() throws(ResponseDecodingError)
    -> GraphQLResponse<Data>
  {
    var data: Data?
    var errors: [GraphQLError] = []
    var extensions = JSON.null
    var dataFailure: Failure?
    self.errors = .response
    read { reader throws(JSONFailure) in
      let outer = try reader.json.enter()
      try reader.member("data") { reader throws(JSONFailure) in
        let state = reader.json.state
        do throws(JSONFailure) {
          data = try ObjectCoding.read(&reader)
        } catch {
          // The errors, which follow, may be the reason.
          reader.fail(error, path: ["data"])
          dataFailure = reader.failure
          reader.recover()
          reader.json.restore(state)
          try reader.json.scanner.skipValue()
        }
      }
      try reader.member("errors") { reader throws(JSONFailure) in
        errors = [GraphQLError](try reader.json.scanner.json())
      }
      try reader.member("extensions") { reader throws(JSONFailure) in
        extensions = try reader.json.scanner.json()
      }
      try reader.json.leave(for: outer)
      try reader.json.scanner.expectEnd()
    }
    if let failure { throw ResponseDecodingError(failure) }
    if let dataFailure {
      let error = ResponseDecodingError(dataFailure)
      guard errors.contains(where: { $0.explains(dataFailure) }) else { throw error }
      if case .null = dataFailure.reason {} else { unreadable.append(error) }
    }
    var response = GraphQLResponse(
      data: data, errors: errors, extensions: RedactedJSON(extensions))
    response.unreadableFields = unreadable
    return response
  }

  /// Reads a member of the current object, unless it is absent or null.
  private mutating func member(
    _ name: StaticString, _ read: (inout FieldReader) throws(JSONFailure) -> Void
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

  private mutating func read(_ body: (inout FieldReader) throws(JSONFailure) -> Void) {
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
    read { reader throws(JSONFailure) in
      object = try ObjectCoding.read(&reader)
      try reader.json.scanner.expectEnd()
    }
    if let object, !hasFailed { return object }
    throw failure.map { ResponseDecodingError($0) } ?? ResponseDecodingError(.invalidJSON, path: [])
  }

  /// Reads from the fields of a JSON text's object.
  ///
  /// - Returns: nil after a problem with a field.
  mutating func inObject<Value>(
    _ read: (inout FieldReader) -> Value?
  ) throws(ResponseDecodingError) -> Value? {
    do throws(JSONFailure) {
      _ = try json.enter()
      let value = read(&self)
      return hasFailed ? nil : value
    } catch {
      throw ResponseDecodingError(.invalidJSON, path: [])
    }
  }
}

nonisolated extension GraphQLError {
  /// Whether the error is a reason for data that does not match its type: for a null, because a semantically
  /// non-null field is null if it has an error, and for a value at the error's path or around it, because PHP
  /// writes an empty object as a list. An error without a path concerns all of the data.
  fileprivate func explains(_ failure: FieldReader.Failure) -> Bool {
    if case .null = failure.reason { return true }
    let place = failure.path.reversed().dropFirst()
    guard !path.isEmpty else { return true }
    return place.count <= path.count
      && zip(path, place).allSatisfy { segment, name in
        switch segment {
        case .field(let field): field == name
        case .index(let index): String(index) == name
        }
      }
  }
}
