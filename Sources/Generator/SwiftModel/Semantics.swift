// What the schema's directives and the settings say about authentication: which fields need a
// session, what is secret, what fields weigh, which bucket limits them, which feature they need.
// Both sources say it by schema coordinate in the end, so one table holds both.

import AuthGenLanguage
import AuthGenTypeSystem

/// A field, input field or enum value by owner and name.
struct MemberKey: Hashable {
  let type: Symbol
  let member: Symbol
}

/// A class, since it is asked for each field of each selection.
final class Semantics: Sendable {
  private let marks: SemanticMarks
  private let schema: Schema
  /// The fields marked anywhere, to pass over all others quickly.
  private let authenticatedNames: Set<Symbol>

  init(_ marks: SemanticMarks, schema: Schema) {
    self.marks = marks
    self.schema = schema
    authenticatedNames = Set(marks.authenticated.map(\.member))
  }

  var weights: [MemberKey: Int] { marks.weights }
  var buckets: [MemberKey: String] { marks.buckets }
  var secretArguments: [MemberKey: Set<Symbol>] { marks.secretArguments }
  var knowsAuthentication: Bool { marks.knowsAuthentication }

  /// Whether selecting a field needs a session: it is marked itself, or one of the same name is
  /// that the selection can reach through an interface.
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
    marks.secretScalars.contains(value)
      || marks.secretMembers.contains(MemberKey(type: type, member: member))
  }

  /// The feature that a field needs: its own mark, or its type's.
  func feature(_ field: FieldDefinition, of type: TypeID) -> String? {
    marks.memberFeatures[MemberKey(type: schema.name(of: type).symbol, member: field.name.symbol)]
      ?? marks.typeFeatures[field.type.symbol]
  }

  func feature(_ field: InputValueDefinition, of type: Symbol) -> String? {
    marks.memberFeatures[MemberKey(type: type, member: field.name.symbol)]
      ?? marks.typeFeatures[field.type.symbol]
  }
}
