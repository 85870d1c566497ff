// The authentication marks of the schema's directives and the settings: fields that require a
// session, secrets, weights, rate-limit buckets and features. One table contains both, by schema
// coordinate.

import AuthGenLanguage
import AuthGenTypeSystem

/// The key of a field, input field or enum value: its owner and name.
struct MemberKey: Hashable {
  let type: Symbol
  let member: Symbol
}

/// A class, because it is read for each field of each selection.
final class Semantics: Sendable {
  private let marks: SemanticMarks
  private let schema: Schema
  /// The names of all marked fields, to skip all others quickly.
  private let authenticatedNames: Set<Symbol>

  init(_ marks: SemanticMarks, schema: Schema) {
    self.marks = marks
    self.schema = schema
    authenticatedNames = Set(marks.authenticated.map(\.member))
  }

  var weights: [MemberKey: Int] { marks.weights }
  var buckets: [MemberKey: String] { marks.buckets }
  /// The secret arguments of fields.
  var secretArguments: [MemberKey: Set<Symbol>] { marks.secrets.arguments }
  var knowsAuthentication: Bool { marks.knowsAuthentication }

  /// Whether selecting a field requires a session: the field is marked, or a field of the same name
  /// that the selection can reach through an interface is.
  func isAuthenticated(_ field: Symbol, of type: TypeID) -> Bool {
    guard authenticatedNames.contains(field) else { return false }
    let definition = schema[type]
    if marks.authenticated.contains(MemberKey(type: definition.name.symbol, member: field)) {
      return true
    }
    if definition.interfaces.contains(where: {
      marks.authenticated.contains(MemberKey(type: $0.symbol, member: field))
    }) {
      return true
    }
    return definition.kind == .interface
      && schema.possibleTypes(type).contains {
        marks.authenticated.contains(MemberKey(type: schema.name(of: $0).symbol, member: field))
      }
  }

  func isSecret(_ member: Symbol, of type: Symbol, value: Symbol) -> Bool {
    marks.secrets.contains(member, of: type, value: value)
  }

  /// Whether the settings say that a field or input field is not secret.
  func isDeclaredPublic(_ member: Symbol, of type: Symbol, value: Symbol) -> Bool {
    marks.notSecret.contains(member, of: type, value: value)
  }

  /// Whether the settings say that an argument is not secret.
  func isDeclaredPublic(argument: Symbol, of field: MemberKey, value: Symbol) -> Bool {
    marks.notSecret.scalars.contains(value)
      || marks.notSecret.arguments[field]?.contains(argument) == true
  }

  /// Returns the type of a field, non-null also where it is null only in case of an error.
  func type(of field: FieldDefinition, in type: Symbol) -> TypeReference {
    if marks.isSemanticNonNull { return SemanticLevels.all.applied(to: field.type) }
    guard !marks.semanticNonNull.isEmpty,
      let levels = marks.semanticNonNull[MemberKey(type: type, member: field.name.symbol)]
    else { return field.type }
    return levels.applied(to: field.type)
  }

  /// Whether a value of the field is also read in another form than its type's.
  func isLenient(_ field: MemberKey) -> Bool { marks.lenient.contains(field) }

  /// Returns the feature that a field requires: its own mark, or its type's.
  func feature(_ field: FieldDefinition, of type: TypeID) -> String? {
    marks.memberFeatures[MemberKey(type: schema.name(of: type).symbol, member: field.name.symbol)]
      ?? marks.typeFeatures[field.type.symbol]
  }

  func feature(_ field: InputValueDefinition, of type: Symbol) -> String? {
    marks.memberFeatures[MemberKey(type: type, member: field.name.symbol)]
      ?? marks.typeFeatures[field.type.symbol]
  }
}
