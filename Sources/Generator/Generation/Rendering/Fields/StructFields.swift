// The structs of responses and their members.

import AuthGenConnectors
import AuthGenMustache
import AuthGenSwiftModel

extension Context {
  /// - Parameters:
  ///   - indentation: the columns before the struct.
  ///   - conformances: the struct's own conformances, if they differ from those of nested structs.
  ///   - fragment: the fragment, if the struct is for one.
  ///   - hasDocument: whether the struct includes the fragment's text.
  mutating func structFields(
    _ type: StructModel, _ style: StructStyle, indentation: Int = 0,
    conformances: String? = nil, fragment: FragmentModel? = nil, hasDocument: Bool = false
  ) -> Value {
    let inner = indentation + 2
    var parameters: [Parameter] = []
    parameters.reserveCapacity(type.properties.count + type.parts.count + 1)
    let properties = list(type.properties) { property, context in
      let parameter = context.parameter(for: property)
      parameters.append(parameter)
      return context.propertyFields(property, parameter, indentation: inner, of: type)
    }
    let parts = type.parts.map { part in
      let partType = text(of: part.type, isDeferred: part.deferral != nil)
      let parameter = self.parameter(
        name: part.name, storage: part.storageName,
        type: part.isAlwaysThere ? partType : partType + "?",
        wrapper: part.isIndirect ? .indirect : nil)
      parameters.append(parameter)
      return partFields(part, parameter, indentation: inner)
    }
    let concrete = type.concrete.map { concrete in
      parameters.append(parameter(name: concrete.propertyName, type: concrete.typeName))
      return concreteFields(concrete, style)
    }
    let forwarded = list(type.forwarded) { $1.forwardedFields($0, indentation: inner) }
    let nested = list(type.nested) { type, context in
      context.structFields(type, style, indentation: inner)
    }
    return fields(
      [
        (.concrete, concrete ?? .null), (.properties, properties), (.parts, list(parts)),
        (.name, identifier(type.name)),
        (.documentation, documentation(type.documentation, indentation: indentation)),
        (
          .conformances,
          code(
            (conformances ?? style.conformances) + (type.isIdentifiable ? ", Identifiable" : "")
              + (type.hasComputedProperties ? ", CustomReflectable" : ""))
        ),
        (.definition, hasDocument ? fragment?.text.map { literal($0) } ?? .null : .null),
        (.formattedText, formattedText(fragment?.formattedText)),
        (.hasOneField, .bool(type.hasOneField)),
        (.hasForwarded, .bool(!type.forwarded.isEmpty)), (.forwarded, forwarded),
        (.nested, nested),
        (.match, type.match.map { typeMatch($0) } ?? .null),
        (.nullFields, type.nullsName.map { identifier($0) } ?? .null),
      ], extending: parameterFields(parameters))
  }

  private mutating func propertyFields(
    _ property: PropertyModel, _ parameter: Parameter, indentation: Int, of type: StructModel
  ) -> Value {
    fields(
      [
        (.storage, parameter.storage), (.responseName, literal(property.graphQLName)),
        (.isComputed, .bool(property.storageName != property.name)), (.name, parameter.name),
        (.type, parameter.type), (.storedType, parameter.storedType),
        (.documentation, documentation(property.documentation, indentation: indentation)),
        (.method, code(method(property))), (.writeMethod, code(writeMethod(property))),
        (.place, place(property.storageName, property.wrapper)),
        (.isIndirect, .bool(property.wrapper == .indirect)),
        (.condition, condition(property.condition)),
        (.wrapper, parameter.wrapper), (.omitsNil, .bool(omitsNil(property))),
        (.target, .null),
        (
          .nullFields,
          property.isNullOrOmitted ? type.nullsName.map { identifier($0) } ?? .null : .null
        ),
        (.deprecation, deprecation(property.deprecation)),
        (.locations, property.paths.map { locations($0, of: property) } ?? .null),
        (
          .typeMatch,
          property.graphQLName == "__typename" && property.paths == nil
            ? type.match.map { typeMatch($0) } ?? .null : .null
        ),
      ])
  }

  private func method(_ property: PropertyModel) -> String {
    if property.isCaught { return FieldMethod.nameIfCaught(property.type) }
    guard let paths = property.paths else { return FieldMethod.name(property.type) }
    return FieldMethod.nameInConnector(property.type, areIDs: paths.areIDs)
  }

  private func writeMethod(_ property: PropertyModel) -> String {
    if case .result = property.type { return FieldMethod.nameIfCaught(property.type) }
    return FieldMethod.name(omitsNil(property) ? property.type.wrapped : property.type)
  }

