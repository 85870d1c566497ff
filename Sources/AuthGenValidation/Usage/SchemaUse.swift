// Where operations use what has changed in their schema.

import AuthGenLanguage
import AuthGenTypeSystem

/// One place in an operation or fragment that a change of the schema touches.
package struct SchemaUse: Hashable, Sendable {
  /// What stands at the place.
  package enum Part: String, Sendable {
    case operation
    case selection
    case argument
    case inputField
    case value
    case variable
    case typeCondition
    case directive
  }

  /// The operations of the document are numbered first, then its fragments.
  package let definition: Int
  package let part: Part
  package let position: Position
}

/// What is looked for: an element of the schema in one of the ways in which operations depend on it.
struct UseKey: Hashable {
  enum Aspect: Hashable {
    /// It is named, or a value of it is written.
    case named
    /// It is the type of a field that is selected.
    case selected
    /// It can be part of a variable's value.
    case variable
    /// It could be given, and is not, or may not be at run time.
    case leftOut
    /// It is applied more than once to the same.
    case repeated
  }

  let element: ChangedElement
  let aspect: Aspect

  init(_ element: ChangedElement, _ aspect: Aspect = .named) {
    self.element = element
    self.aspect = aspect
  }

  /// What it is left out of, if it is looked for where it is left out.
  var owner: ChangedElement? {
    guard aspect == .leftOut else { return nil }
    return switch element {
    case .argument(_, let field, let type): .field(field, of: type)
    case .inputField(_, let type): .type(type)
    case .directiveArgument(_, let directive): .directive(directive)
    default: nil
    }
  }

  /// The name of the argument or input field.
  var name: Symbol? {
    switch element {
    case .argument(let name, _, _), .inputField(let name, _), .directiveArgument(let name, _): name
    default: nil
    }
  }
}

extension SchemaChange {
  /// The ways in which operations are touched by the change.
  func useKeys(old: Schema, new: Schema) -> [UseKey] {
    switch element {
    case .schema: []
    case .root, .field, .directiveLocation: [UseKey(element)]
    case .type(let type): typeKeys(type, new: new)
    case .argument(let name, let field, let type):
      argumentKeys(name, field, type, old: old, new: new)
    case .inputField(let name, let type): inputFieldKeys(name, type, new: new)
    case .enumValue(_, let type): enumValueKeys(type)
    case .member(_, let type):
      switch kind {
      case .typeAddedToUnion, .implementedInterfaceAdded:
        [UseKey(.type(type)), UseKey(.type(type), .selected)]
      default: [UseKey(element)]
      }
    case .directive: [UseKey(element, kind == .directiveRepeatableRemoved ? .repeated : .named)]
    case .directiveArgument(let name, let directive):
      directiveArgumentKeys(name, directive, new: new)
    }
  }

  private func typeKeys(_ type: Symbol, new: Schema) -> [UseKey] {
    guard kind == .typeAdded else {
      return [UseKey(element), UseKey(element, .selected), UseKey(element, .variable)]
    }
    // Objects of a new type may come wherever an interface of it is selected.
    return (new.type(type)?.interfaces ?? []).flatMap { interface in
      [UseKey(.type(interface.symbol)), UseKey(.type(interface.symbol), .selected)]
    }
  }

  private func argumentKeys(
    _ name: Symbol, _ field: Symbol, _ type: Symbol, old: Schema, new: Schema
  ) -> [UseKey] {
    var keys = inputKeys
    switch kind {
    case .argumentChangedKind:
      let definition = new.typeID(type).flatMap { new.field(field, of: $0) }
      if definition?.arguments.first(where: { $0.name.symbol == name })?.isRequired == true {
        keys.append(UseKey(element, .leftOut))
      }
    case .argumentDefaultValueChange, .argumentDefaultValueRemoved, .argumentDefaultValueAdded:
      // Selected by way of an interface, an object's field has its own default values.
      for interface in old.type(type)?.interfaces ?? [] {
        keys.append(UseKey(.argument(name, field: field, of: interface.symbol), .leftOut))
      }
    default: break
    }
    return keys
  }

  private func inputFieldKeys(_ name: Symbol, _ type: Symbol, new: Schema) -> [UseKey] {
    var keys = inputKeys + [UseKey(.type(type), .variable)]
    if kind == .inputFieldChangedKind,
      new.typeID(type).flatMap({ new.inputField(name, of: $0) })?.isRequired == true
    {
      keys.append(UseKey(element, .leftOut))
    }
    return keys
  }

  private func directiveArgumentKeys(
    _ name: Symbol, _ directive: Symbol, new: Schema
  ) -> [UseKey] {
    let arguments = new.directive(directive)?.arguments ?? []
    let isRequired = arguments.first { $0.name.symbol == name }?.isRequired == true
    let becomesRequired = kind == .directiveArgumentChangedKind && isRequired
    return inputKeys + (becomesRequired ? [UseKey(element, .leftOut)] : [])
  }

  /// Of an argument or input field.
  private var inputKeys: [UseKey] {
    switch kind {
    case .requiredArgumentAdded, .optionalArgumentAdded, .requiredInputFieldAdded,
      .optionalInputFieldAdded, .requiredDirectiveArgumentAdded, .optionalDirectiveArgumentAdded:
      [UseKey(element), UseKey(element, .leftOut)]
    case .argumentDefaultValueChange, .argumentDefaultValueRemoved, .argumentDefaultValueAdded,
      .inputFieldDefaultValueChange, .inputFieldDefaultValueRemoved, .inputFieldDefaultValueAdded,
      .directiveArgumentDefaultValueChange, .directiveArgumentDefaultValueRemoved,
      .directiveArgumentDefaultValueAdded:
      [UseKey(element, .leftOut)]
    default:
      [UseKey(element)]
    }
  }

  private func enumValueKeys(_ type: Symbol) -> [UseKey] {
    switch kind {
    case .valueAddedToEnum: [UseKey(element), UseKey(.type(type), .selected)]
    case .valueRemovedFromEnum:
      [UseKey(element), UseKey(.type(type), .selected), UseKey(.type(type), .variable)]
    default: [UseKey(element), UseKey(.type(type), .variable)]
    }
  }
}
