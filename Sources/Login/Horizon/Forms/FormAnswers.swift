// The form of a social login, and the customer's input to it.

public import AuthGenRuntime
public import HorizonAPI

/// The customer's answers, by the names of their fields. A description shows which fields have an
/// answer, without the answers.
///
/// ```swift
/// var answers = information.answers
/// answers["email"] = "ada@example.com"
/// answers[confirmationOf: "email"] = "ada@example.com"
/// ```
public struct FormAnswers: Codable, Hashable, Sendable {
  private var values: [ExactString: ExactString] = [:]
  private var confirmations: [ExactString: ExactString] = [:]

  public init(_ values: [String: String] = [:]) {
    for (name, value) in values { self[name] = value }
  }

  /// The answer to a field. A date is `YYYY-MM-DD`, a tick box `true` or `false`, and a choice its
  /// `optionKey`.
  public subscript(name: String) -> String? {
    get { values[name]?.text }
    set { values[name] = newValue.map { ExactString($0) } }
  }

  /// The repeated input of a field that is entered twice. It is compared with the answer and not sent.
  public subscript(confirmationOf name: String) -> String? {
    get { confirmations[name]?.text }
    set { confirmations[name] = newValue.map { ExactString($0) } }
  }

  /// The initial answers. Each is the customer's earlier answer, or the provider's value, or the
  /// form's default. A consent to marketing has only the customer's answer, because a preselected consent is
  /// invalid (Court of Justice of the European Union, C-673/17).
  init(initiallyFor form: LoginForm, identity: SocialIdentity, previous: FormAnswers?) {
    confirmations = previous?.confirmations ?? [:]
    for field in form.fields {
      guard !field.isMarketingConsent else {
        self[field.name] = previous?[field.name]
        continue
      }
      let known: String? =
        switch ExactString(field.name) {
        case "email": identity.email
        case "fullName": identity.fullName
        default: nil
        }
      self[field.name] =
        field.disabled
        ? field.defaultValue ?? known : previous?[field.name] ?? known ?? field.defaultValue
    }
  }
}

extension FormAnswers {
  /// Whether other answers have the same answer to a field.
  package func agree(with other: FormAnswers, on name: String) -> Bool {
    values[name] == other.values[name] && confirmations[name] == other.confirmations[name]
  }

  /// The answers that the next run of the app may see: all except passwords.
  func storable(for form: LoginForm) -> FormAnswers {
    var answers = self
    for field in form.fields where field.kind == .password {
      answers[field.name] = nil
      answers[confirmationOf: field.name] = nil
    }
    return answers
  }
}

extension FormAnswers: RedactedDescription {
  public var description: String {
    "answers to " + values.keys.sorted().map(\.text).joined(separator: ", ")
  }
}

/// A form with the fields that a social login still needs.
public typealias LoginForm = SocialLoginOutcome.Form

extension SocialLoginOutcome.Form {
  /// Returns the fields to show for the current answers. A field may depend on the answers to others.
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

  /// Whether the answer is a consent to marketing.
  public var isMarketingConsent: Bool {
    kind == .marketingConsent || name.hasSameBytes(as: "marketingConsent")
  }

  /// The choices, without those that are null in the response.
  public var options: [AnswerOption] { (answerOptions ?? []).compactMap { $0 } }

  /// Whether the customer enters the answer twice. A confirmable choice, date or tick box is chosen once.
  public var isRepeated: Bool {
    guard confirmable, !disabled else { return false }
    return switch kind {
    case .email, .number, .password, .phoneNumber, .text, .textbox, .unknown: true
    case .boolean, .date, .fileUpload, .group, .likertScale, .list, .marketingConsent, .multiSelect:
      false
    }
  }

  /// Whether to show the field for the current answers. A condition of an unknown kind does not
  /// hide the field.
  public func isVisible(for answers: FormAnswers) -> Bool {
    renderConditions.allSatisfy { condition in
      let answer = answers[condition.referenceFieldName] ?? ""
      return switch condition.relationship {
      case .equalTo: answer.hasSameBytes(as: condition.value)
      case .notEqualTo: !answer.hasSameBytes(as: condition.value)
      case .unknown: true
      }
    }
  }
}
