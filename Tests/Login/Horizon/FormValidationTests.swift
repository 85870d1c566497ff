// Tests forms: which fields are shown, which answers are rejected before sending, and what is sent.

import AuthGenRuntime
import Foundation
import HorizonAPI
import Testing

@testable import AuthGenHorizon

@Suite struct FormValidationTests {
  private let validation = FormValidation { CalendarDate(year: 2026, month: 3, day: 1) }

  private func reasons(
    _ field: LoginForm.Field, _ answer: String?, confirmation: String? = nil
  ) -> [FormProblem.Reason] {
    var answers = FormAnswers()
    answers[field.name] = answer
    answers[confirmationOf: field.name] = confirmation
    return validation.problems(in: answers, to: Sample.form([field])).map(\.reason)
  }

  @Test(arguments: [nil, "", " \n"]) func requiredFieldNeedsAnAnswer(answer: String?) {
    #expect(reasons(Sample.field("fullName", required: true), answer) == [.required])
    #expect(reasons(Sample.field("fullName"), answer) == [])
  }

  @Test func confirmableFieldNeedsTheSameAnswerTwice() {
    let field = Sample.field("email", .email, confirmable: true)
    #expect(reasons(field, "a@b.example") == [.notConfirmed])
    #expect(reasons(field, "a@b.example", confirmation: "a@c.example") == [.notConfirmed])
    #expect(reasons(field, "a@b.example ", confirmation: "a@b.example") == [])
    let text = Sample.field("fullName", .textbox, confirmable: true)
    #expect(reasons(text, "Ada") == [.notConfirmed])
    #expect(reasons(text, "Ada", confirmation: "Ada") == [])
  }

  /// A second choice shows nothing that the first does not.
  @Test func chosenAnswerNeedsNoConfirmation() {
    for (type, answer) in [
      (FormFieldType.boolean, "true"), (.date, "2000-12-31"), (.list, "YES"),
      (.marketingConsent, "YES"), (.group, "YES"), (.likertScale, "YES"),
    ] {
      let field = Sample.field("marketingConsent", type, confirmable: true, options: ["YES"])
      #expect(reasons(field, answer) == [], "\(type)")
    }
  }

