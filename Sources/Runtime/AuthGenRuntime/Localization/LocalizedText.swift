// Texts for the user of an app, and their translations.

package import Foundation

/// A text for the user of an app.
///
/// Each module has an enum of its texts. The raw value is `KEY = TEXT`: the key in the table `AuthGen` of an
/// app's strings, and the text in English. The key stays the same if the English text changes.
/// `AuthGen.strings`, beside the article ErrorMessages, lists all texts.
nonisolated package protocol LocalizedText: CaseIterable, RawRepresentable, Sendable
where RawValue == String {}

/// A sentence about an error.
nonisolated package protocol ErrorSentence: LocalizedText {}

nonisolated extension LocalizedText {
  /// The key in the table.
  package var key: String { rawValue.components(separatedBy: " = ")[0] }

  /// The text in English. A name in braces, such as `{seconds}`, is replaced by a value.
  package var english: String { String(rawValue.dropFirst(key.count + 3)) }

  /// Returns the translation in a bundle, or the English text if the bundle has none.
  ///
  /// Values replace their names in braces, without a format string: a translation with a wrong placeholder is
  /// shown as it is written.
  ///
  /// - Parameters:
  ///   - values: the values by their names.
  ///   - bundle: the bundle with the table `AuthGen`. Default: the app's.
  package func text(_ values: [String: String] = [:], in bundle: Bundle = .main) -> String {
    let translation = bundle.localizedString(forKey: key, value: english, table: "AuthGen")
    let text = translation.isEmpty ? english : translation
    return values.reduce(text) { text, value in
      text.replacingOccurrences(of: "{\(value.key)}", with: value.value)
    }
  }
}
