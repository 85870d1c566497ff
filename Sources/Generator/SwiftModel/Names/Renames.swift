// The user's names, by the element that they rename.

import AuthGenLanguage
import AuthGenTypeSystem

struct Renames {
  /// The names of enums and input objects.
  private(set) var types: [Symbol: ClientSettings.Entry<String>] = [:]
  private(set) var operations: [Symbol: String] = [:]
  private(set) var fragments: [Symbol: String] = [:]
  /// The names of fields, input fields and enum values.
  private(set) var members: [MemberKey: ClientSettings.Entry<String>] = [:]
  /// The errors in the settings.
  private(set) var diagnostics: [Diagnostic] = []
  private let reserved: Set<String>

  init(
    _ settings: ClientSettings, operations: [OperationDefinition],
    fragments: some Sequence<Symbol>, schema: Schema, symbols: SymbolTable
  ) {
    reserved = ModuleNames.reserved(settings).union([
      "Data", "NullableField", settings.name + "Client", settings.name + "PossibleTypes",
      settings.name + "Session",
    ])
    let kinds = Dictionary(
      operations.compactMap { operation in
        operation.name.map { ($0.symbol, operation.operationType.keyword) }
      }, uniquingKeysWith: { first, _ in first })
    let fragments = Set(fragments)
    var resolver = CoordinateResolver(schema: schema, symbols: symbols)
    var renamedTypes: [Symbol] = []
    for rename in settings.renames {
      guard SwiftName.isIdentifier(rename.value) else {
        diagnostics.report(
          .configuration, "\"\(rename.value)\" is not a Swift identifier",
          at: rename.position,
          help: "use letters, digits and underscores, a letter or underscore first")
        continue
      }
      // `fragment Product` is the fragment, if a query or a type of the schema has the same name.
      let words = rename.key.split(separator: " ")
      let (kind, name) = words.count == 2 ? (String(words[0]), String(words[1])) : (nil, rename.key)
      let symbol = symbols.find(name)
      let isSchemaType = kind == nil && symbol.flatMap(schema.typeID).map(schema.isNamed) == true
      let operation = symbol.flatMap { kinds[$0] }.flatMap { [nil, $0].contains(kind) ? $0 : nil }
      let isFragment = symbol.map(fragments.contains) == true && [nil, "fragment"].contains(kind)
      if !isSchemaType, let symbol, operation != nil || isFragment {
        if let operation, isFragment {
          diagnostics.report(
            .configuration, "\"\(name)\" is both a fragment and a \(operation)",
            at: rename.position,
            help: "write \"fragment \(name)\" or \"\(operation) \(name)\"")
        } else if isFragment {
          self.fragments[symbol] = rename.value
        } else {
          self.operations[symbol] = rename.value
        }
        check(rename, as: .type)
      } else {
        switch resolver.renamed(rename.key, at: rename.position) {
        case .type(let symbol):
          types[symbol] = rename
          check(rename, as: .type)
        case .member(let key):
          members[key] = rename
          check(rename, as: schema.hasCases(key.type) ? .enumCase : .member)
          if renamedTypes.last != key.type { renamedTypes.append(key.type) }
        case .argument, nil: break
        }
      }
    }
    diagnostics += resolver.diagnostics
    var checked: Set<Symbol> = []
    for type in renamedTypes where checked.insert(type).inserted {
      diagnostics +=
        schema.type(type).map {
          collisions(in: $0, settings.caseConversion, symbols)
        } ?? []
    }
  }

  private mutating func check(
    _ rename: ClientSettings.Entry<String>, as role: NameScope.Role
  ) {
    let isUsed = role == .type && reserved.contains(rename.value)
    guard isUsed || NameScope.isRefused(rename.value, as: role) else { return }
    let isOptionalCase = role == .enumCase && NameScope.optionalCases.contains(rename.value)
    diagnostics.report(
      .configuration,
      isUsed
        ? "\"\(rename.value)\" is a type that generated code or Swift declares"
        : "\"\(rename.value)\" is a \(isOptionalCase ? "case of Optional" : "reserved word of Swift")",
      at: rename.position, help: "choose another name")
  }
}

// MARK: Collisions

extension Renames {
  /// Returns an error for each rename to a name that another element has.
  static func collisions(among elements: [NameScope.Candidate]) -> [Diagnostic] {
    guard elements.contains(where: { $0.rename != nil }) else { return [] }
    var diagnostics: [Diagnostic] = []
    var owners: [String: NameScope.Candidate] = [:]
    for element in elements where element.rename == nil { owners[element.preferred] = element }
    for element in elements {
      guard let rename = element.rename else { continue }
      guard let other = owners[element.preferred] else {
        owners[element.preferred] = element
        continue
      }
      let name = other.rename?.key ?? other.graphQL
      diagnostics.report(
        .uniqueSwiftNames,
        "\"\(rename.key)\" and \"\(name)\" both become the Swift name \(element.preferred)",
        at: rename.position,
        notes: [.init(other.rename?.position ?? other.position, "\"\(name)\" is here")],
        help: "choose another name, or give \"\(name)\" another one")
    }
    return diagnostics
  }

  /// Returns the errors for the members of an enum or input object. Fields of objects are compared
  /// where both are selected.
  private func collisions(
    in type: TypeDefinition, _ conversion: CaseConversion, _ symbols: SymbolTable
  ) -> [Diagnostic] {
    let names = type.values.map(\.name) + type.inputFields.map(\.name)
    return Self.collisions(
      among: names.map { name in
        let rename = members[MemberKey(type: type.name.symbol, member: name.symbol)]
        let graphQL = symbols[name.symbol]
        return NameScope.Candidate(
          graphQL: graphQL, preferred: rename?.value ?? SwiftName.member(graphQL, conversion),
          position: name.position, rename: rename)
      })
  }
}

extension Schema {
  /// Whether a type has a Swift name of its own.
  fileprivate func isNamed(_ type: TypeID) -> Bool {
    [.enum, .inputObject].contains(kind(of: type))
  }

  /// Whether the members of a type become the cases of an enum.
  fileprivate func hasCases(_ type: Symbol) -> Bool {
    guard let type = self.type(type) else { return false }
    return type.kind == .enum || type.directives[.oneOf] != nil
  }
}