  /// A type of fields, its error, answers that are accepted, and others.
  @Test(arguments: [
    (
      FormFieldType.email, FormProblem.Reason.invalidEmail,
      [
        "ada@example.com", "a.b+c@sub.example.co.uk", "o'neill@example.ie", "josé@example.es",
        "ada@bücher.example", "ada@localhost",
      ],
      [
        "ada", "ada@", "@example.com", "a@b@example.com", "ada@-a.example", "ada@a..example",
        "a da@example.com", "ada@exa_mple.com", "ada@.example",
        String(repeating: "a", count: 250) + "@a.example",
      ]
    ),
    (
      .phoneNumber, .invalidPhoneNumber,
      [
        "+44 20 7946 0958", "(0161) 496-0000", "12345", "0161.496.0000", "٠١٢٣٤٥",
        "\u{202A}+44 20 7946 0958\u{202C}", "0161\u{2011}4960000",
      ], ["1234", "+", "++4420794609", "0161 CALL ME", "1234567890123456", "44+12345"]
    ),
    (.date, .invalidDate, ["2024-02-29"], ["2023-02-29", "29.02.2024", "2024-2-29", "tomorrow"]),
    (
      .number, .invalidNumber, ["-12.5"],
      ["12,5", "1e5", "abc", "1.", "--1", String(repeating: "9", count: 40)]
    ), (.boolean, .invalidOption, ["true"], ["yes"]),
  ])
  func answerHasTheFormOfItsType(
    type: FormFieldType, problem: FormProblem.Reason, accepted: [String], others: [String]
  ) {
    let field = Sample.field("referralCode", type)
    for text in accepted { #expect(reasons(field, text) == [], "\(text)") }
    for text in others { #expect(reasons(field, text) == [problem], "\(text)") }
  }

  @Test(arguments: [FormFieldType.group, .list, .likertScale, .marketingConsent])
  func choiceIsOneOfTheOptions(type: FormFieldType) {
    let field = Sample.field("marketingConsent", type, options: ["YES", "NO"])
    #expect(reasons(field, "YES") == [])
    #expect(reasons(field, "yes") == [.invalidOption])
    #expect(reasons(Sample.field("marketingConsent", type), "anything") == [])
  }

  @Test func unknownTypeIsText() {
    let field = Sample.field("fullName", .unknown("STAR_SIGN"), required: true)
    #expect(field.kind == .text)
    #expect(Sample.field("fullName").kind == .text)
    #expect(reasons(field, "Leo") == [])
    #expect(reasons(field, nil) == [.required])
  }

  @Test(arguments: [
    (ValidatorName.maxLength, "3" as String?, "abc", "abcd"), (.minLength, "3", "abc", "ab"),
    (.minLowercase, "2", "abC", "aBC"), (.minUppercase, "2", "aBC", "abC"),
    (.minNumbers, "2", "a12", "a1b"), (.minSpecialCharacters, "1", "a!", "ab"),
    (.noDigits, nil, "abc", "a1c"), (.noSpecialCharacters, nil, "a-b c", "a$b"),
    (.maxValue, "10", "10", "10.1"), (.minValue, "10", "10", "9.9"),
    (.maxDaysOld, "30", "2026-02-01", "2025-12-01"),
    (.minDaysOld, "6570", "2008-03-01", "2020-03-01"),
    (.emailDomain, "example.com", "a@example.com", "a@example.org"),
    (.emailDomain, "a.example, b.example", "a@b.example", "a@c.example"),
    (.specifiedAnswersOnly, nil, "A", "B"), (.regexMatches, "[A-Z0-9]{6}", "ABC123", "abc"),
    (.regexDoesNotMatch, "admin.*", "ada", "administrator"),
  ])
  func ruleIsChecked(rule: ValidatorName, argument: String?, kept: String, broken: String) {
    let field = Sample.field("fullName", options: ["A"], rules: [(rule, argument)])
    #expect(reasons(field, kept) == [])
    #expect(reasons(field, broken) == [.rule(rule)])
  }

  @Test func answerMayHaveToDifferFromOthers() {
    let fields = [
      Sample.field("email"),
      Sample.field("fullName", rules: [(.notEqualTo, "referralCode, email")]),
    ]
    let answers = FormAnswers(["email": "same", "fullName": "same"])
    #expect(
      validation.problems(in: answers, to: Sample.form(fields))
        == [FormProblem(fieldName: "fullName", reason: .rule(.notEqualTo))])
  }

  @Test(arguments: [
    (ValidatorName.maxLength, "many" as String?), (.maxLength, nil),
    (.maxLength, "99999999999999999999"),
    (.regexMatches, "(["), (.mustBeUnique, nil), (.serverSideCheck, nil), (.maxDaysOld, "1"),
    (.unknown("MOON_PHASE"), "full"), (.minValue, "x"), (.regexMatches, "/^[A-Z]+$/i"),
    (.regexMatches, String(repeating: "x", count: 1_001)),
    (.notEqualTo, String(repeating: "fullName,", count: 1_000)),
    (.emailDomain, String(repeating: "x,", count: 10_000)),
  ])
  func serverOnlyRulesAreLeftToTheServer(rule: ValidatorName, argument: String?) {
    #expect(reasons(Sample.field("fullName", rules: [(rule, argument)]), "an answer") == [])
  }

  @Test(arguments: [
    ("(a*)*b", 30), ("(a?){30}a{30}", 30), ("(a|a)*b", 30), ("(a|aa)+$b", 30), ("(a+)+$", 100_000),
  ])
  func exponentialExpressionIsLeftToTheServer(pattern: String, length: Int) {
    let field = Sample.field("fullName", rules: [(.regexMatches, pattern)])
    let answer = String(repeating: "a", count: length) + (length > 30 ? "!" : "")
    let time = ContinuousClock().measure { #expect(reasons(field, answer) == []) }
    #expect(time < .seconds(60))
  }

  @Test func manyExponentialExpressionsTakeASecond() {
    let fields = ["email", "fullName", "phoneNumber", "referralCode"].map {
      Sample.field($0, rules: Array(repeating: (.regexMatches, "(a|aa)+$b"), count: 10_000))
    }
    let answers = FormAnswers(
      Dictionary(uniqueKeysWithValues: fields.map { ($0.name, String(repeating: "a", count: 30)) }))
    let time = ContinuousClock().measure {
      #expect(validation.problems(in: answers, to: Sample.form(fields)).isEmpty)
    }
    #expect(time < .seconds(60))
  }

  @Test(arguments: [Int.max, 1], [ValidatorName.maxDaysOld, .minDaysOld])
  func extremeAgeLimitIsChecked(days: Int, rule: ValidatorName) {
    let field = Sample.field("fullName", rules: [(rule, "\(days)")])
    let isBroken = (rule == .maxDaysOld) == (days == 1)
    #expect(reasons(field, "2000-01-01") == (isBroken ? [.rule(rule)] : []))
  }

  @Test func hiddenDependentFieldIsNeitherCheckedNorSent() {
    let form = Sample.form([
      Sample.field("referralCode"),
      Sample.field(
        "fullName", required: true,
        conditions: [.init(referenceFieldName: "referralCode", relationship: .equalTo, value: "X")]),
      Sample.field(
        "phoneNumber",
        conditions: [
          .init(referenceFieldName: "referralCode", relationship: .notEqualTo, value: "X"),
          .init(referenceFieldName: "email", relationship: .unknown("LIKE"), value: "?"),
        ]),
    ])
    var answers = FormAnswers(["referralCode": "Y", "fullName": "Ada", "phoneNumber": "12345"])
    #expect(form.visibleFields(for: answers).map(\.name) == ["referralCode", "phoneNumber"])
    #expect(validation.problems(in: answers, to: form) == [])
    #expect(SocialLoginMissingInformation(answers, to: form, location: "").fullName == nil)
    answers = FormAnswers(["referralCode": "X"])
    #expect(form.visibleFields(for: answers).map(\.name) == ["referralCode", "fullName"])
    #expect(validation.problems(in: answers, to: form).map(\.reason) == [.required])
  }

  @Test func disabledFieldIsNeitherCheckedNorSent() {
    let form = Sample.form([
      Sample.field("email", .email, required: true, disabled: true, value: "no address")
    ])
    let answers = FormAnswers(initiallyFor: form, identity: SocialIdentity(), previous: nil)
    #expect(answers["email"] == "no address")
    #expect(validation.problems(in: answers, to: form) == [])
    #expect(SocialLoginMissingInformation(answers, to: form, location: "").email == nil)
  }

  @Test func fieldWithoutAPlaceIsAnErrorOnlyIfRequired() {
    #expect(reasons(Sample.field("starSign", required: true), "Leo") == [.cannotBeSent])
    #expect(reasons(Sample.field("starSign", required: true), nil) == [.cannotBeSent])
    #expect(reasons(Sample.field("starSign"), "Leo") == [])
  }

  @Test func answersAreSentTrimmedAndConsentHasItsRecord() {
    var consent = Sample.field("marketingConsent", .marketingConsent, options: ["YES"])
    consent.answerOptions = [nil, .init(optionKey: "YES", translation: "Yes, please")]
    let form = Sample.form(
      ["email", "fullName", "phoneNumber", "referralCode"].map { Sample.field($0) } + [consent])
    let input = SocialLoginMissingInformation(
      FormAnswers([
        "email": " a@b.example ", "fullName": "", "phoneNumber": "12345", "marketingConsent": "YES",
        "elsewhere": "x",
      ]), to: form, location: "welcome")
    #expect(input.email == "a@b.example" && input.phoneNumber == "12345")
    #expect(input.fullName == nil && input.referralCode == nil)
    #expect(input.marketingConsent == "YES")
    let record = input.marketingConsentAuditData
    #expect(record?.messageShown == "Label of marketingConsent: Yes, please")
    #expect(record?.formIdentifier == "SOCIAL" && record?.formLocation == "welcome")
  }

  @Test func answersAreRedacted() {
    var answers = FormAnswers(["password": "p4ssword"])
    answers[confirmationOf: "password"] = "p4ssword"
    let text = shapes(of: answers).joined()
    #expect(!text.contains("p4ssword") && text.contains("answers to password"))
  }
}
