// What the user of an app reads about an error.

package import Foundation

/// Three sentences about an error for the user of an app: what happened, why, and what to do. They contain
/// nothing of the error's values except times to wait.
nonisolated package struct ErrorText: Hashable, Sendable {
  package let description: any ErrorSentence
  package let reason: any ErrorSentence
  package let suggestion: any ErrorSentence
  private let values: [String: String]

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - description: what happened.
  ///   - reason: why it happened.
  ///   - suggestion: what the user can do.
  ///   - values: the values that replace names in braces.
  package init(
    _ description: any ErrorSentence, reason: any ErrorSentence, suggestion: any ErrorSentence,
    values: [String: Int] = [:]
  ) {
    self.description = description
    self.reason = reason
    self.suggestion = suggestion
    self.values = values.mapValues { "\($0)" }
  }

  /// The keys of the sentences. Two texts are equal if their keys and values are.
  private var keys: [String] { [description.rawValue, reason.rawValue, suggestion.rawValue] }

  package static func == (first: ErrorText, second: ErrorText) -> Bool {
    first.keys == second.keys && first.values == second.values
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(keys) }

  package func description(in bundle: Bundle) -> String { description.text(values, in: bundle) }
  package func reason(in bundle: Bundle) -> String { reason.text(values, in: bundle) }
  package func suggestion(in bundle: Bundle) -> String { suggestion.text(values, in: bundle) }
}

/// An error with sentences for the user of an app. The app's main bundle can translate them.
///
/// `LocalizedError` has its module's name everywhere: a schema may have a type of that name, in the module
/// into which authgen writes these sources.
nonisolated package protocol UserFacingError: Foundation.LocalizedError {
  var userText: ErrorText { get }
}

nonisolated extension UserFacingError {
  /// What happened, in a sentence for the user.
  public var errorDescription: String? { userText.description(in: .main) }
  /// Why it happened, in a sentence for the user.
  public var failureReason: String? { userText.reason(in: .main) }
  /// What the user can do, in a sentence.
  public var recoverySuggestion: String? { userText.suggestion(in: .main) }
}
