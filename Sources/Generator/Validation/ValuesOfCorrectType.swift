// Checks whether a value matches an input type: default values and directive arguments in schemas,
// and all values in operations.
// https://spec.graphql.org/September2025/#sec-Values-of-Correct-Type

import AuthGenLanguage
import AuthGenTypeSystem

/// Checks values against input types.
struct ValuesOfCorrectType {
  static let rule = Diagnostic.Rule.valuesOfCorrectType

  let schema: Schema
  let symbols: SymbolTable
  let sources: SourceMap
  private var given: SymbolMarks
  /// The names of the required fields of each input object type, created on demand.
  private var requiredFields: [TypeID: [Symbol]] = [:]

  init(schema: Schema, symbols: SymbolTable, sources: SourceMap) {
    self.schema = schema
    self.symbols = symbols
    self.sources = sources
    given = SymbolMarks(symbols)
  }

  /// Reports every part of `value` that does not match. Adds all variables in the value to `uses`.
  ///
  /// - Parameters:
  ///   - type: the expected type. If it is nil, unknown or not an input type, the value is not
  ///     checked, because another rule reports that.
  ///   - hasDefaultValue: whether the argument or input field has a default value.
  mutating func check(
    _ value: Value, type: TypeReference?, hasDefaultValue: Bool = false, _ report: inout Report,
    uses: inout [VariableUse]
  ) {
    var place = Place(type: nil, hasDefaultValue: hasDefaultValue, oneOf: nil)
    var id: TypeID?
    if let type, let found = schema.typeID(type.symbol), schema.types[found.index].isInputType {
      place.type = type
      id = found
    }
    check(value, place, id, &report, &uses)
  }

  /// Checks a constant value.
  mutating func check(_ value: Value, type: TypeReference?, _ report: inout Report) {
    var uses: [VariableUse] = []
    check(value, type: type, &report, uses: &uses)
  }

  /// The position of a value, and its type.
  private struct Place {
    var type: TypeReference?
    var hasDefaultValue = false
    var oneOf: VariableUse.OneOf?
  }

  /// - Parameter id: the named type in the position's type; nil if there is none.
  private mutating func check(
    _ value: Value, _ place: Place, _ id: TypeID?, _ report: inout Report,
    _ uses: inout [VariableUse]
  ) {
    switch value.kind {
    case .variable(let variable):
      uses.append(
        VariableUse(
          variable: variable, position: value.position, type: place.type,
          hasDefaultValue: place.hasDefaultValue, oneOf: place.oneOf))
    case .null:
      guard let type = place.type, type.isNonNull else { return }
      mismatch(value, type, &report, help: "the \"!\" in the type says that null is not allowed")
    case .list(let values):
      if let type = place.type, let id, !type.isList, !isCustomScalar(id) {
        mismatch(value, type, &report)
        // In a list at a wrong position, only the variables are collected.
        for value in values { collect(value, type.nullable, &uses) }
        return
      }
      let element = Place(type: place.type.map { $0.element ?? $0.nullable })
      for value in values { check(value, element, id, &report, &uses) }
    case .object(let fields):
      if let id, schema.types[id.index].kind == .inputObject {
        check(value, fields, id, &report, &uses)
      } else {
        if let type = place.type, let id, !isCustomScalar(id) { mismatch(value, type, &report) }
        for field in fields { check(field.value, Place(), nil, &report, &uses) }
      }
    default:
      if let type = place.type, let id { checkLeaf(value, type, id, &report) }
    }
  }

  private func collect(_ value: Value, _ type: TypeReference?, _ uses: inout [VariableUse]) {
    switch value.kind {
    case .variable(let variable):
      uses.append(
        VariableUse(
          variable: variable, position: value.position, type: type, hasDefaultValue: false,
          oneOf: nil))
    case .list(let values): for value in values { collect(value, type, &uses) }
    case .object(let fields): for field in fields { collect(field.value, nil, &uses) }
    default: break
    }
  }

  // MARK: Input objects

  private mutating func check(
    _ value: Value, _ fields: [Value.ObjectField], _ id: TypeID, _ report: inout Report,
    _ uses: inout [VariableUse]
  ) {
    var count = 0
    given.removeAll()
    for field in fields where given.mark(field.name) == nil { count += 1 }
    checkRequiredFields(value, id, &report)
    let isOneOf = schema.types[id.index].directives[.oneOf] != nil
    if isOneOf { checkOneOf(value, fields, count, id, &report) }
    for field in fields {
      guard let definition = schema.inputField(field.name.symbol, of: id) else {
        unknown(field.name, id, &report)
        check(field.value, Place(), nil, &report, &uses)
        continue
      }
      let place = Place(
        type: definition.type, hasDefaultValue: definition.defaultValue != nil,
        oneOf: isOneOf ? .init(type: name(id), position: value.position) : nil)
      let type = schema.typeID(definition.type.symbol)
      check(field.value, place, type, &report, &uses)
    }
  }

  private mutating func checkRequiredFields(_ value: Value, _ id: TypeID, _ report: inout Report) {
    var missing: [Symbol] = []
    for name in requiredFields(of: id) where given[name] == nil {
      missing.append(name)
      if missing.count > 3 { break }
    }
    guard !missing.isEmpty else { return }
    let names = missing.prefix(3).map { "\"\(symbols[$0])\"" }.joined(separator: ", ")
    report.error(
      Self.rule,
      missing.count == 1
        ? "field \(names) of \(symbols[name(id)]) is required and not given"
        : "fields \(names)\(missing.count > 3 ? " and more" : "") of \(symbols[name(id)])"
          + " are required and not given",
      at: value.position, notes: definitionNote(id),
      help: "a non-null field without a default value must be given")
  }

  private mutating func requiredFields(of id: TypeID) -> [Symbol] {
    if let names = requiredFields[id] { return names }
    let names = schema.types[id.index].inputFields.filter(\.isRequired).map(\.name.symbol)
    requiredFields[id] = names
    return names
  }

  private func checkOneOf(
    _ value: Value, _ fields: [Value.ObjectField], _ count: Int, _ id: TypeID,
    _ report: inout Report
  ) {
    if count != 1 {
      report.error(
        Self.rule,
        "\(symbols[name(id)]) is a oneOf input object and takes exactly one field, found \(count)",
        at: value.position, notes: definitionNote(id), help: "give one of its fields")
    } else if let field = fields.first, field.value.isNull {
      report.error(
        Self.rule,
        "field \"\(symbols[field.name.symbol])\" of the oneOf input object \(symbols[name(id)])"
          + " must not be null",
        at: value.position, notes: definitionNote(id),
        help: "give it a value, or another field instead")
    }
  }

  private func unknown(_ field: Name, _ id: TypeID, _ report: inout Report) {
    guard !report.isFull else { return }
    let fields = schema.types[id.index].inputFields.lazy.map(\.name.symbol)
    let help =
      report.didYouMean(field.symbol, among: fields, symbols) ?? listed("its fields are", fields)
    report.error(
      Self.rule,
      "input object \(symbols[name(id)]) has no field \"\(symbols[field.symbol])\"",
      at: field.position, notes: definitionNote(id), help: help)
  }
}
