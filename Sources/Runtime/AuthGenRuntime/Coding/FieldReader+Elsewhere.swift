// Values that are no members of the current JSON object, and fields with @include and @skip.
// https://spec.graphql.org/September2025/#sec--skip

/// What the next call of a reader does in another way than the others.
nonisolated struct NextField {
  /// Paths of keys. The value is at the first one that has a value. Empty if the value is at its name.
  var paths: [[String]] = []
  /// Whether a value of another type counts as absent.
  var isLenient = false
  /// The names of Boolean variables in disjunctive normal form, `a && !b || c`, on which the field depends. Nil if
  /// it is always selected.
  var condition: StaticString?
  /// Whether the schema requires a value if the field is selected.
  var isNonNull = false
}

nonisolated extension FieldReader {
  /// Sets where the next value is: the first of several paths with a value.
  ///
  /// - Parameters:
  ///   - paths: keys, outermost first. The first path with a value counts.
  ///   - isLenient: whether a value of another type counts as absent. Default: false.
  public mutating func at(_ paths: [String]..., isLenient: Bool = false) {
    next = NextField(paths: paths, isLenient: isLenient)
  }

  /// Sets the condition under which the next field is selected. If it is false, the field is nil, even if another
  /// selection added it to the response.
  ///
  /// - Parameters:
  ///   - condition: names of Boolean variables, in disjunctive normal form: `a && !b || c`.
  ///   - nonNull: whether the schema requires a value if the field is selected. Default: false.
  public mutating func only(if condition: StaticString, nonNull: Bool = false) {
    next = NextField(condition: condition, isNonNull: nonNull)
  }

  /// Returns what is set for the next field, which then applies no more.
  mutating func takeNext() -> NextField {
    guard let next else { return NextField() }
    self.next = nil
    return next
  }

  // MARK: Fields

  @inline(never)
  mutating func requiredElsewhere<Coding: FieldCoding>(
    _ name: StaticString, _ coding: Coding.Type
  ) -> Coding.Value? {
    let next = takeNext()
    guard !hasFailed else { return nil }
    switch origin {
    case .json where next.paths.isEmpty:
      return member(name, expected: Coding.expected) { fields throws(JSONFailure) in
        try Coding.read(&fields)
      } orNeutral: { _ in
        nil
      }
    case .json: return located(next, isRequired: true, coding)
    case .decoder(let fields):
      return decoded(next) { reader throws in
        let (fields, name) = try fields.place(of: name, next)
        return try Coding.decode(name, from: fields, &reader)
      }
    case .value: return earlier(name, coding)
    }
  }

  @inline(never)
  mutating func optionalElsewhere<Coding: FieldCoding>(
    _ name: StaticString, _ coding: Coding.Type
  ) -> Coding.Value? {
    let next = takeNext()
    guard !hasFailed else { return nil }
    if case .value = origin { return earlier(name, coding) }
    guard let condition = next.condition else {
      let value = optional(name, next, coding)
      if isComplete, wasAbsent, !hasFailed { fail(.missing, at: name) }
      return value
    }
    switch isTrue(condition) {
    case true?:
      let value = optional(name, next, coding)
      if value == nil, next.isNonNull, !hasFailed { fail(wasAbsent ? .missing : .null, at: name) }
      return value
    case false?: return nil
    case nil:
      let state = json.state
      let value = optional(name, next, coding)
      if hasFailed {
        // Another selection brought the field, or the server left something out.
        _ = recover(ifMissing: state)
      } else if value == nil, next.isNonNull, !wasAbsent {
        fail(.null, at: name)
      }
      return value
    }
  }

  /// Reads a value or nil from JSON text or another decoder.
  private mutating func optional<Coding: FieldCoding>(
    _ name: StaticString, _ next: NextField, _ coding: Coding.Type
  ) -> Coding.Value? {
    switch origin {
    case .json where next.paths.isEmpty:
      return memberIfPresent(name, expected: Coding.expected) { fields throws(JSONFailure) in
        try Coding.read(&fields)
      }
    case .json: return located(next, isRequired: false, coding)
    case .decoder(let fields):
      return decoded(next) { reader throws in
        let (fields, name) = try fields.place(of: name, next)
        let isNull = try fields.isNull(name)
        reader.wasAbsent = isNull == nil
        return isNull == false ? try Coding.decode(name, from: fields, &reader) : nil
      } ?? nil
    case .value: return nil
    }
  }

  private mutating func decoded<Value>(
    _ next: NextField, _ read: (inout FieldReader) throws -> Value
  ) -> Value? {
    do {
      let value = try read(&self)
      return hasFailed ? nil : value
    } catch {
      if next.isLenient { recover() } else { fail(error) }
      return nil
    }
  }

  // MARK: Locations

  /// Reads the value at a location. Afterwards, the position is the same.
  private mutating func located<Coding: FieldCoding>(
    _ next: NextField, isRequired: Bool, _ coding: Coding.Type
  ) -> Coding.Value? {
    let state = json.state
    var value: Coding.Value?
    do throws(JSONFailure) {
      if try moveToValue(at: next.paths) {
        value = try Coding.read(&self)
      } else if isRequired {
        throw wasAbsent ? .missing : .null
      }
    } catch {
      fail(error, path: next.paths.last ?? [])
      if next.isLenient { recover() }
    }
    if !hasFailed { json.restore(state) }
    return value
  }

  /// Moves to the first value of several paths that is not null.
  private mutating func moveToValue(at paths: [[String]]) throws(JSONFailure) -> Bool {
    let state = json.state
    for path in paths {
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

  // MARK: Conditions

  /// Whether a condition is true; nil if the variables are not known.
  ///
  /// - Parameter condition: `a && !b || c`, with names of variables. Empty if it is always false.
  mutating func isTrue(_ condition: StaticString) -> Bool? {
    if condition.utf8CodeUnitCount == 0 { return false }
    guard let variables else { return nil }
    let text = condition.description
    if let known = conditions[text] { return known }
    let result = text.split(separator: " || ").contains { alternative in
      alternative.split(separator: " && ").allSatisfy { factor in
        factor.hasPrefix("!")
          ? variables[String(factor.dropFirst())] != true : variables[String(factor)] == true
      }
    }
    conditions[text] = result
    return result
  }
}

nonisolated extension DecodedFields {
  /// The fields and the key of a field's value.
  func place(of name: StaticString, _ next: NextField) throws -> (DecodedFields, String) {
    for (index, path) in next.paths.enumerated() {
      guard let key = path.last else { continue }
      let isLast = index == next.paths.count - 1
      let inner = try path.dropLast().reduce(self) { try $0.insideIfAny($1) }
      if try isLast || inner.isPresent(key) { return (inner, key) }
    }
    return (self, name.description)
  }
}
