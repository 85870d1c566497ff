// The texts that the shop shows in place of the server's codes.

import AuthGenHorizon
import HorizonAPI

extension FormProblem.Reason {
  /// What to change in an answer.
  var text: String {
    switch self {
    case .required: "please fill this in"
    case .notConfirmed: "the two entries differ"
    case .invalidEmail: "this is not an email address"
    case .invalidPhoneNumber: "this is not a phone number"
    case .invalidDate: "please enter a date, such as 2000-12-31"
    case .invalidNumber: "please enter a number"
    case .invalidOption: "please choose one of the options"
    case .rule(let name): name.text
    case .cannotBeSent: "this version of the app cannot send it: please update the app"
    }
  }
}

extension ValidatorName {
  fileprivate var text: String {
    switch self {
    case .emailDomain: "please use another email provider"
    case .maxLength: "this is too long"
    case .minLength: "this is too short"
    case .maxValue: "this number is too high"
    case .minValue: "this number is too low"
    case .minDaysOld: "this date is too recent"
    case .maxDaysOld: "this date is too long ago"
    case .minLowercase: "please use more lower-case letters"
    case .minUppercase: "please use more upper-case letters"
    case .minNumbers: "please use more digits"
    case .minSpecialCharacters: "please use more special characters"
    case .noDigits: "please use no digits"
    case .noSpecialCharacters: "please use no special characters"
    case .mustBeUnique: "this is already in use"
    case .notEqualTo: "this must differ from the other answers"
    case .specifiedAnswersOnly: "please choose one of the options"
    case .maxOptions, .minOptions, .maxUploadSizeKb, .supportedUploadExtensions, .regexMatches,
      .regexDoesNotMatch, .serverSideCheck, .unknown:
      "the shop does not accept this"
    }
  }
}

extension AuthenticationError {
  /// Why the customer is not signed in.
  var text: String {
    switch self {
    case .accountExists: "There is already an account with this email address."
    case .accountLocked: "Your account is locked."
    case .alreadyUsedToken: "This link has been used before."
    case .emailVerificationSent: "We have sent you an email. Please follow its link."
    case .expiredToken: "This took too long."
    case .failedLogin: "The email address or the password is wrong."
    case .invalidData: "The shop needs more information than it asked for."
    case .invalidPassword: "The shop does not accept this password."
    case .invalidToken: "Your provider's response is not valid."
    case .socialLinkPending: "This login has to be approved by the owner of the account."
    case .unknown: "The shop does not sign you in."
    }
  }
}

extension SocialLoginFailure.Reason {
  var text: String {
    switch self {
    case .authentication(let error): error.text
    case .verificationEmail: "The shop cannot send you another email."
    case .request(let error) where error.rateLimit != nil: "There were too many attempts."
    case .request(let error): "The shop cannot be reached now (\(error))."
    case .providerNotEnabled(let code, _): "The shop does not offer a login with \(code)."
    case .providerHasItsOwnCredential, .noToken: "This version of the app cannot sign you in."
    }
  }
}

extension SocialLoginFailure.Resolution {
  /// What the customer can do; nil if the next screen asks.
  var text: String? {
    switch self {
    case .authenticateAgain: "Please sign in with your provider again."
    case .resetPassword, .solveCaptcha, .retry: nil
    case .logIn: "Please sign in with your password, or with the provider that you used before."
    case .readEmail: "Please open your mailbox."
    case .chooseAnotherProvider: "Please choose another provider."
    case .contactSupport: "Please contact the shop."
    }
  }
}
