// A schema's directives and their arguments, found by name in one step.

import AuthGenLanguage
import AuthGenTypeSystem

struct DirectiveTable {
  /// Directives with fewer arguments are searched as fast as looked up.
  private static let indexedCount = 16

  /// The index in `Schema.directives` per symbol, -1 where there is no such directive.
  private var indexes: [Int32]
  /// The names of the required arguments per directive.
  private(set) var required: [[Symbol]] = []
  /// For directives with many arguments, the place of each by directive and name.
  private var arguments: [UInt64: Int] = [:]

  init(_ schema: Schema, _ symbols: SymbolTable) {
    indexes = [Int32](repeating: -1, count: symbols.count)
    for (index, directive) in schema.directives.enumerated() {
      indexes[directive.name.symbol.index] = Int32(index)
      required.append(directive.arguments.filter(\.isRequired).map(\.name.symbol))
      guard directive.arguments.count >= Self.indexedCount else { continue }
      for (place, argument) in directive.arguments.enumerated().reversed() {
        arguments[Self.key(index, argument.name.symbol)] = place
      }
    }
  }

  /// The index of the directive in `Schema.directives`.
  func index(_ name: Symbol) -> Int? {
    indexes[name.index] < 0 ? nil : Int(indexes[name.index])
  }

  /// The place of an argument of the directive at `index`.
  func argument(_ name: Symbol, of index: Int, in schema: Schema) -> Int? {
    let all = schema.directives[index].arguments
    return all.count >= Self.indexedCount
      ? arguments[Self.key(index, name)] : all.firstIndex { $0.name.symbol == name }
  }

  private static func key(_ index: Int, _ name: Symbol) -> UInt64 {
    UInt64(index) << 32 | UInt64(name.id)
  }
}
