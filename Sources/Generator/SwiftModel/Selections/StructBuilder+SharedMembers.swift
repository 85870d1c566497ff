// Adds properties for the members that several of a struct's fragments have.
//
// A struct forwards to its fragments by dynamic member lookup. Swift prefers the shortest way to a
// member, and rejects the use if several ways are equally short. Then the struct has a property that
// takes the first way. If the ways lead to different types, there is none: the app names the fragment.

extension StructBuilder {
  /// The number of members to search in the fragments of one struct, which bounds the time and the
  /// output for malicious documents.
  private static let searchLimit = 400

  func addSharedMembers(to draft: inout StructDraft) {
    var level = draft.model.parts.filter(\.forwardsMembers)
      .map { Way(parts: [$0.name], fragment: $0.type) }
    guard level.count > 1 else { return }
    var budget = Self.searchLimit
    var seen: Set<String> = []
    var known: Set<String> = []
    while !level.isEmpty {
      var order: [String] = []
      var found: [String: [SharedMemberModel]] = [:]
      for member in level.flatMap({ members($0, budget: &budget) })
      where !known.contains(member.name) {
        if found[member.name] == nil { order.append(member.name) }
        found[member.name, default: []].append(member)
      }
      for name in order where !draft.scope.contains(name) {
        guard let ways = found[name], ways.count > 1, let type = ways[0].type,
          ways.allSatisfy({ $0.type == type })
        else { continue }
        draft.model.shared.append(ways[0])
      }
      guard budget > 0 else { break }
      known.formUnion(order)
      seen.formUnion(level.map(\.fragment))
      level = next(level).filter { !seen.contains($0.fragment) }
    }
    for member in draft.model.shared { _ = draft.scope.claim(member.name, as: .member) }
  }

  /// A way from a struct to a fragment that it contains.
  private struct Way {
    var parts: [String]
    var fragment: String
  }

  /// Returns the ways that are longer by one. Two ways to a fragment show that its members are shared.
  private func next(_ ways: [Way]) -> [Way] {
    var counts: [String: Int] = [:]
    return ways.flatMap { way in
      (fragments[way.fragment]?.model.parts ?? []).filter(\.forwardsMembers).compactMap { part in
        counts[part.type, default: 0] += 1
        return counts[part.type, default: 0] > 2
          ? nil : Way(parts: way.parts + [part.name], fragment: part.type)
      }
    }
  }

  /// Returns the members of the struct at the end of a way, with types as other structs name them.
  ///
  /// - Parameter budget: what remains of the limit.
  private func members(_ way: Way, budget: inout Int) -> [SharedMemberModel] {
    guard let model = fragments[way.fragment]?.model else { return [] }
    budget -=
      model.properties.count + model.parts.count + model.nested.count + model.shared.count
      + way.parts.count
    guard budget >= 0 else { return [] }
    let nested = Set(model.nested.map(\.name))
    func member(_ name: String, _ type: SwiftType?, _ deprecation: String? = nil)
      -> SharedMemberModel
    {
      SharedMemberModel(
        name: name, parts: way.parts,
        type: type?.qualified(nested) { "\(way.fragment).\($0)" }, deprecation: deprecation)
    }
    var members = model.properties.map { member($0.name, $0.type, $0.deprecation) }
    members += model.parts.map { part in
      let type = SwiftType.object(part.type)
      return member(
        part.name, part.deferral != nil ? nil : part.isAlwaysThere ? type : type.optional)
    }
    if let concrete = model.concrete {
      members.append(member(concrete.propertyName, nil))
      members.append(member(concrete.typenameName, .scalar("String")))
    }
    return members + model.shared.map { member($0.name, $0.type, $0.deprecation) }
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
