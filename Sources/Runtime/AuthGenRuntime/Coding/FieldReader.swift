// Reading response types. A generated initialiser reads each stored property with one call, and the code
// here, which is compiled once, does the rest.

/// Reads the stored properties of one object of a response.
///
/// A generated initialiser calls one method for each stored property. No method throws: after the first
/// problem, each returns a placeholder at once, and the caller of the initialiser throws the problem. So
/// generated code has no code for errors, and all properties have a value.
@_spi(Generated)
nonisolated public struct FieldReader: ~Copyable {
  /// Where the values come from.
  nonisolated enum Origin {
    /// JSON text.
    case json
    /// Another decoder.
    case decoder(DecodedFields)
    /// An earlier value, of which a part is read again from JSON text.
    case value(any EarlierProperties)
  }

  /// Why a value could not be read.
  nonisolated struct Failure {
    let reason: JSONFailure
    /// Response names and list indices, innermost first.
    var path: [String]
    /// The expected type; nil if it is not known.
    let expected: String?
    /// The error of another decoder.
    let error: (any Error)?

    /// Whether a non-null field is absent.
    var isMissing: Bool {
      if case .missing = reason { return true }
      if case .keyNotFound = error as? DecodingError { return true }
      return false
    }
  }

  package var json: JSONReader
  var origin = Origin.json { didSet { updateDirectness() } }
  /// The first problem.
  private(set) var failure: Failure?
  package private(set) var hasFailed = false
  /// How the next call differs from others.
  var next: NextField? { didSet { updateDirectness() } }
  /// Whether the next call can take the shortest path: the next value is the member of a JSON object, and
  /// there is no problem so far.
  private(set) var isDirect = true
  /// Whether the last value was absent, and not null.
  var wasAbsent = false
  /// Whether the last field under a condition was null, and not absent.
  package var wasNull = false
  /// Whether an absent field is a problem even if it is nullable.
  var isComplete = false { didSet { updateDirectness() } }
  /// The operation's Boolean variables; nil if they are not known.
  var variables: [String: Bool]?
  /// The values of conditions, by their texts. A list evaluates them for each element.
  var conditions: [String: Bool] = [:]
  /// Chooses names in place of another decoder's input; nil for all but samples.
  var nameChoice: NameChoice?
  /// Whether a fragment with `@defer` may follow although its object has no marker for it.
  package var mayBeDeferred = false
  /// The lenient fields that could not be read.
  var unreadable: [ResponseDecodingError] = []
  /// The path of the list that is read next, if its elements that cannot be read are left out.
  var lenientList: [String]?
  /// The errors of the response; nil if they are not known.
  package var errors: ErrorSource?

  /// Where the errors of the response are, for fields under `@catch`. AuthGenCatching reads them.
  nonisolated package enum ErrorSource {
    /// In the JSON text, which is a whole response with data and errors.
    case response
    /// They have been looked up.
    case known(AnyObject)
  }

  init(_ json: consuming JSONReader) {
    self.json = json
  }

  private mutating func updateDirectness() {
    guard next == nil, !hasFailed, !isComplete, case .json = origin else {
      isDirect = false
      return
    }
    isDirect = true
  }

  // MARK: Values

  public mutating func string(_ name: StaticString) -> String { required(name) }
  public mutating func optionalString(_ name: StaticString) -> String? { optional(name) }

  public mutating func int(_ name: StaticString) -> Int { required(name) }
  public mutating func optionalInt(_ name: StaticString) -> Int? { optional(name) }

  public mutating func double(_ name: StaticString) -> Double { required(name) }
  public mutating func optionalDouble(_ name: StaticString) -> Double? { optional(name) }

  public mutating func bool(_ name: StaticString) -> Bool { required(name) }
  public mutating func optionalBool(_ name: StaticString) -> Bool? { optional(name) }

  public mutating func strings(_ name: StaticString) -> [String] { required(name) }
  public mutating func optionalStrings(_ name: StaticString) -> [String]? { optional(name) }

  public mutating func value(_ name: StaticString) -> Secret { required(name) }
  public mutating func optionalValue(_ name: StaticString) -> Secret? { optional(name) }

  public mutating func value(_ name: StaticString) -> JSON { required(name) }
  public mutating func optionalValue(_ name: StaticString) -> JSON? { optional(name) }

  @inline(never)
  public mutating func enumValue<Value: OpenEnum>(_ name: StaticString) -> Value {
    required(name, EnumCoding<Value>.self) { _ in Value(graphQLName: "") }
  }

  @inline(never)
  public mutating func optionalEnumValue<Value: OpenEnum>(_ name: StaticString) -> Value? {
    optional(name, EnumCoding<Value>.self)
  }

  /// A value of any other type that has a placeholder.
  @inline(never)
  public mutating func value<Value: Codable & PlaceholderValue>(_ name: StaticString) -> Value {
    required(name, CodableCoding<Value>.self) { _ in .placeholder }
  }

  /// A value of a type without a placeholder.
  @inline(never)
  public mutating func value<Value: Codable>(_ name: StaticString) -> Checked<Value> {
    Checked(elsewhere(name, isRequired: true, CodableCoding<Value>.self))
  }

  @inline(never)
  public mutating func optionalValue<Value: Codable>(_ name: StaticString) -> Value? {
    optional(name, CodableCoding<Value>.self)
  }

  @inline(never)
  public mutating func value<Value: TextScalar & PlaceholderValue>(_ name: StaticString) -> Value {
    required(name, TextCoding<Value>.self) { _ in .placeholder }
  }

  @inline(never)
  public mutating func optionalValue<Value: TextScalar>(_ name: StaticString) -> Value? {
    optional(name, TextCoding<Value>.self)
  }

  @inline(__always)
  private mutating func required<Value: FieldValue & PlaceholderValue>(
    _ name: StaticString
  ) -> Value {
    required(name, ValueCoding<Value>.self) { _ in .placeholder }
  }

  @inline(__always)
  private mutating func optional<Value: FieldValue>(_ name: StaticString) -> Value? {
    optional(name, ValueCoding<Value>.self)
  }

  // MARK: Members of the current JSON object

  /// Reads a value. Afterwards, the position in the object is the same, wherever the member is.
  ///
  /// A generic function looks up each type at run time that it passes on or stores. So this one stores no
  /// `Value?`.
  ///
  /// - Parameter placeholder: the value after a problem.
  @inline(__always)
  mutating func required<Coding: FieldCoding>(
    _ name: StaticString, _ coding: Coding.Type,
    orPlaceholder placeholder: (inout FieldReader) -> Coding.Value
  ) -> Coding.Value {
    guard isDirect else { return elsewhere(name, isRequired: true, coding) ?? placeholder(&self) }
    do throws(JSONFailure) {
      let place = try json.find(name)
      guard !place.isNowhere else { throw .missing }
      let value = try Coding.read(&self)
      if let cursor = place.cursor { json.scanner.offset = cursor }
      return value
    } catch {
      fail(error, at: name, expected: Coding.expected)
      return placeholder(&self)
    }
  }

  @inline(__always)
  mutating func optional<Coding: FieldCoding>(
    _ name: StaticString, _ coding: Coding.Type
  ) -> Coding.Value? {
    guard isDirect else { return elsewhere(name, isRequired: false, coding) }
    do throws(JSONFailure) {
      let place = try json.find(name)
      if place.isNowhere { return nil }
      if try json.scanner.skipNull() {
        if let cursor = place.cursor { json.scanner.offset = cursor }
        return nil
      }
      let value = try Coding.read(&self)
      if let cursor = place.cursor { json.scanner.offset = cursor }
      return value
    } catch {
      fail(error, at: name, expected: Coding.expected)
      return nil
    }
  }

  // MARK: Problems

  /// Records a problem with a field of the current object, or with a value inside it.
  @inline(never)
  package mutating func fail(
    _ reason: JSONFailure, at name: StaticString, expected: String? = nil
  ) {
    fail(reason, path: [name.description], expected: expected)
  }

  mutating func fail(_ reason: JSONFailure, path: [String], expected: String? = nil) {
    if case .reported = reason {
      failure?.path += path.reversed()
    } else {
      let inner = json.scanner.elementPath
      fail(
        Failure(
          reason: reason, path: inner + path.reversed(),
          expected: inner.isEmpty ? expected : nil, error: nil))
    }
  }

  /// Records the error of another decoder.
  mutating func fail(_ error: any Error) {
    fail(Failure(reason: .invalidValue, path: [], expected: nil, error: error))
  }

  private mutating func fail(_ failure: Failure) {
    guard !hasFailed else { return }
    (hasFailed, self.failure) = (true, failure)
    updateDirectness()
  }

  /// Continues after a problem that does not count.
  package mutating func recover() {
    (hasFailed, failure) = (false, nil)
    updateDirectness()
  }

  /// Continues where the reader was, if the problem is that a non-null field is absent.
  ///
  /// - Returns: false after any other problem.
  mutating func recover(ifMissing state: JSONReader.State) -> Bool {
    guard failure?.isMissing == true else { return false }
    json.restore(state)
    recover()
    return true
  }

  /// The reason of the first problem.
  package var failureReason: JSONFailure? { failure?.reason }

  /// Throws the problem.
  func check() throws {
    if let failure { throw failure.error ?? ResponseDecodingError(failure) }
  }
}
