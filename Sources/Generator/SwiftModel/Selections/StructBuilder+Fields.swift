// Adds the properties for a struct's fields, and the structs of their selections.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenTypeSystem

extension StructBuilder {
  mutating func propertyNames(_ fields: [CollectedField]) -> [String] {
    let elements = fields.map { field in
      let name = field.field.responseName
      let rename = self.rename(of: field)
      return NameScope.Candidate(
        graphQL: context.symbols[name], preferred: rename?.value ?? text.member(name),
        position: field.field.position, rename: rename)
    }
    diagnostics += Renames.collisions(among: elements)
    return draft.scope.claim(elements, as: .member)
  }

  private func rename(of field: CollectedField) -> ClientSettings.Entry<String>? {
    guard field.field.alias == nil, !context.renames.members.isEmpty else { return nil }
    return context.renames.members[key(of: field)]
  }

  private func key(of field: CollectedField) -> MemberKey {
    MemberKey(type: schema.name(of: field.owner).symbol, member: field.field.name.symbol)
  }

  mutating func addTypename() {
    let name = draft.scope.claim(text.member(.typename), as: .member)
    draft.model.properties.append(
      PropertyModel(
        name: name, storageName: name, graphQLName: "__typename", type: .scalar("String"),
        documentation: ["The name of the object's type."], deprecation: nil))
    draft.shape.words += StoredSize.string
  }

  mutating func add(_ field: CollectedField, named name: String, type: SelectionType?) {
    draft.model.properties.append(property(field, named: name, type: type))
    guard !field.isConditional else { return }
    let certain = draft.shape.certain
    draft.shape.certain.insert(
      field.field.responseName, at: field.definition.type.isNonNull ? 0 : certain.count)
  }

  private mutating func property(
    _ field: CollectedField, named name: String, type selectionType: SelectionType?
  ) -> PropertyModel {
    let own = draft.mapping?.fields[context.symbols[field.field.name.symbol]]
    let definition = field.definition
    let fieldType = context.semantics.type(of: definition, in: schema.name(of: field.owner).symbol)
    let caught = caughtError(field)
    let built = selectionType.map { build($0, isRoot: true, mapping: own?.object) }
    let base = built.map { .object($0.name) } ?? leaf(field)
    var type = context.swiftType(fieldType, base: base)
    if field.isConditional || caught == .null { type = type.optional }
    if caught == .result { type = .result(type) }
    let deprecation = context.deprecation(definition.directives)
    let isIndirect = store(type, words: built?.shape.words ?? 0, isCaught: caught != nil)
    let wrapper: StorageWrapper? =
      isIndirect ? .indirect : context.hasPlaceholder(type) ? nil : .checked
    let isComputed = wrapper != nil || deprecation != nil
    let key = key(of: field)
    let responseName = context.symbols[field.field.responseName]
    var paths = own.map { PropertyPathsModel($0, areIDs: definition.type.symbol == .id) }
    if context.semantics.lenient.contains(key) {
      paths = paths ?? PropertyPathsModel(paths: [[responseName]], innerKeys: [], areIDs: false)
      paths?.isLenient = true
    }
    return PropertyModel(
      field: key, name: name,
      storageName: isComputed ? draft.scope.claim("_" + name, as: .member) : name,
      wrapper: wrapper,
      graphQLName: responseName, paths: paths, type: type, isCaught: caught != nil,
      condition: field.isConditional
        ? ConditionModel(
          text: field.conditions.text(context.symbols), isNonNull: fieldType.isNonNull) : nil,
      documentation: documentation(of: field),
      deprecation: deprecation)
  }

  private mutating func documentation(of field: CollectedField) -> [String] {
    var lines = documentation(field.definition.description)
    if field.isConditional, context.settings.documentation != .none {
      if !lines.isEmpty { lines.append("") }
      lines.append("Nil also if `@include` or `@skip` omits the field.")
    }
    return lines
  }

  /// Returns the Swift type for a field's scalar or enum.
  private mutating func leaf(_ field: CollectedField) -> SwiftType {
    let symbol = field.definition.type.symbol
    guard let type = schema.typeID(symbol) else { return context.scalar(symbol) }
    if context.semantics.isSecret(key(of: field), value: symbol) { return .scalar("Secret") }
    if schema.kind(of: type) == .enum {
      enums.insert(symbol)
      if let name = names.schemaTypes[symbol] { return .openEnum(name) }
    }
    if context.isUnmapped(type) { unmappedScalars.insert(symbol) }
    return context.scalar(symbol)
  }

  // MARK: Selections

  /// Returns the types of the fields' selections; nil for fields without selections.
  ///
  /// A nested struct is named after its field. The element of a list has the singular, unless another
  /// field has that name.
  mutating func selectionTypes(of fields: [CollectedField]) -> [SelectionType?] {
    var types: [SelectionType?] = []
    types.reserveCapacity(fields.count)
    var plurals: [(index: Int, names: [String])] = []
    for field in fields {
      let symbol = field.definition.type.symbol
      guard let type = schema.typeID(symbol), schema.kind(of: type).isComposite else {
        types.append(nil)
        continue
      }
      var selection = selectionType(field.innerSelections, on: type)
      if selection.isNested {
        let (own, typeName) = (text.type(field.field.responseName), text.type(symbol))
        let names = [own, typeName, own + typeName]
        let singular =
          field.definition.type.isList
          ? EnglishPlural.singular(own, typeName: context.symbols[symbol]) : own
        if singular == own {
          selection.name = draft.scope.claim(names, as: .type)
        } else {
          plurals.append((types.count, [singular, singular + "Element"] + names))
        }
      }
      types.append(selection)
    }
    for plural in plurals {
      types[plural.index]?.name = draft.scope.claim(plural.names, as: .type)
    }
    return types
  }

  /// Returns the fragment that is the whole selection, or a nested struct without a name.
  mutating func selectionType(
    _ selections: [AppliedSelections], on type: TypeID
  ) -> SelectionType {
    let collected = collector.collect(selections, on: type)
    let fragment = collected.onlySpread.flatMap { names.fragments[$0] }
    return SelectionType(
      name: fragment ?? "", type: type, selections: selections, collected: collected,
      isNested: fragment == nil)
  }

  /// Builds the struct for a selection, unless the selection is a fragment.
  ///
  /// - Returns: the name of the Swift type, and what the containing struct depends on.
  mutating func build(
    _ selection: SelectionType, isRoot: Bool, mapping: ObjectMapping?
  ) -> (name: String, shape: SelectionShape) {
    guard selection.isNested else {
      let fragment = selection.collected.onlySpread.flatMap { shapes[$0] }
      return (selection.name, fragment ?? SelectionShape())
    }
    let built = build(
      selection.name, selection.type, selection.collected,
      from: isRoot ? selection.selections : [], mapping: mapping)
    draft.model.nested.append(built.model)
    return (selection.name, built.shape)
  }

  /// Adds a stored property to the size of the struct.
  ///
  /// - Parameters:
  ///   - words: the size of an object.
  ///   - isCaught: whether the value catches errors. Then it is stored inline.
  /// - Returns: whether the value is stored out of line.
  mutating func store(_ type: SwiftType, words: Int, isCaught: Bool = false) -> Bool {
    if isCaught {
      draft.shape.words += words + StoredSize.words(of: type)
      return false
    }
    guard case .object = type.wrapped else {
      draft.shape.words += StoredSize.words(of: type)
      return false
    }
    let isIndirect = words > StoredSize.inlineLimit
    draft.shape.words += isIndirect ? 1 : words
    return isIndirect
  }
}
