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
    for (old, new) in match.common { compare(old, new, of: type) }
  }

  private mutating func compare(
    _ before: FieldDefinition, _ after: FieldDefinition, of type: Symbol
  ) {
    let name = before.name.symbol
    let element = SchemaElement.field(name, of: type)
    let (oldPlace, newPlace) = (before.name.position, after.name.position)
    compareTexts(element, before, after)
    if let message = changeOfType(before.type, after.type) {
      if after.type.isCompatible(with: before.type) {
        note(
          .fieldChangedKindSafe, .safe, element, message: message,
          consequence: "responses have the form that they had, with null in fewer places",
          old: oldPlace,
          new: newPlace)
      } else {
        note(
          .fieldChangedKind, .breaking, element, message: message,
          consequence: before.type.hasSameListsAndName(as: after.type)
            ? "responses can be null where clients expect a value"
            : "responses have another form than clients expect",
          old: oldPlace, new: newPlace)
      }
    }
    if before.arguments.isEmpty, after.arguments.isEmpty { return }
    compareInputs(
      before.arguments, after.arguments, parent: newPlace, kinds: .argument,
      terms: InputTerms(
        noun: "argument", given: "operations that give it are refused",
        left: "operations that select the field without it are refused",
        behaviour: "operations that omit it may get a different response"),
      element: { .argument($0, field: name, of: type) })
  }

  mutating func compareInputFields(_ before: TypeDefinition, _ after: TypeDefinition) {
    let type = before.name.symbol
    compareInputs(
      before.inputFields, after.inputFields, parent: after.name.position, kinds: .inputField,
      terms: InputTerms(
        noun: "input field", given: "requests that give it are refused",
        left: "requests that give an object without it are refused",
        behaviour: "requests that omit it may get a different response"),
      element: { .inputField($0, of: type) })
  }

  mutating func compareOneOf(_ before: TypeDefinition, _ after: TypeDefinition) {
    let (was, isNow) = (before.directives[.oneOf] != nil, after.directives[.oneOf] != nil)
    guard was != isNow else { return }
    let element = SchemaElement.type(before.name.symbol)
    let (oldPlace, newPlace) = (before.name.position, after.name.position)
    if isNow {
      note(
        .oneOfAdded, .breaking, element, message: "it takes exactly one of its fields now (@oneOf)",
        consequence: "requests that give several of them, or none, are refused", old: oldPlace,
        new: newPlace)
    } else {
      note(
        .oneOfRemoved, .safe, element,
        message: "it takes any of its fields now, not just one of them",
        consequence: "requests that give one remain valid", old: oldPlace, new: newPlace)
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

  /// The kinds of changes for arguments or for input fields.
  struct InputKinds {
    let removed, changed, changedSafely, requiredAdded, optionalAdded: SchemaChangeKind
    let defaultRemoved, defaultChanged, defaultAdded: SchemaChangeKind
  }

  mutating func compareInputs(
    _ before: [InputValueDefinition], _ after: [InputValueDefinition], parent: Position,
    kinds: InputKinds, terms: InputTerms, element: (Symbol) -> SchemaElement
  ) {
    let match = NameMatch(before, after)
    for input in match.removed {
      note(
        kinds.removed, .breaking, element(input.name.symbol),
        message: "the \(terms.noun) was removed",
        consequence: terms.given, old: input.name.position, parent: parent)
    }
    for input in match.added {
      let message = "the \(terms.noun) was added, of type \(input.type.text(symbols))"
      if input.isRequired {
        note(
          kinds.requiredAdded, .breaking, element(input.name.symbol),
          message: message + ", and is required",
          consequence: terms.left, new: input.name.position)
      } else {
        note(
          kinds.optionalAdded, terms.isNoticed ? .dangerous : .safe, element(input.name.symbol),
          message: message, consequence: terms.behaviour, new: input.name.position)
      }
    }
    for (old, new) in match.common {
      compare(old, new, kinds: kinds, terms: terms, element: element(old.name.symbol))
    }
  }

  private mutating func compare(
    _ before: InputValueDefinition, _ after: InputValueDefinition, kinds: InputKinds,
    terms: InputTerms, element: SchemaElement
  ) {
    let (oldPlace, newPlace) = (before.name.position, after.name.position)
    compareTexts(element, before, after)
    if let message = changeOfType(before.type, after.type) {
      if before.type.isCompatible(with: after.type) {
        note(
          kinds.changedSafely, .safe, element, message: message,
          consequence: "all earlier values remain valid",
          old: oldPlace, new: newPlace)
      } else {
        note(
          kinds.changed, .breaking, element, message: message,
          consequence: before.type.hasSameListsAndName(as: after.type)
            ? "requests that give null or omit it are refused"
            : "values and variables of the old type are refused",
          old: oldPlace, new: newPlace)
      }
    }
    compareDefaults(before, after, kinds: kinds, terms: terms, element: element)
  }

  private mutating func compareDefaults(
    _ before: InputValueDefinition, _ after: InputValueDefinition, kinds: InputKinds,
    terms: InputTerms, element: SchemaElement
  ) {
    let (oldPlace, newPlace) = (before.name.position, after.name.position)
    switch (before.defaultValue, after.defaultValue) {
    case (let value?, nil):
      let text = text(of: value)
      if after.type.isNonNull {
        note(
          kinds.defaultRemoved, .breaking, element,
          message: "its default value \(text) was removed, and it is required now",
          consequence: terms.left,
          old: oldPlace, new: newPlace)
      } else {
        note(
          kinds.defaultRemoved, .dangerous, element,
          message: "its default value \(text) was removed",
          consequence: terms.behaviour, old: oldPlace, new: newPlace)
      }
    case (nil, let value?):
      // Requests could not omit a required input.
      let wasRequired = before.type.isNonNull
      note(
        kinds.defaultAdded, wasRequired ? .safe : .dangerous, element,
        message: "it has a default value now, \(text(of: value))",
        consequence: wasRequired ? "every request gives it already" : terms.behaviour,
        old: oldPlace,
        new: newPlace)
    case (let first?, let second?) where !sources.areEqual(first, second, of: after.type):
      note(
        kinds.defaultChanged, .dangerous, element,
        message: "its default value was \(text(of: first)) and is now \(text(of: second))",
        consequence: terms.behaviour,
        old: oldPlace, new: newPlace)
    default: break
    }
  }

  private func changeOfType(_ before: TypeReference, _ after: TypeReference) -> String? {
    before.isSameType(as: after)
      ? nil : "its type was \(before.text(symbols)) and is now \(after.text(symbols))"
  }

  /// Returns the value on one line, shortened if it is long.
  private func text(of value: Value) -> String {
    var bytes: [UInt8] = []
    bytes.append(value, symbols, sources)
    let text = String(decoding: bytes, as: UTF8.self)
    return text.count > 60 ? text.prefix(60) + "…" : text
  }
}

extension SchemaDiff.InputKinds {
  fileprivate static let argument = Self(
    removed: .argumentRemoved, changed: .argumentChangedKind,
    changedSafely: .argumentChangedKindSafe, requiredAdded: .requiredArgumentAdded,
    optionalAdded: .optionalArgumentAdded, defaultRemoved: .argumentDefaultValueRemoved,
    defaultChanged: .argumentDefaultValueChange, defaultAdded: .argumentDefaultValueAdded)

  fileprivate static let inputField = Self(
    removed: .inputFieldRemoved, changed: .inputFieldChangedKind,
    changedSafely: .inputFieldChangedKindSafe, requiredAdded: .requiredInputFieldAdded,
    optionalAdded: .optionalInputFieldAdded, defaultRemoved: .inputFieldDefaultValueRemoved,
    defaultChanged: .inputFieldDefaultValueChange, defaultAdded: .inputFieldDefaultValueAdded)

  static let directiveArgument = Self(
    removed: .directiveArgumentRemoved, changed: .directiveArgumentChangedKind,
    changedSafely: .directiveArgumentChangedKindSafe,
    requiredAdded: .requiredDirectiveArgumentAdded, optionalAdded: .optionalDirectiveArgumentAdded,
    defaultRemoved: .directiveArgumentDefaultValueRemoved,
    defaultChanged: .directiveArgumentDefaultValueChange,
    defaultAdded: .directiveArgumentDefaultValueAdded)
}
