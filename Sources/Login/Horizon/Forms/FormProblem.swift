// Problems with answers.

public import HorizonAPI

/// A problem with the answer to a field, found by the app or the server. It does not contain the answer. Its
/// `localizedDescription` is a sentence to show beside the field.
public struct FormProblem: Error, Codable, Hashable, Sendable {
  public enum Reason: Codable, Hashable, Sendable {
    /// The field needs an answer.
    case required
    /// The two answers to a confirmable field differ.
    case notConfirmed
    /// The answer is not an email address.
    case invalidEmail
    /// The answer is not a phone number: 5 to 15 digits, with an optional plus sign before them.
    case invalidPhoneNumber
    /// The answer is not a calendar date, `YYYY-MM-DD`.
    case invalidDate
    /// The answer is not a number.
    case invalidNumber
    /// The answer is not one of the field's choices.
    case invalidOption
    /// The answer breaks a rule of the field. The rule's argument is in the form's `validators`.
    case rule(ValidatorName)
    /// The server requires an answer that `SocialLoginMissingInformation` has no field for. The app
    /// is older than the form.
    case cannotBeSent
  }

  /// The `name` of the field.
  public let fieldName: String
  public let reason: Reason

  public init(fieldName: String, reason: Reason) {
    self.fieldName = fieldName
    self.reason = reason
  }

  /// The server's problems with one field.
  static func all(in error: AuthenticationOutcome.FieldError) -> [FormProblem] {
    var reasons: [Reason] = []
    if error.requiredButNotProvided { reasons.append(.required) }
    if error.invalidOption { reasons.append(.invalidOption) }
    reasons += error.validators.map(Reason.rule)
    return reasons.map { FormProblem(fieldName: error.fieldName, reason: $0) }
  }
}
