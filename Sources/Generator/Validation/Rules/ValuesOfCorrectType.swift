// Checks whether a value matches an input type: default values and directive arguments in schemas,
// and all values in operations.
// https://spec.graphql.org/September2025/#sec-Values-of-Correct-Type

import AuthGenLanguage
import AuthGenTypeSystem

extension Validator {
  /// Reports every part of `value` that does not match. Records all variables in the value.
  ///
  /// - Parameters:
  ///   - type: the expected type. If it is nil, unknown or not an input type, the value is not
  ///     checked, because another rule reports that.
  ///   - hasDefaultValue: whether the argument or input field has a default value.
  mutating func checkValuesOfCorrectType(
    _ value: Value, type: TypeReference?, hasDefaultValue: Bool = false
  ) {
    var place = Place(hasDefaultValue: hasDefaultValue)
    if let type, let id = schema.typeID(type.symbol), schema.types[id.index].isInputType {
      place.type = type
      place.id = id
    }
    check(value, at: place)
  }
}

/// The position of a value.
private struct Place {
  var type: TypeReference?
  /// The named type in `type`.
  var id: TypeID?
  var hasDefaultValue = false
  /// The oneOf input object, if the value is of one of its fields.
  var oneOf: Symbol?
}

extension Validator {
  private mutating func check(_ value: Value, at place: Place) {
    switch value.kind {
    case .variable(let variable):
      note(
        VariableUse(
          variable: variable, position: value.position, type: place.type,
          hasDefaultValue: place.hasDefaultValue, oneOf: place.oneOf))
    case .null:
      guard let type = place.type, type.isNonNull else { return }
      reportMismatch(value, type, help: "the \"!\" in the type says that null is not allowed")
    case .list(let values):
      var element = Place(type: place.type.map { $0.element ?? $0.nullable }, id: place.id)
      if let type = place.type, let id = place.id, !type.isList, !schema.isCustomScalar(id) {
        reportMismatch(value, type)
        // In a list at a wrong position, only the variables are recorded.
        element.id = nil
      }
      for value in values { check(value, at: element) }
    case .object(let fields):
      if let id = place.id, schema.types[id.index].kind == .inputObject {
        check(value, fields, of: id)
      } else {
        if let type = place.type, let id = place.id, !schema.isCustomScalar(id) {
          reportMismatch(value, type)
        }
        for field in fields { check(field.value, at: Place()) }
      }
    default:
      if let type = place.type, let id = place.id { checkLeaf(value, type, id) }
    }
  }

  // MARK: Input objects

  private mutating func check(_ value: Value, _ fields: [Argument], of id: TypeID) {
    var count = 0
    values.fields.removeAll()
    for field in fields where values.fields.mark(field.name) == nil { count += 1 }
    checkRequiredFields(value, of: id)
    let isOneOf = schema.types[id.index].directives[.oneOf] != nil
    if isOneOf { checkOneOf(value, fields, count, of: id) }
    for field in fields {
      guard let definition = schema.inputField(field.name.symbol, of: id) else {
        reportUnknownField(field.name, of: id)
        check(field.value, at: Place())
        continue
      }
      let name = schema.name(of: id).symbol
      let place = Place(
        type: definition.type, id: schema.typeID(definition.type.symbol),
        hasDefaultValue: definition.defaultValue != nil,
        oneOf: isOneOf ? name : nil)
      check(field.value, at: place)
    }
  }

  /// The names of the given fields must be marked.
  private mutating func checkRequiredFields(_ value: Value, of id: TypeID) {
    var missing: [Symbol] = []
    for name in requiredFields(of: id) where values.fields[name] == nil {
      missing.append(name)
      if missing.count > 3 { break }
    }
    guard !missing.isEmpty else { return }
    let (schema, symbols) = (schema, symbols)
    let names = missing.prefix(3).map { "\"\(symbols[$0])\"" }.joined(separator: ", ")
    let type = symbols[schema.name(of: id).symbol]
    report.error(
      .valuesOfCorrectType,
      missing.count == 1
        ? "field \(names) of \(type) is required and not given"
        : "fields \(names)\(missing.count > 3 ? " and more" : "") of \(type)"
          + " are required and not given",
      at: value.position, notes: schema.definitionNote(id, symbols),
      help: "a non-null field without a default value must be given")
  }

  private mutating func requiredFields(of id: TypeID) -> [Symbol] {
    if let names = values.requiredFields[id] { return names }
    let names = schema.types[id.index].inputFields.filter(\.isRequired).map(\.name.symbol)
    values.requiredFields[id] = names
    return names
  }

  /// - Parameter count: the number of distinct names of `fields`.
  private mutating func checkOneOf(
    _ value: Value, _ fields: [Argument], _ count: Int, of id: TypeID
  ) {
    let (schema, symbols) = (schema, symbols)
    if count != 1 {
      report.error(
        .valuesOfCorrectType,
        "\(symbols[schema.name(of: id).symbol]) is a oneOf input object and takes exactly one"
          + " field, found \(count)",
        at: value.position, notes: schema.definitionNote(id, symbols),
        help: "give one of its fields")
    } else if let field = fields.first, field.value.isNull {
      report.error(
        .valuesOfCorrectType,
        "field \"\(symbols[field.name.symbol])\" of the oneOf input object"
          + " \(symbols[schema.name(of: id).symbol]) must not be null",
        at: value.position, notes: schema.definitionNote(id, symbols),
        help: "give it a value, or another field instead")
    }
  }

  private mutating func reportUnknownField(_ field: Name, of id: TypeID) {
    guard !report.isFull else { return }
    let (schema, symbols) = (schema, symbols)
    let fields = schema.types[id.index].inputFields.lazy.map(\.name.symbol)
    let help =
      report.didYouMean(field.symbol, among: fields, symbols)
      ?? symbols.listed("its fields are", fields)
    report.error(
      .valuesOfCorrectType,
      "input object \(symbols[schema.name(of: id).symbol]) has no field"
        + " \"\(symbols[field.symbol])\"",
      at: field.position, notes: schema.definitionNote(id, symbols), help: help)
  }
}

extension Schema {
  func isCustomScalar(_ id: TypeID) -> Bool {
    types[id.index].kind == .scalar && !isSpecifiedScalar(id)
  }
}
