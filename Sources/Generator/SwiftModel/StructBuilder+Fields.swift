// Adds the properties for a struct's fields, and the structs of their selections.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenTypeSystem

extension StructBuilder {
  mutating func propertyNames(_ fields: [CollectedField]) -> [String] {
    draft.members.claim(
      fields.map { field in
        let own = MemberKey(
          type: schema.name(of: field.owner).symbol, member: field.field.name.symbol)
        if field.field.alias == nil, let renamed = context.renames.members[own] {
          return (renamed, renamed)
        }
        return (text.spelling(field.field.responseName), text.member(field.field.responseName))
      })
  }

  mutating func addTypename() {
    let name = draft.members.claim(text.member(.typename))
    draft.model.properties.append(
      PropertyModel(
        name: name, storageName: name, responseName: "__typename", type: .scalar("String"),
        isConditional: false, documentation: ["The name of the object's type."], deprecation: nil))
  }

  mutating func add(_ field: CollectedField, named name: String) {
    draft.model.properties.append(property(field, named: name))
    note(field)
  }

  private mutating func note(_ field: CollectedField) {
    let name = field.field.responseName
    if field.field.selectionSet != nil { draft.shape.composites.append(name) }
    if !field.isConditional {
      if field.definition.type.isNonNull {
        draft.shape.certain.insert(name, at: 0)
      } else {
        draft.shape.certain.append(name)
      }
    }
  }

  private mutating func property(_ field: CollectedField, named name: String) -> PropertyModel {
    let own = draft.mapping?.fields[context.symbols[field.field.name.symbol]]
    let definition = field.definition
    var type = context.swiftType(
      definition.type, base: base(field, own?.object))
    if field.isConditional { type = type.optional }
    let deprecation = context.deprecation(definition.directives)
    let isComputed = deprecation != nil || type.isIndirect
    return PropertyModel(
      field: MemberKey(
        type: schema.name(of: field.owner).symbol, member: field.field.name.symbol),
      name: name, storageName: isComputed ? draft.members.claim(name + "Storage") : name,
      responseName: text.spelling(field.field.responseName),
      paths: own.map { PropertyPathsModel($0, areIDs: definition.type.symbol == .id) },
      type: type,
      isConditional: field.isConditional, documentation: text.lines(definition.description),
      deprecation: deprecation)
  }

  /// Returns the Swift type for the innermost named type of a field's type.
  private mutating func base(_ field: CollectedField, _ mapping: ObjectMapping?) -> SwiftType {
    let symbol = field.definition.type.symbol
    guard let type = schema.typeID(symbol) else { return context.scalar(symbol) }
    if schema.kind(of: type).isComposite {
      var name = text.type(field.field.responseName)
      if field.definition.type.isList {
        name = SwiftName.singular(name, typeName: text.spelling(symbol))
      }
      return .object(
        composite(name, type, field.innerSelections, isRoot: true, mapping: mapping))
    }
    let owner = schema.name(of: field.owner).symbol
    if context.semantics.isSecret(field.definition.name.symbol, of: owner, value: symbol) {
      return .scalar("Secret")
    }
    if schema.kind(of: type) == .enum {
      enums.insert(symbol)
      if let name = names.schemaTypes[symbol] { return .openEnum(name) }
    }
    return context.scalar(symbol)
  }

  /// Returns the fragment that is the whole selection, or a nested struct.
  mutating func composite(
    _ preferredName: String, _ type: TypeID, _ selections: [AppliedSelections], isRoot: Bool,
    mapping: ObjectMapping?
  ) -> String {
    let collected = collector.collect(selections, on: type)
    if let fragment = collected.onlySpread, let name = names.fragments[fragment] { return name }
    let name = draft.members.claimType(preferredName)
    draft.model.nested.append(
      build(name, type, collected, from: isRoot ? selections : [], mapping: mapping).model)
    return name
  }
}
