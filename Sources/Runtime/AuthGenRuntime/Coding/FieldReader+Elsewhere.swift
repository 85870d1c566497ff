// Values that are no members of the current JSON object, and fields with @include and @skip.
// https://spec.graphql.org/September2025/#sec--skip

/// How the next call of a reader differs from others.
nonisolated struct NextField {
  /// Paths of keys. The value is at the first one that has a value. Empty if the value is at its name.
  var paths: [[String]] = []
  /// Whether the value is also read in other forms, and counts as absent if it cannot be read.
  var isLenient = false
  /// The names of Boolean variables in disjunctive normal form, `a && !b || c`, on which the field depends.
  /// Nil if it is always selected.
  var condition: StaticString?
  /// Whether the schema requires a value if the field is selected.
  var isNonNull = false

  /// The keys that lead to the value, for errors.
  func path(_ name: StaticString) -> [String] { paths.last ?? [name.description] }
}

nonisolated extension FieldReader {
  /// Sets where the next value is: the first of several paths with a value.
  ///
  /// - Parameters:
  ///   - paths: keys, outermost first. The first path with a value counts.
  ///   - isLenient: whether the value is also read in other forms, such as a number as text. A nullable field
  ///     whose value cannot be read is nil. Other decoders read no other forms. Default: false.
  public mutating func at(_ paths: [String]..., isLenient: Bool = false) {
    next = NextField(paths: paths, isLenient: isLenient)
  }

  /// Sets the condition under which the next field is selected. If it is false, the field is nil, even if
  /// another selection added it to the response.
  ///
  /// - Parameters:
  ///   - condition: names of Boolean variables, in disjunctive normal form: `a && !b || c`.
  ///   - nonNull: whether the schema requires a value if the field is selected. Default: false.
  public mutating func only(if condition: StaticString, nonNull: Bool = false) {
    var field = next ?? NextField()
    (field.condition, field.isNonNull) = (condition, nonNull)
    next = field
  }

  /// Adds the last field, which is under a condition, to `nulls` if it was null.
  @inline(never)
  public func keepNull(_ name: StaticString, in nulls: inout NullFields) {
    if wasNull, !hasFailed { nulls.insert(name) }
  }

  /// Returns what is set for the next field, which then applies no more.
  mutating func takeNext() -> NextField {
    guard let next else { return NextField() }
    self.next = nil
    return next
  }

  // MARK: Fields

  /// Reads a value that is no member of the current JSON object, or under a condition.
  ///
  /// - Returns: nil after a problem, and if the field is absent or null.
  @inline(never)
  package mutating func elsewhere<Coding: FieldCoding>(
    _ name: StaticString, isRequired: Bool = false, _ coding: Coding.Type
  ) -> Coding.Value? {
    let next = takeNext()
    wasNull = false
    guard !hasFailed else { return nil }
    if case .value(let earlier) = origin {
      let property = earlier.next(name, &self)
      wasNull = earlier.wasNull
      return self.earlier(property, path: [name.description])
    }
    let isSelected = next.condition.map { isTrue($0) } ?? true
    if isSelected == false { return nil }
    let state = json.state
    let value = read(name, next, isRequired: isRequired, coding)
    wasNull = value == nil && !wasAbsent && !hasFailed
    if hasFailed {
      // Another selection brought the field, or the server left something out.
      if isSelected == nil { _ = recover(ifMissing: state) }
    } else if value == nil {
      let mustBePresent = isSelected == true && (isComplete || next.isNonNull)
      if isRequired || (wasAbsent ? mustBePresent : next.isNonNull) {
        fail(
          wasAbsent ? .missing : .null, path: next.path(name),
          expected: next.paths.isEmpty ? Coding.expected : nil)
      }
    }
    return value
  }

  private mutating func read<Coding: FieldCoding>(
    _ name: StaticString, _ next: NextField, isRequired: Bool, _ coding: Coding.Type
  ) -> Coding.Value? {
    if case .decoder(let fields) = origin {
      do {
        let value = try decode(name, fields, next, isRequired: isRequired, coding)
        if !hasFailed { return value }
      } catch {
        if next.isLenient, !isRequired { recover() } else { fail(error) }
      }
      return nil
    }
    let state = json.state
    do throws(JSONFailure) {
      if next.paths.isEmpty {
        let place = try json.find(name)
        wasAbsent = place.isNowhere
        let isAbsent = isRequired || Coding.readsNull ? wasAbsent : try isNull(place)
        let value =
          isAbsent
          ? nil
          : try self.value(
            coding, isLenient: next.isLenient, at: next.path(name))
        if let cursor = place.cursor { json.scanner.offset = cursor }
        return value
      }
      let value =
        try moveToValue(at: next.paths)
        ? try self.value(
          coding, isLenient: next.isLenient, at: next.path(name)) : nil
      json.restore(state)
      return value
    } catch {
      fail(error, path: next.path(name), expected: next.paths.isEmpty ? Coding.expected : nil)
      if next.isLenient, !isRequired { skipUnreadable(from: state) }
      return nil
    }
  }

  private mutating func decode<Coding: FieldCoding>(
    _ name: StaticString, _ fields: DecodedFields, _ next: NextField, isRequired: Bool,
    _ coding: Coding.Type
  ) throws -> Coding.Value? {
    guard let place = try fields.place(next.paths, orOf: name) else {
      if isRequired { throw fields.notFound(next.path(name).last ?? "") }
      wasAbsent = true
      return nil
    }
    if isRequired { return try Coding.decode(place.key, from: place.fields, &self) }
    let isNull = try place.fields.isNull(place.key)
    wasAbsent = isNull == nil
    return wasAbsent || isNull == true && !Coding.readsNull
      ? nil : try Coding.decode(place.key, from: place.fields, &self)
  }

  // MARK: Locations

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
      if try isNull(json.find(key)) { return false }
      _ = try json.enter()
    }
    guard let key = path.last else { return true }
    return try !isNull(json.find(key))
  }

  /// Whether there is no value at a place, or null.
  mutating func isNull(_ place: JSONReader.Place) throws(JSONFailure) -> Bool {
    wasAbsent = place.isNowhere
    return wasAbsent ? true : try json.scanner.skipNull()
  }

  // MARK: Conditions

  /// Whether the next field is under a condition.
  package var isConditional: Bool { next?.condition != nil }

  /// The condition of the next field, if the schema requires a value when the field is selected.
  package var conditionOfNonNull: StaticString? { next?.isNonNull == true ? next?.condition : nil }

  /// Whether a condition is true; nil if the variables are not known.
  ///
  /// - Parameter condition: `a && !b || c`, with names of variables. Empty if it is always false.
  package mutating func isTrue(_ condition: StaticString) -> Bool? {
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
