// Fields under `@catch`: an error of the server becomes a value, and does not make the response unreadable.

nonisolated extension FieldCoder {
  /// A scalar or an enum, or the server's error for it.
  @inline(never)
  public mutating func caught<Value: Codable>(
    _ name: StaticString, _ value: inout Result<Value, GraphQLError>
  ) {
    caught(name, &value, as: CodableCoding<Value>.self)
  }

  /// An object or a list of objects, or the server's error for it.
  @inline(never)
  public mutating func caughtObjects<Value: Codable>(
    _ name: StaticString, _ value: inout Result<Value, GraphQLError>
  ) {
    caught(name, &value, as: NestedCoding<Value>.self)
  }

  /// A scalar or an enum, or nil if the server reports an error for it.
  @inline(never)
  public mutating func caughtValue<Value: Codable>(
    _ name: StaticString, _ value: inout Value?
  ) {
    caughtValue(name, &value, as: CodableCoding<Value>.self)
  }

  /// An object or a list of objects, or nil if the server reports an error for it.
  @inline(never)
  public mutating func caughtObjectsValue<Value: Codable>(
    _ name: StaticString, _ value: inout Value?
  ) {
    caughtValue(name, &value, as: NestedCoding<Value>.self)
  }

  private mutating func caught<Coding: FieldCoding>(
    _ name: StaticString, _ value: inout Result<Coding.Value, GraphQLError>, as coding: Coding.Type
  ) {
    switch mode {
    case .json, .container:
      if let result = result(name, coding) { initialize(&value, to: result) }
    case .encoder:
      let value = value
      write(name) { name, fields, coder in
        switch value {
        case .success(let value): try Coding.encode(value, as: name, to: fields, &coder)
        case .failure: try fields.null(name)
        }
      }
    case .reflection: reflect(value, as: name.description)
    case .removal: remove(&value)
    }
  }

  private mutating func caughtValue<Coding: FieldCoding>(
    _ name: StaticString, _ value: inout Coding.Value?, as coding: Coding.Type
  ) {
    switch mode {
    case .json, .container:
      if let result = result(name, coding) { initialize(&value, to: try? result.get()) }
    default: optional(name, &value, as: coding)
    }
  }

  /// Reads a value, or the error for it.
  ///
  /// - Returns: nil after a problem that is no error of the server.
  private mutating func result<Coding: FieldCoding>(
    _ name: StaticString, _ coding: Coding.Type
  ) -> Result<Coding.Value, GraphQLError>? {
    guard !hasFailed else { return nil }
    if mode == .container { return decodedResult(name, coding) }
    var result: Result<Coding.Value, GraphQLError>?
    withMember(name, expected: Coding.expected) { coder, place throws(JSONFailure) in
      if place.isNowhere {
        guard let absent = Coding.absent else { throw .missing }
        result = .success(absent)
      } else {
        result = try coder.caughtValue(coding)
      }
    }
    return hasFailed ? nil : result
  }

  private mutating func caughtValue<Coding: FieldCoding>(
    _ coding: Coding.Type
  ) throws(JSONFailure) -> Result<Coding.Value, GraphQLError> {
    json.scanner.skipSpace()
    let (start, state) = (json.scanner.offset, json.state)
    do throws(JSONFailure) {
      let value = try Coding.read(&self)
      let isNull = json.scanner.byte(start) == UInt8(ascii: "n")
      if isNull, let error = serverErrors.first(in: start..<json.scanner.offset) {
        return .failure(error)
      }
      return .success(value)
    } catch {
      let reason = if case .reported = error { failure?.reason ?? error } else { error }
      guard case .null = reason else { throw error }
      (hasFailed, failure) = (false, nil)
      json.restore(state)
      try json.scanner.skipValue()
      return .failure(serverErrors.first(in: start..<json.scanner.offset) ?? .nullWithoutError)
    }
  }

  /// Other decoders than the runtime's do not know the errors of the response.
  private mutating func decodedResult<Coding: FieldCoding>(
    _ name: StaticString, _ coding: Coding.Type
  ) -> Result<Coding.Value, GraphQLError>? {
    do {
      let (fields, name) = try decodedFields(name)
      let isNull = try fields.isNull(name)
      if isNull != false, let absent = Coding.absent { return .success(absent) }
      if isNull == true { return .failure(.nullWithoutError) }
      return .success(try Coding.decode(name, from: fields, &self))
    } catch DecodingError.valueNotFound {
      (hasFailed, failure) = (false, nil)
      return .failure(.nullWithoutError)
    } catch {
      fail(error)
      return nil
    }
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

/// The errors of a response, by the position of their fields in its text.
nonisolated struct ServerErrors {
  /// The offsets of values, with the error for each.
  private var errors: [(offset: Int, error: GraphQLError)] = []
  /// More errors are not looked up: each lookup reads the text up to its field.
  private static let maximumCount = 256

  init() {}

  /// - Parameter bytes: the text of a response.
  init(_ bytes: UnsafeRawBufferPointer) {
    var reader = JSONReader(bytes)
    guard let list = try? Self.member("errors", of: &reader), case .array(let elements) = list
    else {
      return
    }
    for error in elements.prefix(Self.maximumCount).compactMap({ GraphQLError($0) }) {
      var reader = JSONReader(bytes)
      if !error.path.isEmpty, let offset = try? Self.offset(of: error.path, in: &reader) {
        errors.append((offset, error))
      }
    }
  }

  /// Returns the first error of a value, or of a value inside it.
  func first(in range: Range<Int>) -> GraphQLError? {
    errors.first { range.contains($0.offset) }?.error
  }

  private static func member(
    _ name: String, of reader: inout JSONReader
  ) throws(JSONFailure) -> JSON? {
    _ = try reader.enter()
    return try reader.find(name).isNowhere ? nil : try reader.scanner.json()
  }

  /// Returns the offset of the value at a path, or of the null in place of an object or list on the way.
  private static func offset(
    of path: [GraphQLError.PathSegment], in reader: inout JSONReader
  ) throws(JSONFailure) -> Int? {
    _ = try reader.enter()
    guard try !reader.find("data").isNowhere else { return nil }
    for segment in path {
      reader.scanner.skipSpace()
      let start = reader.scanner.offset
      if try reader.scanner.skipNull() { return start }
      switch segment {
      case .field(let name):
        _ = try reader.enter()
        guard try !reader.find(name).isNowhere else { return nil }
      case .index(let index):
        guard try reader.scanner.openArray() else { return nil }
        for _ in 0..<max(index, 0) {
          try reader.scanner.skipValue()
          guard try reader.scanner.nextElement() else { return nil }
        }
      }
    }
    reader.scanner.skipSpace()
    return reader.scanner.offset
  }
}
