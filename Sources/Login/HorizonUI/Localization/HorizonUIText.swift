// The texts of the screens of a social login.

import AuthGenRuntime

/// A text on a screen of a social login. At most one name in braces, so a value is never replaced itself.
package enum HorizonUIText: String, LocalizedText {
  case accountOfLink = "title.accountOfLink = Continue with this account?"
  case chooseProvider = "title.chooseProvider = Sign in"
  case completeProfile = "title.completeProfile = Complete your profile"
  case linkPending = "title.linkPending = Is this account yours?"
  case notSignedIn = "title.notSignedIn = Sign-in not completed"
  case welcome = "title.welcome = Welcome"
  case welcomeBack = "title.welcomeBack = Welcome back"
  case welcomeBackByName = "title.welcomeBackByName = Welcome back, {name}!"
  case welcomeByName = "title.welcomeByName = Welcome, {name}!"

  case accountExists = "message.accountExists = An account with the address {email} already exists."
  case accountExistsSomewhere =
    "message.accountExistsSomewhere = An account with the address from your provider already exists."
  case accountIsReady = "message.accountIsReady = Your account is ready."
  case checkAnswers = "message.checkAnswers = Check your answers."
  case confirmOwner =
    "message.confirmOwner = Confirm that this account is yours to link your provider to it."
  case emailLeadsToAccount = "message.emailLeadsToAccount = This link signs you in as {email}."
  case emailLeadsToOtherAccount =
    "message.emailLeadsToOtherAccount = This link signs you in to another account."
  case emailSent = "message.emailSent = We sent an email to {email}. Open the link in it."
  case emailSentSomewhere =
    "message.emailSentSomewhere = We sent an email to the address of the account. Open the link in it."
  case linkNotApproved =
    "message.linkNotApproved = Your provider could not be linked to your account."
  case noProviders = "message.noProviders = Sign-in is not available right now."
  case providerFailed =
    "message.providerFailed = Sign-in with your provider was not completed. Try again."
  case replacedSession =
    "message.replacedSession = You are signed in as {email}. If you continue, you will be signed out of that account."
  case replacedSessionOfNoName =
    "message.replacedSessionOfNoName = You are already signed in. If you continue, you will be signed out first."

  case chooseAnotherWay = "action.chooseAnotherWay = Choose another way to sign in"
  case chooseDate = "action.chooseDate = Choose a date"
  case contactSupport = "action.contactSupport = Contact support"
  case `continue` = "action.continue = Continue"
  case continueAs = "action.continueAs = Continue as {email}"
  case continueWith = "action.continueWith = Continue with {provider}"
  case declineAccount = "action.declineAccount = This is not my account"
  case goBack = "action.goBack = Go back"
  case resetPassword = "action.resetPassword = Reset my password"
  case retry = "action.retry = Try again"
  case sendAnotherEmail = "action.sendAnotherEmail = Send another email"
  case sendEmail = "action.sendEmail = Send me an email"
  case signInAgain = "action.signInAgain = Sign in again"
  case solveCaptcha = "action.solveCaptcha = Complete the security check"
  case usePassword = "action.usePassword = Sign in with my password"

  case loading = "progress.loading = Loading"
  case sendingEmail = "progress.sendingEmail = Sending the email"
  case sendingForm = "progress.sendingForm = Sending your answers"
  case signingIn = "progress.signingIn = Signing in"

  case emailAddress = "label.emailAddress = Email address"
  case fullName = "label.fullName = Full name"
  case marketingConsent = "label.marketingConsent = Offers and news"
  case no = "label.no = No"
  case notChosen = "label.notChosen = Choose an option"
  case password = "label.password = Password"
  case phoneNumber = "label.phoneNumber = Phone number"
  case referralCode = "label.referralCode = Referral code"
  case repeated = "label.repeated = Confirm {label}"
  case required = "label.required = {label} (required)"
  case yes = "label.yes = Yes"

  case emailDomain = "rule.emailDomain = Accepted email domains: {domain}"
  case maximumLength = "rule.maximumLength = Characters: at most {number}"
  case maximumValue = "rule.maximumValue = At most {number}"
  case minimumDigits = "rule.minimumDigits = Digits: at least {number}"
  case minimumLength = "rule.minimumLength = Characters: at least {number}"
  case minimumLowercase = "rule.minimumLowercase = Lower-case letters: at least {number}"
  case minimumSpecialCharacters =
    "rule.minimumSpecialCharacters = Special characters: at least {number}"
  case minimumUppercase = "rule.minimumUppercase = Upper-case letters: at least {number}"
  case minimumValue = "rule.minimumValue = At least {number}"
  case noDigits = "rule.noDigits = No digits"
  case noSpecialCharacters = "rule.noSpecialCharacters = No special characters"
}
