// Rules about the arguments of fields and directives.
// https://spec.graphql.org/September2025/#sec-Validation.Arguments

import AuthGenLanguage
import AuthGenTypeSystem

extension ExecutableTraversal {
  /// The owner of the arguments, for messages.
  enum ArgumentOwner {
    case field(Field, of: TypeID?)
    case directive(Directive)

    var position: Position {
      switch self {
      case .field(let field, _): field.position
      case .directive(let directive): directive.position
      }
    }
  }

  /// - Parameter definition: the field; nil if it is unknown. Then only rules without a definition
  ///   apply.
  mutating func checkArguments(
    of field: Field, on parent: TypeID?, _ definition: FieldDefinition?
  ) {
    let definitions = definition?.arguments
    if field.arguments.isEmpty, definitions?.isEmpty ?? true { return }
    checkArguments(field.arguments, definitions, of: .field(field, of: parent))
  }

  /// - Parameter definitions: the argument definitions; nil if the field or directive is unknown.
  mutating func checkArguments(
    _ arguments: [Argument], _ definitions: [InputValueDefinition]?, of owner: ArgumentOwner
  ) {
    checkUniqueArguments(arguments)
    if let definitions { checkRequiredArguments(definitions, of: owner) }
    for argument in arguments {
      guard let definitions else {
        checkValue(argument.value, type: nil, hasDefaultValue: false)
        continue
      }
      let index = definitions.firstIndex { $0.name.symbol == argument.name.symbol }
      if let index {
        checkValue(
          argument.value, type: definitions[index].type,
          hasDefaultValue: definitions[index].defaultValue != nil)
      } else {
        reportUnknownArgument(argument, definitions, of: owner)
        checkValue(argument.value, type: nil, hasDefaultValue: false)
      }
    }
  }

  /// Checks UniqueArgumentNames. Leaves the names marked.
  /// https://spec.graphql.org/September2025/#sec-Argument-Uniqueness
  private mutating func checkUniqueArguments(_ arguments: [Argument]) {
    names.removeAll()
    for argument in arguments {
      guard let first = names.mark(argument.name) else { continue }
      report.error(
        .uniqueArgumentNames,
        "argument \"\(symbols[argument.name.symbol])\" is given more than once",
        at: argument.name.position, notes: [.init(first, "given here first")],
        help: "keep one of the two")
    }
  }

  /// Checks ProvidedRequiredArguments. The given names must be marked.
  /// https://spec.graphql.org/September2025/#sec-Required-Arguments
  private mutating func checkRequiredArguments(
    _ definitions: [InputValueDefinition], of owner: ArgumentOwner
  ) {
    for index in definitions.indices
    where definitions[index].isRequired && names[definitions[index].name.symbol] == nil {
      let definition = definitions[index]
      let ownerText = text(of: owner)
      report.error(
        .providedRequiredArguments,
        "\(ownerText) requires argument \"\(symbols[definition.name.symbol])\" of type"
          + " \(definition.type.text(symbols))",
        at: owner.position, notes: [.init(definition.name.position, "defined here")],
        help: "an argument of a non-null type without a default value must be given")
    }
  }

  /// Reports KnownArgumentNames. https://spec.graphql.org/September2025/#sec-Argument-Names
  private mutating func reportUnknownArgument(
    _ argument: Argument, _ definitions: [InputValueDefinition], of owner: ArgumentOwner
  ) {
    let name = argument.name.symbol
    let help =
      definitions.isEmpty
      ? "it takes no arguments"
      : report.didYouMean(name, among: definitions.lazy.map(\.name.symbol), symbols)
        ?? "it takes \(definitions.prefix(5).map { symbols[$0.name.symbol] }.joined(separator: ", "))"
    let ownerText = text(of: owner)
    report.error(
      .knownArgumentNames, "\(ownerText) has no argument \"\(symbols[name])\"",
      at: argument.name.position, help: help)
  }

  private func text(of owner: ArgumentOwner) -> String {
    switch owner {
    case .field(let field, let parent):
      let type = parent.map { symbols[schema.types[$0.index].name.symbol] + "." } ?? ""
      return "field \"\(type)\(symbols[field.name.symbol])\""
    case .directive(let directive):
      return "directive @\(symbols[directive.name.symbol])"
    }
  }
}
