// The uses through which a change affects operations.

import AuthGenLanguage
import AuthGenTypeSystem
import AuthGenValidation

extension SchemaChange {
  /// Returns the uses through which the change affects operations.
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
    // Objects of a new type can appear wherever one of its interfaces is selected.
    return (new.type(type)?.interfaces ?? []).flatMap { interface in
      [UseKey(.type(interface.symbol)), UseKey(.type(interface.symbol), .selected)]
    }
  }

  private func argumentKeys(
    _ name: Symbol, _ field: Symbol, _ type: Symbol, old: Schema, new: Schema
  ) -> [UseKey] {
    var keys = inputKeys
    switch kind {
    case .inputChangedKind:
      let definition = new.typeID(type).flatMap { new.field(field, of: $0) }
      if definition?.arguments.first(where: { $0.name.symbol == name })?.isRequired == true {
        keys.append(UseKey(element, .leftOut))
      }
    case .inputDefaultChanged, .inputDefaultRemoved, .inputDefaultAdded:
      // If a field is selected through an interface, the object's field has its own default values.
      for interface in old.type(type)?.interfaces ?? [] {
        keys.append(UseKey(.argument(name, field: field, of: interface.symbol), .leftOut))
      }
    default: break
    }
    return keys
  }

  private func inputFieldKeys(_ name: Symbol, _ type: Symbol, new: Schema) -> [UseKey] {
    var keys = inputKeys + [UseKey(.type(type), .variable)]
    if kind == .inputChangedKind,
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
    let becomesRequired = kind == .inputChangedKind && isRequired
    return inputKeys + (becomesRequired ? [UseKey(element, .leftOut)] : [])
  }

  /// The keys of an argument or input field.
  private var inputKeys: [UseKey] {
    switch kind {
    case .requiredInputAdded, .optionalInputAdded:
      [UseKey(element), UseKey(element, .leftOut)]
    case .inputDefaultChanged, .inputDefaultRemoved, .inputDefaultAdded:
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
