// Tests the form of missing information as a screen shows it.

import AuthGenHorizonUI
import AuthGenRuntime
import Foundation
import HorizonAPI
import Testing

@testable import AuthGenHorizon

@Suite struct FormModelTests {
  private func form(
    _ fields: [LoginForm.Field], answers: [String: String] = [:], problems: [FormProblem] = []
  ) -> FormModel {
    FormModel(
      .init(
        form: Sample.form(fields), answers: FormAnswers(answers), problems: problems,
        socialLoginToken: "retry-1"))
  }

  private func field(_ field: LoginForm.Field) throws -> FormFieldModel {
    try #require(form([field]).fields.first)
  }

  // MARK: Fields

  @Test func requiredFieldIsMarkedInItsTitle() throws {
    let required = try field(Sample.field("email", required: true))
    #expect(required.title == "Label of email (required)" && required.label == "Label of email")
    #expect(try field(Sample.field("email")).title == "Label of email")
    let disabled = Sample.field("email", required: true, disabled: true)
    #expect(try field(disabled).title == "Label of email")
    var unlabelled = Sample.field("phoneNumber")
    unlabelled.label = nil
    #expect(try field(unlabelled).label == "Phone number")
  }

  /// The keyboard of a text follows from the name of its field.
  @Test(
    arguments: [
      ("fullName", .email, .text(.emailAddress)), ("fullName", .phoneNumber, .text(.phoneNumber)),
      ("fullName", .number, .text(.number)), ("fullName", .text, .text(.fullName)),
      ("fullName", nil, .text(.fullName)), ("fullName", .unknown("NEW"), .text(.fullName)),
      ("fullName", .textbox, .multilineText), ("fullName", .date, .date),
      ("fullName", .password, .secret(isNew: true)), ("fullName", .boolean, .toggle),
      ("fullName", .list, .text(.any)), ("email", nil, .text(.emailAddress)),
      ("referralCode", .text, .text(.code)),
    ] as [(String, FormFieldType?, FormFieldModel.Input)])
  func typeDeterminesTheControl(
    name: String, type: FormFieldType?, input: FormFieldModel.Input
  ) throws {
    #expect(try field(Sample.field(name, type)).input == input)
  }

  @Test func choicesAreAListOrAMenu() throws {
    var consent = Sample.field("marketingConsent", .marketingConsent, options: ["YES"])
    let list = try field(consent)
    #expect(list.input == .choice(list.choices, style: .list))
    #expect(list.choices.map(\.key) == ["YES"] && list.choices.map(\.title) == ["YES"])
    let menu = try field(Sample.field("fullName", .list, options: ["MS"]))
    #expect(menu.choices.map(\.key) == ["MS"])
    #expect(menu.input == .choice(menu.choices, style: .menu))
    consent.answerOptions = [.init(optionKey: "YES", translation: "Yes, please"), nil]
    #expect(try field(consent).choices.map(\.title) == ["Yes, please"])
  }

  @Test func confirmableFieldIsEnteredTwice() throws {
    let email = try field(Sample.field("email", required: true, confirmable: true))
    #expect(email.isRepeated)
    #expect(email.repeatTitle == "Confirm Label of email")
    #expect(try !field(Sample.field("email")).isRepeated)
    #expect(try !field(Sample.field("email", confirmable: true, disabled: true)).isRepeated)
  }

  /// A confirmable choice, date or switch has one input.
  @Test func onlyTextsAreEnteredTwice() throws {
    let texts: [FormFieldType?] = [
      nil, .email, .number, .password, .phoneNumber, .text, .textbox, .unknown("NEW"),
    ]
    for type in texts {
      #expect(try field(Sample.field("email", type, confirmable: true)).isRepeated, "\(type)")
    }
    for type in [FormFieldType.boolean, .date, .group, .likertScale, .list, .marketingConsent] {
      let chosen = Sample.field("email", type, confirmable: true, options: ["YES"])
      #expect(try !field(chosen).isRepeated, "\(type)")
    }
  }

  @Test func disabledFieldHasNoMarkAndNoRules() throws {
    let email = Sample.field("email", required: true, disabled: true, rules: [(.maxLength, "3")])
    let model = form([email], answers: ["email": "ada@example.com"])
    let shown = try #require(model.fields.first)
    #expect(shown.isDisabled && !shown.isRequired)
    #expect(shown.rules == [] && shown.problems == [])
    #expect(model.answers["email"] == "ada@example.com")
  }

