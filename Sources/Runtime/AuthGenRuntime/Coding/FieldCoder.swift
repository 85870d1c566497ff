// Reading and writing response types. A generated type describes its stored properties once, and
// the code here, which is compiled once, does the rest.

/// Reads or writes the stored properties of one object of a response.
///
/// A generated type calls one method for each stored property, in order of declaration. To read a
/// value, the coder creates it in memory, property by property. It checks that each property
/// directly follows the last one and that the last one ends the value. So a type that leaves out a
/// property or changes the order stops the program, and no property is used before it has a value.
///
/// After the first problem, no method reads or writes anything.
nonisolated public struct FieldCoder: ~Copyable {
  nonisolated enum Mode {
    /// Creates properties from JSON text.
    case json
    /// Creates properties from the container of another decoder.
    case container
    /// Writes properties to an encoder.
    case encoder
    /// Collects the names and values of properties.
    case reflection
    /// Compares properties with those of another value.
    case comparison
    /// Destroys the properties of a value that could not be completed.
    case removal
  }

  /// Why a value could not be read or written.
  nonisolated struct Failure {
    let reason: JSONFailure
    /// Response names and list indices, innermost first.
    var path: [String]
    /// The expected type; nil if it is not known.
    let expected: String?
    /// The error of another decoder or an encoder.
    let error: (any Error)?

    /// Whether a non-null field is absent.
    var isMissing: Bool {
      if case .missing = reason { return true }
      if case .keyNotFound = error as? DecodingError { return true }
      return false
    }
  }

  /// The error of a part that could not be read.
  nonisolated public struct Failed: Error {}

  /// A part of an object that may come later.
  nonisolated package struct Deferral: Sendable {
    /// The label of its `@defer`.
    package let label: StaticString
    /// Response names that no other part of the object has.
    package let names: [StaticString]

    package init(label: StaticString, names: [StaticString]) {
      self.label = label
      self.names = names
    }
  }

  /// Where the next value is, if not at its name in the object.
  nonisolated struct Location {
    /// Paths of keys. The first with a value counts.
    let paths: [[String]]
    /// Whether a value of another type counts as absent.
    let isLenient: Bool
  }

  var mode: Mode
  /// The end of the last property that was visited; in `removal`, of the last one that exists.
  var memory: UnsafeMutableRawPointer
  var json: JSONReader
  var decoded: DecodedFields?
  var output: FieldEncoder?
  var optionalSizes = OptionalSizes()
  /// The operation's Boolean variables; nil if they are not known.
  var variables: [String: Bool]?
  /// Chooses names in place of another decoder's input; nil for all but samples.
  var nameChoice: NameChoice?
  /// The values of conditions, by the addresses of their texts. A list evaluates them for each element.
  var conditions: [UnsafePointer<UInt8>: Bool] = [:]
  var failure: Failure?
  var hasFailed = false
  var location: Location?
  var hasLocation = false
  /// Whether the last value was absent, and not null.
  var wasAbsent = false
  /// Whether a nil value is left out, and not written as null.
  var omitsNil = false
  /// The next part of the object that may come later.
  package var deferral: Deferral?
  /// Whether a fragment with `@defer` may follow although its object has no marker for it.
  package var mayBeDeferred = false
  /// Whether the JSON text is a whole response, with data and errors.
  var isInResponse = false
  /// The errors of the response, once they were looked up.
  var knownErrors: ServerErrors?
  /// The distance in memory from the value to the one that it is compared with, in bytes.
  var other = 0
  /// The part of a `ConcreteObject` that is compared.
  var concretePart: (any ResponseObject)?
  /// What `reflection` has collected.
  var children: [Mirror.Child] = []

  init(_ mode: Mode, _ bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0))
  {
    self.mode = mode
    memory = UnsafeMutableRawPointer(bitPattern: 1).unsafelyUnwrapped
    json = JSONReader(bytes)
  }

  // MARK: Values

  public mutating func string(_ name: StaticString, _ value: inout String) {
    required(name, &value)
  }

  public mutating func optionalString(_ name: StaticString, _ value: inout String?) {
    optional(name, &value)
  }

  public mutating func int(_ name: StaticString, _ value: inout Int) {
    required(name, &value)
  }

  public mutating func optionalInt(_ name: StaticString, _ value: inout Int?) {
    optional(name, &value)
  }

  public mutating func double(_ name: StaticString, _ value: inout Double) {
    required(name, &value)
  }

  public mutating func optionalDouble(_ name: StaticString, _ value: inout Double?) {
    optional(name, &value)
  }

  public mutating func bool(_ name: StaticString, _ value: inout Bool) {
    required(name, &value)
  }

  public mutating func optionalBool(_ name: StaticString, _ value: inout Bool?) {
    optional(name, &value)
  }

  public mutating func strings(_ name: StaticString, _ value: inout [String]) {
    required(name, &value)
  }

  public mutating func optionalStrings(_ name: StaticString, _ value: inout [String]?) {
    optional(name, &value)
  }

  @inline(never)
  public mutating func enumValue<Value: OpenEnum>(_ name: StaticString, _ value: inout Value) {
    guard mode == .json, !hasLocation else {
      return required(name, &value, as: EnumCoding<Value>.self)
    }
    read(name, &value, expected: String.expected) { coder throws(JSONFailure) in
      Value(graphQLName: try coder.json.scanner.string())
    }
  }

  @inline(never)
  public mutating func optionalEnumValue<Value: OpenEnum>(
    _ name: StaticString, _ value: inout Value?
  ) {
    guard mode == .json, !hasLocation else {
      return optional(name, &value, as: EnumCoding<Value>.self)
    }
    readInPlace(name, &value, expected: String.expected) { coder, pointer throws(JSONFailure) in
      pointer.initialize(to: Value(graphQLName: try coder.json.scanner.string()))
    }
  }

  /// A value of any other type.
  @inline(never)
  public mutating func value<Value: Codable>(_ name: StaticString, _ value: inout Value) {
    required(name, &value, as: CodableCoding<Value>.self)
  }

  @inline(never)
  public mutating func optionalValue<Value: Codable>(_ name: StaticString, _ value: inout Value?) {
    optional(name, &value, as: CodableCoding<Value>.self)
  }

  @inline(never)
  public mutating func value<Value: TextScalar>(_ name: StaticString, _ value: inout Value) {
    required(name, &value, as: TextCoding<Value>.self)
  }

  @inline(never)
  public mutating func optionalValue<Value: TextScalar>(
    _ name: StaticString, _ value: inout Value?
  ) {
    optional(name, &value, as: TextCoding<Value>.self)
  }

  public mutating func value(_ name: StaticString, _ value: inout Secret) {
    required(name, &value)
  }

  public mutating func optionalValue(_ name: StaticString, _ value: inout Secret?) {
    optional(name, &value)
  }

  public mutating func value(_ name: StaticString, _ value: inout JSON) {
    required(name, &value)
  }

  public mutating func optionalValue(_ name: StaticString, _ value: inout JSON?) {
    optional(name, &value)
  }

  @inline(__always)
  private mutating func required<Value: FieldValue>(_ name: StaticString, _ value: inout Value) {
    required(name, &value, as: ValueCoding<Value>.self)
  }

  @inline(__always)
  private mutating func optional<Value: FieldValue>(_ name: StaticString, _ value: inout Value?) {
    optional(name, &value, as: ValueCoding<Value>.self)
  }

  @inline(__always)
  mutating func required<Coding: FieldCoding>(
    _ name: StaticString, _ value: inout Coding.Value, as coding: Coding.Type
  ) {
    guard mode == .json, !hasLocation else {
      return requiredElsewhere(name, &value, as: coding)
    }
    read(name, &value, expected: Coding.expected) { coder throws(JSONFailure) in
      try Coding.read(&coder)
    }
  }

  /// Reads the value of a member of the current JSON object.
  ///
  /// Generic types know their own types only at run time, and each type that they pass on is looked
  /// up. So methods for generic values use this one, and no `FieldCoding`.
  @inline(__always)
  mutating func read<Value>(
    _ name: StaticString, _ value: inout Value, expected: @autoclosure () -> String?,
    _ read: (inout FieldCoder) throws(JSONFailure) -> Value
  ) {
    withMember(name, expected: expected()) { coder, place throws(JSONFailure) in
      guard !place.isNowhere else { throw .missing }
      let new = try read(&coder)
      coder.initialize(&value, to: new)
    }
  }

  /// Finds a member of the current JSON object. The position in the object stays, wherever the member is.
  @inline(__always)
  mutating func withMember(
    _ name: StaticString, expected: @autoclosure () -> String?,
    _ read: (inout FieldCoder, JSONReader.Place) throws(JSONFailure) -> Void
  ) {
    guard !hasFailed else { return }
    do throws(JSONFailure) {
      let place = try json.find(name)
      try read(&self, place)
      if let cursor = place.cursor { json.scanner.offset = cursor }
    } catch {
      fail(error, at: name, expected: expected())
    }
  }

  @inline(__always)
  mutating func readIfPresent<Value>(
    _ name: StaticString, _ value: inout Value?, expected: @autoclosure () -> String?,
    _ read: (inout FieldCoder) throws(JSONFailure) -> Value
  ) {
    withMember(name, expected: expected()) { coder, place throws(JSONFailure) in
      if try coder.isNull(place) {
        coder.initialize(&value, to: nil)
      } else {
        let new = try read(&coder)
        coder.initialize(&value, to: new)
      }
    }
  }

  /// Reads a value of a type that is known only at run time, or nil, where the property is.
  @inline(__always)
  mutating func readInPlace<Value>(
    _ name: StaticString, _ value: inout Value?, expected: @autoclosure () -> String?,
    _ read: (inout FieldCoder, UnsafeMutablePointer<Value>) throws(JSONFailure) -> Void
  ) {
    withMember(name, expected: expected()) { coder, place throws(JSONFailure) in
      let pointer = UnsafeMutableRawPointer(coder.address(&value))
      coder.checkOrder(pointer, alignment: MemoryLayout<Value>.alignment)
      let size = MemoryLayout<Value>.size
      let optionalSize = coder.optionalSizes[Value.self]
      if try coder.isNull(place) {
        pointer.initializeMemory(as: Value?.self, to: nil)
      } else {
        // An optional begins with the bytes of its value. If all of their patterns are values, one more
        // byte follows, which is 0.
        try read(&coder, pointer.assumingMemoryBound(to: Value.self))
        if optionalSize > size { pointer.storeBytes(of: 0, toByteOffset: size, as: UInt8.self) }
      }
      coder.advance(over: pointer, size: optionalSize, alignment: MemoryLayout<Value>.alignment)
    }
  }

  @inline(__always)
  mutating func optional<Coding: FieldCoding>(
    _ name: StaticString, _ value: inout Coding.Value?, as coding: Coding.Type
  ) {
    guard mode == .json, !hasLocation else {
      return optionalElsewhere(name, &value, as: coding)
    }
    readIfPresent(name, &value, expected: Coding.expected) { coder throws(JSONFailure) in
      try Coding.read(&coder)
    }
  }

  /// Whether there is no value at a place, or null.
  @inline(__always)
  mutating func isNull(_ place: JSONReader.Place) throws(JSONFailure) -> Bool {
    wasAbsent = place.isNowhere
    if wasAbsent { return true }
    return try json.scanner.skipNull()
  }

  @inline(never)
  private mutating func requiredElsewhere<Coding: FieldCoding>(
    _ name: StaticString, _ value: inout Coding.Value, as coding: Coding.Type
  ) {
    switch mode {
    case .json:
      readLocated(&value) { coder throws(JSONFailure) in try Coding.read(&coder) }
    case .container:
      readDecoded(name, &value) { try Coding.decode($0, from: $1, &$2) }
    case .encoder:
      let value = value
      write(name) { try Coding.encode(value, as: $0, to: $1, &$2) }
    case .reflection: reflect(value, as: name.description)
    case .comparison: compare(&value, Coding.areEqual)
    case .removal: remove(&value)
    }
  }

  @inline(never)
  private mutating func optionalElsewhere<Coding: FieldCoding>(
    _ name: StaticString, _ value: inout Coding.Value?, as coding: Coding.Type
  ) {
    switch mode {
    case .json:
      readLocatedIfPresent(&value) { coder throws(JSONFailure) in try Coding.read(&coder) }
    case .container:
      readDecodedIfPresent(name, &value) { try Coding.decode($0, from: $1, &$2) }
    case .encoder:
      let value = value
      write(name) { name, fields, coder in
        if let value {
          try Coding.encode(value, as: name, to: fields, &coder)
        } else if !coder.omitsNil {
          try fields.null(name)
        }
      }
    case .reflection: reflect(value, as: name.description)
    case .comparison: compareOptional(&value, Coding.areEqual)
    case .removal: remove(&value)
    }
  }
}
