// Adds properties for the members of a struct's fragments.
//
//     query Shelf { shelf { id ...Labels } }      shelf.label { labelsFragment.label }
//
// What a fragment forwards is among its members, so one property leads to fragments of any depth. Of several
// members with one name, the nearest counts. If several are equally near, they are one member if they have
// the same field and type. Otherwise there is no such member: the app names the fragment.

extension StructBuilder {
  /// The number of members to search in the fragments of one struct, which bounds the time and the
  /// output for malicious documents.
  private static let searchLimit = 400

  func addForwardedMembers(to draft: inout StructDraft) {
    var found: [(member: ForwardedMemberModel, isAmbiguous: Bool)] = []
    var indexes: [String: Int] = [:]
    var rest = Self.searchLimit
    for part in draft.model.parts where part.forwardsMembers {
      let members = (fragments[part.type]?.members ?? []).prefix(rest)
      rest -= members.count
      for var member in members where !draft.scope.contains(member.name) {
        member.part = part.name
        member.depth += 1
        guard let index = indexes[member.name] else {
          indexes[member.name] = found.count
          found.append((member, false))
          continue
        }
        let other = found[index].member
        if member.depth < other.depth {
          found[index] = (member, false)
        } else if member.depth == other.depth, !member.isSame(as: other) {
          found[index].isAmbiguous = true
        }
      }
    }
    draft.model.forwarded = found.filter { !$0.isAmbiguous }.map(\.member)
  }
}

/// The struct of a fragment, and what other structs need to know of it.
struct BuiltFragment: Sendable {
  let model: StructModel
  let shape: SelectionShape
  /// The members, with types as other structs name them.
  let members: [ForwardedMemberModel]
  /// The fragments in the types of members.
  let referredTo: Set<String>

  init(_ draft: StructDraft) {
    model = draft.model
    shape = draft.shape
    members = Self.members(of: draft.model)
    referredTo = Set(
      members.compactMap { member in
        guard case .object(let name) = member.type.innermost else { return nil }
        return String(name.prefix { $0 != "." })
      })
  }

  private static func members(of model: StructModel) -> [ForwardedMemberModel] {
    var nested = Set(model.nested.map(\.name))
    if let concrete = model.concrete {
      nested.insert(concrete.typeName)
      nested.formUnion(concrete.cases.map(\.narrowedName))
    }
    func member(
      _ name: String, _ graphQLName: String, _ type: SwiftType, isDeferred: Bool = false,
      _ documentation: [String] = [], _ deprecation: String? = nil
    ) -> ForwardedMemberModel {
      ForwardedMemberModel(
        name: name, part: "", depth: 0, graphQLName: graphQLName,
        type: type.qualified(nested) { "\(model.name).\($0)" }, isDeferred: isDeferred,
        documentation: documentation, deprecation: deprecation)
    }
    var members = model.properties.map {
      member($0.name, $0.graphQLName, $0.type, $0.documentation, $0.deprecation)
    }
    members += model.parts.map { part in
      let type = SwiftType.object(part.type)
      return member(
        part.name, part.type, part.isAlwaysThere ? type : type.optional,
        isDeferred: part.deferral != nil, part.documentation)
    }
    if let concrete = model.concrete {
      members.append(
        member(concrete.propertyName, concrete.typeName, .object(concrete.typeName)))
      members.append(member(concrete.typenameName, "__typename", .scalar("String")))
      members += concrete.cases.map {
        member($0.accessorName, $0.narrowedName, .optional(.object($0.narrowedName)))
      }
    }
    return members + model.forwarded
  }
}

extension ForwardedMemberModel {
  /// Whether a member of the same name in another fragment has the same value.
  fileprivate func isSame(as other: ForwardedMemberModel) -> Bool {
    graphQLName == other.graphQLName && type == other.type && isDeferred == other.isDeferred
  }
}

extension SwiftType {
  /// Returns the type with other names for some generated structs.
  fileprivate func qualified(_ names: Set<String>, _ name: (String) -> String) -> SwiftType {
    switch self {
    case .object(let own): .object(names.contains(own) ? name(own) : own)
    case .openEnum, .scalar: self
    case .array(let inner): .array(inner.qualified(names, name))
    case .optional(let inner): .optional(inner.qualified(names, name))
    case .result(let inner): .result(inner.qualified(names, name))
    }
  }
}
