// What the rules for schemas and the rules for operations share.

import AuthGenLanguage
import AuthGenTypeSystem

/// The state of rules that apply both to schemas and to operations. Each rule is an extension of
/// this protocol, of `SchemaValidator` or of `DocumentValidator`.
protocol Validator {
  var schema: Schema { get }
  var symbols: SymbolTable { get }
  var sources: SourceMap { get }
  var report: Report { get set }
  /// The marks of the rules about unique names. Each rule clears them first.
  var names: SymbolMarks { get set }
  /// The working memory of the rules about values.
  var values: ValueMemory { get set }

  /// Whether an operation defines a variable with this name.
  func hasVariable(_ name: Symbol) -> Bool

  /// The rules about arguments that do not exist, and about required arguments.
  static var argumentRules: (unknown: Diagnostic.Rule, missing: Diagnostic.Rule) { get }

  /// Checks the value of an argument; `definition` is nil if it is unknown.
  mutating func checkArgument(_ value: Value, _ definition: InputValueDefinition?)

  mutating func reportUnknownDirective(_ directive: Directive)

  /// Records a variable in a value.
  mutating func note(_ use: VariableUse)

  /// Records an applied directive.
  mutating func note(_ directive: Directive)
}

/// The working memory of the rules about values.
struct ValueMemory {
  /// The fields of the current object value. Each rule clears them first.
  var fields: SymbolMarks
  /// The names of the required fields of each input object type, created on demand.
  var requiredFields: [TypeID: [Symbol]] = [:]

  init(_ symbols: SymbolTable) {
    fields = SymbolMarks(symbols)
  }
}

extension Schema {
  /// Returns a note at the type's definition, unless the type is built in.
  func definitionNote(_ id: TypeID, _ symbols: SymbolTable) -> [Diagnostic.Note] {
    guard !isBuiltIn(id) else { return [] }
    let name = types[id.index].name
    return [.init(name.position, "\(symbols[name.symbol]) is defined here")]
  }

  /// Returns a note at the directive's definition, unless the directive is built in.
  func definitionNote(_ directive: DirectiveDefinition) -> [Diagnostic.Note] {
    guard let index = directiveIndex(directive.name.symbol), index >= builtInDirectiveCount
    else { return [] }
    return [.init(directive.name.position, "defined here")]
  }
}
