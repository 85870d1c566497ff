// Names as small integers. Each distinct name is stored once, and all stages after the lexer
// compare and index by number.

/// A name in a `SymbolTable`.
///
/// This type is public, although no other package can import this module: the compiler inlines public
/// functions across modules, but calls `package` functions, even a comparison of two numbers.
public struct Symbol: Hashable, Comparable, Sendable {
  public let id: UInt32

  public init(id: UInt32) {
    self.id = id
  }

  /// The index into an array with one element per symbol.
  public var index: Int { Int(id) }

  /// Orders symbols by first appearance. For alphabetical order, compare the names.
  public static func < (left: Symbol, right: Symbol) -> Bool {
    left.id < right.id
  }
}

/// All names of a run.
package struct SymbolTable: Sendable {
  private struct Entry {
    var start: UInt32
    var length: UInt32
    var hash: UInt32
  }

  private var entries: [Entry] = []
  private var bytes: [UInt8] = []
  /// A hash table with open addressing and linear probing: 0 is free, any other value is a symbol's
  /// id plus one.
  private var slots: [UInt32]

  package init() {
    slots = [UInt32](repeating: 0, count: 1 << 11)
    bytes.reserveCapacity(1 << 14)
    for name in Symbol.wellKnownNames { _ = intern(name) }
  }

  /// Creates an empty placeholder for a table that is temporarily moved elsewhere.
  init(lent: ()) {
    slots = []
  }

  /// The number of symbols. Their ids are 0 ..< count.
  package var count: Int { entries.count }

  /// Returns the symbol of `name`, and adds it if it is new.
  package mutating func intern(_ name: String) -> Symbol {
    var name = name
    return name.withUTF8 { intern($0) }
  }

  package mutating func intern(_ name: UnsafeBufferPointer<UInt8>) -> Symbol {
    intern(name, hash: Self.hash(name))
  }

  mutating func intern(_ name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Symbol {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let id = slots[slot] - 1
      if matches(entries[Int(id)], name, hash) { return Symbol(id: id) }
      slot = (slot + 1) & (slots.count - 1)
    }
    let id = UInt32(entries.count)
    entries.append(Entry(start: UInt32(bytes.count), length: UInt32(name.count), hash: hash))
    bytes.append(contentsOf: name)
    slots[slot] = id + 1
    if entries.count * 2 > slots.count { grow() }
    return Symbol(id: id)
  }

  /// Returns the symbol of `name`, or nil if no source contains it.
  package func find(_ name: some StringProtocol) -> Symbol? {
    var name = String(name)
    return name.withUTF8 { name in
      let hash = Self.hash(name)
      var slot = Int(hash) & (slots.count - 1)
      while slots[slot] != 0 {
        let id = slots[slot] - 1
        if matches(entries[Int(id)], name, hash) { return Symbol(id: id) }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }
  }

  /// The name's text.
  package subscript(symbol: Symbol) -> String {
    String(decoding: utf8(symbol), as: UTF8.self)
  }

  /// The name's bytes.
  package func utf8(_ symbol: Symbol) -> ArraySlice<UInt8> {
    let entry = entries[symbol.index]
    return bytes[Int(entry.start)..<Int(entry.start + entry.length)]
  }

  /// Whether the name begins with two underscores, which the specification reserves for introspection.
  package func isReserved(_ symbol: Symbol) -> Bool {
    utf8(symbol).starts(with: [0x5F, 0x5F])
  }

  /// Returns the FNV-1a hash. The lexer computes the same hash while it scans a name.
  static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash = initialHash
    for byte in name { hash = combine(hash, byte) }
    return hash
  }

  static let initialHash: UInt32 = 2_166_136_261

  @inline(__always)
  static func combine(_ hash: UInt32, _ byte: UInt8) -> UInt32 {
    (hash ^ UInt32(byte)) &* 16_777_619
  }

  private func matches(_ entry: Entry, _ name: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Bool {
    guard entry.hash == hash, Int(entry.length) == name.count else { return false }
    return bytes.withUnsafeBytes { known in
      let known = UnsafeRawBufferPointer(rebasing: known[Int(entry.start)...].prefix(name.count))
      return known.isEqual(to: UnsafeRawBufferPointer(name))
    }
  }

  private mutating func grow() {
    var larger = [UInt32](repeating: 0, count: slots.count * 2)
    for (id, entry) in entries.enumerated() {
      var slot = Int(entry.hash) & (larger.count - 1)
      while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = UInt32(id) + 1
    }
    slots = larger
  }
}

extension UnsafeRawBufferPointer {
  /// Whether another buffer of the same size has the same bytes. Compares eight at a time.
  fileprivate func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while count - index >= 8 {
      let word = loadUnaligned(fromByteOffset: index, as: UInt64.self)
      guard word == other.loadUnaligned(fromByteOffset: index, as: UInt64.self) else {
        return false
      }
      index += 8
    }
    while index < count {
      guard self[index] == other[index] else { return false }
      index += 1
    }
    return true
  }
}

