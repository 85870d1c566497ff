// Exact comparison of strings.

nonisolated extension String {
  /// Whether both strings have the same UTF-8 bytes.
  ///
  /// `==` is also true for canonically equivalent strings (Unicode Standard Annex 15), which are
  /// different values to a server. Compare everything that decides about trust with this method.
  package func hasSameBytes(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }

  /// The text if it is ASCII, otherwise an empty text. Names of types and of enum values are ASCII (GraphQL,
  /// section 2.1.9), and comparing other texts can take quadratic time.
  @_spi(Generated)
  public var nameOrEmpty: String { utf8.allSatisfy { $0 < 0x80 } ? self : "" }
}

nonisolated extension Sequence<String> {
  /// Whether an element has the same UTF-8 bytes as a text.
  package func containsSameBytes(as text: String) -> Bool {
    contains { $0.hasSameBytes(as: text) }
  }
}
