// Adds the properties for a struct's fields, and the structs of their selections.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenTypeSystem

extension StructBuilder {
  mutating func propertyNames(
    _ fields: [CollectedField], in draft: inout StructDraft
  ) -> [String] {
    let elements = fields.map { field in
      let name = field.field.responseName
      let rename = field.field.alias == nil ? context.renames.members[field.key] : nil
      return NameScope.Candidate(
        graphQL: context.symbols[name], preferred: rename?.value ?? text.member(name),
        position: field.field.position, rename: rename)
    }
    draft.diagnostics += Renames.collisions(among: elements)
    return draft.scope.claim(elements, as: .member)
  }

  mutating func add(
    _ field: ResolvedField, named name: String, typeName: String, to draft: inout StructDraft
  ) {
    let (selection, definition) = (field.selection, field.selection.definition)
    let isAlways = selection.conditions.isAlways
    let own = draft.mapping?.fields[context.symbols[selection.field.name.symbol]]
    let fieldType = context.semantics.type(of: definition, in: selection.key.type)
    let words = build(typeName, field.type, mapping: own?.object, in: &draft).words
    let base: SwiftType = if case .leaf(let leaf) = field.type { leaf } else { .object(typeName) }
    var type = context.swiftType(fieldType, base: base)
    if !isAlways || field.caught == .null { type = type.optional }
    if field.caught == .result { type = .result(type) }
    let deprecation = context.deprecation(definition.directives)
    let isIndirect = draft.store(type, words: words, isCaught: field.caught != nil)
    let wrapper: StorageWrapper? =
      isIndirect ? .indirect : context.hasPlaceholder(type) ? nil : .checked
    let isComputed = wrapper != nil || deprecation != nil
    let responseName = context.symbols[selection.field.responseName]
    var paths = own.map { PropertyPathsModel($0, areIDs: definition.type.symbol == .id) }
    if context.semantics.lenient.contains(selection.key) {
      paths = paths ?? PropertyPathsModel(paths: [[responseName]], innerKeys: [], areIDs: false)
      paths?.isLenient = true
    }
    var documentation = documentation(definition.description)
    if !isAlways, context.settings.documentation != .none {
      if !documentation.isEmpty { documentation.append("") }
      documentation.append("Nil also if `@include` or `@skip` omits the field.")
    }
    draft.model.properties.append(
      PropertyModel(
        field: selection.key, name: name,
        storageName: isComputed ? draft.scope.claim("_" + name, as: .member) : name,
        wrapper: wrapper,
        graphQLName: responseName, paths: paths, type: type, isCaught: field.caught != nil,
        condition: isAlways
          ? nil
          : ConditionModel(
            text: selection.conditions.text(context.symbols), isNonNull: fieldType.isNonNull),
        documentation: documentation, deprecation: deprecation))
    guard isAlways else { return }
    let index = definition.type.isNonNull ? 0 : draft.shape.certain.count
    draft.shape.certain.insert(selection.field.responseName, at: index)
  }

  /// Returns the names of the fields' structs; an empty one for other fields.
  ///
  /// A nested struct is named after its field. The element of a list has the singular, unless another
  /// field has that name.
  mutating func typeNames(
    of fields: [ResolvedField], in draft: inout StructDraft
  ) -> [String] {
    var typeNames: [String] = []
    typeNames.reserveCapacity(fields.count)
    var plurals: [(index: Int, names: [String])] = []
    for field in fields {
      switch field.type {
      case .leaf: typeNames.append("")
      case .fragment(let name): typeNames.append(name)
      case .nested:
        let type = field.selection.definition.type
        let (own, typeName) = (
          text.type(field.selection.field.responseName), text.type(type.symbol)
        )
        let names = [own, typeName, own + typeName]
        let singular =
          type.isList
          ? EnglishPlural.singular(own, typeName: context.symbols[type.symbol]) : own
        if singular == own {
          typeNames.append(draft.scope.claim(names, as: .type))
        } else {
          plurals.append((typeNames.count, [singular, singular + "Element"] + names))
          typeNames.append("")
        }
      }
    }
    for plural in plurals {
      typeNames[plural.index] = draft.scope.claim(plural.names, as: .type)
    }
    return typeNames
  }
}
