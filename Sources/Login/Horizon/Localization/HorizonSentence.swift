// The sentences about social logins, forms and accounts.

import AuthGenRuntime

/// A sentence about a social login, the answer to a form, or a customer's account.
package enum HorizonSentence: String, ErrorSentence {
  case accountExists =
    "description.accountExists = There is already an account with this email address."
  case accountLocked = "description.accountLocked = Your account is locked."
  case addressNotConfirmed =
    "description.addressNotConfirmed = Your email address has to be confirmed."
  case approvalMissing =
    "description.approvalMissing = This provider is not linked to your account yet."
  case emailNotSent = "description.emailNotSent = The email could not be sent."
  case informationMissing = "description.informationMissing = The service needs more information."
  case notLinked = "description.notLinked = This account is not linked."
  case notSignedIn = "description.notSignedIn = You could not be signed in."
  case passwordNotAccepted =
    "description.passwordNotAccepted = The service does not accept this password."
  case providerNotAvailable =
    "description.providerNotAvailable = This way to sign in is not available."
  case providerResponseInvalid =
    "description.providerResponseInvalid = Your provider could not confirm your sign-in."
  case signInTooLong = "description.signInTooLong = The sign-in took too long."
  case signInUsed = "description.signInUsed = This sign-in has already been used."
  case stepNotPossible = "description.stepNotPossible = This step is not possible now."
  case wrongPassword = "description.wrongPassword = The email address or the password is wrong."

  case answerCannotBeSent =
    "description.answerCannotBeSent = This version of the app cannot send the answer."
  case answerMissing = "description.answerMissing = This field is required."
  case answerNotAccepted =
    "description.answerNotAccepted = The service does not accept this answer."
  case answersDiffer = "description.answersDiffer = The two entries differ."
  case digitsMissing = "description.digitsMissing = There are too few digits."
  case digitsNotAccepted = "description.digitsNotAccepted = Digits are not accepted."
  case emailProviderNotAccepted =
    "description.emailProviderNotAccepted = This email provider is not accepted."
  case inUse = "description.inUse = Another account already uses this."
  case lowercaseMissing = "description.lowercaseMissing = There are too few lower-case letters."
  case notADate = "description.notADate = This is not a date."
  case notAnEmailAddress = "description.notAnEmailAddress = This is not an email address."
  case notANumber = "description.notANumber = This is not a number."
  case notAnOption = "description.notAnOption = This is not one of the choices."
  case notAPhoneNumber = "description.notAPhoneNumber = This is not a phone number."
  case sameAsAnother = "description.sameAsAnother = This must be different from your other answers."
  case specialCharactersMissing =
    "description.specialCharactersMissing = There are too few special characters."
  case specialCharactersNotAccepted =
    "description.specialCharactersNotAccepted = Special characters are not accepted."
  case tooHigh = "description.tooHigh = This number is too high."
  case tooLong = "description.tooLong = This is too long."
  case tooLongAgo = "description.tooLongAgo = This date is too long ago."
  case tooLow = "description.tooLow = This number is too low."
  case tooRecent = "description.tooRecent = This date is too recent."
  case tooShort = "description.tooShort = This is too short."
  case uppercaseMissing = "description.uppercaseMissing = There are too few upper-case letters."

  case accountMissing = "reason.accountMissing = There is no account with this email address."
  case formRule = "reason.formRule = The form has a rule for this answer."
  case linkMissing = "reason.linkMissing = The link does not exist, or was removed."
  case newerForm = "reason.newerForm = The form needs a newer version of the app."
  case otherStep = "reason.otherStep = The sign-in is at another step."
  case providerNotEnabled = "reason.providerNotEnabled = The service has not enabled this provider."
  case signInNotAccepted = "reason.signInNotAccepted = The service does not accept the sign-in."
  case signInTooOld = "reason.signInTooOld = Your sign-in with the provider has expired."

  case authenticateAgain = "suggestion.authenticateAgain = Sign in with your provider again."
  case changeAnswer = "suggestion.changeAnswer = Change the answer, and send the form again."
  case chooseOption = "suggestion.chooseOption = Choose one of the listed options."
  case completeForm = "suggestion.completeForm = Complete the form, and send it again."
  case enterDate = "suggestion.enterDate = Enter a date, such as 2000-12-31."
  case enterEmailAddress =
    "suggestion.enterEmailAddress = Enter an address, such as name@example.com."
  case enterNumber = "suggestion.enterNumber = Enter a number, such as 12."
  case enterPhoneNumber = "suggestion.enterPhoneNumber = Enter 5 to 15 digits."
  case enterTwice = "suggestion.enterTwice = Enter the same text in both fields."
  case fillIn = "suggestion.fillIn = Fill in this field."
  case readEmail = "suggestion.readEmail = Open the link in the email that we sent you."
  case reload = "suggestion.reload = Load the page again, and try again."
  case requestEmail = "suggestion.requestEmail = Request an email, and open the link in it."
  case resetPassword = "suggestion.resetPassword = Set a new password, and sign in again."
  case solveCaptcha = "suggestion.solveCaptcha = Complete the security check, and try again."
  case startOver = "suggestion.startOver = Start the sign-in again."
  case useAnotherProvider = "suggestion.useAnotherProvider = Choose another way to sign in."
  case usePassword =
    "suggestion.usePassword = Sign in with your password, or with the provider that you used before."
}
