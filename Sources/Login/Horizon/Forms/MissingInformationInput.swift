// Answers in the form that the mutation takes.

import AuthGenRuntime
import HorizonAPI

extension SocialLoginMissingInformation {
  /// The names of the fields that the mutation accepts.
  package static let fieldNames = fields.map(\.name)

  private static var fields: [(name: String, property: WritableKeyPath<Self, String?>)] {
    [
      ("email", \.email), ("fullName", \.fullName), ("phoneNumber", \.phoneNumber),
      ("marketingConsent", \.marketingConsent), ("referralCode", \.referralCode),
    ]
  }

  /// Creates the mutation's input from a form's answers.
  ///
  /// - Parameters:
  ///   - answers: the customer's answers. Those to hidden or disabled fields are not sent.
  ///   - location: the screen that shows the form, for the record of a consent.
  init(_ answers: FormAnswers, to form: LoginForm, location: String) {
    self.init()
    for field in form.visibleFields(for: answers) where !field.disabled {
      for (name, property) in Self.fields where name.hasSameBytes(as: field.name) {
        self[keyPath: property] = answers[name]?.trimmedAnswer
      }
    }
    let consent = form.fields.first { $0.name.hasSameBytes(as: "marketingConsent") }
    marketingConsentAuditData = marketingConsent.map { key in
      MarketingConsentAuditData(
        messageShown: consent.map { $0.messageShown(choosing: key) } ?? key,
        formIdentifier: form.identifier, formLocation: location)
    }
  }
}

extension SocialLoginMissingInformation {
  /// Adds what was sent for an earlier form, except for the fields that this form contains.
  func completed(by earlier: SentAnswers?, exceptFor form: LoginForm)
    -> SocialLoginMissingInformation
  {
    guard let earlier else { return self }
    let asked = form.fields.map(\.name)
    var completed = self
    for (name, property) in Self.fields where !asked.containsSameBytes(as: name) {
      completed[keyPath: property] = earlier.values[name]
    }
    if !asked.containsSameBytes(as: "marketingConsent") {
      completed.marketingConsentAuditData = earlier.consent.map {
        MarketingConsentAuditData(
          messageShown: $0.messageShown, formIdentifier: $0.formIdentifier,
          formLocation: $0.formLocation)
      }
    }
    return completed
  }

  /// The answers, in a form that can be stored.
  var sent: SentAnswers {
    SentAnswers(
      values: Dictionary(
        uniqueKeysWithValues: Self.fields.compactMap { name, property in
          self[keyPath: property].map { (name, $0) }
        }),
      consent: marketingConsentAuditData.map {
        SentAnswers.Consent(
          messageShown: $0.messageShown, formIdentifier: $0.formIdentifier,
          formLocation: $0.formLocation)
      })
  }
}

/// The answers that were sent for earlier forms.
struct SentAnswers: Codable, Sendable {
  /// The answers by their fields.
  let values: [String: String]
  /// The record of a consent to marketing.
  let consent: Consent?

  struct Consent: Codable {
    let messageShown: String
    let formIdentifier: String
    let formLocation: String
  }
}

extension SentAnswers: RedactedDescription {
  var description: String { "answers to " + values.keys.sorted().joined(separator: ", ") }
}

extension SocialLoginOutcome.Form.Field {
  /// The text that the customer read when choosing.
  fileprivate func messageShown(choosing key: String) -> String {
    let option = options.first { $0.optionKey.hasSameBytes(as: key) }
    return [label, option?.translation ?? key].compactMap { $0 }.joined(separator: ": ")
  }
}
