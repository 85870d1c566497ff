// Fields under `@catch`: an error of the server becomes a value, and does not make the response unreadable.

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

  /// What is known of a field.
  private enum Outcome<Value> {
    case result(Result<Value, GraphQLError>)
    /// The field is not selected, or not in the response.
    case absent
    /// There is a problem that is no error of the server.
    case failed
  }

  private mutating func caught<Coding: FieldCoding>(
    _ name: StaticString, _ coding: Coding.Type
  ) -> Result<Coding.Value, GraphQLError> {
    if case .value = origin, !hasFailed {
      let earlier: Result<Coding.Value, GraphQLError>? = earlierValue(name) { result, reader in
        (try? result.get()).flatMap { Coding.patch($0, &reader) }.map { .success($0) }
      }
      return earlier ?? .failure(.nullWithoutError)
    }
    switch outcome(name, coding) {
    case .result(let result): return result
    case .absent:
      if let absent = Coding.absent { return .success(absent) }
      fail(.missing, at: name)
    case .failed: break
    }
    return .failure(.nullWithoutError)
  }

  private mutating func caughtValue<Coding: FieldCoding>(
    _ name: StaticString, _ coding: Coding.Type
  ) -> Coding.Value? {
    if case .value = origin, !hasFailed { return earlier(name, coding) }
    guard case .result(.success(let value)) = outcome(name, coding) else { return nil }
    return value
  }

  private mutating func outcome<Coding: FieldCoding>(
    _ name: StaticString, _ coding: Coding.Type
  ) -> Outcome<Coding.Value> {
    let next = takeNext()
    guard !hasFailed else { return .failed }
    guard let condition = next.condition else {
      return selectedOutcome(name, isNonNull: false, coding)
    }
    switch isTrue(condition) {
    case true?: return selectedOutcome(name, isNonNull: next.isNonNull, coding)
    case false?: return .absent
    case nil:
      let state = json.state
      let outcome = selectedOutcome(name, isNonNull: false, coding)
      // Another selection brought the field, or the server left something out.
      if case .failed = outcome, recover(ifMissing: state) { return .absent }
      return outcome
    }
  }

  private mutating func selectedOutcome<Coding: FieldCoding>(
    _ name: StaticString, isNonNull: Bool, _ coding: Coding.Type
  ) -> Outcome<Coding.Value> {
    if case .decoder(let fields) = origin {
      return decodedOutcome(name, fields, isNonNull: isNonNull, coding)
    }
    var outcome = Outcome<Coding.Value>.absent
    do throws(JSONFailure) {
      let place = try json.find(name)
      if !place.isNowhere {
        outcome = .result(try caughtValue(coding, isNonNull: isNonNull))
      } else if isNonNull {
        throw .missing
      }
      if let cursor = place.cursor { json.scanner.offset = cursor }
    } catch {
      fail(error, at: name, expected: Coding.expected)
      return .failed
    }
    return outcome
  }

  private mutating func caughtValue<Coding: FieldCoding>(
    _ coding: Coding.Type, isNonNull: Bool
  ) throws(JSONFailure) -> Result<Coding.Value, GraphQLError> {
    json.scanner.skipSpace()
    let (start, state) = (json.scanner.offset, json.state)
    do throws(JSONFailure) {
      let value = try Coding.read(&self)
      let isNull = json.scanner.byte(start) == UInt8(ascii: "n")
      guard isNull else { return .success(value) }
      if let error = serverErrors.first(in: start..<json.scanner.offset) { return .failure(error) }
      return isNonNull || serverErrors.isCut ? .failure(.nullWithoutError) : .success(value)
    } catch {
      let reason = if case .reported = error { failure?.reason ?? error } else { error }
      guard case .null = reason else { throw error }
      recover()
      json.restore(state)
      try json.scanner.skipValue()
      return .failure(serverErrors.first(in: start..<json.scanner.offset) ?? .nullWithoutError)
    }
  }

  /// Other decoders than the runtime's do not receive the errors of the response.
  private mutating func decodedOutcome<Coding: FieldCoding>(
    _ name: StaticString, _ fields: DecodedFields, isNonNull: Bool, _ coding: Coding.Type
  ) -> Outcome<Coding.Value> {
    let key = name.description
    do {
      switch try fields.isNull(key) {
      case nil where isNonNull: fail(.missing, at: name)
      case nil: return .absent
      case true?:
        guard !isNonNull, let absent = Coding.absent else {
          return .result(.failure(.nullWithoutError))
        }
        return .result(.success(absent))
      case false?: return .result(.success(try Coding.decode(key, from: fields, &self)))
      }
    } catch DecodingError.valueNotFound {
      recover()
      return .result(.failure(.nullWithoutError))
    } catch {
      fail(error)
    }
    return .failed
  }

  /// The errors of the response. They are read when the first field under `@catch` is.
  private var serverErrors: ServerErrors {
    mutating get {
      if let known = knownErrors { return known }
      let errors = isInResponse ? ServerErrors(json) : ServerErrors()
      knownErrors = errors
      return errors
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
