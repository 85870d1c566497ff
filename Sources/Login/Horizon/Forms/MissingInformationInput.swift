// Answers in the form that the mutation takes.

import HorizonAPI

extension SocialLoginMissingInformation {
  /// The names of the fields that the mutation accepts.
  static let fieldNames: Set<String> = [
    "email", "fullName", "phoneNumber", "marketingConsent", "referralCode",
  ]

  /// Creates the mutation's input from a form's answers.
  ///
  /// - Parameters:
  ///   - answers: the customer's answers. Those to hidden or disabled fields are not sent.
  ///   - location: the screen that shows the form, for the record of a consent.
  init(_ answers: FormAnswers, to form: LoginForm, location: String) {
    var sent: [String: String] = [:]
    for field in form.visibleFields(for: answers) where !field.disabled {
      if let answer = answers.trimmed(field.name) { sent[field.name] = answer }
    }
    let consent = form.fields.first { $0.name == "marketingConsent" }
    self.init(
      email: sent["email"], fullName: sent["fullName"], phoneNumber: sent["phoneNumber"],
      marketingConsent: sent["marketingConsent"],
      marketingConsentAuditData: sent["marketingConsent"].map { key in
        MarketingConsentAuditData(
          messageShown: consent.map { $0.messageShown(choosing: key) } ?? key,
          formIdentifier: form.identifier, formLocation: location)
      },
      referralCode: sent["referralCode"])
  }
}

extension SocialLoginMissingInformation {
  /// Adds what was sent for an earlier form, except for the fields that this form contains.
  func completed(
    by earlier: SocialLoginMissingInformation?, exceptFor form: LoginForm
  ) -> SocialLoginMissingInformation {
    guard let earlier else { return self }
    let asked = Set(form.fields.map(\.name))
    var completed = self
    if !asked.contains("email") { completed.email = earlier.email }
    if !asked.contains("fullName") { completed.fullName = earlier.fullName }
    if !asked.contains("phoneNumber") { completed.phoneNumber = earlier.phoneNumber }
    if !asked.contains("marketingConsent") {
      completed.marketingConsent = earlier.marketingConsent
      completed.marketingConsentAuditData = earlier.marketingConsentAuditData
    }
    if !asked.contains("referralCode") { completed.referralCode = earlier.referralCode }
    return completed
  }
}

extension SocialLoginOutcome.Form.Field {
  /// The text that the customer read when choosing.
  fileprivate func messageShown(choosing key: String) -> String {
    let option = options.first { $0.optionKey == key }
    return [label, option?.translation ?? key].compactMap { $0 }.joined(separator: ": ")
  }
}
