// A field of a form, as a screen shows it.
//
//     {"name": "email", "label": "Email Address", "type": "EMAIL", "required": true, "confirmable": true}
//
//     title        Email Address (required)       keyboard   for email addresses
//     repeatTitle  Confirm Email Address          problems   This is not an email address.

import AuthGenHorizon
import AuthGenRuntime
import Foundation
import HorizonAPI

/// A field of a form, with the texts to show beside it.
public struct FormFieldModel: Identifiable, Hashable, Sendable {
  /// The control for the answer.
  public enum Input: Hashable, Sendable {
    /// A line of text.
    case text(TextKind)
    case multilineText
    /// A line of text whose characters are hidden: a new password, or an existing one.
    case secret(isNew: Bool)
    /// A day. The answer is `YYYY-MM-DD`.
    case date
    /// A switch. The answer is `true` or `false`.
    case toggle
    /// One of several choices. The answer is its `key`.
    case choice([Choice], style: ChoiceStyle)
    /// The answer cannot be entered in this version of the app.
    case unsupported
  }

  /// The kind of a text. It determines the keyboard, what the system offers to fill in, and the capital
  /// letters.
  public enum TextKind: Hashable, Sendable {
    case any
    case emailAddress
    case fullName
    case phoneNumber
    case number
    /// A code, such as a referral code: no autocorrection.
    case code
  }

  public struct Choice: Identifiable, Hashable, Sendable {
    /// The answer.
    public let key: String
    public let title: String

    public var id: String { key }
  }

  public enum ChoiceStyle: Hashable, Sendable {
    /// All choices are visible.
    case list
    case menu
  }

  /// The name of the field in `FormAnswers`.
  public let name: String
  /// The site's text for the field. If there is none, a text for the fields that every site can have.
  public let label: String
  /// Whether the field needs an answer. ``title`` says so.
  public let isRequired: Bool
  /// Whether the answer cannot be changed.
  public let isDisabled: Bool
  /// Whether the customer enters the answer twice. Only texts are repeated.
  public let isRepeated: Bool
  public let input: Input
  /// The rules for the answer, to show before it is entered.
  public let rules: [String]
  /// What is wrong with the answer, to show beside the field.
  public let problems: [String]

  public var id: String { name }

  /// The label, with a mark if the field needs an answer.
  public var title: String {
    isRequired ? HorizonUIText.required.text(["label": label]) : label
  }

  /// The label for the second input of a repeated answer.
  public var repeatTitle: String { HorizonUIText.repeated.text(["label": label]) }

  /// The text of a menu in which nothing is chosen.
  public var noChoiceTitle: String { HorizonUIText.notChosen.text() }

  /// The text of the button that begins the input of a day.
  public var chooseDateTitle: String { HorizonUIText.chooseDate.text() }

  /// What a screen reader reads after the label: the problems, or else the rules.
  public var hint: String { (problems.isEmpty ? rules : problems).joined(separator: "\n") }
}

extension FormFieldModel {
  init(_ field: LoginForm.Field, problems: [FormProblem]) {
    let isSupported = field.disabled || field.isSupported
    name = field.name
    label = field.label ?? Self.knownLabels[field.name]?.text() ?? field.name
    isRequired = field.required && !field.disabled
    isDisabled = field.disabled
    isRepeated = field.isRepeated && isSupported
    input = isSupported ? field.input : .unsupported
    rules = field.disabled ? [] : field.validators.compactMap(\.hint)
    let reasons = isSupported ? problems.map(\.reason) : [.cannotBeSent]
    self.problems = reasons.map {
      FormProblem(fieldName: field.name, reason: $0).localizedDescription
    }
  }

  /// Creates a line of text that is not part of a form.
  init(name: String, label: HorizonUIText, input: Input) {
    self.name = name
    self.label = label.text()
    isRequired = false
    isDisabled = false
    isRepeated = false
    self.input = input
    rules = []
    problems = []
  }

  private static let knownLabels: [ExactString: HorizonUIText] = [
    "email": .emailAddress, "fullName": .fullName, "marketingConsent": .marketingConsent,
    "phoneNumber": .phoneNumber, "referralCode": .referralCode,
  ]
}

extension SocialLoginOutcome.Form.Field {
  /// Whether the login sends the answer.
  var canBeSent: Bool {
    SocialLoginMissingInformation.fieldNames.containsSameBytes(as: name) && hasControl
  }

  /// Whether there is a control for the answer, and the login sends the answer if the form requires it.
  fileprivate var isSupported: Bool { hasControl && (canBeSent || !required) }

  private var hasControl: Bool { kind != .fileUpload && kind != .multiSelect }

  fileprivate var input: FormFieldModel.Input {
    switch kind {
    case .boolean: isMarketingConsent && required ? .choice(Self.yesOrNo, style: .list) : .toggle
    case .date: .date
    case .email: .text(.emailAddress)
    case .group, .likertScale: choice(.list)
    case .list: choice(.menu)
    case .marketingConsent: choice(.list)
    case .number: .text(.number)
    case .password: .secret(isNew: true)
    case .phoneNumber: .text(.phoneNumber)
    case .text, .unknown: .text(textKind)
    case .textbox: .multilineText
    case .fileUpload, .multiSelect: .unsupported
    }
  }

  /// A switch would show a consent without an answer as declined.
  private static var yesOrNo: [FormFieldModel.Choice] {
    [
      .init(key: "true", title: HorizonUIText.yes.text()),
      .init(key: "false", title: HorizonUIText.no.text()),
    ]
  }

  /// A field of type `TEXT`, and one without a type, has the kind that its name determines.
  private var textKind: FormFieldModel.TextKind {
    switch ExactString(name) {
    case "email": .emailAddress
    case "fullName": .fullName
    case "phoneNumber": .phoneNumber
    case "referralCode": .code
    default: .any
    }
  }

  /// A field whose choices are missing is a line of text.
  private func choice(_ style: FormFieldModel.ChoiceStyle) -> FormFieldModel.Input {
    if options.isEmpty { return .text(.any) }
    let choices = options.map { FormFieldModel.Choice(key: $0.optionKey, title: $0.title) }
    return .choice(choices, style: style)
  }
}
