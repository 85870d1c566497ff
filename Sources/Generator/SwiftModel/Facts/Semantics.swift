// The marks of the schema's directives and the settings, by schema coordinate: authentication, secrets,
// nullability, lenient reading, weights, rate-limit buckets and features.

import AuthGenLanguage
import AuthGenTypeSystem

/// The key of a field, input field or enum value: its owner and name.
struct MemberKey: Hashable {
  let type: Symbol
  let member: Symbol
}

struct Semantics: Sendable {
  let schema: Schema
  var authenticated: Set<MemberKey> = []
  /// The names of all authenticated fields, to skip all others quickly.
  var authenticatedNames: Set<Symbol> = []
  var secrets: Set<CoordinateResolver.Element> = []
  /// The elements that are not secret, although their names look so.
  var notSecret: Set<CoordinateResolver.Element> = []
  /// The fields that are null only if they have an error.
  var semanticNonNull: [MemberKey: SemanticLevels] = [:]
  /// Whether all fields are null only if they have an error.
  var isSemanticNonNull = false
  /// The fields whose values are also read in another form than their types'.
  var lenient: Set<MemberKey> = []
  var weights: [MemberKey: Int] = [:]
  var buckets: [MemberKey: String] = [:]
  var memberFeatures: [MemberKey: String] = [:]
  var typeFeatures: [Symbol: String] = [:]

  /// Whether selecting a field requires a session: the field is marked, or a field of the same name
  /// that the selection can reach through an interface is.
  func isAuthenticated(_ field: Symbol, of type: TypeID) -> Bool {
    authenticatedNames.contains(field) && isMarked(field, of: type)
  }

  private func isMarked(_ field: Symbol, of type: TypeID) -> Bool {
    let definition = schema[type]
    let possibleTypes = definition.kind == .interface ? schema.possibleTypes(type) : []
    let owners =
      [definition.name.symbol] + definition.interfaces.map(\.symbol)
      + possibleTypes.map { schema.name(of: $0).symbol }
    return owners.contains { authenticated.contains(MemberKey(type: $0, member: field)) }
  }

  /// Whether a field or input field is secret.
  func isSecret(_ member: MemberKey, value: Symbol) -> Bool {
    secrets.contains(.type(value)) || secrets.contains(.member(member))
  }

  /// Whether the settings say that a field, input field or argument is not secret.
  func isDeclaredPublic(_ element: CoordinateResolver.Element, value: Symbol) -> Bool {
    notSecret.contains(.type(value)) || notSecret.contains(element)
  }

  /// Returns the type of a field, non-null also where it is null only in case of an error.
  func type(of field: FieldDefinition, in type: Symbol) -> TypeReference {
    if isSemanticNonNull { return SemanticLevels.all.applied(to: field.type) }
    guard !semanticNonNull.isEmpty,
      let levels = semanticNonNull[MemberKey(type: type, member: field.name.symbol)]
    else { return field.type }
    return levels.applied(to: field.type)
  }

  /// Returns the feature that a field or input field requires: its own mark, or its type's.
  func feature(_ member: MemberKey, value: Symbol) -> String? {
    memberFeatures[member] ?? typeFeatures[value]
  }
}
