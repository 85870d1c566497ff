// The texts of the screens of a social login.

import AuthGenRuntime

/// A text on a screen of a social login. At most one name in braces, so a value is never replaced itself.
package enum HorizonUIText: String, LocalizedText {
  case accountOfLink = "title.accountOfLink = Continue with this account?"
  case chooseProvider = "title.chooseProvider = Sign in"
  case completeProfile = "title.completeProfile = Complete your profile"
  case linkPending = "title.linkPending = Is this account yours?"
  case notSignedIn = "title.notSignedIn = You are not signed in"
  case welcome = "title.welcome = Welcome"
  case welcomeBack = "title.welcomeBack = Welcome back"
  case welcomeBackByName = "title.welcomeBackByName = Welcome back, {name}!"
  case welcomeByName = "title.welcomeByName = Welcome, {name}!"

  case accountExists = "message.accountExists = There is an account with the address {email}."
  case accountExistsSomewhere =
    "message.accountExistsSomewhere = There is an account with your provider's address."
  case accountIsReady = "message.accountIsReady = Your account is ready."
  case checkAnswers = "message.checkAnswers = Check your answers."
  case confirmOwner =
    "message.confirmOwner = Confirm that it is yours. You can then sign in with your provider, too."
  case emailLeadsToAccount = "message.emailLeadsToAccount = The email's link is for {email}."
  case emailLeadsToOtherAccount =
    "message.emailLeadsToOtherAccount = The email's link is for another account."
  case emailSent = "message.emailSent = We have sent an email to {email}. Follow its link."
  case emailSentSomewhere =
    "message.emailSentSomewhere = We have sent an email to the account's address. Follow its link."
  case linkNotApproved =
    "message.linkNotApproved = Your provider is not connected with your account."
  case noProviders = "message.noProviders = There is no way to sign in right now."
  case providerFailed = "message.providerFailed = The sign-in at your provider was not completed."
  case replacedSession =
    "message.replacedSession = You are signed in as {email}. That session ends."
  case replacedSessionOfNoName =
    "message.replacedSessionOfNoName = You are signed in. That session ends."

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
  case solveCaptcha = "action.solveCaptcha = Solve the task"
  case usePassword = "action.usePassword = Sign in with my password"

  case loading = "progress.loading = Loading"
  case sendingEmail = "progress.sendingEmail = Sending the email"
  case sendingForm = "progress.sendingForm = Sending your answers"
  case signingIn = "progress.signingIn = Signing in"

  case emailAddress = "label.emailAddress = Email address"
  case fullName = "label.fullName = Full name"
  case marketingConsent = "label.marketingConsent = Marketing"
  case notChosen = "label.notChosen = Not chosen"
  case password = "label.password = Password"
  case phoneNumber = "label.phoneNumber = Phone number"
  case referralCode = "label.referralCode = Referral code"
  case repeated = "label.repeated = {label}, once more"
  case required = "label.required = {label} (required)"

  case emailDomain = "rule.emailDomain = An address of {domain}"
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
