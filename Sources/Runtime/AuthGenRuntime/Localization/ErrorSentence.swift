// Sentences about errors for the user of an app, and their translations.

package import Foundation

/// A sentence for the user of an app.
///
/// Each module has an enum of its sentences. The raw value is `KEY = SENTENCE`: the key in the table
/// `AuthGen` of an app's strings, and the sentence in English. The key stays the same if the English text
/// changes. `AuthGen.strings`, beside the article ErrorMessages, lists all sentences.
nonisolated package protocol ErrorSentence: CaseIterable, RawRepresentable, Sendable
where RawValue == String {}

nonisolated extension ErrorSentence {
  /// The key in the table.
  package var key: String { rawValue.components(separatedBy: " = ")[0] }

  /// The sentence in English. A name in braces, such as `{seconds}`, is replaced by a value.
  package var english: String { String(rawValue.dropFirst(key.count + 3)) }

  /// Returns the translation in a bundle, or the English sentence if the bundle has none.
  ///
  /// Values replace their names in braces, without a format string: a translation with a wrong placeholder is
  /// shown as it is written.
  ///
  /// - Parameters:
  ///   - values: the values by their names.
  ///   - bundle: the bundle with the table `AuthGen`.
  package func text(_ values: [String: Int], in bundle: Bundle) -> String {
    let translation = bundle.localizedString(forKey: key, value: english, table: "AuthGen")
    let text = translation.isEmpty ? english : translation
    return values.reduce(text) { text, value in
      text.replacingOccurrences(of: "{\(value.key)}", with: "\(value.value)")
    }
  }
}
