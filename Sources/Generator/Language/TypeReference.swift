// Type references such as `Name` and `[Name!]!`, stored as a name and a number: most of a schema is
// type references, so they need no separate storage.
// https://spec.graphql.org/September2025/#sec-Type-References

/// The type of a field, argument, input field or variable. Public, to be inlined: see `Symbol`.
public struct TypeReference: Hashable, Sendable {
  /// The innermost named type.
  public let name: Name
  /// The wrappers from the outermost (lowest bit) to the innermost, followed by a 1: a 0 for each
  /// list, and a 1 for each non-null type.
  private let wrappers: UInt64

  /// The maximum number of nested lists. The wrappers then fit into a number.
  public static let maximumListDepth = 30

  /// Creates a nullable named type.
  public init(_ name: Name) {
    self.name = name
    wrappers = 1
  }

  private init(name: Name, wrappers: UInt64) {
    self.name = name
    self.wrappers = wrappers
  }

  public var symbol: Symbol { name.symbol }

  /// The list type `[self]`.
  public var list: TypeReference {
    TypeReference(name: name, wrappers: wrappers << 1)
  }

  /// The non-null type `self!`, or `self` if it is non-null already.
  public var nonNull: TypeReference {
    isNonNull ? self : TypeReference(name: name, wrappers: wrappers << 1 | 1)
  }

  public var isNonNull: Bool { wrappers > 1 && wrappers & 1 == 1 }

  /// The type without the outermost `!`.
  public var nullable: TypeReference {
    isNonNull ? TypeReference(name: name, wrappers: wrappers >> 1) : self
  }

  public var isList: Bool {
    let inner = nullable.wrappers
    return inner > 1
  }

  /// The element type of a list type, whether or not the list is non-null.
  public var element: TypeReference? {
    let inner = nullable
    return inner.wrappers > 1 ? TypeReference(name: name, wrappers: inner.wrappers >> 1) : nil
  }

  /// The same type without its position, so that `==` ignores positions.
  package var withoutPosition: TypeReference {
    TypeReference(name: Name(symbol), wrappers: wrappers)
  }

  /// The wrappers as a number. Types of the same shape have the same number.
  public var shape: UInt64 { wrappers }

  /// Whether a value of this type can be used where `expected` is required. Implements
  /// AreTypesCompatible() and IsValidImplementationFieldType().
  /// https://spec.graphql.org/September2025/#AreTypesCompatible()
  ///
  /// - Parameter isSubtype: whether a named type can replace another one. Default: only itself.
  package func isCompatible(
    with expected: TypeReference, _ isSubtype: (Symbol, Symbol) -> Bool = { $0 == $1 }
  ) -> Bool {
    if expected.isNonNull, !isNonNull { return false }
    switch (element, expected.element) {
    case (let element?, let expectedElement?):
      return element.isCompatible(with: expectedElement, isSubtype)
    case (nil, nil): return isSubtype(symbol, expected.symbol)
    default: return false
    }
  }

  /// Whether the types are equal, ignoring positions.
  public func isSameType(as other: TypeReference) -> Bool {
    wrappers == other.wrappers && symbol == other.symbol
  }

  /// Returns the type in GraphQL syntax.
  package func text(_ symbols: SymbolTable) -> String {
    var bytes: [UInt8] = []
    bytes.append(self, symbols)
    return String(decoding: bytes, as: UTF8.self)
  }
}
