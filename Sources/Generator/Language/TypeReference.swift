// `Name`, `[Name!]!` and so on, as a name and a number: most of a schema is type references, so
// they need no storage of their own. https://spec.graphql.org/September2025/#sec-Type-References

/// The type of a field, argument, input field or variable. Public, to be inlined: see `Symbol`.
public struct TypeReference: Hashable, Sendable {
  /// What one step outwards from the named type adds.
  public enum Wrapper: UInt64, Sendable {
    case list = 0
    case nonNull = 1
  }

  /// The named type at the core.
  public let name: Name
  /// The wrappers from the outermost (lowest bit) to the innermost, one bit each, ended by a 1.
  private let wrappers: UInt64

  /// How many lists may be nested, so that wrappers fit into a number.
  public static let maximumListDepth = 30

  /// The bare named type, which is nullable.
  public init(_ name: Name) {
    self.name = name
    wrappers = 1
  }

  private init(name: Name, wrappers: UInt64) {
    self.name = name
    self.wrappers = wrappers
  }

  public var symbol: Symbol { name.symbol }

  /// `[self]`
  public var list: TypeReference {
    TypeReference(name: name, wrappers: wrappers << 1 | Wrapper.list.rawValue)
  }

  /// `self!`, or `self` where it is so already.
  public var nonNull: TypeReference {
    isNonNull ? self : TypeReference(name: name, wrappers: wrappers << 1 | Wrapper.nonNull.rawValue)
  }

  public var isNonNull: Bool { wrappers > 1 && wrappers & 1 == Wrapper.nonNull.rawValue }

  /// Without the outermost `!`.
  public var nullable: TypeReference {
    isNonNull ? TypeReference(name: name, wrappers: wrappers >> 1) : self
  }

  public var isList: Bool {
    let inner = nullable.wrappers
    return inner > 1
  }

  /// The type of the elements where this is a list type, whether or not it is non-null.
  public var element: TypeReference? {
    let inner = nullable
    return inner.wrappers > 1 ? TypeReference(name: name, wrappers: inner.wrappers >> 1) : nil
  }

  /// The wrappers as a number, the same for types of the same shape.
  public var shape: UInt64 { wrappers }

  public func hasSameShape(as other: TypeReference) -> Bool {
    wrappers == other.wrappers
  }

  /// Same type, wherever the two are written.
  public func isSameType(as other: TypeReference) -> Bool {
    wrappers == other.wrappers && symbol == other.symbol
  }

  /// As the language writes it.
  package func text(_ symbols: SymbolTable) -> String {
    var bytes: [UInt8] = []
    bytes.append(self, symbols)
    return String(decoding: bytes, as: UTF8.self)
  }
}
