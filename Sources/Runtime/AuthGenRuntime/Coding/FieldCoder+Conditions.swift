// Fields and fragments with @include and @skip.
// https://spec.graphql.org/September2025/#sec--skip

nonisolated extension FieldCoder {
  public mutating func optionalString(
    _ name: StaticString, _ value: inout String?, if condition: StaticString, nonNull: Bool = false
  ) {
    optional(name, &value, if: condition, nonNull) { $0.optionalString(name, &$1) }
  }

  public mutating func optionalInt(
    _ name: StaticString, _ value: inout Int?, if condition: StaticString, nonNull: Bool = false
  ) {
    optional(name, &value, if: condition, nonNull) { $0.optionalInt(name, &$1) }
  }

  public mutating func optionalDouble(
    _ name: StaticString, _ value: inout Double?, if condition: StaticString, nonNull: Bool = false
  ) {
    optional(name, &value, if: condition, nonNull) { $0.optionalDouble(name, &$1) }
  }

  public mutating func optionalBool(
    _ name: StaticString, _ value: inout Bool?, if condition: StaticString, nonNull: Bool = false
  ) {
    optional(name, &value, if: condition, nonNull) { $0.optionalBool(name, &$1) }
  }

  public mutating func optionalStrings(
    _ name: StaticString, _ value: inout [String]?, if condition: StaticString,
    nonNull: Bool = false
  ) {
    optional(name, &value, if: condition, nonNull) { $0.optionalStrings(name, &$1) }
  }

  public mutating func optionalEnumValue<Value: OpenEnum>(
    _ name: StaticString, _ value: inout Value?, if condition: StaticString, nonNull: Bool = false
  ) {
    optional(name, &value, if: condition, nonNull) { $0.optionalEnumValue(name, &$1) }
  }

  public mutating func optionalValue<Value: Codable>(
    _ name: StaticString, _ value: inout Value?, if condition: StaticString, nonNull: Bool = false
  ) {
    optional(name, &value, if: condition, nonNull) { $0.optionalValue(name, &$1) }
  }

  public mutating func optionalObject<Object: ResponseObject>(
    _ name: StaticString, _ value: inout Object?, if condition: StaticString, nonNull: Bool = false
  ) {
    optional(name, &value, if: condition, nonNull) { $0.optionalObject(name, &$1) }
  }

  public mutating func optionalObjects<Object: ResponseObject>(
    _ name: StaticString, _ value: inout [Object]?, if condition: StaticString,
    nonNull: Bool = false
  ) {
    optional(name, &value, if: condition, nonNull) { $0.optionalObjects(name, &$1) }
  }

  public mutating func optionalNullableObjects<Object: ResponseObject>(
    _ name: StaticString, _ value: inout [Object?]?, if condition: StaticString,
    nonNull: Bool = false
  ) {
    optional(name, &value, if: condition, nonNull) { $0.optionalNullableObjects(name, &$1) }
  }

  /// Reads a field that is selected under a condition. If the condition is false, the field is nil,
  /// even if another selection added it to the response.
  ///
  /// - Parameters:
  ///   - condition: names of Boolean variables, in disjunctive normal form: `a && !b || c`.
  ///   - nonNull: whether the schema requires a value if the field is selected.
  ///   - visit: reads or writes the field.
  @inline(never)
  mutating func optional<Value>(
    _ name: StaticString, _ value: inout Value?, if condition: StaticString, _ nonNull: Bool,
    _ visit: (inout FieldCoder, inout Value?) -> Void
  ) {
    switch mode {
    case .json, .container:
      guard !hasFailed else { return }
      switch isTrue(condition) {
      case true?:
        visit(&self, &value)
        guard nonNull, !hasFailed, isNil(value) else { return }
        fail(wasAbsent ? .missing : .null, at: name)
      case false?: initialize(&value, to: nil)
      case nil:
        let state = json.state
        visit(&self, &value)
        if hasFailed {
          // Another selection brought the field, or the server left something out.
          guard failure?.isMissing == true else { return }
          json.restore(state)
          recover(&value)
        } else if nonNull, isNil(value), !wasAbsent {
          fail(.null, at: name)
        }
      }
    case .encoder:
      let outer = omitsNil
      omitsNil = true
      visit(&self, &value)
      omitsNil = outer
    case .reflection, .comparison, .removal: visit(&self, &value)
    }
  }
}

nonisolated extension FieldCoder {
  /// A fragment that is selected if a condition is true.
  ///
  /// - Parameters:
  ///   - value: the stored property.
  ///   - condition: names of Boolean variables, such as `a && !b || c`.
  ///   - names: fields that only this fragment selects. Without variables, a fragment is selected if
  ///     its non-null fields are present, and one of `names`, unless `names` is empty.
  @inline(never)
  public mutating func part<Part: ResponseObject>(
    _ value: inout Part?, if condition: StaticString, orAnyOf names: [StaticString] = []
  ) {
    guard mode == .json || mode == .container else { return optionalPart(&value) { _ in true } }
    guard !hasFailed else { return }
    switch isTrue(condition) {
    case let isSelected?: optionalPart(&value) { _ in isSelected }
    case nil where names.isEmpty || hasAny(of: names): optionalPartIfComplete(&value)
    case nil: if !hasFailed { initialize(&value, to: nil) }
    }
  }

  private func isNil<Value>(_ value: Value?) -> Bool {
    if case nil = value { true } else { false }
  }

  /// Whether a condition is true; nil if the variables are not known.
  ///
  /// - Parameter condition: `a && !b || c`, with names of variables.
  mutating func isTrue(_ condition: StaticString) -> Bool? {
    if condition.utf8CodeUnitCount == 0 { return false }
    guard let variables else { return nil }
    if let known = conditions[condition.utf8Start] { return known }
    let text = condition.description
    let result = text.split(separator: " || ").contains { alternative in
      alternative.split(separator: " && ").allSatisfy { factor in
        factor.hasPrefix("!")
          ? variables[String(factor.dropFirst())] != true : variables[String(factor)] == true
      }
    }
    conditions[condition.utf8Start] = result
    return result
  }
}
