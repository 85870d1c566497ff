// Exact comparison of strings.

nonisolated extension String {
  /// Whether both strings have the same UTF-8 bytes.
  ///
  /// `==` is also true for canonically equivalent strings (Unicode Standard Annex 15), which are
  /// different values to a server. Compare everything that decides about trust with this method.
  package func hasSameBytes(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
