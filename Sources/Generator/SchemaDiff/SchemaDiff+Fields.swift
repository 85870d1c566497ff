// Compares the fields of objects and interfaces, and inputs: arguments and input fields.
// https://spec.graphql.org/September2025/#sec-Objects

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaDiff {
  mutating func compareFields(_ before: TypeDefinition, _ after: TypeDefinition) {
    let type = before.name.symbol
    let match = NameMatch(before.fields, after.fields)
    for field in match.removed {
      note(
        .fieldRemoved, .breaking, .field(field.name.symbol, of: type),
        message: "the field was removed",
        consequence: "operations that select it are refused", old: field.name.position,
        parent: after.name.position)
    }
    for field in match.added {
      note(
        .fieldAdded, .safe, .field(field.name.symbol, of: type),
        message: "the field was added, of type \(field.type.text(symbols))",
        consequence: "no operation can have selected it", new: field.name.position)
    }
    for (old, new) in match.common {
      compare(Pair(element: .field(old.name.symbol, of: type), old: old, new: new), of: type)
    }
  }

  private mutating func compare(_ pair: Pair<FieldDefinition>, of type: Symbol) {
    let (before, after) = (pair.old, pair.new)
    compareTexts(pair)
    if let message = changeOfType(before.type, after.type) {
      if after.type.isCompatible(with: before.type) {
        note(
          .fieldChangedKindSafe, .safe, pair, message: message,
          consequence: "the same responses, with null in fewer places")
      } else {
        note(
          .fieldChangedKind, .breaking, pair, message: message,
          consequence: NullabilityChange(before.type, after.type)?.effectOnResponses
            ?? "responses have a different form from what clients expect")
      }
      compareSecrecy(pair, before.type, after.type)
    }
    if before.arguments.isEmpty, after.arguments.isEmpty { return }
    compareInputs(
      before.arguments, after.arguments, parent: after.name.position,
      terms: InputTerms(
        noun: "argument", given: "operations that give it are refused",
        left: "operations that select the field without it are refused",
        behaviour: "operations that omit it may get a different response"),
      element: { .argument($0, field: before.name.symbol, of: type) })
  }

  mutating func compareInputFields(_ before: TypeDefinition, _ after: TypeDefinition) {
    compareInputs(
      before.inputFields, after.inputFields, parent: after.name.position,
      terms: InputTerms(
        noun: "input field", given: "requests that give it are refused",
        left: "requests that give an object without it are refused",
        behaviour: "requests that omit it may get a different response"),
      element: { .inputField($0, of: before.name.symbol) })
  }

  mutating func compareOneOf(_ pair: Pair<TypeDefinition>) {
    let (was, isNow) = (pair.old.directives[.oneOf] != nil, pair.new.directives[.oneOf] != nil)
    guard was != isNow else { return }
    if isNow {
      note(
        .oneOfAdded, .breaking, pair, message: "it takes exactly one of its fields now (@oneOf)",
        consequence: "requests that give several of them, or none, are refused")
    } else {
      note(
        .oneOfRemoved, .safe, pair,
        message: "it takes any of its fields now, not just one of them",
        consequence: "requests that give one remain valid")
    }
  }

  // MARK: Inputs

  /// The terms for changes of an argument or input field, and their effects.
  struct InputTerms {
    let noun: String
    /// The effect on requests that give a removed input.
    let given: String
    /// The effect on requests that omit a required input.
    let left: String
    /// The effect on requests that omit an input whose default value changed.
    let behaviour: String
    /// Whether an added input can change responses. False for directives, because only a request
    /// applies them.
    var isNoticed = true
  }

  mutating func compareInputs(
    _ before: [InputValueDefinition], _ after: [InputValueDefinition], parent: Position,
    terms: InputTerms, element: (Symbol) -> SchemaElement
  ) {
    let match = NameMatch(before, after)
    for input in match.removed {
      note(
        .inputRemoved, .breaking, element(input.name.symbol),
        message: "the \(terms.noun) was removed",
        consequence: terms.given, old: input.name.position, parent: parent)
    }
    for input in match.added {
      let message = "the \(terms.noun) was added, of type \(input.type.text(symbols))"
      if input.isRequired {
        note(
          .requiredInputAdded, .breaking, element(input.name.symbol),
          message: message + ", and is required",
          consequence: terms.left, new: input.name.position)
      } else {
        note(
          .optionalInputAdded, terms.isNoticed ? .dangerous : .safe, element(input.name.symbol),
          message: message, consequence: terms.behaviour, new: input.name.position)
      }
    }
    for (old, new) in match.common {
      compare(Pair(element: element(old.name.symbol), old: old, new: new), terms)
    }
  }

  private mutating func compare(_ pair: Pair<InputValueDefinition>, _ terms: InputTerms) {
    let (before, after) = (pair.old.type, pair.new.type)
    compareTexts(pair)
    if let message = changeOfType(before, after) {
      if before.isCompatible(with: after) {
        note(
          .inputChangedKindSafe, .safe, pair, message: message,
          consequence: "all earlier values remain valid")
      } else {
        note(
          .inputChangedKind, .breaking, pair, message: message,
          consequence: NullabilityChange(before, after)?.effectOnRequests(
            hasDefault: pair.new.defaultValue != nil)
            ?? "values and variables of the old type are refused")
      }
      compareSecrecy(pair, before, after)
    }
    compareDefaults(pair, terms)
  }

  private mutating func compareDefaults(_ pair: Pair<InputValueDefinition>, _ terms: InputTerms) {
    switch (pair.old.defaultValue, pair.new.defaultValue) {
    case (let value?, nil):
      let message = "its default value \(text(of: value)) was removed"
      if pair.new.type.isNonNull {
        note(
          .inputDefaultRemoved, .breaking, pair, message: message + ", and it is required now",
          consequence: terms.left)
      } else {
        note(
          .inputDefaultRemoved, .dangerous, pair, message: message, consequence: terms.behaviour)
      }
    case (nil, let value?):
      // Requests could not omit a required input.
      let wasRequired = pair.old.type.isNonNull
      note(
        .inputDefaultAdded, wasRequired ? .safe : .dangerous, pair,
        message: "it has a default value now, \(text(of: value))",
        consequence: wasRequired ? "every request gives it already" : terms.behaviour)
    case (let first?, let second?) where !sources.areEqual(first, second, of: pair.new.type):
      note(
        .inputDefaultChanged, .dangerous, pair,
        message: "its default value was \(text(of: first)) and is now \(text(of: second))",
        consequence: terms.behaviour)
    default: break
    }
  }

  private func changeOfType(_ before: TypeReference, _ after: TypeReference) -> String? {
    before.isSameType(as: after)
      ? nil : "its type was \(before.text(symbols)) and is now \(after.text(symbols))"
  }

  /// Returns the value on one line, shortened if it is long.
  func text(of value: Value) -> String {
    var bytes: [UInt8] = []
    bytes.append(value, symbols, sources)
    let text = String(decoding: bytes, as: UTF8.self)
    return text.count > 60 ? text.prefix(60) + "…" : text
  }
}
