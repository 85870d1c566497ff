// The form that a social login asks for, as a screen shows it.

import HorizonAPI

/// A form with the fields that a social login still needs.
public typealias LoginForm = SocialLoginOutcome.Form

extension SocialLoginOutcome.Form {
  /// The fields to show for the answers so far: a field may depend on the answers to others.
  public func visibleFields(for answers: FormAnswers) -> [Field] {
    fields.filter { $0.isVisible(for: answers) }
  }
}

extension SocialLoginOutcome.Form.Field {
  /// How to show the field: a type that the server leaves out, or that was not known when this code
  /// was made, is text.
  public var kind: FormFieldType {
    switch type {
    case nil, .unknown: .text
    case .some(let type): type
    }
  }

  /// The choices, without what the server could not tell.
  public var options: [AnswerOption] { (answerOptions ?? []).compactMap { $0 } }

  /// Whether the answers so far call for the field. A condition of a kind that is not known here
  /// hides nothing.
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