  /// Whether a nil value is left out, because the field may not be selected. Otherwise it is written as null.
  private func omitsNil(_ property: PropertyModel) -> Bool {
    property.type.isOptional && property.condition != nil
  }

  private mutating func condition(_ condition: ConditionModel?) -> Value {
    guard let condition else { return .null }
    return fields([(.text, literal(condition.text)), (.nonNull, .bool(condition.isNonNull))])
  }

  /// Returns the stored property as an argument of a runtime method.
  mutating func place(_ name: String, _ wrapper: StorageWrapper?) -> Value {
    if wrapper != nil { return code(name + ".value") }
    // The parameter of `init(fields:)` and `encode(into:)`.
    return name == "fields" ? code("self.fields") : identifier(name)
  }

  private mutating func partFields(
    _ part: PartModel, _ parameter: Parameter, indentation: Int
  ) -> Value {
    fields([
      (.storage, parameter.storage), (.name, parameter.name), (.type, parameter.type),
      (.storedType, parameter.storedType),
      (.place, place(part.storageName, part.isIndirect ? .indirect : nil)),
      (.isIndirect, .bool(part.isIndirect)), (.isGroup, .bool(part.isGroup)),
      (.isComputed, .bool(part.isIndirect)), (.wrapper, parameter.wrapper),
      (.documentation, documentation(part.documentation, indentation: indentation)),
      (.deprecation, .null),
      (.ifSelected, ifSelected(part.presence)), (.possibleTypes, possibleTypes(part.presence)),
      (.deferral, part.deferral.map { deferral($0) } ?? .null),
    ])
  }

  private mutating func forwardedFields(
    _ member: ForwardedMemberModel, indentation: Int
  ) -> Value {
    fields([
      (.name, identifier(member.name)), (.place, identifier(member.part)),
      (.type, code(text(of: member.type.text, isDeferred: member.isDeferred))),
      (.documentation, documentation(member.documentation, indentation: indentation)),
      (.deprecation, deprecation(member.deprecation)),
    ])
  }

  private func text(of type: String, isDeferred: Bool) -> String {
    isDeferred ? "Deferred<\(type)>" : type
  }

  private mutating func deferral(_ deferral: DeferralModel) -> Value {
    fields([(.label, literal(deferral.label)), (.ifAnyOf, ifAnyOf(deferral.responseNames))])
  }

  private mutating func ifSelected(_ presence: PartModel.Presence) -> Value {
    guard case .ifSelected(let condition, let responseNames) = presence else { return .null }
    return fields([(.text, literal(condition)), (.ifAnyOf, ifAnyOf(responseNames))])
  }

  private mutating func ifAnyOf(_ responseNames: [String]) -> Value {
    responseNames.isEmpty ? .null : fields([(.names, names(responseNames.map { literal($0) }))])
  }

  private mutating func possibleTypes(_ presence: PartModel.Presence) -> Value {
    guard case .ifType(let possibleTypes, let known) = presence else { return .null }
    return fields([(.types, code(possibleTypes)), (.known, code(known))])
  }

  private mutating func concreteFields(_ concrete: ConcreteModel, _ style: StructStyle) -> Value {
    let cases = list(concrete.cases.indices) { index, context in
      let item = concrete.cases[index]
      return context.fields([
        (.name, context.identifier(item.name)), (.graphQLType, context.literal(item.graphQLType)),
        (.type, context.code(item.type)), (.accessor, context.identifier(item.accessorName)),
        (.narrowed, context.code(item.narrowedName)), (.startsSwitch, Self.startsSwitch(at: index)),
      ])
    }
    return fields(
      switchFields(concrete.cases.count) + [
        (.propertyName, identifier(concrete.propertyName)),
        (.typeName, identifier(concrete.typeName)), (.typename, identifier(concrete.typenameName)),
        (.conformances, code("ConcreteObject" + style.hashable)),
        (.other, code("other")),
        (.types, literal(concrete.cases.map(\.graphQLType).joined(separator: " "))),
        (.cases, cases),
      ])
  }
}

extension StructModel {
  /// Whether a default mirror would show stored properties that are no fields.
  fileprivate var hasComputedProperties: Bool {
    properties.contains { $0.storageName != $0.name }
      || parts.contains { $0.storageName != $0.name } || nullsName != nil
  }

  /// Whether one call reads and writes the struct.
  fileprivate var hasOneField: Bool {
    guard parts.isEmpty else { return false }
    guard let property = properties.first else { return concrete != nil }
    return properties.count == 1 && concrete == nil && property.paths == nil
      && property.condition == nil
  }
}
