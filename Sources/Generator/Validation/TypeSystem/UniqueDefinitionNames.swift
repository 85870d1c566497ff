// Checks that types and directives have unique names, and that extensions extend an existing type.
// https://spec.graphql.org/September2025/#sec-Schema
// https://spec.graphql.org/September2025/#sec-Type-Extensions

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkUniqueTypeNames() {
    names.removeAll()
    for index in types.indices where !types[index].isExtension {
      let name = types[index].name
      guard let first = names.mark(name) else { continue }
      let kind = types[index].kind
      report.error(
        .uniqueTypeNames, "type \(symbols[name.symbol]) is defined more than once",
        about: .type(name.symbol), at: name.position, outcome: "the first definition is used",
        notes: [.init(first, "defined here first")],
        help: "rename one, or make this one an \"extend \(kind.keyword) \(symbols[name.symbol])\"")
    }
  }

  /// Checks UniqueTypeNames and SpecifiedBy for definitions of built-in types.
  mutating func checkBuiltInTypes() {
    for type in types {
      guard let id = schema.typeID(type.name.symbol), schema.isBuiltIn(id) else { continue }
      let kind = schema.types[id.index].kind
      if kind == type.kind {
        checkSpecifiedBy(type)
      } else {
        report.error(
          .uniqueTypeNames,
          "\(symbols[type.name.symbol]) is built in as \(kind.withArticle) type",
          about: .type(type.name.symbol), at: type.name.position, help: "choose another name")
      }
    }
  }
}

extension SchemaValidator {
  /// - Parameter scalar: a definition of a built-in scalar.
  mutating func checkSpecifiedBy(_ scalar: TypeDefinition) {
    guard let directive = scalar.directives[.specifiedBy] else { return }
    report.error(
      .specifiedBy,
      "the built-in scalar \(symbols[scalar.name.symbol]) cannot be specified elsewhere",
      about: .type(scalar.name.symbol), at: directive.position,
      help: "define a scalar of another name")
  }
}

extension SchemaValidator {
  mutating func checkUniqueDirectiveNames() {
    names.removeAll()
    for directive in directives {
      guard let first = names.mark(directive.name) else { continue }
      reportRepetition(
        .uniqueDirectiveNames, "directive", .directive(directive.name.symbol),
        at: directive.name.position, first: first)
    }
  }
}

extension SchemaValidator {
  mutating func checkPossibleTypeExtensions() {
    for start in groups.first {
      let definition = lastDefinition(from: start)
      var current: Int? = start
      while let index = current {
        if types[index].isExtension { checkExtension(types[index], of: definition) }
        current = groups.next(after: index)
      }
    }
  }

  /// Returns the last definition of a group that is not an extension.
  private func lastDefinition(from start: Int) -> TypeDefinition? {
    var definition: Int?
    var current: Int? = start
    while let index = current {
      if !types[index].isExtension { definition = index }
      current = groups.next(after: index)
    }
    return definition.map { types[$0] }
  }

  private mutating func checkExtension(_ type: TypeDefinition, of definition: TypeDefinition?) {
    guard let definition else { return reportUndefined(type) }
    let kind = definition.kind
    guard kind != type.kind else { return }
    report.error(
      .possibleTypeExtensions,
      "\(symbols[type.name.symbol]) is \(kind.withArticle) type and cannot be extended as"
        + " \(type.kind.withArticle) type", about: .type(type.name.symbol), at: type.position,
      outcome: "the extension is ignored",
      notes: [.init(definition.name.position, "defined here")],
      help: "write \"extend \(kind.keyword) \(symbols[type.name.symbol])\"")
  }

  private mutating func reportUndefined(_ type: TypeDefinition) {
    let isBuiltIn = schema.typeID(type.name.symbol) != nil
    let suggestion = report.didYouMean(type.name.symbol, among: typeNames, symbols)
    report.error(
      .possibleTypeExtensions,
      isBuiltIn
        ? "the built-in type \(symbols[type.name.symbol]) cannot be extended"
        : "type \(symbols[type.name.symbol]) is extended but not defined",
      about: .type(type.name.symbol), at: type.name.position, outcome: "it is ignored",
      help: isBuiltIn
        ? "define a type of another name"
        : suggestion
          ?? "define it, or replace \"extend \(type.kind.keyword)\" by the definition")
  }
}
