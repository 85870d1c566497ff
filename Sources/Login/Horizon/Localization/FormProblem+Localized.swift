// Texts about the answers to a form for the user of an app.

public import AuthGenRuntime
public import Foundation
import HorizonAPI

extension FormProblem: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch reason {
    case .required: text(.answerMissing, .fillIn)
    case .notConfirmed: text(.answersDiffer, .enterTwice)
    case .invalidEmail: text(.notAnEmailAddress, .enterEmailAddress)
    case .invalidPhoneNumber: text(.notAPhoneNumber, .enterPhoneNumber)
    case .invalidDate: text(.notADate, .enterDate)
    case .invalidNumber: text(.notANumber, .enterNumber)
    case .invalidOption: text(.notAnOption, .chooseOption)
    case .rule(let name): name.text
    case .cannotBeSent:
      ErrorText(
        HorizonSentence.answerCannotBeSent, reason: HorizonSentence.newerForm,
        suggestion: RuntimeSentence.updateApp)
    }
  }
}

extension ValidatorName {
  fileprivate var text: ErrorText {
    switch self {
    case .emailDomain: rule(.emailProviderNotAccepted)
    case .maxLength: rule(.tooLong)
    case .minLength: rule(.tooShort)
    case .maxValue: rule(.tooHigh)
    case .minValue: rule(.tooLow)
    case .minDaysOld: rule(.tooRecent)
    case .maxDaysOld: rule(.tooLongAgo)
    case .minLowercase: rule(.lowercaseMissing)
    case .minUppercase: rule(.uppercaseMissing)
    case .minNumbers: rule(.digitsMissing)
    case .minSpecialCharacters: rule(.specialCharactersMissing)
    case .noDigits: rule(.digitsNotAccepted)
    case .noSpecialCharacters: rule(.specialCharactersNotAccepted)
    case .mustBeUnique: rule(.inUse)
    case .notEqualTo: rule(.sameAsAnother)
    case .specifiedAnswersOnly: FormProblem.text(.notAnOption, .chooseOption)
    case .maxOptions, .minOptions, .maxUploadSizeKb, .supportedUploadExtensions, .regexMatches,
      .regexDoesNotMatch, .serverSideCheck, .unknown:
      rule(.answerNotAccepted)
    }
  }

  private func rule(_ description: HorizonSentence) -> ErrorText {
    FormProblem.text(description, .changeAnswer)
  }
}

extension FormProblem {
  fileprivate static func text(
    _ description: HorizonSentence, _ suggestion: HorizonSentence
  ) -> ErrorText {
    ErrorText(description, reason: HorizonSentence.formRule, suggestion: suggestion)
  }

  private func text(_ description: HorizonSentence, _ suggestion: HorizonSentence) -> ErrorText {
    Self.text(description, suggestion)
  }
}
