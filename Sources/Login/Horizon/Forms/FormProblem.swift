// What is wrong with an answer.

import HorizonAPI

/// What is wrong with the answer to a field, as far as it was found here or the server says so. It
/// does not have the answer in it.
public struct FormProblem: Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The field needs an answer.
    case required
    /// The two answers to a confirmable field differ.
    case notConfirmed
    /// No email address.
    case invalidEmail
    /// No phone number: from 5 to 15 digits, which a plus sign may precede.
    case invalidPhoneNumber
    /// No day of the calendar, `YYYY-MM-DD`.
    case invalidDate
    /// No number.
    case invalidNumber
    /// None of the field's choices.
    case invalidOption
    /// A rule of the field is broken; its argument is in the form's `validators`.
    case rule(ValidatorName)
    /// The server needs an answer that `SocialLoginMissingInformation` has no place for:
    /// the app is older than the form.
    case cannotBeSent
  }

  /// The `name` of the field.
  public let fieldName: String
  public let reason: Reason

  public init(fieldName: String, reason: Reason) {
    self.fieldName = fieldName
    self.reason = reason
  }

  /// What the server says of one field.
  static func all(in error: AuthenticationOutcome.FieldError) -> [FormProblem] {
    var reasons: [Reason] = []
    if error.requiredButNotProvided { reasons.append(.required) }
    if error.invalidOption { reasons.append(.invalidOption) }
    reasons += error.validators.map(Reason.rule)
    return reasons.map { FormProblem(fieldName: error.fieldName, reason: $0) }
  }
}
