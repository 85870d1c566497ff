// The form of missing information, as a screen shows it.

public import AuthGenHorizon
import AuthGenRuntime
import Foundation
import HorizonAPI

/// A form to fill in: its fields for the current answers, with their rules and problems.
///
/// ```swift
/// var form = FormModel(information)
/// form.answers["email"] = "ada@example.com"
/// for field in form.fields { show(field.title, field.problems) }
/// ```
public struct FormModel: Sendable {
  /// The customer's answers. The fields depend on them.
  public var answers: FormAnswers
  /// The answers to which the problems belong.
  private let submitted: FormAnswers
  private let form: LoginForm
  private let problems: [FormProblem]

  /// Creates a form with the initial answers. A switch is off at first, and its answer is `false`. A consent
  /// to marketing has no answer at first.
  public init(_ information: SocialLoginState.MissingInformation) {
    form = information.form
    problems = information.problems
    var answers = information.answers
    for field in form.fields where field.kind == .boolean && !field.isMarketingConsent {
      answers[field.name] = answers[field.name] ?? "false"
    }
    submitted = answers
    self.answers = answers
  }

  /// The inputs of the form. Another form with the same inputs keeps what the customer has entered.
  package var inputs: [String] {
    [form.identifier] + form.fields.map { "\($0.name), \($0.disabled ? "disabled" : "enabled")" }
  }

  /// The heading: the site's, in its language.
  public var title: String {
    form.title ?? HorizonUIText.completeProfile.text()
  }

  /// The text of the button that submits the form.
  public var submitTitle: String { HorizonUIText.continue.text() }

  /// The fields to show, in the order of the form. An optional field whose answer cannot be sent is left out.
  public var fields: [FormFieldModel] {
    let conditions = form.fields.flatMap(\.renderConditions)
    let conditionNames = Set(conditions.map { ExactString($0.referenceFieldName) })
    return form.visibleFields(for: answers)
      .filter { $0.required || $0.canBeSent || conditionNames.contains(ExactString($0.name)) }
      .map { FormFieldModel($0, problems: currentProblems(of: $0)) }
  }

  /// The problems with the submitted answers, in one text with the names of their fields. A screen shows it
  /// above the form, and a screen reader reads it after the form was submitted. Nil if there are none.
  public var announcement: String? {
    let fields = fields
    var lines = fields.flatMap { field in field.problems.map { "\(field.label): \($0)" } }
    let shown = Set(fields.map { ExactString($0.name) })
    lines += problems.filter { !shown.contains(ExactString($0.fieldName)) }.map(
      \.localizedDescription)
    guard !lines.isEmpty else { return nil }
    return ([HorizonUIText.checkAnswers.text()] + lines).joined(separator: "\n")
  }

  /// The problems with a field whose answer has not changed since.
  private func currentProblems(of field: LoginForm.Field) -> [FormProblem] {
    guard answers.agree(with: submitted, on: field.name) else { return [] }
    return problems.filter { $0.fieldName.hasSameBytes(as: field.name) }
  }
}
