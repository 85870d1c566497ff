// The lines of positions.

package import AuthGenLanguage

extension AuthGenLanguage.SourceLocation {
  /// The line, as far as it is kept.
  package var lineText: String { String(decoding: before + after, as: UTF8.self) }
}
