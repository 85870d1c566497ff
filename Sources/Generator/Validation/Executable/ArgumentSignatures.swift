// Identifies equal arguments of fields by number. The order of arguments and of input object fields
// is irrelevant; the spelling of a number is not.
// https://spec.graphql.org/September2025/#sec-Field-Selection-Merging

import AuthGenLanguage

/// The arguments of fields as numbers: equal numbers mean identical arguments. Created on demand,
/// because most fields do not share their response name.
struct ArgumentSignatures {
  private static let unknown: Int32 = -1

  private let lists: [[Argument]]
  private let symbols: SymbolTable
  private let sources: SourceMap
  private var signatures: [Int32]
  private var numbers: [[UInt8]: Int32] = [:]

  init(_ lists: [[Argument]], symbols: SymbolTable, sources: SourceMap) {
    self.lists = lists
    self.symbols = symbols
    self.sources = sources
    signatures = [Int32](repeating: Self.unknown, count: lists.count)
  }

  /// - Parameter index: the index of the arguments in the lists; negative for no arguments.
  subscript(index: Int32) -> Int32 {
    mutating get {
      guard index >= 0 else { return index }
      let known = signatures[Int(index)]
      if known != Self.unknown { return known }
      var printer = DocumentPrinter(symbols: symbols, sources: sources)
      printer.append(members: lists[Int(index)].sortedByName)
      let signature = numbers[printer.bytes, default: Int32(numbers.count)]
      numbers[printer.bytes] = signature
      signatures[Int(index)] = signature
      return signature
    }
  }
}

extension [Argument] {
  /// The arguments in the order of their names. The values' fields have the same order.
  fileprivate var sortedByName: [Argument] {
    sorted { ($0.name.symbol, $0.name.position) < ($1.name.symbol, $1.name.position) }
      .map { Argument(name: $0.name, value: $0.value.sortedByName) }
  }
}

extension Value {
  fileprivate var sortedByName: Value {
    switch kind {
    case .list(let values):
      Value(position: position, kind: .list(values.map(\.sortedByName)))
    case .object(let fields): Value(position: position, kind: .object(fields.sortedByName))
    default: self
    }
  }
}
