// Fields under `@catch`: an error of the server becomes a value, and does not make the response unreadable.

nonisolated extension FieldCoder {
  /// A scalar or an enum, or the server's error for it.
  ///
  /// - Parameters:
  ///   - name: the response name.
  ///   - value: the stored property.
  ///   - condition: names of Boolean variables, in disjunctive normal form: `a && !b || c`. If it is false, the
  ///     value is nil. Default: the field is always selected.
  ///   - nonNull: whether the schema requires a value if the field is selected. Default: false.
  @inline(never)
  public mutating func caught<Value: Codable>(
    _ name: StaticString, _ value: inout Result<Value, GraphQLError>,
    if condition: StaticString? = nil, nonNull: Bool = false
  ) {
    caught(name, &value, Selection(condition, nonNull), as: CodableCoding<Value>.self)
  }

  /// An object or a list of objects, or the server's error for it.
  @inline(never)
  public mutating func caughtObjects<Value: Decodable>(
    _ name: StaticString, _ value: inout Result<Value, GraphQLError>,
    if condition: StaticString? = nil, nonNull: Bool = false
  ) {
    caught(name, &value, Selection(condition, nonNull), as: NestedCoding<Value>.self)
  }

  /// A scalar or an enum, or nil if the server reports an error for it.
  @inline(never)
  public mutating func caughtValue<Value: Codable>(
    _ name: StaticString, _ value: inout Value?, if condition: StaticString? = nil,
    nonNull: Bool = false
  ) {
    caughtValue(name, &value, Selection(condition, nonNull), as: CodableCoding<Value>.self)
  }

  /// An object or a list of objects, or nil if the server reports an error for it.
  @inline(never)
  public mutating func caughtObjectsValue<Value: Decodable>(
    _ name: StaticString, _ value: inout Value?, if condition: StaticString? = nil,
    nonNull: Bool = false
  ) {
    caughtValue(name, &value, Selection(condition, nonNull), as: NestedCoding<Value>.self)
  }

  /// When a field is selected, and whether it then has a value.
  nonisolated private struct Selection {
    let condition: StaticString?
    let isNonNull: Bool

    init(_ condition: StaticString?, _ isNonNull: Bool) {
      self.condition = condition
      self.isNonNull = isNonNull
    }
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
    _ name: StaticString, _ value: inout Result<Coding.Value, GraphQLError>,
    _ selection: Selection, as coding: Coding.Type
  ) {
    switch mode {
    case .json, .container:
      switch outcome(name, selection, coding) {
      case .result(let result): initialize(&value, to: result)
      case .absent:
        if let absent = Coding.absent {
          initialize(&value, to: .success(absent))
        } else {
          fail(.missing, at: name)
        }
      case .failed: break
      }
    case .encoder:
      let value = value
      write(name) { name, fields, coder in
        switch value {
        case .success(let value): try Coding.encode(value, as: name, to: fields, &coder)
        case .failure: try fields.null(name)
        }
      }
    case .reflection: reflect(value, as: name.description)
    case .comparison:
      compare(&value) { left, right in
        switch (left, right) {
        case (.success(let left), .success(let right)): Coding.areEqual(left, right)
        case (.failure(let left), .failure(let right)): left == right
        default: false
        }
      }
    case .removal: remove(&value)
    }
  }

  private mutating func caughtValue<Coding: FieldCoding>(
    _ name: StaticString, _ value: inout Coding.Value?, _ selection: Selection,
    as coding: Coding.Type
  ) {
    switch mode {
    case .json, .container:
      switch outcome(name, selection, coding) {
      case .result(let result): initialize(&value, to: try? result.get())
      case .absent: initialize(&value, to: nil)
      case .failed: break
      }
    default: optional(name, &value, as: coding)
    }
  }

  private mutating func outcome<Coding: FieldCoding>(
    _ name: StaticString, _ selection: Selection, _ coding: Coding.Type
  ) -> Outcome<Coding.Value> {
    guard !hasFailed else { return .failed }
    guard let condition = selection.condition else {
      return selectedOutcome(name, isNonNull: false, coding)
    }
    switch isTrue(condition) {
    case true?: return selectedOutcome(name, isNonNull: selection.isNonNull, coding)
    case false?: return .absent
    case nil:
      let state = json.state
      let outcome = selectedOutcome(name, isNonNull: false, coding)
      // Another selection brought the field, or the server left something out.
      guard case .failed = outcome, failure?.isMissing == true else { return outcome }
      json.restore(state)
      (hasFailed, failure) = (false, nil)
      return .absent
    }
  }

  private mutating func selectedOutcome<Coding: FieldCoding>(
    _ name: StaticString, isNonNull: Bool, _ coding: Coding.Type
  ) -> Outcome<Coding.Value> {
    if mode == .container { return decodedOutcome(name, isNonNull: isNonNull, coding) }
    var outcome = Outcome<Coding.Value>.absent
    withMember(name, expected: Coding.expected) { coder, place throws(JSONFailure) in
      if !place.isNowhere {
        outcome = .result(try coder.caughtValue(coding, isNonNull: isNonNull))
      } else if isNonNull {
        throw .missing
      }
    }
    return hasFailed ? .failed : outcome
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
      (hasFailed, failure) = (false, nil)
      json.restore(state)
      try json.scanner.skipValue()
      return .failure(serverErrors.first(in: start..<json.scanner.offset) ?? .nullWithoutError)
    }
  }

  /// Other decoders than the runtime's do not receive the errors of the response.
  private mutating func decodedOutcome<Coding: FieldCoding>(
    _ name: StaticString, isNonNull: Bool, _ coding: Coding.Type
  ) -> Outcome<Coding.Value> {
    do {
      let (fields, key) = try decodedFields(name)
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
      (hasFailed, failure) = (false, nil)
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
      let errors = isInResponse ? ServerErrors(json.scanner.bytes) : ServerErrors()
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
