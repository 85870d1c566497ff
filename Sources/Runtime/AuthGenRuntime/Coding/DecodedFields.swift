// Reading objects from the containers of another decoder. Objects and lists are read through nested
// containers, which cost less than passing each value to the decoder again.

/// The fields of one object in another decoder. Errors contain the field's path and the expected
/// type, never the value.
nonisolated package struct DecodedFields {
  let container: KeyedDecodingContainer<FieldName>

  init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: FieldName.self)
  }

  init(_ container: KeyedDecodingContainer<FieldName>) {
    self.container = container
  }

  // MARK: Values

  func string(_ name: String) throws -> String {
    try container.decode(String.self, forKey: FieldName(name))
  }

  func int(_ name: String) throws -> Int {
    do {
      return try container.decode(Int.self, forKey: FieldName(name))
    } catch {
      throw invalid(name, error)
    }
  }

  func double(_ name: String) throws -> Double {
    do {
      return try container.decode(Double.self, forKey: FieldName(name))
    } catch {
      throw invalid(name, error)
    }
  }

  func bool(_ name: String) throws -> Bool {
    do {
      return try container.decode(Bool.self, forKey: FieldName(name))
    } catch DecodingError.typeMismatch(let type, let context) {
      // Foundation's decoder reports a null as another type.
      if try container.decodeNil(forKey: FieldName(name)) { throw nullFound(name, Bool.self) }
      throw DecodingError.typeMismatch(type, context)
    }
  }

  func strings(_ name: String) throws -> [String] {
    try list(name) { try $0.decode(String.self) }
  }

  func value<Value: Decodable>(_ name: String) throws -> Value {
    do {
      if let type = Value.self as? any ServerFormCodable.Type,
        let value = try serverForm(name, as: type) as? Value
      {
        return value
      }
      return try container.decode(Value.self, forKey: FieldName(name))
    } catch {
      throw invalid(name, error)
    }
  }

  /// Whether the field is null, or nil if it is absent. Fields are nearly always present, so this makes
  /// one lookup.
  package func isNull(_ name: String) throws -> Bool? {
    do {
      return try container.decodeNil(forKey: FieldName(name))
    } catch DecodingError.keyNotFound {
      return nil
    }
  }

  /// Whether the field is present and not null.
  func isPresent(_ name: String) throws -> Bool { try isNull(name) == false }

  /// The error for a value that is absent.
  func notFound(_ key: String) -> DecodingError {
    DecodingError.keyNotFound(
      FieldName(key),
      DecodingError.Context(codingPath: container.codingPath, debugDescription: "No value."))
  }

  /// The error for a null.
  func nullFound(_ name: String, _ type: any Any.Type) -> DecodingError {
    DecodingError.valueNotFound(
      type,
      DecodingError.Context(
        codingPath: container.codingPath + [FieldName(name)], debugDescription: "Found null."))
  }

  /// Removes values from errors: Foundation's decoder quotes numbers that do not fit.
  private func invalid(_ name: String, _ error: any Error) -> DecodingError {
    DecodingError(withoutValue: error, at: container.codingPath + [FieldName(name)])
  }

  // MARK: Objects and lists

  /// The fields of a nested object.
  func inside(_ name: String) throws -> DecodedFields {
    DecodedFields(try container.nestedContainer(keyedBy: FieldName.self, forKey: FieldName(name)))
  }

  /// The object and the key of the first value at several paths, or of a value in this object.
  ///
  /// - Returns: nil if no path leads to an object.
  func place(
    _ paths: [[String]], orOf name: StaticString
  ) throws -> (fields: DecodedFields, key: String)? {
    if paths.isEmpty { return (self, name.description) }
    var place: (fields: DecodedFields, key: String)?
    for path in paths {
      let inner = try path.dropLast().reduce(self as DecodedFields?) { object, key in
        guard let object, try object.isPresent(key) else { return nil }
        return try object.inside(key)
      }
      guard let inner, let key = path.last else { continue }
      place = (inner, key)
      if try inner.isPresent(key) { break }
    }
    return place
  }

  func list<Element>(
    _ name: String, _ next: (inout any UnkeyedDecodingContainer) throws -> Element
  ) throws -> [Element] {
    var elements = try container.nestedUnkeyedContainer(forKey: FieldName(name))
    var result: [Element] = []
    // The server chooses the count, and the first element may already be an error.
    if let count = elements.count { result.reserveCapacity(min(count, 1_024)) }
    while !elements.isAtEnd { result.append(try next(&elements)) }
    return result
  }
}
