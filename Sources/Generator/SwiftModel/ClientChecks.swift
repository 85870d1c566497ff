// Checks of a client's settings and documents that no builder makes.

import AuthGenLanguage
import AuthGenTypeSystem
import AuthGenValidation

struct ClientChecks {
  /// The documents of the client, without those of other targets.
  let own: ExecutableDocument
  let context: BuilderContext

  /// Checks what only a client that extends no other one has.
  func client(_ all: ExecutableDocument) -> [Diagnostic] {
    context.settings.isExtension ? [] : authentication() + scalars() + spreads(all)
  }

  /// Warns if nothing says which fields require a session.
  private func authentication() -> [Diagnostic] {
    guard context.semantics.authenticated.isEmpty, context.settings.authenticated == nil else {
      return []
    }
    return [
      Diagnostic(
        .warning, rule: .authenticationKnown,
        message: "neither the schema nor the configuration marks authenticated fields",
        help: """
          list them in "authenticated" (an empty list means none); a schema made by \
          introspection has lost its marks
          """)
    ]
  }

  /// Warns about Swift types for unknown scalars. A misspelt scalar would stay a string, and would be
  /// printed although it was meant to be a secret.
  private func scalars() -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    let names = context.schema.types.lazy.filter { $0.kind == .scalar }
      .map { context.symbols[$0.name.symbol] }
    for scalar in context.settings.scalars where !names.contains(scalar.key) {
      diagnostics.report(
        .configuration, "the schema has no scalar \"\(scalar.key)\"", severity: .warning,
        at: scalar.position,
        help: didYouMean(scalar.key, among: Array(names)) ?? "remove it")
    }
    for scalar in context.settings.scalars {
      let (type, module) = (scalar.value.swiftType, scalar.value.module)
      guard module == "AuthGenRuntime", !ScalarMappings.isKnown(scalar.value) else { continue }
      diagnostics.report(
        .configuration, "AuthGenRuntime has no scalar type \(type)", at: scalar.position,
        help: didYouMean(type, among: ScalarMappings.runtime.sorted())
          ?? "use one of \(ScalarMappings.runtime.sorted().joined(separator: ", "))")
    }
    return diagnostics
  }

  /// Reports fragments of other targets: no file of this target declares their types.
  private func spreads(_ all: ExecutableDocument) -> [Diagnostic] {
    guard own.documents.count < all.documents.count else { return [] }
    let selections =
      own.operations.map(\.definition.selectionSet) + own.fragments.map(\.definition.selectionSet)
    let names = selections.flatMap(\.spreads).map(\.name)
    return names.filter { own.fragment($0.symbol) == nil }.map {
      Diagnostic(
        rule: .knownFragmentNames,
        message: "the fragment \"\(context.symbols[$0.symbol])\" is one of another target",
        at: $0.position, help: "move it to this target")
    }
  }

  /// Reports the fragments of a target that others extend, if no known operation says where their
  /// fields are in a response.
  func mappings(_ mappings: ConnectorMappings?) -> [Diagnostic] {
    guard context.settings.module != nil, let mappings else { return [] }
    let names = own.fragments.map(\.definition.name)
    return names.filter { mappings.byFragment[$0.symbol] == nil }.map {
      let name = context.symbols[$0.symbol]
      return Diagnostic(
        rule: .connectors,
        message: "no operation says where the fields of \"\(name)\" are in a response",
        at: $0.position,
        help: """
          use the fragment in an operation of this target, or list the documents that use it in "usedBy"
          """)
    }
  }

  /// Warns about custom scalars that become strings because no setting maps them.
  func unmapped(_ scalars: Set<Symbol>) -> [Diagnostic] {
    let types = scalars.compactMap { symbol in
      context.schema.type(symbol).map { (name: context.symbols[symbol], type: $0) }
    }
    return types.sorted { $0.name < $1.name }.map { name, type in
      let proposal = ScalarMappings.proposal(
        for: name, specification: type.directives.specification(context.sources))
      return Diagnostic(
        .warning, rule: .unmappedScalar,
        message: "scalar \(name) has no Swift type in \"scalars\": using String",
        at: type.name.position,
        help: proposal.map { "add \"\(name)\": \"\($0)\" to \"scalars\"" }
          ?? """
          add "\(name)": "String" to "scalars", or the name of a type that is Codable and Sendable
          """)
    }
  }

  /// Warns once about all names that look secret.
  func secretNames(_ coordinates: Set<String>) -> [Diagnostic] {
    guard !coordinates.isEmpty else { return [] }
    let list = coordinates.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
    return [
      Diagnostic(
        .warning, rule: .secretNames,
        message: coordinates.count == 1
          ? "1 string has a secret-like name, but is not a Secret"
          : "\(coordinates.count) strings have secret-like names, but are not Secret",
        help: "add to \"secrets\", or to \"notSecret\": \(list)")
    ]
  }
}

extension SelectionSet {
  /// The spreads of the selections, at any depth.
  fileprivate var spreads: [FragmentSpread] {
    selections.flatMap { selection in
      switch selection {
      case .field(let field): field.selectionSet?.spreads ?? []
      case .fragmentSpread(let spread): [spread]
      case .inlineFragment(let fragment): fragment.selectionSet.spreads
      }
    }
  }
}
