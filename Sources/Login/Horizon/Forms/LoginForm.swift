// The form of a social login.

import HorizonAPI

/// A form with the fields that a social login still needs.
public typealias LoginForm = SocialLoginOutcome.Form

extension SocialLoginOutcome.Form {
  /// Returns the fields to show for the current answers. A field may depend on the answers to
  /// others.
  public func visibleFields(for answers: FormAnswers) -> [Field] {
    fields.filter { $0.isVisible(for: answers) }
  }
}

extension SocialLoginOutcome.Form.Field {
  /// How to show the field. A missing type, or one that is newer than this code, is text.
  public var kind: FormFieldType {
    switch type {
    case nil, .unknown: .text
    case .some(let type): type
    }
  }

  /// The choices, without those that are null in the response.
  public var options: [AnswerOption] { (answerOptions ?? []).compactMap { $0 } }

  /// Whether to show the field for the current answers. A condition of an unknown kind does not
  /// hide the field.
  public func isVisible(for answers: FormAnswers) -> Bool {
    renderConditions.allSatisfy { condition in
      let answer = answers[condition.referenceFieldName] ?? ""
      return switch condition.relationship {
      case .equalTo: answer == condition.value
      case .notEqualTo: answer != condition.value
      case .unknown: true
      }
    }
  }
}