  /// The customer cannot change the answer, but has to know why the form comes back.
  @Test func serversProblemWithADisabledFieldIsShownAndAnnounced() {
    let model = form(
      [Sample.field("email", disabled: true)], answers: ["email": "ada@example.com"],
      problems: [FormProblem(fieldName: "email", reason: .rule(.mustBeUnique))])
    #expect(model.fields.map(\.problems) == [["Another account already uses this."]])
    #expect(
      model.announcement
        == "Check your answers.\nLabel of email: Another account already uses this.")
  }

  @Test func fieldsDependOnTheAnswers() {
    var model = form([
      Sample.field("fullName"),
      Sample.field(
        "referralCode",
        conditions: [
          .init(referenceFieldName: "fullName", relationship: .equalTo, value: "Ada")
        ]),
    ])
    #expect(model.fields.map(\.name) == ["fullName"])
    model.answers["fullName"] = "Ada"
    #expect(model.fields.map(\.name) == ["fullName", "referralCode"])
  }

  /// An answer that another field depends on is not sent, and its field is shown.
  @Test func optionalFieldWhoseAnswerIsNotSentIsLeftOut() {
    let model = form([
      Sample.field("email"), Sample.field("shoeSize"), Sample.field("email2", .fileUpload),
      Sample.field("isBusiness", .boolean),
      Sample.field(
        "phoneNumber",
        conditions: [
          .init(referenceFieldName: "isBusiness", relationship: .equalTo, value: "true")
        ]),
    ])
    #expect(model.fields.map(\.name) == ["email", "isBusiness"])
    #expect(model.fields.last?.input == .toggle)
  }

  // MARK: Answers that cannot be sent

  @Test func requiredFieldWhoseAnswerCannotBeSentSaysSo() throws {
    for unsendable in [
      Sample.field("shoeSize", required: true), Sample.field("email", .fileUpload, required: true),
      Sample.field("email", .multiSelect, required: true),
    ] {
      let shown = try field(unsendable)
      #expect(shown.input == .unsupported)
      #expect(shown.problems == ["This version of the app cannot send the answer."])
    }
  }

  // MARK: Switches

  @Test(arguments: [
    (Sample.field("marketingConsent", .boolean), nil),
    (Sample.field("isBusiness", .boolean, required: true), "false"),
  ])
  func switchThatIsOffIsAnAnswerUnlessItIsAConsent(_ field: LoginForm.Field, _ answer: String?) {
    #expect(form([field]).answers[field.name] == answer)
  }

  /// A switch without an answer looks as if the customer had declined.
  @Test func requiredConsentIsAChoiceOfYesAndNo() throws {
    let consent = Sample.field("marketingConsent", .boolean, required: true)
    let shown = try field(consent)
    #expect(shown.choices.map(\.key) == ["true", "false"])
    #expect(shown.choices.map(\.title) == ["Yes", "No"])
    #expect(form([consent]).answers["marketingConsent"] == nil)
    #expect(try field(Sample.field("marketingConsent", .boolean)).input == .toggle)
  }

  // MARK: Rules and problems

  @Test(
    arguments: [(ValidatorName, String?, String?)]([
      (.maxLength, "20", "Characters: at most 20"),
      (.minLength, "2", "Characters: at least 2"), (.minNumbers, "1", "Digits: at least 1"),
      (.emailDomain, "shop.example", "Accepted email domains: shop.example"),
      (.noDigits, nil, "No digits"),
      (.maxLength, "many", nil), (.regexMatches, "^a$", nil), (.unknown("NEW"), nil, nil),
    ]))
  func rulesAreShownBeforeTheAnswer(rule: ValidatorName, argument: String?, text: String?) throws {
    let shown = try field(Sample.field("email", rules: [(rule, argument)]))
    #expect(shown.rules == (text.map { [$0] } ?? []))
    #expect(shown.hint == text ?? "")
  }

  @Test func problemsAreBesideTheirFieldUntilTheAnswerChanges() throws {
    var model = form(
      [Sample.field("email", .email), Sample.field("fullName")], answers: ["email": "ada"],
      problems: [FormProblem(fieldName: "email", reason: .invalidEmail)])
    #expect(model.fields.map(\.problems) == [["This is not an email address."], []])
    #expect(model.fields[0].hint == "This is not an email address.")
    model.answers["fullName"] = "Ada"
    #expect(model.fields.map(\.problems) == [["This is not an email address."], []])
    model.answers["email"] = "ada@example.com"
    #expect(model.fields.map(\.problems) == [[], []])
    model.answers["email"] = "ada"
    #expect(model.fields[0].problems == ["This is not an email address."])
  }

  /// The login keeps answers while the customer types. What is kept was not submitted.
  @Test func problemDoesNotComeBackWhenTheChangedAnswerIsKept() throws {
    let refused = try SocialLoginFlow.missingInformation()
      .performing(.submit(FormAnswers()))
    let information = try #require(refused.state.information)
    #expect(FormModel(information).announcement != nil)
    let same = try refused.performing(.update(FormAnswers(["fullName": "Ada"])))
    let changed = try refused.performing(.update(FormAnswers(["email": "a@b.example"])))
    for (kept, problems) in [(same, information.problems), (changed, [])] {
      let information = try #require(kept.state.information)
      #expect(information.problems == problems)
      #expect((FormModel(information).announcement == nil) == problems.isEmpty)
    }
  }

  /// What the customer has entered belongs to the inputs, and stays with other problems.
  @Test func inputsOfTheSameFormStayTheSame() {
    let fields = [Sample.field("email"), Sample.field("fullName")]
    let problem = FormProblem(fieldName: "email", reason: .invalidEmail)
    #expect(
      form(fields).inputs
        == form(fields, answers: ["email": "ada"], problems: [problem]).inputs)
    #expect(form(fields).inputs != form([fields[0]]).inputs)
    #expect(
      form([fields[0]]).inputs != form([Sample.field("email", disabled: true)]).inputs)
  }

  @Test func problemWithARepeatedAnswerEndsWithEitherInput() {
    var model = form(
      [Sample.field("email", confirmable: true)], answers: ["email": "a@b.example"],
      problems: [FormProblem(fieldName: "email", reason: .notConfirmed)])
    #expect(model.fields[0].problems == ["The two entries differ."])
    model.answers[confirmationOf: "email"] = "a@b.example"
    #expect(model.fields[0].problems == [])
  }

  @Test func problemsAreAnnouncedWithTheNamesOfTheirFields() {
    let fields = [Sample.field("email", .email), Sample.field("fullName", required: true)]
    #expect(form(fields).announcement == nil)
    let model = form(
      fields, answers: ["email": "ada"],
      problems: [
        FormProblem(fieldName: "email", reason: .invalidEmail),
        FormProblem(fieldName: "fullName", reason: .required),
        FormProblem(fieldName: "hidden", reason: .invalidOption),
      ])
    #expect(
      model.announcement == """
        Check your answers.
        Label of email: This is not an email address.
        Label of fullName: This field is required.
        This is not one of the choices.
        """)
  }

  @Test func titleIsTheSites() {
    #expect(form([]).title == "Profile")
    let untitled = FormModel(
      .init(
        form: LoginForm(identifier: "F", type: .accountCreation, fields: []), socialLoginToken: "r")
    )
    #expect(untitled.title == "Complete your profile")
  }

  // MARK: Values of controls

  /// The time zones are 26 hours apart.
  @Test(arguments: ["Pacific/Kiritimati", "Etc/GMT+12", "Europe/London"])
  func dayDoesNotDependOnTheTimeZone(name: String) throws {
    let timeZone = try #require(TimeZone(identifier: name))
    var answers = FormAnswers(["birthday": "2000-02-29"])
    answers[day: "copy", in: timeZone] = answers[day: "birthday", in: timeZone]
    #expect(answers["copy"] == "2000-02-29")
    answers[day: "copy", in: timeZone] += 24 * 3600
    #expect(answers["copy"] == "2000-03-01")
  }

  @Test func controlsWriteAnswers() {
    var answers = FormAnswers()
    #expect(answers[text: "email"] == "" && answers[repeatedText: "email"] == "")
    #expect(!answers[isOn: "isBusiness"])
    answers[text: "email"] = "ada"
    answers[repeatedText: "email"] = "eve"
    answers[isOn: "isBusiness"] = true
    #expect(answers["email"] == "ada" && answers[confirmationOf: "email"] == "eve")
    #expect(answers["isBusiness"] == "true" && answers[isOn: "isBusiness"])
    answers[isOn: "isBusiness"] = false
    #expect(answers["isBusiness"] == "false")
  }
}

extension FormFieldModel {
  fileprivate var choices: [Choice] {
    if case .choice(let choices, _) = input { choices } else { [] }
  }
}
