// What all builders read: the validated input, the settings, and what follows from them.

import AuthGenLanguage
import AuthGenTypeSystem

final class BuilderContext: Sendable {
  let schema: Schema
  let symbols: SymbolTable
  let sources: SourceMap
  let settings: ClientSettings
  let semantics: Semantics
  let renames: Renames
  private let scalars: [Symbol: String]

  init(
    schema: Schema, symbols: SymbolTable, sources: SourceMap, settings: ClientSettings,
    semantics: Semantics, renames: Renames
  ) {
    self.schema = schema
    self.symbols = symbols
    self.sources = sources
    self.settings = settings
    self.semantics = semantics
    self.renames = renames
    var scalars: [Symbol: String] = [.int: "Int", .float: "Double", .boolean: "Bool"]
    for scalar in settings.scalars {
      if let symbol = symbols.find(scalar.value.name) {
        scalars[symbol] = scalar.value.scalar.swiftType
      }
    }
    self.scalars = scalars
  }

  /// The Swift type for a scalar: `String` unless it is known or configured to be another.
  func scalar(_ symbol: Symbol) -> SwiftType {
    .scalar(scalars[symbol] ?? "String")
  }

  /// - Parameter base: the Swift type for the named type at the core.
  func swiftType(_ type: TypeReference, base: SwiftType) -> SwiftType {
    let core: SwiftType =
      type.element.map { .array(swiftType($0, base: base)) } ?? base
    return type.isNonNull ? core : .optional(core)
  }

  /// The reason of a deprecation, where members are to be annotated with it.
  func deprecation(_ directives: [Directive]) -> String? {
    guard !directives.isEmpty, settings.deprecatedMembers == .annotate else { return nil }
    return Deprecation(directives, sources: sources)?.reason
  }
}

/// Texts that are wanted again and again, made once.
struct TextCache {
  private let context: BuilderContext
  private var lines: [UInt32: [String]] = [:]
  private var spellings: [String?]
  private var members: [String?]
  private var types: [String?]

  init(_ context: BuilderContext) {
    self.context = context
    spellings = Array(repeating: nil, count: context.symbols.count)
    members = spellings
    types = spellings
  }

  /// A name as GraphQL has it.
  mutating func spelling(_ symbol: Symbol) -> String {
    if let known = spellings[symbol.index] { return known }
    let made = context.symbols[symbol]
    spellings[symbol.index] = made
    return made
  }

  /// A type's name.
  mutating func type(_ symbol: Symbol) -> String {
    if let known = types[symbol.index] { return known }
    let made = SwiftName.type(spelling(symbol))
    types[symbol.index] = made
    return made
  }

  /// A description's lines.
  mutating func lines(_ description: StringLiteral?) -> [String] {
    guard let description else { return [] }
    if let known = lines[description.position.offset] { return known }
    let made = context.sources.text(of: description).lines
    lines[description.position.offset] = made
    return made
  }

  /// A property's or case's name.
  mutating func member(_ symbol: Symbol) -> String {
    if let known = members[symbol.index] { return known }
    let made = SwiftName.member(spelling(symbol), context.settings.caseConversion)
    members[symbol.index] = made
    return made
  }
}

/// Symbols in order of their first insertion.
struct OrderedSymbols {
  private(set) var all: [Symbol] = []
  private var seen: Set<Symbol> = []

  /// - Returns: whether it is new.
  @discardableResult
  mutating func insert(_ symbol: Symbol) -> Bool {
    guard seen.insert(symbol).inserted else { return false }
    all.append(symbol)
    return true
  }
}

extension String {
  /// Split at LF, CR and CR LF, without blank lines at the end.
  package var lines: [String] {
    var lines: [[UInt8]] = [[]]
    var previous: UInt8 = 0
    for byte in utf8 {
      if byte == 0x0A, previous == 0x0D {
      } else if byte == 0x0A || byte == 0x0D {
        lines.append([])
      } else {
        lines[lines.count - 1].append(byte)
      }
      previous = byte
    }
    while let last = lines.last, last.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
      lines.removeLast()
    }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }
}
