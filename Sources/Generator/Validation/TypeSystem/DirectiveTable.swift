// A schema's directives and their arguments, with fast lookup by name.

import AuthGenLanguage
import AuthGenTypeSystem

struct DirectiveTable {
  /// The minimum number of arguments for an index. Searching fewer arguments is just as fast.
  private static let indexedCount = 16

  /// The index in `Schema.directives` of each symbol; -1 if there is no such directive.
  private var indexes: [Int32]
  /// The names of the required arguments of each directive.
  private(set) var required: [[Symbol]] = []
  /// For directives with many arguments, the index of each argument, by directive and name.
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

  /// Returns the index of the directive in `Schema.directives`.
  func index(_ name: Symbol) -> Int? {
    indexes[name.index] < 0 ? nil : Int(indexes[name.index])
  }

  /// Returns the index of an argument of the directive at `index`.
  func argument(_ name: Symbol, of index: Int, in schema: Schema) -> Int? {
    let all = schema.directives[index].arguments
    return all.count >= Self.indexedCount
      ? arguments[Self.key(index, name)] : all.firstIndex { $0.name.symbol == name }
  }

  private static func key(_ index: Int, _ name: Symbol) -> UInt64 {
    UInt64(index) << 32 | UInt64(name.id)
  }
}
