// Reading a response's objects. Generated initialisers call these methods, one per field: they are
// compiled once, here, so that what is generated stays small.

/// The fields of one object of a response.
///
/// A nullable field reads as nil from null and where it is absent. Errors name the field's path and
/// what was expected; they never quote what was found.
nonisolated public struct ResponseFields {
  private let container: KeyedDecodingContainer<FieldName>

  init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: FieldName.self)
  }

  // MARK: Fields

  public func string(_ name: String) throws -> String {
    try container.decode(String.self, forKey: FieldName(name))
  }

  public func optionalString(_ name: String) throws -> String? {
    try container.decodeIfPresent(String.self, forKey: FieldName(name))
  }

  public func int(_ name: String) throws -> Int {
    do {
      return try container.decode(Int.self, forKey: FieldName(name))
    } catch {
      throw invalid(name, error)
    }
  }

  public func optionalInt(_ name: String) throws -> Int? {
    do {
      return try container.decodeIfPresent(Int.self, forKey: FieldName(name))
    } catch {
      throw invalid(name, error)
    }
  }

  public func double(_ name: String) throws -> Double {
    do {
      return try container.decode(Double.self, forKey: FieldName(name))
    } catch {
      throw invalid(name, error)
    }
  }

  public func optionalDouble(_ name: String) throws -> Double? {
    do {
      return try container.decodeIfPresent(Double.self, forKey: FieldName(name))
    } catch {
      throw invalid(name, error)
    }
  }

  public func bool(_ name: String) throws -> Bool {
    try container.decode(Bool.self, forKey: FieldName(name))
  }

  public func optionalBool(_ name: String) throws -> Bool? {
    try container.decodeIfPresent(Bool.self, forKey: FieldName(name))
  }

  @inline(never)
  public func value<Value: Decodable>(_ name: String) throws -> Value {
    do {
      return try container.decode(Value.self, forKey: FieldName(name))
    } catch {
      throw invalid(name, error)
    }
  }

  @inline(never)
  public func optionalValue<Value: Decodable>(_ name: String) throws -> Value? {
    do {
      return try container.decodeIfPresent(Value.self, forKey: FieldName(name))
    } catch {
      throw invalid(name, error)
    }
  }

  /// Foundation's decoder quotes numbers that do not fit.
  private func invalid(_ name: String, _ error: any Error) -> DecodingError {
    DecodingError(withoutValue: error, at: container.codingPath + [FieldName(name)])
  }

  // MARK: Fragments

  /// Another view of the same object.
  public func part<Part: ResponseDecodable>() throws -> Part {
    try Part(fields: self)
  }

  /// A fragment that was selected only under a condition: it is there if one of `names` is or, where
  /// no name is its own, if it can be read.
  @inline(never)
  public func part<Part: ResponseDecodable>(ifAnyOf names: [String]) throws -> Part? {
    if names.contains(where: { container.contains(FieldName($0)) }) {
      return try Part(fields: self)
    }
    guard names.isEmpty else { return nil }
    do {
      return try Part(fields: self)
    } catch DecodingError.keyNotFound {
      return nil
    }
  }

  /// A fragment on a narrower type: it is there if the object's type is one of `types`.
  @inline(never)
  public func part<Part: ResponseDecodable>(ifTypeIn types: Set<String>) throws -> Part? {
    types.contains(try typename()) ? try Part(fields: self) : nil
  }

  /// The name of the object's type.
  public func typename() throws -> String {
    try string("__typename")
  }
}

nonisolated extension DecodingError {
  /// The same error with its place, but without texts that may quote what was found.
  ///
  /// - Parameter path: of the field. Foundation's decoder leaves it out where a number does not fit,
  ///   and throws an error of its own there.
  init(withoutValue error: any Error, at path: [any CodingKey]) {
    switch error as? DecodingError {
    case .dataCorrupted(let context) where !(context.underlyingError is ValueFreeError):
      self = .invalidValue(at: context.codingPath.count < path.count ? path : context.codingPath)
    case let error?:
      self = error
    case nil:
      self = .invalidValue(at: path)
    }
  }

  private static func invalidValue(at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(
      Context(
        codingPath: path, debugDescription: "The value does not have the form of its type.",
        underlyingError: ValueFreeError()))
  }

  /// Marks an error whose description is known to quote nothing.
  nonisolated struct ValueFreeError: Error {}
}
