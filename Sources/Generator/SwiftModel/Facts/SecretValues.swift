// Finds what documents give to secret arguments and input fields:
//
//     login(password: $password)    makes the variable a `Secret`
//     login(password: "hunter2")    is an error, because generated code and manifests contain the document
//
// An argument whose name looks secret and that no setting mentions is treated alike, but its variable stays a
// string.

import AuthGenLanguage
import AuthGenTypeSystem

struct SecretValues {
  private enum Secrecy {
    case none
    /// The name looks secret.
    case likely
    case declared
  }

  /// Where a document gives a value.
  private enum Place {
    /// An argument of a field, or an input field.
    case element(CoordinateResolver.Element)
    case directive(Symbol)
    /// A variable, with its default value.
    case variable
  }

  private let context: BuilderContext
  /// The elements that look secret.
  private(set) var names: SecretNames
  /// The variables of the current definition for secret values.
  private var variables: Set<Symbol> = []
  /// The variables of the current definition for values that look secret.
  private var likelyVariables: Set<Symbol> = []
  /// The variables of the current operation that carry tokens of the session.
  var tokenVariables: Set<Symbol> = []
  /// Whether the current value is the default of a variable.
  private var isDefault = false
  /// The literals of secrets.
  private(set) var diagnostics: [Diagnostic] = []

  init(context: BuilderContext) {
    self.context = context
    names = SecretNames(context: context)
  }

  /// Returns the variables that were found since the last call.
  mutating func takeVariables() -> (secret: Set<Symbol>, likely: Set<Symbol>) {
    defer { (variables, likelyVariables) = ([], []) }
    return (variables, likelyVariables)
  }

  mutating func note(_ argument: Argument, of field: MemberKey, _ definition: FieldDefinition) {
    let name = argument.name.symbol
    guard let input = definition.arguments.named(name) else { return }
    note(argument.value, for: input, at: .element(.argument(field, name)))
  }

  mutating func note(_ directives: [Directive]) {
    for directive in directives where !directive.arguments.isEmpty {
      let name = directive.name.symbol
      let definition = context.schema.directive(name)
      for argument in directive.arguments {
        if let input = definition?.arguments.named(argument.name.symbol) {
          note(argument.value, for: input, at: .directive(name))
        }
      }
    }
  }

  /// Checks the default values of an operation's variables.
  ///
  /// - Parameter facts: the facts of the operation with its fragments.
  mutating func checkDefaults(of operation: OperationDefinition, _ facts: DefinitionFacts) {
    isDefault = true
    defer { isDefault = false }
    for variable in operation.variables {
      guard let value = variable.defaultValue else { continue }
      let name = variable.name.symbol
      let isSecret =
        facts.secretVariables.contains(name)
        || context.sessionTokens.variables(of: operation).contains(name)
      let isLikely = facts.likelySecretVariables.contains(name)
      note(
        value, for: variable, at: .variable, isSecret ? .declared : isLikely ? .likely : .none)
    }
  }

  // MARK: Values

  /// - Parameter known: what the place of the value says. Default: nothing.
  private mutating func note(
    _ value: Value, for input: InputValueDefinition, at place: Place, _ known: Secrecy = .none
  ) {
    let type = input.type.symbol
    var element: CoordinateResolver.Element?
    if case .element(let marked) = place { element = marked }
    var secrecy = known
    if context.isSecret(element, value: type) {
      secrecy = .declared
    } else if known == .none, let element, !isToken(value), names.note(element, value: type) {
      secrecy = .likely
    }
    visit(value, for: input, at: place, secrecy)
  }

  private mutating func visit(
    _ value: Value, for input: InputValueDefinition, at place: Place, _ secrecy: Secrecy
  ) {
    switch value.kind {
    case .variable(let variable):
      switch secrecy {
      case .declared: variables.insert(variable)
      case .likely: likelyVariables.insert(variable)
      case .none: break
      }
    case .list(let elements):
      for element in elements { visit(element, for: input, at: place, secrecy) }
    case .object(let fields):
      let type = input.type.symbol
      let id = context.schema.typeID(type)
      for field in fields {
        let name = field.name.symbol
        if let inner = id.flatMap({ context.schema.inputField(name, of: $0) }) {
          let key = MemberKey(type: type, member: name)
          note(field.value, for: inner, at: .element(.member(key)), secrecy)
        } else {
          // The value of a custom scalar.
          visit(field.value, for: input, at: place, secrecy)
        }
      }
    case .string(let literal):
      // An empty text says nothing.
      if secrecy != .none, !context.sources.text(of: literal).isEmpty {
        report(value, for: input, at: place, secrecy)
      }
    case .int, .float:
      if secrecy != .none { report(value, for: input, at: place, secrecy) }
    case .boolean, .null, .enum: break
    }
  }

  /// Whether a value is a variable that carries a token of the session.
  private func isToken(_ value: Value) -> Bool {
    if case .variable(let variable) = value.kind {
      tokenVariables.contains(variable)
    } else {
      false
    }
  }

  // MARK: Literals

  private mutating func report(
    _ value: Value, for input: InputValueDefinition, at place: Place, _ secrecy: Secrecy
  ) {
    let name = context.symbols[input.name.symbol]
    let type = input.type.text(context.symbols)
    var help =
      isDefault
      ? "remove the default value, and pass the value in each call"
      : "declare the variable $\(name): \(type), and write \(name): $\(name)"
    let owner: String
    var listed = "the argument that gets it"
    switch place {
    case .element(let element):
      owner = context.coordinate(of: element)
      listed = "\"\(owner)\""
    case .directive(let directive): owner = "@\(context.symbols[directive])(\(name):)"
    case .variable: owner = "$\(name)"
    }
    if secrecy == .likely { help += "; if it is not secret, add \(listed) to \"notSecret\"" }
    let subject = secrecy == .declared ? "the secret \(owner)" : "\(owner) looks secret, and"
    diagnostics.report(
      .secretLiterals, "\(subject) has a literal value, which generated code would contain",
      at: value.position, help: help)
  }
}
