// Identifies equal arguments of fields by number. The order of arguments and of input object fields
// is irrelevant; the spelling of a number is not.
// https://spec.graphql.org/September2025/#sec-Field-Selection-Merging

import AuthGenLanguage

/// The arguments of fields as numbers: equal numbers mean identical arguments. Created on demand,
/// because most fields do not share their response name.
struct ArgumentSignatures {
  private static let unknown: Int32 = -1

  private let lists: [[Argument]]
  private let sources: SourceMap
  private var signatures: [Int32]
  private var numbers: [[UInt8]: Int32] = [:]

  init(_ lists: [[Argument]], sources: SourceMap) {
    self.lists = lists
    self.sources = sources
    signatures = [Int32](repeating: Self.unknown, count: lists.count)
  }

  /// - Parameter index: the index of the arguments in the lists; negative for no arguments.
  subscript(index: Int32) -> Int32 {
    mutating get {
      guard index >= 0 else { return index }
      let known = signatures[Int(index)]
      if known != Self.unknown { return known }
      var text: [UInt8] = []
      append(lists[Int(index)].map { ($0.name, $0.value) }, to: &text)
      let signature = numbers[text, default: Int32(numbers.count)]
      numbers[text] = signature
      signatures[Int(index)] = signature
      return signature
    }
  }

  private func append(_ fields: [(name: Name, value: Value)], to text: inout [UInt8]) {
    append(fields.count, to: &text)
    let sorted = fields.sorted {
      ($0.name.symbol, $0.name.position) < ($1.name.symbol, $1.name.position)
    }
    for field in sorted {
      append(field.name.symbol.index, to: &text)
      append(field.value, to: &text)
    }
  }

  /// Appends a value. Each kind begins with its own byte and contains its length, so that different
  /// values have different texts.
  private func append(_ value: Value, to text: inout [UInt8]) {
    switch value.kind {
    case .variable(let symbol):
      text.append(0)
      append(symbol.index, to: &text)
    case .int(let length), .float(let length):
      text.append(1)
      append(Int(length), to: &text)
      text.append(contentsOf: bytes(at: value.position, Int(length)))
    case .string(let literal):
      append(literal, to: &text)
    case .boolean(let value):
      text.append(value ? 4 : 5)
    case .null:
      text.append(6)
    case .enum(let symbol):
      text.append(7)
      append(symbol.index, to: &text)
    case .list(let values):
      text.append(8)
      append(values.count, to: &text)
      for value in values { append(value, to: &text) }
    case .object(let fields):
      text.append(9)
      append(fields.map { ($0.name, $0.value) }, to: &text)
    }
  }

  private func append(_ literal: StringLiteral, to text: inout [UInt8]) {
    let raw = bytes(at: literal.position, Int(literal.length))
    let isBlock = raw.count >= 6 && raw.prefix(3).allSatisfy { $0 == UInt8(ascii: "\"") }
    text.append(isBlock ? 2 : 3)
    if isBlock || raw.contains(UInt8(ascii: "\\")) {
      let value = Array(sources.text(of: literal).utf8)
      append(value.count, to: &text)
      text.append(contentsOf: value)
    } else {
      let value = raw.dropFirst().dropLast()
      append(value.count, to: &text)
      text.append(contentsOf: value)
    }
  }

  private func append(_ number: Int, to text: inout [UInt8]) {
    for shift in [0, 8, 16, 24] { text.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  private func bytes(at position: Position, _ length: Int) -> ArraySlice<UInt8> {
    sources.source(at: position)?.slice(at: position, length: length) ?? []
  }
}
