// The rules of a field and the texts of its choices.

import AuthGenHorizon
import AuthGenRuntime
import Foundation
import HorizonAPI

extension SocialLoginOutcome.Form.Field.Validator {
  /// The rule in words, to show before the answer is entered. Nil for a rule that only a problem explains.
  var hint: String? {
    switch name {
    case .emailDomain: argument.map { HorizonUIText.emailDomain.text(["domain": $0]) }
    case .maxLength: withNumber(.maximumLength)
    case .maxValue: withNumber(.maximumValue)
    case .minLength: withNumber(.minimumLength)
    case .minLowercase: withNumber(.minimumLowercase)
    case .minNumbers: withNumber(.minimumDigits)
    case .minSpecialCharacters: withNumber(.minimumSpecialCharacters)
    case .minUppercase: withNumber(.minimumUppercase)
    case .minValue: withNumber(.minimumValue)
    case .noDigits: HorizonUIText.noDigits.text()
    case .noSpecialCharacters: HorizonUIText.noSpecialCharacters.text()
    case .maxDaysOld, .maxOptions, .maxUploadSizeKb, .minDaysOld, .minOptions, .mustBeUnique,
      .notEqualTo, .regexDoesNotMatch, .regexMatches, .serverSideCheck, .specifiedAnswersOnly,
      .supportedUploadExtensions, .unknown:
      nil
    }
  }

  private func withNumber(_ text: HorizonUIText) -> String? {
    argument.flatMap(Int.init).map { text.text(["number": "\($0)"]) }
  }
}

extension SocialLoginOutcome.Form.Field.AnswerOption {
  /// The site's text for the choice. If there is none, the app's table has it, under the key `option.KEY`.
  var title: String {
    translation
      ?? Bundle.main.localizedString(
        forKey: "option.\(optionKey)", value: optionKey, table: "AuthGen")
  }
}
