// Checks that types and directives have unique names, and that extensions extend an existing type.
// https://spec.graphql.org/September2025/#sec-Schema
// https://spec.graphql.org/September2025/#sec-Type-Extensions

import AuthGenLanguage
import AuthGenTypeSystem

enum UniqueTypeNames {
  static func check(_ context: TypeSystemContext, _ report: inout Report) {
    var marks = SymbolMarks(context.symbols)
    marks.removeAll()
    for index in context.types.indices where !context.types[index].isExtension {
      let name = context.types[index].name
      guard let first = marks.mark(name) else { continue }
      report.error(
        .uniqueTypeNames, "type \(context.name(name.symbol)) is defined more than once",
        about: .type(name.symbol), at: name.position, outcome: "the first definition is used",
        notes: [.init(first, "defined here first")],
        help: "rename one, or make this one an \"extend "
          + "\(context.types[index].kind.keyword) \(context.name(name.symbol))\"")
    }
  }
}

enum UniqueDirectiveNames {
  static func check(_ context: TypeSystemContext, _ report: inout Report) {
    var marks = SymbolMarks(context.symbols)
    marks.removeAll()
    for directive in context.directives {
      guard let first = marks.mark(directive.name) else { continue }
      report.error(
        .uniqueDirectiveNames,
        "directive \(context.coordinate(directive)) is defined more than once",
        about: .directive(directive.name.symbol), at: directive.name.position,
        outcome: "the first definition is used", notes: [.init(first, "defined here first")],
        help: "rename or remove one of the two")
    }
  }
}

enum PossibleTypeExtensions {
  static let rule = Diagnostic.Rule.possibleTypeExtensions

  static func check(_ context: TypeSystemContext, _ report: inout Report) {
    for start in context.groups.first {
      let definition = definition(start, context)
      var current: Int? = start
      while let index = current {
        if context.types[index].isExtension {
          check(context.types[index], definition, context, &report)
        }
        current = context.groups.next(after: index)
      }
    }
  }

  /// Returns the last definition of a group that is not an extension.
  private static func definition(_ start: Int, _ context: TypeSystemContext) -> Int? {
    var definition: Int?
    var current: Int? = start
    while let index = current {
      if !context.types[index].isExtension { definition = index }
      current = context.groups.next(after: index)
    }
    return definition
  }

  private static func check(
    _ type: TypeDefinition, _ definition: Int?, _ context: TypeSystemContext,
    _ report: inout Report
  ) {
    guard let definition else {
      let isBuiltIn = context.schema.typeID(type.name.symbol) != nil
      let suggestion = report.didYouMean(
        type.name.symbol, among: context.typeNames, context.symbols)
      report.error(
        rule,
        isBuiltIn
          ? "the built-in type \(context.name(type)) cannot be extended"
          : "type \(context.name(type)) is extended but not defined",
        about: .type(type.name.symbol), at: type.name.position, outcome: "it is ignored",
        help: isBuiltIn
          ? "define a type of another name"
          : suggestion
            ?? "define it, or replace \"extend \(type.kind.keyword)\" by the definition")
      return
    }
    let kind = context.types[definition].kind
    guard kind != type.kind else { return }
    report.error(
      rule,
      "\(context.name(type)) is \(kind.withArticle) type and cannot be extended as"
        + " \(type.kind.withArticle) type", about: .type(type.name.symbol), at: type.position,
      outcome: "the extension is ignored",
      notes: [.init(context.types[definition].name.position, "defined here")],
      help: "write \"extend \(kind.keyword) \(context.name(type))\"")
  }
}

extension TypeDefinition.Kind {
  /// The specification's term, with its indefinite article.
  var withArticle: String {
    switch self {
    case .scalar, .union: "a \(term)"
    case .object, .interface, .enum, .inputObject: "an \(term)"
    }
  }
}
