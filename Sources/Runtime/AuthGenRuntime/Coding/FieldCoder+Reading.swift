// How properties are created, and what happens to them if a later one cannot be.

nonisolated extension FieldCoder {
  /// Gives a property its first value.
  @inline(__always)
  mutating func initialize<Value>(_ value: inout Value, to new: __owned Value) {
    let pointer = address(&value)
    advance(over: pointer)
    pointer.initialize(to: new)
  }

  /// The address of a property, which stays in place while the coder visits it.
  /// `withUnsafeMutablePointer(to:)` would look up the property's type at run time.
  @inline(__always)
  func address<Value>(_ pointer: UnsafeMutablePointer<Value>) -> UnsafeMutablePointer<Value> {
    pointer
  }

  @inline(__always)
  mutating func advance<Value>(over pointer: UnsafeMutablePointer<Value>) {
    advance(
      over: UnsafeMutableRawPointer(pointer), size: MemoryLayout<Value>.size,
      alignment: MemoryLayout<Value>.alignment)
  }

  /// Moves past a property. It has to follow the last one, after padding for its alignment.
  @inline(__always)
  mutating func advance(over pointer: UnsafeMutableRawPointer, size: Int, alignment: Int) {
    checkOrder(pointer, alignment: alignment)
    memory = pointer + size
  }

  /// Checks that a property follows the last one. Before a value is created in place, because the
  /// pointer of anything but a stored property would not be valid.
  @inline(__always)
  func checkOrder(_ pointer: UnsafeMutableRawPointer, alignment: Int) {
    let mask = UInt(alignment - 1)
    precondition(
      (UInt(bitPattern: memory) + mask) & ~mask == UInt(bitPattern: pointer),
      "code(fields:) has to visit each stored property, in order of declaration")
  }

  /// Creates a value from the properties that its type describes. If a property cannot be created,
  /// destroys those before it.
  mutating func create<Object: ResponseObject>(_ pointer: UnsafeMutablePointer<Object>) {
    create(pointer) { $0.code(fields: &$1) }
  }

  @inline(__always)
  mutating func create<Object>(
    _ pointer: UnsafeMutablePointer<Object>,
    _ visit: (inout Object, inout FieldCoder) -> Void
  ) {
    let outer = memory
    memory = UnsafeMutableRawPointer(pointer)
    json.beginView()
    visit(&pointer.pointee, &self)
    if hasFailed {
      let creation = mode
      mode = .removal
      visit(&pointer.pointee, &self)
      mode = creation
    } else {
      precondition(
        memory == UnsafeMutableRawPointer(pointer) + MemoryLayout<Object>.size,
        "code(fields:) has to visit each stored property")
    }
    memory = outer
  }

  /// Destroys a property, if it exists.
  mutating func remove<Value>(_ value: inout Value) {
    (hasLocation, location) = (false, nil)
    let pointer = address(&value)
    if UnsafeMutableRawPointer(pointer) < memory { pointer.deinitialize(count: 1) }
  }

  /// Makes a property nil after a problem that does not count.
  mutating func recover<Value>(_ value: inout Value?) {
    (hasFailed, failure) = (false, nil)
    initialize(&value, to: nil)
  }

  // MARK: Problems

  /// Records a problem with a field of the current object, or with a value inside it.
  @inline(never)
  mutating func fail(_ reason: JSONFailure, at name: StaticString, expected: String? = nil) {
    fail(reason, path: [name.description], expected: expected)
  }

  mutating func fail(_ reason: JSONFailure, path: [String], expected: String? = nil) {
    if case .reported = reason {
      failure?.path += path.reversed()
    } else {
      hasFailed = true
      let inner = json.scanner.elementPath
      failure = Failure(
        reason: reason, path: inner + path.reversed(),
        expected: inner.isEmpty ? expected : nil, error: nil)
    }
  }

  /// Records the error of another decoder or of an encoder.
  mutating func fail(_ error: any Error) {
    guard !hasFailed else { return }
    hasFailed = true
    failure = Failure(reason: .invalidValue, path: [], expected: nil, error: error)
  }

  // MARK: Locations

  /// Sets where the next value is: the first of several paths with a value.
  ///
  /// - Parameters:
  ///   - paths: keys, outermost first. The first path with a value counts.
  ///   - isLenient: whether a value of another type counts as absent. Default: false.
  public mutating func at(_ paths: [String]..., isLenient: Bool = false) {
    location = Location(paths: paths, isLenient: isLenient)
    hasLocation = true
  }

  /// Returns the location of the next value, which then applies no more.
  mutating func takeLocation() -> Location? {
    defer { (hasLocation, location) = (false, nil) }
    return location
  }

  /// Reads the value at the location.
  mutating func readLocated<Value>(
    _ value: inout Value, _ read: (inout FieldCoder) throws(JSONFailure) -> Value
  ) {
    guard let location = takeLocation(), !hasFailed else { return }
    let state = json.state
    do throws(JSONFailure) {
      guard try moveToValue(at: location) else { throw wasAbsent ? .missing : .null }
      let new = try read(&self)
      initialize(&value, to: new)
      json.restore(state)
    } catch {
      fail(error, path: location.paths.last ?? [])
    }
  }

  /// Reads the value at the location, or nil.
  mutating func readLocatedIfPresent<Value>(
    _ value: inout Value?, _ read: (inout FieldCoder) throws(JSONFailure) -> Value
  ) {
    guard let location = takeLocation(), !hasFailed else { return }
    let state = json.state
    do throws(JSONFailure) {
      if try moveToValue(at: location) {
        let new = try read(&self)
        initialize(&value, to: new)
      } else {
        initialize(&value, to: nil)
      }
    } catch {
      fail(error, path: location.paths.last ?? [])
      if location.isLenient { recover(&value) }
    }
    if !hasFailed { json.restore(state) }
  }

  /// Moves to the first value of a location that is not null.
  private mutating func moveToValue(at location: Location) throws(JSONFailure) -> Bool {
    let state = json.state
    for path in location.paths {
      json.restore(state)
      if try moveToValue(at: path) { return true }
    }
    return false
  }

  private mutating func moveToValue(at path: [String]) throws(JSONFailure) -> Bool {
    for key in path.dropLast() {
      let place = try json.find(key)
      if try isNull(place) { return false }
      _ = try json.enter()
    }
    guard let key = path.last else { return true }
    let place = try json.find(key)
    return try !isNull(place)
  }

  // MARK: Other decoders

  /// Reads a value from the container of another decoder.
  mutating func readDecoded<Value>(
    _ name: StaticString, _ value: inout Value,
    _ read: (String, DecodedFields, inout FieldCoder) throws -> Value
  ) {
    guard !hasFailed else { return }
    do {
      let (fields, name) = try decodedFields(name)
      let new = try read(name, fields, &self)
      initialize(&value, to: new)
    } catch {
      fail(error)
    }
  }

  /// Reads a value, or nil, from the container of another decoder.
  mutating func readDecodedIfPresent<Value>(
    _ name: StaticString, _ value: inout Value?,
    _ read: (String, DecodedFields, inout FieldCoder) throws -> Value
  ) {
    guard !hasFailed else { return }
    let isLenient = location?.isLenient == true
    do {
      let (fields, name) = try decodedFields(name)
      let isNull = try fields.isNull(name)
      wasAbsent = isNull == nil
      let new = isNull == false ? try read(name, fields, &self) : nil
      initialize(&value, to: new)
    } catch {
      if isLenient { recover(&value) } else { fail(error) }
    }
  }

  /// The container and key of the next value.
  mutating func decodedFields(_ name: StaticString) throws -> (DecodedFields, String) {
    guard let decoded else { throw Failed() }
    guard let location = takeLocation() else { return (decoded, name.description) }
    for (index, path) in location.paths.enumerated() {
      guard let key = path.last else { continue }
      let isLast = index == location.paths.count - 1
      let inner = try path.dropLast().reduce(decoded) { try $0.insideIfAny($1) }
      if try isLast || inner.isPresent(key) { return (inner, key) }
    }
    return (decoded, name.description)
  }

  // MARK: Encoders

  /// Writes a value to the encoder.
  mutating func write(
    _ name: StaticString, _ write: (String, FieldEncoder, inout FieldCoder) throws -> Void
  ) {
    guard let output, !hasFailed else { return }
    do {
      guard let path = takeLocation()?.paths.first, let key = path.last else {
        return try write(name.description, output, &self)
      }
      try write(key, try path.dropLast().reduce(output) { try $0.inside($1) }, &self)
    } catch {
      fail(error)
    }
  }

  // MARK: Whole values

  /// Reads a value from another decoder, with the variables in its user information.
  static func decode<Object: ResponseObject>(
    _ type: Object.Type, from decoder: any Decoder
  ) throws -> Object {
    var coder = FieldCoder(.container)
    coder.decoded = try DecodedFields(decoder)
    coder.variables = decoder.userInfo[.conditionVariables] as? [String: Bool]
    coder.nameChoice = decoder.userInfo[.nameChoice] as? NameChoice
    return try coder.whole { $0.code(fields: &$1) }
  }

  static func encode<Object: ResponseObject>(_ object: Object, to encoder: any Encoder) throws {
    var coder = FieldCoder(.encoder)
    coder.output = FieldEncoder(encoder)
    withUnsafePointer(to: object) { coder.visit($0) }
    if let failure = coder.failure { throw failure.error ?? Failed() }
  }

  /// Reads a value from the current object, with another description of its properties than its own.
  ///
  /// - Throws: the problem with the first property that could not be read.
  public mutating func whole<Object>(
    of type: Object.Type = Object.self, _ visit: (inout Object, inout FieldCoder) -> Void
  ) throws -> Object {
    try withUnsafeTemporaryAllocation(of: Object.self, capacity: 1) { buffer in
      let pointer = buffer.baseAddress.unsafelyUnwrapped
      create(pointer, visit)
      if let failure { throw failure.error ?? Failed() }
      return pointer.move()
    }
  }

  /// Visits the properties of a value that exists, without changing it.
  mutating func visit<Object: ResponseObject>(_ object: UnsafePointer<Object>) {
    let outer = output
    // Encoders only read, so the value stays as it is.
    UnsafeMutablePointer(mutating: object).pointee.code(fields: &self)
    if case .tree(let tree) = output?.target, case .container(let container) = outer?.target,
      !hasFailed
    {
      do {
        try tree.write(to: &container.keyed)
      } catch {
        fail(error)
      }
    }
    output = outer
  }

  /// Merges what the following calls write, field by field. Needed for an object with two views that
  /// write different fields of the same nested object.
  public mutating func merge() {
    if mode == .encoder, case .container = output?.target {
      output = FieldEncoder(.tree(MergedObject()))
    }
  }
}

nonisolated extension CodingUserInfoKey {
  /// The Boolean variables of the operation, as `[String: Bool]`, for decoding its response with any
  /// decoder.
  public static let conditionVariables = CodingUserInfoKey(rawValue: "authgen.conditionVariables")
    .unsafelyUnwrapped
}
