// Fields under `@catch`: an error of the server becomes a value, and does not make the response unreadable.

@_spi(Generated) public import AuthGenRuntime

nonisolated extension FieldReader {
  /// A scalar or an enum, or the server's error for it.
  @inline(never)
  public mutating func caught<Value: Codable>(
    _ name: StaticString
  ) -> Result<Value, GraphQLError> {
    caught(name, CodableCoding<Value>.self)
  }

  /// An object or a list of objects, or the server's error for it.
  @inline(never)
  public mutating func caughtObjects<Value>(_ name: StaticString) -> Result<Value, GraphQLError> {
    caught(name, NestedCoding<Value>.self)
  }

  /// A scalar or an enum, or nil if the server reports an error for it.
  @inline(never)
  public mutating func caughtValue<Value: Codable>(_ name: StaticString) -> Value? {
    caughtValue(name, CodableCoding<Value>.self)
  }

  /// An object or a list of objects, or nil if the server reports an error for it.
  @inline(never)
  public mutating func caughtObjectsValue<Value>(_ name: StaticString) -> Value? {
    caughtValue(name, NestedCoding<Value>.self)
  }

  private mutating func caught<Coding: FieldCoding>(
    _ name: StaticString, _ coding: Coding.Type
  ) -> Result<Coding.Value, GraphQLError> {
    let (isConditional, nonNullCondition) = (isConditional, conditionOfNonNull)
    if let result = elsewhere(name, CaughtCoding<Coding>.self) {
      if earlier != nil || !isConditional { return result }
      // An optional without a value has no children.
      if case .success(let value) = result { wasNull = Mirror(reflecting: value).children.isEmpty }
      if let nonNullCondition, isTrue(nonNullCondition) == true, wasNull {
        return .failure(.nullWithoutError)
      }
      return result
    }
    if let absent = Coding.absent { return .success(absent) }
    if !hasFailed { fail(.missing, at: name) }
    return .failure(.nullWithoutError)
  }

  private mutating func caughtValue<Coding: FieldCoding>(
    _ name: StaticString, _ coding: Coding.Type
  ) -> Coding.Value? {
    if earlier != nil { return elsewhere(name, coding) }
    let result = elsewhere(name, CaughtCoding<Coding>.self)
    let value = try? result?.get()
    wasNull = result != nil && value == nil
    return value
  }

  /// The errors of the response. They are read when the first field under `@catch` is.
  fileprivate var serverErrors: ServerErrors {
    mutating get {
      let errors =
        switch self.errors {
        case .known(let known): known as? ServerErrors ?? ServerErrors()
        case .response: ServerErrors(json)
        case nil: ServerErrors()
        }
      self.errors = .known(errors)
      return errors
    }
  }
}

/// A value, or the server's error for it.
nonisolated private enum CaughtCoding<Coding: FieldCoding>: FieldCoding {
  static var expected: String? { Coding.expected }
  static var readsNull: Bool { true }

  static func read(
    _ reader: inout FieldReader
  ) throws(JSONFailure) -> Result<Coding.Value, GraphQLError> {
    reader.json.scanner.skipSpace()
    let (start, state) = (reader.json.scanner.offset, reader.json.state)
    do throws(JSONFailure) {
      let value = try Coding.read(&reader)
      let isNull = reader.json.scanner.byte(start) == UInt8(ascii: "n")
      guard isNull else { return .success(value) }
      if let error = reader.serverErrors.first(in: start..<reader.json.scanner.offset) {
        return .failure(error)
      }
      return reader.serverErrors.isCut ? .failure(.nullWithoutError) : .success(value)
    } catch {
      let reason = if case .reported = error { reader.failureReason ?? error } else { error }
      guard case .null = reason else { throw error }
      reader.recover()
      reader.json.restore(state)
      try reader.json.scanner.skipValue()
      let error = reader.serverErrors.first(in: start..<reader.json.scanner.offset)
      return .failure(error ?? .nullWithoutError)
    }
  }

  /// Other decoders than the runtime's do not receive the errors of the response.
  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Result<Coding.Value, GraphQLError> {
    if try fields.isNull(name) == true {
      return Coding.absent.map { .success($0) } ?? .failure(.nullWithoutError)
    }
    do {
      return .success(try Coding.decode(name, from: fields, &reader))
    } catch DecodingError.valueNotFound {
      reader.recover()
      return .failure(.nullWithoutError)
    }
  }
}

nonisolated extension FieldCoding {
  /// Nil, if the type of the values is an optional.
  fileprivate static var absent: Value? {
    (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
  }
}

nonisolated extension GraphQLError {
  /// The error of a field that is null for no known reason.
  fileprivate static var nullWithoutError: GraphQLError {
    GraphQLError(message: "The server sent null, and no error for it.")
  }
}

nonisolated extension FieldWriter {
  /// A scalar or an enum, or the server's error for it.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func caught<Value: Encodable>(
    _ name: StaticString, _ value: Result<Value, GraphQLError>
  ) {
    caught(name, value) { write(name, any: $0) }
  }

  /// An object or a list of objects, or the server's error for it.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func caughtObjects<Value>(_ name: StaticString, _ value: Result<Value, GraphQLError>)
  {
    caught(name, value) { write(name, nested: $0) }
  }

  /// A scalar or an enum under a condition.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func caught<Value: Encodable>(
    _ name: StaticString, _ value: Result<Value?, GraphQLError>, omittedUnlessIn nulls: NullFields
  ) {
    caught(name, value) { value in
      if let value { write(name, any: value) } else { omitted(name, unlessIn: nulls) }
    }
  }

  /// An object or a list of objects under a condition.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func caughtObjects<Value>(
    _ name: StaticString, _ value: Result<Value?, GraphQLError>, omittedUnlessIn nulls: NullFields
  ) {
    caught(name, value) { value in
      if let value { write(name, nested: value) } else { omitted(name, unlessIn: nulls) }
    }
  }

  private func caught<Value>(
    _ name: StaticString, _ value: Result<Value, GraphQLError>, _ write: (Value) -> Void
  ) {
    if collect(name, value) { return }
    switch value {
    case .success(let value): write(value)
    case .failure(let error): self.write(name, failure: error)
    }
  }
}