/// The names with a meaning in the language. `SymbolTable` interns them first, in this order, so
/// that their ids are constants.
extension Symbol {
  static let wellKnownNames = [
    "", "query", "mutation", "subscription", "fragment", "on", "true", "false", "null",
    "schema", "scalar", "type", "interface", "union", "enum", "input", "directive", "extend",
    "implements", "repeatable",
    "Int", "Float", "String", "Boolean", "ID",
    "skip", "include", "deprecated", "specifiedBy", "oneOf",
    "if", "reason", "url",
    "__typename", "__schema", "__type",
    "Query", "Mutation", "Subscription",
    "defer", "stream", "label",
    "QUERY", "MUTATION", "SUBSCRIPTION", "FIELD", "FRAGMENT_DEFINITION", "FRAGMENT_SPREAD",
    "INLINE_FRAGMENT", "VARIABLE_DEFINITION", "SCHEMA", "SCALAR", "OBJECT", "FIELD_DEFINITION",
    "ARGUMENT_DEFINITION", "INTERFACE", "UNION", "ENUM", "ENUM_VALUE", "INPUT_OBJECT",
    "INPUT_FIELD_DEFINITION", "DIRECTIVE_DEFINITION",
  ]

  /// The name of unnamed definitions, such as the shorthand query.
  public static let empty = Symbol(id: 0)
  public static let query = Symbol(id: 1)
  public static let mutation = Symbol(id: 2)
  public static let subscription = Symbol(id: 3)
  public static let fragment = Symbol(id: 4)
  public static let on = Symbol(id: 5)
  public static let `true` = Symbol(id: 6)
  public static let `false` = Symbol(id: 7)
  public static let null = Symbol(id: 8)
  public static let schema = Symbol(id: 9)
  public static let scalar = Symbol(id: 10)
  public static let type = Symbol(id: 11)
  public static let interface = Symbol(id: 12)
  public static let union = Symbol(id: 13)
  public static let `enum` = Symbol(id: 14)
  public static let input = Symbol(id: 15)
  public static let directive = Symbol(id: 16)
  public static let extend = Symbol(id: 17)
  public static let implements = Symbol(id: 18)
  public static let repeatable = Symbol(id: 19)
  public static let int = Symbol(id: 20)
  public static let float = Symbol(id: 21)
  public static let string = Symbol(id: 22)
  public static let boolean = Symbol(id: 23)
  public static let id = Symbol(id: 24)
  public static let skip = Symbol(id: 25)
  public static let include = Symbol(id: 26)
  public static let deprecated = Symbol(id: 27)
  public static let specifiedBy = Symbol(id: 28)
  public static let oneOf = Symbol(id: 29)
  public static let `if` = Symbol(id: 30)
  public static let reason = Symbol(id: 31)
  public static let url = Symbol(id: 32)
  public static let typename = Symbol(id: 33)
  public static let schemaField = Symbol(id: 34)
  public static let typeField = Symbol(id: 35)
  public static let queryType = Symbol(id: 36)
  public static let mutationType = Symbol(id: 37)
  public static let subscriptionType = Symbol(id: 38)
  public static let `defer` = Symbol(id: 39)
  public static let stream = Symbol(id: 40)
  public static let label = Symbol(id: 41)

  /// The scalars and directives that the specification defines.
  package static let builtInScalars: Set<Symbol> = [.int, .float, .string, .boolean, .id]
  package static let builtInDirectives: Set<Symbol> = [
    .skip, .include, .deprecated, .specifiedBy, .oneOf,
  ]

  /// The first of the twenty directive locations, in the order of `DirectiveLocation`.
  static let firstDirectiveLocation = Symbol(id: 42)
}
